"""No column is inert: in matches that were played, judged, disputed and paired, each says something somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from domain.judging.remedies.annulment import annul_action
from domain.kernel.flow.endings import Concede
from domain.kernel.refusals import Refused
from domain.match.aggregate import decide_unconditionally, initial, replay
from domain.match.hash_chain import GENESIS, chain_head
from domain.match.judge_orders import AnnulAction
from projections.analytics.column_types import columns_of, views_of
from projections.analytics.schema import all_tables
from service.files.records import RecordHeader, RecordLine
from tests import corpus
from tests.api.http.clients import Api, api_of
from tests.api.http.disputes import RULE, ruling
from tests.api.http.test_results_at_odds import Played
from tests.integration.projections.analysts import Analysts, whole
from tests.judging.heard import RULED, Heard


def corpus_ended(path: Path) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """A record of the corpus, at whose end all seats but one concede: its seed and stored events."""
    names = corpus.renames()
    lines = corpus.read(path)
    header = msgspec.json.decode(lines[0], type=RecordHeader)
    seed = bytes.fromhex(header.seed)
    recorded = (bytes(msgspec.json.decode(each, type=RecordLine).payload) for each in lines[1:])
    stored: list[tuple[bytes, bytes]] = []
    for version, payload in enumerate((corpus.with_names(each, names) for each in recorded), 1):
        stored.append((payload, chain_head(stored[-1][1] if stored else GENESIS, seed, version, payload)))
    match = replay(initial(header.match, seed), stored)
    for seat in match.table.remaining_seats()[1:]:
        if match.table.over is None:
            made = decide_unconditionally(
                match, seat, Concede(), key=f"c {seat}", actor=seat, at="", action_id=f"c-{seat}"
            )
            stored.append((made.payload, made.head))
            match = made.match
    assert match.table.over is not None
    return seed, stored


def with_repeated_decisions() -> Heard:
    """A match in which an action before the last one was annulled, so that later ones were taken again."""
    match = Heard("agot_lcg", 1)
    while not any(raw.get("again") for raw in match.raw):
        match.play()
        order, stamp = AnnulAction(match.match.version - 1), match.stamp()
        try:
            made = annul_action(match.match, order, match.events, RULED, stamp) if order.of > 5 else ()
        except Refused:
            continue
        for each in made:
            match.take(each)
    match.give(match.match.table.seats[0], Concede())
    return match


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[dict[str, Any]]]]:
    """All rows of a store in which everything has happened."""
    with api_of(tmp_path_factory.mktemp("columns") / "p.db") as api:
        for game in GAMES:
            for seed in range(1, 4):
                match = whole(game, seed)
                api.services.matches.bring_in(f"m-{game}-{seed}", match.match.seed, match.stored)
        for path in sorted(corpus.COMMITTED.glob("*.jsonl.gz")):
            api.services.matches.bring_in(f"m-judged-{path.name.partition('.')[0]}", *corpus_ended(path))
        repeated = with_repeated_decisions()
        api.services.matches.bring_in("m-repeated", repeated.match.seed, repeated.stored)
        dispute(api)
        analysts = Analysts(api.services.settings)
        analysts.catch_up()
        yield analysts.everything()
        analysts.close()


def dispute(api: Api) -> None:
    """Matches of an event: one is reopened and ends otherwise, one is ended by a ruling that is appealed.

    In a third one a penalty replaces another.
    """
    played = Played(api, "agot_lcg")
    assert played.match.gives(played.seats[0], {"type": "pass"}).status_code == 409
    played.reopened()
    played.wins(played.seats[1])
    played.case.given("judge", "close", {"text": "Well."})
    ended = Played(api, "agot_lcg", ends=False, results=False)
    other = next(seat for seat in ended.seats if seat != ended.match.awaited())
    assert ended.match.gives(other, {"type": "pass"}).status_code == 422
    case = ended.opened_case()
    remedy = {"kind": "ending", "how": "loss", "winner": ended.seats[0]}
    penalty = {"seat": ended.seats[1], "infraction": "slow-play", "penalty": "warning", "rules": [RULE]}
    case.given("judge", "ruling", ruling(remedy=remedy, penalties=[penalty]))
    case.given(ended.seats[1], "appeal", {"text": "No."})
    case.given("head-judge", "answer", {"verdict": "replace", "text": "So be it.", "ruling": ruling(remedy=remedy)})
    preview = case.previewed(remedy, "head-judge")
    done = case.carries_out("head-judge", preview, number=2)
    assert done.status_code == 201, done.get_data(as_text=True)
    penalised = Played(api, "agot_lcg")
    case = penalised.opened_case()
    second = {**penalty, "seat": penalised.seats[1], "penalty": "hard-warning"}
    case.given("judge", "ruling", ruling(penalties=[{**penalty, "seat": penalised.seats[1]}]))
    for number, given in ((1, {**penalty, "seat": penalised.seats[1]}), (2, second)):
        if number == 2:
            case.given("judge", "amend", ruling(finding="Again.", penalties=[second]))
        for seat in penalised.seats:
            case.given(seat, "accept")
        case.given("head-judge", "approve", {"number": number, "reason": "Seen by two."})
        case.given("judge", "penalties", given)
    for each in (played, ended, penalised):
        each.event.given("olga", "end_event")


def test_each_column_says_something_somewhere(found: dict[str, list[dict[str, Any]]]) -> None:
    inert = {
        (table.name, each.name)
        for table in all_tables()
        for each in columns_of(table.row)
        if not any(row[each.name] for row in found[table.name])
    }
    # what is about a version as a whole has the place 0; a pass names a type of conflict by a reading alone
    assert inert == {("actions", "place"), ("decisions", "place"), ("l5r_passed", "kind")}


CLOSED = {
    "cases": ("outcome",),
    "matches": ("status",),
    "rulings": ("how",),
    "seats": ("result",),
    "window_seats": ("passed_how",),
    "windows": ("kind", "how"),
    "agot_board_bids": ("purpose",),
    "agot_board_combats": ("won_by", "ended"),
    "agot_lcg_challenges": ("kind", "ended"),
}


def test_each_word_of_a_closed_list_stands_in_the_comment(found: dict[str, list[dict[str, Any]]]) -> None:
    for view in views_of(all_tables()):
        said = {each.name: set(re.findall(r"`([^`]+)`", each.description)) for each in view.columns}
        for name in CLOSED.get(view.table.name, ()):
            assert {row[name] for row in found[view.name]} - {None} <= said[name], (view.name, name)


def test_a_bid_and_a_position_on_a_track_call_the_track_alike(found: dict[str, list[dict[str, Any]]]) -> None:
    bid_for = {row["purpose"] for row in found["agot_board_bids"]}
    measured = {row["measure"] for row in found["round_measures"]}
    assert bid_for == {"iron-throne", "fiefdoms", "kings-court", "wildlings"}
    assert bid_for - measured == {"wildlings"}
    assert measured <= {measure for game in GAMES.values() for measure in game.measures.MEASURES}


def test_what_was_decided_is_decided_also_where_the_match_ended_in_it(found: dict[str, list[dict[str, Any]]]) -> None:
    for name, decided in (("agot_lcg_challenges", "attack"), ("agot_board_combats", "winner")):
        rows = [*found[name], *found[f"undone_{name}"]]
        assert [row for row in rows if (row[decided] is not None) != (row["ended"] == "decided")] == [], name


def test_most_tables_with_places_have_something_that_was_undone(found: dict[str, list[dict[str, Any]]]) -> None:
    views = [view for view in views_of(all_tables()) if view.undone]
    assert len([view.name for view in views if found[view.name]]) > len(views) // 2
