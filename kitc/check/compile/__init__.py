"""The real compiler over a composition: mount sources -> run compiler -> diagnostics of the checked file.

IO: ``compiler`` runs a process over a temporary folder; the rest is pure.
"""

from kitc.check.compile.compiler import DENO, compile_composition
from kitc.check.compile.diagnostics import Compilation, Diagnostic

__all__ = ["DENO", "Compilation", "Diagnostic", "compile_composition"]
