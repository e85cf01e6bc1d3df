"""Measurements over HTTP, each beside its floor in the same run.

Read `figures` first: what is measured and in which order; then `servers` (a server and its matches), `apps` (what the
servers run: engine, empty engine, echo), `load` (the client).
"""
