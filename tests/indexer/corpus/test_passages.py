"""Opening addresses: what stands there, how much of it, and what is refused."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.base.digest import digest_of
from indexer.base.errors import AddressRefused, DatabaseRefused, PassageChanged
from indexer.corpus import Corpus
from indexer.corpus.lines import line_starts
from indexer.refresh import RefreshReport

START = "doc:guide/start.md"
LIST = "src:parts/list.tsx"


@pytest.mark.parametrize(
    ("address", "kind", "title", "begins", "first", "last"),
    [
        pytest.param(START, "document", "Start", "Before", 1, 9, id="a whole document"),
        pytest.param(f"{START}#", "section", "", "Before", 1, 2, id="its preamble"),
        pytest.param(f"{START}#next", "section", "Next", "## Next", 7, 9, id="a section"),
        pytest.param(LIST, "module", "list.tsx", "/** A list", 1, 12, id="a module"),
        pytest.param(f"{LIST}#L2-L3", "lines", "list.tsx L2-L3", "import { NAME", 2, 3, id="lines"),
        pytest.param(f"{LIST}#ListInput", "symbol", "ListInput", "export interface", 5, 5, id="a symbol"),
        pytest.param(
            f"{LIST}#ListInput.items", "symbol", "ListInput.items", "items: Item[]", 5, 5, id="a member"
        ),
    ],
)
def test_an_address_opens(  # noqa: PLR0913, PLR0917 - one column each
    corpus: Corpus, address: str, kind: str, title: str, begins: str, first: int, last: int
) -> None:
    passage = corpus.open_passage(address)
    assert (passage.kind, passage.title, passage.completeness, passage.rest) == (
        kind,
        title,
        "complete",
        None,
    )
    assert passage.text.startswith(begins)
    assert (passage.first_line, passage.last_line) == (first, last)
    assert passage.address == address
    assert passage.digest == digest_of(passage.text.encode())
    assert passage.bytes == len(passage.text.encode())


def test_a_pattern_address_opens_the_entry(corpus: Corpus) -> None:
    program = corpus.program("list.tsx")
    passage = corpus.open_passage(program.address)
    assert (passage.kind, passage.title) == ("program", "list.tsx")
    assert passage.text == corpus.open_passage(LIST).text


def test_a_label_goes_with_the_passage_and_its_absence_too(corpus: Corpus) -> None:
    label = corpus.open_passage(START).label
    assert label is not None
    assert (label.confidentiality, label.integrity) == ((), ("team",))
    assert corpus.open_passage(LIST).label is None


@pytest.mark.parametrize(
    ("address", "trouble"),
    [
        pytest.param("nonsense", "is no address", id="no address"),
        pytest.param("doc:guide/other.md", "names nothing in this corpus", id="no such document"),
        pytest.param(
            f"{START}#nxt", f"names nothing in this corpus, {START} has #next", id="a slug misspelt"
        ),
        pytest.param("src:parts/deep/list.tsx", "names nothing in this corpus", id="no such module"),
        pytest.param(f"{LIST}#Lists", f"names nothing in this corpus, {LIST} has #ListInput", id="no symbol"),
        pytest.param(
            f"{LIST}#L90-L91", "has no lines 90-91, the file has 12 lines", id="lines after the end"
        ),
        pytest.param(f"{START}@0-9999", "ends after the passage's 150 bytes", id="bytes after the end"),
        pytest.param(f"cf:pattern:{'x' * 43}", "names nothing in this corpus", id="an unknown identity"),
    ],
)
def test_an_address_is_refused(corpus: Corpus, address: str, trouble: str) -> None:
    with pytest.raises(AddressRefused) as refusal:
        corpus.open_passage(address)
    assert str(refusal.value).startswith(f"{address}: {trouble}")


def test_parts_of_a_passage_join_to_the_whole(corpus: Corpus) -> None:
    text, rest = "", START
    while rest:
        part = corpus.open_passage(rest, max_bytes=40)
        assert len(part.text.encode()) <= 40
        assert part.digest == corpus.open_passage(START).digest
        text, rest = text + part.text, part.rest or ""
    assert text == corpus.open_passage(START).text


def test_a_truncated_read_says_so(corpus: Corpus) -> None:
    passage = corpus.open_passage(START, max_bytes=30)
    assert passage.completeness == "truncated"
    assert passage.address == f"{START}@0-27"
    assert passage.rest == f"{START}@27-150"
    assert passage.reason == "123 bytes follow"


def test_lines_are_those_of_the_file(corpus: Corpus) -> None:
    passage = corpus.open_passage(f"{START}#next", lines=(9, 9))
    assert passage.text == "See [nothing](missing.md).\n"
    assert (passage.first_line, passage.last_line) == (9, 9)
    with pytest.raises(AddressRefused) as refusal:
        corpus.open_passage(f"{START}#next", lines=(1, 2))
    assert str(refusal.value) == f"{START}#next: holds lines 7-9 of its file, not all of those"


def test_too_few_bytes_to_hold_a_character_are_refused(corpus: Corpus) -> None:
    with pytest.raises(AddressRefused) as refusal:
        corpus.open_passage(START, max_bytes=3)
    assert str(refusal.value) == f"{START}: max_bytes is 3, expected at least 4"


def test_changed_bytes_are_refused_naming_both_digests(
    corpus: Corpus, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    before = corpus.open_passage("doc:guide/cells.md#writing")
    folder = write({"docs/cells.md": "# Cells\n\n## Writing\n\nCall `put`.\n"})
    index(folder)
    with Corpus.open(folder / "corpus.db") as changed, pytest.raises(PassageChanged) as refusal:
        changed.open_passage(before.address, digest=before.digest)
    after = digest_of(b"## Writing\n\nCall `put`.\n")
    assert str(refusal.value) == f"{before.address}: bytes have digest {after}, expected {before.digest}"


def test_a_passage_of_the_same_bytes_elsewhere_in_the_file_still_opens(
    corpus: Corpus, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    before = corpus.open_passage("doc:guide/cells.md#writing")
    folder = write({"docs/cells.md": "# Cells\n\nMuch more.\n\n## Writing\n\nCall `set`.\n"})
    index(folder)
    with Corpus.open(folder / "corpus.db") as changed:
        assert changed.open_passage(before.address, digest=before.digest).first_line == 5


def tampered(folder: Path, statement: str) -> Path:
    connection = sqlite3.connect(folder / "corpus.db")
    connection.execute(statement)
    connection.commit()
    connection.close()
    return folder / "corpus.db"


@pytest.mark.parametrize(
    ("statement", "address", "trouble"),
    [
        pytest.param(
            "UPDATE document SET content = CAST('# Cells' AS BLOB) WHERE path = 'cells.md'",
            "doc:guide/cells.md",
            "stored bytes have digest",
            id="bytes of a document",
        ),
        pytest.param(
            "UPDATE section SET start_byte = start_byte + 1 WHERE slug = 'writing'",
            "doc:guide/cells.md#writing",
            "stored bytes have digest",
            id="place of a section",
        ),
        pytest.param(
            "UPDATE section SET stop_byte = 99999 WHERE slug = 'writing'",
            "doc:guide/cells.md#writing",
            "has bytes",
            id="place outside the file",
        ),
        pytest.param(
            "UPDATE module SET content = NULL WHERE 0",
            "doc:guide/cells.md#writing",
            None,
            id="nothing",
        ),
        pytest.param(
            "UPDATE document SET title = CAST('x' AS BLOB)",
            "doc:guide/cells.md",
            "holds bytes where text is expected",
            id="another type",
        ),
    ],
)
def test_tampered_bytes_are_never_shown(
    folder: Path, index: Callable[..., RefreshReport], statement: str, address: str, trouble: str
) -> None:
    index(folder)
    with Corpus.open(tampered(folder, statement)) as corpus:
        if trouble is None:
            assert corpus.open_passage(address).completeness == "complete"
            return
        with pytest.raises(DatabaseRefused) as refusal:
            corpus.open_passage(address)
    assert trouble in str(refusal.value)


def test_what_a_source_lacks_is_unavailable_with_the_reason(
    folder: Path, index: Callable[..., RefreshReport]
) -> None:
    (folder / "docs" / "leak.md").symlink_to("/etc/hosts")
    index(folder)
    with Corpus.open(folder / "corpus.db") as corpus:
        passage = corpus.open_passage("doc:guide/leak.md")
    assert passage.completeness == "unavailable"
    assert passage.reason == "outside-root: is a symbolic link out of its source root"
    assert passage.text == ""


def test_a_dependency_that_is_not_indexed_is_unavailable(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    identity = "k" * 43
    write(
        {
            "programs/two.tsx": f"""\
            import {{ pattern }} from "commonfabric";
            import other from "cf:pattern:{identity}";
            export default pattern<{{}}, {{}}>(() => ({{ other }}));
            """
        }
    )
    index(folder)
    with Corpus.open(folder / "corpus.db") as corpus:
        passage = corpus.open_passage(f"cf:pattern:{identity}")
        (needed,) = corpus.program("two.tsx").dependencies
    assert passage.completeness == "unavailable"
    assert passage.reason == "a program depends on it, but it is in no source of this corpus"
    assert (needed.identity, needed.status, needed.program) == (identity, "not-indexed", None)


def test_many_threads_read_at_once(corpus: Corpus) -> None:
    expected = corpus.open_passage(START)
    found: list[object] = []

    def read() -> None:
        for _ in range(20):
            found.append(corpus.open_passage(START))
            corpus.search("cells")

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 120
    corpus.close()
    with pytest.raises(DatabaseRefused):
        corpus.open_passage(START)


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (b"", [0]),
        (b"a", [0]),
        (b"a\n", [0]),
        (b"a\nb", [0, 2]),
        (b"a\r\nb\rc\n\nd", [0, 3, 5, 7, 8]),
        (b"\n\r\n", [0, 1]),
    ],
)
def test_line_starts(file: bytes, expected: list[int]) -> None:
    assert line_starts(file) == expected


ODD = """\
export const L3 = 1;
export interface Odd {
  "a@0-3": string;
  "b#c": number;
}
"""


def test_symbols_whose_names_look_like_lines_or_bytes_still_open(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    write({"programs/odd.ts": ODD})
    index(folder)
    with Corpus.open(folder / "corpus.db") as corpus:
        names = [symbol for name in ("L3", "a@0-3", "b#c", "Odd") for symbol in corpus.find_symbol(name)]
        assert len(names) == 4
        for symbol in names:
            passage = corpus.open_passage(symbol.address)
            assert (passage.kind, passage.title) == ("symbol", symbol.qualified_name)
        part = corpus.open_passage(names[0].address, max_bytes=8)
        assert part.rest is not None
        whole = corpus.open_passage(names[0].address).text
        assert part.text + corpus.open_passage(part.rest).text == whole
        assert corpus.open_passage("src:parts/odd.ts#L3-L3").text == '  "a@0-3": string;\n'
