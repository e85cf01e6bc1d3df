"""The texts of the House cards, one module for each House; importing this package declares them."""

from domain.games.agot_board.cards import baratheon, greyjoy, lannister, martell, stark, tyrell

__all__ = ["baratheon", "greyjoy", "lannister", "martell", "stark", "tyrell"]
