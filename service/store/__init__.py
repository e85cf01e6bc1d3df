"""The event store: the stored form of an action, recorders, group commit."""
