"""Who may read which case and what of it; which cases a search finds; who gives a command to a case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from domain.judging.cases.awaiting import waits_for
from domain.judging.cases.case import CLOSED, Case
from domain.judging.cases.commands import MatchSetting
from domain.judging.cases.redaction import (
    ALL,
    NAMELESS,
    PUBLISHED,
    SEATED,
    TITLES,
    CaseViewer,
    case_summary,
    rules_read,
    visible_entries,
)
from domain.kernel.formats.text_forms import read_command
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE
from domain.match.envelope import ORGANIZER, SEAT, Actor
from domain.tournaments.player_names import is_named, spoken_form
from service.app.case.case_index import RULINGS, WORD
from service.app.case.precedents import CaseTraits, cards_called, cards_named, disputed_version, readable_words
from service.app.keys import Principal
from service.app.match.matches import Unknown
from service.store.damage import DAMAGED, unless_damaged
from service.web.access import (
    ANALYST,
    OFFICES,
    about_match,
    has_interest,
    is_over,
    is_public,
    not_theirs,
    office_about,
    plays_in,
    require_somebody,
)
from service.web.case.case_replies import CaseSummaryReply
from service.web.case.nameless_cases import events_of, nameless_case, precedent_case
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import shape_problem
from service.web.tournament.tournament_access import sight_of


def case_viewer(case: Case, principal: Principal) -> CaseViewer | None:
    """How somebody may read a case; None where they may not know of it."""
    match_id = case.opening.match
    if not match_id:
        return CaseViewer(TITLES)  # a precedent as `disclosed_case` gives it
    if (seat := seat_elsewhere(case, principal)) is not None:
        return CaseViewer(SEATED, seat)
    principal = about_match(match_id, principal)
    if principal.scope == SEAT:
        return CaseViewer(SEATED, seat_as_named(case, principal.actor))
    if principal.scope == ADMIN:
        return CaseViewer(ALL)
    holder = principal.actor if principal.scope in OFFICES else ""
    acting = office_about(match_id, principal) if principal.scope in OFFICES else ""
    # whoever has a part in the match has no office about it here: who plays reads what every seat does
    if acting and (
        plays_in(match_id, principal, case.opening.seats, case.opening.players)
        or is_named(principal.actor, case.players_then)
    ):
        return CaseViewer(SEATED, holder=holder)
    if acting and has_interest(match_id, principal):
        return CaseViewer(TITLES, holder=holder)
    if acting == HEAD_JUDGE:
        return CaseViewer(ALL)
    if acting == JUDGE:
        return CaseViewer(TITLES, holder=holder) if is_apart(case, principal) else CaseViewer(ALL)
    if acting == "organizer" or is_precedent(case, principal):
        return CaseViewer(TITLES, holder=holder)
    if principal.scope == ANALYST and case.state == CLOSED and is_over(match_id) and not event_goes_on(match_id):
        return CaseViewer(NAMELESS)
    return CaseViewer(PUBLISHED, holder=holder) if is_public(match_id) else None


def seat_as_named(case: Case, seat: str) -> str:
    """The seat in which a case names the player who has a seat of its match now; empty where it names others alone.

    What was said in a case, and asked, is of the player: of who sat there at its last entry, where it names nobody. A
    seat without a known player is taken to have kept it.
    """
    player = request_context().services.cases.setting(case.opening.match).players.get(seat, "")
    if not player:
        return seat
    named = players_named_in(case)
    there = (each for each, name in named.items() if spoken_form(name) == spoken_form(player))
    return next(there, "" if seat in named else seat)


def players_named_in(case: Case) -> dict[str, str]:
    """Whom a case names at each seat, or who sat there at its last entry."""
    # while a case is open nobody changes seats
    then = (each.seats_at(case.opening.match, case.entries[-1].at) for each in events_of(case.opening.match))
    sat = next((each for each in then if each), {})
    return {**{taken: name for name, taken in sat.items()}, **case.opening.players}


def seat_elsewhere(case: Case, principal: Principal) -> str | None:
    """The seat in which a closed case names the player who has a seat of another match of the same event.

    It is empty for who sat in no seat but at the moment that it is about, and None for whom it does not name.
    """
    match_id, services = case.opening.match, request_context().services
    if principal.scope != SEAT or principal.match_id == match_id or case.state != CLOSED:
        return None
    if not any(each.table_of(principal.match_id) for each in events_of(match_id)):
        return None
    player = services.cases.setting(principal.match_id).players.get(principal.actor, "")
    named = players_named_in(case)
    there = next((seat for seat, name in named.items() if player and is_named(player, [name])), None)
    return "" if there is None and is_named(player, case.players_then) else there


def is_precedent(case: Case, principal: Principal) -> bool:
    """Whether a case of other players is a precedent for somebody with an office."""
    match_id = case.opening.match
    return principal.scope in OFFICES and case.state == CLOSED and (is_public(match_id) or is_over(match_id))


def event_goes_on(match_id: str) -> bool:
    """Whether an event at which a match is or was played is not over: analysts read its penalties afterwards."""
    return any(not each.over for each in events_of(match_id))


def disclosed_case(case: Case, principal: Principal) -> Case:
    """The case as somebody may read it: without names for analysts, and without the match too for those who know a
    private one by its precedent alone.
    """
    match_id = case.opening.match
    if principal.scope == ANALYST and case.state == CLOSED and is_over(match_id) and not event_goes_on(match_id):
        return nameless_case(case)
    if principal.scope not in OFFICES or is_public(match_id) or office_about(match_id, principal):
        return case
    return precedent_case(case)


def is_apart(case: Case, principal: Principal) -> bool:
    """Whether a judge of a match plays against one of its players now, and neither examines the case nor was called."""
    services, match_id = request_context().services, case.opening.match
    if principal.actor == case.judge or principal.actor in services.desks.judges(match_id):
        return False
    return bool(services.cases.setting(match_id).opponents(principal.actor))


def case_for(case_id: str, principal: Principal) -> Case:
    """A case as somebody may read it. Raises Problem 401, 403, 404."""
    try:
        case = request_context().services.cases.one(case_id)
    except Unknown:
        raise not_theirs(principal, "case", case_id) from None
    except DAMAGED:
        # how it would be read is not known: it is told to whom no case about the match is hidden
        if knows_damaged(case_id, principal):
            raise
        raise not_theirs(principal, "case", case_id) from None
    if case_viewer(case, principal) is None:
        raise not_theirs(principal, "case", case_id)
    return disclosed_case(case, principal)


def knows_damaged(case_id: str, principal: Principal) -> bool:
    """Whether somebody may know of a case that cannot be read; the match that an entry or the list names decides."""
    services = request_context().services
    match_id = unless_damaged(case_id, partial(services.cases.match_of, case_id))
    match_id = match_id or services.case_index.match_of(case_id)
    return principal.scope == ADMIN or bool(
        match_id and unless_damaged(match_id, partial(knows_cases_of, match_id, principal))
    )


def case_listed(case: Case, eyes: CaseViewer) -> CaseSummaryReply:
    """A case in a few fields; without names for a viewer who reads none."""
    found = CaseSummaryReply(
        **structs.asdict(case_summary(case, eyes)), waits_for=waits_for(case, eyes, setting_of(case))
    )
    return found if tells_judge(eyes) else structs.replace(found, judge="")


def setting_of(case: Case) -> MatchSetting:
    """What holds of the match of a case; nothing is asked for a case that is closed, or whose match is not told."""
    if case.state == CLOSED or not case.opening.match:
        return MatchSetting()
    found: MatchSetting = request_context().services.cases.setting(case.opening.match)
    return found


def tells_judge(eyes: CaseViewer) -> bool:
    """Whether a viewer is told who is in charge."""
    return eyes.how not in (NAMELESS, PUBLISHED)


def knows_cases_of(match_id: str, principal: Principal) -> bool:
    """Whether somebody may know of every case about a match, however little of each they may read."""
    principal = about_match(match_id, principal)
    return (
        principal.scope == SEAT
        or is_public(match_id)
        or (principal.scope in (*OFFICES, ADMIN) and bool(office_about(match_id, principal)))
    )


def search_cases(query: dict[str, Any], principal: Principal) -> Iterator[tuple[Case, CaseViewer]]:
    """The cases that fit a query and that somebody may know of, newest first, after the one that the query names.

    The index gives the candidates; each is then compared as its reader may read it. Raises Problem 422 where the query
    names a case that they may not know of.
    """
    cases, after = request_context().services.cases, query.get("after")
    if after and not any(readable_cases(cases.some([after]), principal)):
        problem = f"No case {after} that this key may know of: begin again with the first page."
        raise Problem(422, "request.shape", because={"query": {"after": [problem]}})
    ids = request_context().services.case_index.search(query)
    readable = readable_cases(cases.some(ids), principal)
    if event_id := query.get("event"):
        readable = (found for found in readable if is_of_event(event_id, principal, found[0]))
    return (found for found in readable if unless_damaged(found[0].id, partial(fits_query, *found, query)))


def readable_cases(cases: Iterable[Case], principal: Principal) -> Iterator[tuple[Case, CaseViewer]]:
    """The cases that somebody may know of, without those about a damaged match: who may read those is not known.

    A case that cannot be shown is left out too: one case must not hide the others.
    """
    for case in cases:
        eyes = unless_damaged(case.opening.match, partial(case_viewer, case, principal))
        if eyes is not None and (found := unless_damaged(case.id, partial(listable_case, case, eyes, principal))):
            yield found, eyes


def listable_case(case: Case, eyes: CaseViewer, principal: Principal) -> Case:
    """The case as somebody may read it; whatever a list says of it can be said."""
    found = disclosed_case(case, principal)
    case_summary(found, eyes)
    disputed_version(found, eyes)
    return found


def open_cases_of(match_id: str, principal: Principal) -> list[CaseSummaryReply]:
    """The open cases about a match that somebody may know of, those first that stop play or began so."""
    cases = request_context().services.cases.of_match(match_id) if match_id else []
    readable = readable_cases((each for each in cases if each.state != CLOSED), principal)
    found = (case_listed(case, eyes) for case, eyes in readable)
    return sorted(found, key=lambda each: (not each.frozen, not each.freeze))


def fits_query(case: Case, eyes: CaseViewer, query: dict[str, Any]) -> bool:
    """Whether a case fits the query, by what its reader may read of it."""
    return all(not query[name] or fits(case, eyes, query[name]) for name, fits in SEARCHED.items())


def of_match(case: Case, eyes: CaseViewer, match_id: str) -> bool:
    return case.opening.match == match_id


def is_of_event(event_id: str, principal: Principal, case: Case) -> bool:
    """Whether the match of a case is played at an event, or was; False for who may not know of the event."""
    places, match_id = request_context().services.events.places(), case.opening.match
    played = places.played.get(match_id)
    event = played[0] if played is not None else places.left.get(match_id)
    return event is not None and event.id == event_id and bool(sight_of(event, principal))


def in_state(case: Case, eyes: CaseViewer, state: str) -> bool:
    return case.state == state


def by_rule(case: Case, eyes: CaseViewer, rule: str) -> bool:
    """Whether it cites a rule, or one whose id begins with these segments, as far as it may be read."""
    return any(f"{each}.".startswith(f"{rule}.") for each in rules_read(case, eyes))


def of_player(case: Case, eyes: CaseViewer, player: str) -> bool:
    """Whether a name or seat in the match, or a word of it, begins so; False for a viewer who reads no names."""
    if eyes.how in (NAMELESS, PUBLISHED):
        return False
    opening = case.opening
    sat = [
        *opening.players.values(),
        *case.players_then,
        *(seat for seat in opening.seats if seat not in opening.players),
    ]
    return any(begins_within(player, each) for each in sat)


def begins_within(wanted: str, name: str) -> bool:
    """Whether a name, or a word in it, begins with the wanted text."""
    return re.search(rf"(?<!\w){re.escape(spoken_form(wanted))}", spoken_form(name)) is not None


def of_game(case: Case, eyes: CaseViewer, game: str) -> bool:
    return case.opening.game == game


def of_card(case: Case, eyes: CaseViewer, card: str) -> bool:
    """Whether it is about a card, by key, id, title or words of it; other words are searched in the texts."""
    keys = cards_named(case.opening.game, card)
    about = keys or cards_called(case.opening.game, card)
    return bool(about & readable_traits(case, eyes).cards) or (not keys and says(case, eyes, card))


def by_remedy(case: Case, eyes: CaseViewer, remedy: str) -> bool:
    return readable_traits(case, eyes).remedy == remedy


def has_tag(case: Case, eyes: CaseViewer, tag: str) -> bool:
    """Whether it was tagged as a precedent with this word."""
    tags = (
        each for entry in visible_entries(case, eyes) if entry["kind"] == "precedent_tagged" for each in entry["tags"]
    )
    return tag.casefold() in (each.casefold() for each in tags)


def says(case: Case, eyes: CaseViewer, words: str) -> bool:
    """Whether every word stands in the part that may be read."""
    return all_in(words, readable_words(case, eyes))


def ruling_says(case: Case, eyes: CaseViewer, words: str) -> bool:
    """Whether every word stands in a ruling, or in what was published of one."""
    return all_in(words, readable_words(case, eyes, RULINGS))


def all_in(words: str, text: str) -> bool:
    """Whether each word begins some word of the text."""
    there = set(WORD.findall(text.casefold()))
    return all(any(each.startswith(word) for each in there) for word in WORD.findall(words.casefold()))


def readable_traits(case: Case, eyes: CaseViewer) -> CaseTraits:
    """What a case is about, as far as it may be read."""
    return request_context().services.precedents.traits(case, eyes)


SEARCHED: dict[str, Callable[[Case, CaseViewer, str], bool]] = {
    "match": of_match,
    "game": of_game,
    "state": in_state,
    "rule": by_rule,
    "player": of_player,
    "card": of_card,
    "remedy": by_remedy,
    "tag": has_tag,
    "ruling": ruling_says,
    "text": says,
}


T = TypeVar("T")


def as_command(value: Any, kind: type[T]) -> T:
    """A value as a command. Raises Problem 422."""
    try:
        return read_command(value, kind)
    except msgspec.ValidationError as error:
        raise shape_problem(error, kind) from error


def actor_for(principal: Principal, match_id: str = "") -> Actor:
    """The office in which somebody acts in a case, about a match if one is named.

    Who may read a case may be the seat of another match, which has no part in it. Raises Problem 403 for a key without
    an office.
    """
    if match_id:
        principal = require_somebody(about_match(match_id, principal))
    needed = [SEAT, JUDGE, HEAD_JUDGE, ORGANIZER, ADMIN]
    if principal.scope not in needed:
        raise Problem(403, "request.scope", because={"scope": principal.scope, "needed": needed})
    return Actor(principal.actor, principal.scope)
