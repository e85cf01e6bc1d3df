"""The facts of the game, each with its fold. Moves of cards, learning and windows are the kernel's."""

from __future__ import annotations

from msgspec import structs

from domain.games.agot_lcg.state import AgotCard, AgotTable, Challenge, Lasting, Player
from domain.kernel.cards import CardTable
from domain.kernel.citing import enforces
from domain.kernel.conditions import Delayed
from domain.kernel.facts import Fact
from domain.kernel.ids import ADMIN, NO_CARD, OFFICIALS, Handle, Seat, Viewer, ZoneKey, zone
from domain.kernel.numbers import Traced


class SeatsTaken(Fact, frozen=True, tag="agot_lcg.seats_taken"):
    """The players, clockwise, with their faction cards and agendas, and the window policy of the match."""

    seats: tuple[Seat, ...]
    factions: tuple[tuple[Handle, str], ...]
    agendas: tuple[tuple[Handle, str], ...]
    policy: str

    def apply(self, table: AgotTable) -> None:
        table.seats = self.seats
        table.policy = self.policy
        for seat, (handle, key) in zip(self.seats, self.factions, strict=True):
            table.players.put(seat, Player(faction=handle))
            lay(table, seat, "faction", handle, key)
        for seat, (handle, key) in zip(self.seats, self.agendas, strict=True):
            if handle:
                lay(table, seat, "agenda", handle, key)


class DeckBrought(Fact, frozen=True, tag="agot_lcg.deck_brought"):
    """A player's plot deck or draw deck before it is shuffled, in the order of the list."""

    seat: Seat
    zone: ZoneKey
    count: int
    cards: tuple[tuple[Handle, str], ...] = ()

    def apply(self, table: AgotTable) -> None:
        kind = self.zone.partition(".")[2]
        for handle, key in self.cards:
            lay(table, self.seat, kind, handle, key)

    def seen_by(self, viewer: Viewer) -> DeckBrought:
        return self if viewer == ADMIN else structs.replace(self, cards=())


@enforces("agot_lcg.ownership.owner")
def lay(table: CardTable, seat: Seat, kind: str, handle: Handle, key: str) -> None:
    """Put a card that is nowhere yet into an area of its owner."""
    printed = table.registry.pool.cards[key]
    table.lay(AgotCard(handle, key, seat, seat, zone(seat, kind), printed))


class PlotRevealed(Fact, frozen=True, tag="agot_lcg.plot_revealed"):
    """A plot was turned faceup onto the player's previous plots."""

    neutral = True
    seat: Seat
    plot: Handle
    serial: int = 0

    def apply(self, table: AgotTable) -> None:
        table.w(self.plot).entered = self.serial


class FirstPlayerChosen(Fact, frozen=True, tag="agot_lcg.first_player_chosen"):
    """Who has the first player token now, and who named that player (nobody: at random)."""

    player: Seat
    by: Seat = Seat("")

    def apply(self, table: AgotTable) -> None:
        table.first_player = self.player


class InitiativeWon(Fact, frozen=True, tag="agot_lcg.initiative_won"):
    """Who won initiative, with the values that were compared."""

    neutral = True
    seat: Seat
    values: tuple[tuple[Seat, Traced], ...]
    how: str = "highest"

    def apply(self, table: AgotTable) -> None:
        table.initiative_winner = self.seat


class RoundBegan(Fact, frozen=True, tag="agot_lcg.round_began"):
    """A round began."""

    neutral = True
    round: int

    def apply(self, table: AgotTable) -> None:
        table.round = self.round


class PhaseBegan(Fact, frozen=True, tag="agot_lcg.phase_began"):
    """A phase began."""

    phase: str

    def apply(self, table: AgotTable) -> None:
        table.phase = self.phase


class PhaseEnded(Fact, frozen=True, tag="agot_lcg.phase_ended"):
    """A phase ended; nobody is active any more."""

    neutral = True
    phase: str

    def apply(self, table: AgotTable) -> None:
        table.active_player = Seat("")


class RoundEnded(Fact, frozen=True, tag="agot_lcg.round_ended"):
    """A round ended."""

    neutral = True
    round: int


class LimitsReset(Fact, frozen=True, tag="agot_lcg.limits_reset"):
    """The counters of a period start anew."""

    neutral = True
    period: str

    def apply(self, table: AgotTable) -> None:
        for key in [each for each in table.usage if each.startswith(self.period + ":")]:
            table.usage.take(key)


class ActivePlayerNamed(Fact, frozen=True, tag="agot_lcg.active_player_named"):
    """A player became the active player."""

    seat: Seat

    def apply(self, table: AgotTable) -> None:
        table.active_player = self.seat


class Counted(Fact, frozen=True, tag="agot_lcg.counted"):
    """Something counts against a limit: a limited card, a challenge of a type, the first card of a kind."""

    keys: tuple[str, ...]

    def apply(self, table: AgotTable) -> None:
        for key in self.keys:
            table.usage.put(key, table.usage.get(key, 0) + 1)


class LimitSet(Fact, frozen=True, tag="agot_lcg.limit_set"):
    """A counter of limits was set by hand."""

    key: str
    n: int

    def apply(self, table: AgotTable) -> None:
        table.usage.put(self.key, self.n)


class MulliganDecided(Fact, frozen=True, tag="agot_lcg.mulligan_decided"):
    """A player kept the setup hand or took a mulligan."""

    neutral = True
    seat: Seat
    mulligan: bool

    def apply(self, table: AgotTable) -> None:
        table.players.w(self.seat).mulligan = self.mulligan


class GoldGained(Fact, frozen=True, tag="agot_lcg.gold_gained"):
    """Gold came from the treasury; `trace` is that of income."""

    seat: Seat
    gold: int
    why: str = ""
    trace: Traced | None = None

    def apply(self, table: AgotTable) -> None:
        table.players.w(self.seat).gold += self.gold


class GoldSpent(Fact, frozen=True, tag="agot_lcg.gold_spent"):
    """Gold went back to the treasury; `trace` is that of the cost."""

    seat: Seat
    gold: int
    why: str = ""
    trace: Traced | None = None

    def apply(self, table: AgotTable) -> None:
        table.players.w(self.seat).gold -= self.gold


class CardsKnelt(Fact, frozen=True, tag="agot_lcg.cards_knelt"):
    """Cards knelt."""

    cards: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        for card in self.cards:
            table.w(card).kneeling = True


class CardsStood(Fact, frozen=True, tag="agot_lcg.cards_stood"):
    """Cards stood."""

    cards: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        for card in self.cards:
            table.w(card).kneeling = False


class PowerPlaced(Fact, frozen=True, tag="agot_lcg.power_placed"):
    """Power tokens came onto cards (negative: were taken off); as (card, power)."""

    on: tuple[tuple[Handle, int], ...]
    why: str = "gained"

    def apply(self, table: AgotTable) -> None:
        for card, power in self.on:
            table.w(card).power += power


class TokensPlaced(Fact, frozen=True, tag="agot_lcg.tokens_placed"):
    """Named tokens came onto a card (negative: were taken off)."""

    card: Handle
    name: str
    n: int

    @enforces("agot_lcg.influence-tokens.named-by-abilities")
    def apply(self, table: AgotTable) -> None:
        card = table.w(self.card)
        left = card.tokens.get(self.name, 0) + self.n
        rest = {name: n for name, n in card.tokens.items() if name != self.name}
        card.tokens = {**rest, self.name: left} if left else rest


class EnteredPlay(Fact, frozen=True, tag="agot_lcg.entered_play"):
    """A card entered play: how (marshalled, put, ambush, setup), in what state, and since which phase."""

    card: Handle
    how: str
    kneeling: bool = False
    duplicate: bool = False
    facedown: bool = False
    since: str = ""
    serial: int = 0

    def apply(self, table: AgotTable) -> None:
        card = table.w(self.card)
        table.unindex(card)
        card.entered = self.serial
        card.how, card.since, card.kneeling = self.how, self.since, self.kneeling
        card.duplicate, card.facedown = self.duplicate, self.facedown
        table.index(card)

    def seen_by(self, viewer: Viewer) -> EnteredPlay:
        return structs.replace(self, card=NO_CARD) if self.facedown and viewer not in OFFICIALS else self


class Attached(Fact, frozen=True, tag="agot_lcg.attached"):
    """An attachment or duplicate in play came onto a card."""

    card: Handle
    host: Handle

    def apply(self, table: AgotTable) -> None:
        table.w(self.card).host = self.host


class CharactersKilled(Fact, frozen=True, tag="agot_lcg.characters_killed"):
    """Characters were killed; where they went follows."""

    neutral = True
    characters: tuple[Handle, ...]


class CardsSacrificed(Fact, frozen=True, tag="agot_lcg.cards_sacrificed"):
    """Cards were sacrificed."""

    neutral = True
    cards: tuple[Handle, ...]


class CardsDiscarded(Fact, frozen=True, tag="agot_lcg.cards_discarded"):
    """Cards were discarded: from play, from a hand or from a deck."""

    neutral = True
    cards: tuple[Handle, ...]
    source: str = "play"


class CardsDrawn(Fact, frozen=True, tag="agot_lcg.cards_drawn"):
    """A player drew cards; which follows, for that player."""

    neutral = True
    seat: Seat
    n: int


class CardSaved(Fact, frozen=True, tag="agot_lcg.card_saved"):
    """A card was saved from leaving play."""

    neutral = True
    card: Handle
    by: Handle


class EventPlayed(Fact, frozen=True, tag="agot_lcg.event_played"):
    """An event was played."""

    neutral = True
    seat: Seat
    card: Handle


class ChallengeInitiated(Fact, frozen=True, tag="agot_lcg.challenge_initiated"):
    """A challenge was initiated, with its attackers."""

    challenge: Challenge

    def apply(self, table: AgotTable) -> None:
        table.challenge = self.challenge


class StealthBypassed(Fact, frozen=True, tag="agot_lcg.stealth_bypassed"):
    """Characters were bypassed by stealth."""

    characters: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        bypassed = table.challenge.bypassed + self.characters
        table.challenge = structs.replace(table.challenge, bypassed=bypassed)


class DefendersDeclared(Fact, frozen=True, tag="agot_lcg.defenders_declared"):
    """The defending player declared defenders, or none."""

    defenders: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        joined = table.challenge.defenders
        table.challenge = structs.replace(table.challenge, defenders=(*joined, *self.defenders))


class JoinedChallenge(Fact, frozen=True, tag="agot_lcg.joined_challenge"):
    """A character takes part in the challenge from now on."""

    character: Handle
    side: str

    def apply(self, table: AgotTable) -> None:
        challenge = table.challenge
        assert challenge is not None
        if self.side == "attacking":
            table.challenge = structs.replace(challenge, attackers=(*challenge.attackers, self.character))
        else:
            table.challenge = structs.replace(challenge, defenders=(*challenge.defenders, self.character))


class LeftChallenge(Fact, frozen=True, tag="agot_lcg.left_challenge"):
    """Characters no longer participate."""

    characters: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        if table.challenge is not None:
            table.challenge = table.challenge.without(self.characters)


class ChallengeDecided(Fact, frozen=True, tag="agot_lcg.challenge_decided"):
    """Strength was compared: both totals as they were counted, winner and loser (none: nobody won), margin."""

    attack: Traced
    defense: Traced
    winner: Seat = Seat("")
    loser: Seat = Seat("")
    margin: int = 0
    unopposed: bool = False

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        table.challenge = structs.replace(
            table.challenge,
            attack=self.attack.value,
            defense=self.defense.value,
            winner=self.winner,
            loser=self.loser,
            margin=self.margin,
            unopposed=self.unopposed,
            decided=True,
        )


class ClaimApplied(Fact, frozen=True, tag="agot_lcg.claim_applied"):
    """Claim was applied, with the value that was read; `replaced` says what happens in place of it."""

    kind: str
    claim: Traced
    replaced: str = ""

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        claim = 0 if self.replaced else self.claim.value
        table.challenge = structs.replace(table.challenge, claim=claim)


class ChallengeEnded(Fact, frozen=True, tag="agot_lcg.challenge_ended"):
    """The challenge is over; nobody participates any more."""

    def apply(self, table: AgotTable) -> None:
        table.challenge = None


class DominanceCounted(Fact, frozen=True, tag="agot_lcg.dominance_counted"):
    """The dominance totals, and who won (nobody on a tie)."""

    neutral = True
    totals: tuple[tuple[Seat, Traced], ...]
    winner: Seat = Seat("")


class LastingBegan(Fact, frozen=True, tag="agot_lcg.lasting_began"):
    """A lasting effect began."""

    effect: Lasting

    def apply(self, table: AgotTable) -> None:
        table.lasting.put(self.effect.id, self.effect)


class LastingEnded(Fact, frozen=True, tag="agot_lcg.lasting_ended"):
    """Lasting effects expired or were used up."""

    effects: tuple[int, ...]

    def apply(self, table: AgotTable) -> None:
        for effect in self.effects:
            table.lasting.take(effect)


class DelayedBegan(Fact, frozen=True, tag="agot_lcg.delayed_began"):
    """A delayed effect waits for its moment."""

    neutral = True
    effect: Delayed

    def apply(self, table: AgotTable) -> None:
        table.delayed.put(self.effect.id, self.effect)

    def seen_by(self, viewer: Viewer) -> DelayedBegan:
        """What had been chosen for it may have been hidden; where it was not, its own fact has said so."""
        if viewer == self.effect.you or viewer in OFFICIALS:
            return self
        return structs.replace(self, effect=structs.replace(self.effect, chosen=()))


class DelayedEnded(Fact, frozen=True, tag="agot_lcg.delayed_ended"):
    """A delayed effect resolves now, or its moment can no longer come."""

    neutral = True
    effect: int

    def apply(self, table: AgotTable) -> None:
        table.delayed.take(self.effect)


class PlayerEliminated(Fact, frozen=True, tag="agot_lcg.player_eliminated"):
    """A player is out of the game."""

    seat: Seat
    why: str

    def apply(self, table: AgotTable) -> None:
        table.eliminated = (*table.eliminated, self.seat)


class ControlTaken(Fact, frozen=True, tag="agot_lcg.control_taken"):
    """A player took control of cards."""

    neutral = True
    seat: Seat
    cards: tuple[Handle, ...]


class PileOrdered(Fact, frozen=True, tag="agot_lcg.pile_ordered"):
    """The owner ordered cards that came to a pile at once; the last is on top."""

    zone: ZoneKey
    cards: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        pile = table.wz(self.zone)
        pile[:] = [*reversed(self.cards), *(each for each in pile if each not in self.cards)]


class ConstantsOrdered(Fact, frozen=True, tag="agot_lcg.constants_ordered"):
    """The first player ordered constant abilities that cannot apply at once: the last one counts; with new serials."""

    cards: tuple[tuple[Handle, int], ...]

    def apply(self, table: AgotTable) -> None:
        for card, serial in self.cards:
            table.w(card).entered = serial


class KeywordResolved(Fact, frozen=True, tag="agot_lcg.keyword_resolved"):
    """A challenge resolution keyword resolved, for these characters."""

    neutral = True
    keyword: str
    characters: tuple[Handle, ...]


class SettingUp(Fact, frozen=True, tag="agot_lcg.setting_up"):
    """A set-up step is done; the last one ends the set-up."""

    neutral = True
    step: str


FACTS: tuple[type[Fact], ...] = tuple(
    each
    for each in list(globals().values())
    if isinstance(each, type) and issubclass(each, Fact) and each.__module__ == __name__
)
