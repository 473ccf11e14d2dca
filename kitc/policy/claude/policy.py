"""The Claude policy: a model drives the same tools as the offline policy, in the same session. Pure."""

from dataclasses import dataclass, field

from kitc.base.draft import Draft, Trouble
from kitc.base.errors import ServiceUnavailable
from kitc.base.kit import Gap
from kitc.base.task import Task
from kitc.loop.policy import Policy
from kitc.loop.session import BudgetSpent, Session
from kitc.policy.claude.desk import Desk, ReadDesk
from kitc.policy.claude.opening import orient
from kitc.policy.claude.prompt import task_text
from kitc.policy.claude.talk import Talk
from kitc.wire.model import ModelClient, ModelProgress

_VERSION = "1"


@dataclass(slots=True)
class ClaudePolicy:
    """Asks a model. One object drives one run: it holds the conversation that a repair goes on with."""

    client: ModelClient
    model: str
    desk: Desk = field(default_factory=ReadDesk)
    opening: bool = True
    """Whether the conversation starts with an orientation."""
    progress: ModelProgress | None = None
    name: str = "claude"
    _talk: Talk | None = None

    @property
    def version(self) -> str:
        """Version of prompt and tools, the model, the desk, and whether there is an opening."""
        opening = "opening" if self.opening else "no opening"
        return f"{_VERSION} {self.model} {self.desk.name} {opening}"

    def propose(self, task: Task, session: Session) -> Draft:
        """The model's first submitted draft; raises as ``Talk.run`` says."""
        self._talk = Talk(self.client, self.model, self.desk, task, session, self.progress)
        orientation = [orient(task, session)] if self.opening else []
        self._talk.open("\n\n".join([*orientation, task_text(task)]))
        return self._talk.run()

    def repair(self, draft: Draft, troubles: tuple[Trouble, ...], session: Session) -> Draft | None:
        """The model's next draft; ``None`` when budget or service end first, and *draft* stays as it was."""
        del draft, session
        if self._talk is None:
            return None
        try:
            self._talk.refuse(troubles)
            return self._talk.run()
        except (BudgetSpent, ServiceUnavailable):
            return None


@dataclass(slots=True)
class FallbackPolicy:
    """A first policy, and a second one that takes over when the first has no service."""

    first: Policy
    second: Policy
    reason: str = ""
    """Why the second one works, once it does."""

    @property
    def name(self) -> str:
        """Both names."""
        return f"{self.first.name}, else {self.second.name}"

    @property
    def version(self) -> str:
        """Both versions."""
        return f"{self.first.version}, else {self.second.version}"

    def propose(self, task: Task, session: Session) -> Draft:
        """The first policy's draft, else the second one's with the reason among its gaps."""
        try:
            return self.first.propose(task, session)
        except ServiceUnavailable as error:
            self.reason = str(error)
        draft = self.second.propose(task, session)
        gap = Gap(
            kind="source",
            what=f"no model took part: {self.reason}",
            suggestion="build again when the service answers",
        )
        return draft.model_copy(update={"gaps": (gap, *draft.gaps)})

    def repair(self, draft: Draft, troubles: tuple[Trouble, ...], session: Session) -> Draft | None:
        """By the policy that proposed."""
        working = self.second if self.reason else self.first
        return working.repair(draft, troubles, session)


@dataclass(frozen=True, slots=True)
class NoPolicy:
    """Stands for a policy whose service is missing: every use says why."""

    error: ServiceUnavailable
    name: str = "claude"
    version: str = _VERSION

    def propose(self, task: Task, session: Session) -> Draft:
        """Raises the error."""
        del task, session
        raise self.error

    def repair(self, draft: Draft, troubles: tuple[Trouble, ...], session: Session) -> Draft | None:
        """Nothing."""
        del draft, troubles, session
        return None
