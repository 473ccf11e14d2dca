import pytest

from indexer.types.assign import assignable
from indexer.types.engine import NotFound, TypeEngine, Value
from indexer.types.host import MemoryHost, join_specifier
from indexer.types.model import STRING, Declaration, Named, Scalar, Shape, Type, Undetermined
from indexer.types.unions import members_of

TYPES = """
import type { Far } from "./far.ts";
export interface Base { id: string; size?: number }
export interface Wide extends Base { more: boolean }
export type Either = "a" | "b";
export type Tree<T> = { value: T; kids: Tree<T>[] };
export type Filled = Required<Base>;
export type Element<T> = T extends (infer U)[] ? U : never;
export type Words = Element<string[]>;
export const LIST = ["x", "y"] as const;
export type Listed = (typeof LIST)[number];
export type Lost = Far;
export { Wide as Renamed };
"""


def _engine(**others: str) -> TypeEngine:
    files = {"/types.ts": TYPES, **{f"/{name}.ts": text for name, text in others.items()}}
    return TypeEngine(
        MemoryHost({name: text.encode() for name, text in files.items()}, {"commonfabric": None})
    )


def _type(engine: TypeEngine, name: str, *arguments: Type) -> Type:
    found = engine.find_type("/types.ts", name)
    assert isinstance(found, Declaration)
    return Named(found, arguments)


def _names(engine: TypeEngine, name: str) -> list[str]:
    shape = engine.shape_of(_type(engine, name))
    assert isinstance(shape, Shape)
    return [f"{member.name}{'?' if member.optional else ''}" for member in shape.members]


def test_interfaces_list_own_members_then_those_of_bases() -> None:
    assert _names(_engine(), "Wide") == ["more", "id", "size?"]


def test_utility_types_are_computed() -> None:
    assert _names(_engine(), "Filled") == ["id", "size"]


@pytest.mark.parametrize(("name", "values"), [("Either", ["a", "b"]), ("Listed", ["x", "y"])])
def test_unions_of_literals_keep_their_order(name: str, values: list[str]) -> None:
    engine = _engine()
    assert [getattr(each, "value", None) for each in members_of(engine, _type(engine, name))] == values


def test_infer_finds_the_element() -> None:
    engine = _engine()
    assert getattr(engine.resolved(_type(engine, "Words")), "name", "") == "string"


def test_an_instantiation_is_one_shape_however_often_it_is_met() -> None:
    engine = _engine()
    text = engine.resolved(_type(engine, "Words"))
    tree = engine.shape_of(_type(engine, "Tree", text))
    assert tree is not None
    assert tree is engine.shape_of(_type(engine, "Tree", text))


def test_what_an_import_leads_nowhere_to_is_undetermined_with_its_reason() -> None:
    engine = _engine()
    found = engine.resolved(_type(engine, "Lost"))
    assert found == Undetermined("import of ./far.ts leads nowhere")


def test_names_are_followed_through_renames_re_exports_and_stars() -> None:
    engine = _engine(
        far="export interface Far { f: 1 }",
        mid='export * from "./types.ts"; export { LIST as L } from "./types.ts";',
    )
    renamed, value = engine.find_type("/mid.ts", "Renamed"), engine.find_value("/mid.ts", "L")
    assert isinstance(renamed, Declaration)
    assert renamed.name == "Wide"
    assert isinstance(value, Value)
    assert (value.key, value.name) == ("/types.ts", "LIST")


def test_exports_that_go_in_circles_are_not_found() -> None:
    engine = _engine(one='export * from "./two.ts";', two='export * from "./one.ts";')
    assert isinstance(engine.find_type("/one.ts", "Any"), NotFound)


@pytest.mark.parametrize(
    ("source", "target", "fits"),
    [
        pytest.param("Wide", "Base", True, id="more members"),
        pytest.param("Base", "Wide", False, id="a missing member"),
        pytest.param("Base", "Filled", False, id="an optional member where it is required"),
        pytest.param("Either", "Words", True, id="literals for their kind"),
        pytest.param("Words", "Either", False, id="a kind for literals"),
        pytest.param("Lost", "Base", None, id="what cannot be told"),
    ],
)
def test_assignability_is_yes_no_or_cannot_tell(source: str, target: str, *, fits: bool | None) -> None:
    engine = _engine()
    assert assignable(engine, _type(engine, source), _type(engine, target)) is fits


@pytest.mark.parametrize(
    ("importer", "specifier", "key"),
    [
        ("src:a/b/c.tsx", "./d.ts", "src:a/b/d.ts"),
        ("src:a/b/c.tsx", "../d.ts", "src:a/d.ts"),
        ("src:a/b.tsx", "../../d.ts", None),
        ("/a/b.ts", "./c.ts", "/a/c.ts"),
    ],
)
def test_relative_specifiers_join_and_never_leave_their_root(
    importer: str, specifier: str, key: str | None
) -> None:
    assert join_specifier(importer, specifier) == key


def test_there_is_one_object_of_each_scalar() -> None:
    assert Scalar("string") is STRING
    assert Scalar("string") != Scalar("number")
    assert repr(Scalar("null")) == "Scalar('null')"


def test_an_engine_tells_how_much_source_it_holds() -> None:
    engine = _engine(b="export type B = 1;")
    assert engine.held_bytes == 0
    for key in ("/b.ts", "/b.ts", "/none.ts"):
        engine.module(key)
    assert engine.held_bytes == len("export type B = 1;")
    engine.forget("/b.ts")
    assert engine.held_bytes == 0
