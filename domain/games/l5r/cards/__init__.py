"""The core set's printed values, core.toml. The declarations of what the cards do come here; there are none yet."""
