"""The words of documentation comments. Pure."""

import re

_EDGE = re.compile(r"^[ \t]*\*(?: |$)?", re.MULTILINE)


def is_jsdoc(comment: str) -> bool:
    """Whether *comment* is a documentation comment: it opens with two stars and is not empty.

    >>> is_jsdoc("/** Total. */"), is_jsdoc("/**/"), is_jsdoc("/* no */")
    (True, False, False)
    """
    return comment.startswith("/**") and len(comment) > len("/**/")


def doc_text(comment: str) -> str:
    r"""The text of a block comment without its stars and outer blank lines; tags are kept.

    >>> doc_text("/**\n * Adds.\n * #math\n */")
    'Adds.\n#math'
    """
    body = comment.removesuffix("*/").lstrip("/").lstrip("*").replace("\r\n", "\n")
    return "\n".join(line.rstrip() for line in _EDGE.sub("", body).strip().split("\n"))
