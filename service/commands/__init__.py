"""The commands of `praetor`, a module for each group; the first line of a module names the commands in it.

One match is in `opening`, `play` and `look`; `shared_options` is what all share, `problems` what is said of expected
failures.
"""
