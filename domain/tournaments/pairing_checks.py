"""The checks of players and pairings that come from outside, and of the matches that tables play.

A check of one line runs on every line, so that the refusal names all wrong lines by their numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import structs

from domain.kernel.checks import check
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.reading import meant_by
from domain.kernel.formats.text_forms import is_legible
from domain.kernel.ids import ADMIN
from domain.kernel.refusals import Refusal
from domain.tournaments import commands as c
from domain.tournaments.context import (
    Fault,
    MatchInTournament,
    OpenCase,
    TournamentContext,
    by_line,
    exchanged_tables,
    is_put_anew,
    lost_tables,
    seated_lines,
)
from domain.tournaments.player_names import (
    hidden_problem,
    is_named,
    label_problem,
    mark_hidden,
    seen_form,
    spoken_form,
    stranger_problem,
)
from domain.tournaments.tournament import Tournament

# what is wrong with a player whom another line has too
STANDS_TOO = "stands in line {line} too"


def with_seats(context: TournamentContext) -> c.TournamentCommand:
    """The command with its seats written out, where it names a match and no seats."""
    command: c.TournamentCommand = context.command
    if isinstance(command, c.SeatMatch):
        return structs.replace(
            command, seats=seats_by_player(context, context.table.players, command.match, command.seats)
        )
    if isinstance(command, c.PairRound):
        tables = tuple(
            c.Pairing(
                each.table, each.players, each.match, seats_by_player(context, each.players, each.match, each.seats)
            )
            for each in command.tables
        )
        return structs.replace(command, tables=tables)
    return command


def seats_by_player(
    context: TournamentContext, players: tuple[str, ...], match: str, given: dict[str, str]
) -> dict[str, str]:
    """The seat of each player: as given, else as the match names them, the others in the order of the free seats."""
    if given or match not in context.matches:
        return given
    seen, by_form = context.matches[match], {spoken_form(each): each for each in players}
    named = {by_form[spoken_form(player)]: seat for seat, player in seen.players.items()}
    free = (seat for seat in seen.seats if seat not in named.values())
    return {player: named[player] if player in named else next(free) for player in players}


def name_problem(named: Iterable[str], players: tuple[str, ...]) -> str:
    """What is wrong with the names in a match at a table of these players, if anything is."""
    left = {spoken_form(each) for each in players}
    for name in named:
        if spoken_form(name) not in left:
            return f"names {name}, who has no place at this table"
        left.remove(spoken_form(name))
    return ""


@check("new_players", "judging.event.player-enrolled")
def new_players(context: TournamentContext) -> Refusal | None:
    """Nobody is enrolled twice, nor again who has left, nor by a name that hides some of itself or looks like another.

    Nor is anybody by what stands for a player whose name cannot be read: that is the name of another one.

    The lines say where.
    """
    by_form, faults = {spoken_form(each): each for each in context.event.players}, list[Fault]()
    by_look, lines = {seen_form(each): each for each in context.event.players}, dict[str, int]()
    for line, player in enumerate(context.command.players, 1):
        if hidden := hidden_problem(player):
            faults.append({"line": line, "field": "players", "player": mark_hidden(player), "problem": hidden})
        elif there := by_form.get(spoken_form(player)):
            left = context.event.players.get(there, "")
            problem = (
                "has left the event, and whoever has left is not enrolled again" if left else "is enrolled already"
            )
            problem += "" if there == player else f", as {there}"
            faults.append({"line": line, "player": player, "problem": problem})
        elif label := label_problem(player):
            faults.append({"line": line, "field": "players", "player": player, "problem": label})
        elif first := lines.get(spoken_form(player)):
            # nobody of a list that is refused is enrolled
            faults.append({"line": line, "player": player, "problem": f"is named twice: in line {first} too"})
        elif alike := by_look.get(seen_form(player)):
            faults.append(
                {"line": line, "player": player, "problem": f"looks like {alike}, in letters of another script"}
            )
        lines.setdefault(spoken_form(player), line)
        by_look.setdefault(seen_form(player), player)
    return by_line("judging.event.player-enrolled", faults)


@check("next_round", "judging.event.round-in-order")
def next_round(context: TournamentContext) -> Refusal | None:
    """Rounds follow each other; one is paired anew only while it has neither started nor a result."""
    event, number = context.event, context.command.round
    paired = len(event.rounds)
    if number > paired + 1:
        return Refusal("judging.event.round-in-order", {"round": number, "next": paired + 1})
    if number <= paired:
        earlier = event.rounds[number - 1]
        results = sum(len(each.players) > 1 and bool(each.results) for each in earlier.tables.values())
        if number < paired or earlier.started or results:
            because: Fault = {"round": number, "started": earlier.started, "results": results, "rounds": paired}
            return Refusal("judging.event.round-in-order", because)
    if number > 1 and event.rounds[number - 2].open_tables:
        open_tables = event.rounds[number - 2].open_tables
        return Refusal("judging.event.round-in-order", {"round": number - 1, "without_result": open_tables[:20]})
    return None


@check("kind_of_round", "judging.event.regulation-fits")
def kind_of_round(context: TournamentContext) -> Refusal | None:
    kind, rules = context.command.kind, context.event.rules
    if kind and not rules.minutes(kind):
        kinds = [each.kind for each in rules.round]
        because: Fault = {"kind": kind, "known": kinds, "field": "kind", "problem": "is no kind of round"}
        meant = meant_by(kind, kinds)
        return Refusal("judging.event.regulation-fits", {**because, **({"meant": meant} if meant else {})})
    return None


@check("lawful_lines", "judging.event.pairings-lines")
def lawful_lines(context: TournamentContext) -> Refusal | None:
    """Every line of the pairings holds by itself and beside the others; all that do not are named by their number."""
    faults = line_faults(context.event, context.command.tables)
    if faults:
        # what is wrong with the matches of the other lines is said at once
        wrong = {fault["line"] for fault in faults}
        faults += [fault for fault in match_faults(context) if fault["line"] not in wrong]
        faults.sort(key=lambda fault: int(str(fault["line"])))
    return by_line("judging.event.pairings-lines", faults)


def line_faults(event: Tournament, tables: tuple[c.Pairing, ...]) -> list[Fault]:
    """What is wrong with the lines of pairings by themselves and beside each other, by their numbers."""
    counted = Counter(each.table for each in tables)
    seated_at: dict[str, int] = {}
    faults: list[Fault] = []
    for line, each in enumerate(tables, 1):
        problems = [*line_problems(event, each), *double_seatings(each, line, seated_at)]
        if counted[each.table] > 1:
            problems.append({"field": "table", "value": each.table, "problem": "stands twice"})
        faults += [{"line": line, **problem} for problem in problems]
    return faults


def line_problems(event: Tournament, pairing: c.Pairing) -> Iterable[Fault]:
    """What is wrong with a line by itself: who plays, and how many."""
    for player in pairing.players:
        if player not in event.players:
            problem = stranger_problem(event.players, player) or "is not enrolled"
            yield {"field": "players", "value": mark_hidden(player), "problem": problem}
        elif event.players[player]:
            yield {"field": "players", "value": player, "problem": "has left the event"}
    number = len(pairing.players)
    if number == 1 and not event.rules.bye():
        yield {"field": "players", "value": number, "problem": "the regulation has no bye"}
    elif number > 1 and number not in event.rules.seats:
        yield {"field": "players", "value": number, "problem": f"expected {join_names(event.rules.seats, 'or')}"}
    if number == 1 and pairing.match:
        yield {"field": "match", "value": pairing.match, "problem": "a bye has no match"}


def double_seatings(pairing: c.Pairing, line: int, seated_at: dict[str, int]) -> Iterable[Fault]:
    for player in pairing.players:
        if player in seated_at:
            yield {"field": "players", "value": player, "problem": STANDS_TOO.format(line=seated_at[player])}
        seated_at.setdefault(player, line)


@check("matches_fit", "judging.event.match-of-table")
def matches_fit(context: TournamentContext) -> Refusal | None:
    """A match that pairings name is the organizer's, of the game and of no other table, and seats each player."""
    return by_line("judging.event.match-of-table", match_faults(context))


def match_faults(context: TournamentContext) -> list[Fault]:
    """What is wrong with the matches that pairings name, by line."""
    tables, taken = context.command.tables, matches_elsewhere(context.event, context.command.round, 0)
    faults: list[Fault] = []
    for line, each in enumerate(tables, 1):
        if each.match:
            problem = match_problem(context, each.match, each.players, each.seats, taken)
            faults += [{"line": line, **problem}] if problem else []
            taken.add(each.match)
        elif each.seats:
            faults.append({"line": line, "field": "match", "problem": "seats are given, and no match is named"})
    return faults


@check("match_fits", "judging.event.match-of-table")
def match_fits(context: TournamentContext) -> Refusal | None:
    command: c.SeatMatch = context.command
    taken = matches_elsewhere(context.event, command.round, command.table)
    problem = match_problem(context, command.match, context.table.players, command.seats, taken)
    return Refusal("judging.event.match-of-table", problem) if problem else None


@check("no_part_in_match", "judging.event.match-of-table")
def no_part_in_match(context: TournamentContext) -> Refusal | None:
    """Nobody plays a match that they opened or looked at, whoever puts it to their table."""
    command = with_seats(context)
    if isinstance(command, c.SeatMatch):
        problem = part_problem(context, command.match, context.table.players, command.seats)
        fault: Fault = {"field": "match", "value": command.match, "problem": problem}
        return Refusal("judging.event.match-of-table", fault) if problem else None
    lines = command.tables if isinstance(command, c.PairRound) else ()
    faults: list[Fault] = [
        {"line": line, "field": "match", "value": each.match, "problem": problem}
        for line, each in enumerate(lines, 1)
        if each.match and (problem := part_problem(context, each.match, each.players, each.seats))
    ]
    return by_line("judging.event.match-of-table", faults)


@check("match_stays", "judging.event.match-stays")
def match_stays(context: TournamentContext) -> Refusal | None:
    """A table keeps its match, with who judges it and who reads it, unless it is said why another is played there."""
    command: c.SeatMatch = context.command
    if not lost_tables(context.event, command):
        return None
    return leaving_refusal(context, {command.table: context.table.match}, {"table": command.table})


@check("matches_stay", "judging.event.match-stays")
def matches_stay(context: TournamentContext) -> Refusal | None:
    """A round that is paired anew keeps the matches that its tables have, unless it is said why it does not."""
    command: c.PairRound = context.command
    gone = (*lost_tables(context.event, command), *exchanged_tables(context.event, command))
    lost = {each.table: each.match for each in sorted(gone, key=lambda each: each.table)}
    return leaving_refusal(context, lost, {"round": command.round}) if lost else None


def leaving_refusal(context: TournamentContext, lost: Mapping[int, str], where: Fault) -> Refusal | None:
    """Why matches may not leave their tables: one of them has an open case, or no reason is given."""
    stands = next(iter(lost.values())) if "table" in where else lost
    cases = sorted(each.case for each in context.open_cases if each.match in lost.values())
    if cases:
        return Refusal("judging.event.match-stays", {**where, "stands": stands, "cases": cases})
    if is_legible(context.command.reason):
        return None
    return Refusal("judging.event.match-stays", {**where, "stands": stands, "field": "reason", "problem": "missing"})


@check("seats_stay", "judging.event.seats-stay")
def seats_stay(context: TournamentContext) -> Refusal | None:
    """While a case about a match is open, each of its seats has the player whom the case names, or who sat there."""
    lines = {each.match: each.seats for each in seated_lines(with_seats(context)) if each.match}
    kept = [
        (each, seats_kept(context.event, each, lines[each.match])) for each in context.open_cases if each.match in lines
    ]
    kept = [(case, seats) for case, seats in kept if seats]
    if not kept:
        return None
    said = [
        f"Case {case.case} about {case.match} is open, in which"
        f" {join_names([f'{player} sits at {seat}' for seat, player in seats.items()])}."
        for case, seats in kept
    ]
    because: Fault = {
        "cases": [case.case for case, _ in kept],
        "matches": list(dict.fromkeys(case.match for case, _ in kept)),
        "seats": {case.case: seats for case, seats in kept},
    }
    return Refusal(
        "judging.event.seats-stay", because, f"{' '.join(said)} Nobody else is seated there before it is closed."
    )


def seats_kept(event: Tournament, case: OpenCase, seats: Mapping[str, str]) -> dict[str, str]:
    """The seats of a case's match that would get another player, each with the player who keeps it."""
    place = event.table_of(case.match)
    sat = place[1].seats if place is not None else event.left.get(case.match, {})
    kept = {**{seat: player for player, seat in sat.items()}, **case.players}
    put = {seat: player for player, seat in seats.items()}
    return {
        seat: player
        for seat, player in kept.items()
        if player and seat in put and spoken_form(put[seat]) != spoken_form(player)
    }


def matches_elsewhere(event: Tournament, round: int, table: int) -> set[str]:
    """The matches of all other tables; pairings (`table` 0) replace those of their whole round."""
    return {
        each.match
        for there, each in event.tables()
        if each.match and (there.round != round or (table and each.table != table))
    }


def match_problem(
    context: TournamentContext, match: str, players: tuple[str, ...], seats: dict[str, str], taken: set[str]
) -> Fault | None:
    where: Fault = {"field": "match", "value": match}
    seen = context.find_match(match)
    if seen is None:
        return {**where, "problem": "there is no such match that the organizer opened"}
    if seen.game != context.event.game:
        return {**where, "problem": "is a match of another game"}
    if seen.event not in ("", context.event.id):
        return {**where, "problem": "is played at another event"}
    if match in taken:
        return {**where, "problem": "is played at another table"}
    if len(seen.seats) != len(players):
        return {**where, "problem": f"has {len(seen.seats)} seats"}
    if hidden := next((each for each in seats if each not in players and hidden_problem(each)), ""):
        return {**where, "field": "seats", "value": mark_hidden(hidden), "problem": hidden_problem(hidden)}
    if stranger := next((each for each in seats if each not in players), ""):
        return {**where, "field": "seats", "value": stranger, "problem": f"{stranger} has no place at this table"}
    if unseated := [each for each in players if seats and each not in seats]:
        return {**where, "field": "seats", "value": seats, "problem": f"gives {join_names(unseated)} no seat"}
    if seats and sorted(seats.values()) != sorted(seen.seats):
        return {**where, "field": "seats", "value": seats, "problem": f"expected one each of {', '.join(seen.seats)}"}
    if problem := name_problem(seen.players.values(), players):
        return {**where, "problem": problem}
    problem = seats_problem(seen, seats)
    return {**where, "field": "seats", "value": seats, "problem": problem} if problem else None


def part_problem(context: TournamentContext, match: str, players: tuple[str, ...], seats: Mapping[str, str]) -> str:
    """What is wrong with a match that is put to a table at which somebody plays who has had a part in it, if anything.

    Who opened it may know the keys of its seats, and who has looked at it the hands. An admin puts any to any table.
    """
    if context.asker.role == ADMIN or not is_put_anew(context.event, match, seats):
        return ""
    seen = context.matches[match]
    if is_named(seen.organizer, players):
        return f"was opened by {seen.organizer}, who plays at this table"
    looked = [each for each in players if is_named(each, seen.looked)]
    return f"was looked at or judged by {join_names(looked)}, who plays at this table" if looked else ""


def seats_problem(seen: MatchInTournament, seats: dict[str, str]) -> str:
    """What the match says of one whom it names, where other seats are given."""
    named = {spoken_form(player): seat for seat, player in seen.players.items()}
    there = ((player, seat, named.get(spoken_form(player), seat)) for player, seat in seats.items())
    return next((f"the match seats {player} as {other}" for player, seat, other in there if other != seat), "")
