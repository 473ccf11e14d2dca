"""``kitc schema``: the JSON Schema of a file format. IO: writes to the terminal."""

import argparse
import json

from pydantic import BaseModel

from kitc.base.draft import Draft
from kitc.base.kit import Kit
from kitc.base.run import RunRecord
from kitc.base.task import Task
from kitc.provenance import Provenance
from kitc.trial.record import TrialSet

FORMATS: dict[str, type[BaseModel]] = {
    "task": Task,
    "kit": Kit,
    "run": RunRecord,
    "draft": Draft,
    "provenance": Provenance,
    "trials": TrialSet,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc schema``."""
    parser.add_argument("format", choices=(*FORMATS, "tools"))


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    if arguments.format == "tools":
        from kitc.tools import tool_schemas  # noqa: PLC0415 - the other formats need no corpus

        schema: object = tool_schemas()
    else:
        schema = FORMATS[arguments.format].model_json_schema()
    print(json.dumps(schema, indent=2, ensure_ascii=False))
    return 0
