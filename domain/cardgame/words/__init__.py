"""The words in which abilities of cards are declared, and their form as plain data.

A word is a small frozen struct. An ability consists of words: a moment, requirements, costs, choices, parts of its
effect, or constants. Read `select` (descriptions of cards), `triggers`, `requirements`, `choices`, `costs`, `parts`,
then `constants`. A game lists the modules in its vocabulary (`catalogue`), adds words of its own, and may extend a word
under the same name. `data_form` reads abilities; `faults` finds those that make no sense.
"""
