"""Collect a corpus: corpus.toml -> folders and index answers -> sorted files, problems, quality.

IO: reads the configured folders and files.
"""

from indexer.collect.gather import Collection, Gathered, collect
from indexer.collect.outside import Outside

__all__ = ["Collection", "Gathered", "Outside", "collect"]
