"""Links, images and HTML anchors in the text of a document, by a scan of its stored bytes. Pure.

The scan follows CommonMark where links are concerned (code spans and autolinks bind tighter than brackets,
links hold no links, destinations balance their parentheses) and GFM for bare ``http://`` addresses. It works
on bytes so that offsets are those of the file, and only where a mark of a link stands.
"""

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from markdown_it.common.utils import normalizeReference

from indexer.parse.markdown.blocks import Blocks, LineRange
from indexer.parse.markdown.facts import LinkForm
from indexer.parse.markdown.lines import Lines

_MARKS = (b"](", b"://", b"href=", b"id=", b"name=")
_TOKEN = re.compile(
    rb"""\\[!-/:-@\[-`{-~]
       | (?P<ticks>`+)
       | <!--(?:.*?-->|.*\Z)
       | <(?P<auto>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000})>
       | <(?P<tag>[A-Za-z](?:[^<>"'{]++|"[^"]{0,500}"|'[^']{0,500}'|\{[^{}]{0,500}\}|["'{]){0,99}+)>
       | (?P<open>!?\[)
       | (?P<close>\])
       | (?<![\w/])(?P<bare>https?://[^\s<>`]{1,2000})""",
    re.DOTALL | re.VERBOSE,
)
# Possessive repetitions: a destination is read once, forwards.
_INNER = rb"(?:[^\s()\\]|\\.)"
_DESTINATION = rb"<(?:[^<>\r\n\\]|\\.)*+>|(?:[^\s()\\<]|\\.|\((?:%b|\(%b*+\))*+\))*+" % (_INNER, _INNER)
_INLINE = re.compile(
    rb"\((?:[ \t\r\n]|\n[ \t>]*)*+(" + _DESTINATION + rb")"
    rb"""(?:[\s>]+(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)))?[\s>]*+\)""",
    re.DOTALL,
)
_LABEL = re.compile(rb"\[((?:[^\[\]\\]|\\.){0,999}+)\]", re.DOTALL)
_DEFINITION = re.compile(rb"\]:[\s>]*(<[^<>\r\n]*>|[^\s]+)")
_ATTRIBUTE = re.compile(
    rb"""\b(href|id|name)\s*=\s*(?:\{?"([^"]*)"|\{?'([^']*)'|([^\s"'>{]+))|=\s*\{[^{}]*\}""", re.IGNORECASE
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_LINE_JOIN = re.compile(r"\s*\n[ \t>]*|\s+")
_TRAILING = b"?!.,:;*_~'\"|"


class RawLink(NamedTuple):
    """A link with its place in bytes, before it is put into a section."""

    form: LinkForm
    text: str
    target: str
    start: int
    stop: int


@dataclass(slots=True)
class Found:
    """What one scan collects, in order of the end of each."""

    links: list[RawLink] = field(default_factory=list)
    anchors: list[tuple[int, str]] = field(default_factory=list)
    """First byte of the tag, and its id or name."""


def find_links(content: bytes, blocks: Blocks, *, lines: Lines) -> Found:
    """The links, images and anchors of the document, by first byte."""
    found = Found()
    definitions = _definition_targets(content, blocks.definitions, lines)
    marks = _mark_places(content, (*_MARKS, b"]") if definitions else _MARKS)
    for start, stop in _marked_regions(sorted(blocks.texts + blocks.html), marks, lines):
        _Scan(content, start, stop, definitions, found).run()
    found.links.sort(key=lambda link: (link.start, link.stop))
    found.anchors.sort()
    return found


def _mark_places(content: bytes, marks: Iterable[bytes]) -> list[int]:
    places = []
    for mark in marks:
        place = content.find(mark)
        while place >= 0:
            places.append(place)
            place = content.find(mark, place + 1)
    return sorted(places)


def _marked_regions(ranges: list[LineRange], marks: list[int], lines: Lines) -> Iterable[tuple[int, int]]:
    pending = iter(marks)
    mark = next(pending, None)
    for first, after in ranges:
        start, stop = lines.byte_at(first), lines.byte_at(after)
        while mark is not None and mark < start:
            mark = next(pending, None)
        if mark is None:
            return
        if mark < stop:
            yield start, stop


def _definition_targets(content: bytes, definitions: Mapping[str, LineRange], lines: Lines) -> dict[str, str]:
    targets = {}
    for label, (first, after) in definitions.items():
        found = _DEFINITION.search(content, lines.byte_at(first), lines.byte_at(after))
        if found and not label.startswith("^"):  # a GFM footnote is no link
            targets[label] = _clean_target(found[1])
    return targets


@dataclass(slots=True)
class _Opener:
    """An opening bracket that may yet become a link or image."""

    start: int
    inner: int
    is_image: bool
    active: bool = True


@dataclass(slots=True)
class _Scan:
    """One region of text, read once from left to right."""

    content: bytes
    start: int
    stop: int
    definitions: Mapping[str, str]
    found: Found
    openers: list[_Opener] = field(default_factory=list)
    missing_ticks: set[int] = field(default_factory=set)

    def run(self) -> None:
        """Adds what the region holds to ``found``."""
        place = self.start
        while token := _TOKEN.search(self.content, place, self.stop):
            place = self._take(token)

    def _take(self, token: re.Match[bytes]) -> int:
        kind = token.lastgroup
        if kind == "ticks":
            return self._skip_code(token)
        if kind == "auto":
            self._add("autolink", token.span("auto"), token.span(), token["auto"])
        elif kind == "tag":
            self._take_tag(token)
        elif kind == "open":
            self.openers.append(_Opener(token.start(), token.end(), token[0][:1] == b"!"))
        elif kind == "close":
            return self._close(token)
        elif kind == "bare":
            return self._take_bare(token)
        return token.end()

    def _skip_code(self, token: re.Match[bytes]) -> int:
        width = len(token[0])
        if width in self.missing_ticks:
            return token.end()
        closing = re.compile(rb"(?<!`)`{%d}(?!`)" % width).search(self.content, token.end(), self.stop)
        if closing:
            return closing.end()
        self.missing_ticks.add(width)
        return token.end()

    def _take_tag(self, token: re.Match[bytes]) -> None:
        for attribute in _ATTRIBUTE.finditer(self.content, token.start("tag"), token.end("tag")):
            value = next((group for group in attribute.groups()[1:] if group), b"")
            if not value:  # empty, or the expression of another attribute
                continue
            if attribute[1].lower() == b"href":
                self._add("html", attribute.span(), attribute.span(), value)
            else:
                self.found.anchors.append((token.start(), html.unescape(_decode(value))))

    def _take_bare(self, token: re.Match[bytes]) -> int:
        address = token["bare"]
        if self.openers:  # the bracket that closes a link text is not part of an address in it
            address = address.partition(b"]")[0]
        while address and (
            address[-1:] in _TRAILING or (address[-1:] == b")" and address.count(b")") > address.count(b"("))
        ):
            address = address[:-1]
        stop = token.start() + len(address)
        self._add("autolink", (token.start(), stop), (token.start(), stop), address)
        return max(stop, token.start() + 1)

    def _close(self, token: re.Match[bytes]) -> int:
        if not self.openers:
            return token.end()
        opener = self.openers.pop()
        inline = _INLINE.match(self.content, token.end(), self.stop)
        if inline:
            form: LinkForm = "inline"
            raw, end = _clean_target(inline[1]), inline.end()
        else:
            raw, end = self._reference(opener, token)
            form = "reference"
        if not end or not (opener.active or opener.is_image):
            return token.end()
        if not opener.is_image:
            self._forget_inner(opener)
        self.found.links.append(
            RawLink(
                "image" if opener.is_image else form,
                _clean_text(self.content[opener.inner : token.start()]),
                raw,
                opener.start,
                end,
            )
        )
        return end

    def _reference(self, opener: _Opener, token: re.Match[bytes]) -> tuple[str, int]:
        """Target and end of a full, collapsed or shortcut reference; an end of 0 when it is none."""
        if not self.definitions:
            return "", 0
        label = _LABEL.match(self.content, token.end(), self.stop)
        name = label[1] if label and label[1].strip() else self.content[opener.inner : token.start()]
        target = self.definitions.get(normalizeReference(_LINE_JOIN.sub(" ", _decode(name[:1000]))))
        if target is None:
            return "", 0
        return target, label.end() if label else token.end()

    def _forget_inner(self, opener: _Opener) -> None:
        # Links hold no links: brackets around this one are plain, and bare addresses inside it are its text.
        for outer in self.openers:
            outer.active = False
        links = self.found.links
        while links and links[-1].form == "autolink" and links[-1].start > opener.start:
            links.pop()

    def _add(self, form: LinkForm, text: tuple[int, int], span: tuple[int, int], target: bytes) -> None:
        self.found.links.append(
            RawLink(form, _clean_text(self.content[text[0] : text[1]]), _clean_target(target), *span)
        )


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", errors="replace")


def _clean_text(raw: bytes) -> str:
    return _LINE_JOIN.sub(" ", _decode(raw)).strip()


def _clean_target(raw: bytes) -> str:
    text = _decode(raw)
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1]
    text = _ESCAPE.sub(r"\1", text) if "\\" in text else text
    return html.unescape(text) if "&" in text else text
