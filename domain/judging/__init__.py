"""Judging: what judges ask of a match and do in it, for every game alike.

Read in this order: `knowledge` (who knows which hidden card), `interventions` (what a judge's event carries),
`rewind` (its report, and the rewind itself). The questions stand on `chronicle` (a match with all its lines):
`timeline`, `probing` and `missed`, `explaining`, `tracing`, `comparing`, `clocks`. The rules that judges' own commands
are checked against are in rules.toml.
"""
