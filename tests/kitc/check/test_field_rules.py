"""Rules on what is read of a pattern's result, through the flow of data: accepted and refused."""

from collections.abc import Callable

import pytest

from kitc.check.report import CheckReport

Findings = Callable[..., list[str]]
HEAD = """\
import Counter from "./counter.tsx";
import Loose from "./loose.tsx";
import { action, computed, handler, ifElse, lift, pattern, ReadonlyCell, Stream, UI, wish, Writable } from "commonfabric";
import type { CounterOutput, Item } from "./counter.tsx";
const c = Counter({ value: 1 });
"""
"""Five lines, so that what is tested starts on line 6."""

FIELDS = (
    ("c.value;", "a field"),
    ("c?.owner?.mail?.length;", "optional chaining"),
    ('c["items"][0].id;', "elements by literal"),
    (
        "const { items: [first], owner: { name: who = '' } } = c; first.id; who.trim();",
        "nested destructuring",
    ),
    ("const { value, ...rest } = c; rest.items;", "the rest of an object"),
    ("c.items.map((i) => ({ k: i.id })).filter((x) => x.k).find((x) => x)?.k;", "callbacks of callbacks"),
    ("c.items.flatMap((i) => i.tags ?? []).map((t) => t.toUpperCase());", "flattened lists"),
    ("c.items.reduce((sum, i) => sum + i.id.length, 0).toFixed(1);", "a sum"),
    ("const again = c; again!.owner.name;", "an alias, not null"),
    ("(c as any).nothing.at.all;", "any"),
    ("c.live.get().toFixed(2); c.live.set(3);", "a cell"),
    ("new Writable<Item>().key('id').get().length;", "a key of a cell"),
    ("computed(() => c.items.length).toFixed(0);", "a computed value"),
    ("lift(({ n }: { n: number }) => ({ twice: n * 2 }))({ n: 1 }).twice;", "a lifted function"),
    ("ifElse(c.value, c.owner, { name: '' }).name;", "a choice of the framework"),
    (
        "wish<CounterOutput>({ query: '#x' }).result?.value; wish<Item>({ query: '#x' }).candidates[0].id;",
        "a wish",
    ),
    ("if (c.state.kind === 'ready') c.state.total; else c.state.reason;", "members of a narrowed union"),
    ("switch (c.state.kind) { case 'failed': c.state.reason; break; default: c.state.total; }", "cases"),
    ("const probe = (c: { other: number }) => c.other; probe;", "a parameter of the same name"),
    ("Loose({ a: '' }).shown;", "a field that only the source tells of"),
    (
        "handler<{ key: string }, { items: Writable<Item[]> }>((e, s) => { s.items.get()[0].id; e.key; });",
        "a handler",
    ),
    ("for (const [key, item] of Object.entries({ a: c.owner })) { key.length; item.name; }", "entries"),
    ("function nameOf(from: CounterOutput) { return from.owner; } nameOf(c).mail;", "a helper function"),
    ("const both = { ...c.owner, extra: 1 }; both.name; both.extra;", "a spread object"),
    ("new Map([['a', c.owner]]).get('a')!.name;", "a map"),
    ("<p>{c.items.map((i) => <b>{i.id}</b>)}</p>;", "elements"),
)

UNKNOWN = (
    ("c.valeu;", '6:3 error: there is no field "valeu" on CounterOutput; did you mean "value"?', "a field"),
    (
        "c?.owner?.post;",
        '6:11 error: there is no field "post" on { name, mail }; it has name, mail',
        "chaining",
    ),
    (
        "const { itmes } = c;",
        '6:9 error: there is no field "itmes" on CounterOutput; did you mean "items"?',
        "destructuring",
    ),
    (
        "c.items.map((i) => i.label);",
        '6:22 error: there is no field "label" on Item; it has id, tags',
        "an element",
    ),
    (
        "const again = c; const { owner } = again; owner.nom;",
        '6:49 error: there is no field "nom" on { name, mail }; did you mean "name"?',
        "an alias",
    ),
    (
        "computed(() => c.owner).first;",
        '6:25 error: there is no field "first" on { name, mail }; it has name, mail',
        "a computed value",
    ),
    (
        "wish<Item>({ query: '#x' }).result?.nr;",
        '6:37 error: there is no field "nr" on Item | undefined; did you mean "id"?',
        "a wish",
    ),
    (
        "<p>{c.items.filter((i) => i.done)}</p>;",
        '6:29 error: there is no field "done" on Item; it has id, tags',
        "an element's children",
    ),
    (
        "new Writable<Item[]>().get()[0].nope;",
        '6:33 error: there is no field "nope" on Item; it has id, tags',
        "a cell's value",
    ),
    (
        "c.live.gte();",
        '6:8 error: there is no field "gte" on Writable<number>; did you mean "get" or "set"?',
        "a member of a cell",
    ),
    (
        "Loose({ a: '' }).hidden;",
        (
            '6:18 warning: there is no field "hidden" on the result as its source has it; the compiler does not see '
            "that, it has no declared type; it has $UI, shown"
        ),
        "a result without a declared type",
    ),
)

MISUSED = (
    ("c.increment.get();", "6:13 error: a value of type Stream<void> has no .get()", "a stream read"),
    (
        "c.increment.map((x: any) => x);",
        "6:13 error: a value of type Stream<void> has no .map()",
        "a stream mapped",
    ),
    (
        "c.increment();",
        "6:1 error: a Stream<void> is no function: send events to it with .send(event)",
        "a stream called",
    ),
    ("c.increment * 2;", "6:1 error: `*` reckons with numbers, not with Stream<void>", "a stream multiplied"),
    ("c.increment > 5;", "6:1 error: `>` cannot compare Stream<void> with 5", "a stream compared"),
    ("c.value.get();", "6:9 error: a value of type number has no .get()", "data read as a cell"),
    ("c.value.send(1);", "6:9 error: a value of type number has no .send()", "data sent to"),
    (
        'c.value === "one";',
        '6:1 error: number is never equal to "one"',
        "data compared with what it cannot be",
    ),
    ("c.owner * 2;", "6:1 error: `*` reckons with numbers, not with { name, mail }", "an object multiplied"),
)

WRITTEN = (
    (
        "c.value.set(1);",
        "6:9 error: .set() writes, and a value of type number can only be read",
        "a plain value",
    ),
    (
        "declare const r: ReadonlyCell<number>; r.set(1);",
        "6:42 error: .set() writes, and a value of type ReadonlyCell<number> can only be read",
        "a readonly cell",
    ),
)


@pytest.mark.parametrize("text", [pytest.param(row[0], id=row[1]) for row in FIELDS])
def test_sound_reads_are_left_alone(report: Callable[..., CheckReport], text: str) -> None:
    checked = report(HEAD + text)
    assert [each.message for each in checked.findings if each.severity == "error"] == []
    assert [each.reason for each in checked.unknown] == []


@pytest.mark.parametrize(("text", "message"), [pytest.param(*row[:2], id=row[2]) for row in UNKNOWN])
def test_fields_that_are_not_there_are_named(findings: Findings, text: str, message: str) -> None:
    assert findings("unknown-field", HEAD + text) == [message]


@pytest.mark.parametrize(("text", "message"), [pytest.param(*row[:2], id=row[2]) for row in MISUSED])
def test_streams_and_data_are_not_confused(findings: Findings, text: str, message: str) -> None:
    assert findings("stream-misuse", HEAD + text) == [message]


@pytest.mark.parametrize(("text", "message"), [pytest.param(*row[:2], id=row[2]) for row in WRITTEN])
def test_only_cells_are_written_to(findings: Findings, text: str, message: str) -> None:
    assert findings("write-to-readonly", HEAD + text) == [message]


def test_a_misspelled_field_has_one_certain_mend(report: Callable[..., CheckReport]) -> None:
    found = next(each for each in report(HEAD + "c.valeu;").findings if each.rule == "unknown-field")
    assert found.suggestion is not None
    assert (found.suggestion.replacement, found.suggestion.certain) == ("value", True)
    assert found.address == "src:shop/counter.tsx#L13-L13"


def test_what_cannot_be_told_is_no_error(report: Callable[..., CheckReport]) -> None:
    checked = report("declare const gone: Gone; gone.field;")
    assert checked.verdict == "unknown"
    assert [(each.subject, each.reason) for each in checked.unknown] == [
        ("field", "no type Gone is declared")
    ]
