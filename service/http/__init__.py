"""The HTTP API, `/v1`. Read `match.matches` first (open, act), then `match.reads`, `rules`, `match.records`.

A view parses the request, calls a use case, and shapes the response. `service.web` holds what the console needs too:
who asks as which viewer (`access`), what a request brings (`bodies`, `places`, `schemas`), problem documents
(`problems`), the application (`app`). `replies` describes responses; `described` and `document` make the OpenAPI
document.
"""
