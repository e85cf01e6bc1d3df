"""The vocabulary of the cards: selections, triggers, choices, costs, parts of effects, constant abilities.

A word is a small frozen struct; an ability consists of words, in Python or in the data form.
"""
