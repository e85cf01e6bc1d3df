"""The HTTP API, `/v1`. Read `match.matches` first (open, act), then `match.reads`, `rules`, `match.records`.

A view parses, calls, shapes. What it shares with the console is in `service.web`: who asks and through whose eyes
(`access`), what a request brings (`bodies`, `places`, `schemas`), problem documents (`problems`), the application
(`app`). `replies` describes what goes out; `described` and `document` make the OpenAPI document, `docs` a page of it.
"""
