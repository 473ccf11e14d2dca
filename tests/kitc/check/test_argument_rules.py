"""Rules on arguments, attributes and events: accepted and refused."""

from collections.abc import Callable

import pytest

Findings = Callable[..., list[str]]
HEAD = 'import Counter from "./counter.tsx";\nimport { Clock } from "./void.tsx";\nimport { handler, Writable } from "commonfabric";\n'
"""Three lines, so that what is tested stands on line 4."""

ACCEPTED = (
    ("Counter({ value: 1 });", "all required ones"),
    ("Counter({ value: new Writable(1), items: [{ id: '1' }], mode: 'up' });", "a cell for its value"),
    ("Clock();", "no argument where none is taken"),
    ("const rest = { value: 1 }; Counter({ ...rest });", "a spread that gives the required one"),
    ("const any: any = 1; Counter({ value: any, mode: any });", "any for everything"),
    ("Counter({ 'value': 2, items: undefined });", "a quoted key, an optional one undefined"),
    (
        "const c = Counter({ value: 1 }); c.increment.send(); c.add.send({ title: 'x' });",
        "events as declared",
    ),
    ("<Counter value={1} key='k' />;", "attributes, and the key that every element takes"),
    ("const f = (given: { size: number }) => given; f({ size: 1 });", "what a plain function takes"),
    ("const same = <T,>(given: { held: T }) => given; same({ held: 'x' });", "what a generic function takes"),
    (
        "type Kept<T> = Writable<T> & { sync(): void }; handler<void, { at: Kept<number> }>(() => {})({ at: Writable.of(1) });",
        "a cell for a cell with more to it",
    ),
    ("declare const up: boolean; Counter({ value: up ? 1 : 2 });", "a choice of fitting values"),
)

REFUSED = (
    (
        "unknown-argument",
        "Counter({ value: 1, colour: 2 });",
        ['4:21 error: Counter takes no "colour"; it has value, items, mode, style'],
        "a name that nothing takes",
    ),
    (
        "unknown-argument",
        "Counter({ value: 1, itmes: [] });",
        ['4:21 error: Counter takes no "itmes"; did you mean "items"?'],
        "a misspelled name",
    ),
    (
        "unknown-argument",
        "Counter({ value: 1, items: [{ id: '1', label: 'x' }] });",
        ['4:40 error: Counter takes no "label"; it has id, tags'],
        "a nested name",
    ),
    (
        "unknown-argument",
        "<Counter value={1} mod='up' />;",
        ['4:20 error: Counter takes no "mod"; did you mean "mode"?'],
        "an attribute",
    ),
    (
        "unknown-argument",
        "const c = Counter({ value: 1 });\nc.add.send({ titel: 'x', title: 'y' });",
        ['5:14 error: the event of c.add takes no "titel"; did you mean "title"?'],
        "a field of an event",
    ),
    (
        "unknown-argument",
        "const bind = handler<void, { at: number }>(() => {});\nbind({ at: 1, by: 2 });",
        ['5:15 error: bind takes no "by"; did you mean "at"?'],
        "the state of a handler",
    ),
    (
        "unknown-argument",
        "const f = (given: { size: number }) => given;\nf({ size: 1, colour: 2 });",
        ['5:14 error: f takes no "colour"; it has size'],
        "an object given to a plain function",
    ),
    ("unknown-argument", "Clock({ at: 1 });", ['4:9 error: Clock takes no "at"'], "what takes nothing"),
    (
        "unknown-argument",
        "<Clock at={1} />;",
        ['4:8 error: Clock takes no "at"'],
        "an element that takes nothing",
    ),
    (
        "missing-argument",
        "Counter({});",
        ['4:9 error: Counter requires "value", which is not given'],
        "a required argument",
    ),
    (
        "missing-argument",
        "Counter();",
        ["4:1 error: Counter requires its argument, which is not given"],
        "the whole argument",
    ),
    (
        "missing-argument",
        "Counter({ value: 1, style: {} });",
        ['4:28 error: Counter requires "color", which is not given'],
        "a nested required one",
    ),
    (
        "missing-argument",
        "<Counter mode='up' />;",
        ['4:2 error: Counter requires "value", which is not given'],
        "a required attribute",
    ),
    (
        "missing-argument",
        "const c = Counter({ value: 1 });\nc.add.send();",
        ["5:7 error: the event of c.add requires its event, which is not given"],
        "an event",
    ),
    (
        "argument-type",
        "Counter({ value: 'one' });",
        ['4:11 error: "value" of Counter takes number | Default<0>, given is "one"'],
        "text for a number",
    ),
    (
        "argument-type",
        "Counter({ value: 1, items: 'none' });",
        ['4:21 error: "items" of Counter takes Item[] | undefined, given is "none"'],
        "text for a list",
    ),
    (
        "argument-type",
        "Counter({ value: 1, mode: 'left' });",
        ['4:21 error: "mode" of Counter takes "up" | "down" | undefined, given is "left"'],
        "another literal",
    ),
    (
        "argument-type",
        "const c = Counter({ value: 1 });\nc.increment.send(5);",
        ["5:18 error: the event of c.increment takes void, given is 5"],
        "an event for a stream of nothing",
    ),
    (
        "argument-type",
        "const c = Counter({ value: 1 });\nCounter({ value: c.increment });",
        ['5:11 error: "value" of Counter takes number | Default<0>, given is Stream<void>'],
        "a stream for a value",
    ),
)
RULES = ("unknown-argument", "missing-argument", "argument-type")


@pytest.mark.parametrize("text", [pytest.param(row[0], id=row[1]) for row in ACCEPTED])
def test_sound_arguments_are_left_alone(findings: Findings, text: str) -> None:
    assert [found for rule in RULES for found in findings(rule, HEAD + text)] == []


@pytest.mark.parametrize(
    ("rule", "text", "messages"), [pytest.param(*row[:3], id=f"{row[0]}: {row[3]}") for row in REFUSED]
)
def test_wrong_arguments_are_named(findings: Findings, rule: str, text: str, messages: list[str]) -> None:
    assert findings(rule, HEAD + text) == messages
