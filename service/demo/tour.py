"""The demonstration: a match, a dispute, a replay, the ledger, the verification, excerpts of the other games.

`tour` yields the lines to print; `chapters` lists its parts in order. The tour has a store of its own. What it shows is
what a game registers in `service.games`; it is searched for in the match and not fixed in advance.
`service.demo.invitation` continues with the service on that store.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from msgspec import Struct

from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.ids import Viewer
from domain.match.aggregate import Match, decode_event
from projections.windows.fold import fold_ledger
from service.app.match.matches import MatchApplication
from service.app.record.verification import verify_match
from service.app.rulebooks import rule_of
from service.demo.decks import deck_text
from service.demo.excerpts import excerpt_lines, excerpts
from service.demo.moments import DisputedCommand, Events, disputed_command, fitting_task, passed_windows
from service.files.records import complete_record, store_record
from service.games import PRESENTATIONS, presentation_of
from service.games.demonstration import DemoDecks, DemoDispute, Versions
from service.migrate import migrate
from service.present.text.endings import ending_sentence
from service.present.text.facts import value_words
from service.present.text.names import CardTitles
from service.present.text.story import StoryTeller
from service.present.text.window import window_lines
from service.present.text.window_ledger import ledger_lines, options_at
from service.present.text.words_of_games import names_for
from service.settings import Settings
from service.tools.simulate import SimulationTask, player_chance, random_answer, task_opening
from service.wiring import matches_of

MATCH = "m-demo"


class PlayedMatch(Struct):
    """The match of the tour: its store, all its versions and its events, the dispute to search for."""

    matches: MatchApplication
    versions: Versions
    events: Events
    dispute: DemoDispute

    @property
    def newest(self) -> Match:
        return self.versions[len(self.versions)]

    @property
    def disputed(self) -> DisputedCommand:
        """The command in dispute."""
        return disputed_command(self.versions, self.dispute)


def tour(settings: Settings) -> Iterator[str]:
    """Yield the lines of all chapters, each chapter under its heading. Creates the store and leaves the match in it."""
    began = monotonic()
    migrate(settings)
    matches = matches_of(settings)
    for number, (title, lines) in enumerate(chapters(matches), 1):
        yield f"\n=== {number}. {title}\n"
        yield from lines
    matches.close()
    yield f"\nAll of this took {monotonic() - began:.0f} s. Go on with the tour in api_docs/tour.md."


def chapters(matches: MatchApplication) -> Iterator[tuple[str, Iterator[str]]]:
    """The chapters in order: the title and the lines of each. The lines of the second play the match for the others."""
    game, dispute = tour_game()
    if decks := presentation_of(game).demo.decks:
        yield decks.title, deck_lines(decks)
    yield "A match is played: every action is an immutable event in a store", short_story(matches, game, dispute)
    played = tour_match(matches)
    yield "A dispute: why is this refused?", refused_command(played)
    yield "A dispute: who could have acted?", opportunity(played)
    yield f"The replay of that {dispute.span_name}, round by round, for anybody", replay_round(played)
    yield "The ledger of its windows", span_windows(played)
    yield "The verification", verification(played)
    for task, excerpt in excerpts():
        yield excerpt.title, excerpt_lines(matches, task, excerpt)


def tour_game() -> tuple[str, DemoDispute]:
    """The game of the tour's match and its dispute: the first game that has one. Raises LookupError for none."""
    for game, presentation in PRESENTATIONS.items():
        if presentation.demo.dispute:
            return game, presentation.demo.dispute
    raise LookupError("no game has a dispute to show")


def deck_lines(decks: DemoDecks) -> Iterator[str]:
    """What the game says of the decks of its demonstration."""
    return decks.lines([deck_text(name) for name in decks.files])


def short_story(matches: MatchApplication, game: str, dispute: DemoDispute) -> Iterator[str]:
    """Play the match of the tour into the store. Yields its length, how it ended, and the rule by which it did."""
    play_tour(matches, fitting_task(game, dispute))
    played = tour_match(matches)
    table, stored = played.newest.table, matches.payloads(MATCH)
    facts = sum(len(event.facts) for _, event in played.events)
    over = table.over
    size = sum(map(len, stored)) // 1024
    length = presentation_of(game).demo.length(table)
    yield f"  {', '.join(filter(None, (f'{len(stored)} actions with {facts} facts', f'{size} KB', length)))}"
    yield f"  {ending_sentence(over.winner, over.how)}"
    yield f"    rule  {over.rule}: {rule_of(over.rule).text}"


def play_tour(matches: MatchApplication, task: SimulationTask) -> None:
    """Play a match to its end with random players, each command a stored event."""
    matches.open_match(MATCH, task_opening(task), key="open", actor="organizer", seed=task.seed)
    while (match := matches.fresh(MATCH)).table.over is None:
        seat, command = random_answer(match, player_chance(task, match.version))
        matches.act(MATCH, seat, command, wait=match.wait, key=f"demo-{match.version}", actor=seat)


def tour_match(matches: MatchApplication) -> PlayedMatch:
    """The match of the tour, loaded from the store."""
    versions = {after.version: after for _, after in matches.replay(MATCH)}
    events = [(n, decode_event(versions[n], payload)) for n, payload in enumerate(matches.payloads(MATCH), 1)]
    return PlayedMatch(matches, versions, events, tour_game()[1])


def refused_command(played: PlayedMatch) -> Iterator[str]:
    """A command that the rules refuse: its window, the refusal and the text of the rule."""
    attempt = played.disputed
    match, seat, refusal = attempt.match, attempt.seat, attempt.refusal
    names = titles_seen(match, seat)
    yield f'  "{played.dispute.question}" - {seat}, at version {match.version}. What was open then:'
    yield ""
    yield from indent(window_lines(describe_open_window(match.rules, match.table, Viewer(seat)), names))
    yield ""
    yield f"  Put to the rules: {played.dispute.attempt_words(attempt.command, names)}. Refused:"
    yield f"    rule     {refusal.rule}: {rule_of(refusal.rule).title}"
    yield f"    text     {rule_of(refusal.rule).text}"
    yield from (f"    because  {name}: {value_words(value, names)}" for name, value in refusal.because.items())


def opportunity(played: PlayedMatch) -> Iterator[str]:
    """The lines about an opportunity that was passed up, as that player and as the public may see it."""
    row, version, seat = passed_windows(played.versions, played.events)[-1]
    match = played.versions[version]
    yield f'  "Could {seat} have answered that?" - version {version}, window {row.id}, as {seat} may know it:'
    yield ""
    yield from indent(seen_by(match, seat))
    yield ""
    yield "  The same window as everybody else may know it:"
    yield ""
    yield from indent(seen_by(match, "public"))


def seen_by(match: Match, viewer: str) -> Iterator[str]:
    answer = describe_open_window(match.rules, match.table, Viewer(viewer))
    return window_lines(answer, titles_seen(match, viewer))


def replay_round(played: PlayedMatch) -> Iterator[str]:
    """The round of the dispute in words, told from the stored facts alone."""
    first, last = dispute_span(played)
    telling = StoryTeller(names_for(played.newest.rules), Viewer("public"))
    for version, event in played.events:
        lines = list(telling.lines(version, event))
        if first <= version <= last:
            yield from indent(iter(lines))


def dispute_span(played: PlayedMatch) -> tuple[int, int]:
    """The first and the last version of the part of the match in which the dispute arose."""
    return played.dispute.span(played.versions, played.disputed.match.version)


def span_windows(played: PlayedMatch) -> Iterator[str]:
    """Every window between these versions: who was asked, what each could have done, who passed and how."""
    first, last = dispute_span(played)
    rows = [row for row in fold_ledger(played.events) if first <= int(row.id.partition(".")[0]) <= last]
    names = CardTitles(played.newest.rules.pool.cards, game=played.newest.rules.name)
    yield from indent(ledger_lines(rows, names, options_at(played.versions, Viewer("judge"))))


def verification(played: PlayedMatch) -> Iterator[str]:
    """The lines about the checks: hash chain, fold, deciding again, and importing the record into a second store."""
    result = verify_match(played.matches, MATCH)
    yield f"  {result.versions} versions: {len(result.differences)} differences"
    yield "  the hash chain is whole; folding the stored events gives the table at every version;"
    yield "  every command, run again through the rules on the recorded table, gives the recorded facts"
    record = list(complete_record(played.matches, MATCH))
    with TemporaryDirectory(prefix="praetor-") as folder:
        settings = Settings(db=Path(folder) / "copy.db")
        migrate(settings)
        copy = matches_of(settings)
        store_record(copy, record)
        same = list(complete_record(copy, MATCH)) == record
        copy.close()
    size = sum(map(len, record)) // 1024
    lines = f"{len(record)} lines of JSON, {size} KB"
    yield f"  its record ({lines}), brought into a second store: {same_words(same)}"


def same_words(same: bool) -> str:
    return "the same, byte for byte" if same else "not the same"


def titles_seen(match: Match, viewer: str) -> CardTitles:
    names = CardTitles(match.rules.pool.cards, game=match.rules.name)
    names.look_at(match.table, Viewer(viewer))
    return names


def indent(lines: Iterator[str]) -> Iterator[str]:
    return (f"    {line.strip(chr(10))}" for line in lines)
