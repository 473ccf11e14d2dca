import os
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.base.digest import digest_of
from indexer.base.globs import GlobSet, glob_set
from indexer.collect import folder as folder_module
from indexer.collect.folder import Listing, read_folder

MARKDOWN = glob_set(["**/*.md"])
NOTHING = glob_set([])


def listing(root: Path, *, include: GlobSet = MARKDOWN, exclude: GlobSet = NOTHING) -> Listing:
    return read_folder(root, source="s", include=include, exclude=exclude)


def paths(found: Listing) -> list[str]:
    return [file.path for file in found.files]


def test_files_come_in_order_of_path_with_their_bytes_and_digest(write: Callable[..., Path]) -> None:
    root = write({"b.md": "two", "a/z.md": b"\xff\x00", "a.txt": "no"})
    found = listing(root)
    assert paths(found) == ["a/z.md", "b.md"]
    assert found.files[0].content == b"\xff\x00"
    assert found.files[1].digest == digest_of(b"two")
    assert found.problems == ()


def test_excluded_files_and_version_control_are_no_part_of_it(write: Callable[..., Path]) -> None:
    root = write({"a.md": "", "old/b.md": "", ".git/c.md": "", "node_modules/p/d.md": ""})
    assert paths(listing(root, exclude=glob_set(["old/**"]))) == ["a.md"]


def test_a_link_that_leaves_the_root_is_refused(
    write: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text("secret")
    root = write({"a.md": ""})
    (root / "leak.md").symlink_to(outside)
    (root / "leaks").symlink_to(outside.parent)
    found = listing(root)
    assert paths(found) == ["a.md"]
    assert [(problem.path, problem.kind, problem.severity) for problem in found.problems] == [
        ("leak.md", "outside-root", "error"),
        ("leaks", "outside-root", "error"),
    ]


def test_a_sibling_whose_name_starts_like_the_root_is_outside(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "root-other").mkdir()
    (tmp_path / "root-other" / "a.md").write_text("")
    (tmp_path / "root" / "a.md").symlink_to(tmp_path / "root-other" / "a.md")
    assert [problem.kind for problem in listing(tmp_path / "root").problems] == ["outside-root"]


def test_a_linked_file_is_taken_once_under_its_real_path(write: Callable[..., Path]) -> None:
    root = write({"real/a.md": "text"})
    (root / "alias").symlink_to(root / "real")
    (root / "b.md").symlink_to(root / "real" / "a.md")
    assert paths(listing(root)) == ["real/a.md"]


def test_a_linked_file_whose_real_path_is_not_chosen_is_taken_under_its_alias(
    write: Callable[..., Path],
) -> None:
    root = write({"hidden/a.txt": "text"})
    (root / "a.md").symlink_to(root / "hidden" / "a.txt")
    assert paths(listing(root)) == ["a.md"]


def test_links_in_circles_end(write: Callable[..., Path]) -> None:
    root = write({"a/b.md": ""})
    (root / "a" / "up").symlink_to(root)
    (root / "a" / "self").symlink_to(root / "a" / "self")
    assert paths(listing(root)) == ["a/b.md"]


def test_a_dangling_link_is_a_problem(write: Callable[..., Path]) -> None:
    root = write({"a.md": ""})
    (root / "b.md").symlink_to(root / "nowhere")
    (problem,) = listing(root).problems
    assert (problem.path, problem.kind, problem.message) == (
        "b.md",
        "unreadable",
        "is a symbolic link to no file",
    )


def test_a_pipe_is_not_read(write: Callable[..., Path]) -> None:
    root = write({"a.md": ""})
    os.mkfifo(root / "pipe.md")
    (problem,) = listing(root).problems
    assert (problem.path, problem.message) == ("pipe.md", "is no regular file")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_cannot_be_read_is_a_problem(write: Callable[..., Path]) -> None:
    root = write({"a.md": ""})
    (root / "a.md").chmod(0)
    assert [problem.kind for problem in listing(root).problems] == ["unreadable"]


def test_a_name_that_is_no_utf8_is_a_problem(write: Callable[..., Path]) -> None:
    root = write({"a.md": ""})
    with open(os.fsencode(root) + b"/\xff.md", "wb"):  # noqa: PTH123 - a path of bytes
        pass
    (problem,) = listing(root).problems
    assert (problem.path, problem.kind) == ("\ufffd.md", "undecodable")


def test_a_path_that_no_address_could_name_is_a_problem(write: Callable[..., Path]) -> None:
    found = listing(write({"a#b.md": "", "c.md": ""}))
    assert paths(found) == ["c.md"]
    assert [(problem.path, problem.kind) for problem in found.problems] == [("a#b.md", "unaddressable")]


def test_a_file_that_is_too_long_is_a_problem(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_module, "MAX_FILE_BYTES", 3)
    found = listing(write({"a.md": "1234", "b.md": "123"}))
    assert paths(found) == ["b.md"]
    assert [(problem.path, problem.kind) for problem in found.problems] == [("a.md", "too-large")]
