"""TypeScript and TSX: bytes -> syntax tree (grammar, damage) -> symbols, exports and imports of one module.

Pure.
"""
