"""Answers as text for a model to read; the structured form beside it holds everything. Pure."""

from collections.abc import Iterable
from functools import singledispatch

from indexer.base.digest import ordered_json
from kitc.tools.answers import (
    Answer,
    FilesAnswer,
    FollowAnswer,
    PassageAnswer,
    PatternAnswer,
    PatternsAnswer,
    Reference,
    SearchAnswer,
    SymbolsAnswer,
)
from kitc.wire.mcp.offer import MOST_TEXT

_RULE = "-----"


def answer_text(answer: Answer) -> str:
    """*answer* as text, at most ``MOST_TEXT`` characters, with what is missing said at its end."""
    return bounded("\n".join(part for part in (_body(answer), *_ends(answer)) if part), MOST_TEXT)


def bounded(text: str, most: int) -> str:
    """*text*, cut at *most* characters with a note that says so."""
    note = "\n[cut here: the structured answer holds the rest]"
    return text if len(text) <= most else text[: most - len(note)] + note


def _ends(answer: Answer) -> Iterable[str]:
    if answer.completeness != "complete" or answer.reason:
        yield f"[{answer.completeness}: {answer.reason or 'there is more'}]"
    if answer.rest:
        yield f"[rest: {answer.rest}]"
    if answer.see_also:
        yield "See also:\n" + "\n".join(_reference(item) for item in answer.see_also)


def _reference(item: Reference) -> str:
    return f"- {item.address}" + "".join(f" ({word})" for word in (item.title, item.why) if word)


@singledispatch
def _body(answer: Answer) -> str:
    return ordered_json(answer.model_dump(mode="json", by_alias=True, exclude_defaults=True))


@_body.register
def _(answer: SearchAnswer) -> str:
    lines = [
        f"{number}. {hit.breadcrumb or hit.title}\n   {hit.address}\n   {_flat(hit.snippet)}"
        for number, hit in enumerate(answer.hits, start=1)
    ]
    return "\n".join([*(lines or ["Nothing was found."]), *_suggestions(answer.suggestions)])


@_body.register
def _(answer: PatternsAnswer) -> str:
    lines = [
        f"{number}. {hit.name}{' (hidden)' if hit.hidden else ''}\n   {hit.specifier}\n   {hit.address}\n"
        f"   {_flat(hit.description)[:300]}"
        for number, hit in enumerate(answer.hits, start=1)
    ]
    return "\n".join([*(lines or ["No pattern was found."]), *_suggestions(answer.suggestions)])


@_body.register
def _(answer: PassageAnswer) -> str:
    place = f", lines {answer.first_line}-{answer.last_line}" if answer.first_line else ""
    head = (
        f"{answer.breadcrumb or answer.title or answer.kind}\n{answer.address}{place}\ndigest {answer.digest}"
    )
    return f"{head}\n{_RULE}\n{answer.text}\n{_RULE}" if answer.text else head


@_body.register
def _(answer: FollowAnswer) -> str:
    groups = (
        ("Parent", (answer.parent,)),
        ("Previous", (answer.previous,)),
        ("Next", (answer.next,)),
        ("Children", answer.children),
        ("Links out", answer.outgoing),
        ("Links in", answer.incoming),
    )
    lines = [answer.address]
    for title, references in groups:
        named = [_reference(item) for item in references if item is not None]
        lines += [f"{title}:", *named] if named else []
    return "\n".join(lines)


@_body.register
def _(answer: PatternAnswer) -> str:
    if not answer.identity:
        return f"{answer.name}\n{answer.specifier}\n{answer.address}"
    fields = [
        f"- {field.side} {field.path}: {field.wrapper} {field.type}".rstrip()
        + (" (required)" if field.required else "")
        + (f" {_flat(field.doc)}" if field.doc else "")
        for field in answer.fields
    ]
    lines = [
        answer.name,
        f'import it with: import {{ default as {_local(answer.name)} }} from "{answer.specifier}";',
        f"source: {answer.address}",
        _flat(answer.description),
        "exports: " + ", ".join(f"{export.name} ({export.kind})" for export in answer.exports),
        f"contract {answer.contract_status}" + _unresolved(answer.unresolved),
        f"argument schema: {ordered_json(answer.argument_schema)}",
        f"result schema: {ordered_json(answer.result_schema)}",
        *(["fields:", *fields] if fields else []),
        *([f"covers: {_flat(answer.coverage)}"] if answer.coverage else []),
        *([f"notes: {_flat(answer.notes)}"] if answer.notes else []),
        "files: " + ", ".join(module.address for module in answer.modules),
    ]
    return "\n".join(line for line in lines if line)


@_body.register
def _(answer: FilesAnswer) -> str:
    return "\n".join(f"- {file.address}" for file in answer.files) or "No file is there."


@_body.register
def _(answer: SymbolsAnswer) -> str:
    lines = [
        f"- {symbol.kind} {symbol.name}\n  {symbol.address}\n  {_flat(symbol.signature)}"
        for symbol in answer.symbols
    ]
    return "\n".join(lines) or "No declaration has that name; try search_docs or search_patterns."


def _suggestions(queries: tuple[str, ...]) -> list[str]:
    return [f"Other queries to try: {', '.join(queries)}"] if queries else []


def _unresolved(paths: tuple[str, ...]) -> str:
    return f"; unknown, not absent: {', '.join(paths)}" if paths else ""


def _flat(text: str) -> str:
    return " ".join(text.split())


def _local(name: str) -> str:
    """A name to import a pattern under."""
    letters = "".join(word[:1].upper() + word[1:] for word in _flat(name).split(" "))
    kept = "".join(letter for letter in letters if letter.isascii() and letter.isalnum())
    return kept if kept and not kept[0].isdigit() else "Part"
