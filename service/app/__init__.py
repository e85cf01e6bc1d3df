"""Use cases: what may be done with matches, cases, tournaments, branches and keys, over the store."""
