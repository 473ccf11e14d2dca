"""Text of a task as it may stand in a kit. Pure."""

import re

_TOKEN = re.compile(r"cfh:[A-Za-z0-9:_-]+")
MOST_TEXT = 4_000


def redacted(text: str, tokens: tuple[str, ...]) -> str:
    """*text* with every handle token that is not granted taken out, at most 4,000 characters."""
    shown = _TOKEN.sub(lambda match: match[0] if match[0] in tokens else "[no granted handle]", text)
    return shown if len(shown) <= MOST_TEXT else shown[:MOST_TEXT] + " [cut]"
