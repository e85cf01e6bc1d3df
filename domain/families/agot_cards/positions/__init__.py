"""Positions of both AGoT card games: their piles, the cards under cards, challenges; and what counts them."""
