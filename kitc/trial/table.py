"""Trials summed up by condition, as values and as text. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from kitc.base.run import TokenUse, sum_tokens
from kitc.trial.record import Trial


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What the runs of one condition came to; means are over runs."""

    condition: str
    runs: int
    tasks: int
    complete: int
    conditional: int
    failed: int
    """Runs without a whole kit: service, budget or model failed, or the caller cancelled."""
    examples: int
    valid: int
    """Examples that the check found valid."""
    invalid: int
    tried: int
    """Examples that the compiler was given."""
    compiled: int
    """Examples that it accepted."""
    repairs: int
    requests: int
    tokens: TokenUse
    """Of all runs, failed ones included."""
    mean_turns: float
    tool_seconds: float
    median_wall_seconds: float
    found: float
    read: float
    run: float
    imported: float
    written_lines: float


def summarize(trials: Sequence[Trial]) -> tuple[Summary, ...]:
    """One summary a condition, in the order in which conditions first occur."""
    names = dict.fromkeys(trial.condition for trial in trials)
    return tuple(_summary(name, [trial for trial in trials if trial.condition == name]) for name in names)


def _summary(name: str, trials: Sequence[Trial]) -> Summary:
    def of(field: str) -> list[float]:
        return [getattr(trial, field) for trial in trials]

    return Summary(
        condition=name,
        runs=len(trials),
        tasks=len({trial.task for trial in trials}),
        complete=sum(trial.outcome == "complete" for trial in trials),
        conditional=sum(trial.outcome == "conditional" for trial in trials),
        failed=sum(trial.outcome in ("failed", "cancelled") for trial in trials),
        examples=sum(trial.check != "no example" for trial in trials),
        valid=sum(trial.check == "valid" for trial in trials),
        invalid=sum(trial.check == "invalid" for trial in trials),
        tried=sum(trial.compile in ("accepted", "rejected") for trial in trials),
        compiled=sum(trial.compile == "accepted" for trial in trials),
        repairs=sum(trial.repairs for trial in trials),
        requests=sum(trial.requests for trial in trials),
        tokens=sum_tokens(trial.tokens for trial in trials),
        mean_turns=round(mean(of("turns")), 1),
        tool_seconds=round(sum(of("tool_seconds")), 3),
        median_wall_seconds=round(median(of("wall_seconds")), 3),
        found=round(mean(of("found")), 1),
        read=round(mean(of("read")), 1),
        run=round(mean(of("run")), 2),
        imported=round(mean(of("imported")), 2),
        written_lines=round(mean(of("written_lines")), 1),
    )


_COLUMNS = (
    ("condition", lambda s: s.condition),
    ("runs", lambda s: str(s.runs)),
    ("complete", lambda s: f"{s.complete}+{s.conditional}"),
    ("failed", lambda s: str(s.failed)),
    ("valid", lambda s: f"{s.valid}/{s.examples}"),
    ("compiled", lambda s: f"{s.compiled}/{s.tried}" if s.tried else "-"),
    ("repairs", lambda s: str(s.repairs)),
    ("requests", lambda s: str(s.requests)),
    ("input", lambda s: str(s.tokens.input)),
    ("output", lambda s: str(s.tokens.output)),
    ("cache w", lambda s: str(s.tokens.cache_write)),
    ("cache r", lambda s: str(s.tokens.cache_read)),
    ("turns", lambda s: f"{s.mean_turns:g}"),
    ("tools s", lambda s: f"{s.tool_seconds:.2f}"),
    ("wall s", lambda s: f"{s.median_wall_seconds:.2f}"),
    ("found", lambda s: f"{s.found:g}"),
    ("read", lambda s: f"{s.read:g}"),
    ("run", lambda s: f"{s.run:g}"),
    ("imported", lambda s: f"{s.imported:g}"),
    ("lines", lambda s: f"{s.written_lines:g}"),
)


def table_text(summaries: Sequence[Summary]) -> str:
    """A table with one line a condition; ``complete`` is complete and conditional kits."""
    rows = [[name for name, _ in _COLUMNS]]
    rows += [[show(summary) for _, show in _COLUMNS] for summary in summaries]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_COLUMNS))]
    lines = [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"
