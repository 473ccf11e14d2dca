"""The bounded research loop: task -> session of recorded tool calls -> draft -> admitted kit and run record.

Named ``loop`` and not ``research`` so that ``kitc.research(...)`` can be the library's one call.
"""
