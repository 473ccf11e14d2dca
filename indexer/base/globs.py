"""Path globs of corpus.toml: ``*``, ``?`` within a step, ``**`` over steps, ``{a,b}`` alternatives. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

_ALTERNATIVES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class GlobSet:
    """Several globs: a path matches when one of them does."""

    globs: tuple[str, ...]

    def matches(self, path: str) -> bool:
        """Whether *path* (forward slashes, relative) is one of the set."""
        whole = _whole(self.globs)
        return whole is not None and whole.match(path) is not None

    def may_hold(self, folder: str) -> bool:
        """Whether a path below *folder* could match, so that a walk must look inside.

        >>> GlobSet(("docs/**/*.md",)).may_hold("packages")
        False
        """
        steps = folder.split("/") if folder else []
        return any(_may_hold(glob.split("/"), steps) for glob in _expanded(self.globs))


@lru_cache(maxsize=256)
def _expanded(globs: tuple[str, ...]) -> tuple[str, ...]:
    """The globs without braces, in order, each once."""
    return tuple(dict.fromkeys(plain for glob in globs for plain in expand_braces(glob)))


def expand_braces(glob: str) -> tuple[str, ...]:
    """The brace-free globs that *glob* stands for, in order.

    >>> expand_braces("a.{ts,tsx}")
    ('a.ts', 'a.tsx')
    """
    found = _ALTERNATIVES.search(glob)
    if found is None:
        return (glob,)
    head, tail = glob[: found.start()], glob[found.end() :]
    return tuple(plain for choice in found[1].split(",") for plain in expand_braces(head + choice + tail))


@lru_cache(maxsize=256)
def _whole(globs: tuple[str, ...]) -> re.Pattern[str] | None:
    forms = [_path_form(glob) for glob in _expanded(globs)]
    return re.compile(f"(?:{'|'.join(forms)})\\Z", re.DOTALL) if forms else None


def _path_form(glob: str) -> str:
    """*glob* as a regular expression; ``**`` as a whole step stands for any number of steps, none too."""
    steps = glob.split("/")
    form = ""
    for number, step in enumerate(steps):
        last = number == len(steps) - 1
        if step == "**":
            form += "[^\\0]*" if last else "(?:[^/]+/)*"
        else:
            form += _step_form(step) + ("" if last else "/")
    return form


@lru_cache(maxsize=2048)
def _step_form(step: str) -> str:
    return "".join("[^/]*" if char == "*" else "[^/]" if char == "?" else re.escape(char) for char in step)


def _may_hold(glob: list[str], steps: list[str]) -> bool:
    """Whether *steps* can be the first steps of a longer path that *glob* matches."""
    if not steps:
        return bool(glob)
    if len(glob) <= 1 and glob != ["**"]:
        return False
    if glob[0] == "**":
        return True
    return re.fullmatch(_step_form(glob[0]), steps[0]) is not None and _may_hold(glob[1:], steps[1:])


def glob_set(globs: Iterable[str]) -> GlobSet:
    """*globs* as a set."""
    return GlobSet(tuple(globs))
