"""Every task fixture, offline and by a scripted model through the Messages API: the model's kit is no worse.

IO: temporary corpora, a local server, the terminal. The script repeats what the offline policy called and drafted, so
that client, conversation, opening, budgets and admission are compared, not wits.

python tests/bench/scripted_kits.py [NAME ...]
"""

import json
import sys
import tempfile
from pathlib import Path

from indexer.corpus import Corpus
from kitc.base.kit import Kit
from kitc.base.task import read_task
from kitc.policy.replay import replay_run
from kitc.service import research
from tests.bench.kits import DATA, corpus_without, differences
from tests.kitc.wire.messages_server import MessagesServer
from tests.kitc.wire.scripted import policy_at, research_of, submission, with_budget


def compare(folder: Path) -> tuple[str, ...]:
    """What the model's kit of the fixture in *folder* does worse than the offline one."""
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    task = with_budget(read_task(folder / "task.json"), model_tokens=2_000_000, turns=200)
    with (
        tempfile.TemporaryDirectory() as place,
        Corpus.open(corpus_without(Path(place), expected["exclude"])) as corpus,
    ):
        offline = research(task, corpus=corpus)
        draft = offline.run.draft
        if draft is None:
            return ("the offline run keeps no draft",)
        with MessagesServer((*research_of(offline.run), submission(draft))) as server:
            scripted = research(task, corpus=corpus, policy=policy_at(server))
        wrong = set(differences(scripted.kit, expected)) - set(differences(offline.kit, expected))
        worse = [*sorted(wrong), *_fewer_checks(offline.kit, scripted.kit)]
        if not replay_run(scripted.run, corpus).same:
            worse.append("its replay gives another kit")
        return tuple(worse)


def _fewer_checks(offline: Kit, scripted: Kit) -> list[str]:
    shown = set(scripted.verification.demonstrated)
    lost = [
        f"not demonstrated: {item.what}" for item in offline.verification.demonstrated if item not in shown
    ]
    if len(scripted.gaps) > len(offline.gaps):
        lost.append(f"{len(scripted.gaps)} gaps, offline {len(offline.gaps)}")
    return lost if scripted.status == offline.status else [*lost, f"status {scripted.status}"]


def main() -> int:
    """Compare the fixtures; 1 when one is worse."""
    folders = [folder for folder in sorted((DATA / "tasks").iterdir()) if folder.is_dir()]
    names = sys.argv[1:]
    chosen = [folder for folder in folders if not names or any(name in folder.name for name in names)]
    worse = 0
    for folder in chosen:
        found = compare(folder)
        worse += bool(found)
        lines = [f"{'BAD' if found else 'ok '} {folder.name}", *(f"      {line}" for line in found)]
        sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.write(f"{len(chosen) - worse} of {len(chosen)} no worse than offline\n")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
