"""What a run took, tool by tool and call by call, as the page shows it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from kitc.base.run import CallRecord, RunRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCost:
    """All calls of one tool."""

    tool: str
    calls: int
    bytes: int
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """One call on the timeline; left and width are per cent of all tool time."""

    call: CallRecord
    left: float
    width: float


def tool_costs(run: RunRecord) -> tuple[ToolCost, ...]:
    """Costs by tool, the slowest first."""
    tools = sorted({call.tool for call in run.calls})
    costs = [_cost(tool, [call for call in run.calls if call.tool == tool]) for tool in tools]
    return tuple(sorted(costs, key=lambda cost: (-cost.milliseconds, cost.tool)))


def _cost(tool: str, calls: Sequence[CallRecord]) -> ToolCost:
    return ToolCost(
        tool=tool,
        calls=len(calls),
        bytes=sum(call.answer_bytes for call in calls),
        milliseconds=sum(call.milliseconds for call in calls),
    )


def timeline(run: RunRecord) -> tuple[Beat, ...]:
    """Every call in the order made, each where it stands in the time that tools took."""
    whole = sum(call.milliseconds for call in run.calls) or 1.0
    beats, passed = [], 0.0
    for call in run.calls:
        left, width = 100 * passed / whole, 100 * call.milliseconds / whole
        beats.append(Beat(call=call, left=round(left, 2), width=round(width, 2)))
        passed += call.milliseconds
    return tuple(beats)
