"""Corrections where steps under way must be mended, and what is kept from whom, on tables laid by hand."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from domain.games.agot_board.facts.corrected import LossesDue
from domain.games.agot_board.facts.march import MarchVoided
from domain.games.agot_board.state import IMPASSABLE
from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.kinds import RemedyOutcome, Situation, facts_shown, outcome_digest
from domain.kernel.cards.card_facts import ZoneShuffled
from domain.kernel.cards.card_table import BOTTOM, TOP
from domain.kernel.corrections.changes import (
    AbandonStep,
    AddEffect,
    AnyChange,
    Attach,
    MoveCard,
    SetController,
    SetCount,
    SetMark,
    SetMarker,
    SetPieces,
    SetTokens,
    SetTrack,
    Show,
    ShuffleUnknown,
)
from domain.kernel.flow.waits import RandomResult, SealsWithdrawn, StepMended
from domain.kernel.ids import Handle, Seat, zone
from domain.match.aggregate import Match, Refused, decode_event, redact_event
from domain.match.envelope import Stamp
from domain.match.events import ENCODER
from domain.match.judge_orders import CorrectTable
from tests.builders import acted, opened_from
from tests.properties.test_rewinds import RULED

ALICE, BOB = Seat("alice"), Seat("bob")
BOARD = "agot_board"


def correct(match: Match, *changes: Any, ends: bool = False, events: dict[int, Any] | None = None) -> Any:
    """The match after a correction, and its event."""
    found = correct_table(match, CorrectTable(changes, ends), events or {}, RULED, Stamp("c", "", "c"))
    event = decode_event(found.match, found.payload)
    return found.match, event


def test_the_digest_of_what_would_be_stored_is_salted_with_the_seed() -> None:
    # who knows all of it but one card could else try every card
    match = in_a_challenge()
    order = CorrectTable((SetCount(ALICE, "gold", 5),), False)
    found = correct_table(match, order, {}, RULED, Stamp("c", "", "c"))
    other = structs.replace(found, match=structs.replace(found.match, seed=bytes(32)))
    assert found.match.seed != other.match.seed
    assert outcome_digest(RemedyOutcome((found,))) != outcome_digest(RemedyOutcome((other,)))
    assert outcome_digest(RemedyOutcome((found,))) == outcome_digest(RemedyOutcome((structs.replace(found),)))


def refused(match: Match, *changes: Any, ends: bool = False) -> str:
    with pytest.raises(Refused) as caught:
        correct(match, *changes, ends=ends)
    return caught.value.refusal.rule


def give(match: Match, seat: str, **command: Any) -> Match:
    return acted(match, seat, match.rules.command(command)).match


def mended(event: Any) -> list[tuple[str, str]]:
    return [(fact.frame, fact.how) for fact in event.facts if isinstance(fact, StepMended)]


def card(match: Match, key: str) -> Handle:
    found: Handle = next(handle for handle, each in match.table.cards.items() if each.key.endswith(key))
    return found


# --- the card game


def in_a_challenge() -> Match:
    return opened_from(
        """
        at: challenge.initiated.action
        challenge: {kind: military, attacker: alice, defender: bob, attackers: [eddard-stark]}
        players:
          alice: {play: [{card: eddard-stark, kneeling: true}], gold: 2, deck: {unknown: 9}}
          bob: {play: [tyrion-lannister]}
        """
    )


def test_with_all_attackers_gone_the_window_is_held_for_who_has_it() -> None:
    match = in_a_challenge()
    was = match.table.waiting
    after, event = correct(match, SetMark(card(match, "eddard-stark"), "attacking", False))
    assert after.table.challenge.attackers == ()
    assert (after.table.waiting.question, after.table.waiting.seats) == (was.question, was.seats)
    assert after.wait == after.version
    assert len(event.facts) == event.cut + 1


def test_a_card_that_leaves_play_leaves_the_challenge_with_it() -> None:
    match = in_a_challenge()
    after, _ = correct(match, MoveCard(zone(ALICE, "dead"), card(match, "eddard-stark")))
    assert after.table.challenge.attackers == ()
    assert [after.table.cards[each].key for each in after.table.zone(zone(ALICE, "dead"))] == ["core/eddard-stark"]


@pytest.mark.parametrize("pile", ["deck", "discard", "dead"])
@pytest.mark.parametrize(("place", "end"), [(TOP, 0), (BOTTOM, -1)])
def test_a_card_that_leaves_play_by_hand_lies_where_it_was_put(pile: str, place: int, end: int) -> None:
    match = opened_from(
        """
        at: marshalling.action
        players:
          alice: {play: [{card: eddard-stark, attachments: [ice]}], deck: {unknown: 9},
                  discard: [robb-stark, arya-stark], dead: [robb-stark, arya-stark]}
          bob: {}
        """
    )
    before = match.table.zone(zone(ALICE, pile))
    after, event = correct(match, MoveCard(zone(ALICE, pile), card(match, "eddard-stark"), place=place))
    lying = after.table.zone(zone(ALICE, pile))
    assert after.table.cards[lying[end]].key == "core/eddard-stark"
    assert [each for each in lying if each != lying[end]] == list(before)
    assert not [fact for fact in event.facts if isinstance(fact, (RandomResult, ZoneShuffled))]
    assert [after.table.cards[each].key for each in after.table.zone(zone(ALICE, "hand"))] == ["core/ice"]


@pytest.mark.parametrize("change", [SetTokens(Handle(""), "power", 3), SetMark(Handle(""), "kneeling", True)])
def test_a_duplicate_and_a_plot_neither_kneel_nor_hold_tokens(change: Any) -> None:
    match = opened_from(
        """
        at: marshalling.action
        players:
          alice: {play: [{card: core/eddard-stark, duplicates: [core/eddard-stark]}]}
          bob: {}
        """
    )
    table = match.table
    duplicate = next(each for each in table.in_play() if table.cards[each].duplicate)
    plots = [each for each in table.in_play() if table.cards[each].zone.endswith(".plot")]
    for thing in (duplicate, *plots):
        assert refused(match, structs.replace(change, thing=thing)) == "judging.correct.zone-fits"


def test_what_does_not_fit_is_refused_by_the_rule_that_says_so() -> None:
    match = in_a_challenge()
    ned, tyrion = card(match, "eddard-stark"), card(match, "tyrion-lannister")
    assert refused(match, SetMark(ned, "kneeling", True)) == "judging.correct.changes-something"
    assert refused(match, SetMark(tyrion, "attacking", True)) == "judging.correct.zone-fits"
    assert refused(match, SetMark(Handle("nothing"), "kneeling", True)) == "judging.correct.thing-exists"
    assert refused(match, SetCount(ALICE, "gold", -1)) == "judging.correct.conserves"
    assert refused(match, Attach(tyrion, ned)) == "judging.correct.zone-fits"
    assert refused(match, MoveCard(zone(BOB, "play"), ned)) == "judging.correct.zone-fits"
    assert refused(match, SetTrack("gold", (ALICE, BOB))) == "judging.correct.zone-fits"
    assert refused(match, AbandonStep("agot_lcg.claim")) == "judging.correct.thing-exists"


def test_a_match_ends_by_a_correction_only_where_that_is_named() -> None:
    match = in_a_challenge()
    fifteen = SetTokens(card(match, "eddard-stark"), "power", 15)
    assert refused(match, fifteen) == "judging.correct.effects-of-game"
    after, _ = correct(match, fifteen, ends=True)
    assert after.table.over.winner == ALICE


def test_changes_are_made_together_through_an_unlawful_middle() -> None:
    match = in_a_challenge()
    ned = card(match, "eddard-stark")
    after, event = correct(match, SetController(ned, BOB), SetController(ned, ALICE), SetMark(ned, "attacking", True))
    assert after.table.challenge.attackers == match.table.challenge.attackers
    assert event.cut == len(event.facts) - 1


def test_a_new_shuffle_keeps_the_cards_that_somebody_knows() -> None:
    match = in_a_challenge()
    deck = zone(ALICE, "deck")
    third = match.table.zone(deck)[2]
    shown, event = correct(match, Show(third, ("bob",)))
    after, again = correct(shown, ShuffleUnknown(deck), events={shown.version: event})
    [shuffled] = [fact for fact in again.facts if isinstance(fact, ZoneShuffled)]
    assert after.table.zone(deck)[2] == third
    assert sum(old == new for old, new in shuffled.order) == 1


def test_what_was_moved_out_of_a_hand_is_not_named_to_the_others() -> None:
    match = opened_from("at: marshalling.action\nplayers: {alice: {hand: [eddard-stark]}, bob: {}}")
    ned = card(match, "eddard-stark")
    _, event = correct(match, MoveCard(zone(ALICE, "deck"), ned))
    for viewer in (BOB, "public"):
        assert ned not in repr([fact.seen_by(viewer) for fact in event.facts])


FACEDOWN = """
round: 2
at: "4.2"
first_player: alice
active_player: alice
players:
  alice: {play: [eddard-stark]}
  bob: {play: [{card: tyrion-lannister, attachments: [{card: milk-of-the-poppy, facedown: true}]}]}
"""


@pytest.mark.parametrize(
    "change",
    [
        lambda card: SetMark(card, "kneeling", True),
        lambda card: SetTokens(card, "power", 1),
        lambda card: AddEffect("blank", "phase", on=(card,)),
    ],
    ids=["mark", "tokens", "effect"],
)
def test_what_is_changed_of_a_facedown_card_is_told_without_its_handle(change: Callable[[Handle], AnyChange]) -> None:
    match = opened_from(FACEDOWN)
    hidden = card(match, "milk-of-the-poppy")
    after, event = correct(match, change(hidden))
    for viewer in (ALICE, "public"):
        told = redact_event(event, after.version, viewer)
        assert hidden not in repr(told)
        assert [each["fact"] for each in told.facts][:1] == ["kernel.corrected"]
    for viewer in (BOB, "judge"):
        assert hidden in repr(redact_event(event, after.version, viewer))
    assert hidden not in repr(redact_event(event, after.version, ALICE, judging=True))


def test_the_preview_of_a_change_of_a_facedown_card_has_no_handle_of_it() -> None:
    match = opened_from(FACEDOWN)
    hidden = card(match, "milk-of-the-poppy")
    order = CorrectTable((SetMark(hidden, "kneeling", True),))
    found = correct_table(match, order, {}, RULED, Stamp("c", "", "c"))
    event: Any = decode_event(found.match, found.payload)
    there = Situation(match, {match.version: structs.replace(event, facts=())}, lambda version: match, 1)
    # what follows is told up to the first result of chance: what the action keeps of hidden cards lies beyond it
    facts = (*event.facts[: event.cut], RandomResult("order", (), 9), *event.facts[event.cut :])
    payload = ENCODER.encode(structs.replace(event, facts=facts))
    told, ruled = facts_shown(there, RemedyOutcome((structs.replace(found, payload=payload),)))
    assert told[0] == {
        "fact": "kernel.corrected",
        "change": {"change": "set_mark", "thing": "", "mark": "kneeling", "on": True},
    }
    assert len(told) == ruled
    assert hidden not in repr(told)


def test_everybody_sees_what_lies_openly_on_a_facedown_card() -> None:
    match = opened_from(FACEDOWN)
    hidden = card(match, "milk-of-the-poppy")
    after, _ = correct(match, SetMark(hidden, "kneeling", True), SetTokens(hidden, "power", 2))
    for viewer in (ALICE, "public", BOB, "judge", "admin"):
        [seen] = after.rules.view(after.table, viewer, judging=False)["players"]["bob"]["facedown"]
        assert (seen["kneeling"], seen["power"]) == (True, 2)
        assert ("card" in seen) == (viewer not in (ALICE, "public"))


def test_a_seat_that_is_called_like_the_judge_reads_no_more_of_what_was_ordered() -> None:
    match = opened_from("at: marshalling.action\nplayers: {alice: {hand: [eddard-stark]}, bob: {}}")
    order = CorrectTable((MoveCard(zone(ALICE, "deck"), card(match, "eddard-stark")),))
    by = structs.replace(RULED, actor=BOB)
    found = correct_table(match, order, {}, by, Stamp("c", "", "c"))
    event = decode_event(found.match, found.payload)
    assert redact_event(event, 2, BOB).command == redact_event(event, 2, "public").command == {"type": "correct_table"}
    assert (redact_event(event, 2, "judge").command or {})["changes"]


# --- the board game


NEUTRAL = """
players: 6
at: "3.2"
areas:
  kingswood: baratheon 2 knight footman, order march-0
  blackwater: lannister knight, order support
  winterfell: stark footman, order march-0
"""

COMBAT = """
players: 6
at: "3.2"
turn: stark
blade: used
supply: {greyjoy: 6}
areas:
  winterfell: stark 3 knight, order march-0
  moat-cailin: greyjoy knight footman
  highgarden: tyrell footman, order march-0
"""


def test_a_march_that_may_not_be_made_any_more_is_void_and_declared_anew() -> None:
    match = opened_from(NEUTRAL, game=BOARD)
    march = {"moves": {"kings-landing": {"knight": 2}}, "token": False}
    match = give(match, "baratheon", type="resolve_march", area="kingswood", march=march)
    assert match.table.waiting.question == "neutral-support"
    after, event = correct(match, SetPieces("kingswood", Seat("baratheon"), "knight", 0))
    assert ("agot_board.neutral_attack", "ended") in mended(event)
    assert any(isinstance(fact, MarchVoided) for fact in event.facts[: event.cut])
    assert (after.table.waiting.question, after.table.waiting.seats) == ("march", ("baratheon",))


def in_casualties() -> Match:
    match = opened_from(COMBAT, game=BOARD)
    march = {"moves": {"moat-cailin": {"knight": 3}}}
    match = give(match, "stark", type="resolve_march", area="winterfell", march=march)
    match = give(match, "stark", type="choose_house_card", card="greatjon-umber")
    match = give(match, "greyjoy", type="choose_house_card", card="balon-greyjoy")
    assert match.table.waiting.question == "casualties"
    return match


def test_a_sealed_answer_is_withdrawn_where_another_is_to_be_given() -> None:
    match = opened_from('players: 6\nat: "2.1"\nareas: {winterfell: stark footman, pyke: greyjoy footman}', game=BOARD)
    given = dict.fromkeys(match.table.areas_of(Seat("stark")), "defense-plus-1")
    match = give(match, "stark", type="assign_orders", orders=given)
    assert match.table.sealed
    after, event = correct(match, SetPieces("karhold", Seat("stark"), "footman", 1))
    assert [fact.seats for fact in event.facts if isinstance(fact, SealsWithdrawn)] == [("stark",)]
    assert "stark" in after.table.waiting.seats
    assert not after.table.sealed


def test_losses_are_counted_anew_and_never_more_than_there_are() -> None:
    match = in_casualties()
    assert match.table.combat.due == 1
    gone = [SetPieces("moat-cailin", Seat("greyjoy"), kind, 0) for kind in ("knight", "footman")]
    after, event = correct(match, *gone)
    assert ("agot_board.casualties", "ended") in mended(event)
    assert [fact.due for fact in event.facts if isinstance(fact, LossesDue)] == [0]
    assert after.table.combat is None


def test_an_order_that_is_being_resolved_stays() -> None:
    match = opened_from(NEUTRAL, game=BOARD)
    march = {"moves": {"kings-landing": {"knight": 2}}, "token": False}
    match = give(match, "baratheon", type="resolve_march", area="kingswood", march=march)
    assert refused(match, SetMarker("kingswood", "order")) == "judging.correct.strands-play"
    after, _ = correct(match, SetMarker("winterfell", "order", Seat("stark"), "defense-plus-1"))
    assert after.table.areas["winterfell"].order.token == "defense-plus-1"


def test_the_components_limit_what_a_correction_lays() -> None:
    match = opened_from(NEUTRAL, game=BOARD)
    stark = Seat("stark")
    assert refused(match, SetPieces("winterfell", stark, "knight", 9)) == "judging.correct.conserves"
    assert refused(match, SetPieces("winterfell", stark, "ship", 1)) == "judging.correct.zone-fits"
    assert refused(match, SetPieces("kingswood", stark, "knight", 1)) == "judging.correct.zone-fits"
    assert refused(match, SetCount(stark, "power", 99)) == "judging.correct.conserves"
    assert refused(match, SetTrack("fiefdoms", (stark,))) == "judging.correct.conserves"


def test_a_neutral_force_and_a_house_never_hold_the_same_area() -> None:
    match = opened_from(NEUTRAL, game=BOARD)
    stark, force = Seat("stark"), SetMarker("the-eyrie", "neutral-force", value="6")
    token = SetMarker("the-eyrie", "power-token", stark)
    emptied, _ = correct(match, SetMarker("the-eyrie", "neutral-force", value="0"))
    held, _ = correct(emptied, token)
    assert refused(held, force) == "judging.correct.zone-fits"
    forced, _ = correct(emptied, force)
    assert forced.table.areas["the-eyrie"].neutral == 6
    assert refused(forced, token) == "judging.correct.zone-fits"
    assert refused(forced, SetPieces("the-eyrie", stark, "knight", 1)) == "judging.correct.zone-fits"


def test_a_neutral_force_is_a_token_of_its_area_with_the_strength_that_is_printed() -> None:
    match = opened_from(NEUTRAL, game=BOARD)
    emptied, _ = correct(match, SetMarker("the-eyrie", "neutral-force", value="0"))
    for area, value in (("the-eyrie", "99"), ("the-eyrie", "5"), ("yronwood", "3"), ("the-twins", "4")):
        change = SetMarker(area, "neutral-force", value=value)
        assert refused(emptied, change) == "judging.correct.conserves", change
    three = opened_from(NEUTRAL.replace("players: 6", "players: 3"), game=BOARD)
    assert three.table.areas["yronwood"].neutral == IMPASSABLE
    for value, rule in (("0", "judging.correct.zone-fits"), ("3", "judging.correct.conserves")):
        assert refused(three, SetMarker("yronwood", "neutral-force", value=value)) == rule


def test_the_dominance_token_follows_its_track() -> None:
    match = opened_from(NEUTRAL, game=BOARD)
    order = match.table.fiefdoms[::-1]
    after, _ = correct(match, SetTrack("fiefdoms", order))
    assert (after.table.fiefdoms, after.table.blade) == (order, order[0])
