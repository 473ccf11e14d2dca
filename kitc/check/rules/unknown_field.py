"""Rule: each field that is read exists. Pure."""

from collections.abc import Iterator

from indexer.types.infer.events import Read
from indexer.types.infer.spelling import spelled
from kitc.check.confusion import is_confusion, is_write
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding
from kitc.check.wording import did_you_mean, renaming


def _judge(site: Site) -> Iterator[Finding]:
    for event in site.events:
        if not isinstance(event, Read) or event.outcome not in ("absent", "loose-absent"):
            continue
        if is_confusion(site, event) or is_write(site, event):
            continue
        yield _finding(site, event)


def _finding(site: Site, event: Read) -> Finding:
    """An error; a warning where the compiler sees ``any``."""
    loose = event.outcome == "loose-absent"
    owner = spelled(site.engine, event.base)
    message = f'there is no field "{event.field}" on {"the result" if owner in ("any", "unknown") else owner}'
    if loose:
        message += " as its source has it; the compiler does not see that, it has no declared type"
    return finding(
        site,
        RULE.id,
        "warning" if loose else "error",
        event.node,
        message + did_you_mean(event.field, event.names),
        suggestion=renaming(event.node, site.text(event.node), event.field, event.names),
        place=event.place,
    )


RULE = Rule(
    id="unknown-field",
    severity="error",
    summary="A field is read that does not exist.",
    documentation="""What a composition reads of a pattern's result must be there: through aliases,
destructuring, optional chaining, element access, `.map()` and other callbacks, computed bodies, wishes
and cells. Where the result has no declared type (`pattern<In>(..)`), the compiler sees `any`; a field
that the source does not return is then a warning.""",
    judge=_judge,
)
