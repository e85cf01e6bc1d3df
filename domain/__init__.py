"""The rules of the games as pure functions of state and command: no I/O, no clock, no global randomness.

Read `kernel` first (what every game shares), then one game under `games`, then `match` (decide and evolve);
`tournaments` and `judging` stand on these.
"""
