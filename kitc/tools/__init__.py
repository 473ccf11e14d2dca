"""The read-only tools of research: arguments -> answer, each bounded and reopenable.

One registry serves the loop, the Python interface and any model: names, descriptions and JSON Schemas come
from the same argument models.
"""

from kitc.tools.reach import Reach
from kitc.tools.registry import TOOLS, Tool, find_tool, tool_schemas

__all__ = ["TOOLS", "Reach", "Tool", "find_tool", "tool_schemas"]
