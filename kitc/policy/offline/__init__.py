"""The offline policy: understand -> discover -> plan by types -> choose -> compose -> draft.

It plans from contracts; words only rank what the types allow.
"""
