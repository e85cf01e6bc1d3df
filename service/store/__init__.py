"""The event store: stored form of an action, recorders, group commit."""
