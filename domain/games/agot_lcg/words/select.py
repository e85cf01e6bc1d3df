"""Words that pick out cards and players, count them, and state what must be so.

`Cards` describes cards ("a kneeling Stark character you control"); it looks at a card as it now is, or, where an
ability looks back, at what was seen of it. Amounts are whole numbers or words that count. Requirements hold or not.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_lcg import values
from domain.games.agot_lcg.case import Case
from domain.games.agot_lcg.state import AgotCard
from domain.kernel.abilities import Word
from domain.kernel.citing import enforces
from domain.kernel.conditions import Condition, Seen
from domain.kernel.ids import Handle, Seat, ZoneKey, zone, zone_kind

IN_PLAY = ("play",)
HIDDEN = ("hand", "deck", "plots", "setup")
ANY_X = 99
"""Before X is chosen it may be whatever its cost allows."""


class Count(Word, frozen=True, tag="count"):
    """How many cards fit, times a number, plus a number."""

    of: Cards
    times: int = 1
    plus: int = 0


class Gold(Word, frozen=True, tag="gold"):
    """The gold in your pool."""


class ChosenX(Word, frozen=True, tag="x"):
    """The value that was chosen for X."""


class OwnCost(Word, frozen=True, tag="own_cost"):
    """The printed cost of each card that a constant ability is about."""


class CostOfAnswered(Word, frozen=True, tag="cost_of_answered"):
    """The printed cost of the event that this ability answers."""


Amount = int | Count | Gold | ChosenX | OwnCost | CostOfAnswered


class Cards(Word, frozen=True, tag="cards"):
    """A description of cards; every field that is given must fit.

    `controller` is you, opponent, loser, winner, chosen (a player chosen as `player`) or same (as `me`); out of play it
    names whose area is meant. `me`, `other`, `host` and `picked` name cards by their relation to the ability;
    `done` are the cards that the part before discarded from hands or decks, `copy_of_done` asks for the title of one
    of them; with `duplicates` duplicates fit too.
    """

    type: tuple[str, ...] = ()
    faction: str = ""
    trait: tuple[str, ...] = ()
    title: str = ""
    controller: str = ""
    where: tuple[str, ...] = IN_PLAY
    unique: bool | None = None
    loyal: bool | None = None
    kneeling: bool | None = None
    participating: str = ""
    icon: str = ""
    without_icon: str = ""
    keyword: str = ""
    strength_at_most: Amount | None = None
    printed_strength_at_most: int | None = None
    cost_at_most: Amount | None = None
    has_power: bool = False
    token: str = ""
    me: bool = False
    other: bool = False
    host: bool = False
    on_me: bool = False
    picked: str = ""
    not_picked: str = ""
    done: bool = False
    copy_of_done: bool = False
    duplicates: bool = False

    def find(self, case: Case) -> list[Handle]:
        """The cards that fit, in player order and as they lie."""
        return list(self.finding(case))

    def finding(self, case: Case) -> Iterator[Handle]:
        """The cards that fit, one by one."""
        return (card for card in self.candidates(case) if self.fits(case, card))

    def possible(self, case: Case) -> int:
        """How many might fit; in hidden areas every card might, for all that the public knows."""
        if not case.public:
            return len(self.find(case))
        hidden = sum(len(case.table.zone(area)) for area in self.areas(case) if zone_kind(area) in HIDDEN)
        return hidden + sum(1 for card in self.public_fits(case))

    def public_fits(self, case: Case) -> Iterator[Handle]:
        return (card for card in self.candidates(case) if not is_hidden(case, card) and self.fits(case, card))

    def areas(self, case: Case) -> list[ZoneKey]:
        seats = self.seats(case)
        return [zone(seat, kind) for seat in seats for kind in self.kinds()]

    def kinds(self) -> tuple[str, ...]:
        if self.where == IN_PLAY and "faction" in self.type:
            return ("play", "faction")
        if self.where == IN_PLAY and "plot" in self.type:
            return ("play", "plot")
        return self.where

    @enforces("agot_lcg.self-reference.only-this-card")
    def candidates(self, case: Case) -> Iterator[Handle]:
        if self.me:
            yield from (card for card in (case.me,) if card in case.table.cards)
        elif self.host:
            yield from (card for card in (case.host,) if card in case.table.cards)
        elif self.picked:
            yield from (Handle(card) for card in case.picks(self.picked) if card in case.table.cards)
        elif self.done:
            yield from done_cards(case)
        else:
            for area in self.areas(case):
                yield from case.table.zones.get(area, ())

    def seats(self, case: Case) -> tuple[Seat, ...]:
        """Whose areas are meant."""
        table = case.table
        return seats_of(case, self.controller) if self.controller else table.player_order()

    def fits(self, case: Case, card: Handle) -> bool:
        """Whether a card fits as it now is."""
        found = case.table.cards.get(card)
        return found is not None and self.fits_relation(case, card) and self.fits_card(case, found)

    def fits_relation(self, case: Case, card: Handle) -> bool:
        return (
            (not self.me or card == case.me)
            and (not self.other or card != case.me)
            and (not self.host or card == case.host)
            and (not self.picked or card in case.picks(self.picked))
            and (not self.not_picked or card not in case.picks(self.not_picked))
            and (not self.done or card in done_cards(case))
        )

    def fits_card(self, case: Case, card: AgotCard) -> bool:
        return (
            self.fits_place(case, card)
            and self.fits_print(card)
            and self.fits_state(case, card)
            and self.fits_numbers(case, card)
        )

    @enforces("agot_lcg.abilities.interact-with-in-play-only", "agot_lcg.out-of-play.definition")
    def fits_place(self, case: Case, card: AgotCard) -> bool:
        kind = zone_kind(card.zone)
        if kind not in self.kinds():
            return False
        if not self.controller:
            return True
        return card.controller in self.seats(case)

    @enforces(
        "agot_lcg.printed.definition",
        "agot_lcg.qualifier.applies-to-each-term",
        "agot_lcg.duplicates.not-attachments",
    )
    def fits_print(self, card: AgotCard) -> bool:
        printed = card.printed
        if (card.duplicate and not self.duplicates) or card.facedown:
            return False
        return (
            (not self.type or (card.type or printed.type) in self.type)
            and (not self.faction or printed.faction == self.faction)
            and (not self.title or printed.title == self.title)
            and (self.unique is None or printed.unique == self.unique)
            and (self.loyal is None or printed.loyal == self.loyal)
            and (self.printed_strength_at_most is None or printed.strength <= self.printed_strength_at_most)
        )

    def fits_state(self, case: Case, card: AgotCard) -> bool:
        table = case.table
        return (
            (self.kneeling is None or card.kneeling == self.kneeling)
            and (not self.participating or self.fits_side(case, card.handle))
            and (not self.has_power or card.power > 0)
            and (not self.token or card.tokens.get(self.token, 0) > 0)
            and (not self.on_me or card.host == case.me)
            and (not self.trait or any(values.has_trait(table, card, trait) for trait in self.trait))
            and (not self.icon or values.has_icon(table, card, self.icon))
            and (not self.without_icon or not values.has_icon(table, card, self.without_icon))
            and (not self.keyword or values.has_keyword(table, card, self.keyword))
            and (not self.copy_of_done or self.is_copy(case, card))
        )

    @enforces("agot_lcg.copies.same-title")
    def is_copy(self, case: Case, card: AgotCard) -> bool:
        return card.printed.title in {case.table.cards[each].printed.title for each in done_cards(case)}

    def fits_side(self, case: Case, card: Handle) -> bool:
        challenge = case.table.challenge
        side = challenge.side(card) if challenge else ""
        if self.participating == "no":
            return not side
        return side == self.participating or (self.participating == "any" and bool(side))

    def fits_numbers(self, case: Case, card: AgotCard) -> bool:
        if self.cost_at_most is not None and (card.printed.cost or 0) > amount(case, self.cost_at_most):
            return False
        if self.strength_at_most is None:
            return True
        return values.strength(case.table, card.handle).value <= amount(case, self.strength_at_most)

    def fits_seen(self, case: Case, condition: Condition) -> bool:
        """Whether a condition's card fits, by what was seen of it if it was seen, else as it now is."""
        if condition.seen is None:
            return self.fits(case, condition.card)
        return self.fits_relation(case, condition.card) and self.fits_look(case, condition.seen)

    def fits_look(self, case: Case, seen: Seen) -> bool:
        printed = case.registry.pool.cards[seen.key]
        marks = seen.marks
        return (
            (not self.type or any(f"type:{each}" in marks for each in self.type))
            and (not self.faction or printed.faction == self.faction)
            and (not self.title or printed.title == self.title)
            and (self.unique is None or printed.unique == self.unique)
            and (not self.controller or seen.controller in self.seats(case))
            and (not self.trait or any(f"trait:{each}" in marks for each in self.trait))
            and (not self.icon or f"icon:{self.icon}" in marks)
            and (not self.participating or self.participating in marks or self.seen_any(marks))
        )

    def seen_any(self, marks: tuple[str, ...]) -> bool:
        return self.participating == "any" and ("attacking" in marks or "defending" in marks)


def done_cards(case: Case) -> list[Handle]:
    """The cards that the part before discarded from hands and decks, where they now lie."""
    discarded = (each for each in case.effect.done if each.kind == "card_discarded")
    return [card for each in discarded for card in each.cards if card in case.table.cards]


def is_hidden(case: Case, card: Handle) -> bool:
    return zone_kind(case.table.cards[card].zone) in HIDDEN


def seat_of(case: Case, who: str) -> Seat | None:
    """The player that a word names, seen from an ability."""
    about, challenge = case.about, case.table.challenge
    if who == "you":
        return case.you
    if who == "chosen":
        return Seat(case.picks("player")[0]) if case.picks("player") else None
    if who == "loser":
        return (about.other if about else None) or (challenge.loser if challenge else None)
    if who == "winner":
        return (about.seat if about else None) or (challenge.winner if challenge else None)
    if who == "same":
        return case.table.cards[case.me].controller
    if who == "owner":
        return case.table.cards[case.me].owner
    raise ValueError(f"controller: no player is called {who!r}")


def seats_of(case: Case, who: str) -> tuple[Seat, ...]:
    """The players that a word names: also `opponent` (each) and `all`; one yet to be chosen is any opponent."""
    if who == "all":
        return case.table.player_order()
    if who == "opponent" or (who == "chosen" and not case.effect.id):
        return case.opponents
    named = seat_of(case, who)
    return (named,) if named else ()


def amount(case: Case, word: Amount) -> int:
    """The number that an amount stands for."""
    if isinstance(word, int):
        return word
    if isinstance(word, Count):
        return word.plus + word.times * len(word.of.find(case))
    if isinstance(word, Gold):
        return case.table.players[case.you].gold
    if isinstance(word, ChosenX):
        return case.effect.x if case.effect.id else ANY_X
    return cost_of_answered(case)


def cost_of_answered(case: Case) -> int:
    """The printed cost of the event whose effect is about to initiate; an X is what it was when that was played."""
    effect = case.table.effects.get(case.about.n) if case.about else None
    if effect is None:
        return 0
    printed = case.registry.pool.cards[effect.key]
    return effect.x if printed.cost_x else printed.cost or 0


class Controls(Word, frozen=True, tag="controls"):
    """There are at least so many such cards."""

    cards: Cards
    at_least: int = 1

    def holds(self, case: Case, seat: Seat) -> bool:
        return self.cards.possible(case) >= self.at_least


class During(Word, frozen=True, tag="during"):
    """A challenge (of a type) is resolving; `you` is attacking or defending in it, or takes part with a character."""

    challenge: str = ""
    you: str = ""

    @enforces("agot_lcg.attacker.attacking-player", "agot_lcg.defender.defending-player")
    def holds(self, case: Case, seat: Seat) -> bool:
        now = case.table.challenge
        if now is None or (self.challenge and now.kind != self.challenge):
            return False
        if self.you == "participating":
            return any(case.table.cards[card].controller == case.you for card in now.participants)
        if self.you == "attacking":
            return now.attacker == case.you
        return self.you != "defending" or now.defender == case.you


class MeParticipates(Word, frozen=True, tag="me_participates"):
    """This card (or the card that it is attached to) participates in the challenge (of a type, on a side)."""

    challenge: str = ""
    side: str = "any"
    host: bool = False

    def holds(self, case: Case, seat: Seat) -> bool:
        now = case.table.challenge
        if now is None or (self.challenge and now.kind != self.challenge):
            return False
        side = now.side(case.host if self.host else case.me)
        return bool(side) if self.side == "any" else side == self.side


class Won(Word, frozen=True, tag="won"):
    """The player in question has won (lost) a challenge of a type in this period; `no` turns it round."""

    challenge: str
    period: str = "phase"
    lost: bool = False
    no: bool = False

    def holds(self, case: Case, seat: Seat) -> bool:
        what = "lost" if self.lost else "won"
        return bool(case.table.usage.get(f"{self.period}:{what}:{self.challenge}:{seat}")) != self.no


class LargerHand(Word, frozen=True, tag="larger_hand"):
    """You hold more cards in hand than a player does (by default the player in question)."""

    than: str = ""

    def holds(self, case: Case, seat: Seat) -> bool:
        others = seats_of(case, self.than) if self.than else (seat,)
        mine = len(case.table.zone(zone(case.you, "hand")))
        return bool(others) and all(mine > len(case.table.zone(zone(each, "hand"))) for each in others)


class HostIs(Word, frozen=True, tag="host_is"):
    """The card that this attachment is on fits."""

    cards: Cards

    def holds(self, case: Case, seat: Seat) -> bool:
        return case.host in case.table.cards and self.cards.fits(case, case.host)


class HasDuplicate(Word, frozen=True, tag="has_duplicate"):
    """This card has a duplicate."""

    def holds(self, case: Case, seat: Seat) -> bool:
        return bool(case.table.duplicates(case.me))


class EnteredBy(Word, frozen=True, tag="entered_by"):
    """This card entered play in a manner; `this_phase` if it did so in the phase under way."""

    how: str
    this_phase: bool = False

    def holds(self, case: Case, seat: Seat) -> bool:
        card = case.table.cards.get(case.me)
        if card is None or card.how != self.how:
            return False
        return not self.this_phase or card.since == f"{case.table.round}:{case.table.phase}"


Require = Controls | During | MeParticipates | Won | LargerHand | HostIs | HasDuplicate | EnteredBy
