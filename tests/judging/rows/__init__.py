"""The forty rows of the guide for judges, asked over HTTP of simulated matches and compared with the raw record."""
