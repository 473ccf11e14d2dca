"""Bytes of one file -> facts about it: ``markdown`` for documents, ``typescript`` for modules.

Pure.
"""
