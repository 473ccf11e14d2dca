"""The tool that describes granted handles. Pure."""

from kitc.base.errors import TaskRefused
from kitc.tools.answers import HandleAnswer
from kitc.tools.arguments import DescribeHandle
from kitc.tools.reach import Reach


def describe_handle(reach: Reach, given: DescribeHandle) -> HandleAnswer:
    """What the host said of a grant.

    Raises:
        TaskRefused: the token is not among the grants; no other connection is looked for.
    """
    for grant in reach.grants:
        if grant.token == given.token:
            return HandleAnswer(
                token=grant.token,
                description=grant.description,
                state=grant.state,
                value_schema=grant.value_schema,
                label=grant.label,
            )
    held = ", ".join(grant.token for grant in reach.grants) or "none"
    raise TaskRefused(f"handle {given.token}", f"is not granted, expected one of: {held}")
