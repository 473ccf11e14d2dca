import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.base.globs import GlobSet, expand_braces, glob_set


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        pytest.param("*.md", "a.md", id="a star stands for a name"),
        pytest.param("**/*.md", "a.md", id="two stars stand for no step"),
        pytest.param("**/*.md", "a/b/c.md", id="two stars stand for many steps"),
        pytest.param("docs/**", "docs/a/b.txt", id="two stars at the end stand for everything below"),
        pytest.param("a/**/b.ts", "a/b.ts", id="two stars in the middle stand for no step"),
        pytest.param("**/*.{ts,tsx}", "x/y.tsx", id="braces stand for alternatives"),
        pytest.param("{a,b}/{c,d}.md", "b/c.md", id="several braces combine"),
        pytest.param("a?.md", "ab.md", id="a question mark stands for one character"),
        pytest.param("[x].md", "[x].md", id="brackets stand for themselves"),
        pytest.param("*.md", ".hidden.md", id="a leading dot is a character like others"),
    ],
)
def test_a_glob_matches(glob: str, path: str) -> None:
    assert glob_set([glob]).matches(path)


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        pytest.param("*.md", "a/b.md", id="a star crosses no slash"),
        pytest.param("a?.md", "a/.md", id="a question mark is no slash"),
        pytest.param("docs/**", "docs", id="the folder itself is not below it"),
        pytest.param("*.md", "a.mdx", id="a glob matches to the end"),
        pytest.param("b.md", "ab.md", id="a glob matches from the start"),
        pytest.param("**/b.md", "ab.md", id="two stars end at a slash"),
    ],
)
def test_a_glob_does_not_match(glob: str, path: str) -> None:
    assert not glob_set([glob]).matches(path)


@pytest.mark.parametrize(
    ("glob", "folder", "expected"),
    [
        ("docs/**/*.md", "docs", True),
        ("docs/**/*.md", "docs/deep/deeper", True),
        ("docs/**/*.md", "other", False),
        ("packages/*/README.md", "packages/ui", True),
        ("packages/*/README.md", "packages/ui/src", False),
        ("*.md", "docs", False),
        ("**", "anything/at/all", True),
    ],
)
def test_a_walk_enters_only_folders_that_may_hold_a_match(glob: str, folder: str, *, expected: bool) -> None:
    assert glob_set([glob]).may_hold(folder) is expected


def test_no_glob_matches_nothing() -> None:
    assert not GlobSet(()).matches("a.md")
    assert not GlobSet(()).may_hold("a")


def test_braces_expand_in_order() -> None:
    assert expand_braces("{a,b}{1,2}") == ("a1", "a2", "b1", "b2")


STEP = st.text("abc.", min_size=1, max_size=3)
GLOB_STEP = st.one_of(STEP, st.sampled_from(["*", "**", "a*", "?", "{a,b}"]))


@given(st.lists(GLOB_STEP, min_size=1, max_size=4), st.lists(STEP, min_size=1, max_size=4))
def test_every_folder_above_a_match_may_hold_it(glob_steps: list[str], steps: list[str]) -> None:
    globs = glob_set(["/".join(glob_steps)])
    if globs.matches("/".join(steps)):
        assert all(globs.may_hold("/".join(steps[:count])) for count in range(len(steps)))
