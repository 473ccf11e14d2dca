"""Skills: folders whose SKILL.md names and describes them and points to their other files. Pure."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from indexer.parse.markdown.facts import Link

SKILL_FILE = "SKILL.md"

_MENTIONED = re.compile(r"`((?:\./)?(?:references|scripts|assets|templates|examples|resources)/[\w./-]*\w)`")


def is_skill(path: str) -> bool:
    """Whether the document at *path* declares a skill."""
    return PurePosixPath(path).name == SKILL_FILE


def referenced_resources(text: str, links: Iterable[Link]) -> tuple[str, ...]:
    """Paths below the skill's folder that its text links to or names in code, relative to it, sorted."""
    targets = {link.target.partition("#")[0] for link in links}
    named = targets | {found[1] for found in _MENTIONED.finditer(text)}
    paths = {str(PurePosixPath(name)) for name in named if name and ":" not in name}
    return tuple(sorted(path for path in paths if path != "." and not path.startswith(("/", ".."))))


def skill_resources(skill_path: str, paths: Iterable[str]) -> tuple[str, ...]:
    """Those of *paths* that belong to the skill: below its folder, outside other skills in it; sorted."""
    folder = PurePosixPath(skill_path).parent
    below = [path for path in map(PurePosixPath, paths) if folder in path.parents and str(path) != skill_path]
    nested = {path.parent for path in below if path.name == SKILL_FILE}
    return tuple(sorted(str(path) for path in below if nested.isdisjoint(path.parents)))
