"""Full and incremental builds: the same content, whichever way it was reached."""

import gc
import hashlib
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.base.errors import ConfigRefused, DatabaseRefused, RefreshRefused
from indexer.corpus import Corpus
from indexer.identity import identities_of
from indexer.refresh import RefreshOptions, RefreshReport, refresh
from indexer.refresh.contracts import Resolved
from indexer.refresh.lock import refresh_lock
from indexer.refresh.version import parser_version
from indexer.refresh.workers import WorkerInputs, Workers
from indexer.search.standing import Standings
from indexer.search.update import update_search
from indexer.verify import verify


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_two_full_builds_give_the_same_bytes(folder: Path, index: Callable[..., RefreshReport]) -> None:
    index(folder, name="one.db", full=True)
    index(folder, name="two.db", full=True)
    assert digest(folder / "one.db") == digest(folder / "two.db")


def test_worker_processes_change_no_byte(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    write({f"docs/long{number}.md": f"# Long {number}\n\n" + "word " * 40_000 for number in range(4)})
    index(folder, name="one.db", jobs=1)
    index(folder, name="two.db", jobs=2)
    assert digest(folder / "one.db") == digest(folder / "two.db")


def test_search_finds_nothing_to_update_in_a_full_build(
    folder: Path, index: Callable[..., RefreshReport]
) -> None:
    assert index(folder).programs > 0
    with closing(sqlite3.connect(folder / "corpus.db")) as connection:
        before = connection.total_changes
        update_search(connection)
        assert connection.total_changes == before


def test_nothing_changed_leaves_the_file_alone(folder: Path, index: Callable[..., RefreshReport]) -> None:
    first = index(folder)
    before = (folder / "corpus.db").stat()
    second = index(folder)
    after = (folder / "corpus.db").stat()
    assert (first.mode, second.mode) == ("full", "unchanged")
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert second.content_digest == first.content_digest


@pytest.mark.parametrize("was_enabled", [True, False], ids=["collecting", "not collecting"])
def test_a_refresh_leaves_the_collector_of_cycles_as_it_was(
    folder: Path, index: Callable[..., RefreshReport], *, was_enabled: bool
) -> None:
    (gc.enable if was_enabled else gc.disable)()
    try:
        index(folder)
        with pytest.raises(RefreshRefused), refresh_lock(folder / "corpus.db"):
            index(folder)
        assert gc.isenabled() == was_enabled
    finally:
        gc.enable()


CHANGES = {
    "a document changed": {"docs/cells.md": "# Cells\n\n## Reading\n\nNo writing any more.\n"},
    "a document added": {"docs/missing.md": "# Not missing\n"},
    "a document removed": {"docs/cells.md": None},
    "a type of the argument changed": {"programs/item.ts": "export interface Item { name: number; }\n"},
    "a module removed": {"programs/item.ts": None},
    "an entry removed": {"programs/list.tsx": None},
    "an entry that offers no pattern any more": {"programs/list.tsx": "export const a = 1;\n"},
    "an entry added": {
        "programs/two.tsx": 'import { pattern } from "commonfabric";\nexport default pattern<{}, {}>(() => ({}));\n'
    },
    "the runtime changed": {"runtime/commonfabric.d.ts": "export declare const pattern: any;\n"},
    "quality changed": {"quality.toml": '[pattern."parts/list.tsx"]\ntier = "demo"\n'},
    "a file that is no text": {"docs/cells.md": b"# A\n\xff\xfe\x00"},
    "the first file emptied": {"docs/cells.md": ""},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_an_incremental_build_has_the_content_of_a_full_one(
    folder: Path,
    index: Callable[..., RefreshReport],
    write: Callable[..., Path],
    change: dict[str, str | bytes | None],
) -> None:
    index(folder)
    write(change)
    piecewise = index(folder)
    whole = index(folder, name="whole.db", full=True)
    assert piecewise.mode == "incremental"
    assert piecewise.content_digest == whole.content_digest
    assert verify(folder / "corpus.db").findings == ()


def test_a_change_and_its_undoing_give_the_first_content(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    first = index(folder)
    write({"docs/cells.md": "# Other\n", "programs/item.ts": "export type Item = string;\n"})
    assert index(folder).content_digest != first.content_digest
    write({"docs/cells.md": "# Cells\n\nA cell holds a value.\n\n## Writing\n\nCall `set`.\n"})
    write({"programs/item.ts": "export interface Item { title: string; done?: boolean; }\n"})
    assert index(folder).content_digest == first.content_digest


HEAD = 'import { pattern } from "commonfabric";\n'
BOX = HEAD + "export default pattern<{ size: number }, { area: number }>(() => ({ area: 1 }));\n"
BOX_IDENTITY = identities_of({"/box.tsx": BOX}, "/box.tsx")["/box.tsx"]
USER = (
    f'{HEAD}import box from "cf:pattern:{BOX_IDENTITY}";\n'
    "export default pattern<{}, { area: number }>(() => ({ area: box({ size: 1 }).area }));\n"
)


def test_a_reference_by_identity_follows_each_change_of_its_pattern(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    write({"programs/box.tsx": BOX, "programs/user.tsx": USER})
    first = index(folder)
    for content in (BOX + "// more\n", BOX, None, BOX):
        write({"programs/box.tsx": content})
        piecewise = index(folder)
        assert piecewise.content_digest == index(folder, name="whole.db", full=True).content_digest
        assert (piecewise.content_digest == first.content_digest) == (content == BOX)


def test_a_file_that_a_link_leads_to_is_noticed_though_no_source_holds_it(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    assert index(folder).problems == {"broken-link": 1}
    write({"docs/missing.md": "# There\n"})
    (folder / "docs" / "missing.md").rename(folder / "docs" / "missing.txt")
    assert index(folder).mode == "unchanged"
    write({"docs/start.md": "[license](../LICENSE)\n"})
    assert index(folder).problems == {"broken-link": 1}
    write({"LICENSE": "free\n"})
    assert index(folder).problems == {}
    assert index(folder).mode == "unchanged"


def test_only_changed_files_are_parsed(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    index(folder)
    write({"docs/cells.md": "# Cells\n"})
    assert index(folder).parsed == 1


def test_another_config_builds_anew(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    index(folder)
    text = (folder / "corpus.toml").read_text()
    write({"corpus.toml": text.replace('kind = "docs"', 'kind = "skills"')})
    assert index(folder).mode == "full"


NAMES = ("docs/a.md", "docs/b.md", "docs/deep/a.md", "programs/a.ts", "programs/b.tsx")
CONTENTS = (
    "# A\n\n[b](b.md#b) [up](../a.md)\n",
    "# B\n\ntext\n\n# B\n",
    "",
    'export * from "./b.tsx";\nexport const a = 1;\n',
    (
        'import { pattern } from "commonfabric";\nimport { a } from "./a.ts";\n'
        "export const a = 2;\nexport default pattern<{ x: number }, { y: string }>(() => ({ y: a }));\n"
    ),
    "export type {",
    None,
)
STEPS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(CONTENTS)), max_size=4)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, min_size=1, max_size=4))
def test_any_history_of_changes_ends_in_the_content_of_a_full_build(
    folder: Path,
    index: Callable[..., RefreshReport],
    write: Callable[..., Path],
    history: list[list[tuple[str, str | None]]],
) -> None:
    for name in NAMES:
        (folder / name).unlink(missing_ok=True)
    for changes in history:
        write({name: content for name, content in changes if content is not None or (folder / name).exists()})
        piecewise = index(folder)
    whole = index(folder, name="whole.db", full=True)
    assert piecewise.content_digest == whole.content_digest


def test_a_second_refresh_at_once_is_refused(folder: Path, index: Callable[..., RefreshReport]) -> None:
    database = folder / "corpus.db"
    with refresh_lock(database), pytest.raises(RefreshRefused) as refusal:
        index(folder)
    assert str(refusal.value) == f"{database}: is being refreshed by another process, try again later"
    assert index(folder).mode == "full"


def test_a_lock_given_back_is_free_though_a_fork_still_holds_its_file(tmp_path: Path) -> None:
    with refresh_lock(tmp_path / "corpus.db"):
        fork = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,))
        fork.start()
    try:
        with refresh_lock(tmp_path / "corpus.db"):
            pass
    finally:
        fork.kill()
        fork.join()


def test_no_worker_outlives_those_who_asked() -> None:
    inputs = WorkerInputs(units={}, runtime={}, standings=Standings())
    entries = [f"src:parts/{number}.tsx" for number in range(20)]
    with Workers(inputs, jobs=2) as workers:
        workers.contracts(entries, Resolved(patterns={}, writers={}))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("module", "name"), [(unicodedata, "unidata_version"), (sqlite3, "sqlite_version")], ids=str
)
def test_other_tables_of_letters_or_stems_are_another_version(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    before = parser_version.__wrapped__()
    monkeypatch.setattr(module, name, "1.0")
    assert parser_version.__wrapped__() != before


def test_a_damaged_old_database_is_built_anew(folder: Path, index: Callable[..., RefreshReport]) -> None:
    index(folder)
    (folder / "corpus.db").write_bytes(b"SQLite format 3\0 and no more")
    assert index(folder).mode == "full"


def test_a_root_that_is_missing_is_told(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    text = (folder / "corpus.toml").read_text()
    write({"corpus.toml": text.replace('root = "docs"', 'root = "nowhere"')})
    report = index(folder)
    assert report.problems["missing-source"] == 1
    rows = sqlite3.connect(folder / "corpus.db").execute(
        "SELECT status, reason FROM source WHERE name = 'guide'"
    )
    assert rows.fetchall() == [("missing", "is no folder")]


def test_no_root_at_all_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RefreshRefused) as refusal:
        refresh(folder / "corpus.toml", folder / "x.db", options=RefreshOptions(root=tmp_path / "gone"))
    assert str(refusal.value) == f"{tmp_path / 'gone'}: none of the configured sources is there, see --root"


def test_one_path_in_two_sources_of_a_name_is_refused(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    text = (folder / "corpus.toml").read_text()
    again = '\n[[source]]\nname = "guide"\nkind = "skills"\nroot = "docs"\n'
    write({"corpus.toml": text + again})
    with pytest.raises(ConfigRefused) as refusal:
        index(folder)
    assert str(refusal.value) == (
        "source guide: cells.md is in two entries of this name (docs and skills), expected one"
    )


SCRIPT = """
import sys
from pathlib import Path
from indexer.refresh import RefreshOptions, refresh
folder = Path(sys.argv[1])
print("ready", flush=True)
refresh(folder / "corpus.toml", folder / "corpus.db", options=RefreshOptions(full=True, jobs=2))
"""


def test_a_refresh_killed_at_any_moment_leaves_a_whole_database(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    write({f"docs/long{number}.md": f"# Long {number}\n\n" + "word " * 30_000 for number in range(4)})
    old = index(folder)
    for moment in range(12):
        worker = subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder)], stdout=subprocess.PIPE)
        assert worker.stdout is not None
        worker.stdout.readline()
        time.sleep(moment * 0.06)
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
        worker.stdout.close()
        report = verify(folder / "corpus.db", config_file=folder / "corpus.toml")
        assert report.findings == ()
        assert report.content_digest == old.content_digest
    wait_for_lock(folder / "corpus.db")
    assert index(folder, full=True).content_digest == old.content_digest
    assert sorted(file.name for file in folder.glob(".corpus*")) == [".corpus.db.lock"]


def wait_for_lock(database: Path) -> None:
    """Workers of a killed refresh end by themselves, and the lock with them."""
    for _ in range(100):
        try:
            with refresh_lock(database):
                return
        except RefreshRefused:
            time.sleep(0.05)
    raise AssertionError("the lock of a killed refresh is still held")


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE search_posting SET postings = x'00'", id="postings"),
        pytest.param("DROP TABLE search_posting", id="a table of search"),
    ],
)
def test_a_damaged_database_is_refused_and_stays_as_it_was(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path], statement: str
) -> None:
    index(folder)
    connection = sqlite3.connect(folder / "corpus.db")
    connection.execute(statement)
    connection.commit()
    connection.close()
    before = digest(folder / "corpus.db")
    write({"docs/cells.md": "# Cells\n\nChanged.\n"})
    with pytest.raises(DatabaseRefused, match="build it anew in full"):
        index(folder)
    assert digest(folder / "corpus.db") == before
    assert index(folder, full=True).mode == "full"


def test_an_empty_document_is_found_by_its_path(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    write({"docs/emptiness.md": ""})
    index(folder)
    with Corpus.open(folder / "corpus.db") as corpus:
        (hit, *_) = corpus.search("emptiness", within="docs", explained=True)
    assert (hit.address, hit.snippet) == ("doc:guide/emptiness.md#", "")


def test_what_cannot_be_written_is_refused(folder: Path, index: Callable[..., RefreshReport]) -> None:
    (folder / ".corpus.draft.db").mkdir()
    with pytest.raises(RefreshRefused, match="cannot be written"):
        index(folder)
