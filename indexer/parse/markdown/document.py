"""One document, from stored bytes to all its facts. Pure."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from indexer.base.words import Problem, Span
from indexer.parse.markdown.blocks import (
    MAX_NESTING,
    Blocks,
    RawCode,
    RawHeading,
    markdown_parser,
    parse_blocks,
)
from indexer.parse.markdown.facts import Anchor, CodeBlock, Link, ParsedDocument
from indexer.parse.markdown.front_matter import FrontMatter, parse_front_matter
from indexer.parse.markdown.headings import MAX_HEADING, Heading, InlineText, heading_of, html_headings
from indexer.parse.markdown.lines import Lines, encoding_problems, lines_of, text_of
from indexer.parse.markdown.links import RawLink, find_links
from indexer.parse.markdown.mdx import is_mdx, mask_mdx
from indexer.parse.markdown.sections import sections_of
from indexer.parse.markdown.skill import is_skill, referenced_resources

_DESCRIPTION = 300
"""Characters of a description that is taken from the text."""

SectionAt = Callable[[int], int]
"""Ordinal of the section that holds a byte."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A document after block parsing."""

    path: str
    content: bytes
    text: str
    lines: Lines
    front: FrontMatter
    blocks: Blocks
    mdx: bool


def parse_document(content: bytes, path: str) -> ParsedDocument:
    """The facts of the document whose stored bytes are *content*; any bytes are a document.

    *path* gives its dialect (``.mdx``), its kind (``SKILL.md``) and the place of its problems.
    """
    read = _read(content, path)
    headings = _headings(read)
    title = _title(read, headings)
    sections = sections_of(headings, lines=read.lines, title=title)
    starts = [section.span.start for section in sections]

    def section_at(byte: int) -> int:
        return max(0, bisect_right(starts, byte) - 1)

    found = find_links(content, read.blocks, lines=read.lines)
    links = _links(read, (raw for raw in found.links if raw.form != "image"), section_at)
    return ParsedDocument(
        path=path,
        kind="skill" if is_skill(path) else "doc",
        title=title,
        description=_description(read),
        front_matter=read.front.values,
        resources=referenced_resources(read.text, links) if is_skill(path) else (),
        sections=sections,
        links=links,
        images=_links(read, (raw for raw in found.links if raw.form == "image"), section_at),
        code_blocks=tuple(_code_block(read, code, section_at) for code in read.blocks.codes),
        anchors=tuple(Anchor(name=name, section=section_at(byte)) for byte, name in found.anchors),
        problems=_problems(read),
    )


def _read(content: bytes, path: str) -> _Read:
    text = text_of(content)
    front = parse_front_matter(text)
    body = text
    if front.lines:
        # Empty lines in its place keep the count of lines.
        body = "\n" * front.lines + "\n".join(text.split("\n")[front.lines :])
    mdx = is_mdx(path, body)
    masked, tags = mask_mdx(body) if mdx else (body, [])
    blocks = parse_blocks(masked, parser=markdown_parser(mdx=mdx))
    blocks.html.extend(tags)
    return _Read(path, content, text, lines_of(content), front, blocks, mdx)


def _is_overlong(heading: RawHeading) -> bool:
    return len(heading.source) > MAX_HEADING


def _headings(read: _Read) -> list[Heading]:
    inline = InlineText(markdown_parser(mdx=read.mdx), read.blocks.definitions)
    headings = [
        heading_of(raw, inline=inline, lines=read.lines, mdx=read.mdx)
        for raw in read.blocks.headings
        if not _is_overlong(raw)
    ]
    for block in read.blocks.html:
        headings.extend(html_headings(read.content, block, lines=read.lines))
    return headings


def _title(read: _Read, headings: Iterable[Heading]) -> str:
    for key in ("name", "title") if is_skill(read.path) else ("title",):
        value = read.front.values.get(key)
        if isinstance(value, str) and value:
            return value
    titled = (heading for heading in headings if heading.title)
    top = min(titled, key=lambda heading: (heading.level, heading.start), default=None)
    return top.title if top else PurePosixPath(read.path).stem


def _description(read: _Read) -> str:
    value = read.front.values.get("description")
    if isinstance(value, str) and value:
        return value
    overlong = (heading.source for heading in read.blocks.headings if _is_overlong(heading))
    source = read.blocks.first_paragraph or next(overlong, "")
    return InlineText(markdown_parser(mdx=read.mdx), read.blocks.definitions).plain(
        source, limit=_DESCRIPTION
    )


def _links(read: _Read, raws: Iterable[RawLink], section_at: SectionAt) -> tuple[Link, ...]:
    return tuple(
        Link(
            form=raw.form,
            text=raw.text,
            target=raw.target,
            span=Span(start=raw.start, stop=raw.stop),
            line=read.lines.line_of(raw.start),
            section=section_at(raw.start),
        )
        for raw in raws
    )


def _code_block(read: _Read, raw: RawCode, section_at: SectionAt) -> CodeBlock:
    start, stop = read.lines.byte_at(raw.lines[0]), read.lines.byte_at(raw.lines[1])
    info = raw.info.strip()
    word = info.split(maxsplit=1)[0] if info else ""
    # Mintlify fences may open with an attribute instead of a language: ``` theme={null}
    language = "" if "=" in word else word.partition("{")[0].strip("{},").lower()
    return CodeBlock(
        language=language,
        info=info,
        span=Span(start=start, stop=stop),
        first_line=raw.lines[0] + 1,
        last_line=raw.lines[1],
        section=section_at(start),
    )


def _problems(read: _Read) -> tuple[Problem, ...]:
    problems = list(encoding_problems(read.content, path=read.path, lines=read.lines))
    for line, trouble in read.front.problems:
        problems.append(_line_problem(read, (line - 1, line), "front-matter", trouble))
    for heading in read.blocks.headings:
        if _is_overlong(heading):
            size = len(heading.source)
            trouble = f"heading of {size} characters is taken as text, expected at most {MAX_HEADING}"
            problem = _line_problem(read, heading.lines, "overlong-heading", trouble)
            problems.append(replace(problem, severity="note"))
    if read.blocks.deepest >= MAX_NESTING - 1:
        trouble = f"lists and quotes are nested over {MAX_NESTING} deep, what stands deeper is not parsed"
        problems.append(_line_problem(read, (0, len(read.lines.starts)), "deep-nesting", trouble))
    return tuple(sorted(problems))


def _line_problem(read: _Read, lines: tuple[int, int], kind: str, trouble: str) -> Problem:
    return Problem(
        source="",
        path=read.path,
        start_byte=read.lines.byte_at(lines[0]),
        stop_byte=read.lines.byte_at(lines[1]),
        line=lines[0] + 1,
        kind=kind,
        message=trouble,
    )
