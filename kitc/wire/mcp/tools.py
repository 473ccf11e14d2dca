"""All tools of the server, and the one way to call them. IO: calls read the corpus."""

import json
from functools import cache

from indexer.base.errors import IndexerError
from kitc.base.errors import KitcError, TaskRefused
from kitc.wire.mcp.alias import alias_offer
from kitc.wire.mcp.compositions import check_offer
from kitc.wire.mcp.host import Host
from kitc.wire.mcp.offer import MOST_BYTES, Call, Offer, Reply
from kitc.wire.mcp.reads import read_offers
from kitc.wire.mcp.research import research_offer
from kitc.wire.mcp.words import refusal_text


@cache
def offers() -> tuple[Offer, ...]:
    """Every tool, research first; the old alias last."""
    return (research_offer(), *read_offers(), check_offer(), alias_offer())


def answer_call(host: Host, name: str, call: Call) -> Reply | str:
    """The answer of the tool *name*, or as a text why there is none and what to do."""
    try:
        reply = find_offer(name).answer(host, call)
    except (IndexerError, KitcError) as error:
        return refusal_text(error)
    size = len(json.dumps(reply.structured, ensure_ascii=False).encode())
    if size > MOST_BYTES:
        return (
            f"tool {name}: the answer has {size} bytes, at most {MOST_BYTES} are sent\n"
            "Ask for less: a lower limit or max_bytes, or one field's source through read_source."
        )
    return reply


def find_offer(name: str) -> Offer:
    """The tool of that name.

    Raises:
        TaskRefused: there is none.
    """
    for offer in offers():
        if offer.name == name:
            return offer
    known = ", ".join(offer.name for offer in offers())
    raise TaskRefused(f"tool {name[:80]}", f"is unknown, expected one of {known}")
