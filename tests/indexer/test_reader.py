"""A TypeScript harness reads the same file: passages, contracts and search answers, under Deno."""

import json
import subprocess
from pathlib import Path

import pytest

import indexer
from indexer.corpus import Corpus
from indexer.refresh import RefreshOptions, refresh
from indexer.search.fields import SETS
from kitc.cli.database import shipped_config

deno = pytest.importorskip("deno")
READER = Path(indexer.__file__).parent / "reader.ts"
QUERIES = (
    "how do I show a message list",
    "WishState",
    "wish state",
    "read_only",
    "the",
    "of the and",
    '"quoted" AND (broken OR NEAR) *',
    "Default<> Writable<string>",
    "naïve Café résumé",
    "日本語の検索",
    "é\u0301 ﬁrst Ⅷ ß İstanbul",
    "HTTPServer2 parseHTML5Doc x",
    "cf-vstack $UI",
    "Hello World",
    "i I II a-B_c",
    "",
    "  ?! ",
    "unknownword zzz",
    "it blows up",
    "log in",
    "I'd log in and it doesn't work, why",
    " ".join(["handler"] * 80),
    "x" * 200,
)
DRIVER = """
import {{ Corpus }} from "{reader}";
const corpus = new Corpus(Deno.args[0]);
const asked = JSON.parse(Deno.args[1]);
console.log(JSON.stringify({{
  hits: asked.queries.map((query) => asked.sets.map((name) => corpus.search(name, query, 12))),
  passages: asked.passages.map((address) => corpus.open(address)),
  contracts: asked.contracts.map((identity) => corpus.contract(identity)),
}}));
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped corpus, indexed."""
    file = tmp_path_factory.mktemp("shipped") / "corpus.db"
    refresh(shipped_config(), file, options=RefreshOptions(jobs=1))
    return file


def run_deno(folder: Path, database: Path, asked: dict[str, object]) -> dict[str, list[object]]:
    """What the reader answers."""
    driver = folder / "driver.ts"
    driver.write_text(DRIVER.format(reader=READER.as_uri()), encoding="utf-8")
    flags = ["--quiet", "--no-config", "--no-lock", "--cached-only", "--allow-read", "--allow-env"]
    command = [deno.find_deno_bin(), "run", *flags, str(driver), str(database), json.dumps(asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"NO_COLOR": "1"})
    assert done.returncode == 0, done.stderr
    answers: dict[str, list[object]] = json.loads(done.stdout)
    return answers


def test_deno_gets_the_same_answers(database: Path, tmp_path: Path) -> None:
    with Corpus.open(database) as corpus:
        documents = [document.address for document in corpus.list_documents()]
        passages = [child.address for address in documents for child in corpus.follow(address).children]
        programs = [program for program in corpus.programs() if program.contracts]
        asked: dict[str, object] = {
            "queries": QUERIES,
            "sets": SETS,
            "passages": passages,
            "contracts": [program.identity for program in programs],
        }
        answers = run_deno(tmp_path, database, asked)
        for query, found in zip(QUERIES, answers["hits"], strict=True):
            assert _shown(found) == [
                [(hit.address, round(hit.score, 9)) for hit in corpus.search(query, within=name, limit=12)]
                for name in SETS
            ], query
        for address, passage in zip(passages, answers["passages"], strict=True):
            ours = corpus.open_passage(address)
            expected = {"address": address, "title": ours.title, "digest": ours.digest, "text": ours.text}
            assert passage == expected
        for program, contract in zip(programs, answers["contracts"], strict=True):
            ours_contract = program.contracts[0]
            assert contract == {
                "status": ours_contract.status,
                "argument": json.loads(ours_contract.argument_schema),
                "result": json.loads(ours_contract.result_schema),
            }


def _shown(found: object) -> list[list[tuple[str, float]]]:
    assert isinstance(found, list)
    return [[(hit["address"], round(hit["score"], 9)) for hit in hits] for hits in found]
