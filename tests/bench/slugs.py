"""Compares our headings and slugs with npm's: remark's parser and github-slugger 2.0.0.

IO: reads Markdown files, installs npm packages into a temporary folder and runs node there.

    python tests/bench/slugs.py CHECKOUT [GLOB ...]

prints the number of headings and texts compared and each difference; the exit code is 3 when there is one. Texts
are every Unicode code point between two letters, and random strings of a fixed seed.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from indexer.parse.markdown import parse_document, slug_of

PACKAGES = (
    "github-slugger@2.0.0",
    "mdast-util-from-markdown@2",
    "mdast-util-frontmatter@2",
    "mdast-util-gfm@3",
    "mdast-util-to-string@4",
    "micromark-extension-frontmatter@2",
    "micromark-extension-gfm@3",
)
GLOBS = ("docs/**/*.md", "packages/cf-harness/docs/**/*.md", "packages/*/README.md", "skills/**/*.md")
_RANDOM_TEXTS = 20_000
_SCRIPT = Path(__file__).with_suffix(".mjs")

Headings = list[tuple[int, str, int]]
"""Level, slug and line (counted from 1) of each heading of a document."""


@dataclass(frozen=True, slots=True)
class SlugAgreement:
    """What was compared, and what differs."""

    headings: int
    texts: int
    differences: tuple[str, ...]


def compare_slugs(files: Sequence[Path]) -> SlugAgreement:
    """Our headings of *files*, and our slugs of the Unicode texts, against npm's."""
    texts = [*code_point_texts(), *random_texts()]
    answer = _ask_npm({"files": [str(file) for file in files], "texts": texts})
    theirs: dict[str, list[list[int | str]]] = answer["headings"]
    differences = [
        f"{file}: ours {ours} theirs {other}"
        for file in files
        for ours, other in _unequal(our_headings(file), theirs[str(file)])
    ]
    differences += [
        f"{text!r}: ours {slug_of(text)!r} theirs {other!r}"
        for text, other in zip(texts, answer["slugs"], strict=True)
        if slug_of(text) != other
    ]
    return SlugAgreement(sum(map(len, theirs.values())), len(texts), tuple(differences))


def our_headings(file: Path) -> Headings:
    """The headings of *file* as sections have them."""
    sections = parse_document(file.read_bytes(), file.name).sections
    return [(each.level, each.slug, each.first_line) for each in sections if each.level]


def code_point_texts() -> Iterator[str]:
    """Every code point that text can hold, between two letters."""
    for point in range(sys.maxunicode + 1):
        if not 0xD800 <= point < 0xE000:
            yield f"A{chr(point)}b"


def random_texts() -> Iterator[str]:
    """Strings of code points from a few ranges, the same in each run."""
    source = random.Random(0)  # noqa: S311 - a fixed seed for a comparison, no secret
    ranges = (
        (0x20, 0x7F),
        (0xA0, 0x24F),
        (0x370, 0x5FF),
        (0x900, 0x1FFF),
        (0x2000, 0x2FFF),
        (0x1F100, 0x1FAFF),
    )
    for _ in range(_RANDOM_TEXTS):
        picked = (source.choice(ranges) for _ in range(source.randint(1, 12)))
        yield "".join(chr(source.randint(first, last)) for first, last in picked)


def _unequal(ours: Headings, theirs: list[list[int | str]]) -> Iterator[tuple[object, object]]:
    for place in range(max(len(ours), len(theirs))):
        mine = list(ours[place]) if place < len(ours) else None
        other = theirs[place] if place < len(theirs) else None
        if mine != other:
            yield mine, other


def _ask_npm(question: dict[str, list[str]]) -> dict:  # type: ignore[type-arg] # JSON of our own script
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(_SCRIPT, folder)
        npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, *PACKAGES]
        subprocess.run(npm, check=True)
        node = ["node", str(Path(folder) / _SCRIPT.name)]
        done = subprocess.run(node, input=json.dumps(question), text=True, capture_output=True, check=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return] # JSON of our own script


def main() -> int:
    """3 when anything differs, else 0."""
    parser = argparse.ArgumentParser(description="Compare headings and slugs with npm's.")
    parser.add_argument("checkout", type=Path)
    parser.add_argument("globs", nargs="*", default=GLOBS)
    arguments = parser.parse_args()
    files = sorted({file for glob in arguments.globs for file in arguments.checkout.glob(glob)})
    agreement = compare_slugs(files)
    for difference in agreement.differences[:50]:
        print(difference)
    print(
        f"{len(files)} files, {agreement.headings} headings, {agreement.texts} texts: "
        f"{len(agreement.differences)} differences"
    )
    return 3 if agreement.differences else 0


if __name__ == "__main__":
    sys.exit(main())
