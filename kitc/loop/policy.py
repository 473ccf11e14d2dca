"""What a policy is: the part that chooses the next tool call and proposes a draft. Pure."""

from typing import Protocol

from kitc.base.draft import Draft, Trouble
from kitc.base.task import Task
from kitc.loop.session import Session


class Policy(Protocol):
    """Chooses tool calls; the host holds budgets, records reads and validates what is proposed."""

    @property
    def name(self) -> str:
        """Name that the run record keeps."""

    @property
    def version(self) -> str:
        """Changes whenever the policy may answer differently."""

    def propose(self, task: Task, session: Session) -> Draft:
        """A draft for *task*, researched through *session*."""

    def repair(self, draft: Draft, troubles: tuple[Trouble, ...], session: Session) -> Draft | None:
        """Another draft without *troubles*, or ``None`` when the policy knows no better."""
