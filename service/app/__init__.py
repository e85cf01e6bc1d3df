"""Use cases over the store: matches, cases, tournaments, branches and keys."""
