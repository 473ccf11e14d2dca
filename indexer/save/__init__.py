"""Save facts: parsed files -> rows -> tables of one database -> fingerprints, checks, one atomic move.

IO: writes SQLite files.
"""
