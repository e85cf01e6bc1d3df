"""The edge as its users meet it: the command line, records, the README and the tour."""
