"""A blueprint as one TSX module. Pure: equal blueprints give equal text."""

import re

from kitc.compose.blueprint import Blueprint, Rows
from kitc.compose.body import group_type, instance_lines, owned_lines, rows_lines, state_lines
from kitc.compose.markup import markup_lines
from kitc.compose.names import comment_text, key, text_literal

_INDENT = "  "


def compose_module(plan: Blueprint) -> str:
    """The source of *plan*, ending in a newline."""
    body = _body_lines(plan)
    interfaces = _interface_lines(plan)
    text = "\n".join([*interfaces, "", *body]) + "\n"
    return "\n".join([*_import_lines(plan, text), "", ""]) + text


def _import_lines(plan: Blueprint, text: str) -> list[str]:
    """Imports of what *text* uses, framework first, then patterns in order."""
    values = [name for name in ("action", "computed", "NAME", "pattern", "UI") if _uses(text, name)]
    if "new Writable" in text:
        values.append("Writable")
    types = [name for name in ("Default", "SqliteDb", "Stream", "VNode") if _uses(text, name)]
    if _uses(text, "Writable") and "Writable" not in values:
        types.append("Writable")
    named = sorted(
        [*values, *(f"type {name}" for name in types)], key=lambda name: name.removeprefix("type ").lower()
    )
    lines = _one_import(named, "commonfabric")
    for part in {part.specifier: part for part in plan.parts}.values():
        wanted = {
            name for item in plan.inputs for specifier, name in item.imports if specifier == part.specifier
        }
        brace = f", {{ {', '.join(f'type {name}' for name in sorted(wanted))} }}" if wanted else ""
        lines.append(f"import {part.local}{brace} from {text_literal(part.specifier)};")
    return lines


def _one_import(names: list[str], module: str) -> list[str]:
    flat = f"import {{ {', '.join(names)} }} from {text_literal(module)};"
    return (
        [flat]
        if len(flat) <= 80
        else ["import {", *(f"  {name}," for name in names), f"}} from {text_literal(module)};"]
    )


def _uses(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.$]){name}(?![\w$])", text) is not None


def _interface_lines(plan: Blueprint) -> list[str]:
    lines = [f"export interface {plan.component}Input {{"]
    for item in plan.inputs:
        if item.doc:
            lines.append(f"{_INDENT}/** {comment_text(item.doc)} */")
        lines.append(f"{_INDENT}{key(item.name)}{'?' if item.optional else ''}: {item.type};")
    lines += ["}", ""]
    for rows in _row_types(plan):
        lines += [*_row_interface(rows), ""]
    for owned in plan.owned:
        inner = [f"{owned.text}: string;"]
        inner += [f"{owned.amount}: number;"] if owned.amount else []
        inner += [f"{owned.flag}: boolean;"] if owned.flag else []
        lines += [f"export interface {owned.type_name} {{", *(_INDENT + line for line in inner), "}", ""]
    outputs = ["[NAME]: string;", "[UI]: VNode;", *(f"{name}: number;" for name in _counts(plan))]
    return [*lines, f"export interface {plan.component}Output {{", *(_INDENT + line for line in outputs), "}"]


def _row_types(plan: Blueprint) -> list[Rows]:
    return list({rows.type_name: rows for rows in plan.rows if rows.derived}.values())


def _row_interface(rows: Rows) -> list[str]:
    lines = [f"export interface {rows.type_name} {{"]
    lines += [
        f"{_INDENT}{key(column.name)}{'' if column.required else '?'}: {column.type};"
        for column in rows.columns
    ]
    lines.append("}")
    if rows.group:
        lines += [
            "",
            f"export interface {group_type(rows)} {{",
            f"{_INDENT}label: string;",
            f"{_INDENT}count: number;",
        ]
        lines += [f"{_INDENT}total: number;"] if rows.group.total else []
        lines.append("}")
    return lines


def _counts(plan: Blueprint) -> list[str]:
    """Names of the numbers that the composition gives back."""
    names = [f"{rows.name}Count" for rows in plan.rows if rows.derived] + [
        f"{owned.name}Count" for owned in plan.owned
    ]
    totals = [f"{rows.name}Total" for rows in plan.rows if rows.total]
    return [*names, *totals, *(f"{owned.name}Total" for owned in plan.owned if owned.amount)]


def _body_lines(plan: Blueprint) -> list[str]:
    names = ", ".join(item.name for item in plan.inputs)
    generics = f"<{plan.component}Input, {plan.component}Output>"
    parameter = f"({{ {names} }})" if names else "()"
    statements: list[str] = []
    for owned in plan.owned:
        statements += owned_lines(owned)
    statements += _wired_lines(plan)
    counts = [f"{name}," for name in _counts(plan)]
    returned = [
        f"[NAME]: {text_literal(plan.title)},",
        "[UI]: (",
        *(_INDENT + line for line in markup_lines(plan)),
        "),",
        *counts,
    ]
    doc = [f"/** {comment_text(plan.doc)} */"] if plan.doc else []
    return [
        *doc,
        f"const {plan.component} = pattern{generics}({parameter} => {{",
        *(_INDENT + line for line in statements),
        "",
        f"{_INDENT}return {{",
        *(_INDENT * 2 + line for line in returned),
        f"{_INDENT}}};",
        "});",
        "",
        f"export default {plan.component};",
    ]


def _wired_lines(plan: Blueprint) -> list[str]:
    """Instances and rows in order: rows stand right after the part that gives them."""
    lines: list[str] = []
    for rows in plan.rows:
        if rows.part < 0:
            lines += _all_of(plan, rows)
    for place, part in enumerate(plan.parts):
        lines += instance_lines(plan, part)
        for rows in plan.rows:
            if rows.part == place:
                lines += _all_of(plan, rows)
    return lines


def _all_of(plan: Blueprint, rows: Rows) -> list[str]:
    if not rows.derived:
        return state_lines(plan, rows)
    count = f"const {rows.name}Count = computed(() => {rows.name}.length);"
    return [*rows_lines(plan, rows), count, *state_lines(plan, rows)]
