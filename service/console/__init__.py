"""The console: pages of HTML for judges and players, served under `/console` by the same process as the API.

A page calls the same functions as the API and shows their answers. No rule is in a view, and no page shows what its
viewer may not read. It works without scripts. htmx (vendored, see `vendored.toml`) and `console.js` add stepping by
keys, swapping parts of a page, and a running match that updates itself. Read in this order: `console` (the blueprint:
session, safety, problems), `entry` (login), `match` (`pages`, then `desk`: what a match page shows; its story, windows,
questions and traces), `forms` (choice spaces, commands and what was filled in), `case`, `branch` (what if),
`tournament`, `books` (rules, timing). `mounted` brings them together.
"""
