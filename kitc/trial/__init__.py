"""Trials: one task set under named conditions, the rest frozen -> records -> table, JSON and picture."""
