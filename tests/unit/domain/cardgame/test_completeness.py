"""A card game that lacks what shared code asks of it is an error when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import pytest

from domain.cardgame.commands import DecideMulligan
from domain.cardgame.completeness import FORMS, MULLIGAN_SLOTS, PRINTED_HOST_SLOTS, IncompleteGame
from domain.cardgame.facts.cards import CardEnteredPlay, CardsDrawn
from domain.cardgame.facts.contests import ContestChanged
from domain.cardgame.facts.course import PlayersSeated
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardState, PlayerState
from domain.games import GAMES
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import Cites
from domain.kernel.command_moments import CommandMoment
from domain.kernel.commands import Command
from domain.kernel.corrections.stack_repair import FrameCheck
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure
from domain.kernel.game import Game
from domain.kernel.ids import PUBLIC, Handle
from domain.kernel.occurring.conditions import Condition
from domain.kernel.state.fields import CountField, MarkField, described_fields
from domain.match.opening import UnlistedFacts, begin_match
from tests.examples.kites import game as kites_game
from tests.examples.kites.chart import ContestFrame
from tests.examples.kites.game import KitesRules, sights
from tests.examples.kites.positions import POSITIONS
from tests.examples.kites.table import KitesCard, KitesTable, LaunchCard
from tests.examples.kites.tests import TESTS, opening
from tests.games import register


class UncitedKites(KitesRules):
    """Kites without the rules in two slots: one that a position names, one that a card may."""

    cites: ClassVar[Cites] = {
        slot: rules
        for slot, rules in KitesRules.cites.items()
        if slot not in ("slot.action-window-closed", "slot.card-cannot")
    }


def test_a_game_needs_the_rules_of_mulligans_and_of_printed_hosts_only_if_it_has_them() -> None:
    assert not {*MULLIGAN_SLOTS, *PRINTED_HOST_SLOTS} & {slot.removeprefix("slot.") for slot in KitesRules.cites}

    class Mulligans(KitesRules):
        commands: ClassVar[tuple[type[Command], ...]] = (*KitesRules.commands, DecideMulligan)

    class Hosts(KitesRules):
        hosts_by_print: ClassVar[bool] = True

    for game, slots in ((Mulligans, MULLIGAN_SLOTS), (Hosts, PRINTED_HOST_SLOTS)):
        with pytest.raises(IncompleteGame) as raised:
            game()
        assert str(raised.value) == f"kites is not complete: cites.toml has no {', '.join(slots)}"


@pytest.fixture
def kites(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name under which Kites is registered meanwhile."""
    return register(monkeypatch, kites_game, TESTS)


NEEDED = {*CardGameRules.leaving.values(), "deck", "hand", "playing"}


def without(kind: str) -> type[CardGameRules[KitesTable]]:
    """Kites at a table without a kind of zone."""

    class Table(KitesTable, kw_only=True):
        zone_kinds: ClassVar[dict[str, ZoneKind]] = {
            name: each for name, each in KitesTable.zone_kinds.items() if name != kind
        }

    class Rules(KitesRules):
        table_type: ClassVar[type[Table]] = Table

    return Rules


def test_a_game_without_rules_in_slots_that_shared_code_names_is_not_made() -> None:
    with pytest.raises(IncompleteGame) as raised:
        UncitedKites()
    assert str(raised.value) == "kites is not complete: cites.toml has no action-window-closed, card-cannot"


@pytest.mark.parametrize("kind", sorted(NEEDED))
def test_a_game_without_a_zone_that_shared_code_moves_cards_to_is_not_made(kind: str) -> None:
    with pytest.raises(IncompleteGame, match=f"^kites is not complete: zone_kinds of Table has no {kind}$"):
        without(kind)()


def with_fields(
    card: type[CardState] = KitesCard, player: type[PlayerState] = PlayerState
) -> type[CardGameRules[KitesTable]]:
    """Kites at a table with cards and players of these types."""

    class Table(KitesTable, kw_only=True):
        new_card: ClassVar[type[CardState]] = card
        new_player: ClassVar[type[PlayerState]] = player

    class Rules(KitesRules):
        table_type: ClassVar[type[Table]] = Table

    return Rules


def test_a_game_with_a_mark_that_new_cards_would_have_is_not_made() -> None:
    class WholeCard(KitesCard, kw_only=True):
        whole: Annotated[bool, MarkField("whole", "maimed")] = True
        height: Annotated[int, CountField("height")] = 2

    with pytest.raises(IncompleteGame, match=r"WholeCard\.whole: .* describe what is 'maimed' as the mark$"):
        with_fields(WholeCard)()


def test_a_game_that_leaves_out_the_checks_of_every_table_is_not_made() -> None:
    class Careless(KitesRules):
        def state_checks(self, game: Any) -> bool:
            return self.own_checks(game)

    with pytest.raises(IncompleteGame, match=r"Careless\.state_checks leaves out .*: name it own_checks$"):
        Careless()


def test_a_game_with_a_count_over_its_limit_from_the_start_is_not_made() -> None:
    class Sworn(PlayerState):
        oaths: Annotated[int, CountField("oaths", most=5)] = 7

    with pytest.raises(IncompleteGame, match=r"Sworn\.oaths: a new thing has 7, which is not from 0 to 5$"):
        with_fields(player=Sworn)()


def test_a_game_with_a_field_under_whose_name_something_else_is_seen_is_not_made() -> None:
    class AreaCard(KitesCard, kw_only=True):
        area: Annotated[int, CountField("area")] = 0

    class HandedPlayer(PlayerState):
        in_play: Annotated[int, CountField("in play")] = 0
        hand: Annotated[int, CountField("hands")] = 0

    with pytest.raises(IncompleteGame) as raised:
        with_fields(AreaCard, HandedPlayer)()
    assert str(raised.value).partition(": ")[2].split("; ") == [
        "AreaCard.area: the key 'area' says something else of it",
        "HandedPlayer.in_play: the key 'in_play' says something else of it",
        "HandedPlayer.hand: a zone has this name",
    ]


def test_what_positions_and_expectations_say_of_a_card_beside_its_fields_is_taken() -> None:
    """Of players too, but for the areas, whose names no field can have either."""
    listing, table = POSITIONS.listing, KitesTable
    cards = {*listing.keys_of_cards(table), *sights.of_cards} - {each.name for each in described_fields(KitesCard)}
    assert cards <= KitesCard.taken_keys
    players = {*listing.keys_of_players(table), *sights.of_players} - table.zone_kinds.keys()
    assert players <= table.new_player.taken_keys


def without_facts(*left_out: type[Fact]) -> type[CardGameRules[KitesTable]]:
    """Kites without some of its facts."""

    class Rules(KitesRules):
        facts: ClassVar[tuple[type[Fact], ...]] = tuple(each for each in KitesRules.facts if each not in left_out)

    return Rules


@pytest.mark.parametrize("fact", [CardEnteredPlay, ContestChanged])
def test_a_game_without_a_fact_that_shared_code_emits_for_it_is_not_made(fact: type[Fact]) -> None:
    with pytest.raises(IncompleteGame, match=f"^kites is not complete: facts of Rules has no {fact.__name__}$"):
        without_facts(fact)()


def test_a_game_with_facts_of_its_own_in_place_of_shared_ones_does_without_these() -> None:
    class Rules(without_facts(CardEnteredPlay, ContestChanged)):  # type: ignore[misc]
        def entry_fact(self, table: KitesTable, condition: Condition, entered: CardEnteredPlay) -> Fact:
            return CardsDrawn(condition.seat, 1)

        def leave_contest(self, game: Game[KitesTable], cards: tuple[Handle, ...]) -> None:
            """Nothing is emitted."""

    assert Rules().name == "kites"


def test_a_game_with_a_command_that_has_no_moment_is_not_made() -> None:
    class Timeless(KitesRules):
        moments: ClassVar[dict[type, CommandMoment]] = {
            kind: moment for kind, moment in KitesRules.moments.items() if kind is not LaunchCard
        }

    with pytest.raises(IncompleteGame, match=r"^kites is not complete: moments of Timeless has no LaunchCard$"):
        Timeless()


def test_a_game_with_a_frame_of_which_nothing_says_what_becomes_of_it_after_a_correction_is_not_made() -> None:
    class Unmended(KitesRules):
        frame_checks: ClassVar[Mapping[type[Procedure], FrameCheck]] = {
            kind: fits for kind, fits in KitesRules.frame_checks.items() if kind is not ContestFrame
        }

    with pytest.raises(IncompleteGame, match=r"^kites is not complete: frame_checks of Unmended has no ContestFrame$"):
        Unmended()


def test_a_match_that_opens_with_a_fact_that_is_not_listed_is_not_opened(
    kites: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = without_facts(PlayersSeated)()
    monkeypatch.setattr(GAMES[kites], "with_cards", lambda cards: rules)
    with pytest.raises(UnlistedFacts, match=r"^kites emits facts that it does not list: PlayersSeated$"):
        begin_match(opening(0), bytes(32))


def test_a_field_with_the_name_of_a_form_is_not_made() -> None:
    class ControlledPlayer(PlayerState):
        control: Annotated[int, CountField("control")] = 0
        tokens: Annotated[bool, MarkField("with tokens")] = False

    with pytest.raises(IncompleteGame) as raised:
        with_fields(player=ControlledPlayer)()
    assert str(raised.value).partition(": ")[2].split("; ") == [
        "ControlledPlayer.control: another form of corrections has the name 'control'",
        "ControlledPlayer.tokens: another form of corrections has the name 'tokens'",
    ]


def test_a_field_with_the_name_of_a_form_or_a_mark_of_its_game_is_not_made() -> None:
    class SpunCard(KitesCard, kw_only=True):
        spun: Annotated[bool, MarkField("spun")] = False
        leading: Annotated[bool, MarkField("leading")] = False

    class Rules(with_fields(SpunCard)):  # type: ignore[misc]
        forms_by_hand = ("card-spun",)
        marks_by_hand = ("leading",)

    with pytest.raises(IncompleteGame) as raised:
        Rules()
    assert str(raised.value).partition(": ")[2].split("; ") == [
        "SpunCard.spun: another form of corrections has the name 'card-spun'",
        "SpunCard.leading: corrections call another mark 'leading'",
    ]


def test_the_names_of_all_forms_that_no_field_has_are_known(kites: str) -> None:
    """Of both card games: a form that is added to a game is named, or a field could take its name unseen."""
    for name in ("agot_lcg", kites):
        game = GAMES[name]
        rules: Any = game.with_cards("")
        table = rules.blank()
        fields = {f"card-{each.name}" for each in described_fields(table.new_card)}
        fields |= {each.name for each in described_fields(table.new_player)}
        shown = [form.name for form in game.change_forms(rules, table, PUBLIC)]
        assert len(shown) == len(set(shown))
        assert set(shown) - fields == FORMS.union(rules.forms_by_hand)
