"""The Claude policy: opening orientation -> conversation over the tools of a desk -> submitted draft.

The host keeps budgets, identities, handles and labels; the model only chooses calls and proposes.
"""
