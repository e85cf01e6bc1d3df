"""Legend of the Five Rings: The Card Game, as people are shown it.

Read in this order: `game` (the registration), `fact_sentences`, `change_words`, `table_lines`, `layout` (the table of a
page), `demonstration`.
"""
