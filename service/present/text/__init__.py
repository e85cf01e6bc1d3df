"""A match in words, for people who look at it under time pressure.

Read in this order: `names` (handles to titles), `facts` (one sentence for each fact of the kernel), `tellers` and the
games' own modules (for each of theirs), `table`, `window` (what is open, who may do what), `story` (round by round),
`rows` (log and ledger).
Nothing here decides anything, and everything is made from what the viewer may read.
"""
