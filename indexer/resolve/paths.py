"""Names of a program's files, ``/a/b.ts`` from the program root, and how one file names another. Pure.

Source: IDENTITY.md sections 4 and 6.
"""

from indexer.base.errors import SourceRefused


def is_relative(specifier: str) -> bool:
    """Whether *specifier* begins with ``./`` or ``../``; ``.`` and ``..`` alone are bare."""
    return specifier.startswith(("./", "../"))


def joined(importer: str, path: str) -> str:
    """*path* as seen from the folder of *importer*: steps folded, clamped at ``/``, a final slash kept.

    >>> joined("/a/b.ts", "../../c.ts"), joined("b.ts", "./d/"), joined("d/b.ts", "../../c.ts")
    ('/c.ts', 'd/', '../c.ts')
    """
    folder = importer.rpartition("/")[0]
    is_absolute = importer.startswith("/")
    steps: list[str] = []
    for step in f"{folder}/{path}".split("/"):
        if step in ("", "."):
            continue
        if step != "..":
            steps.append(step)
        elif steps and steps[-1] != "..":
            steps.pop()
        elif not is_absolute:
            steps.append(step)
    text = "/".join(steps)
    if not text and not is_absolute:
        text = "."
    if text and path.endswith("/"):
        text += "/"
    return f"/{text}" if is_absolute else text


def escapes_root(path: str, importer: str) -> bool:
    """Whether a relative *path* climbs above the root that *importer*, ``/a/b.ts``, is grounded in."""
    if not importer.startswith("/"):
        return False
    relative = joined(importer.lstrip("/"), path)
    return relative == ".." or relative.startswith("../")


def data_file_name(path: str, reader: str) -> str:
    """The name of the data file *path* that the module *reader* reads: ``/x`` from the root, else beside it.

    Raises:
        SourceRefused: the path climbs above the program root.
    """
    if path.startswith("/"):
        return path
    if escapes_root(path, reader):
        raise SourceRefused(reader, f'data file "{path}" is outside the program root')
    return joined(reader, path)
