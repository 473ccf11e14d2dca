"""A small corpus that tests write, change and index."""

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from indexer.refresh import RefreshOptions, RefreshReport, refresh

CONFIG = """
quality = "quality.toml"

[[source]]
name = "guide"
kind = "docs"
root = "docs"
label = { confidentiality = [], integrity = ["team"] }

[[source]]
name = "parts"
kind = "programs"
root = "programs"

[[source]]
name = "runtime"
kind = "code"
root = "runtime"

[runtime]
modules = { commonfabric = "runtime/commonfabric.d.ts" }
"""
FILES = {
    "corpus.toml": CONFIG,
    "quality.toml": '[pattern."parts/list.tsx"]\ntier = "core"\ntags = ["list"]\ncoverage = "titles only"\n',
    "docs/start.md": """\
        Before the first heading.

        # Start

        Read [cells](cells.md#writing) first, then [the list](../programs/list.tsx).

        ## Next

        See [nothing](missing.md).
        """,
    "docs/cells.md": "# Cells\n\nA cell holds a value.\n\n## Writing\n\nCall `set`.\n",
    "programs/list.tsx": """\
        /** A list of titles. #titles */
        import { NAME, pattern, UI } from "commonfabric";
        import type { Item } from "./item.ts";

        export interface ListInput { items: Item[]; }
        export interface ListOutput { [NAME]: string; [UI]: unknown; count: number; }

        export default pattern<ListInput, ListOutput>(({ items }) => ({
          [NAME]: "Titles",
          [UI]: <div>{items}</div>,
          count: 1,
        }));
        """,
    "programs/item.ts": "export interface Item { title: string; done?: boolean; }\n",
    "runtime/commonfabric.d.ts": """\
        export declare const NAME: unique symbol;
        export declare const UI: unique symbol;
        export declare function pattern<In, Out>(body: (input: In) => Out): (input: In) => Out;
        """,
}

Write = Callable[[Mapping[str, str | bytes | None]], Path]
Index = Callable[..., RefreshReport]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes files below the test's corpus folder (``None`` removes one) and gives the folder."""

    def write_files(files: Mapping[str, str | bytes | None]) -> Path:
        for name, content in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                file.unlink()
            elif isinstance(content, bytes):
                file.write_bytes(content)
            else:
                file.write_text(textwrap.dedent(content), encoding="utf-8")
        return tmp_path

    return write_files


@pytest.fixture
def folder(write: Write) -> Path:
    """The small corpus, not yet indexed."""
    return write(FILES)


def index_folder(
    folder: Path, *, name: str = "corpus.db", full: bool = False, jobs: int = 1
) -> RefreshReport:
    """Index the corpus in *folder* into its file *name*."""
    return refresh(folder / "corpus.toml", folder / name, options=RefreshOptions(full=full, jobs=jobs))


@pytest.fixture
def index() -> Index:
    """``index(folder, name=..., full=..., jobs=...)``."""
    return index_folder


@pytest.fixture
def corpus(folder: Path) -> Corpus:
    """The small corpus, indexed and open."""
    index_folder(folder)
    return Corpus.open(folder / "corpus.db")
