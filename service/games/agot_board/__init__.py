"""A Game of Thrones: The Board Game, as people are shown it.

Read in this order: `game` (the registration), `words` (printed names), `fact_sentences`, `change_words`, `table_lines`,
`drawing` (the board as a picture), `demonstration`.
"""
