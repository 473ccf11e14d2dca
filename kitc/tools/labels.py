"""Labels of corpus records, and what a ceiling keeps out. Pure."""

from indexer.corpus import LabelRecord
from kitc.base.grant import Label, fits_ceiling
from kitc.tools.reach import Reach


def label_of(record: LabelRecord | None) -> Label | None:
    """The label as the kit writes it; ``None`` is unlabelled, which is not public."""
    if record is None:
        return None
    return Label(
        confidentiality=tuple(sorted(record.confidentiality)), integrity=tuple(sorted(record.integrity))
    )


def withheld(reach: Reach, label: Label | None) -> str:
    """Why something of *label* may not be shown, or empty."""
    if fits_ceiling(label, reach.ceiling):
        return ""
    atoms = ", ".join(label.confidentiality) if label else "unlabelled"
    return f"its label ({atoms}) is above the task's ceiling"
