"""The conditions of a trial: what is different, all else being equal. Pure."""

from dataclasses import dataclass

from kitc.base.errors import KitRefused
from kitc.loop.policy import Policy
from kitc.policy.claude.desk import Desk, ReadDesk, ResearchDesk
from kitc.policy.claude.policy import ClaudePolicy
from kitc.policy.offline.policy import OfflinePolicy
from kitc.wire.model import ModelClient


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One way to come by a kit."""

    name: str
    says: str
    asks_model: bool = True
    opening: bool = True
    """Whether research starts by itself, with an orientation."""
    checks_example: bool = True
    """Whether the example is proved against the index before the kit is admitted."""
    callable_only: bool = False
    """Whether the model gets one research tool to call, in place of the nine read tools."""

    def policy(self, client: ModelClient | None, model: str) -> Policy:
        """A fresh policy for one run."""
        if not self.asks_model or client is None:
            return OfflinePolicy()
        desk: Desk = ResearchDesk() if self.callable_only else ReadDesk()
        return ClaudePolicy(client, model, desk=desk, opening=self.opening)


CONDITIONS = (
    Condition(name="offline", says="the offline policy, no model", asks_model=False),
    Condition(name="claude", says="a model with opening orientation, read tools and example check"),
    Condition(
        name="callable-only",
        says="a model that has to call research itself; nothing is done unasked",
        opening=False,
        callable_only=True,
    ),
    Condition(name="no-opening", says="as claude, without the opening orientation", opening=False),
    Condition(
        name="no-example-check", says="as claude, with examples admitted unproved", checks_example=False
    ),
)


def conditions_named(names: str) -> tuple[Condition, ...]:
    """The conditions in the comma-separated *names*, in that order, each once.

    Raises:
        KitRefused: there is no such condition.
    """
    known = {condition.name: condition for condition in CONDITIONS}
    asked = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    unknown = [name for name in asked if name not in known]
    if unknown or not asked:
        what = f"unknown {', '.join(unknown)}" if unknown else "names none"
        raise KitRefused("--conditions", f"{what}, expected some of {', '.join(known)}")
    return tuple(known[name] for name in asked)
