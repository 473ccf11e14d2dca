"""Draft -> kit: the host fills in identities, contracts, digests and lines, and admits only what holds.

Order: handles and structure, citations, example, demonstrations, sources and labels, size.
"""
