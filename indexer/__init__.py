"""Index a corpus: collect -> parse -> resolve -> identity, contracts -> search tables -> save -> corpus door.

Pure.
"""
