"""What constant abilities and lasting effects of both games change: of cards and of players."""

from __future__ import annotations

from domain.cardgame.words.constants import ConstantChange
from domain.families.agot_cards.state import CHALLENGES

NUMBER = ConstantChange(amount=True)
OF_CHALLENGES = ConstantChange(CHALLENGES, optional=True, amount=True)


def changes_of_cards(keyword: ConstantChange) -> dict[str, ConstantChange]:
    """The changes of cards in a game whose cards gain keywords so."""
    return {
        "strength": NUMBER,
        "icon": ConstantChange(CHALLENGES),
        "lose-icon": ConstantChange(CHALLENGES),
        "trait": ConstantChange(named=True),
        "keyword": keyword,
        "blank": ConstantChange(("except-traits",), optional=True),
        "card-cannot": ConstantChange(("attack", "defend", "kneel", "stand", "leave-play", "be-bypassed")),
        "card-does-not": ConstantChange((*(f"kneel-to-attack-{kind}" for kind in CHALLENGES), "count-strength")),
        "card-must": ConstantChange(("attack", "defend")),
        "killed-at-zero": ConstantChange(),
        "base-income": NUMBER,
        "immune": ConstantChange(("characters", "locations", "attachments", "events", "plots")),
        "enters-kneeling": ConstantChange(lasting=False),
    }


def changes_of_players(plot_values: tuple[str, ...]) -> dict[str, ConstantChange]:
    """The changes of players in a game whose plots have these values."""
    return {
        **dict.fromkeys(plot_values, NUMBER),
        "claim": OF_CHALLENGES,
        "claim-against": OF_CHALLENGES,
        "side-strength": OF_CHALLENGES,
        "dominance": NUMBER,
        "draw": NUMBER,
        "cannot": ConstantChange(
            (
                *(f"initiate-{kind}" for kind in CHALLENGES),
                *(f"marshal-{kind}" for kind in ("character", "location", "attachment")),
                *("play-events", "trigger-abilities"),
            )
        ),
        "challenges": OF_CHALLENGES,
        "challenges-in-all": NUMBER,
        "limited": NUMBER,
        "attackers": NUMBER,
        "defenders": NUMBER,
        "standing": NUMBER,
        "cost": ConstantChange(("marshal", "play"), optional=True, amount=True),
    }
