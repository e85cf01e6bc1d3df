"""A Game of Thrones: The Card Game, as people are shown it.

Read in this order: `game` (the registration), `fact_sentences`, `change_words`, `table_lines`, `layout` (the table of a
page), `demonstration`, `vocabulary` (the page of the words in which cards are declared).
"""
