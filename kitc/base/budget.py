"""Budgets: what a run may spend. Pure."""

from typing import Annotated

from pydantic import Field

from kitc.base.strict import Strict

MOST_KIT_BYTES = 48_000
"""The largest kit, in bytes of its JSON file."""


class Budget(Strict):
    """Limits of one run; the host holds them, whatever a policy asks for."""

    turns: Annotated[int, Field(ge=0, le=500)] = 60
    """Tool calls that may be answered with something new."""
    shown_bytes: Annotated[int, Field(ge=0, le=8_000_000)] = 600_000
    """Bytes of tool answers, as JSON."""
    kit_bytes: Annotated[int, Field(ge=2_000, le=MOST_KIT_BYTES)] = MOST_KIT_BYTES
    """Bytes of kit.json."""
    model_tokens: Annotated[int, Field(ge=0, le=5_000_000)] = 200_000
    """Input and output tokens of a model policy; the offline policy spends none."""
