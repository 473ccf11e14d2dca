"""The read tools of the registry as offers: same names, models and schemas as every policy has. Pure."""

from pydantic import BaseModel

from kitc.tools import TOOLS, Tool, answers
from kitc.wire.mcp.host import Host
from kitc.wire.mcp.offer import Call, JsonObject, Offer, Reply
from kitc.wire.mcp.text import answer_text

_ANSWERS: dict[str, tuple[str, type[answers.Answer]]] = {
    "search_docs": ("Search documents and skills", answers.SearchAnswer),
    "open_section": ("Open a passage", answers.PassageAnswer),
    "follow": ("Follow links", answers.FollowAnswer),
    "search_patterns": ("Search patterns", answers.PatternsAnswer),
    "describe_pattern": ("Describe a pattern", answers.PatternAnswer),
    "list_files": ("List files", answers.FilesAnswer),
    "read_source": ("Read source", answers.PassageAnswer),
    "find_symbol": ("Find a declaration", answers.SymbolsAnswer),
    "describe_handle": ("Describe a granted handle", answers.HandleAnswer),
}


def read_offers() -> tuple[Offer, ...]:
    """One offer for each tool of the registry, in its order."""
    return tuple(_offer(tool) for tool in TOOLS)


def _offer(tool: Tool) -> Offer:
    title, answer_model = _ANSWERS[tool.name]

    def answer(host: Host, call: Call) -> Reply:
        found = tool.invoke(host.reach(), call.arguments)
        return Reply(structured=found.model_dump(mode="json", by_alias=True), text=answer_text(found))

    return Offer(
        name=tool.name,
        title=title,
        description=tool.description,
        input_schema=tool.arguments.model_json_schema(),
        output_schema=output_schema(answer_model),
        answer=answer,
    )


def output_schema(model: type[BaseModel]) -> JsonObject:
    """The schema of *model* as it is sent, under its JSON names."""
    return model.model_json_schema(mode="serialization", by_alias=True)
