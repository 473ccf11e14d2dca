"""What is known after several ways through the code come together. Pure."""

from typing import TYPE_CHECKING

from indexer.types.infer.names import At
from indexer.types.infer.narrowing import join_flows

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def join_ways(inference: "Inference", at: At, ways: list[At]) -> None:
    """Sets the flow of *at* to what all of *ways* tell that reach the end."""
    ends = [way for way in ways if way.reachable]
    if not ends:
        at.reachable = False
        return
    flow = ends[0].flow
    for way in ends[1:]:
        flow = join_flows(inference, flow, way.flow)
    at.flow = flow
