"""Compile implementation kits: task -> research loop over tools -> compose -> check -> kit and run record.

    import kitc
    answer = kitc.research("give me a simple list view of my email inbox", corpus="data/corpus.db")
    print(answer.kit.approach.summary)

Pure: the names below are imported when first asked for, so that importing ``kitc`` costs nothing.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kitc.service import ask, research, research_async

__all__ = ["ask", "research", "research_async"]


def __getattr__(name: str) -> object:
    """The library's calls, imported when asked for.

    Raises:
        AttributeError: there is no such name.
    """
    if name in __all__:
        from kitc import service  # noqa: PLC0415 - keeps `import kitc` and `kitc --help` instant

        return getattr(service, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
