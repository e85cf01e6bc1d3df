"""The window ledger: every window that ever opened, who was offered what, who used it or passed.

Read `fold` (facts to rows), `offers` (what the engine offered), `store` (their tables), `queries` (what the API asks).
"""
