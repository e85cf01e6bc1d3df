"""The console: pages of HTML for judges and players, served under `/console` by the same process as the API.

A page asks the same functions as the API and says what they answer; no rule is in a view, and nothing leaves that the
viewer may not read. It works without scripts; htmx (vendored, see `vendored.toml`) and `console.js` add stepping by
keys, swapping instead of loading, and a running match that follows itself.
Read in this order: `console` (the blueprint: session, safety, problems), `entry` (login), `pages` (matches, the match),
`desk` (what a match page shows), `course` (its story and windows), `panel` (the open window in words), `tables` (a card
game as areas and cards), `questions` (explain, numbers, compare), `missing`, `answering` (choice spaces as forms) and
`branches` (what if), `paper` (positions that are typed), `casework` and `motions` (cases), `events`, `books` (rules,
timing). `mounted` brings all of them together.
"""
