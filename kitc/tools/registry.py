"""The one registry of tools. Pure: it names the tools, their handlers read the corpus."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import JsonValue, ValidationError

from kitc.base.errors import TaskRefused
from kitc.base.strict import Strict
from kitc.tools import arguments as form
from kitc.tools.answers import Answer
from kitc.tools.documents import follow, open_section, search_docs
from kitc.tools.handles import describe_handle
from kitc.tools.patterns import describe_pattern, search_patterns
from kitc.tools.reach import Reach
from kitc.tools.sources import find_symbol, list_files, read_source

Arguments = TypeVar("Arguments", bound=Strict)


class Tool(Protocol):
    """A read-only tool as the loop and a model see it."""

    @property
    def name(self) -> str:
        """Name that a model calls."""

    @property
    def description(self) -> str:
        """What a model is told."""

    @property
    def arguments(self) -> type[Strict]:
        """Model of the arguments."""

    def invoke(self, reach: Reach, arguments: Mapping[str, JsonValue]) -> Answer:
        """The answer to raw *arguments*.

        Raises:
            TaskRefused: the arguments are not of the tool's form.
        """


@dataclass(frozen=True, slots=True)
class ReadTool(Generic[Arguments]):
    """A tool whose handler takes a validated argument model."""

    name: str
    description: str
    arguments: type[Arguments]
    handler: Callable[[Reach, Arguments], Answer]

    def invoke(self, reach: Reach, arguments: Mapping[str, JsonValue]) -> Answer:
        """The answer to raw *arguments*; raises TaskRefused when they are not of the form."""
        try:
            given = self.arguments.model_validate(dict(arguments))
        except ValidationError as error:
            troubles = sorted(
                f"{'.'.join(map(str, item['loc']))}: {item['msg']}".lstrip(": ") for item in error.errors()
            )
            raise TaskRefused(f"tool {self.name}", "; ".join(troubles)) from error
        return self.handler(reach, given)


def _tool(
    form_of: type[Arguments], handler: Callable[[Reach, Arguments], Answer], name: str, description: str
) -> Tool:
    """A tool, its argument model and its handler of one kind."""
    return ReadTool(name, description, form_of, handler)


TOOLS: tuple[Tool, ...] = (
    _tool(
        form.SearchDocs,
        search_docs,
        "search_docs",
        "Search documentation and skills for words or names. Gives addresses to open, with snippets, and"
        " other queries to try when nothing fits.",
    ),
    _tool(
        form.OpenSection,
        open_section,
        "open_section",
        "Open a passage by address: a section, a document, a symbol or lines of source. Says whether it is"
        " complete, and the address of the rest.",
    ),
    _tool(
        form.Follow,
        follow,
        "follow",
        "What stands around a passage: parent, children, neighbours, and the links out of it and into it.",
    ),
    _tool(
        form.SearchPatterns,
        search_patterns,
        "search_patterns",
        "Search indexed patterns by words of their names, descriptions and contracts; filter by argument or"
        " result field.",
    ),
    _tool(
        form.DescribePattern,
        describe_pattern,
        "describe_pattern",
        "A pattern's identity, import specifier, exports, argument and result schemas, dependencies, quality"
        " and files.",
    ),
    _tool(
        form.ListFiles,
        list_files,
        "list_files",
        "Files of a pattern's program, or everything below a source folder, with addresses to read.",
    ),
    _tool(
        form.ReadSource,
        read_source,
        "read_source",
        "Read indexed source: a file, a symbol, or lines. Reading is not testing: it shows what is written.",
    ),
    _tool(
        form.FindSymbol,
        find_symbol,
        "find_symbol",
        "Find where a name is declared: functions, types, constants, patterns.",
    ),
    _tool(
        form.DescribeHandle,
        describe_handle,
        "describe_handle",
        "What the host says of a granted handle: description, schema, label. Its value stays in the"
        " reference.",
    ),
)
"""Every tool, in the order that a model is shown them."""


def find_tool(key: str | type[Strict]) -> Tool:
    """The tool of that name, or the one that takes that argument model.

    Raises:
        TaskRefused: there is none.
    """
    for tool in TOOLS:
        if key in (tool.name, tool.arguments):
            return tool
    known = ", ".join(tool.name for tool in TOOLS)
    raise TaskRefused(f"tool {key}", f"is unknown, expected one of {known}")


def tool_schemas() -> tuple[dict[str, JsonValue], ...]:
    """Name, description and input schema of each tool, as a model client sends them."""
    return tuple(
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": tool.arguments.model_json_schema(),
        }
        for tool in TOOLS
    )
