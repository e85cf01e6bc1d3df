"""Choice spaces: what may be answered at a wait, as data.

A client without the engine can check an answer and draw a legal one from a space's JSON with this package.
Read in this order: `base` (what a space can do), `constraints`, `fields` (pick, number, ordering, flag,
multiset), `assign`, `distribute`, `commands` (whole answers), `codec` (JSON and its schema).
"""
