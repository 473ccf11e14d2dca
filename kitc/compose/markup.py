"""JSX of a composition: each part's screen, each list with its states, each total. Pure."""

from kitc.compose.blueprint import Blueprint, Column, Owned, Rows
from kitc.compose.names import jsx_text, member, pascal, text_literal

_INDENT = "  "


def markup_lines(plan: Blueprint) -> list[str]:
    """The element under ``[UI]``, from its opening to its closing line."""
    inner: list[str] = []
    for owned in plan.owned:
        inner += _owned_lines(owned)
    for rows in plan.rows:
        if rows.shown:
            inner += _rows_lines(plan, rows)
        else:
            inner += _state_lines(plan, rows)
    for part in plan.parts:
        if part.shows:
            inner.append(f"<section>{{{part.variable}[UI]}}</section>")
    for place, field, label in plan.totals:
        inner.append(f"<p>{jsx_text(label)}: {{{member(plan.parts[place].variable, field)}}}</p>")
    heading = [f"<h2>{jsx_text(plan.title)}</h2>"]
    return ["<cf-screen>", *(_INDENT + line for line in heading + inner), "</cf-screen>"]


def _state_lines(plan: Blueprint, rows: Rows) -> list[str]:
    part = plan.parts[rows.part] if rows.part >= 0 else None
    lines = []
    if part and (part.pending or part.ready):
        view = member(part.variable, part.ready_view) if part.ready_view and not part.pending else ""
        waiting = view or f"<p>{jsx_text(f'Loading {rows.title}')}</p>"
        lines.append(f"{{{rows.name}Pending ? {waiting} : null}}")
    if part and part.error:
        text = jsx_text(f"Cannot read {rows.title}:")
        lines += [f"{{{rows.name}Error", f"  ? <p>{text} {{{rows.name}Error}}</p>", "  : null}"]
    if rows.derived and rows.shown:
        lines.append(f"{{{rows.name}Empty ? <p>{jsx_text(f'No {rows.title} yet.')}</p> : null}}")
    return lines


def _rows_lines(plan: Blueprint, rows: Rows) -> list[str]:
    heading = [f"<h3>{jsx_text(rows.title)}</h3>"] if len(plan.rows) > 1 else []
    lines = ["<section>", *(_INDENT + line for line in heading + _state_lines(plan, rows))]
    if rows.group:
        total = ": {group.total}" if rows.group.total else ""
        item = f"<li><strong>{{group.label}}</strong> ({{group.count}}){total}</li>"
        lines += _mapped(f"{rows.name}Groups", "group", [item])
    else:
        lines += _mapped(rows.name, "row", _row_lines([column for column in rows.columns if column.shown]))
    if rows.total:
        lines.append(f"{_INDENT}<p>Total {jsx_text(rows.total)}: {{{rows.name}Total}}</p>")
    return [*lines, "</section>"]


def _mapped(source: str, each: str, item: list[str]) -> list[str]:
    return [
        f"{_INDENT}<ul>",
        f"{_INDENT * 2}{{{source}.map(({each}) => (",
        *(_INDENT * 3 + line for line in item),
        f"{_INDENT * 2}))}}",
        f"{_INDENT}</ul>",
    ]


def _row_lines(columns: list[Column]) -> list[str]:
    lines = ["<li>"]
    for place, column in enumerate(columns):
        value = _cell(column)
        lines.append(f"{_INDENT}<strong>{value}</strong>" if place == 0 else f"{_INDENT}<div>{value}</div>")
    return [*lines, "</li>"]


def _cell(column: Column) -> str:
    access = member("row", column.name)
    if column.kind == "boolean":
        return f"{{{access} ? {text_literal(column.name)} : {text_literal('not ' + column.name)}}}"
    return f"{{{access}}}"


def _owned_lines(owned: Owned) -> list[str]:
    title = pascal(owned.noun, fallback="Item")
    fields = [f"<cf-input $value={{{owned.name}Draft}} placeholder={text_literal('New ' + owned.noun)} />"]
    if owned.amount:
        fields.append(f"<cf-input $value={{{owned.name}Amount}} placeholder={text_literal(owned.amount)} />")
    item = [f"{{item.{owned.text}}}"]
    if owned.flag:
        item = [f"<cf-checkbox $checked={{item.{owned.flag}}}>{{item.{owned.text}}}</cf-checkbox>"]
    if owned.amount:
        item.append(f"<span>{{item.{owned.amount}}}</span>")
    if owned.removes:
        item.append(f"<cf-button onClick={{() => {owned.name}.remove(item)}}>Remove</cf-button>")
    lines = [
        "<section>",
        *(_INDENT + line for line in fields),
        f"{_INDENT}<cf-button onClick={{add{title}}}>Add {jsx_text(owned.noun)}</cf-button>",
        f"{_INDENT}{{{owned.name}Empty ? <p>{jsx_text(f'No {owned.noun} yet.')}</p> : null}}",
        *_mapped(owned.name, "item", ["<li>", *(_INDENT + line for line in item), "</li>"]),
    ]
    if owned.amount:
        lines.append(f"{_INDENT}<p>Total {jsx_text(owned.amount)}: {{{owned.name}Total}}</p>")
    return [*lines, "</section>"]
