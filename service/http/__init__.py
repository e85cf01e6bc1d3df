"""The HTTP API, `/v1`. Read `app` first, then `matches` (open, act), `reads`, `rules`, `records`, `ops`.

A view parses, calls, shapes. `auth` says who asks and through whose eyes, `problems` turns exceptions into
problem documents, `answers` makes the responses, `schemas` describes both directions for the document.
"""
