"""Which text of a document, module or program counts for what."""

import math

import pytest

from indexer.search.fields import LEVELS, WEIGHING, SetName
from indexer.search.passages import (
    CONSTANT_FACTOR,
    DEMOTED_PROGRAM_FACTOR,
    INNER_FACTOR,
    MEMBER_FACTOR,
    DocumentText,
    ModuleText,
    ProgramText,
    SectionText,
    SymbolText,
    lead_of,
    passages_of_document,
    passages_of_module,
    passages_of_program,
)
from indexer.search.postings import unpack
from indexer.search.standing import DEMOTED_FACTOR, ORDINARY_FACTOR, PREFERRED_FACTOR, Standing
from indexer.search.tokens import Stemmer
from indexer.search.vocabulary import Vocabulary
from indexer.search.weigh import Fragment, Passages, weigh


def level(share: float) -> int:
    """The impact for a share of the highest one: rounded half up."""
    return math.floor(share * LEVELS + 0.5)


def weighed(passages: Passages) -> Fragment:
    """One file, weighed by who has read nothing before."""
    return weigh([passages], Vocabulary(Stemmer()))


def impacts_of(passages: Passages, within: SetName) -> dict[str, int]:
    """Impact by term of the one passage in a set."""
    pieces, terms = weighed(passages)
    keys = pieces[within].keys
    _, impacts = unpack(keys.astype("<u4").tobytes())
    numbers = (keys >> 32).tolist()
    return {terms.texts[number]: impact for number, impact in zip(numbers, impacts.tolist(), strict=True)}


def document(standing: Standing = "ordinary", *, title: str = "Cells", text: str = "") -> Passages:
    """A document of one section."""
    section = SectionText(address="doc:a/b.md#c", title=title, breadcrumb="", text=text)
    whole = DocumentText(path="b.md", title="", description="", sections=[section])
    return passages_of_document(whole, standing)


def section(standing: Standing = "ordinary", *, title: str = "Cells", text: str = "") -> dict[str, int]:
    """Impacts of the section."""
    return impacts_of(document(standing, title=title, text=text), "docs")


def module(standing: Standing = "ordinary", *, path: str = "wishList.ts") -> dict[str, int]:
    """Impacts of a module with one symbol."""
    return impacts_of(_module(standing, path=path), "source")


def symbol(standing: Standing = "ordinary", *, path: str = "wishList.ts", **given: object) -> dict[str, int]:
    """Impacts of its symbol."""
    return impacts_of(_module(standing, path=path, **given), "symbols")


def _module(standing: Standing, *, path: str, **given: object) -> Passages:
    facts: dict[str, object] = {
        "address": "src:a/b.ts#Cell",
        "name": "Cell",
        "container": "",
        "kind": "interface",
        "signature": "interface Cell",
        "doc": "Holds a value. Others may watch.",
        "exported": True,
        "body": "",
    }
    text = SymbolText(**(facts | given))  # type: ignore[arg-type]  # a table of texts
    whole = ModuleText(address="src:a/b.ts", path=path, doc="", text="", symbols=[text])
    return passages_of_module(whole, standing)


def program(standing: Standing = "ordinary", *, path: str = "box.tsx", entry: str = "") -> dict[str, int]:
    """Impacts of a program."""
    text = ProgramText(
        address="src:a/box.tsx", path=path, name="Toolbox", description="", exports="", contract=""
    )
    return impacts_of(passages_of_program(text, entry, standing), "programs")


@pytest.mark.parametrize(
    ("impacts", "name", "share"),
    [
        pytest.param(section("preferred"), "=cells", PREFERRED_FACTOR, id="a title"),
        pytest.param(section(), "=cells", ORDINARY_FACTOR, id="a title in a document like most"),
        pytest.param(module(), "=wishlistts", 1, id="a file"),
        pytest.param(module(), "=wishlist", 0.8, id="a file without its ending"),
        pytest.param(module(path="a/Wishes"), "=wishes", 1, id="a file that has no ending"),
        pytest.param(module("demoted"), "=wishlistts", DEMOTED_FACTOR, id="a demoted file"),
        pytest.param(module(path="plans/wishes.ts"), "=wishests", 0.8, id="a file with plans"),
        pytest.param(symbol(), "=cell", 1, id="a symbol"),
        pytest.param(symbol("demoted"), "=cell", DEMOTED_FACTOR, id="a symbol of a demoted file"),
        pytest.param(symbol(exported=False), "=cell", INNER_FACTOR, id="an inner symbol"),
        pytest.param(symbol(kind="const"), "=cell", CONSTANT_FACTOR, id="a constant"),
        pytest.param(symbol(container="Box"), "=cell", MEMBER_FACTOR, id="a member"),
        pytest.param(symbol(container="Box"), "=boxcell", MEMBER_FACTOR, id="a member with its container"),
        pytest.param(program(), "=toolbox", 1, id="a program"),
        pytest.param(program("demoted"), "=toolbox", DEMOTED_PROGRAM_FACTOR, id="a demoted program"),
        pytest.param(program(path="plans/box.tsx"), "=toolbox", DEMOTED_PROGRAM_FACTOR, id="a planned one"),
    ],
)
def test_an_exact_name_counts_as_its_passage_stands(impacts: dict[str, int], name: str, share: float) -> None:
    assert impacts[name] == level(share)


def test_a_word_of_usual_frequency_counts_what_its_field_weighs() -> None:
    index = WEIGHING["docs"]
    prose = index.fields["prose"]
    impacts = section("preferred", text="leaf " + "twig " * (prose.usual_length - 1))
    assert impacts["leaf"] == level(prose.weight / (index.saturation + prose.weight))


def test_a_word_counts_less_in_longer_text_and_never_nothing() -> None:
    lengths = (1, 50, 200, 100_000)
    found = [section(text="leaf " + "twig " * length)["leaf"] for length in lengths]
    assert found == sorted({*found}, reverse=True)
    assert found[-1] == 1


def test_prose_counts_more_than_fenced_code() -> None:
    impacts = section(text="A root.\n\n```ts\nleaf()\n```\n\nThe twig.\n\n~~~\nbark()\n~~~\n")
    assert impacts["root"] == impacts["twig"] > impacts["leaf"] == impacts["bark"]


def test_stop_words_count_in_titles_alone() -> None:
    assert "what" in section(title="What is")
    assert "what" not in section(text="What is")


def test_a_program_is_found_by_what_it_says_and_not_by_its_code() -> None:
    impacts = program(
        entry='/** A hinge.\n Oiled. */\nconst lid = "Screw it" + <b>Nails</b>{rust}; // Painted\nlid("http://handle");\n'
    )
    assert {"hing", "oil", "screw", "nail", "paint", "handl"} <= impacts.keys()
    assert impacts.keys().isdisjoint({"lid", "const", "rust"})


def test_a_member_is_found_by_its_container() -> None:
    assert "box" in symbol(container="Box")
    assert "box" not in symbol()


def test_the_first_sentence_of_a_comment_counts_more_than_the_next() -> None:
    impacts = symbol()
    assert impacts["valu"] > impacts["watch"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("WishState", "state wish", id="camel case"),
        pytest.param("read_only", "only read", id="snake case"),
        pytest.param("cf-hstack", "", id="full-text search splits at hyphens itself"),
        pytest.param("plain", "", id="one word"),
        pytest.param("WishState stateWish", "state wish", id="each part once"),
    ],
)
def test_full_text_search_gets_the_parts_of_identifiers(text: str, words: str) -> None:
    assert weighed(document(text=text)).pieces["docs"].split_words == [words]


@pytest.mark.parametrize(
    ("doc", "lead"),
    [
        pytest.param("Holds a value. Others may watch.", "Holds a value.", id="a sentence"),
        pytest.param("Holds 1.5 values", "Holds 1.5 values", id="a point inside a number"),
        pytest.param("Holds a value\n\nMore", "Holds a value", id="a paragraph"),
        pytest.param("Holds it\n@param value", "Holds it", id="a tag"),
        pytest.param("Holds {@link Cell} values. More", "Holds {@link Cell} values.", id="an inline tag"),
        pytest.param("Holds e.g. a value. More", "Holds e.g. a value.", id="an abbreviation"),
        pytest.param("", "", id="none"),
    ],
)
def test_the_lead_of_a_comment_is_its_first_sentence(doc: str, lead: str) -> None:
    assert lead_of(doc) == lead
