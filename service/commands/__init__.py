"""The commands of `praetor`, one module for each group: `play`, `look`, `keep`, `study`; `border` is what
all share.
"""
