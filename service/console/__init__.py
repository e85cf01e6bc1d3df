"""The console: HTML pages for judges and players, served under `/console` by the same process as the API.

A page calls the same functions as the API and shows their results. No view contains a rule, and no page shows what its
viewer may not read. The pages work without scripts. htmx (vendored, see `vendored.toml`) and `console.js` add stepping
by keys, swapping parts of a page, and automatic updates of a running match. Read in this order: `console` (the
blueprint: session, safety, problems), `login`, `match` (`pages`, then `match_page`: what the page of a match
shows; its story, windows, questions and traces), `forms` (choice spaces, commands and form data), `case`, `branch`
(what if), `tournament`, `rules_and_timing`, `analytics`
(figures for analysts and organizers). `mounted` brings them together.
"""
