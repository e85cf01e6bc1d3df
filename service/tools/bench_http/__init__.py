"""Benchmarks over HTTP, each beside its floor in the same run.

Read `figures` first: what is measured and in which order; then `servers` (a server and its matches), `apps` (the
applications under test: engine, empty engine, echo), `load` (the client).
"""
