"""Expression inference: names -> look, fields -> expressions, calls, statements -> events for an observer.

``infer_expression`` answers for one expression; ``attach_inference`` serves a whole engine.
"""

from indexer.types.infer.session import Inference, attach_inference, infer_expression

__all__ = ["Inference", "attach_inference", "infer_expression"]
