"""Rule: only what is writable is written to. Pure."""

from collections.abc import Iterator

from indexer.types.infer.events import Read
from indexer.types.infer.spelling import spelled
from kitc.check.confusion import is_write
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding


def _judge(site: Site) -> Iterator[Finding]:
    for event in site.events:
        if isinstance(event, Read) and event.outcome == "absent" and is_write(site, event):
            owner = spelled(site.engine, event.base)
            message = f".{event.field}() writes, and a value of type {owner} can only be read"
            yield finding(site, RULE.id, RULE.severity, event.node, message, place=event.place)


RULE = Rule(
    id="write-to-readonly",
    severity="error",
    summary="A value that can only be read is written to.",
    documentation="""`.set()`, `.update()` and the like exist on `Writable<T>` and `Cell<T>`. A plain
value of a result, or a cell that is readonly, opaque or comparable, cannot be written: send an event to
one of the pattern's streams, or ask for the input as `Writable<T>`.""",
    judge=_judge,
)
