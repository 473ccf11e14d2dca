"""Replay: recorded tool calls -> the same session -> the recorded draft admitted again -> kit."""

from kitc.policy.replay.compare import Difference, ReadDifference
from kitc.policy.replay.replay import Replayed, replay_run

__all__ = ["Difference", "ReadDifference", "Replayed", "replay_run"]
