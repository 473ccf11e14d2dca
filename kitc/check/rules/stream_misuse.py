"""Rule: streams are sent to, data is read; neither is taken for the other. Pure."""

from collections.abc import Iterator

from indexer.types.infer.events import Misuse, Read
from indexer.types.infer.spelling import spelled
from kitc.check.confusion import is_confusion, misuse_message
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding


def _judge(site: Site) -> Iterator[Finding]:
    for event in site.events:
        if (
            isinstance(event, Read)
            and event.outcome in ("absent", "loose-absent")
            and is_confusion(site, event)
        ):
            message = f"a value of type {spelled(site.engine, event.base)} has no .{event.field}()"
            severity = "warning" if event.outcome == "loose-absent" else RULE.severity
            yield finding(site, RULE.id, severity, event.node, message, place=event.place)
        elif isinstance(event, Misuse):
            wrong = misuse_message(site, event)
            if wrong is not None:
                yield finding(site, RULE.id, RULE.severity, event.node, wrong)


RULE = Rule(
    id="stream-misuse",
    severity="error",
    summary="A stream is used as data, or data as a stream or cell.",
    documentation="""A stream takes events, `stream.send(event)`, and holds no value: it cannot be read,
mapped, compared or reckoned with. The data of a result is read as it is: it has no `.get()` or
`.send()` unless its type is a cell or stream.""",
    judge=_judge,
)
