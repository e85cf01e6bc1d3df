"""Pseudonyms of players: what stands in their place wherever analysts read. One function makes them."""

from __future__ import annotations

import hmac
from hashlib import sha256

from domain.tournaments.player_names import spoken_form

PURPOSE = "players of analysts"
DIGITS = 20


def player_pseudonym(key: bytes, name: str) -> str:
    """The pseudonym of a player under the key of a deployment: the same for every spelling of the name.

    Who does not have the key finds no name by trying names.
    """
    return f"p-{hmac.new(key, spoken_form(name).encode(), sha256).hexdigest()[:DIGITS]}"
