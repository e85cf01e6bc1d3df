"""The checks of results that are reported: those of the regulation, what stands already, and what the match has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from domain.kernel.checks import check
from domain.kernel.formats.reading import meant_by
from domain.kernel.formats.text_forms import is_legible
from domain.kernel.refusals import Refusal
from domain.tournaments.context import Fault, TournamentContext
from domain.tournaments.player_names import hidden_problem, mark_hidden
from domain.tournaments.results_at_odds import contradicts
from domain.tournaments.tournament import CHANGERS


@check("results_of_all", "judging.event.result-named")
def results_of_all(context: TournamentContext) -> Refusal | None:
    """Each player of the table has a result that the regulation names, and not more of them one than it allows."""
    results, players, kinds = context.command.results, context.table.players, context.event.rules.results()
    unknown = sorted({each for each in results.values() if each not in kinds})
    if unknown:
        return Refusal("judging.event.result-named", unknown_result(results, unknown, list(kinds)))
    if sorted(results) != sorted(players):
        because: Fault = {"players": list(players), "given": sorted(map(mark_hidden, results))}
        if hidden := next((each for each in results if each not in players and hidden_problem(each)), ""):
            because |= {"field": "results", "problem": f"{mark_hidden(hidden)} {hidden_problem(hidden)}"}
        return Refusal("judging.event.result-named", because)
    counted = Counter(results.values())
    many = sorted(name for name, n in counted.items() if kinds[name].most and n > kinds[name].most)
    wins = sum(kinds[each].counts == "win" for each in results.values())
    byes = sorted(each for each in results if kinds[results[each]].counts == "bye") if len(players) > 1 else []
    if not (many or wins > 1 or byes):
        return None
    wrong: Fault = {"too_many": many, "problem": "given to more players than may have it"}
    if wins > 1:
        wrong = {"wins": wins, "problem": "one player of a table wins at most"}
    elif byes:
        wrong = {"bye": byes, "problem": "a bye is for a player who sits alone"}
    return Refusal("judging.event.result-named", {"field": "results", "given": results, **wrong})


def unknown_result(results: Mapping[str, str], unknown: list[str], kinds: list[str]) -> Fault:
    """The data of a refusal of results that the regulation does not name; the field is that of the first player."""
    player = next(each for each, result in results.items() if result in unknown)
    meant = meant_by(results[player], kinds)
    because: Fault = {"results": unknown, "known": kinds, "field": f"results.{mark_hidden(player)}"}
    return {**because, "problem": "is no result of the regulation", **({"meant": meant} if meant else {})}


@check("places_without_gap", "judging.event.result-named")
def places_without_gap(context: TournamentContext) -> Refusal | None:
    """Where results are places, a player has a place only if as many players as there are better ones have those.

    Who sits alone was placed before nobody: the place is what their bye is worth.
    """
    results, places = context.command.results, context.event.rules.places() if len(context.table.players) > 1 else ()
    for better, place in enumerate(places):
        if place not in results.values() or sum(each in places[:better] for each in results.values()) >= better:
            continue
        first = next(each for each in places if each not in results.values())
        because: Fault = {"field": "results", "given": results, "places": list(places[: len(results)])}
        return Refusal(
            "judging.event.result-named", {**because, "problem": f"somebody is {place}, and nobody is {first}"}
        )
    return None


@check("result_stands", "judging.event.result-stands")
def result_stands(context: TournamentContext) -> Refusal | None:
    """Who reports another result than stands may do so and says why; also again one that the match contradicts.

    So is a bye, which may not count until somebody says that it does.
    """
    stands, command = context.table.results, context.command
    is_unsettled = is_at_odds(context) or len(context.table.players) == 1
    if not stands or (may_change(context) and (stands != command.results or is_unsettled)):
        return None
    because: Fault = {"stands": stands, **change_fault(context)}
    return Refusal("judging.event.result-stands", because)


NO_DRAW = (
    "The match ended without a winner, and the regulation of the event has no draw: the head judge or the organizer"
    " reports the result, and says why."
)


def may_change(context: TournamentContext) -> bool:
    return context.office in CHANGERS and is_legible(context.command.reason)


def change_fault(context: TournamentContext) -> Fault:
    """The data of a refused change of a result: what was reported, and the missing office or reason."""
    if context.office not in CHANGERS:
        return {"given": context.command.results, "office": context.office, "needed": list(CHANGERS)}
    if not is_legible(context.command.reason):
        return {"field": "reason", "problem": "missing"}
    return {"given": context.command.results}


@check("result_as_match", "judging.event.result-as-match")
def result_as_match(context: TournamentContext) -> Refusal | None:
    """A match that is over says who won; another result is the head judge's or the organizer's, with a reason."""
    seen = context.matches.get(context.table.match)
    if seen is None or may_change(context):
        return None
    if not seen.over:
        return won_by_who_left(context, seen.gone)
    won = context.table.player_of(seen.winner) if seen.winner else ""
    if not contradicts(context.event.rules, context.command.results, won):
        return None
    because: Fault = {
        "match": context.table.match,
        "winner": won,
        **change_fault(context),
    }
    has_draws = any(each.counts == "draw" for each in context.event.rules.result)
    return Refusal("judging.event.result-as-match", because, "" if won or has_draws else NO_DRAW)


def won_by_who_left(context: TournamentContext, gone: tuple[str, ...]) -> Refusal | None:
    """Why nobody wins at time who has left the match while the others play on."""
    kinds = context.event.rules.results()
    left = [player for seat in gone if (player := context.table.player_of(seat))]
    wins = [each for each in left if kinds[context.command.results[each]].counts == "win"]
    if not wins:
        return None
    because: Fault = {"match": context.table.match, "left": left, **change_fault(context)}
    said = f"{wins[0]} has left the match, which goes on without them."
    return Refusal("judging.event.result-as-match", because, said)


def is_at_odds(context: TournamentContext) -> bool:
    """Whether the match of the table does not have the result that stands."""
    seen, stands = context.matches.get(context.table.match), context.table.results
    if seen is None:
        return False
    won = context.table.player_of(seen.winner) if seen.winner else ""
    return not seen.over or contradicts(context.event.rules, stands, won)
