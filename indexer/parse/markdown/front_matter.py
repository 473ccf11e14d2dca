"""Front matter: a strict reading of the YAML that documents open with. Pure.

Understood are ``key: value``, quoted and folded values, lists, and nested mappings (as dotted keys). What is
not understood (anchors, tags, flow mappings, stray lines) is kept as written and reported, never guessed.
"""

import re
from dataclasses import dataclass, field

from indexer.parse.markdown.facts import FrontMatterValue

_BLOCK = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_KEY = re.compile(
    r"""( *)(?:"([^"\n]+)"|'([^'\n]+)'|([^\s\-#:"'{}\[\],&*!|>%@`][^:#\n]*?)) *:(?:[ \t]+(.*))?\Z"""
)
_ITEM = re.compile(r"( *)-(?:[ \t]+(.*))?\Z")
_FOLDED = re.compile(r"([|>])[+-]?\d?[+-]?[ \t]*(?:#.*)?\Z")
_COMMENT = re.compile(r"(?:^|[ \t]+)#.*\Z")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The block at the head of a document."""

    values: dict[str, FrontMatterValue]
    problems: tuple[tuple[int, str], ...]
    """Line of the document, counted from 1, and what is not understood there."""
    lines: int
    """How many lines the block takes, its fences included; 0 when there is none."""


def parse_front_matter(text: str) -> FrontMatter:
    r"""The front matter that *text* (line feeds only) opens with; an empty one when it opens with none.

    >>> parse_front_matter("---\nname: cf\ntags: [a, b]\n---\n").values
    {'name': 'cf', 'tags': ('a', 'b')}
    """
    found = _BLOCK.match(text) if text.startswith("---") else None
    if not found:
        return FrontMatter({}, (), 0)
    lines = found[1].split("\n")[:-1]
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), None)
    # A thematic break, a text and another break look the same but for the missing key.
    if first is not None and not _KEY.match(first):
        return FrontMatter({}, (), 0)
    reader = _Reader(lines)
    reader.read_mapping("", 0)
    return FrontMatter(reader.values, tuple(reader.problems), len(lines) + 2)


@dataclass(slots=True)
class _Reader:
    """Reads the lines of one block, top down."""

    lines: list[str]
    at: int = 0
    values: dict[str, FrontMatterValue] = field(default_factory=dict)
    problems: list[tuple[int, str]] = field(default_factory=list)

    def read_mapping(self, prefix: str, indent: int) -> None:
        """Takes the keys that stand at *indent*, up to the first line that stands before it."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip() or line.lstrip().startswith("#"):
                self.at += 1
                continue
            if _indent(line) < indent:
                return
            found = _KEY.match(line)
            if not found or len(found[1]) != indent:
                self._report(f"{line.strip()!r} is no `key: value`")
                self.at += 1
                continue
            self.at += 1
            self._take(prefix + (found[2] or found[3] or found[4]), (found[5] or "").strip(), indent)

    def _take(self, key: str, value: str, indent: int) -> None:
        if key in self.values:
            self._report(f"key {key!r} stands twice, the later value is kept", line=self.at)
        bare = _COMMENT.sub("", value)
        folded = _FOLDED.match(value)
        if folded:
            self.values[key] = self._read_folded(indent, keep_lines=folded[1] == "|")
        elif bare:
            self.values[key] = self._read_scalar_or_list(key, value, indent)
        else:
            self._read_nested(key, indent)

    def _read_folded(self, indent: int, *, keep_lines: bool) -> str:
        taken: list[str] = []
        while self.at < len(self.lines) and (
            not self.lines[self.at].strip() or _indent(self.lines[self.at]) > indent
        ):
            taken.append(self.lines[self.at])
            self.at += 1
        margin = min((_indent(line) for line in taken if line.strip()), default=0)
        body = [line[margin:].rstrip() for line in taken]
        if keep_lines:
            return "\n".join(body).strip("\n")
        return re.sub(r"\n(\n*)", lambda gap: gap[1] or " ", "\n".join(body).strip("\n"))

    def _read_scalar_or_list(self, key: str, value: str, indent: int) -> FrontMatterValue:
        line = self.at
        while self.at < len(self.lines) and _indent(self.lines[self.at]) > indent:
            value += " " + self.lines[self.at].strip()
            self.at += 1
        if value[0] == "[":
            return self._flow_list(key, value, line)
        if value[0] in "{&*!%@`":
            self._report(f"value of {key!r} starts with {value[0]!r}, which is kept as written", line=line)
            return value
        return self._scalar(key, value, line)

    def _flow_list(self, key: str, value: str, line: int) -> FrontMatterValue:
        bare = _COMMENT.sub("", value)
        if not bare.endswith("]") or "[" in bare[1:] or "{" in bare:
            self._report(f"list of {key!r} is nested or not closed, it is kept as written", line=line)
            return value
        items = re.findall(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|\Z)""", bare[1:-1])
        return tuple(self._scalar(key, item.strip(), line) for item in items if item.strip())

    def _scalar(self, key: str, value: str, line: int) -> str:
        quote = value[0]
        if quote not in "\"'":
            return _COMMENT.sub("", value)
        bare = value if value.endswith(quote) else _COMMENT.sub("", value)
        if len(bare) < 2 or not bare.endswith(quote):
            self._report(f"quotes of {key!r} are not closed, the value is kept as written", line=line)
            return value
        if quote == "'":
            return bare[1:-1].replace("''", "'")
        return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), bare[1:-1])

    def _read_nested(self, key: str, indent: int) -> None:
        while self.at < len(self.lines) and not self.lines[self.at].strip():
            self.at += 1
        line = self.lines[self.at] if self.at < len(self.lines) else ""
        if _ITEM.match(line) and _indent(line) >= indent:
            self.values[key] = self._read_items(key, _indent(line))
        elif line.strip() and _indent(line) > indent:
            if _KEY.match(line):
                self.read_mapping(f"{key}.", _indent(line))
            else:
                self.values[key] = self._read_folded(indent, keep_lines=False)
        else:
            self.values[key] = ""

    def _read_items(self, key: str, indent: int) -> tuple[str, ...]:
        items: list[str] = []
        while self.at < len(self.lines):
            found = _ITEM.match(self.lines[self.at])
            if not found or len(found[1]) != indent:
                break
            self.at += 1
            text = (found[2] or "").strip()
            while self.at < len(self.lines) and _indent(self.lines[self.at]) > indent:
                text += " " + self.lines[self.at].strip()
                self.at += 1
            items.append(self._scalar(key, text, self.at) if text else "")
        return tuple(items)

    def _report(self, trouble: str, *, line: int | None = None) -> None:
        # Line 1 is the opening fence, so the 0-based line of the block is two less than that of the file.
        self.problems.append((self.at + 2 if line is None else line + 1, trouble))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
