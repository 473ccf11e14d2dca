"""Publication provenance: what a pattern authored from a kit was made from. Pure.

Consulting a pattern and importing it are different facts: ``consulted`` and ``dependencies`` stay apart. A
record is appended to; what stands in it already is never replaced or dropped.
"""

from typing import Annotated

from pydantic import Field

from kitc.base.errors import KitRefused
from kitc.base.grant import Label
from kitc.base.kit import Kit, kit_digest
from kitc.base.run import RunRecord
from kitc.base.strict import Strict, json_of, parse_json

PROVENANCE_FORMAT = "kitc.provenance/1"


class Consulted(Strict):
    """One passage that research was shown."""

    address: str
    digest: str
    first_line: int
    last_line: int
    label: Label | None = None
    run_id: str


class Derivation(Strict):
    """One run of research from which the pattern was authored."""

    run_id: str
    kit_digest: str
    corpus_digest: str
    task_digest: str
    policy: str
    parent: str = ""
    """Digest of the kit that this one followed up."""
    consulted: tuple[Consulted, ...] = ()
    """Everything read, in order of address; reading is no import."""
    dependencies: tuple[str, ...] = ()
    """Identities that the recipe imports or runs."""


class Provenance(Strict):
    """The record of one published identity: its derivations, the earliest first."""

    format: str = PROVENANCE_FORMAT
    identity: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
    derivations: tuple[Derivation, ...] = ()


def derivation_of(kit: Kit, run: RunRecord) -> Derivation:
    """What *kit* and its *run* say of how a pattern came about.

    Raises:
        KitRefused: the run record is of another kit.
    """
    if run.kit_digest != kit_digest(kit):
        raise KitRefused("run record", f"is of kit {run.kit_digest}, not of this one ({kit_digest(kit)})")
    consulted = {
        (read.address, read.digest, read.first_line, read.last_line): Consulted(
            address=read.address,
            digest=read.digest,
            first_line=read.first_line,
            last_line=read.last_line,
            label=read.label,
            run_id=run.run_id,
        )
        for read in run.reads
    }
    used = (
        {pattern.identity for pattern in kit.patterns if pattern.use != "reference"} if kit.recipe else set()
    )
    return Derivation(
        run_id=run.run_id,
        kit_digest=run.kit_digest,
        corpus_digest=run.corpus,
        task_digest=kit.provenance.task_digest,
        policy=run.policy,
        parent=kit.provenance.parent,
        consulted=tuple(consulted[key] for key in sorted(consulted)),
        dependencies=tuple(sorted(used)),
    )


def append_derivation(existing: Provenance | None, identity: str, derivation: Derivation) -> Provenance:
    """*existing* with *derivation* after what stands there; the same run twice is once.

    Raises:
        KitRefused: the record is of another identity.
    """
    if existing is None:
        return _record(identity, (derivation,))
    if existing.identity != identity:
        raise KitRefused("provenance", f"is of {existing.identity}, not of {identity}")
    if any(known.run_id == derivation.run_id for known in existing.derivations):
        return existing
    return existing.model_copy(update={"derivations": (*existing.derivations, derivation)})


def _record(identity: str, derivations: tuple[Derivation, ...]) -> Provenance:
    text = json_of(Provenance.model_construct(identity=identity, derivations=derivations))
    return parse_provenance(text)


def parse_provenance(text: str | bytes, *, place: str = "provenance.json") -> Provenance:
    """The record that *text* spells.

    Raises:
        KitRefused: it is not of the form.
    """
    return parse_json(text, Provenance, place=place, refusal=KitRefused)


def provenance_json(record: Provenance) -> str:
    """*record* as it stands in its file."""
    return json_of(record) + "\n"
