"""The inferred type of expressions, spelled."""

import pytest

from indexer.types.engine import TypeEngine
from indexer.types.host import MemoryHost
from indexer.types.infer import attach_inference
from indexer.types.infer.spelling import spelled

HEAD = """\
import { action, computed, generateText, handler, lift, pattern, Stream, wish, Writable } from "commonfabric";
interface Item { id: string; tags?: string[]; size: number | null }
declare const items: Item[]; declare const cell: Writable<Item[]>; declare const maybe: Item | undefined;
declare const shape: { kind: "dot"; x: number } | { kind: "line"; from: number; to: number };
declare const text: string; declare const flag: boolean; declare const dict: Record<string, Item>;
function twice(n: number) { return n * 2; }
const identity = <T,>(value: T): T => value;
class Box { inner: Item = null as any; size() { return 3; } }
"""

TYPES = (
    ("1 + 2", "number"),
    ('"a" + 1', "string"),
    ("`a${text}`", "string"),
    ("flag ? 1 : 'x'", '1 | "x"'),
    ("maybe?.size ?? 0", "number"),
    ("text || 'none'", "string"),
    ("!text", "boolean"),
    ("typeof text === 'string'", "boolean"),
    ("[1, 2]", "number[]"),
    ("[...items, { id: '', size: 1 }]", "Item[]"),
    ("({ a: 1, b: { c: text } }).b.c", "string"),
    ("items.map((i) => i.size)", "(number | null)[]"),
    ("items.filter((i) => i.tags)[0].id", "string"),
    ("items.find((i) => i.id === 'x')", "Item | undefined"),
    ("items.reduce((sum, i) => sum + i.id.length, 0)", "number"),
    ("items.flatMap((i) => i.tags ?? [])", "string[]"),
    ("Object.entries(dict).map(([key, item]) => item)", "Item[]"),
    ("Object.keys(dict)", "string[]"),
    ("new Map<string, Item>().get('a')", "Item | undefined"),
    ("Array.from(new Set([1, 2]))", "number[]"),
    ("JSON.parse(text)", "any"),
    ("Math.max(1, 2)", "number"),
    ("twice(2)", "number"),
    ("identity(items)", "Item[]"),
    ("identity<string>(text)", "string"),
    ("new Box().inner.id", "string"),
    ("new Box().size()", "number"),
    ("text as unknown as Item", "Item"),
    ("maybe!", "Item"),
    ("(shape.kind === 'dot' ? shape.x : shape.to)", "number"),
    ("'from' in shape ? shape.from : shape.x", "number"),
    ("(() => { if (!maybe) return 'none'; return maybe.id; })()", "string"),
    ("(() => { const [first, ...rest] = items; return rest; })()", "Item[]"),
    ("(async () => items)()", "Promise<Item[]>"),
    ("cell.get()[0]", "Item"),
    ("cell.key(0)", "Writable<Item>"),
    ("computed(() => items.length)", "number"),
    ("lift(({ n }: { n: number }) => `${n}`)({ n: 1 })", "string"),
    ("handler<{ x: number }, { c: Writable<number> }>((e, s) => {})({ c: 1 as any })", "Stream<{ x }>"),
    ("action(() => {})", "Stream<void>"),
    ("action((e: Item) => {})", "Stream<Item>"),
    ("wish<Item>({ query: '#x' }).result", "Item | undefined"),
    ("new Writable<Item[]>([]).get()", "Item[]"),
    ("new Writable(1).get()", "number"),
    ("generateText({ prompt: '' }).result", "string | undefined"),
    ("pattern<{ a: number }, Item>(() => null as any)({ a: 1 }).id", "string"),
    ("pattern<{ a: number }>(() => ({ b: 1 }))({ a: 1 })", "any"),
    ("<p>text</p>", "JSX.Element"),
    ("nowhere", "unknown"),
)


def type_of(expression: str) -> str:
    """The spelled type of *expression* below the head."""
    content = f"{HEAD}export default {expression};\n".encode()
    engine = TypeEngine(MemoryHost({"main.tsx": content}, {"commonfabric": None}))
    attach_inference(engine)
    module = engine.module("main.tsx")
    assert module is not None
    value = module.exports["default"].value
    assert value is not None or module.exports["default"].local == expression
    node = value if value is not None else module.root.named_children[-1].named_children[-1]
    return spelled(engine, engine.type_of_expression(node, module.scope))


@pytest.mark.parametrize(("expression", "expected"), [pytest.param(*row, id=row[0]) for row in TYPES])
def test_expressions_have_the_compilers_types(expression: str, expected: str) -> None:
    assert type_of(expression) == expected
