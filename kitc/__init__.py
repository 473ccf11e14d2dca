"""Compile implementation kits: task -> research loop over tools -> compose -> check -> kit and run record.

Pure.
"""
