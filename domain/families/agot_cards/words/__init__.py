"""The words that cards of both games are declared in: kneeling, killing, power, gold, sides of a challenge.

A game makes its vocabulary of them, of those of every card game and of its own.
"""
