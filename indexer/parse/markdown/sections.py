"""Headings in order -> sections that tile the document, with slugs, parents and breadcrumbs. Pure."""

from collections.abc import Iterable

from indexer.base.words import Span
from indexer.parse.markdown.facts import Section
from indexer.parse.markdown.headings import Heading
from indexer.parse.markdown.lines import Lines
from indexer.parse.markdown.slug import Slugger

_TRAIL = " > "


def sections_of(headings: Iterable[Heading], *, lines: Lines, title: str) -> tuple[Section, ...]:
    """The sections of a document; *title* names its preamble when there is no heading at all.

    There is always at least one. A preamble stands only where bytes precede the first heading; then the empty
    slug is its own, and a heading without sluggable characters gets ``-1``.
    """
    size = lines.starts[-1]
    ordered = sorted(headings, key=lambda heading: heading.start)
    slugger = Slugger()
    sections: list[Section] = []
    if not ordered or ordered[0].start > 0:
        stop = ordered[0].start if ordered else size
        slugger.claim("")
        sections.append(_preamble(stop, lines=lines, title="" if ordered else title))
    open_sections: list[Section] = []
    for place, heading in enumerate(ordered):
        stop = ordered[place + 1].start if place + 1 < len(ordered) else size
        while open_sections and open_sections[-1].level >= heading.level:
            open_sections.pop()
        titles = [section.title for section in open_sections] + [heading.title]
        claim = slugger.claim if heading.explicit_id else slugger.slug
        section = Section(
            ordinal=len(sections),
            slug=claim(heading.explicit_id or heading.slug_source),
            title=heading.title,
            level=heading.level,
            parent=open_sections[-1].ordinal if open_sections else None,
            breadcrumb=_TRAIL.join(titles),
            span=Span(start=heading.start, stop=stop),
            first_line=lines.line_of(heading.start),
            last_line=lines.line_of(max(heading.start, stop - 1)),
        )
        open_sections.append(section)
        sections.append(section)
    return tuple(sections)


def _preamble(stop: int, *, lines: Lines, title: str) -> Section:
    return Section(
        ordinal=0,
        slug="",
        title=title,
        level=0,
        parent=None,
        breadcrumb=title,
        span=Span(start=0, stop=stop),
        first_line=1,
        last_line=lines.line_of(max(0, stop - 1)),
    )
