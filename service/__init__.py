"""The edge: settings, wiring, the store and the command line; only here is a clock or a file read."""
