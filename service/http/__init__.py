"""The HTTP API, `/v1`. Read `app` first, then the views: `matches` (open, act), `reads`, `rules`, `records`, `ops`.

A view parses, calls, shapes. `auth` says who asks and through whose eyes; `bodies`, `places` and `schemas` read what a
request brings, `answers` writes what goes out, `replies` describes it; `problems` turns exceptions into problem
documents. `described` and `document` make the OpenAPI document of all this, `docs` a page of the document.
"""
