"""Which file of a program a specifier means, endings guessed. Pure.

Source: IDENTITY.md section 4.
"""

from collections.abc import Container

from indexer.resolve.paths import is_relative, joined

SUFFIXES = (
    ".ts",
    ".tsx",
    ".js",
    ".jsx",
    ".mts",
    ".mjs",
    ".d.ts",
    "/index.ts",
    "/index.tsx",
    "/index.js",
    "/index.jsx",
    "/index.mts",
    "/index.mjs",
    "",
)
"""What may follow a resolved specifier, tried in this order."""


def resolved(specifier: str, importer: str) -> str:
    """The name *specifier* stands for in *importer*: joined when relative, else unchanged."""
    return joined(importer, specifier) if is_relative(specifier) else specifier


def find_target(specifier: str, importer: str, names: Container[str]) -> str | None:
    """The file among *names* that *specifier* means to *importer*, by the order of ``SUFFIXES``."""
    stem = resolved(specifier, importer)
    for suffix in SUFFIXES:
        if stem + suffix in names:
            return stem + suffix
    return None
