"""The words in which abilities of cards are declared.

A word is a small frozen struct. An ability consists of words: a moment, requirements, costs, choices, parts of its
effect, or constants. It is declared in Python or in the data form (`data_form`). Read `select` (descriptions of cards),
`triggers`, `requirements`, `choices`, `costs`, `parts`, then `constants`. The class docstrings are published in
`api_docs/words.md`.
"""
