"""What every game shares; nothing here names a game, a card or a house.

Read in this order: `facts` and `table` (what happened, what is so), `flow` (frames, waits, windows), `spaces` (what may
be answered), `checks` and `deciding` (a command against a table), `cards`, `occurring` (conditions, abilities),
`redaction` (what leaves for a viewer). `corrections` are changes by hand, `scenarios` are documents that are played,
`formats` reads documents strictly, `rules` is what the kernel asks of a game.
"""
