"""Placeholder of the package: replaced by its owner."""
