"""The kinds of condition that abilities can answer: the timings and the details of each.

The list is complete: an ability that asks for another kind or detail is refused when it is read. `names` and `hows` are
all names and manners that a condition of the kind can have.
"""

from __future__ import annotations

from msgspec import Struct

from domain.cardgame.words.triggers import LEAVES_PLAY
from domain.games.agot_lcg.state import AS_ATTACHMENT, CHALLENGES, LEAVING, PHASES

BEFORE = ("would-interrupt", "interrupt", "forced-interrupt")
AFTER = ("reaction", "forced-reaction", "delayed")
CANCEL = ("cancel",)
TYPES_THAT_ACT = ("character", "location", "attachment", "event", "plot", "agenda")


class ConditionKind(Struct, frozen=True):
    """A kind of condition: its subject (card, source, n), its details, and its timings.

    `seat` and `other` describe the first and the second player concerned; empty if there is none. `phases` are the only
    phases in which it occurs; empty if it occurs in any.
    """

    about: tuple[str, ...] = ()
    seat: str = ""
    other: str = ""
    names: tuple[str, ...] = ()
    hows: tuple[str, ...] = ()
    timings: tuple[str, ...] = BEFORE + AFTER
    in_challenge: bool = True
    phases: tuple[str, ...] = ()

    def has(self, what: str) -> bool:
        """Whether conditions of this kind have a card, a source, a number, a first or a second player."""
        return what in self.about or bool(getattr(self, what, ""))


CARD = ("card", "source")
CONTROLLER = "who controls the card"
OWNER = "who owns the card"

OCCASIONS: dict[str, ConditionKind] = {
    "round_began": ConditionKind(in_challenge=False, phases=("plot",)),
    "phase_began": ConditionKind(names=PHASES, in_challenge=False),
    "phase_ended": ConditionKind(names=PHASES, in_challenge=False),
    "round_ended": ConditionKind(in_challenge=False, phases=("taxation",)),
    "plot_revealed": ConditionKind(CARD, CONTROLLER),
    "initiative_won": ConditionKind(seat="who won it", in_challenge=False, phases=("plot",)),
    "first_player_chosen": ConditionKind(seat="who was chosen", in_challenge=False, phases=("plot",)),
    "cards_drawn": ConditionKind(("source", "n"), "who draws"),
    "income_collected": ConditionKind(seat="who collects it", in_challenge=False, phases=("marshalling",)),
    "gold_gained": ConditionKind(("source", "n"), "who gains it"),
    "marshalled": ConditionKind(("card",), "who marshals it", in_challenge=False, phases=("marshalling",)),
    "duplicate_marshalled": ConditionKind(("card",), "who marshals it", in_challenge=False, phases=("marshalling",)),
    "entered_play": ConditionKind(
        ("card",), "who comes to control it", hows=("marshalled", "put", "ambush", AS_ATTACHMENT)
    ),
    "duplicate_entered": ConditionKind(
        ("card",), "who comes to control it", hows=("marshalled", "put", "ambush", "facedown")
    ),
    "event_played": ConditionKind(("card",), "who played it", timings=AFTER),
    "effect_initiated": ConditionKind(("card",), "who initiates it", names=TYPES_THAT_ACT, timings=CANCEL + AFTER),
    "challenge_initiated": ConditionKind(
        seat="the attacking player", other="the defending player", names=CHALLENGES, phases=("challenges",)
    ),
    "attacker_declared": ConditionKind(("card",), CONTROLLER, names=CHALLENGES, phases=("challenges",)),
    "defender_declared": ConditionKind(("card",), CONTROLLER, names=CHALLENGES, phases=("challenges",)),
    "bypassed": ConditionKind(CARD, CONTROLLER, phases=("challenges",)),
    "challenge_won": ConditionKind(
        ("n",), "the winner", "the loser", CHALLENGES, ("attacker", "defender"), phases=("challenges",)
    ),
    "challenge_lost": ConditionKind(
        ("n",), "the loser", "the winner", CHALLENGES, ("attacker", "defender"), phases=("challenges",)
    ),
    "claim_applied": ConditionKind(seat="the loser", other="the winner", names=CHALLENGES, phases=("challenges",)),
    "challenge_ended": ConditionKind(names=CHALLENGES, phases=("challenges",)),
    "dominance_won": ConditionKind(seat="who won it", in_challenge=False, phases=("dominance",)),
    "knelt": ConditionKind(CARD, CONTROLLER, hows=("attack", "defend", "effect", "intimidate")),
    "stood": ConditionKind(CARD, CONTROLLER),
    "power_gained": ConditionKind((*CARD, "n"), CONTROLLER, hows=("unopposed", "dominance", "renown")),
    "power_moved": ConditionKind((*CARD, "n"), "who loses it", "who gains it"),
    "power_lost": ConditionKind((*CARD, "n"), CONTROLLER),
    "control_taken": ConditionKind(("card",), "who takes it", "who controlled the card"),
    "card_discarded": ConditionKind(CARD, OWNER, names=("hand", "deck"), hows=("ordered",)),
    "card_removed": ConditionKind(CARD, OWNER),
    "killed": ConditionKind(CARD, CONTROLLER, hows=("effect", "claim", "persistent")),
    "discarded": ConditionKind(CARD, CONTROLLER, hows=("illegal",)),
    "sacrificed": ConditionKind(CARD, CONTROLLER),
    "returned_to_hand": ConditionKind(CARD, CONTROLLER),
    "removed": ConditionKind(CARD, CONTROLLER),
    "shuffled_away": ConditionKind(CARD, CONTROLLER),
    "left_play": ConditionKind(
        CARD,
        CONTROLLER,
        names=tuple(LEAVING),
        hows=("effect", "claim", "persistent", "illegal", "with-host"),
        timings=AFTER,
    ),
    LEAVES_PLAY: ConditionKind(CARD, CONTROLLER, hows=("effect", "claim", "persistent", "illegal"), timings=BEFORE),
}
KINDS = tuple(OCCASIONS)


def kinds_met(timing: str) -> tuple[str, ...]:
    """The kinds of condition that an ability of this timing can answer."""
    return tuple(kind for kind, occasion in OCCASIONS.items() if timing in occasion.timings)
