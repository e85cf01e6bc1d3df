"""The kinds of condition that abilities can answer: in which timings each occurs, and what can be said of it.

Everything that a `when` may ask for stands here; what does not stand here never happens, so it is refused where an
ability is read. `names` and `hows` are all that a condition of the kind is ever called by.
"""

from __future__ import annotations

from msgspec import Struct

from domain.games.agot_lcg.abilities.occurring import LEAVING
from domain.games.agot_lcg.state import AS_ATTACHMENT, CHALLENGES, PHASES
from domain.games.agot_lcg.words.triggers import LEAVES_PLAY

BEFORE = ("would-interrupt", "interrupt", "forced-interrupt")
AFTER = ("reaction", "forced-reaction", "delayed")
CANCEL = ("cancel",)
TYPES_THAT_ACT = ("character", "location", "attachment", "event", "plot", "agenda")


class Occasion(Struct, frozen=True):
    """A kind of condition: what it is about (card, source, n), its details, the timings that meet it.

    `seat` and `other` say in words who the first and the second player concerned are; nothing where there is none.
    `phases` are those in which alone it occurs; nothing where it may in any.
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

OCCASIONS: dict[str, Occasion] = {
    "round_began": Occasion(in_challenge=False, phases=("plot",)),
    "phase_began": Occasion(names=PHASES, in_challenge=False),
    "phase_ended": Occasion(names=PHASES, in_challenge=False),
    "round_ended": Occasion(in_challenge=False, phases=("taxation",)),
    "plot_revealed": Occasion(CARD, CONTROLLER),
    "initiative_won": Occasion(seat="who won it", in_challenge=False, phases=("plot",)),
    "first_player_chosen": Occasion(seat="who was chosen", in_challenge=False, phases=("plot",)),
    "cards_drawn": Occasion(("source", "n"), "who draws"),
    "income_collected": Occasion(seat="who collects it", in_challenge=False, phases=("marshalling",)),
    "gold_gained": Occasion(("source", "n"), "who gains it"),
    "marshalled": Occasion(("card",), "who marshals it", in_challenge=False, phases=("marshalling",)),
    "duplicate_marshalled": Occasion(("card",), "who marshals it", in_challenge=False, phases=("marshalling",)),
    "entered_play": Occasion(("card",), "who comes to control it", hows=("marshalled", "put", "ambush", AS_ATTACHMENT)),
    "duplicate_entered": Occasion(
        ("card",), "who comes to control it", hows=("marshalled", "put", "ambush", "facedown")
    ),
    "event_played": Occasion(("card",), "who played it", timings=AFTER),
    "effect_initiated": Occasion(("card",), "who initiates it", names=TYPES_THAT_ACT, timings=CANCEL + AFTER),
    "challenge_initiated": Occasion(
        seat="the attacking player", other="the defending player", names=CHALLENGES, phases=("challenges",)
    ),
    "attacker_declared": Occasion(("card",), CONTROLLER, names=CHALLENGES, phases=("challenges",)),
    "defender_declared": Occasion(("card",), CONTROLLER, names=CHALLENGES, phases=("challenges",)),
    "bypassed": Occasion(CARD, CONTROLLER, phases=("challenges",)),
    "challenge_won": Occasion(
        ("n",), "the winner", "the loser", CHALLENGES, ("attacker", "defender"), phases=("challenges",)
    ),
    "challenge_lost": Occasion(
        ("n",), "the loser", "the winner", CHALLENGES, ("attacker", "defender"), phases=("challenges",)
    ),
    "claim_applied": Occasion(seat="the loser", other="the winner", names=CHALLENGES, phases=("challenges",)),
    "challenge_ended": Occasion(names=CHALLENGES, phases=("challenges",)),
    "dominance_won": Occasion(seat="who won it", in_challenge=False, phases=("dominance",)),
    "knelt": Occasion(CARD, CONTROLLER, hows=("attack", "defend", "effect", "intimidate")),
    "stood": Occasion(CARD, CONTROLLER),
    "power_gained": Occasion((*CARD, "n"), CONTROLLER, hows=("unopposed", "dominance", "renown")),
    "power_moved": Occasion((*CARD, "n"), "who loses it", "who gains it"),
    "power_lost": Occasion((*CARD, "n"), CONTROLLER),
    "control_taken": Occasion(("card",), "who takes it", "who controlled the card"),
    "card_discarded": Occasion(CARD, OWNER, names=("hand", "deck"), hows=("ordered",)),
    "card_removed": Occasion(CARD, OWNER),
    "killed": Occasion(CARD, CONTROLLER, hows=("effect", "claim", "persistent")),
    "discarded": Occasion(CARD, CONTROLLER, hows=("illegal",)),
    "sacrificed": Occasion(CARD, CONTROLLER),
    "returned_to_hand": Occasion(CARD, CONTROLLER),
    "removed": Occasion(CARD, CONTROLLER),
    "shuffled_away": Occasion(CARD, CONTROLLER),
    "left_play": Occasion(
        CARD,
        CONTROLLER,
        names=tuple(LEAVING),
        hows=("effect", "claim", "persistent", "illegal", "with-host"),
        timings=AFTER,
    ),
    LEAVES_PLAY: Occasion(CARD, CONTROLLER, hows=("effect", "claim", "persistent", "illegal"), timings=BEFORE),
}
KINDS = tuple(OCCASIONS)


def kinds_met(timing: str) -> tuple[str, ...]:
    """The kinds of condition that an ability of this timing can answer."""
    return tuple(kind for kind, occasion in OCCASIONS.items() if timing in occasion.timings)
