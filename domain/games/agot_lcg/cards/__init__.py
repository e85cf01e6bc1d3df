"""The declarations of the core set: importing this package declares every card, one module for each group of cards:
a faction, the agendas, the plots, and what is neutral."""

from domain.games.agot_lcg.cards import agendas, baratheon, lannister, neutral, plots, stark

__all__ = ["agendas", "baratheon", "lannister", "neutral", "plots", "stark"]
