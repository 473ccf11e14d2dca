"""Kits and run records as files. IO: reads and writes them, each finished before it is moved into place."""

import os
import tempfile
from pathlib import Path

from kitc.base.errors import KitRefused
from kitc.base.kit import Kit, kit_json, parse_kit
from kitc.base.run import RunRecord, parse_run, run_json
from kitc.loop.service import Researched

MOST_FILE_BYTES = 64_000_000


def run_file_of(kit_file: Path) -> Path:
    """Where the run record of *kit_file* stands: ``kit.run.json`` beside ``kit.json``."""
    return kit_file.with_suffix(".run.json")


def read_kit(file: Path) -> Kit:
    """The kit in *file*.

    Raises:
        KitRefused: it cannot be read or is no kit.
    """
    return parse_kit(read_bytes(file), place=str(file))


def read_run(file: Path) -> RunRecord:
    """The run record in *file*.

    Raises:
        KitRefused: it cannot be read or is no run record.
    """
    return parse_run(read_bytes(file), place=str(file))


def read_bytes(file: Path) -> bytes:
    """The bytes of *file*.

    Raises:
        KitRefused: it cannot be read, or is larger than any kit or record.
    """
    try:
        if file.stat().st_size > MOST_FILE_BYTES:
            raise KitRefused(str(file), f"is larger than {MOST_FILE_BYTES} bytes")
        return file.read_bytes()
    except OSError as error:
        raise KitRefused(str(file), f"cannot be read: {error.strerror}") from error


def read_researched(kit_file: Path) -> Researched | None:
    """The kit in *kit_file* with its run record, ``None`` when either is not there.

    Raises:
        KitRefused: one of them is there and is not of its form.
    """
    record = run_file_of(kit_file)
    if not kit_file.is_file() or not record.is_file():
        return None
    return Researched(read_kit(kit_file), read_run(record))


def write_researched(kit_file: Path, researched: Researched) -> None:
    """Write the kit and its run record; the record first, so that a kit never stands without one."""
    write_text(run_file_of(kit_file), run_json(researched.run))
    write_text(kit_file, kit_json(researched.kit))


def write_text(file: Path, text: str) -> None:
    """Write *text* to *file* at once: readers see the old text or the new, never half of one.

    Folders that are missing are made.

    Raises:
        KitRefused: the folder cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(name).replace(file)
    except OSError as error:
        raise KitRefused(str(file), f"cannot be written: {error.strerror}") from error
