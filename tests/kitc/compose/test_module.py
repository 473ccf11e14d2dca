from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parse.typescript.grammar import parse_tree
from kitc.base.grant import SchemaValue
from kitc.base.shape import root_shape
from kitc.compose import Blueprint, compose_module
from kitc.compose.blueprint import Binding, Column, Group, Input, Owned, Part, Rows, Step
from kitc.compose.names import Taken, comment_text, jsx_text, literal, member, text_literal
from kitc.compose.types import type_text

READER = "cf:pattern:" + "R" * 43


def reader(**more: Any) -> Part:
    given: dict[str, Any] = {
        "specifier": READER,
        "local": "Reader",
        "variable": "reader",
        "title": "Reader",
        **more,
    }
    return Part(**given)


def rows(**more: Any) -> Rows:
    columns = (
        Column(name="subject", type="string", kind="string"),
        Column(name="date", type="string", kind="string"),
    )
    given: dict[str, Any] = {
        "name": "mails",
        "type_name": "MailRow",
        "title": "mails",
        "part": 0,
        "field": "mails",
        "columns": columns,
        **more,
    }
    return Rows(**given)


def compose(*, part: Part | None = None, **more: Any) -> str:
    given: dict[str, Any] = {
        "component": "Inbox",
        "title": "Inbox",
        "parts": (part or reader(),),
        "rows": (rows(),),
        **more,
    }
    return compose_module(Blueprint(**given))


def test_the_module_imports_by_identity_and_reads_the_rows_that_it_shows() -> None:
    text = compose()
    assert f'import Reader from "{READER}";' in text
    assert "const mails = computed<MailRow[]>(() => reader.mails);" in text
    assert "<strong>{row.subject}</strong>" in text
    assert text.endswith("export default Inbox;\n")


def test_only_what_is_used_is_imported_from_the_framework() -> None:
    first = compose().partition(";")[0]
    assert "computed" in first
    assert "action" not in first
    assert "SqliteDb" not in first


@pytest.mark.parametrize(
    ("step", "line"),
    [
        pytest.param(Step(kind="keep", field="unread"), ".filter((row) => row.unread)", id="keep"),
        pytest.param(Step(kind="drop", field="paid"), ".filter((row) => !row.paid)", id="drop"),
        pytest.param(
            Step(kind="equals", field="state", value="open"),
            '.filter((row) => row.state === "open")',
            id="equals",
        ),
        pytest.param(Step(kind="first", count=5), ".slice(0, 5)", id="first"),
        pytest.param(
            Step(kind="sort", field="date", sort="iso", descending=True),
            ".sort((a, b) => b.date.localeCompare(a.date))",
            id="newest",
        ),
        pytest.param(
            Step(kind="sort", field="price", sort="number"),
            ".sort((a, b) => a.price - b.price)",
            id="cheapest",
        ),
        pytest.param(
            Step(kind="sort", field="date", sort="iso", optional=True),
            '.sort((a, b) => (a.date ?? "").localeCompare((b.date ?? "")))',
            id="a date that may be missing",
        ),
    ],
)
def test_a_condition_is_one_step_over_the_rows(step: Step, line: str) -> None:
    assert line in compose(rows=(rows(steps=(step,)),))


def test_states_of_a_reader_are_told_apart() -> None:
    text = compose(part=reader(pending="pending", error="error"))
    assert "const mailsPending = computed(() => reader.pending);" in text
    assert (
        'const mailsEmpty = computed(() => !mailsPending && mailsError === "" && mails.length === 0);' in text
    )


def test_groups_count_and_add_up() -> None:
    text = compose(rows=(rows(group=Group(field="date", label="month", cut=7, total="amount")),))
    assert "const label = row.date.slice(0, 7);" in text
    assert "known.total += row.amount;" in text


def test_a_granted_input_and_a_literal_are_bound() -> None:
    bindings = (
        Binding(argument="mail", source="input", name="mail"),
        Binding(argument="limit", source="value", value=50),
        Binding(argument="rows", source="field", part=0, name="mails", copies=True),
    )
    text = compose(
        part=reader(bindings=bindings), inputs=(Input(name="mail", type="SqliteDb", doc="Mail */ db"),)
    )
    assert (
        "Reader({ mail, limit: 50, rows: computed(() => [...(reader.mails ?? [])]) })"
        in text.replace("\n", " ").replace("    ", " ").replace(",  }", " }")
        or "rows: computed(() => [...(reader.mails ?? [])])" in text
    )
    assert "/** Mail * / db */" in text


def test_an_owned_list_adds_completes_and_sums() -> None:
    owned = Owned(name="items", type_name="Item", noun="item", flag="done", amount="amount")
    text = compose_module(
        Blueprint(
            component="Own",
            title="Own",
            inputs=(Input(name="items", type="Writable<Item[] | Default<[]>>", optional=True),),
            owned=(owned,),
        )
    )
    assert "items.push({ title: text, amount: amount, done: false });" in text
    assert "<cf-checkbox $checked={item.done}>" in text
    assert "const itemsTotal" in text


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_title_and_text_gives_a_module_that_parses(title: str, doc: str) -> None:
    text = compose(title=title, doc=doc, rows=(rows(title=title),))
    assert parse_tree(text.encode("utf-8", "replace"), "x.tsx").damage == ()


@given(st.text(max_size=60))
def test_texts_stay_inside_their_literals(text: str) -> None:
    module = (
        f"const a = {text_literal(text)};\n/** {comment_text(text)} */\nconst b = <p>{jsx_text(text)}</p>;\n"
    )
    tree = parse_tree(module.encode("utf-8", "replace"), "x.tsx")
    assert tree.damage == ()
    assert [child.type for child in tree.root.named_children if child.type != "comment"] == [
        "lexical_declaration"
    ] * 2


@pytest.mark.parametrize(
    ("owner", "field", "access"),
    [
        ("row", "from", "row.from"),
        ("row", "sent-at", 'row["sent-at"]'),
        ("part", "$UI", "part[UI]"),
        ("row", "a`b", 'row["a`b"]'),
    ],
)
def test_fields_of_any_name_are_reached(owner: str, field: str, access: str) -> None:
    assert member(owner, field) == access


def test_names_are_given_once() -> None:
    taken = Taken(("mail",))
    assert [taken.give("mail"), taken.give("mail"), taken.give("rows")] == ["mail2", "mail3", "rows2"]


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "array", "items": {"type": ["number", "string"]}}, "(number | string)[]"),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, "{ a: string }"),
        ({"type": "object", "properties": {"a b": {"type": "boolean"}}}, '{ "a b"?: boolean }'),
        ({"enum": ["x", "y"]}, '"x" | "y"'),
        ({"type": "string", "asCell": ["cell"]}, "Writable<string>"),
        ({"asCell": ["sqlite"]}, "SqliteDb"),
        ({"asCell": ["stream", "opaque"]}, "Stream<void>"),
        (True, "unknown"),
    ],
)
def test_a_schema_prints_as_a_type(schema: SchemaValue, text: str) -> None:
    assert type_text(root_shape(schema)) == text


def test_literals_are_json_with_bare_keys() -> None:
    assert literal({"a": [1, None, True], "b-c": "x"}) == '{ a: [1, null, true], "b-c": "x" }'
