"""Positions: read strictly, laid as a match, and written again as they were."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.cardgame.positions.waiting_points import SETUP
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES
from domain.games.agot_lcg.game import position_of
from domain.games.agot_lcg.positions.waiting_points import MOMENTS, POINTS
from domain.games.agot_lcg.state import PHASES
from domain.kernel.ids import ADMIN, Seat
from domain.kernel.redaction import redacted_facts
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import Match, Refused, decide, evolve_stored, open_match
from domain.match.aggregate import initial as nothing
from domain.match.events import OpenMatch

SEED = bytes(range(32))


def open_position(position: dict[str, Any], policy: str = "public", cards: tuple[Any, ...] = ()) -> Match:
    """A match opened from a position; what is stored folds to the same table."""
    opening = OpenMatch("agot_lcg", (), policy, json.dumps(cards), position=json.dumps(position))
    following = open_match("m-1", opening, key="k1", actor="judge", at="now", action_id="a1", seed=SEED)
    assert evolve_stored(nothing("m-1", SEED), following.payload, following.head).table == following.match.table
    return following.match


def refused(position: dict[str, Any]) -> str:
    """What is said of a position that does not hold."""
    with pytest.raises(Refused) as raised:
        open_position(position)
    refusal = raised.value.refusal
    assert refusal.rule == "position.invalid"
    return f"{refusal.because['field']}: {refusal.because['problem']}"


def table_at(at: str, **fields: Any) -> dict[str, Any]:
    return {"at": at, "players": {"alice": {}, "bob": {}}, **fields}


RICH: dict[str, Any] = {
    "round": 3,
    "at": "challenges.action",
    "first_player": "bob",
    "active_player": "alice",
    "priority": "alice",
    "passed": ["bob"],
    "players": {
        "alice": {
            "agenda": "fealty",
            "plot": {"card": "a-noble-cause", "tokens": {"stand": 1}},
            "gold": 3,
            "power": 2,
            "hand": ["ice", "put-to-the-sword", {"unknown": 2}],
            "deck": ["summer", "filler"],
            "dead": ["robb-stark"],
            "play": [
                {"card": "eddard-stark", "power": 1, "duplicates": ["eddard-stark"]},
                {
                    "card": "arya-stark",
                    "kneeling": True,
                    "duplicates": [{"card": "summer", "facedown": True}],
                    "attachments": [{"card": "milk-of-the-poppy", "controller": "bob"}, "bodyguard"],
                },
                {"card": "tyrion-lannister", "owner": "bob"},
            ],
            "usage": {"limited": 1, "military": 1, "won-intrigue": 1},
        },
        "bob": {"faction": {"card": "house-lannister", "kneeling": True}, "hand": 5, "discard": ["ice"]},
    },
    "limits": {"challenge:max:Put to the Sword:alice": 1, "round:tyrion-lannister:0:alice": 1},
    "lasting": [
        {
            "source": "core/ice",
            "what": "strength",
            "seat": "alice",
            "until": "phase",
            "amount": 2,
            "cards": ["arya-stark"],
        }
    ],
}


STRONG: dict[str, Any] = {"source": "core/ice", "what": "income", "seat": "alice", "until": "phase", "amount": 2}
CHEAPER = {**STRONG, "what": "cost", "name": "marshal", "amount": -1}
LATER: dict[str, Any] = {
    "key": "core/for-the-north",
    "ability": 0,
    "path": [1],
    "you": "alice",
    "until": "challenge",
}


def test_a_trait_that_no_card_prints_may_be_gained() -> None:
    gained = {"what": "trait", "name": "Pretender", "amount": 0}
    match = open_position({**RICH, "lasting": [{**RICH["lasting"][0], **gained}]})
    assert [each.name for each in match.table.lasting.values()] == ["Pretender"]


def test_a_position_is_laid_as_it_says() -> None:
    match = open_position(RICH)
    table = match.table
    bodyguard = next(card for card in table.cards.values() if card.key == "core/bodyguard")
    arya = table.cards[bodyguard.host]
    assert (arya.key, arya.kneeling, arya.controller) == ("core/arya-stark", True, "alice")
    assert [table.cards[card].key for card in table.duplicates(arya.handle)] == ["core/summer"]
    assert {table.cards[card].controller for card in table.attachments(arya.handle)} == {"alice", "bob"}
    assert (table.round, table.phase, table.first_player, table.active_player) == (
        3,
        "challenges",
        "bob",
        "alice",
    )
    assert table.power(Seat("alice")) == 3
    assert table.waiting.seats == ("alice",)


def test_a_position_that_is_written_reads_to_the_same_table() -> None:
    written = position_of(open_position(RICH).table)
    assert position_of(open_position(written).table) == written
    assert written["passed"] == ["bob"]
    assert written["limits"] == RICH["limits"]
    assert written["lasting"][0]["cards"] == ["arya-stark"]
    assert written["players"]["alice"]["usage"] == RICH["players"]["alice"]["usage"]


def with_alice(**fields: Any) -> dict[str, Any]:
    return {**table_at("challenges.action", round=3), "players": {"alice": fields, "bob": {}}}


def test_the_duplicates_of_a_stolen_card_are_written_and_read_as_those_of_its_owner() -> None:
    hidden = {"card": "filler", "facedown": True, "controller": "alice"}
    stolen = {"card": "summer", "owner": "bob", "duplicates": ["summer", hidden]}
    table = open_position(with_alice(play=[stolen])).table
    of = {str(card.printed.id): (card.owner, card.controller) for card in table.cards.values() if card.duplicate}
    assert of == {"summer": ("bob", "bob"), "filler": ("alice", "alice")}
    written = position_of(table)
    assert position_of(open_position(written).table) == written
    assert "summer#2" in written["players"]["alice"]["play"][0]["duplicates"]


@pytest.mark.parametrize("area", ["hand", "discard"])
def test_cards_that_are_only_counted_take_no_name_of_those_that_are_listed(area: str) -> None:
    others = {"hand": ["summer", "filler"], "deck": ["filler", "ice"], area: 2, "play": ["filler"]}
    written = position_of(open_position(with_alice(**others)).table)
    assert written["players"]["alice"][area] == 2
    assert position_of(open_position(written).table) == written
    assert "filler" in written["players"]["alice"]["deck" if area == "hand" else "hand"]


def test_when_a_card_entered_play_is_written_for_the_phase_under_way_alone() -> None:
    for since, kept in (("3:challenges", True), ("3:marshalling", False), ("2:challenges", False)):
        play = [{"card": "eddard-stark", "how": "marshalled", "since": since}]
        [card] = position_of(open_position(with_alice(play=play)).table)["players"]["alice"]["play"]
        assert card == {"card": "eddard-stark", "how": "marshalled", **({"since": since} if kept else {})}


def test_a_counter_of_a_seat_is_kept_whatever_the_seat_is_called() -> None:
    # a name that might be the handle of a card
    position = with_alice()
    position["players"] = {"margareta": {}, "bob": {}}
    limits = {"phase:stood:margareta": 1}
    assert position_of(open_position({**position, "limits": limits}).table)["limits"] == limits


@pytest.mark.parametrize(
    ("at", "fields", "stays"),
    [
        ("draw.action", {"usage": {"military": 3}}, False),
        ("draw.action", {"usage": {"won-power": 1}}, False),
        ("dominance.action", {"usage": {"lost-power": 1}}, False),
        ("4.1", {"usage": {"military": 1}}, False),
        ("draw.action", {"usage": {"military": 0, "limited": 1}}, True),
        ("challenges.action", {"usage": {"military": 1, "won-military": 1}}, True),
        ("5.1", {"usage": {"military": 1, "lost-power": 1}}, True),
        ("draw.action", {"limits": {"round:won:power:alice": 1}}, False),
        ("taxation.action", {"limits": {"round:won:power:alice": 1}}, True),
        ("1.1", {"limits": {"round:won:power:alice": 1}, "round": 3}, True),
        ("taxation.action", {"limits": {"phase:won:power:alice": 1}}, False),
    ],
)
def test_challenges_are_counted_in_their_phase_and_what_the_round_counts_until_its_end(
    at: str, fields: dict[str, Any], stays: bool
) -> None:
    position = table_at(at, **{name: value for name, value in fields.items() if name != "usage"})
    position["players"]["alice"] = {"usage": fields["usage"]} if "usage" in fields else {}
    if stays:
        open_position(position)
    else:
        assert f"counts what is done in the challenges phase: at {at} it is 0" in refused(position)


def test_a_counter_of_a_card_that_is_gone_is_left_out() -> None:
    table = open_position(with_alice(play=["tyrion-lannister"])).table.branch()
    table.usage.put("round:zzzzzzzzz:0:alice", 1)
    assert "limits" not in position_of(table)


@pytest.mark.parametrize("lasts", ["phase", "round"])
def test_counters_that_no_word_of_usage_says_are_written_as_limits(lasts: str) -> None:
    counter = f"{lasts}:won:intrigue:alice"
    position = {**with_alice(), "limits": {counter: 1}}
    written = position_of(open_position(position).table)
    assert written["limits"] == {counter: 1}
    assert "usage" not in written["players"]["alice"]


def test_a_nested_sequence_is_no_position() -> None:
    cards = ({"id": "bard", "type": "character", "cost": 1, "strength": 1, "icons": ["power"]},)
    position = table_at("4.2")
    position["players"]["alice"] = {"play": ["bard"], "plot": "a-clash-of-kings"}
    match = open_position(position, "open", cards)
    seat = Seat("alice")
    command = match.rules.command(
        {
            "type": "initiate_challenge",
            "kind": "power",
            "against": "bob",
            "attackers": list(match.table.characters(seat)),
            "stealth": {},
        }
    )
    after = decide(match, seat, command, wait=None, key="k2", actor="alice", at="now", action_id="a2").match
    with pytest.raises(NoPosition) as raised:
        position_of(after.table)
    assert raised.value.refusal.rule == "position.nested"


@pytest.mark.parametrize("at", ["1.1", "1.2", "1.5", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3", "3.4", "4.1", "4.2"])
def test_play_goes_on_at_a_step(at: str) -> None:
    assert open_position(table_at(at)).table.waiting is not None


@pytest.mark.parametrize("at", ["3.2", "marshalling.action", "challenges.action", "4.2"])
@pytest.mark.parametrize("order", [("alice", "bob"), ("bob", "alice")])
def test_who_is_said_to_be_active_is_and_those_before_have_been(at: str, order: tuple[str, ...]) -> None:
    for number, active in enumerate(order):
        position = table_at(at, first_player=order[0], active_player=active)
        position["players"] = {"alice": {"play": ["arya-stark"]}, "bob": {"play": ["tyrion-lannister"]}}
        table = open_position(position, "open").table
        assert table.active_player == active
        assert next(each for each in table.stack if hasattr(each, "were_active")).were_active == order[: number + 1]
        # the player whose turn begins with a step is not active before it
        assert laid_in(position).get("active_player", "") == ("" if at == "3.2" else active)


def laid_in(position: dict[str, Any]) -> dict[str, Any]:
    """The fact by which a position is laid."""
    return next(
        fact for _, fact in redacted_facts(follow_facts(position), ADMIN) if fact["fact"].endswith("position_laid")
    )


@pytest.mark.parametrize("at", [at for at, each in MOMENTS.items() if each.phase != SETUP and not each.contest])
@pytest.mark.parametrize("round", [1, 2])
def test_a_step_that_begins_a_phase_lies_in_the_phase_before_it(at: str, round: int) -> None:
    position = table_at(at, round=round)
    if at == "1.3":
        position["players"] = {seat: {"chosen": "plain-plot"} for seat in position["players"]}
    laid = laid_in(position)
    if not POINTS.begins(at):
        assert (laid["round"], laid["phase"]) == (round, MOMENTS[at].phase)
    elif at == "1.1":
        assert (laid["round"], laid["phase"]) == ((0, SETUP) if round == 1 else (1, PHASES[-1]))
    else:
        assert (laid["round"], laid["phase"]) == (round, PHASES[PHASES.index(MOMENTS[at].phase) - 1])


@pytest.mark.parametrize("phase", PHASES)
def test_who_has_had_a_turn_is_said_in_the_phases_that_have_turns_alone(phase: str) -> None:
    # where one player after the other has a turn the procedure of the phase keeps who had one
    keeps = PHASE_FRAMES[phase].__struct_fields__
    position = table_at(f"{phase}.action", done=["alice"], first_player="alice")
    if "were_active" in keeps:
        assert open_position(position).table.active_player == "alice"
    elif "checked" in keeps:
        assert open_position(position).table.phase == phase
    else:
        assert refused(position) == f"position.done: nobody has a turn in the {phase} phase"


def test_a_step_that_begins_the_round_begins_it() -> None:
    match = open_position(table_at("1.1", round=4))
    assert (match.table.round, match.table.phase, match.table.waiting.question) == (4, "plot", "plot")


def test_chosen_plots_are_revealed_at_1_3() -> None:
    position = table_at("1.3")
    position["players"] = {"alice": {"chosen": "a-clash-of-kings"}, "bob": {"chosen": "plain-plot"}}
    match = open_position(position)
    assert match.table.plot(Seat("alice")).key == "core/a-clash-of-kings"
    assert not match.table.zone("alice.used")


def test_mulligans_are_decided_at_setup_7() -> None:
    position = table_at("setup.7", done=["alice"])
    position["players"]["bob"] = {"hand": 7}
    assert open_position(position).table.waiting.seats == ("bob",)


def test_without_priority_the_policy_decides_who_is_asked_but_somebody_is() -> None:
    position = table_at("challenges.action", first_player="alice")
    position["players"]["bob"] = {"gold": 5, "hand": 3}
    assert open_position(position, "public").table.waiting.seats == ("bob",)
    assert open_position(position, "fast").table.waiting.seats == ("alice",)
    assert open_position({**position, "priority": "alice"}, "public").table.waiting.seats == ("alice",)


def test_hidden_areas_are_seen_by_nobody_but_their_owner() -> None:
    match = open_position(RICH)
    facts = follow_facts(RICH)
    keys = {viewer: json.dumps(redacted_facts(facts, viewer)) for viewer in ("alice", "bob", "public", "admin")}
    hidden = {card.handle for card in match.table.cards.values() if card.zone == "alice.hand"}
    assert all(handle in keys["alice"] and handle in keys["admin"] for handle in hidden)
    assert not any(handle in keys["bob"] or handle in keys["public"] for handle in hidden)
    deck = {card.handle for card in match.table.cards.values() if card.zone == "alice.deck"}
    assert not any(handle in keys[viewer] for viewer in ("alice", "bob", "public") for handle in deck)


def follow_facts(position: dict[str, Any]) -> Any:
    """The facts with which a position is opened."""
    from domain.match.aggregate import decode_event

    opening = OpenMatch("agot_lcg", (), position=json.dumps(position))
    following = open_match("m-1", opening, key="k1", actor="judge", at="now", action_id="a1", seed=SEED)
    return decode_event(following.match, following.payload).facts


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("at",), "4.9", "position.at: '4.9' is no window or step"),
        (("phase",), "plot", "position.phase: challenges.action lies in the challenges phase"),
        (("challenge",), {}, "position.challenge: none is under way at challenges.action"),
        (("colour",), 1, "position.colour: unknown key"),
        (("players", "carol"), {}, "position.players: 3 players (agot_lcg.joust.two-players)"),
        (("players", "alice", "hand"), ["foo"], "position.players.alice.hand[0]: no card 'foo'"),
        (("players", "alice", "hand"), ["a-noble-cause"], "is of type plot: it cannot lie in area hand"),
        (("players", "alice", "hand"), -1, "position.players.alice.hand: expected at least 0"),
        (("players", "alice", "play"), [{"card": "ice", "kneel": True}], "play[0].kneel: unknown key"),
        (("players", "alice", "play"), [{"card": "foo"}], "play[0].card: no card 'foo'"),
        (("players", "alice", "hand"), ["Ice"], "hand[0]: no card 'Ice'; did you mean ice?"),
        (("players", "alice", "hand"), ["Put to the Sword"], "'Put to the Sword'; did you mean put-to-the-sword?"),
        (("players", "alice", "hand"), ["The Hand’s Judgment"], "did you mean the-hands-judgment?"),
        (
            ("players", "alice", "play"),
            ["tumblestone-knight#2", "tumblestone-knight#2"],
            "play[1]: two cards are named 'tumblestone-knight#2'",
        ),
        (("players", "alice", "play"), ["ice"], "play[0]: ice is an attachment: list it under the attachments"),
        (
            ("players", "alice", "play"),
            ["summer", "summer#2"],
            "play[1]: summer is unique and in play: list further copies under its duplicates",
        ),
        (("players", "alice", "play"), ["put-to-the-sword"], "it cannot lie in area play"),
        (
            ("players", "alice", "play"),
            [{"card": "eddard-stark", "duplicates": ["robb-stark"]}],
            "'robb-stark' is no further copy of the unique card eddard-stark (agot_lcg.duplicates.definition)",
        ),
        (
            ("players", "alice", "play"),
            [{"card": "tumblestone-knight", "duplicates": ["tumblestone-knight"]}],
            "tumblestone-knight is not unique: only a unique card has duplicates (agot_lcg.duplicates.definition)",
        ),
        (
            ("players", "alice", "play"),
            [{"card": "summer", "owner": "bob", "duplicates": [{"card": "summer", "controller": "alice"}]}],
            "summer is bob's, and so are its duplicates, whoever controls it (agot_lcg.duplicates.definition)",
        ),
        (("players", "alice", "usage"), {"militia": 1}, "position.players.alice.usage.militia: unknown key"),
        (("priority",), "carol", "position.priority: 'carol' is none of alice, bob"),
        (
            ("players", "alice", "hand"),
            [3],
            "hand[0]: expected a card; cards without names are counted; did you mean hand: 3?",
        ),
        (("players", "alice", "deck"), ["ice", 3], "did you mean {unknown: 3}?"),
        (("players", "alice", "hand"), {"ice": 1}, "hand: expected a list of cards, or unknown with how many"),
        (("players", "alice", "hand"), {"ice": 1}, "did you mean [ice]?"),
        (("players", "alice", "hand"), {"unknwon": 1}, "did you mean unknown?"),
        (("players", "alice", "hand"), [{"crad": "ice"}], "did you mean card?"),
        (("players", "alice", "hand"), ["ice#0"], "'ice#0' is no card name: a copy is named ice#2"),
        (("players", "alice", "hand"), ["ice#02"], "'ice#02' is no card name"),
        (("players", "alice", "hand"), ["ice#"], "'ice#' is no card name"),
        (("limits",), {"day:1": 1}, "position.limits.day:1: no player and no ability of a card here has this counter"),
        (("limits",), {"challenge:max:Put to the Swort:bob": 1}, "did you mean challenge:max:Put to the Sword:bob?"),
        (("limits",), {"phase:stood:bo": 1}, "did you mean phase:stood:bob?"),
        (("players", "alice", "play"), [{"card": "arya-stark", "how": "ambushed"}], "play[0].how: 'ambushed' is none"),
        (("players", "alice", "play"), [{"card": "arya-stark", "how": "as-attachment"}], "only an event becomes"),
        (("players", "alice", "play"), [{"card": "arya-stark", "since": "1:drow"}], "did you mean 1:draw?"),
        (("players", "alice", "play"), [{"card": "arya-stark", "since": "draw"}], "is no round and phase"),
        (("players", "alice", "play"), [{"card": "arya-stark", "since": "2:draw"}], "is yet to come"),
        (("players", "alice", "play"), [{"card": "arya-stark", "since": "1:dominance"}], "is yet to come"),
        (("players", "alice", "play"), [{"card": "arya-stark", "tokens": {"stnad": 1}}], "did you mean stand?"),
        (
            ("players", "alice", "play"),
            [{"card": "arya-stark", "attachments": ["the-iron-throne"]}],
            "play[0].attachments[0]: the-iron-throne is of type location: it is no attachment",
        ),
        (("players", "alice", "play"), [{"card": "arya-stark", "attachments": ["summer"]}], "it is no attachment"),
        (
            ("players", "alice", "play"),
            ["arya-stark", {"card": "rattleshirts-raiders", "attachments": ["little-bird"]}],
            "play[1].attachments[0]: it may not be on rattleshirts-raiders (agot_lcg.no-attachments.none-allowed)",
        ),
        (
            ("players", "alice", "play"),
            [{"card": "the-iron-throne", "attachments": ["milk-of-the-poppy"]}],
            "it may not be on the-iron-throne (agot_lcg.attachments.characters-only-default)",
        ),
        (("players", "alice", "chosen"), "summons", "players.alice.chosen: none lie facedown at challenges.action"),
        (("players", "alice", "setup"), ["arya-stark"], "players.alice.setup: none lie facedown at challenges.action"),
        (("players", "alice", "faction"), "lanister", "'lanister' is no faction and no card; did you mean lannister?"),
        (("players", "alice", "faction"), "hose-stark", "did you mean house-stark?"),
        (("round",), 0, "position.round: the first round is 1; 0 is set-up"),
        (("lasting",), [{"what": "strength"}], "position.lasting[0].source: missing"),
        (("lasting",), [{"what": "strenght"}], "position.lasting[0].what: 'strenght' is none of "),
        (("lasting",), [{"what": "keyword", "name": "Stealth"}], "position.lasting[0].name: 'Stealth' is none of "),
        (("lasting",), [{"what": "trait", "name": "lord"}], "position.lasting[0].name: 'lord' is none of "),
        (("lasting",), [{"what": "icon"}], "position.lasting[0].name: '' is none of "),
        (("lasting",), [{"what": "strength", "name": "power"}], "position.lasting[0].name: 'power' is none of "),
        (("lasting",), [{"until": "phas"}], "position.lasting[0].until: 'phas' is none of "),
        (("lasting",), [{"how": "ad"}], "position.lasting[0].how: 'ad' is none of "),
        (("lasting",), [{"cards": ["ice"]}], "position.lasting[0].cards[0]: the position has no card 'ice'"),
        (("lasting",), [{**STRONG, "source": "core/icy"}], "did you mean core/ice?"),
        (("lasting",), [{**STRONG, "source": "icee"}], "lasting[0].source: no card 'icee'; did you mean ice?"),
        (("lasting",), [{**STRONG, "source": "manuel"}], "source: no card 'manuel'; did you mean manual?"),
        (("delayed",), [{**LATER, "key": "manual"}], "position.delayed[0].key: no card 'manual'"),
        (("passed",), ["alice", "alice"], "position.passed: after alice has passed bob has the opportunity"),
        (("passed",), ["alice", "bob"], "is closed (agot_lcg.action-window.closes-on-consecutive-passes)"),
        (("passed",), ["bob", "alice", "bob", "alice"], "position.passed: all have passed"),
        (("active_player",), "boob", "position.active_player: 'boob' is none of alice, bob"),
        (
            ("players", "alice", "removed"),
            ["house-stark"],
            "house-stark is of type faction: it cannot be removed from the game (agot_lcg.in-play.faction-card-stays)",
        ),
        (("players", "alice", "removed"), ["fealty"], "removed[0]: fealty is of type agenda: it cannot be removed"),
        (
            ("players", "alice", "play"),
            [{"card": each, "attachments": ["ice"]} for each in ("arya-stark", "eddard-stark")],
            "play[1].attachments[0]: ice is unique and in play: list further copies under its duplicates (agot",
        ),
        (("lasting",), [{**STRONG, "seat": "alic"}], "position.lasting[0].seat: 'alic' is none of alice, bob"),
        (("lasting",), [{**STRONG, "seat": ""}], "position.lasting[0].seat: '' is none of alice, bob"),
        (("lasting",), [{**STRONG, "what": "cannot", "name": "play-event"}], "did you mean play-events?"),
        (("delayed",), [{**LATER, "key": "core/for-the-nort"}], "did you mean core/for-the-north?"),
        (("delayed",), [{**LATER, "ability": 7}], "position.delayed[0].ability: "),
        (("delayed",), [{**LATER, "path": [5]}], "position.delayed[0].path: leads to no part"),
        (("delayed",), [{**LATER, "path": []}], "position.delayed[0].path: leads to no part"),
        (("delayed",), [{**LATER, "you": "carol"}], "position.delayed[0].you: 'carol' is none of alice, bob"),
        (("delayed",), [{**LATER, "me": "ice"}], "position.delayed[0].me: the position has no card 'ice'"),
        (("delayed",), [{**LATER, "chosen": [["target", ["ice"]]]}], "chosen: target: 'ice' is no card here"),
        (("delayed",), [{**LATER, "chosen": [["target", ["alice"]]]}], "chosen: target: 'alice' is no card here"),
        (("delayed",), [{**LATER, "chosen": [["tarqet", ["ice"]]]}], "nothing as 'tarqet'; did you mean target?"),
        (("delayed",), [{**LATER, "until": "phase"}], "position.delayed[0].until: the ability says 'challenge'"),
        (("delayed",), [{**LATER, "about": 3}], "position.delayed[0].about: unknown key"),
        (("lasting",), [{**CHEAPER, "match": {"types": ["caracter"]}}], "did you mean character?"),
        (("lasting",), [{**CHEAPER, "match": {"faction": "strak"}}], "lasting[0].match.faction: 'strak' is none of"),
        (("lasting",), [{**CHEAPER, "match": {"trait": "Knigt"}}], "lasting[0].match.trait: no card has or gains"),
        (("lasting",), [{**CHEAPER, "match": {"type": "event"}}], "lasting[0].match.type: unknown field; did you mean"),
        (("lasting",), [{**CHEAPER, "match": {"types": ["event"]}}], "match.types[0]: nothing is paid to marshal them"),
        (("lasting",), [{**CHEAPER, "match": {}}], "lasting[0].match: describes every card: leave it out"),
        (("lasting",), [{**STRONG, "match": {"loyal": True}}], "position.lasting[0].match: is for cost only"),
        (("lasting",), [{**STRONG, "once": True}], "position.lasting[0].once: is for cost only"),
        (("lasting",), [{**STRONG, "what": "strength"}], "position.lasting[0].cards: missing"),
    ],
)
def test_an_error_names_its_place(path: tuple[str, ...], value: object, said: str) -> None:
    position: dict[str, Any] = table_at("challenges.action")
    inner: Any = position
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    assert said in refused(position)


@pytest.mark.parametrize(
    ("counter", "said"),
    [
        ("round:tyrion-lanister:0", "did you mean round:tyrion-lannister:0"),
        ("round:tyrion-lannister:1", "limits.round:tyrion-lannister:1: no player and no ability of a card here"),
        ("round:arya-stark:0", "limits.round:arya-stark:0: no player and no ability of a card here"),
    ],
)
def test_a_counter_of_no_ability_is_refused(counter: str, said: str) -> None:
    assert said in refused({**RICH, "limits": {counter: 1}})
    for lawful in ("round:tyrion-lannister:0", "round:tyrion-lannister:0:alice"):
        assert dict(open_position({**RICH, "limits": {lawful: 1}}).table.usage.items())


def test_what_a_correction_began_on_cards_alone_is_read_again() -> None:
    effect = {"source": "manual", "what": "strength", "until": "phase", "amount": 2, "cards": ["arya-stark"]}
    assert position_of(open_position({**RICH, "lasting": [effect]}).table)["lasting"] == [effect]


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"what": "icon", "name": "power"}, "amount: icon has no amount"),
        ({"what": "enters-kneeling", "amount": 0}, "what: enters-kneeling is for constant abilities only"),
        ({}, "cards: income is about players"),
    ],
)
def test_an_effect_on_cards_says_what_abilities_say_of_cards(effect: dict[str, Any], said: str) -> None:
    wrong = {**RICH, "lasting": [{**STRONG, "cards": ["arya-stark"], **effect}]}
    assert refused(wrong) == f"position.lasting[0].{said}"


def test_a_cost_that_is_less_for_some_cards_is_read_again() -> None:
    effect = {**CHEAPER, "match": {"types": ["character"], "trait": "Knight"}, "once": True}
    written = position_of(open_position({**RICH, "lasting": [effect]}).table)["lasting"]
    assert [{**each, "match": {**each["match"], "types": [*each["match"]["types"]]}} for each in written] == [effect]


def test_an_effect_for_later_is_read_again() -> None:
    later = {**LATER, "path": (1,), "chosen": [["target", ["arya-stark"]]]}
    assert position_of(open_position({**RICH, "delayed": [later]}).table)["delayed"] == [later]


def test_an_event_that_became_an_attachment_lies_as_one() -> None:
    position = table_at("challenges.action")
    event = {"card": "put-to-the-sword", "how": "as-attachment"}
    position["players"]["alice"]["play"] = [{"card": "arya-stark", "attachments": [event]}]
    written = position_of(open_position(position).table)
    assert written["players"]["alice"]["play"] == [{"card": "arya-stark", "attachments": [event]}]
    position["players"]["alice"]["play"] = [event]
    assert "put-to-the-sword is an attachment: list it under" in refused(position)


@pytest.mark.parametrize(
    ("challenge", "said"),
    [
        ({"attackers": ["arya-stark"], "defender": "alice"}, "challenge.defender: alice is the attacker"),
        ({"attackers": ["arya-stark", "arya-stark"]}, "challenge.attackers: arya-stark is there twice"),
        ({"attackers": ["the-iron-throne"]}, "challenge.attackers: the-iron-throne is no character"),
    ],
)
def test_a_challenge_is_between_two_players_by_characters(challenge: dict[str, Any], said: str) -> None:
    position = table_at("4.2.1")
    position["players"]["alice"]["play"] = ["arya-stark", "the-iron-throne"]
    position["challenge"] = {"kind": "power", "attacker": "alice", **challenge}
    assert said in refused(position)


def test_in_set_up_it_is_round_0() -> None:
    assert refused(table_at("setup.7", round=1)) == "position.round: in set-up it is round 0"


def test_a_position_inside_a_challenge_needs_the_challenge() -> None:
    assert "position.challenge: missing" in refused(table_at("4.2.1"))


def test_at_1_3_every_player_has_chosen_a_plot() -> None:
    assert refused(table_at("1.3")).startswith("position.players.alice: chosen: missing")


def test_who_attacks_in_a_position_is_in_play_under_the_control_of_the_attacker() -> None:
    position = table_at("4.2.1")
    position["players"]["alice"]["hand"] = ["eddard-stark"]
    position["challenge"] = {"kind": "power", "attacker": "alice", "attackers": ["eddard-stark"]}
    said = "position.challenge.attackers: eddard-stark is not in play under the control of alice"
    assert said in refused(position)
