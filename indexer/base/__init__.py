"""The words that every stage shares: errors, digest, address, config, schema.

Pure.
"""
