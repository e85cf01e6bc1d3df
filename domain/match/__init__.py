"""The match: open, decide and evolve a match over the kernel; its stored events; the match of a scenario."""
