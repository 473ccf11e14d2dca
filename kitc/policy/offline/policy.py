"""The offline policy: from a task to a draft, with no network and no key. Pure over a session."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kitc.base.draft import Draft, DraftPattern, Trouble
from kitc.base.grant import Grant
from kitc.base.kit import Gap
from kitc.base.task import Task
from kitc.compose import compose_module
from kitc.compose.types import type_text
from kitc.loop.session import Session
from kitc.policy.offline import report
from kitc.policy.offline.answer import answer_question
from kitc.policy.offline.binding import is_door
from kitc.policy.offline.choose import Chosen, as_choice, choose
from kitc.policy.offline.discover import Found, discover
from kitc.policy.offline.draw import Drawn, draw
from kitc.policy.offline.mend import mend
from kitc.policy.offline.missing import author_missing
from kitc.policy.offline.option import Option, list_options
from kitc.policy.offline.reading import Coverage, coverage_of, read_entry
from kitc.policy.offline.score import Scale, Scored, scale_of, score_option
from kitc.policy.offline.topics import features_of, find_rules
from kitc.policy.offline.understand import Wanted, understand

_LOOKED_AT = 3
"""Options whose sources are read before the choice."""
MOST_PARTS_READ = 3
_QUESTION_MARGIN = 0.6
"""A task in the form of a question is built only if a pattern does it this well."""


@dataclass(frozen=True, slots=True)
class OfflinePolicy:
    """Plans from contracts by a type-directed search; words rank what the types allow."""

    name: str = "offline"
    version: str = "1"

    def propose(self, task: Task, session: Session) -> Draft:
        """A draft for *task*."""
        wanted = understand(task)
        if wanted.asks and (not task.task.strip() or wanted.names):
            return answer_question(wanted, session)
        grants = tuple(grant for grant in task.grants if grant.state == "granted")
        found = discover(wanted, task, session)
        scale = scale_of(wanted, found.known(), grants, found.attached)
        scored = [score_option(option, scale) for option in list_options(wanted, found.usable, grants)]
        scored = _looked_at(scored, scale, session)
        chosen = choose(scored, scale, found.usable)
        if wanted.asks and (chosen.best is None or chosen.best.score < _QUESTION_MARGIN):
            return answer_question(wanted, session)
        if chosen.best is None:
            return author_missing(wanted, chosen, found, scale, session)
        return _drafted(wanted, chosen.best, chosen, found, grants, session)

    def repair(self, draft: Draft, troubles: tuple[Trouble, ...], session: Session) -> Draft | None:
        """*draft* without what *troubles* name, or ``None`` when that leaves nothing to show."""
        del session
        return mend(draft, troubles)


def _drafted(  # noqa: PLR0913, PLR0917 - the whole of one decision
    wanted: Wanted, best: Scored, chosen: Chosen, found: Found, grants: Sequence[Grant], session: Session
) -> Draft:
    option = _with_open_doors(_read(best.option, session), wanted)
    best = replace(best, option=option)
    coverage = [coverage_of(part.facts) for part in option.placed]
    _read_parts(option, found, session)
    drawn = draw(option, wanted, grants) if option.kind != "run" else None
    source = compose_module(drawn.blueprint) if drawn else None
    names = {key: name for name, key in drawn.inputs} if drawn else _argument_names(option)
    types = {item.name: item.type for item in drawn.blueprint.inputs} if drawn else _argument_types(option)
    states = drawn is not None and any(part.pending or part.error for part in drawn.blueprint.parts)
    rules, silent = find_rules(features_of(source or "", runs=option.kind == "run", states=states), session)
    return Draft(
        kind=option.kind,
        summary=option.describe(),
        fit=report.fit_of(best, grants),
        uncertainty=report.uncertainty_of(best, wanted) + tuple(_wishes(option, coverage)),
        score=max(0.0, min(1.0, best.score)),
        runner_up=as_choice(chosen.runner_up) if chosen.runner_up else None,
        patterns=_patterns(option, drawn, coverage),
        bindings=report.bindings_of(option, names, types),
        missing=report.missing_of(option, names),
        source_text=source,
        rules=rules,
        to_check=report.checks_of(option, wanted, drawn),
        gaps=report.gaps_of(best, wanted) + _silences(silent) + _refused(found),
    )


def _looked_at(scored: Sequence[Scored], scale: Scale, session: Session) -> list[Scored]:
    """*scored*, the best few again once their entries are read: a head comment may disclaim them."""
    best = sorted(scored, key=lambda one: (-one.score, one.option.key()))
    looked = {id(one): score_option(_read(one.option, session), scale) for one in best[:_LOOKED_AT]}
    return [looked.get(id(one), one) for one in scored]


def _read(option: Option, session: Session) -> Option:
    """*option* with the entries of its patterns read, each pattern once."""
    read = {part.facts.specifier: part.facts for part in option.placed}
    read = {specifier: read_entry(facts, session) for specifier, facts in read.items()}
    placed = tuple(replace(part, facts=read[part.facts.specifier]) for part in option.placed)
    return replace(option, placed=placed)


def _read_parts(option: Option, found: Found, session: Session) -> None:
    """Read the entries of described patterns that the option's programs hold, for what their SQL shows."""
    held = {module.address for part in option.placed for module in part.facts.pattern.modules}
    inner = [facts for facts in found.usable if facts.pattern.address in held and facts.pattern.sample_rows]
    for facts in inner[:MOST_PARTS_READ]:
        read_entry(facts, session)


def _with_open_doors(option: Option, wanted: Wanted) -> Option:
    """*option* with its optional live inputs reported as missing when the asker's own data is wanted.

    Nothing is granted then: what the patterns find by themselves is no input that can be relied on.
    """
    if option.tokens or not wanted.is_own:
        return option
    placed = tuple(
        replace(
            part,
            slots=tuple(
                replace(slot, kind="unmet")
                if slot.kind == "omitted" and slot.argument.shape.wrapper and is_door(slot.argument)
                else slot
                for slot in part.slots
            ),
        )
        for part in option.placed
    )
    return replace(option, placed=placed)


def _argument_names(option: Option) -> dict[str, str]:
    return {slot.token: slot.argument.name for part in option.placed for slot in part.slots if slot.token}


def _argument_types(option: Option) -> dict[str, str]:
    return {
        slot.argument.name: type_text(slot.argument.shape) for part in option.placed for slot in part.slots
    }


def _wishes(option: Option, coverage: Sequence[Coverage]) -> list[str]:
    return [
        f"{part.facts.pattern.name} looks for something of its own through a wish: that is not granted here"
        for part, covered in zip(option.placed, coverage, strict=True)
        if covered.wishes
    ]


def _patterns(option: Option, drawn: Drawn | None, coverage: Sequence[Coverage]) -> tuple[DraftPattern, ...]:
    found: dict[str, DraftPattern] = {}
    for place, part in enumerate(option.placed):
        specifier = part.facts.specifier
        consumed = consumed_fields(drawn, place) if drawn else ()
        if specifier in found:
            consumed = tuple(dict.fromkeys((*found[specifier].consumed, *consumed)))
        found[specifier] = DraftPattern(
            ref=specifier,
            use="direct" if option.kind == "run" else "compose",
            consumed=consumed,
            coverage=coverage[place].claims,
        )
    return tuple(found.values())


def consumed_fields(drawn: Drawn, place: int) -> tuple[str, ...]:
    """Result fields of a part that the example reads, rows as ``field[].inner``."""
    part = drawn.blueprint.parts[place]
    fields = [name for name in (part.pending, part.ready, part.ready_view, part.error) if name]
    fields += ["$UI"] if part.shows else []
    for rows in drawn.blueprint.rows:
        if rows.part == place:
            fields.append(rows.field)
            fields += [f"{rows.field}[].{column.name}" for column in rows.columns]
    for other in drawn.blueprint.parts:
        fields += [
            binding.name for binding in other.bindings if binding.source == "field" and binding.part == place
        ]
    fields += [name for owner, name, _ in drawn.blueprint.totals if owner == place]
    return tuple(dict.fromkeys(fields))


def _silences(silent: Sequence[str]) -> tuple[Gap, ...]:
    return tuple(Gap(kind="rule", what=f"no section found states the rule on {topic}") for topic in silent)


def _refused(found: Found) -> tuple[Gap, ...]:
    """Hidden patterns that were met, and searches that failed."""
    hidden = tuple(
        Gap(
            kind="source",
            what=f"{facts.pattern.name} is recorded as hidden and was not selected",
            suggestion=facts.pattern.notes,
        )
        for facts in found.hidden[:3]
    )
    return hidden + tuple(Gap(kind="source", what=trouble[:300]) for trouble in found.trouble[:4])
