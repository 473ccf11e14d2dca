import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parse.typescript.grammar import parse_tree

READABLE = (
    pytest.param("ts", b'export type * from "./a.ts";', ("export-type-star",), id="star of types"),
    pytest.param(
        "ts", b'export type * as all from "./a.ts";', ("export-type-star",), id="namespace of types"
    ),
    pytest.param(
        "ts", b'export * from "./a.json" with { type: "json" };', ("export-attributes",), id="attributes"
    ),
    pytest.param("ts", b"class A { override accessor size = 1; }", ("accessor",), id="override accessor"),
    pytest.param("ts", b"class A { accessor; kind = 1; }", ("accessor-name",), id="a field named accessor"),
    pytest.param("ts", b"interface Box<in T> { }", ("variance",), id="in"),
    pytest.param("ts", b"type Box<in out T> = T;", ("variance",), id="in out"),
    pytest.param("ts", b'type A = import("./a.ts").Box<string>;', ("import-type",), id="generic import type"),
    pytest.param(
        "ts", b"type A = { [K in keyof readonly string[]]: K };", ("readonly-operand",), id="keyof readonly"
    ),
    pytest.param(
        "ts",
        b"class A { constructor(private readonly override size: number) {} }",
        ("override-parameter",),
        id="override parameter",
    ),
    pytest.param("tsx", b"const a = <p>salt & pepper</p>;", ("jsx-ampersand",), id="bare ampersand"),
    pytest.param(
        "tsx", b"const a = <p>tea &#127968; &#x1F3E0; &amp;</p>;", ("jsx-ampersand",), id="numeric entity"
    ),
    pytest.param("tsx", b'const a = <p title="a & b &#9749;" />;', (), id="ampersand in an attribute"),
    pytest.param("ts", b"\xef\xbb\xbfexport const a = 1;\r\n", (), id="byte order mark and CRLF"),
    pytest.param(
        "ts",
        b"interface A {\n  <T>(x: T): B<T>\n  /** Doc. */\n  <U>(y: U): C\n  (z: 1): D\n}",
        ("call-signature",),
        id="call signatures without semicolons",
    ),
    pytest.param(
        "ts",
        b'declare module "m" {\n  global { interface A {} }\n}',
        ("global-block",),
        id="global in a module",
    ),
    pytest.param(
        "ts",
        b"type A<S extends string> = `\\`${S}\\``;",
        ("escaped-backtick",),
        id="backtick in a template type",
    ),
    pytest.param(
        "ts", b"const a = yield* sql<{ b: C }>`select ${d}`;", ("tag-arguments",), id="types of a tag"
    ),
    pytest.param(
        "ts", b"interface Box<\n  /** Why. */\n  out T> {}", ("variance",), id="variance after a comment"
    ),
    pytest.param("ts", b"", (), id="empty file"),
)
DAMAGED = (
    pytest.param(b"const a = ;", ((8, 9, "syntax-error"),), id="missing expression"),
    pytest.param(b"const a = 1\0;", ((11, 12, "nul"),), id="NUL"),
    pytest.param(
        b'const a = "\xff\xfe b \xc3";', ((11, 13, "undecodable"), (16, 17, "undecodable")), id="not UTF-8"
    ),
)


@pytest.mark.parametrize("grammar, content, kinds", READABLE)
def test_sound_code_is_read_without_damage(grammar: str, content: bytes, kinds: tuple[str, ...]) -> None:
    parsed = parse_tree(content, f"a.{grammar}")
    assert parsed.damage == ()
    assert not parsed.root.has_error
    assert {mask.kind for mask in parsed.masks} == set(kinds)


@pytest.mark.parametrize("content, expected", DAMAGED)
def test_what_cannot_be_read_is_reported_with_its_bytes(
    content: bytes, expected: tuple[tuple[int, int, str], ...]
) -> None:
    damage = parse_tree(content, "a.ts").damage
    assert tuple((found.start, found.stop, found.kind) for found in damage) == expected


def test_text_comes_from_the_file_and_not_from_the_mask() -> None:
    parsed = parse_tree(b"const a = <p>&#127968; tea</p>;", "a.tsx")
    assert parsed.text(parsed.root) == "const a = <p>&#127968; tea</p>;"


SNIPPETS = st.sampled_from(
    [
        "export ",
        "type ",
        "* ",
        "from ",
        '"./a"',
        "{",
        "}",
        "<",
        ">",
        "&",
        "import",
        "(",
        ")",
        "class ",
        "\0",
        "=",
        "é",
        ";",
        "`",
        "${",
        "in ",
        "out ",
    ]
)


@given(
    st.one_of(
        st.binary(max_size=200), st.lists(SNIPPETS, max_size=30).map(lambda parts: "".join(parts).encode())
    )
)
def test_any_bytes_give_a_tree_that_covers_them_and_owns_up_to_its_errors(content: bytes) -> None:
    for path in ("a.ts", "a.tsx"):
        parsed = parse_tree(content, path)
        assert len(parsed.masked) == len(content)
        assert bool(parsed.damage) or not parsed.root.has_error
        assert all(0 <= found.start <= found.stop <= len(content) for found in parsed.damage)
        assert parse_tree(content, path).damage == parsed.damage
