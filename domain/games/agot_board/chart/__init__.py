"""The timing chart: a module for each phase, in the order of play."""
