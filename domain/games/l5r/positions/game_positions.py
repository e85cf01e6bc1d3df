"""The positions of this game: at which frames one can be written, and with which frames one begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import structs

from domain.cardgame.positions import building, reading
from domain.cardgame.positions.cards import CardEntry, LaidCard, PlainLaidCard
from domain.cardgame.positions.cards import CardListing as AnyListing
from domain.cardgame.positions.contests import AnyNames, ContestSection
from domain.cardgame.positions.effects import EffectWords
from domain.cardgame.positions.game_positions import CardGamePositions
from domain.cardgame.positions.named_cards import seat_in
from domain.cardgame.positions.reading import Fields, SaidSoFar
from domain.cardgame.positions.waiting_points import WaitingPoints
from domain.cardgame.positions.writing import TableWriter
from domain.cardgame.table import AnyGame, CardGameTable
from domain.games.l5r.abilities.gained import renew_gained
from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.fate_phase import FatePhase
from domain.games.l5r.chart.phase_order import PHASE_FRAMES, Round
from domain.games.l5r.chart.regroup_phase import RegroupPhase
from domain.games.l5r.pool.printed import ELEMENTS, Element
from domain.games.l5r.positions.cards import L5rListing, L5rWriter
from domain.games.l5r.positions.conflicts import ConflictSection
from domain.games.l5r.positions.effects import EFFECT_WORDS
from domain.games.l5r.positions.gained import lay_uses, use_of
from domain.games.l5r.positions.waiting_points import POINTS
from domain.games.l5r.setup import Setup
from domain.games.l5r.state import SIDES, SLOT_NAMES, WIN_HONOR, ZONES, Conflict, Favor, L5rTable, Ring
from domain.games.l5r.state_checks import DISHONOR, HONOR
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, Wait, chart
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.game import Game
from domain.kernel.ids import NO_SEAT, Handle, Seat, zone
from domain.kernel.refusals import NoPosition, Refusal
from domain.kernel.table import CopyOnWriteMap

OPPORTUNITY, FAVOR = "l5r.conflictphase.two-opportunities", "l5r.favor.definition"
ATTACKED = "l5r.conflict.declare-province"


class L5rPosition(reading.Position, frozen=True, omit_defaults=True, kw_only=True):
    """A table at a waiting point, with the rings that are not as at the beginning, and the Imperial Favor."""

    rings: dict[Element, Ring] = {}  # noqa: RUF012 - msgspec copies it
    favor: Favor | None = None
    favored: Seat = NO_SEAT


class PositionLaid(building.PlainPositionLaid, frozen=True, tag="l5r.position_laid"):
    """A table was built from a position; cards are listed area by area, topmost first."""

    zones: ClassVar[Mapping[str, ZoneKind]] = ZONES
    own: ClassVar[tuple[str, ...]] = ("favor", "favored", "contest")

    rings: dict[Element, Ring] = {}  # noqa: RUF012 - msgspec copies it
    favor: Favor | None = None
    favored: Seat = NO_SEAT
    contest: Conflict | None = None

    def apply(self, table: L5rTable) -> None:
        super().apply(table)
        table.rings = CopyOnWriteMap({**table.rings, **self.rings})


class L5rPositions(CardGamePositions):
    """What this game says of its positions."""

    table: ClassVar[type[CardGameTable]] = L5rTable
    points: ClassVar[WaitingPoints] = POINTS
    listing: ClassVar[type[AnyListing[Any]]] = L5rListing
    contests: ClassVar[ContestSection | None] = ConflictSection()
    effect_words: ClassVar[EffectWords | None] = EFFECT_WORDS
    position: ClassVar[type[reading.Position]] = L5rPosition
    seat_counts: ClassVar[tuple[int, ...]] = (2,)
    players_rule: ClassVar[str] = "l5r.setup.1-select-decks"
    in_turn: ClassVar[tuple[str, ...]] = ("fate", "regroup")
    own_keys: ClassVar[tuple[str, ...]] = ("active_player", "rings", "favor", "favored")
    laid: ClassVar[type[building.PositionLaid]] = PositionLaid
    writer: ClassVar[type[TableWriter[Any]]] = L5rWriter
    gains_anew: ClassVar[bool] = True
    stacks: ClassVar[Iterable[tuple[type[Procedure], ...]]] = (
        *((Round, phase) for phase in PHASE_FRAMES.values()),
        (Round, ConflictPhase, ConflictFrame),
    )
    unwritten: ClassVar[tuple[str, ...]] = ("broken-province", "ring-effect")

    # read

    def own_fields(self, said: SaidSoFar) -> dict[str, Any]:
        return {
            "active_player": self.read_active(said),
            "rings": self.read_rings(said),
            "favor": self.read_favor(said),
            "favored": seat_in(said.fields.get("favored"), said.seats),
        }

    def read_active(self, said: SaidSoFar) -> Seat:
        """The last to take an opportunity: in a conflict the attacker, at 3.2 whoever is asked. Raises Unreadable."""
        attacker = said.contest.attacker if said.contest is not None else NO_SEAT
        if "active_player" not in said.fields:
            return attacker or (said.first_player if said.at == "3.2" else NO_SEAT)
        active = seat_in(said.fields["active_player"], said.seats)
        if attacker not in (NO_SEAT, active):
            raise said.fields["active_player"].wrong(f"{attacker} attacks, and only the active player does")
        return active

    def read_rings(self, said: SaidSoFar) -> dict[Element, Ring]:
        """The rings with fate, the claimed ones, and the contested one. Raises Unreadable."""
        listed = said.fields["rings"].mapping(ELEMENTS) if "rings" in said.fields else {}
        found: dict[Element, Ring] = {}
        for element in ELEMENTS:
            fields = listed[element].mapping(("fate", "claimed_by")) if element in listed else {}
            fate = fields["fate"].number() if "fate" in fields else 0
            claimed_by = seat_in(fields.get("claimed_by"), said.seats)
            if isinstance(said.contest, Conflict) and said.contest.ring == element:
                if claimed_by:
                    raise fields["claimed_by"].wrong("it is the contested ring")
                found[element] = Ring(fate, said.contest.kind, contested=True)
            elif fields:
                found[element] = Ring(fate, claimed_by=claimed_by)
        return found

    def read_favor(self, said: SaidSoFar) -> Favor | None:
        if "favor" not in said.fields:
            return None
        fields = said.fields["favor"].mapping(("holder", "side"))
        for key in ("holder", "side"):
            if key not in fields:
                raise said.fields["favor"].wrong(f"{key}: missing ({FAVOR})")
        return Favor(seat_in(fields["holder"], said.seats), fields["side"].text(SIDES))

    def check_player(self, at: DocumentNode, player: Fields, point: str) -> None:
        if "honor" not in player or player["honor"].value == 0:
            raise at.child("honor", 0).wrong(f"missing or 0: a player without honor has lost ({DISHONOR})")
        if player["honor"].number() >= WIN_HONOR:
            raise player["honor"].wrong(f"a player with {WIN_HONOR} honor has won ({HONOR})")

    def check_on_table(self, rules: Any, position: Any, entries: Sequence[CardEntry[Any]]) -> None:
        """Raises Unreadable for what the floor refuses, and for a conflict at no province.

        So it does at 3.2 for an active player without an opportunity.
        """
        super().check_on_table(rules, position, entries)
        self.check_gained(rules, position)
        if position.contest is not None:
            self.check_attacked(position.contest, position.cards)
        player = dict(zip(position.seats, position.players, strict=True)).get(position.active_player, {})
        if position.at == "3.2" and not player.get("opportunities"):
            place = DocumentNode(f"position.players.{position.active_player}.opportunities", 0)
            raise place.wrong(f"{position.active_player} is asked for a conflict ({OPPORTUNITY})")

    def check_gained(self, rules: Any, position: reading.Position) -> None:
        """Raises Unreadable for the use of an ability that no card gains here."""
        used = [key for key, _ in position.usage if use_of(key, position.cards, position.seats, rules.registry)]
        if used:
            game: AnyGame = Game(rules, rules.blank(), bytes(32), 1)
            for key in self.lay_cards_and_uses(game, position, "")[1]:
                raise DocumentNode(f"position.limits.{key}", 1).wrong("the card does not gain this ability here")

    @enforces(ATTACKED)
    def check_attacked(self, now: Conflict, cards: Iterable[PlainLaidCard]) -> None:
        """Raises Unreadable for an attacked province that the position does not have."""
        if any(each.zone == zone(now.defender, "province") and each.fields["slot"] == now.slot for each in cards):
            return
        place = DocumentNode("position.contest.province", SLOT_NAMES[now.slot])
        raise place.wrong(f"{now.defender} has none: list the five under players.{now.defender}.provinces ({ATTACKED})")

    def is_of_gained(self, key: str, names: AnyNames) -> bool:
        return use_of(key, names.cards.values(), names.seats, names.registry) is not None

    # built

    def lay_cards(self, game: AnyGame, position: reading.Position, policy: str) -> tuple[LaidCard, ...]:
        return self.lay_cards_and_uses(game, position, policy)[0]

    def lay_cards_and_uses(
        self, game: AnyGame, position: reading.Position, policy: str
    ) -> tuple[tuple[LaidCard, ...], tuple[str, ...]]:
        """Build the table, then give cards what they gain. Returns the cards, and the counters of what none gains."""
        found = {key: use_of(key, position.cards, position.seats, game.table.registry) for key, _ in position.usage}
        own = tuple(each for each in position.usage if found[each[0]] is None)
        cards = super().lay_cards(game, structs.replace(position, usage=own), policy)
        renew_gained(game)
        handles = {named.handle: there.handle for named, there in zip(position.cards, cards, strict=True)}
        gained = ((use, times) for key, times in position.usage if (use := found[key]) is not None)
        return cards, lay_uses(game, gained, handles)

    def frames(self, position: Any) -> list[Procedure]:
        stack: list[Procedure] = [Round(at=chart(Round)[f"/{position.point.phase}"][1]), self.phase_frame(position)]
        if position.point.contest:
            stack.append(ConflictFrame(at=position.point.label))
        return stack

    def phase_frame(self, position: Any) -> Procedure:
        """The phase's procedure with the turns taken; after a conflict it goes on with its end."""
        kind, label = PHASE_FRAMES[position.point.phase], position.point.label
        if issubclass(kind, ConflictPhase):
            return kind(at="/expire-conflict" if position.point.contest else label, last=position.active_player)
        if issubclass(kind, FatePhase | RegroupPhase):
            return kind(at=label, turn=len(position.done or ()))
        return kind(at=label)

    def values(self, game: AnyGame, position: Any, handles: dict[Handle, Handle]) -> dict[str, Any]:
        own = {name: getattr(position, name) for name in ("rings", "favor", "favored")}
        return {**super().values(game, position, handles), **own}

    # written

    def position_of(self, table: Any) -> dict[str, Any]:
        position = super().position_of(table)
        rings = {element: plain for element, ring in table.rings.items() if (plain := self.written_ring(ring))}
        position |= {"rings": rings, "favor": structs.asdict(table.favor) if table.favor else None}
        return {name: value for name, value in position.items() if name not in ("rings", "favor") or value}

    def written_ring(self, ring: Ring) -> dict[str, Any]:
        """A ring without what the conflict says of it, and without what is as at the beginning."""
        fields = {"fate": ring.fate, "claimed_by": ring.claimed_by}
        return {name: value for name, value in fields.items() if value}

    def point_now(self, table: Any) -> tuple[str, list[Procedure]]:
        """The key of the waiting point, and the frames of the framework.

        Raises NoPosition, also while a province is empty for which there is no card.
        """
        if table.refills:
            raise NoPosition(Refusal("position.nested", {"refills": len(table.refills), "see": "record"}))
        return super().point_now(table)

    def frames_of(self, table: Any) -> list[Procedure]:
        """The frames under the open wait; the set-up is over once a round has begun."""
        return [each for each in table.stack[:-1] if not (isinstance(each, Setup) and len(table.stack) > 2)]

    def key_of(self, frames: list[Procedure], wait: Wait) -> str:
        """The key of a wait of the framework; empty for a nested one, and once skill was compared in a conflict."""
        return super().key_of(frames, wait) if type(frames[0]) is Round else ""


POSITIONS = L5rPositions()
