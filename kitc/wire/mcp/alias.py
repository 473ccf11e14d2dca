"""The tool ``query_docs``, as persisted runs call it: a query -> a short text. IO: reads the corpus."""

from indexer.base.digest import canonical_json
from kitc.base.errors import TaskRefused
from kitc.base.strict import Strict, parse_json
from kitc.tools import Reach
from kitc.tools.answers import HitAnswer, SearchAnswer
from kitc.tools.arguments import OpenSection, Query, SearchDocs
from kitc.tools.documents import open_section, search_docs
from kitc.wire.mcp.host import Host
from kitc.wire.mcp.offer import Call, Offer, Reply
from kitc.wire.mcp.reads import output_schema

MOST_CHARACTERS = 2_000
"""The whole answer, as it always was."""
_HITS = 6
_NAMES = 300
"""Characters left for the addresses of passages that are not quoted."""
_LEAST_PASSAGE = 500
"""Room below which a passage is named rather than quoted."""

_DESCRIPTION = """\
Old name, kept for persisted runs: prefer research or search_docs. Answers a question about the documentation
with the best passage and the addresses of others, in at most 2,000 characters."""


class QueryArguments(Strict):
    """What is asked."""

    query: Query


class QueryAnswer(Strict):
    """The answer as one text."""

    answer: str


def alias_offer() -> Offer:
    """The tool as clients see it."""
    return Offer(
        name="query_docs",
        title="Query documents (old name)",
        description=_DESCRIPTION,
        input_schema=QueryArguments.model_json_schema(),
        output_schema=output_schema(QueryAnswer),
        answer=_query,
    )


def _query(host: Host, call: Call) -> Reply:
    asked = parse_json(
        canonical_json(dict(call.arguments)), QueryArguments, place="tool query_docs", refusal=TaskRefused
    )
    reach = host.reach()
    found = search_docs(reach, SearchDocs(query=asked.query, limit=_HITS))
    text = _text(reach, found)
    return Reply(structured={"answer": text}, text=text)


def _text(reach: Reach, found: SearchAnswer) -> str:
    """The best passages that fit, then the addresses of the others."""
    if not found.hits:
        tried = f" Try: {', '.join(found.suggestions)}." if found.suggestions else ""
        return f"The documentation says nothing about that.{tried}"[:MOST_CHARACTERS]
    text, named = "", "\n\nMore:"
    for hit in found.hits:
        line = f"\n- {hit.address}"
        room = MOST_CHARACTERS - _NAMES - len(text)
        if room >= _LEAST_PASSAGE:
            text += ("\n\n" if text else "") + _passage(reach, hit, most=room - 2)
        elif len(text) + len(named) + len(line) <= MOST_CHARACTERS:
            named += line
    return text + named if "\n- " in named else text


def _passage(reach: Reach, hit: HitAnswer, *, most: int) -> str:
    """The passage of *hit* with its name, at most *most* characters, cut at a line with a note."""
    head = f"{hit.breadcrumb or hit.title} ({hit.address})\n\n"[: most // 2]
    note = "\n[cut: open_section gives the rest]"
    opened = open_section(reach, OpenSection(address=hit.address, max_bytes=4 * MOST_CHARACTERS))
    body = opened.text.strip()
    room = most - len(head)
    if len(body) <= room and opened.completeness == "complete":
        return head + body
    kept = body[: max(0, room - len(note))]
    return head + (kept.rpartition("\n")[0] or kept) + note
