"""The vocabulary of the cards: selections, triggers, choices, costs, parts of effects, constant abilities.

A word is a small frozen struct; an ability is made of them, in Python or in the data form.
"""
