"""Which kitc is running: its version and the digest of its own source. IO: reads the installed packages."""

from importlib import resources
from importlib.metadata import version
from importlib.resources.abc import Traversable

from indexer.base.digest import digest_of

_PACKAGES = ("indexer", "kitc")
_KINDS = (".py", ".sql", ".txt")


def source_version() -> str:
    """``<version>+<16 hex characters>``: an edited checkout is another one under the same version."""
    lines = [line for package in _PACKAGES for line in _lines(resources.files(package), package)]
    return f"{version('kitc')}+{digest_of(''.join(sorted(lines)).encode())[:16]}"


def _lines(folder: Traversable, name: str) -> list[str]:
    found = []
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir() and entry.name not in ("data", "__pycache__"):
            found += _lines(entry, path)
        elif entry.name.endswith(_KINDS):
            found.append(f"{path} {digest_of(entry.read_bytes())}\n")
    return found
