"""The round: seven phases, each a flat list of the framework steps and windows of the timing chart, in play order."""

from __future__ import annotations

from domain.games.agot_lcg import challenge, happenings, values
from domain.games.agot_lcg.commands import (
    ChooseFirstPlayer,
    ChoosePlot,
    DeclineChallenge,
    DiscardToReserve,
    InitiateChallenge,
)
from domain.games.agot_lcg.facts import (
    ActivePlayerNamed,
    DominanceCounted,
    FirstPlayerChosen,
    GoldGained,
    GoldSpent,
    InitiativeWon,
    LastingEnded,
    LimitsReset,
    PhaseBegan,
    PhaseEnded,
    PlotRevealed,
    RoundBegan,
    RoundEnded,
)
from domain.games.agot_lcg.framework import expire, framework
from domain.games.agot_lcg.happenings import OCCUR, AgotGame
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.abilities import ChooseTargets
from domain.kernel.cards import TOP, move
from domain.kernel.citing import enforces
from domain.kernel.conditions import Condition
from domain.kernel.flow import Procedure, ask, step
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.numbers import Traced
from domain.kernel.occurrence import OrderMandatory, hold
from domain.kernel.spaces import Commands, Form, Pick
from domain.kernel.standing import end_orders
from domain.kernel.windows import open_for_all


@enforces("agot_lcg.step.phase-begin-milestone")
def begin_phase(game: AgotGame, label: str, phase: str) -> None:
    framework(game, label, Condition(0, "phase_began", name=phase))


@enforces("agot_lcg.step.phase-end-milestone")
def end_phase(game: AgotGame, label: str, phase: str) -> None:
    """Interrupts to the end of the phase; it ends; reactions."""
    framework(game, label, Condition(0, "phase_ended", name=phase))


@enforces("agot_lcg.lasting.expires-before-end-abilities")
def expire_with_phase(game: AgotGame, frame: Procedure) -> None:
    """A step of its own: what the expiry brings about happens before the phase ends."""
    expire(game, "phase")


def phase_begins(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(PhaseBegan(each.name))
        game.emit(LimitsReset("phase"))
    return conditions


@enforces("agot_lcg.active-player.definition")
def phase_ends(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(PhaseEnded(each.name))
        end_orders(game, "phase")
    return conditions


def round_begins(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(RoundBegan(game.table.round + 1))
    game.emit(LimitsReset("round"))
    return conditions


def round_ends(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(RoundEnded(game.table.round))
    end_orders(game, "round")
    return conditions


# 1. Plot phase


@enforces("agot_lcg.step.1-1-plot-phase-begins", "agot_lcg.step.phase-begin-milestone")
def plot_phase_begins(game: AgotGame, frame: Procedure) -> None:
    """The round and the plot phase begin in one occurrence."""
    framework(game, "1.1", Condition(0, "round_began"), Condition(0, "phase_began", name="plot"))


def everybody(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    return table.left()


@enforces("agot_lcg.plot-deck.own-deck", "agot_lcg.step.1-2-choose-plot")
def plots_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    plots = tuple(table.zone(zone(seat, "plots")))
    cited = ("agot_lcg.step.1-2-choose-plot",)
    return Commands((Form("choose_plot", {}, {"plot": Pick(plots, 1, 1, single=True)}, cited),))


@enforces("agot_lcg.step.1-2-facedown-secret", "agot_lcg.step.1-2-complete-when-all-chosen")
def set_plots(game: AgotGame, frame: Procedure, answers: dict[Seat, ChoosePlot]) -> None:
    """The chosen plots lie facedown until 1.3."""
    for seat, command in answers.items():
        move(game, [command.plot], zone(seat, "chosen"))


@enforces("agot_lcg.step.1-3-reactions-after-iii")
def reveal_plots(game: AgotGame, frame: Procedure) -> None:
    """Revealing holds its reactions until part III and recycling are complete."""
    hold(game, "1.3")
    game.push(RevealPlots())


@enforces("agot_lcg.step.1-3-reveal-simultaneously")
def turn_plots_faceup(game: AgotGame, frame: Procedure) -> None:
    table = game.table
    chosen = [(seat, card) for seat in table.player_order() for card in table.zone(zone(seat, "chosen"))]
    from domain.kernel.occurrence import happen

    # Until it occurs, only its owner knows which card a chosen plot is.
    happen(game, *(Condition(0, "plot_revealed", card=card, seat=seat, hidden=True) for seat, card in chosen))


@enforces(
    "agot_lcg.step.1-3-stack-on-used",
    "agot_lcg.plots.reveal-onto-used-pile",
    "agot_lcg.plots.previous-plot-leaves-play",
    "agot_lcg.plots.used-pile-definition",
    "agot_lcg.plots.three-states",
)
def plots_revealed(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """Each chosen plot enters play; the one revealed before goes to the used pile."""
    from msgspec import structs

    table, occurred = game.table, []
    for each in conditions:
        move(game, table.zone(zone(each.seat, "plot")), zone(each.seat, "used"), TOP)
        (plot,) = move(game, [each.card], zone(each.seat, "plot"))
        game.emit(PlotRevealed(each.seat, plot, table.next_serial()))
        over = tuple(
            effect.id for effect in table.lasting.values() if effect.until == "next-plot" and effect.seat == each.seat
        )
        if over:
            game.emit(LastingEnded(over))
        occurred.append(structs.replace(each, card=plot, hidden=False))
    return occurred


@enforces("agot_lcg.step.1-3-i-initiative-winner", "agot_lcg.initiative.compare-on-reveal")
def win_initiative(game: AgotGame, frame: Procedure) -> None:
    """Part I: highest initiative, then least total power, then chance."""
    table = game.table
    compared = tuple((seat, values.plot_value(table, seat, "initiative")) for seat in table.player_order())
    winner, how = initiative_winner(game, compared)
    game.emit(InitiativeWon(winner, compared, how))
    framework(game, "1.3", Condition(0, "initiative_won", seat=winner))


@enforces(
    "agot_lcg.step.1-3-i-tie-least-power",
    "agot_lcg.step.1-3-i-tie-random",
    "agot_lcg.initiative.tie-least-power",
    "agot_lcg.initiative.tie-random",
)
def initiative_winner(game: AgotGame, compared: tuple[tuple[Seat, Traced], ...]) -> tuple[Seat, str]:
    best = max(value.value for _, value in compared)
    tied = [seat for seat, value in compared if value.value == best]
    if len(tied) == 1:
        return tied[0], "highest"
    least = min(game.table.power(seat) for seat in tied)
    tied = [seat for seat in tied if game.table.power(seat) == least]
    if len(tied) == 1:
        return tied[0], "least-power"
    return game.pick_at_random("initiative", tied)[0], "random"


def winner_of_initiative(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    return (table.initiative_winner,)


def first_player_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    players = tuple(table.left())
    cited = ("agot_lcg.step.1-3-ii-choose-first-player",)
    return Commands((Form("choose_first_player", {}, {"player": Pick(players, 1, 1, single=True)}, cited),))


@enforces(
    "agot_lcg.step.1-3-ii-choose-first-player",
    "agot_lcg.first-player.chosen-each-plot-phase",
    "agot_lcg.initiative.winner-names-first-player",
)
def name_first_player(game: AgotGame, frame: Procedure, seat: Seat, command: ChooseFirstPlayer) -> None:
    """Part II: the player named takes the first player token now."""
    game.emit(FirstPlayerChosen(command.player, seat))
    framework(game, "1.3", Condition(0, "first_player_chosen", seat=command.player))


@enforces("agot_lcg.step.1-3-iii-when-revealed", "agot_lcg.when-revealed.must-resolve")
def plots_to_resolve(table: AgotTable, frame: RevealPlots) -> list[tuple[Handle, int]]:
    """The 'when revealed' abilities that have not resolved yet."""
    return [
        (card, index)
        for card in values.revealed_plots(table)
        for index, ability in enumerate(table.registry.abilities(table.cards[card].key))
        if ability.timing == "when-revealed" and card not in frame.resolved
        if not values.is_blank(table, table.cards[card])
    ]


def who_orders_when_revealed(table: AgotTable, frame: RevealPlots) -> tuple[Seat, ...]:
    return (table.first_player,) if plots_to_resolve(table, frame) else ()


def when_revealed_space(rules: object, table: AgotTable, frame: RevealPlots, seat: Seat) -> Commands:
    cited = ("agot_lcg.step.1-3-iii-first-player-orders",)
    return Commands(
        tuple(
            Form("order_mandatory", {"card": card, "ability": index, "condition": 0}, {}, cited)
            for card, index in plots_to_resolve(table, frame)
        )
    )


@enforces("agot_lcg.step.1-3-iii-resolve-completely", "agot_lcg.when-revealed.at-step-1-3")
def resolve_when_revealed(game: AgotGame, frame: RevealPlots, seat: Seat, command: OrderMandatory) -> None:
    """Each resolves completely before the next one."""
    game.set(resolved=(*frame.resolved, command.card), at="/when-revealed")
    game.rules.begin_ability(game, command.card, command.ability)


@enforces(
    "agot_lcg.step.1-3-recycle-used-pile",
    "agot_lcg.step.1-3-recycle-not-current",
    "agot_lcg.plots.recycle-after-last",
    "agot_lcg.plots.recycle-keeps-revealed",
)
def recycle(game: AgotGame, frame: Procedure) -> None:
    """A player whose plot deck is empty takes the used pile back; the revealed plot stays."""
    for seat in game.table.player_order():
        if not game.table.zone(zone(seat, "plots")):
            move(game, list(game.table.zone(zone(seat, "used"))), zone(seat, "plots"))


@enforces("agot_lcg.step.1-3-three-parts")
class RevealPlots(Procedure, frozen=True, tag="agot_lcg.reveal_plots"):
    """Step 1.3 in its fixed order: faceup, parts I to III, recycling."""

    resolved: tuple[Handle, ...] = ()
    steps = (
        step("/faceup", turn_plots_faceup),
        step("/initiative", win_initiative),
        ask(
            "/first-player",
            "first-player",
            who=winner_of_initiative,
            space=first_player_space,
            takes=(ChooseFirstPlayer,),
            use=name_first_player,
            rule="agot_lcg.step.1-3-ii-choose-first-player",
            public=True,
        ),
        ask(
            "/when-revealed",
            "order-when-revealed",
            who=who_orders_when_revealed,
            space=when_revealed_space,
            takes=(OrderMandatory,),
            use=resolve_when_revealed,
            rule="agot_lcg.step.1-3-iii-first-player-orders",
            public=True,
        ),
        step("/recycle", recycle),
    )


@enforces("agot_lcg.step.1-action-window")
def plot_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "plot.action", "1")


@enforces("agot_lcg.step.1-5-plot-phase-ends")
def plot_phase_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "1.5", "plot")


@enforces(
    "agot_lcg.step.1-4-melee-only", "agot_lcg.joust.no-titles", "agot_lcg.timing-chart.melee-only-events"
)
class PlotPhase(Procedure, frozen=True, tag="agot_lcg.plot_phase"):
    """1. The plot phase (1.4, titles, is melee only)."""

    steps = (
        step("1.1", plot_phase_begins),
        ask(
            "1.2",
            "plot",
            who=everybody,
            space=plots_space,
            takes=(ChoosePlot,),
            use=set_plots,
            rule="agot_lcg.step.1-2-choose-plot",
            sealed=True,
        ),
        step("1.3", reveal_plots),
        step("/actions", plot_actions),
        step("/expire", expire_with_phase),
        step("1.5", plot_phase_ends),
    )


# 2. Draw phase


@enforces("agot_lcg.step.2-1-draw-phase-begins")
def draw_phase_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "2.1", "draw")


@enforces("agot_lcg.step.2-2-draw-two")
def draw_two(game: AgotGame, frame: Procedure) -> None:
    """All players draw two cards, or as modified, simultaneously."""
    table = game.table
    numbers = ((seat, values.allowance(table, seat, "draw", base=2).value) for seat in table.player_order())
    framework(game, "2.2", *(happenings.drawing(seat, n) for seat, n in numbers if n))


@enforces("agot_lcg.step.2-action-window")
def draw_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "draw.action", "2")


@enforces("agot_lcg.step.2-3-draw-phase-ends")
def draw_phase_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "2.3", "draw")


class DrawPhase(Procedure, frozen=True, tag="agot_lcg.draw_phase"):
    """2. The draw phase."""

    steps = (
        step("2.1", draw_phase_begins),
        step("2.2", draw_two),
        step("/actions", draw_actions),
        step("/expire", expire_with_phase),
        step("2.3", draw_phase_ends),
    )


# 3. Marshalling phase


@enforces("agot_lcg.step.3-1-marshalling-begins")
def marshalling_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "3.1", "marshalling")


@enforces(
    "agot_lcg.step.3-2-first-player-active-first",
    "agot_lcg.step.3-2-collect-income",
    "agot_lcg.income.on-becoming-active",
    "agot_lcg.active-player.definition",
    "agot_lcg.active-player.in-marshalling",
    "agot_lcg.first-player.active-first",
)
def collect_income(game: AgotGame, frame: MarshallingPhase) -> None:
    """The next player in player order becomes the active player and collects income."""
    table = game.table
    waiting = [seat for seat in table.player_order() if seat not in frame.were_active]
    seat = waiting[0]
    game.set(were_active=(*frame.were_active, seat))
    game.emit(ActivePlayerNamed(seat))
    framework(game, "3.2", Condition(0, "income_collected", seat=seat))


@enforces("agot_lcg.income.amount", "agot_lcg.step.3-2-collect-income")
def income(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        gold = values.plot_value(game.table, each.seat, "income")
        game.emit(GoldGained(each.seat, gold.value, "income", gold))
    return conditions


def marshalling_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "marshalling.action", "3.2")


@enforces("agot_lcg.step.3-3-next-active", "agot_lcg.step.3-3-all-done", "agot_lcg.timing-chart.loop-events")
def next_to_marshal(game: AgotGame, frame: MarshallingPhase) -> None:
    """Players who have not been active this phase: back to 3.2."""
    if any(seat not in frame.were_active for seat in game.table.player_order()):
        game.goto("3.2")


@enforces("agot_lcg.step.3-4-marshalling-ends")
def marshalling_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "3.4", "marshalling")


class MarshallingPhase(Procedure, frozen=True, tag="agot_lcg.marshalling_phase"):
    """3. The marshalling phase."""

    were_active: tuple[Seat, ...] = ()
    steps = (
        step("3.1", marshalling_begins),
        step("3.2", collect_income),
        step("/actions", marshalling_actions),
        step("3.3", next_to_marshal),
        step("/expire", expire_with_phase),
        step("3.4", marshalling_ends),
    )


# 4. Challenges phase


@enforces(
    "agot_lcg.step.4-1-challenges-begins",
    "agot_lcg.step.4-2-first-player-active-first",
    "agot_lcg.first-player.active-first",
    "agot_lcg.active-player.definition",
)
def challenges_begin(game: AgotGame, frame: Procedure) -> None:
    """The first player counts as the active player from 4.1 on."""
    first = game.table.first_player
    game.set(were_active=(first,))
    game.emit(ActivePlayerNamed(first))
    begin_phase(game, "4.1", "challenges")


@enforces("agot_lcg.step.4-action-window")
def challenges_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "challenges.action", "4")


@enforces("agot_lcg.active-player.in-challenges", "agot_lcg.step.4-2-pass-goes-to-4-3")
def active_player(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    """The active player, as long as there is a challenge to initiate."""
    return (table.active_player,) if challenge.can_initiate(table, table.active_player) else ()


@enforces("agot_lcg.step.4-2-pass-goes-to-4-3", "agot_lcg.step.4-2-6-return-to-window")
def initiate_or_decline(
    game: AgotGame, frame: Procedure, seat: Seat, command: InitiateChallenge | DeclineChallenge
) -> None:
    if isinstance(command, InitiateChallenge):
        game.goto("/actions")
        challenge.initiate(game, seat, command)


@enforces(
    "agot_lcg.step.4-3-next-active",
    "agot_lcg.step.4-3-all-done",
    "agot_lcg.timing-chart.loop-events",
    "agot_lcg.active-player.definition",
)
def next_to_challenge(game: AgotGame, frame: ChallengesPhase) -> None:
    """The next player in player order becomes active: back to the action window; else the phase ends."""
    waiting = [seat for seat in game.table.player_order() if seat not in frame.were_active]
    if waiting:
        game.set(were_active=(*frame.were_active, waiting[0]), at="/actions")
        game.emit(ActivePlayerNamed(waiting[0]))


@enforces("agot_lcg.step.4-4-challenges-ends")
def challenges_end(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "4.4", "challenges")


class ChallengesPhase(Procedure, frozen=True, tag="agot_lcg.challenges_phase"):
    """4. The challenges phase."""

    were_active: tuple[Seat, ...] = ()
    steps = (
        step("4.1", challenges_begin),
        step("/actions", challenges_actions),
        ask(
            "4.2",
            "challenge",
            who=active_player,
            space=challenge.challenge_space,
            takes=(InitiateChallenge, DeclineChallenge),
            use=initiate_or_decline,
            rule="agot_lcg.active-player.in-challenges",
            checked=True,
        ),
        step("4.3", next_to_challenge),
        step("/expire", expire_with_phase),
        step("4.4", challenges_end),
    )


# 5. Dominance phase


@enforces("agot_lcg.step.5-1-dominance-begins")
def dominance_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "5.1", "dominance")


@enforces(
    "agot_lcg.step.5-2-count-dominance",
    "agot_lcg.step.5-2-highest-wins-one-power",
    "agot_lcg.step.5-2-tie-no-winner",
    "agot_lcg.for-your-faction.on-faction-card",
)
def determine_dominance(game: AgotGame, frame: Procedure) -> None:
    """The unique highest total wins dominance and one power; on a tie nobody does."""
    table = game.table
    totals = [(seat, values.dominance(table, seat)) for seat in table.player_order()]
    best = max(total.value for _, total in totals)
    winners = [seat for seat, total in totals if total.value == best]
    if len(winners) > 1:
        game.emit(DominanceCounted(tuple(totals)))
        return
    faction = table.players[winners[0]].faction
    won = Condition(0, "dominance_won", seat=winners[0])
    framework(game, "5.2", won, happenings.power_gained(table, faction, 1, how="dominance"))


def dominance_won(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    table = game.table
    totals = tuple((seat, values.dominance(table, seat)) for seat in table.player_order())
    for each in conditions:
        game.emit(DominanceCounted(totals, each.seat))
    return conditions


@enforces("agot_lcg.step.5-action-window")
def dominance_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "dominance.action", "5")


@enforces("agot_lcg.step.5-3-dominance-ends")
def dominance_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "5.3", "dominance")


class DominancePhase(Procedure, frozen=True, tag="agot_lcg.dominance_phase"):
    """5. The dominance phase."""

    steps = (
        step("5.1", dominance_begins),
        step("5.2", determine_dominance),
        step("/actions", dominance_actions),
        step("/expire", expire_with_phase),
        step("5.3", dominance_ends),
    )


# 6. Standing phase


@enforces("agot_lcg.step.6-1-standing-begins")
def standing_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "6.1", "standing")


@enforces("agot_lcg.attachments.kneel-independently")
def kneeling(table: AgotTable, seat: Seat) -> list[Handle]:
    """A player's kneeling cards that can stand."""
    cards = [*table.zone(zone(seat, "faction")), *table.play_area(seat)]
    return [
        card
        for card in cards
        if table.cards[card].kneeling and not values.card_cannot(table, table.cards[card], "stand")
    ]


def kneeling_characters(table: AgotTable, seat: Seat) -> list[Handle]:
    return [card for card in kneeling(table, seat) if table.cards[card].type == "character"]


def stand_limit(table: AgotTable, seat: Seat) -> int:
    """How many characters a player can stand in the standing phase."""
    return values.allowance(table, seat, "standing", base=999).value


def who_chooses_to_stand(table: AgotTable, frame: StandingPhase) -> tuple[Seat, ...]:
    """Players who cannot stand all of their characters choose which, in player order."""
    waiting = [
        seat
        for seat in table.player_order()
        if seat not in frame.chose and len(kneeling_characters(table, seat)) > stand_limit(table, seat)
    ]
    return tuple(waiting[:1])


def stand_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    characters = tuple(kneeling_characters(table, seat))
    n = stand_limit(table, seat)
    cited = ("agot_lcg.step.6-2-stand-all",)
    return Commands((Form("choose_targets", {}, {"targets": Pick(characters, n, n)}, cited),))


def choose_to_stand(game: AgotGame, frame: StandingPhase, seat: Seat, command: ChooseTargets) -> None:
    chosen = tuple(Handle(card) for card in command.targets)
    game.set(chose=(*frame.chose, seat), standing=frame.standing + chosen, at="/choose")


@enforces("agot_lcg.step.6-2-stand-all")
def stand_all(game: AgotGame, frame: StandingPhase) -> None:
    """All kneeling cards stand simultaneously, as far as they can."""
    table = game.table
    standing = [
        card
        for seat in table.player_order()
        for card in kneeling(table, seat)
        if seat not in frame.chose or table.cards[card].type != "character" or card in frame.standing
    ]
    game.set(chose=(), standing=())
    if standing:
        framework(game, "6.2", *(happenings.stood(table, card) for card in standing))


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
        step("6.1", standing_begins),
        ask(
            "/choose",
            "stand",
            who=who_chooses_to_stand,
            space=stand_space,
            takes=(ChooseTargets,),
            use=choose_to_stand,
            rule="agot_lcg.step.6-2-stand-all",
        ),
        step("6.2", stand_all),
        step("/actions", standing_actions),
        step("/expire", expire_with_phase),
        step("6.3", standing_ends),
    )


# 7. Taxation phase


@enforces("agot_lcg.step.7-1-taxation-begins")
def taxation_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "7.1", "taxation")


@enforces("agot_lcg.step.7-2-return-gold")
def return_gold(game: AgotGame, frame: Procedure) -> None:
    """All unspent gold returns to the treasury."""
    for seat in game.table.player_order():
        if gold := game.table.players[seat].gold:
            game.emit(GoldSpent(seat, gold, "unspent"))


@enforces("agot_lcg.reserve.check-in-taxation")
def over_reserve(table: AgotTable, seat: Seat) -> int:
    """How many cards a player holds above the reserve."""
    return max(0, len(table.zone(zone(seat, "hand"))) - values.plot_value(table, seat, "reserve").value)


@enforces("agot_lcg.step.7-3-reserve-in-player-order", "agot_lcg.reserve.in-player-order")
def who_is_over_reserve(table: AgotTable, frame: TaxationPhase) -> tuple[Seat, ...]:
    """The next player, in player order, with more cards than the reserve."""
    waiting = [seat for seat in table.player_order() if seat not in frame.checked and over_reserve(table, seat)]
    return tuple(waiting[:1])


@enforces("agot_lcg.step.7-3-discard-down", "agot_lcg.reserve.check-in-taxation")
def reserve_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    hand = tuple(table.zone(zone(seat, "hand")))
    n = over_reserve(table, seat)
    cited = ("agot_lcg.step.7-3-discard-down",)
    return Commands((Form("discard_to_reserve", {}, {"cards": Pick(hand, n, n)}, cited),))


@enforces("agot_lcg.discard-pile.simultaneous-owner-orders")
def discard_to_reserve(game: AgotGame, frame: TaxationPhase, seat: Seat, command: DiscardToReserve) -> None:
    """The owner orders the discarded cards by naming them in order; each player's discard is an occurrence."""
    from msgspec import structs

    order = game.table.player_order()
    checked = order[: order.index(seat) + 1]
    game.set(checked=checked, at="7.3")
    gone = (structs.replace(happenings.gone(game.table, card), how="ordered") for card in command.cards)
    framework(game, "7.3", *gone)


@enforces("agot_lcg.step.7-action-window")
def taxation_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "taxation.action", "7")


@enforces("agot_lcg.step.7-5-round-effects-expire", "agot_lcg.lasting.expires-before-end-abilities")
def expire_with_round(game: AgotGame, frame: Procedure) -> None:
    expire(game, "phase")
    expire(game, "round")


@enforces(
    "agot_lcg.step.7-5-taxation-ends", "agot_lcg.step.7-5-round-ends", "agot_lcg.step.phase-end-milestone"
)
def taxation_ends(game: AgotGame, frame: Procedure) -> None:
    """The phase and the round end in shared windows."""
    framework(game, "7.5", Condition(0, "phase_ended", name="taxation"), Condition(0, "round_ended"))


@enforces("agot_lcg.joust.no-titles", "agot_lcg.timing-chart.melee-only-events")
class TaxationPhase(Procedure, frozen=True, tag="agot_lcg.taxation_phase"):
    """7. The taxation phase (7.4, titles, is melee only)."""

    checked: tuple[Seat, ...] = ()
    steps = (
        step("7.1", taxation_begins),
        step("7.2", return_gold),
        ask(
            "7.3",
            "reserve",
            who=who_is_over_reserve,
            space=reserve_space,
            takes=(DiscardToReserve,),
            use=discard_to_reserve,
            rule="agot_lcg.step.7-3-discard-down",
        ),
        step("/actions", taxation_actions),
        step("/expire", expire_with_round),
        step("7.5", taxation_ends),
    )


PHASE_FRAMES: dict[str, type[Procedure]] = {
    "plot": PlotPhase,
    "draw": DrawPhase,
    "marshalling": MarshallingPhase,
    "challenges": ChallengesPhase,
    "dominance": DominancePhase,
    "standing": StandingPhase,
    "taxation": TaxationPhase,
}


def push_phase(phase: str) -> step:  # type: ignore[valid-type]
    def go(game: AgotGame, frame: Procedure) -> None:
        game.push(PHASE_FRAMES[phase]())

    return step(f"/{phase}", go, f"{phase} phase")


@enforces("agot_lcg.step.7-5-next-round")
def next_round(game: AgotGame, frame: Procedure) -> None:
    game.goto("/plot")


@enforces("agot_lcg.round.phase-order")
class Round(Procedure, frozen=True, tag="agot_lcg.round"):
    """The phases of a round, and the next round."""

    steps = (*(push_phase(phase) for phase in PHASE_FRAMES), step("/next", next_round))


OCCUR["phase_began"] = phase_begins  # type: ignore[assignment]
OCCUR["phase_ended"] = phase_ends  # type: ignore[assignment]
OCCUR["round_began"] = round_begins  # type: ignore[assignment]
OCCUR["round_ended"] = round_ends  # type: ignore[assignment]
OCCUR["plot_revealed"] = plots_revealed  # type: ignore[assignment]
OCCUR["income_collected"] = income  # type: ignore[assignment]
OCCUR["dominance_won"] = dominance_won  # type: ignore[assignment]
