"""Index answers of an export source: one JSON object a line, strict and frozen. Pure."""

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from indexer.base.config import QualityEntry
from indexer.base.digest import canonical_json, digest_of
from indexer.base.words import Problem, SourceFile

_IDENTITY = re.compile(r"(?:cf:pattern:)?([A-Za-z0-9_-]{43})\Z")


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class AnswerFile(_Strict):
    """One authored file of a program, named from the compilation root."""

    name: Annotated[str, Field(min_length=1)]
    contents: str


class AnswerProgram(_Strict):
    """The authored files of a published program and the name of its entry."""

    main: Annotated[str, Field(min_length=1)]
    files: Annotated[list[AnswerFile], Field(min_length=1)]


class IndexAnswer(_Strict):
    """What an index says of one published pattern."""

    pattern_id: Annotated[str, Field(alias="patternId", min_length=1)]
    program: AnswerProgram
    description: str | None = None
    tags: list[str] = []
    argument_schema: dict[str, object] | bool | None = Field(alias="argumentSchema", default=None)
    result_schema: dict[str, object] | bool | None = Field(alias="resultSchema", default=None)
    quality: QualityEntry | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A program as an index published it; its files stand at ``<identity>/<name>`` of the source."""

    identity: str
    """As published: 43 characters."""
    main: str
    """Path of the entry within the source."""
    description: str = ""
    tags: tuple[str, ...] = ()
    argument_schema: str = ""
    """Declared schema as canonical JSON, empty if none was declared."""
    result_schema: str = ""
    quality: QualityEntry | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The programs of an export, by identity, their files by path, and the lines that were refused."""

    published: tuple[Published, ...]
    files: tuple[SourceFile, ...]
    problems: tuple[Problem, ...]


class _Refused(ValueError):
    """Why one line is no index answer."""


def parse_answers(content: bytes, *, source: str, path: str) -> Answers:
    """The answers that *content* (JSON Lines) holds; a refused line is a problem with its bytes and line."""
    published: dict[str, Published] = {}
    files: dict[str, SourceFile] = {}
    problems: list[Problem] = []
    start = 0
    for number, line in enumerate(content.split(b"\n"), start=1):
        stop = start + len(line)
        if line.strip():
            try:
                answer, its_files = _parse_line(line, source)
                _add(answer, its_files, published, files)
            except _Refused as refusal:
                problems.append(_refused_line(source, path, (start, stop, number), str(refusal)))
        start = stop + 1
    return Answers(
        published=tuple(published[identity] for identity in sorted(published)),
        files=tuple(files[name] for name in sorted(files)),
        problems=tuple(problems),
    )


def _add(
    answer: Published,
    its_files: dict[str, SourceFile],
    published: dict[str, Published],
    files: dict[str, SourceFile],
) -> None:
    known = published.get(answer.identity)
    if known is not None:
        same = {name: file for name, file in files.items() if name.startswith(f"{answer.identity}/")}
        if known != answer or same != its_files:
            raise _Refused(f"patternId: {answer.identity} was answered before with other content")
        return
    published[answer.identity] = answer
    files.update(its_files)


def _parse_line(line: bytes, source: str) -> tuple[Published, dict[str, SourceFile]]:
    try:
        answer = IndexAnswer.model_validate_json(line)
    except ValidationError as error:
        places = [f"{'.'.join(str(step) for step in item['loc'])}: {item['msg']}" for item in error.errors()]
        raise _Refused("; ".join(sorted(places))) from error
    identity = _IDENTITY.match(answer.pattern_id)
    if identity is None:
        raise _Refused("patternId: is no identity of 43 base64url characters")
    files = {}
    for number, file in enumerate(answer.program.files):
        path = f"{identity[1]}/{_file_path(file.name, f'program.files.{number}.name')}"
        if path in files:
            raise _Refused(f"program.files.{number}.name: {file.name!r} stands there twice")
        content = file.contents.encode("utf-8", "surrogatepass")
        files[path] = SourceFile(source=source, path=path, content=content, digest=digest_of(content))
    main = f"{identity[1]}/{_file_path(answer.program.main, 'program.main')}"
    if main not in files:
        raise _Refused(f"program.main: {answer.program.main!r} is none of the files")
    return _published(answer, identity[1], main), files


def _published(answer: IndexAnswer, identity: str, main: str) -> Published:
    return Published(
        identity=identity,
        main=main,
        description=answer.description or "",
        tags=tuple(answer.tags),
        argument_schema=_schema(answer.argument_schema),
        result_schema=_schema(answer.result_schema),
        quality=answer.quality,
    )


def _schema(schema: object) -> str:
    return "" if schema is None else canonical_json(schema)


def _file_path(name: str, place: str) -> str:
    """*name* below its program: relative, no step that leaves or hides."""
    path = name.removeprefix("/")
    if not path or any(step in ("", ".", "..") for step in path.split("/")) or "\0" in path or "#" in path:
        raise _Refused(f"{place}: {name!r} is no path below the program")
    return path


def _refused_line(source: str, path: str, place: tuple[int, int, int], trouble: str) -> Problem:
    start, stop, line = place
    return Problem(
        source=source,
        path=path,
        start_byte=start,
        stop_byte=stop,
        line=line,
        kind="refused-answer",
        severity="error",
        message=trouble,
    )
