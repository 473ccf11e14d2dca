"""Identities that starter programs import are those of starter programs."""

import re
from pathlib import Path

from indexer.identity import identities_of

PROGRAMS = Path(__file__).parents[2] / "data/programs"
SPECIFIER = re.compile(r'from "cf:pattern:([A-Za-z0-9_-]{43})"')


def identity_of(path: str) -> str:
    """Identity of the one-file program at *path*, with the folder of programs as its root."""
    name = f"/{path}"
    return identities_of({name: (PROGRAMS / path).read_text()}, name)[name]


def test_the_digest_of_senders_imports_the_message_list_as_it_is_now() -> None:
    imported = SPECIFIER.findall((PROGRAMS / "mail/latest-by-sender.tsx").read_text())
    assert imported == [identity_of("mail/message-list.tsx")]


def test_no_other_program_imports_an_identity() -> None:
    importers = [path for path in PROGRAMS.rglob("*.ts*") if "cf:pattern:" in path.read_text()]
    assert [path.name for path in importers] == ["latest-by-sender.tsx"]
