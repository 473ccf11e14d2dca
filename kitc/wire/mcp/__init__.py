"""Research, reads and checks for any client of the Model Context Protocol.

host (corpus, grants, kits) -> tools, resources, prompts (plain functions) -> server (SDK) -> stdio, http.
Only ``server`` and ``http`` know the SDK, and only ``kitc mcp`` imports them.
"""
