"""The tools that search, open and follow documents. IO: they read the corpus database."""

from indexer.base.address import parse_address
from indexer.corpus import Neighbour, Passage
from kitc.base.grant import Label
from kitc.tools.answers import FollowAnswer, HitAnswer, PassageAnswer, Reference, SearchAnswer
from kitc.tools.arguments import Follow, OpenSection, SearchDocs
from kitc.tools.labels import label_of, withheld
from kitc.tools.reach import Reach

MOST_REFERENCES = 12
"""Links of each kind that an answer names."""
_SNIPPET = 240


def search_docs(reach: Reach, given: SearchDocs) -> SearchAnswer:
    """Passages of documents and skills, best first; other queries when they are few."""
    corpus = reach.opened()
    hits, hidden = [], 0
    for hit in corpus.search(given.query, within="docs", limit=given.limit):
        passage = corpus.open_passage(hit.address, max_bytes=_SNIPPET)
        label = label_of(passage.label)
        if withheld(reach, label):
            hidden += 1
            continue
        if given.kind == "all" or _is_skill(passage) == (given.kind == "skills"):
            hits.append(_hit_of(passage, label, snippet=hit.snippet))
    return SearchAnswer(
        hits=tuple(hits),
        suggestions=() if len(hits) >= given.limit else suggestions_for(given.query),
        completeness="truncated" if hidden else "complete",
        reason=f"{hidden} passages are above the task's ceiling" if hidden else "",
    )


def _is_skill(passage: Passage) -> bool:
    return "skill" in parse_address(passage.address).source


def _hit_of(passage: Passage, label: Label | None, *, snippet: str) -> HitAnswer:
    return HitAnswer(
        address=str(parse_address(passage.address).whole()),
        kind=passage.kind,
        title=passage.title,
        breadcrumb=passage.breadcrumb,
        snippet=snippet or passage.text.strip()[:_SNIPPET],
        digest=passage.digest,
        first_line=passage.first_line,
        last_line=passage.last_line,
        label=label,
    )


def suggestions_for(query: str) -> tuple[str, ...]:
    """The query's own words, longest first: a name alone often finds what a sentence does not."""
    words = sorted(set(query.split()), key=lambda word: (-len(word), word))
    return tuple(word for word in words if len(word) > 3)[:4] if len(words) > 1 else ()


def open_section(reach: Reach, given: OpenSection) -> PassageAnswer:
    """The passage at an address, with what to see beside it."""
    corpus = reach.opened()
    passage = corpus.open_passage(given.address, max_bytes=given.max_bytes, digest=given.digest)
    return passage_answer(reach, passage, see_also=_around(reach, passage))


def passage_answer(reach: Reach, passage: Passage, *, see_also: tuple[Reference, ...] = ()) -> PassageAnswer:
    """*passage* as an answer; unavailable when its label is above the ceiling."""
    label = label_of(passage.label)
    reason = withheld(reach, label)
    return PassageAnswer(
        address=passage.address,
        kind=passage.kind,
        title=passage.title,
        breadcrumb=passage.breadcrumb,
        text="" if reason else passage.text,
        digest=passage.digest,
        first_line=passage.first_line,
        last_line=passage.last_line,
        label=label,
        completeness="unavailable" if reason else passage.completeness,
        reason=reason or passage.reason,
        rest=None if reason else passage.rest,
        see_also=see_also,
    )


def _around(reach: Reach, passage: Passage) -> tuple[Reference, ...]:
    if passage.kind not in ("section", "document"):
        return ()
    links = reach.opened().follow(str(parse_address(passage.address).whole()))
    found = [_reference(links.next, "next"), _reference(links.parent, "parent")]
    found += [_reference(child, "child") for child in links.children]
    found += [
        Reference(address=link.address, title=link.text, why="linked")
        for link in links.outgoing
        if link.address
    ]
    return tuple(reference for reference in found if reference)[:MOST_REFERENCES]


def _reference(neighbour: Neighbour | None, why: str) -> Reference | None:
    return Reference(address=neighbour.address, title=neighbour.title, why=why) if neighbour else None


def follow(reach: Reach, given: Follow) -> FollowAnswer:
    """What stands around a passage, and its links; broken links are named with their status."""
    links = reach.opened().follow(given.address)
    more = max(len(links.outgoing), len(links.incoming), len(links.children)) > MOST_REFERENCES
    return FollowAnswer(
        address=links.address,
        parent=_reference(links.parent, ""),
        children=tuple(
            Reference(address=child.address, title=child.title) for child in links.children[:MOST_REFERENCES]
        ),
        previous=_reference(links.previous, ""),
        next=_reference(links.next, ""),
        outgoing=tuple(
            Reference(address=link.address or link.target, title=link.text, why=link.status)
            for link in links.outgoing[:MOST_REFERENCES]
        ),
        incoming=tuple(
            Reference(address=link.origin, title=link.text, why=link.status)
            for link in links.incoming[:MOST_REFERENCES]
        ),
        completeness="truncated" if more else "complete",
        reason=f"at most {MOST_REFERENCES} links of each kind are named" if more else "",
    )
