"""The words in which abilities are declared that this game adds to those of every card game and of both editions.

A word is a small frozen struct. An ability consists of words: a moment, requirements, costs, choices, parts of its
effect, or constants. It is declared in Python or in the data form (`data_form`). Read `domain.cardgame.words` first,
then `domain.families.agot_cards.words`; here are `parts` of its own, its closed lists, and what it checks. The class
docstrings are published in `api_docs/words.md`.
"""
