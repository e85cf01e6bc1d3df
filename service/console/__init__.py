"""The console: pages of HTML for judges and players, served under `/console` by the same process as the API.

A page asks the same functions as the API and says what they answer; no rule is in a view, and nothing leaves that the
viewer may not read. It works without scripts; htmx (vendored, see `vendored.toml`) and `console.js` add stepping by
keys, swapping instead of loading, and a running match that follows itself. Read in this order: `console` (the
blueprint: session, safety, problems), `entry` (login), `match` (`pages`, then `desk`: what a match page shows; its
story, windows, questions and traces), `forms` (choice spaces, commands and what was filled in), `case`, `branch` (what
if), `tournament`, `books` (rules, timing). `mounted` brings all of them together.
"""
