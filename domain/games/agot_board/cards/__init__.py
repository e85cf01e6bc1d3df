"""The effects of the House cards, one module for each House. Importing this package declares them.

Each function carries out the text of one card. Its `side` is the side that played the card; the opponent is the other
side of the combat. A function that lists objects returns what its card can be used on, and [] if there is nothing: then
the text has no effect.
"""

from domain.games.agot_board.cards import baratheon, greyjoy, lannister, martell, stark, tyrell

__all__ = ["baratheon", "greyjoy", "lannister", "martell", "stark", "tyrell"]
