"""Statements of a composition's body: instances, rows, states, totals, events. Pure."""

from kitc.compose.blueprint import Binding, Blueprint, Group, Owned, Part, Rows, Step
from kitc.compose.names import key, literal, member, pascal, text_literal

_WIDE = 90
_NO_HOLES = ".flatMap((row) => (row ? [row] : []))"


def instance_lines(plan: Blueprint, part: Part) -> list[str]:
    """The statement that makes an instance, ``const reader = Reader({ ... });``."""
    pairs = [_pair(plan, binding) for binding in part.bindings]
    flat = f"const {part.variable} = {part.local}({{ {', '.join(pairs)} }});"
    if not pairs:
        return [f"const {part.variable} = {part.local}({{}});"]
    if len(flat) <= 76:
        return [flat]
    lines = [line for pair in pairs for line in _wrapped(f"  {pair},")]
    return [f"const {part.variable} = {part.local}({{", *lines, "});"]


def _wrapped(line: str) -> list[str]:
    """A long object literal, one field a line; other lines as they are."""
    head, brace, inner = line.partition(": { ")
    if len(line) <= _WIDE or not brace or "{" in inner or "[" in inner:
        return [line]
    fields = [field for field in inner.removesuffix(" },").split(", ") if ": " in field]
    if len(fields) != inner.count(": "):
        return [line]
    return [f"{head}: {{", *(f"    {field}," for field in fields), "  },"]


def _pair(plan: Blueprint, binding: Binding) -> str:
    if binding.source == "value":
        return f"{key(binding.argument)}: {literal(binding.value)}"
    name = binding.name
    if binding.source == "field":
        name = member(plan.parts[binding.part].variable, binding.name)
        name = f"computed(() => [...({name} ?? [])])" if binding.copies else name
    return name if name == binding.argument else f"{key(binding.argument)}: {name}"


def rows_lines(plan: Blueprint, rows: Rows) -> list[str]:
    """The rows as they are shown, and what is counted and added up over them."""
    owner = plan.parts[rows.part].variable if rows.part >= 0 else ""
    given = member(owner, rows.field) if owner else rows.field
    if rows.is_cell:
        given += ".get()"
    base = f"{given} ?? []" if rows.optional else given
    lines = _pipeline(rows, base)
    if rows.group:
        lines += _group_lines(rows, rows.group)
    if rows.total:
        field = member("row", rows.total)
        lines += [
            f"const {rows.name}Total = computed(() =>",
            f"  {rows.name}.reduce((sum, row) => sum + {field}, 0)",
            ");",
        ]
    return lines


def _pipeline(rows: Rows, base: str) -> list[str]:
    typed = f"const {rows.name} = computed<{rows.type_name}[]>(() =>"
    steps = [_NO_HOLES] if rows.has_holes else []
    steps += [_step(step) for step in rows.steps]
    copied = f"[...({base})]" if rows.optional else f"[...{base}]"
    if not steps:
        return [f"{typed} {copied if rows.copies else base});"]
    return [typed, f"  {copied}", *(f"    {step}" for step in steps), ");"]


def _of_row(row: str, field: str, *, fallback: str = "") -> str:
    """Access to a field of a row, with a stand-in where the field may be missing."""
    access = member(row, field)
    return f"({access} ?? {fallback})" if fallback else access


def _fallback(step: Step) -> str:
    if not step.optional:
        return ""
    return "0" if step.sort == "number" else '""'


def _step(step: Step) -> str:
    field = member("row", step.field)
    if step.kind == "keep":
        return f".filter((row) => {field})"
    if step.kind == "drop":
        return f".filter((row) => !{field})"
    if step.kind == "equals":
        return f".filter((row) => {field} === {text_literal(step.value)})"
    if step.kind == "first":
        return f".slice(0, {step.count})"
    if step.kind == "matching":
        name, _, other = step.value.partition(".")
        return f".filter((row) => {name}.some((other) => {member('other', other)} === {field}))"
    return f".sort((a, b) => {_compare(step)})"


def _compare(step: Step) -> str:
    first, second = ("b", "a") if step.descending else ("a", "b")
    left, right = (_of_row(row, step.field, fallback=_fallback(step)) for row in (first, second))
    if step.sort == "number":
        return f"{left} - {right}"
    if step.sort == "date":
        return f"Date.parse({left}) - Date.parse({right})"
    return f"{left}.localeCompare({right})"


def _group_lines(rows: Rows, group: Group) -> list[str]:
    field = _of_row("row", group.field, fallback='""' if group.optional else "")
    label = f"{field}.slice(0, {group.cut})" if group.cut else f"String({field})"
    known, added = "known.count += 1;", "count: 1"
    if group.total:
        amount = member("row", group.total)
        known, added = f"{known} known.total += {amount};", f"{added}, total: {amount}"
    name = group_type(rows)
    return [
        f"const {rows.name}Groups = computed<{name}[]>(() => {{",
        f"  const groups: {name}[] = [];",
        f"  for (const row of {rows.name}) {{",
        f"    const label = {label};",
        "    const known = groups.find((group) => group.label === label);",
        "    if (known) {",
        f"      {known}",
        "    } else {",
        f"      groups.push({{ label, {added} }});",
        "    }",
        "  }",
        "  return groups;",
        "});",
    ]


def group_type(rows: Rows) -> str:
    """Name of the interface of a group of *rows*."""
    return f"{rows.type_name}Group"


def state_lines(plan: Blueprint, rows: Rows) -> list[str]:
    """Whether the rows are waited for, failed, or there and none."""
    part = plan.parts[rows.part] if rows.part >= 0 else None
    lines, guards = [], []
    if part and part.pending:
        lines.append(f"const {rows.name}Pending = computed(() => {member(part.variable, part.pending)});")
        guards.append(f"!{rows.name}Pending")
    elif part and part.ready:
        lines.append(f"const {rows.name}Pending = computed(() => !{member(part.variable, part.ready)});")
        guards.append(f"!{rows.name}Pending")
    if part and part.error:
        error = member(part.variable, part.error)
        text = f'{error} ?? ""' if part.error_is_text else f'{error} ? String({error}) : ""'
        lines.append(f"const {rows.name}Error = computed<string>(() => {text});")
        guards.append(f'{rows.name}Error === ""')
    if rows.derived:
        guards.append(f"{rows.name}.length === 0")
        lines.append(f"const {rows.name}Empty = computed(() => {' && '.join(guards)});")
    return lines


def owned_lines(owned: Owned) -> list[str]:
    """The drafts and events of a list that the composition owns."""
    title = pascal(owned.noun, fallback="Item")
    lines = [f'const {owned.name}Draft = new Writable<string>("");']
    fields = [f"{owned.text}: text"]
    clear = [f'  {owned.name}Draft.set("");']
    reads = [f"  const text = {owned.name}Draft.get().trim();", '  if (text === "") return;']
    if owned.amount:
        lines.append(f'const {owned.name}Amount = new Writable<string>("");')
        reads += [
            f"  const amount = Number({owned.name}Amount.get());",
            "  if (Number.isNaN(amount)) return;",
        ]
        fields.append(f"{owned.amount}: amount")
        clear.append(f'  {owned.name}Amount.set("");')
    if owned.flag:
        fields.append(f"{owned.flag}: false")
    lines += [f"const add{title} = action(() => {{", *reads]
    lines += [f"  {owned.name}.push({{ {', '.join(fields)} }});", *clear, "});"]
    if owned.amount:
        lines += [
            f"const {owned.name}Total = computed(() =>",
            f"  {owned.name}.get().reduce((sum, item) => sum + item.{owned.amount}, 0)",
            ");",
        ]
    lines.append(f"const {owned.name}Count = computed(() => {owned.name}.get().length);")
    lines.append(f"const {owned.name}Empty = computed(() => {owned.name}.get().length === 0);")
    return lines
