"""A small corpus in memory, and the check over it."""

from collections.abc import Callable

import pytest

from indexer.types.host import Found, MemoryHost, NotIndexed, Resolution
from kitc.check.checker import Checker, Request
from kitc.check.report import CheckReport
from kitc.check.site import PatternNote

COUNTER = "A" * 43
LOOSE = "B" * 43
HIDDEN = "C" * 43

FILES = {
    "src:shop/counter.tsx": """\
import { Default, handler, NAME, pattern, Stream, UI, type VNode, Writable } from "commonfabric";
export interface Item {
  id: string;
  tags?: string[];
}
export type Mode = "up" | "down";
export interface CounterInput {
  value: Writable<number | Default<0>>;
  items?: Item[];
  mode?: Mode;
  style?: { color: string };
}
export interface CounterOutput {
  [NAME]: string;
  [UI]: VNode;
  value: number;
  items: Item[];
  owner: { name: string; mail?: string };
  live: Writable<number>;
  state: { kind: "ready"; total: number } | { kind: "failed"; reason: string };
  increment: Stream<void>;
  add: Stream<{ title: string; count?: number }>;
}
export const PAGE_SIZE = 20;
export default pattern<CounterInput, CounterOutput>(({ value }) => null as any);
""",
    "src:shop/loose.tsx": """\
import { pattern, UI } from "commonfabric";
export default pattern<{ a: string }>(({ a }) => ({ [UI]: <p>{a}</p>, shown: a.length }));
""",
    "src:shop/void.tsx": """\
import { pattern } from "commonfabric";
export const Clock = pattern<void, { time: string }>(() => ({ time: "" }));
""",
    "runtime:commonfabric": b"""\
export declare const pattern: any; export declare const handler: any; export declare const lift: any;
export declare const computed: any; export declare const action: any; export declare const wish: any;
export declare const UI: "$UI"; export declare const NAME: "$NAME";
export interface Writable<T> {} export interface Stream<T> {} export interface Default<T, V> {}
export interface ReadonlyCell<T> {} export interface VNode {} export interface Cell<T> {}
export declare const Writable: any; export declare const Cell: any; export declare const ifElse: any;
""".decode(),
}


class ShopHost:
    """The files above, with identities for three of them."""

    def __init__(self) -> None:
        files = {key: text.encode() for key, text in FILES.items()}
        self._below = MemoryHost(files, {"commonfabric": "runtime:commonfabric"})
        self._entries = {COUNTER: "counter", LOOSE: "loose", HIDDEN: "counter"}

    def content(self, key: str) -> bytes | None:
        return self._below.content(key)

    def resolve(self, specifier: str, importer: str) -> Resolution:
        identity = specifier.removeprefix("cf:pattern:").partition("@")[0]
        if identity in self._entries:
            return Found(f"src:shop/{self._entries[identity]}.tsx")
        found = self._below.resolve(specifier, importer)
        return NotIndexed(identity) if isinstance(found, NotIndexed) else found


@pytest.fixture(scope="session")
def report() -> Callable[..., CheckReport]:
    """The report on a composition that stands beside the files of the shop."""
    checker = Checker(ShopHost(), {HIDDEN: PatternNote(name="Counter", hidden=True)})

    def run(text: str, *, file: str = "main.tsx", grants: frozenset[str] | None = None) -> CheckReport:
        request = Request(content=text.encode(), file=file, importer="src:shop/main.tsx", grants=grants)
        return checker.check(request)

    return run


@pytest.fixture(scope="session")
def findings(report: Callable[..., CheckReport]) -> Callable[..., list[str]]:
    """Findings of one rule as ``line:column severity: message``."""

    def run(rule: str, text: str, **options: frozenset[str] | None) -> list[str]:
        return [
            f"{each.line}:{each.column} {each.severity}: {each.message}"
            for each in report(text, **options).findings
            if each.rule == rule
        ]

    return run
