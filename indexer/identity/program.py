"""The identities of a resolved program: its closure, its texts and the data it reads. Pure.

Source: IDENTITY.md section 6.
"""

from collections.abc import Mapping, Sequence

from indexer.base.errors import SourceRefused
from indexer.identity.modules import identities_of
from indexer.parse.typescript.facts import ModuleFacts
from indexer.resolve.imports import Closure


def program_text(content: bytes) -> str:
    """A module's text as a program on disk has it: U+FFFD for bytes that are not UTF-8, a BOM kept."""
    return content.decode("utf-8", "replace")


def data_text(content: bytes, name: str) -> str:
    """A data file's text, unchanged.

    Raises:
        SourceRefused: *content* is not UTF-8.
    """
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceRefused(name, f"byte {error.start} is not UTF-8; a data file must be text") from error


def identify_closure(
    closure: Closure,
    contents: Mapping[str, bytes],
    modules: Mapping[str, ModuleFacts],
    *,
    data: Mapping[str, bytes],
    tests: Sequence[Closure] = (),
) -> dict[str, str]:
    """Name to identity of every file of a program, sorted by name.

    *contents* and *modules* hold at least the files of the closures, *data* the data files by name: those the
    modules read, and others to attach. *tests* are closures of test entries.

    Raises:
        SourceRefused: a data file is missing, is not UTF-8, or is a module of the program too.
    """
    names = sorted({name for part in (closure, *tests) for name in part.names})
    files = {name: program_text(contents[name]) for name in names}
    wanted = {name for part in (closure, *tests) for name in part.data_files} - files.keys()
    for name in sorted(wanted - data.keys()):
        raise SourceRefused(name, "is read as data by the program, but is no file under its root")
    for name in sorted(data):
        if name in files:
            raise SourceRefused(name, "is a module of the program, so it cannot be attached as data")
        files[name] = data_text(data[name], name)
    return identities_of(
        files,
        closure.entry,
        data_files=data.keys(),
        source_roots=[test.entry for test in tests],
        scanner=lambda name, _text: modules[name].specifiers,
    )
