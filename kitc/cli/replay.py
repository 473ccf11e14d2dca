"""``kitc replay``: drive a recorded run again without a model. IO: record, kit and corpus files, terminal."""

import argparse
from pathlib import Path

from kitc.base.kit import kit_digest, kit_json
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.output import add_json_argument, print_json
from kitc.files import read_run, write_text
from kitc.policy.replay import Replayed, replay_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc replay``."""
    parser.add_argument("run", type=Path, help="run record, kit.run.json")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the kit that the replay gives")
    add_database_argument(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Say whether the kit is the same, and what differs; 3 when it is another one."""
    record = read_run(arguments.run)
    with open_corpus(arguments) as corpus:
        replayed = replay_run(record, corpus)
    if arguments.out:
        write_text(arguments.out, kit_json(replayed.kit))
    if arguments.json:
        print_json({"same": replayed.same, "reads": replayed.reads, "answers": replayed.answers})
    else:
        print("\n".join(_lines(replayed, record.kit_digest)))
    return 0 if replayed.same else 3


def _lines(replayed: Replayed, recorded: str) -> list[str]:
    now = kit_digest(replayed.kit)
    lines = [f"same kit: {now}"] if replayed.same else [f"another kit: recorded {recorded}, now {now}"]
    if replayed.corpus != replayed.recorded_corpus:
        lines.append(f"another corpus: recorded {replayed.recorded_corpus or 'none'}, now {replayed.corpus}")
    elif not replayed.same:
        lines.append("the corpus is the recorded one: the record or kitc itself has changed")
    for read in replayed.reads:
        digests = f"{read.recorded} -> {read.now or 'nothing'}" if read.kind != "not shown" else read.now
        lines.append(f"  {read.kind}: {read.address}: {digests}")
    lines += [
        f"  call {call.number}: {call.tool} {call.arguments[:120]} is answered otherwise"
        for call in replayed.answers
    ]
    if not replayed.same and not replayed.reads:
        lines.append("  every recorded read stands as it was")
    return lines
