"""Lines of a file as bytes. Pure."""

from indexer.base.errors import AddressRefused


def line_bytes(file: bytes, lines: tuple[int, int], place: str) -> tuple[int, int]:
    """First byte of the first line and end of the last one, its line end included.

    Lines after the end of the file are left out.

    Raises:
        AddressRefused: the file has no such line.
    """
    starts = line_starts(file)
    if lines[0] < 1 or lines[1] < lines[0] or lines[0] > len(starts):
        raise AddressRefused(place, f"has no lines {lines[0]}-{lines[1]}, the file has {len(starts)} lines")
    last = min(lines[1], len(starts))
    return starts[lines[0] - 1], starts[last] if last < len(starts) else len(file)


def line_starts(file: bytes) -> list[int]:
    r"""First byte of each line; they end with ``\n``, ``\r\n`` or ``\r``; the last end starts no new one."""
    starts = [0]
    place = 0
    while place < len(file):
        newline, bare = file.find(b"\n", place), file.find(b"\r", place)
        if newline < 0 and bare < 0:
            break
        if bare >= 0 and (newline < 0 or bare < newline):
            place = bare + (2 if newline == bare + 1 else 1)
        else:
            place = newline + 1
        if place < len(file):
            starts.append(place)
    return starts
