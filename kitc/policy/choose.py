"""The policy that a caller names. IO: a model policy reads its key and service from the environment."""

from typing import TYPE_CHECKING, Literal

from kitc.base.errors import ServiceUnavailable

if TYPE_CHECKING:
    from kitc.loop.policy import Policy
    from kitc.wire.model import ModelProgress

PolicyName = Literal["offline", "claude"]
POLICIES: tuple[PolicyName, ...] = ("offline", "claude")


def policy_named(
    name: str, *, model: str | None = None, fallback: bool = False, progress: "ModelProgress | None" = None
) -> "Policy":
    """A fresh policy for one run; nothing of a model client is imported for the offline one.

    Raises:
        ServiceUnavailable: there is no key for the model, and no *fallback* to the offline policy.
    """
    from kitc.policy.offline.policy import OfflinePolicy  # noqa: PLC0415 - argument parsers name policies only

    if name == "offline":
        return OfflinePolicy()
    from kitc.policy.claude.policy import (  # noqa: PLC0415 - offline needs none
        ClaudePolicy,
        FallbackPolicy,
        NoPolicy,
    )
    from kitc.wire.messages import MessagesClient  # noqa: PLC0415 - the same
    from kitc.wire.settings import (  # noqa: PLC0415 - the same
        model_name,
        service_of_environment,
    )

    try:
        client = MessagesClient(service_of_environment())
        policy: Policy = ClaudePolicy(client, model_name(model), progress=progress)
    except ServiceUnavailable as error:
        if not fallback:
            raise
        policy = NoPolicy(error)
    return FallbackPolicy(policy, OfflinePolicy()) if fallback else policy
