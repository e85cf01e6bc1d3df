"""The kinds of condition that abilities can answer: in which timings each occurs, and what can be said of it.

Everything that a `when` may ask for stands here; what does not stand here never happens, so it is refused where an
ability is read. `names` and `hows` are all that a condition of the kind is ever called by.
"""

from __future__ import annotations

from msgspec import Struct

from domain.games.agot_lcg.happenings import LEAVING
from domain.games.agot_lcg.state import AS_ATTACHMENT, CHALLENGES, PHASES
from domain.games.agot_lcg.words.triggers import LEAVES_PLAY

BEFORE = ("would-interrupt", "interrupt", "forced-interrupt")
AFTER = ("reaction", "forced-reaction", "delayed")
CANCEL = ("cancel",)
TYPES_THAT_ACT = ("character", "location", "attachment", "event", "plot", "agenda")


class Occasion(Struct, frozen=True):
    """A kind of condition: what it is about (card, seat, other, source, n), its details, the timings that meet it."""

    about: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    hows: tuple[str, ...] = ()
    timings: tuple[str, ...] = BEFORE + AFTER
    in_challenge: bool = True


CARD = ("card", "seat", "source")

OCCASIONS: dict[str, Occasion] = {
    "round_began": Occasion(in_challenge=False),
    "phase_began": Occasion(names=PHASES, in_challenge=False),
    "phase_ended": Occasion(names=PHASES, in_challenge=False),
    "round_ended": Occasion(in_challenge=False),
    "plot_revealed": Occasion(CARD),
    "initiative_won": Occasion(("seat",), in_challenge=False),
    "first_player_chosen": Occasion(("seat",), in_challenge=False),
    "cards_drawn": Occasion(("seat", "source", "n")),
    "income_collected": Occasion(("seat",), in_challenge=False),
    "gold_gained": Occasion(("seat", "source", "n")),
    "marshalled": Occasion(("card", "seat"), in_challenge=False),
    "duplicate_marshalled": Occasion(("card", "seat"), in_challenge=False),
    "entered_play": Occasion(("card", "seat"), hows=("marshalled", "put", "ambush", AS_ATTACHMENT)),
    "duplicate_entered": Occasion(("card", "seat"), hows=("marshalled", "put", "ambush", "facedown")),
    "event_played": Occasion(("card", "seat"), timings=AFTER),
    "effect_initiated": Occasion(("card", "seat"), names=TYPES_THAT_ACT, timings=CANCEL + AFTER),
    "challenge_initiated": Occasion(("seat", "other"), names=CHALLENGES),
    "attacker_declared": Occasion(("card", "seat"), names=CHALLENGES),
    "defender_declared": Occasion(("card", "seat"), names=CHALLENGES),
    "bypassed": Occasion(CARD),
    "challenge_won": Occasion(("seat", "other", "n"), names=CHALLENGES, hows=("attacker", "defender")),
    "challenge_lost": Occasion(("seat", "other", "n"), names=CHALLENGES, hows=("attacker", "defender")),
    "claim_applied": Occasion(("seat", "other"), names=CHALLENGES),
    "challenge_ended": Occasion(names=CHALLENGES),
    "dominance_won": Occasion(("seat",), in_challenge=False),
    "knelt": Occasion(CARD, hows=("attack", "defend", "effect", "intimidate")),
    "stood": Occasion(CARD),
    "power_gained": Occasion((*CARD, "n"), hows=("unopposed", "dominance", "renown")),
    "power_moved": Occasion((*CARD, "other", "n")),
    "power_lost": Occasion((*CARD, "n")),
    "control_taken": Occasion(("card", "seat", "other")),
    "card_discarded": Occasion(CARD, names=("hand", "deck"), hows=("ordered",)),
    "card_removed": Occasion(CARD),
    "killed": Occasion(CARD, hows=("effect", "claim", "persistent")),
    "discarded": Occasion(CARD, hows=("illegal",)),
    "sacrificed": Occasion(CARD),
    "returned_to_hand": Occasion(CARD),
    "removed": Occasion(CARD),
    "shuffled_away": Occasion(CARD),
    "left_play": Occasion(CARD, tuple(LEAVING), ("effect", "claim", "persistent", "illegal", "with-host"), AFTER),
    LEAVES_PLAY: Occasion(CARD, hows=("effect", "claim", "persistent", "illegal"), timings=BEFORE),
}
KINDS = tuple(OCCASIONS)


def kinds_met(timing: str) -> tuple[str, ...]:
    """The kinds of condition that an ability of this timing can answer."""
    return tuple(kind for kind, occasion in OCCASIONS.items() if timing in occasion.timings)
