"""The words in which abilities are declared that this game adds to those of every card game.

A word is a small frozen struct. An ability consists of words: a moment, requirements, costs, choices, parts of its
effect, or constants. It is declared in Python or in the data form (`data_form`). Read `domain.cardgame.words` first,
then `select` (descriptions of cards), `requirements`, `choices`, `costs` and `parts`. The class docstrings are
published in `api_docs/words.md`.
"""
