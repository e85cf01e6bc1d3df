"""6. The standing phase."""

from __future__ import annotations

from domain.cardgame.in_play import characteristics
from domain.cardgame.rounds_and_phases import begin_phase, end_phase, expire_with_phase
from domain.families.agot_cards.chart.standing_phase import stand_at_once, standable_cards
from domain.families.agot_cards.numbers_in_play import UNLIMITED, stands_left
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseTargets
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


@enforces("agot_lcg.step.6-1-standing-begins")
def standing_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "6.1", "standing")


def kneeling_characters(table: AgotTable, seat: Seat) -> list[Handle]:
    return [card for card in standable_cards(table, seat) if table.cards[card].type == "character"]


def stand_limit(table: AgotTable, seat: Seat) -> int:
    """The number of characters that a player can stand in the standing phase."""
    return stands_left(table, seat)


def who_chooses_to_stand(table: AgotTable, frame: StandingPhase) -> tuple[Seat, ...]:
    """The next player, in player order, who cannot stand all characters and must choose."""
    return tuple(seat for seat in who_cannot_stand_all(table) if seat not in frame.chose)[:1]


def who_cannot_stand_all(table: AgotTable) -> tuple[Seat, ...]:
    """The players with more kneeling characters than they can stand, in player order."""
    return tuple(
        seat for seat in table.player_order() if len(kneeling_characters(table, seat)) > stand_limit(table, seat)
    )


def stand_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    characters = tuple(kneeling_characters(table, seat))
    n = stand_limit(table, seat)
    cited = ("agot_lcg.step.6-2-stand-all",)
    return Commands((Form("choose_targets", {}, {"targets": Pick(characters, n, n)}, cited),))


def stands_in_vain(
    rules: object, table: AgotTable, frame: Procedure, seat: Seat, command: ChooseTargets
) -> Refusal | None:
    """Why a player cannot stand these characters: cards forbid one to stand, or set a limit that they exceed."""
    return stands_forbidden(table, seat, command) or stands_too_many(table, seat, command)


@enforces("agot_lcg.cannot.absolute")
def stands_forbidden(table: AgotTable, seat: Seat, command: ChooseTargets) -> Refusal | None:
    """Why a chosen character cannot stand: other cards forbid it."""
    characters = {card: table.cards[card] for card in table.characters(seat) if card in command.targets}
    forbidden = {card: characteristics.card_cannot(table, found, "stand") for card, found in characters.items()}
    barred = [card for card, sources in forbidden.items() if sources]
    if not barred:
        return None
    sources = dict.fromkeys(source for card in barred for source in forbidden[card])
    return Refusal("agot_lcg.cannot.absolute", {"cards": barred, "cannot": "stand", "because_of": list(sources)})


@enforces("agot_lcg.golden.card-over-rules")
def stands_too_many(table: AgotTable, seat: Seat, command: ChooseTargets) -> Refusal | None:
    """Why a player cannot stand these characters: they exceed a limit that cards set."""
    allowed = stand_limit(table, seat)
    if len(command.targets) <= allowed:
        return None
    sources = [line.source for line in characteristics.allowance(table, seat, "standing", base=UNLIMITED).trace[1:]]
    because: dict[str, object] = {"standing": len(command.targets), "allowed": allowed, "because_of": sources}
    return Refusal("agot_lcg.golden.card-over-rules", because)


def choose_to_stand(game: AgotGame, frame: StandingPhase, seat: Seat, command: ChooseTargets) -> None:
    chosen = tuple(Handle(card) for card in command.targets)
    game.set(chose=(*frame.chose, seat), standing=frame.standing + chosen, at="/choose")


@enforces("agot_lcg.step.6-2-stand-all")
def stand_all(game: AgotGame, frame: StandingPhase) -> None:
    """Stand all kneeling cards at the same time, as far as they can stand."""
    table = game.table
    standing = [
        card
        for seat in table.player_order()
        for card in standable_cards(table, seat)
        if seat not in frame.chose or table.cards[card].type != "character" or card in frame.standing
    ]
    game.set(chose=(), standing=())
    stand_at_once(game, standing)


@enforces("agot_lcg.step.6-action-window")
def standing_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "standing.action", "6")


@enforces("agot_lcg.step.6-3-standing-ends")
def standing_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "6.3", "standing")


class StandingPhase(Procedure, frozen=True, tag="agot_lcg.standing_phase"):
    """6. The standing phase."""

    chose: tuple[Seat, ...] = ()
    standing: tuple[Handle, ...] = ()
    steps = (
        step("6.1", standing_begins, "the standing phase begins"),
        Decision(
            "/choose",
            "stand",
            title="a player who cannot stand all characters chooses which stand",
            seats=who_chooses_to_stand,
            options=stand_space,
            accepts=(ChooseTargets,),
            on_answer=choose_to_stand,
            rule="agot_lcg.step.6-2-stand-all",
            refuses=stands_in_vain,
        ),
        step("6.2", stand_all, "the kneeling cards stand"),
        step("/actions", standing_actions, "an action window"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("6.3", standing_ends, "the standing phase ends"),
    )
