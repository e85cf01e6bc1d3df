"""A match in words, for people who read it under time pressure.

Read in this order: `names` (handles to titles), `facts` (one sentence for each fact of the kernel), `words_of_games`
(the sentences that the games register), `table`, `window` (what is open, who may do what), `story` (round by round),
`window_ledger` (log and ledger). These modules decide nothing and show only what the viewer may read.
"""
