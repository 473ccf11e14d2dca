"""The words of the kit compiler: errors, task, grant, budget, kit.

Pure.
"""
