"""The confidentiality of an argument, joined onto the result of the pattern. Pure."""

from collections.abc import Iterator

from indexer.contracts.schema import Schema, as_object, parts_of, same

_NO_SCHEMAS = frozenset({"$defs", "default", "ifc"})


def with_joined_confidentiality(result: Schema, argument: Schema) -> Schema:
    """*result* with all atoms of confidentiality in *argument*, in document order, each once."""
    atoms: list[object] = []
    for atom in _atoms(argument):
        if not any(same(atom, known) for known in atoms):
            atoms.append(atom)
    if not atoms:
        return result
    made = as_object(result)
    known = made.get("ifc")
    return {**made, "ifc": {**(known if isinstance(known, dict) else {}), "confidentiality": atoms}}


def _atoms(schema: Schema) -> Iterator[object]:
    definitions = schema.get("$defs") if isinstance(schema, dict) else None
    named = definitions if isinstance(definitions, dict) else {}
    seen: set[str] = set()
    pending: list[object] = [schema]
    while pending:
        value = pending.pop()
        pending.extend(reversed(parts_of(value, but=_NO_SCHEMAS)))
        if isinstance(value, dict):
            label = value.get("ifc")
            own = label.get("confidentiality") if isinstance(label, dict) else None
            yield from own if isinstance(own, list) else ()
            reference = value.get("$ref")
            name = reference.removeprefix("#/$defs/") if isinstance(reference, str) else ""
            if name in named and name not in seen:
                seen.add(name)
                pending.append(named[name])
