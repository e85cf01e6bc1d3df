"""The HTTP API, `/v1`. Read `match.matches` first (open, act), then `match.reads`, `rules`, `match.records`.

A view parses the request, calls a use case, and shapes the response. `service.web` holds what the console needs too:
who asks as which viewer (`service.web.access`), what a request brings (`service.web.request_parts`,
`service.web.schemas`), problem documents (`service.web.problems`), the application (`service.web.app`), the form of
responses (`service.web.replies`). `described` and `document` make the OpenAPI document.
"""
