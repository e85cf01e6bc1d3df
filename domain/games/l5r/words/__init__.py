"""The words in which abilities are declared that this game adds to those of every card game.

A word is a small frozen struct. An ability consists of words: a moment, requirements, costs, choices, parts of its
effect, or constants. Read `domain.cardgame.words` first; here are the game's descriptions of cards and amounts
(`select`), its moments (`triggers`), `requirements`, `costs`, `choices`, `parts`, and what constants change.
"""
