"""Grants: live references that the host has given to a task, and the labels on them. Pure."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue

from kitc.base.strict import Strict

_TOKEN = re.compile(r"cfh:a:[A-Za-z0-9_-]{1,64}\Z")


def _check_token(text: str) -> str:
    if not _TOKEN.match(text):
        raise ValueError(f'"{text[:80]}" is no handle token, expected cfh:a:<suffix>')
    return text


HandleToken = Annotated[str, AfterValidator(_check_token)]
"""``cfh:a:<suffix>``: names a live reference without carrying it."""

SchemaValue = dict[str, JsonValue] | bool
"""A JSON Schema; ``true`` says nothing is known of the value."""


class Label(Strict):
    """Confidentiality and integrity. No label at all is unlabelled, which is not public."""

    confidentiality: tuple[str, ...] = ()
    """Atoms a reader must hold; empty is public."""
    integrity: tuple[str, ...] = ()
    """Atoms that vouch for the content."""


class Grant(Strict):
    """One live reference that the host has given, or has been asked for and not given yet."""

    token: Annotated[HandleToken, Field(description="Handle token, cfh:a:<suffix>")]
    description: Annotated[str, Field(max_length=2000, description="What the host says it refers to")] = ""
    value_schema: SchemaValue = Field(
        default=True,
        validation_alias="schema",
        serialization_alias="schema",
        description="JSON Schema of the value; true says nothing is known",
    )
    label: Label | None = None
    state: Literal["granted", "pending"] = "granted"


def join_labels(labels: tuple[Label | None, ...]) -> Label | None:
    """The label of something derived from all of *labels*: every confidentiality, only shared integrity.

    One unlabelled part makes the whole unlabelled; no part at all gives the public label.
    """
    known = [label for label in labels if label is not None]
    if len(known) < len(labels):
        return None
    confidentiality = sorted({atom for label in known for atom in label.confidentiality})
    shared = set(known[0].integrity).intersection(*(label.integrity for label in known)) if known else set()
    return Label(confidentiality=tuple(confidentiality), integrity=tuple(sorted(shared)))


def fits_ceiling(label: Label | None, ceiling: Label | None) -> bool:
    """Whether something of *label* may enter a kit whose ceiling is *ceiling* (``None``: no ceiling)."""
    if ceiling is None:
        return True
    return label is not None and set(label.confidentiality) <= set(ceiling.confidentiality)
