"""Rules on what a composition imports: accepted and refused."""

from collections.abc import Callable

import pytest

COUNTER, HIDDEN, NOBODY = "A" * 43, "C" * 43, "Z" * 43
Findings = Callable[..., list[str]]

ACCEPTED = (
    ("specifier-grammar", f'import C from "cf:pattern:{COUNTER}"; C;', "an identity"),
    (
        "specifier-grammar",
        f'import C from "cf:pattern:{COUNTER}@{COUNTER}"; C;',
        "an identity pinned to itself",
    ),
    (
        "specifier-grammar",
        'import C from "cf:/kitchen/todo-list/a/b.ts"; C;',
        "a slug in a space with a path",
    ),
    ("unknown-identity", f'import C from "cf:pattern:{COUNTER}"; C;', "an indexed identity"),
    ("unresolved-relative-import", 'import C from "./counter.tsx"; C;', "a file beside it"),
    (
        "unknown-export",
        'import { PAGE_SIZE, type Item } from "./counter.tsx"; PAGE_SIZE;',
        "a value and a type",
    ),
    (
        "unknown-export",
        'import C, { default as D } from "./counter.tsx"; C; D;',
        "the default export by name",
    ),
    ("default-export-missing", 'import C from "./counter.tsx"; C;', "a default export"),
    (
        "runtime-name",
        'import { pattern, type Writable } from "commonfabric"; pattern;',
        "names that it offers",
    ),
    (
        "type-used-as-value",
        'import { type Item } from "./counter.tsx"; const i: Item[] = []; i;',
        "a type as a type",
    ),
    (
        "type-used-as-value",
        'import type Counter from "./counter.tsx"; type Made = typeof Counter; let m: Made; m;',
        "the type of what is imported as a type",
    ),
    (
        "type-used-as-value",
        'import { type Item } from "./counter.tsx"; const f = (Item: number) => Item + 1; f;',
        "a parameter of the same name",
    ),
    ("hidden-or-unsuitable-pattern", f'import C from "cf:pattern:{COUNTER}"; C;', "a pattern without a note"),
    ("unused-import", 'import C from "./counter.tsx"; export default C;', "an import that is exported"),
)

REFUSED = (
    (
        "specifier-grammar",
        'import C from "cf:pattern:abc";',
        (
            '1:15 error: "cf:pattern:abc" is no reference that can be imported: an identity has 43 characters of '
            "A-Z, a-z, 0-9, _ and -, this one has 3"
        ),
        "a short identity",
    ),
    (
        "specifier-grammar",
        f'import C from "cf:pattern:{COUNTER}/schemas";',
        (
            f'1:15 error: "cf:pattern:{COUNTER}/schemas" is no reference that can be imported: cf:pattern: takes no '
            "path after the identity"
        ),
        "a path below an identity",
    ),
    (
        "specifier-grammar",
        'import C from "cf:module/x";',
        '1:15 error: "cf:module/x" is no reference that can be imported: this form is reserved for the compiler',
        "a form of the compiler",
    ),
    (
        "unknown-identity",
        f'import C from "cf:pattern:{NOBODY}";',
        f'1:15 error: no indexed pattern has the identity "{NOBODY}"',
        "an identity that nobody has",
    ),
    (
        "unresolved-relative-import",
        'import C from "./countr.tsx";',
        '1:15 error: no file stands at "./countr.tsx"',
        "a file that is not there",
    ),
    (
        "unresolved-relative-import",
        'import x from "../../../tools/x.ts";',
        '1:15 warning: "../../../tools/x.ts" leads out of what is checked here, and no file stands there',
        "a file far outside",
    ),
    (
        "unresolved-relative-import",
        'import React from "react";',
        '1:19 warning: "react" is no module that patterns can import',
        "a module of another world",
    ),
    (
        "unknown-export",
        'import { PAGE_SIZ } from "./counter.tsx";',
        '1:10 error: "./counter.tsx" exports no "PAGE_SIZ"; did you mean "PAGE_SIZE"?',
        "a misspelled name",
    ),
    (
        "unknown-export",
        'export { Basket } from "./void.tsx";',
        '1:10 error: "./void.tsx" exports no "Basket"; it has Clock',
        "a re-export of nothing",
    ),
    (
        "unknown-export",
        'import { Counter } from "./loose.tsx";',
        '1:10 error: "./loose.tsx" exports no "Counter"; its default export is imported without braces',
        "a default export in braces",
    ),
    (
        "default-export-missing",
        'import Clock from "./void.tsx";',
        '1:8 error: "./void.tsx" has no default export; it exports { Clock }',
        "a default import of named exports",
    ),
    (
        "runtime-name",
        'import { useState } from "commonfabric";',
        (
            '1:10 error: "commonfabric" offers no "useState"; it has Cell, Default, NAME, ReadonlyCell, Stream, UI, '
            "VNode, Writable, ..."
        ),
        "a helper of another framework",
    ),
    (
        "type-used-as-value",
        'import type Counter from "./counter.tsx"; Counter({});',
        '1:43 error: "Counter" is imported with `type`, so it cannot be used as a value',
        "a pattern imported as a type",
    ),
    (
        "type-used-as-value",
        'import { Item } from "./counter.tsx"; const x = Item;',
        '1:49 error: "Item" is a type, it cannot be used as a value',
        "an interface as a value",
    ),
    (
        "type-used-as-value",
        "interface Own { id: string } const x = Own;",
        '1:40 error: "Own" is a type, it cannot be used as a value',
        "an interface of the file itself",
    ),
    (
        "hidden-or-unsuitable-pattern",
        f'import C from "cf:pattern:{HIDDEN}"; C;',
        '1:15 warning: "Counter" is hidden from the index: it is not meant to be composed',
        "a hidden pattern",
    ),
    (
        "unused-import",
        'import C from "./counter.tsx";\nexport const x = 1; // no use of it\n',
        '1:8 warning: "C" is imported and never used',
        "an import without a use",
    ),
)


@pytest.mark.parametrize(
    ("rule", "text"), [pytest.param(*row[:2], id=f"{row[0]}: {row[2]}") for row in ACCEPTED]
)
def test_sound_imports_are_left_alone(findings: Findings, rule: str, text: str) -> None:
    assert findings(rule, text) == []


@pytest.mark.parametrize(
    ("rule", "text", "message"), [pytest.param(*row[:3], id=f"{row[0]}: {row[3]}") for row in REFUSED]
)
def test_broken_imports_are_named(findings: Findings, rule: str, text: str, message: str) -> None:
    assert findings(rule, text) == [message]
