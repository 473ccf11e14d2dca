"""Rules: arguments, events and attributes are known, complete and of fitting type. Pure."""

from collections.abc import Iterator

from indexer.types.infer.events import Mismatch
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding
from kitc.check.wording import did_you_mean, renaming


def _unknown(site: Site) -> Iterator[Finding]:
    for event in _of_kind(site, "unknown"):
        message = f'{_taker(event)} takes no "{event.name}"' + did_you_mean(event.name, event.names)
        suggestion = renaming(event.node, site.text(event.node), event.name, event.names)
        yield finding(
            site, UNKNOWN_ARGUMENT.id, "error", event.node, message, suggestion=suggestion, place=event.place
        )


def _missing(site: Site) -> Iterator[Finding]:
    for event in _of_kind(site, "missing"):
        what = f'"{event.name}"' if event.name.isidentifier() else event.name
        message = f"{_taker(event)} requires {what}, which is not given"
        yield finding(site, MISSING_ARGUMENT.id, "error", event.node, message, place=event.place)


def _wrong_type(site: Site) -> Iterator[Finding]:
    for event in _of_kind(site, "type"):
        what = f'"{event.name}" of {_taker(event)}' if event.name != "it" else _taker(event)
        message = f"{what} takes {event.wanted}, given is {event.given}"
        yield finding(site, ARGUMENT_TYPE.id, "error", event.node, message, place=event.place)


def _of_kind(site: Site, kind: str) -> Iterator[Mismatch]:
    return (event for event in site.events if isinstance(event, Mismatch) and event.kind == kind)


def _taker(event: Mismatch) -> str:
    name = " ".join(event.taker.split())
    return f"the event of {name}" if event.role == "event" else name


UNKNOWN_ARGUMENT = Rule(
    id="unknown-argument",
    severity="error",
    summary="An argument is given that the pattern does not take.",
    documentation="""A call or element may give only the arguments of the pattern's argument type,
nested ones too; an event only the fields of its stream's event type. Anything else is refused by the
compiler and would be lost.""",
    judge=_unknown,
)
MISSING_ARGUMENT = Rule(
    id="missing-argument",
    severity="error",
    summary="A required argument is not given.",
    documentation="""Arguments without `?` must be given, in calls, elements and events. An argument
with a default is still required where its type is not optional.""",
    judge=_missing,
)
ARGUMENT_TYPE = Rule(
    id="argument-type",
    severity="error",
    summary="An argument is of the wrong type.",
    documentation="""The value given for an argument, an attribute or an event must be of its type. A
cell of a type may stand wherever that type is asked for; a stream stands only for a stream.""",
    judge=_wrong_type,
)
