"""JSON that a user hands in, with errors that name the place. IO: reads files."""

import json
from collections.abc import Iterator
from pathlib import Path

from kitc.base.errors import KitcError


def read_json(file: Path) -> object:
    """The JSON value in *file*.

    Raises:
        KitcError: it cannot be read, or is no JSON.
    """
    return _parse(_read_text(file), str(file))


def read_json_lines(file: Path) -> Iterator[tuple[str, object]]:
    """Place and JSON value of each line of *file* that is not blank.

    Raises:
        KitcError: the file cannot be read, or a line is no JSON.
    """
    for number, line in enumerate(_read_text(file).split("\n"), start=1):
        if line.strip():
            place = f"{file}:{number}"
            yield place, _parse(line, place)


def _parse(text: str, place: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:  # nested deeper or with longer numbers than Python reads
        raise KitcError(place, f"is no JSON: {error}") from error
    return value


def _read_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise KitcError(str(file), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise KitcError(str(file), f"is no UTF-8 text: {error}") from error
