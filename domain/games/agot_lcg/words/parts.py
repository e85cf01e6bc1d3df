"""The parts of effects: what abilities do.

A part that acts on cards says on which (`on`, by default the target), whether it affects a given card (a card that it
would not affect is no eligible target), and what happens to it. Each ends with its happening, or reports what it did.
"""

from __future__ import annotations

from typing import Any

from domain.games.agot_lcg import happenings, values
from domain.games.agot_lcg.case import Case
from domain.games.agot_lcg.entering import entering, hosts, may_enter, needs_host
from domain.games.agot_lcg.facts import (
    CardSaved,
    DelayedBegan,
    GoldSpent,
    JoinedChallenge,
    LastingBegan,
    LeftChallenge,
    TokensPlaced,
)
from domain.games.agot_lcg.state import CardMatch, Lasting
from domain.games.agot_lcg.words.choices import Choose, is_immune, targets_form
from domain.games.agot_lcg.words.select import Amount, Cards, Require, amount, seats_of
from domain.games.agot_lcg.words.triggers import When
from domain.kernel.abilities import ChooseTargets, EffectCanceled, Part
from domain.kernel.cards import TOP, look, move, move_each, show, shuffle
from domain.kernel.citing import enforces
from domain.kernel.conditions import Condition, ConditionAverted, ConditionReplaced, Delayed
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, Handle, Seat, zone, zone_kind
from domain.kernel.occurrence import happen

TARGET = Cards(picked="target", where=("play", "faction", "plot"))
PERMANENT = ("character", "location", "attachment")
ANY_AREA = ("play", "faction", "plot", "hand", "discard", "dead", "deck")


def is_choosable(case: Case, on: Cards) -> bool:
    """Whether what a part acts on can be picked: targets are checked apart, other choices need something."""
    naming = (part for part in case.parts if on.picked and getattr(part, "name", "") == on.picked)
    return all(part.potential(case) for part in naming)


class OnCards(Part, frozen=True):
    """A part that does something to cards."""

    on: Cards = TARGET

    def affects(self, case: Case, card: Handle) -> bool:
        """Whether resolving it would affect this card."""
        return True

    @enforces("agot_lcg.immune.not-targeted-not-affected")
    def affected(self, case: Case) -> list[Handle]:
        return [card for card in self.on.find(case) if self.affects(case, card) and not is_immune(case, card)]

    def potential(self, case: Case) -> bool:
        if self.on.picked:
            return is_choosable(case, self.on)
        if case.public and set(self.on.where) & {"hand", "deck"}:
            return self.on.possible(case) > 0
        return bool(self.affected(case))

    @enforces("agot_lcg.effects.resolve-as-much-as-possible")
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.affected(case)
        asked = max(len(cards), len(case.picks(self.on.picked)) if self.on.picked else 0)
        conditions = [self.condition(case, card) for card in cards]
        if conditions:
            happen(game, *conditions, effect=case.effect.id, asked=asked, sure=case.ability.unsavable)
        else:
            game.rules.part_done(game, case, False)

    def condition(self, case: Case, card: Handle) -> Condition:
        raise LookupError(f"{type(self).__name__} makes nothing happen")


class Kneel(OnCards, frozen=True, tag="kneel"):
    """Kneel cards."""

    @enforces("agot_lcg.kneel.kneeling-cannot-kneel")
    def affects(self, case: Case, card: Handle) -> bool:
        found = case.table.cards[card]
        return not found.kneeling and not values.card_cannot(case.table, found, "kneel")

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.knelt(case.table, card, case.me, "effect")


class Stand(OnCards, frozen=True, tag="stand"):
    """Stand cards."""

    def affects(self, case: Case, card: Handle) -> bool:
        found = case.table.cards[card]
        return bool(found.kneeling) and not values.card_cannot(case.table, found, "stand")

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.stood(case.table, card, case.me)


class Leaves(OnCards, frozen=True):
    """A part by which cards leave play; faction cards and plots stay (in-play.faction-card-stays)."""

    @enforces(
        "agot_lcg.in-play.faction-card-stays",
        "agot_lcg.in-play.plots-stay",
        "agot_lcg.sacrifice.must-leave-play",
    )
    def affects(self, case: Case, card: Handle) -> bool:
        found = case.table.cards[card]
        if zone_kind(found.zone) in ("faction", "plot"):
            return False
        return not values.card_cannot(case.table, found, "leave-play")


class Kill(Leaves, frozen=True, tag="kill"):
    """Kill characters."""

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.killed(case.table, card, case.me, "effect")


class Discard(Leaves, frozen=True, tag="discard"):
    """Discard cards: from play, from a hand, from a deck."""

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.gone(case.table, card, case.me)


class Sacrifice(Leaves, frozen=True, tag="sacrifice"):
    """Have cards sacrificed by their controllers."""

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.sacrificed(case.table, card, case.me)


class ReturnToHand(Leaves, frozen=True, tag="return_to_hand"):
    """Return cards in play to their owners' hands."""

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.leaving("returned_to_hand", case.table, card, case.me)


class RemoveFromGame(Leaves, frozen=True, tag="remove_from_game"):
    """Remove cards from the game; an agenda cannot be removed (agenda.cannot-be-removed)."""

    @enforces("agot_lcg.agenda.cannot-be-removed")
    def affects(self, case: Case, card: Handle) -> bool:
        return case.table.cards[card].printed.type != "agenda" and Leaves.affects(self, case, card)

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.removed(case.table, card, case.me)


class ShuffleIntoDeck(Part, frozen=True, tag="shuffle_into_deck"):
    """Shuffle cards that are not in play into their owners' decks."""

    on: Cards = Cards(picked="target", where=ANY_AREA)

    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.on.find(case)
        for seat in dict.fromkeys(case.table.cards[card].owner for card in cards):
            deck = zone(seat, "deck")
            move(game, [card for card in cards if case.table.cards[card].owner == seat], deck)
            shuffle(game, deck)
        game.rules.part_done(game, case, bool(cards))


class PlaceInDeadPile(Part, frozen=True, tag="place_in_dead_pile"):
    """Place cards that are not in play on their owners' dead piles; they are not killed."""

    on: Cards = Cards(done=True, where=("discard",))

    def potential(self, case: Case) -> bool:
        return self.on.possible(case) > 0

    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.on.find(case)
        move_each(game, [(card, zone(case.table.cards[card].owner, "dead"), NO_CARD) for card in cards], TOP)
        game.rules.part_done(game, case, bool(cards))


class TakeIntoHand(Part, frozen=True, tag="take_into_hand"):
    """Take cards that are not in play into their owners' hands, shown first if they prove that they qualify."""

    on: Cards = Cards(picked="target", where=ANY_AREA)
    reveal: bool = False

    def potential(self, case: Case) -> bool:
        return is_choosable(case, self.on)

    @enforces("agot_lcg.search.prove-qualification")
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.on.find(case)
        if cards and self.reveal:
            show(game, cards)
        for seat in dict.fromkeys(case.table.cards[card].owner for card in cards):
            move(game, [card for card in cards if case.table.cards[card].owner == seat], zone(seat, "hand"))
        game.rules.part_done(game, case, bool(cards))


class LookAtDeck(Part, frozen=True, tag="look_at_deck"):
    """Look at the topmost cards of your deck; they stay where they are. Kept under the name `looked`."""

    n: int

    def potential(self, case: Case) -> bool:
        return bool(case.table.zone(zone(case.you, "deck")))

    @enforces(
        "agot_lcg.search.see-without-revealing",
        "agot_lcg.search.cards-stay-in-area",
        "agot_lcg.look.cards-stay-in-area",
        "agot_lcg.effects.untargeted-short-supply",
        "agot_lcg.deck.unqualified-means-draw-deck",
    )
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = case.table.top(zone(case.you, "deck"), self.n)
        look(game, case.you, cards)
        game.rules.keep(game, case, "looked", tuple(cards))


class LookAtHand(Part, frozen=True, tag="look_at_hand"):
    """Look at a player's hand."""

    who: str = "chosen"

    def potential(self, case: Case) -> bool:
        return True

    @enforces("agot_lcg.look.not-shown-to-opponents", "agot_lcg.look.cards-stay-in-area")
    def perform(self, game: Game[Any], case: Case) -> None:
        seats = seats_of(case, self.who)
        look(game, case.you, [card for seat in seats for card in case.table.zone(zone(seat, "hand"))])
        game.rules.part_done(game, case, True)


class RevealTop(Part, frozen=True, tag="reveal_top"):
    """Reveal the top card of your deck, kept under the name `revealed` until it moves or the ability has resolved."""

    def potential(self, case: Case) -> bool:
        return bool(case.table.zone(zone(case.you, "deck")))

    @enforces(
        "agot_lcg.reveal.show-to-opponents", "agot_lcg.reveal.cards-stay-in-area", "agot_lcg.reveal.duration"
    )
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = case.table.top(zone(case.you, "deck"), 1)
        show(game, cards)
        game.rules.keep(game, case, "revealed", tuple(cards))


class ShuffleDeck(Part, frozen=True, tag="shuffle_deck"):
    """Shuffle your deck."""

    def potential(self, case: Case) -> bool:
        return bool(case.table.zone(zone(case.you, "deck")))

    @enforces("agot_lcg.search.whole-deck-then-shuffle")
    def perform(self, game: Game[Any], case: Case) -> None:
        shuffle(game, zone(case.you, "deck"))
        game.rules.part_done(game, case, True)


class PutIntoPlay(Part, frozen=True, tag="put_into_play"):
    """Put cards that are out of play into play under your control without their cost; you choose hosts."""

    on: Cards = Cards(picked="target", where=ANY_AREA)

    @enforces("agot_lcg.events.never-enter-play", "agot_lcg.put-into-play.normal-placement")
    def affects(self, case: Case, card: Handle) -> bool:
        found = case.table.cards[card]
        if found.printed.type not in PERMANENT or may_enter(case.table, case.you, found) is not None:
            return False
        return not needs_host(case.table, case.you, found) or bool(hosts(case.table, case.you, found.printed))

    def potential(self, case: Case) -> bool:
        return is_choosable(case, self.on)

    def entering(self, case: Case) -> list[Handle]:
        return [card for card in self.on.find(case) if self.affects(case, card)]

    def hostless(self, case: Case) -> list[Handle]:
        """The attachments among them, for each of which a host is chosen, one after the other."""
        table = case.table
        return [card for card in self.entering(case) if needs_host(table, case.you, table.cards[card])]

    @property
    def hosts_name(self) -> str:
        return f"hosts:{self.on.picked}"

    def choosers(self, case: Case) -> tuple[Seat, ...]:
        return tuple(case.you for _ in self.hostless(case))

    @enforces("agot_lcg.put-into-play.normal-placement")
    def space(self, case: Case, seat: Seat) -> Any:
        attachment = self.hostless(case)[len(case.picks(self.hosts_name))]
        return targets_form(tuple(hosts(case.table, seat, case.table.cards[attachment].printed)), 1, 1)

    def chosen(self, case: Case, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.hosts_name, command.targets

    @enforces(
        "agot_lcg.put-into-play.definition",
        "agot_lcg.put-into-play.no-gold-cost",
        "agot_lcg.put-into-play.not-marshalled",
        "agot_lcg.marshal.put-into-play-not-marshal",
        "agot_lcg.limited.put-into-play-exempt",
    )
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.entering(case)
        if not cards:
            game.rules.part_done(game, case, False)
            return
        on = dict(zip(self.hostless(case), map(Handle, case.picks(self.hosts_name)), strict=True))
        conditions = [entering(case.table, case.you, card, "put", on.get(card, NO_CARD)) for card in cards]
        happen(game, *conditions, effect=case.effect.id)


class Draw(Part, frozen=True, tag="draw"):
    """Players draw cards."""

    n: Amount = 1
    who: str = "you"

    def potential(self, case: Case) -> bool:
        return any(case.table.zone(zone(seat, "deck")) for seat in seats_of(case, self.who))

    def perform(self, game: Game[Any], case: Case) -> None:
        n = amount(case, self.n)
        seats = [seat for seat in seats_of(case, self.who) if case.table.zone(zone(seat, "deck"))]
        enough = all(len(case.table.zone(zone(seat, "deck"))) >= n for seat in seats)
        drawing = [happenings.drawing(seat, n, case.me) for seat in seats]
        happen_or_fail(game, case, drawing, len(drawing) if enough else len(drawing) + 1)


def happen_or_fail(game: Game[Any], case: Case, conditions: list[Condition], asked: int) -> None:
    """Let the conditions of a part happen; with none of them the part has failed."""
    if conditions:
        happen(game, *conditions, effect=case.effect.id, asked=asked, sure=case.ability.unsavable)
    else:
        game.rules.part_done(game, case, asked == 0)


class DiscardAtRandom(Part, frozen=True, tag="discard_at_random"):
    """Players discard random cards from hand."""

    n: Amount = 1
    who: str = "chosen"

    def potential(self, case: Case) -> bool:
        return any(case.table.zone(zone(seat, "hand")) for seat in seats_of(case, self.who))

    def perform(self, game: Game[Any], case: Case) -> None:
        n = amount(case, self.n)
        conditions: list[Condition] = []
        for seat in seats_of(case, self.who):
            hand = case.table.zone(zone(seat, "hand"))
            picked = game.pick_at_random(f"discard:{case.key}", hand, n, seat) if hand else []
            conditions += [happenings.gone(case.table, card, case.me) for card in picked]
        happen_or_fail(game, case, conditions, n * len(seats_of(case, self.who)))


class DiscardTop(Part, frozen=True, tag="discard_top"):
    """Cards are discarded from the top of players' decks."""

    n: Amount = 1
    who: str = "opponent"

    def potential(self, case: Case) -> bool:
        return any(case.table.zone(zone(seat, "deck")) for seat in seats_of(case, self.who))

    def perform(self, game: Game[Any], case: Case) -> None:
        n, seats = amount(case, self.n), seats_of(case, self.who)
        cards = [card for seat in seats for card in case.table.top(zone(seat, "deck"), n)]
        conditions = [happenings.gone(case.table, card, case.me) for card in cards]
        happen_or_fail(game, case, conditions, n * len(seats))


class GainGold(Part, frozen=True, tag="gain_gold"):
    """Players gain gold."""

    gold: Amount = 1
    who: str = "you"

    def potential(self, case: Case) -> bool:
        return amount(case, self.gold) > 0 if not case.public or isinstance(self.gold, int) else True

    def perform(self, game: Game[Any], case: Case) -> None:
        gold = amount(case, self.gold)
        seats = seats_of(case, self.who) if gold > 0 else ()
        conditions = [Condition(0, "gold_gained", seat=seat, n=gold, source=case.me) for seat in seats]
        happen_or_fail(game, case, conditions, max(1, len(conditions)))


class LoseGold(Part, frozen=True, tag="lose_gold"):
    """Players return gold to the treasury: an amount, or all that they have."""

    gold: Amount | None = None
    who: str = "all"

    def potential(self, case: Case) -> bool:
        return any(case.table.players[seat].gold for seat in seats_of(case, self.who))

    def perform(self, game: Game[Any], case: Case) -> None:
        for seat in seats_of(case, self.who):
            have = case.table.players[seat].gold
            gold = have if self.gold is None else min(have, amount(case, self.gold))
            if gold:
                game.emit(GoldSpent(seat, gold, "effect"))
        game.rules.part_done(game, case, True)


class GainPower(Part, frozen=True, tag="gain_power"):
    """Gain power: for your faction, or on cards."""

    power: Amount = 1
    on: Cards | None = None

    @enforces("agot_lcg.for-your-faction.on-faction-card")
    def receivers(self, case: Case) -> list[Handle]:
        return [case.table.players[case.you].faction] if self.on is None else self.on.find(case)

    def potential(self, case: Case) -> bool:
        if self.on is not None and self.on.picked:
            return is_choosable(case, self.on)
        return amount(case, self.power) > 0 and bool(self.receivers(case))

    def perform(self, game: Game[Any], case: Case) -> None:
        n = amount(case, self.power)
        cards = self.receivers(case) if n > 0 else []
        conditions = [happenings.power_gained(case.table, card, n, case.me) for card in cards]
        happen_or_fail(game, case, conditions, max(1, len(conditions)))


class LosePower(OnCards, frozen=True, tag="lose_power"):
    """Take power off cards, back to the treasury."""

    power: Amount = 1

    def affects(self, case: Case, card: Handle) -> bool:
        return bool(case.table.cards[card].power > 0)

    def condition(self, case: Case, card: Handle) -> Condition:
        controller = case.table.cards[card].controller
        return Condition(
            0, "power_lost", card=card, seat=controller, n=amount(case, self.power), source=case.me
        )


class MovePower(Part, frozen=True, tag="move_power"):
    """Move power from a player's faction card to yours; it is not gained."""

    power: Amount = 1
    source: str = "loser"

    @enforces("agot_lcg.move.not-to-current-location", "agot_lcg.move.no-destination-no-move")
    def sources(self, case: Case) -> tuple[Seat, ...]:
        """The players from whom power could move."""
        return tuple(seat for seat in seats_of(case, self.source) if seat != case.you)

    def potential(self, case: Case) -> bool:
        return any(case.table.cards[case.table.players[seat].faction].power for seat in self.sources(case))

    def perform(self, game: Game[Any], case: Case) -> None:
        table, n = case.table, amount(case, self.power)
        mine = table.players[case.you].faction
        seats = self.sources(case)
        from_cards = [table.players[seat].faction for seat in seats]
        conditions = [
            Condition(0, "power_moved", card=card, seat=seat, other=case.you, n=n, cards=(mine,), source=case.me)
            for seat, card in zip(seats, from_cards, strict=True)
            if table.cards[card].power
        ]
        happen_or_fail(game, case, conditions, len(seats))


class AddToken(Part, frozen=True, tag="add_token"):
    """Put named tokens on cards (a negative number takes them off)."""

    token: str
    n: int = 1
    on: Cards = TARGET

    def potential(self, case: Case) -> bool:
        return is_choosable(case, self.on) if self.on.picked else bool(self.on.find(case))

    @enforces("agot_lcg.influence-tokens.named-by-abilities")
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.on.find(case)
        for card in cards:
            game.emit(TokensPlaced(card, self.token, self.n))
        game.rules.part_done(game, case, bool(cards))


class Save(Part, frozen=True, tag="save"):
    """Save the card from what it would suffer."""

    @enforces("agot_lcg.save.card-stays", "agot_lcg.triggering.step-2-changed-replaces")
    def perform(self, game: Game[Any], case: Case) -> None:
        about, happening = case.about, case.table.occurrences.get(case.effect.happening)
        saved = about is not None and happening is not None and happening.condition(about.id) is not None
        if saved and about is not None:
            game.emit(ConditionAverted(case.effect.happening, about.id, "saved"))
            game.emit(CardSaved(about.card, case.me))
        game.rules.part_done(game, case, saved)


class Prevent(Part, frozen=True, tag="prevent"):
    """The imminent condition does not happen."""

    def perform(self, game: Game[Any], case: Case) -> None:
        about, happening = case.about, case.table.occurrences.get(case.effect.happening)
        there = about is not None and happening is not None and happening.condition(about.id) is not None
        if there and about is not None:
            game.emit(ConditionAverted(case.effect.happening, about.id, "prevented"))
        game.rules.part_done(game, case, there)


class Cancel(Part, frozen=True, tag="cancel"):
    """Cancel the effect that is about to initiate."""

    @enforces("agot_lcg.cancel.definition")
    def perform(self, game: Game[Any], case: Case) -> None:
        about, happening = case.about, case.table.occurrences.get(case.effect.happening)
        there = about is not None and happening is not None and happening.condition(about.id) is not None
        if there and about is not None:
            game.emit(EffectCanceled(about.n))
            game.emit(ConditionAverted(case.effect.happening, about.id, "canceled"))
        game.rules.part_done(game, case, there)


class Instead(Part, frozen=True, tag="instead"):
    """The card goes elsewhere (hand, deck, discard...) instead; what happens to it still happens."""

    to: str

    @enforces("agot_lcg.replacement.definition")
    def perform(self, game: Game[Any], case: Case) -> None:
        about, happening = case.about, case.table.occurrences.get(case.effect.happening)
        there = about is not None and happening is not None and happening.condition(about.id) is not None
        if there and about is not None:
            game.emit(ConditionReplaced(case.effect.happening, about.id, self.to))
        game.rules.part_done(game, case, there)


class Until(Part, frozen=True, tag="until"):
    """A lasting effect: what a constant ability says, until a moment (challenge, phase, round, next-plot).

    With `on` it is about those of the cards that are in play now (events.lasting-effect-snapshot), else about you.
    """

    what: str
    until: str
    name: str = ""
    amount: Amount = 0
    how: str = "add"
    on: Cards | None = None
    option: bool = False
    match: CardMatch | None = None
    once: bool = False

    def affects(self, case: Case, card: Handle) -> bool:
        """A card that has the icon or keyword already is not affected by gaining it."""
        found = case.table.cards[card]
        if self.what == "icon":
            return not values.has_icon(case.table, found, self.name)
        if self.what == "keyword":
            return not values.has_keyword(case.table, found, self.name)
        return True

    def affected(self, case: Case) -> list[Handle]:
        if self.on is None:
            return []
        return [card for card in self.on.find(case) if self.affects(case, card) and not is_immune(case, card)]

    def potential(self, case: Case) -> bool:
        if is_too_late(case, self.until):
            return False
        if self.on is not None and self.on.picked:
            return is_choosable(case, self.on)
        return self.on is None or bool(self.affected(case))

    @enforces("agot_lcg.lasting.definition", "agot_lcg.events.lasting-effect-snapshot")
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = tuple(self.affected(case))
        if self.on is not None and not cards:
            game.rules.part_done(game, case, False)
            return
        name = case.picks("option")[0] if self.option else self.name
        n = amount(case, self.amount)
        id = game.table.next_serial()
        effect = Lasting(
            id, case.key, self.what, case.you, self.until, name, n, self.how, cards, self.match, self.once
        )
        game.emit(LastingBegan(effect))
        game.rules.part_done(game, case, True)


@enforces("agot_lcg.lasting.too-late-cannot-initiate")
def is_too_late(case: Case, until: str) -> bool:
    """Whether a lasting effect would end as it begins (lasting.too-late-cannot-initiate)."""
    if until == "challenge" and case.table.challenge is None:
        return True
    ends = {"challenge": "challenge_ended", "phase": "phase_ended", "round": "round_ended"}
    return case.about is not None and case.about.kind == ends.get(until)


class Later(Part, frozen=True, tag="later"):
    """A delayed effect: its parts resolve when the moment comes; it lapses at the end of `until`."""

    when: When
    parts: tuple[Any, ...]
    until: str = ""

    @enforces("agot_lcg.targets.post-initiation-not-checked")
    def potential(self, case: Case) -> bool:
        """What it will do is not judged yet, but there must be something to do it to."""
        acting_on = (part.on for part in self.parts if getattr(part, "on", None) is not None)
        return all(is_choosable(case, on) for on in acting_on)

    @enforces("agot_lcg.delayed.definition")
    def perform(self, game: Game[Any], case: Case) -> None:
        effect = case.effect
        path = (*effect.path, case.parts.index(self))
        id = game.table.next_serial()
        game.emit(
            DelayedBegan(
                Delayed(id, case.key, case.index, path, case.you, case.me, effect.chosen, effect.x, self.until)
            )
        )
        game.rules.part_done(game, case, True)


class If(Part, frozen=True, tag="if"):
    """Go on with the parts that follow marked `then` only if these requirements hold now."""

    requires: tuple[Require, ...]

    def potential(self, case: Case) -> bool:
        return False

    def perform(self, game: Game[Any], case: Case) -> None:
        game.rules.part_done(game, case, all(each.holds(case, case.you) for each in self.requires))


class TakeControl(OnCards, frozen=True, tag="take_control"):
    """Take control of cards."""

    def affects(self, case: Case, card: Handle) -> bool:
        found = case.table.cards[card]
        return found.controller != case.you and may_enter(case.table, case.you, found, control=True) is None

    def condition(self, case: Case, card: Handle) -> Condition:
        return Condition(0, "control_taken", card=card, seat=case.you, other=case.table.cards[card].controller)


class JoinAsDefender(OnCards, frozen=True, tag="join_as_defender"):
    """A character takes part as a defender from now on."""

    def affects(self, case: Case, card: Handle) -> bool:
        challenge = case.table.challenge
        return challenge is not None and card not in challenge.participants

    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.affected(case)
        for card in cards:
            game.emit(JoinedChallenge(card, "defending"))
        game.rules.part_done(game, case, bool(cards))


class RemoveFromChallenge(OnCards, frozen=True, tag="remove_from_challenge"):
    """A participating character no longer participates."""

    def affects(self, case: Case, card: Handle) -> bool:
        return case.table.is_participating(card)

    @enforces("agot_lcg.participating.removed-by-ability")
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.affected(case)
        if cards:
            game.emit(LeftChallenge(tuple(cards)))
        game.rules.part_done(game, case, bool(cards))


class DuplicateFromDeck(Part, frozen=True, tag="duplicate_from_deck"):
    """Put the top card of your deck facedown under this card as a duplicate."""

    def potential(self, case: Case) -> bool:
        return bool(case.table.zone(zone(case.you, "deck"))) and case.table.is_in_play(case.me)

    def perform(self, game: Game[Any], case: Case) -> None:
        cards = case.table.top(zone(case.you, "deck"), 1)
        if not cards or not case.table.is_in_play(case.me):
            game.rules.part_done(game, case, False)
            return
        entry = Condition(
            0, "duplicate_entered", card=cards[0], seat=case.you, how="facedown", cards=(case.me,), hidden=True
        )
        happen(game, entry, effect=case.effect.id)


def search(n: int, *types: str) -> tuple[Part, ...]:
    """Search the topmost `n` cards for one of these types, show it, take it into hand, shuffle."""
    among = Cards(type=types, picked="looked", where=("deck",), controller="you")
    found = Cards(picked="found", where=("deck",), controller="you")
    return (
        LookAtDeck(n=n),
        Choose(cards=among, name="found", least=0),
        TakeIntoHand(on=found, reveal=True),
        ShuffleDeck(),
    )

