"""The wires: how programs outside reach research, and how research reaches a model.

``messages`` sends a ``ModelRequest`` to the Messages API: attempts -> stream -> accumulate -> ``ModelReply``.
"""
