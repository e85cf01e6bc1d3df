"""The demonstration: a match from two ThronesDB decks, a dispute, a replay, the ledger, the verification.

`tour` yields the lines to print; CHAPTERS are its parts in order. The tour has a store of its own. What it shows is
searched for in the match and not fixed in advance. `service.demo.invitation` continues with the service on that store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from msgspec import Struct

from domain.games.agot_lcg.decks.deck import deck_faults
from domain.games.agot_lcg.decks.deck_import import import_deck
from domain.games.agot_lcg.pool.pool import core_pool
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.ids import Viewer
from domain.match.aggregate import Match, decode_event
from projections.windows.fold import fold_ledger
from service.app.match.matches import MatchApplication
from service.app.record.verification import verify_match
from service.app.rulebooks import rule_of
from service.demo.board import board_game
from service.demo.decks import deck_text
from service.demo.moments import Events, Versions, fitting_task, passed_windows, refused_defender
from service.files.records import complete_record, store_record
from service.games import PRESENTATIONS
from service.migrate import migrate
from service.present.text.facts import value_words
from service.present.text.names import CardTitles
from service.present.text.rows import ledger_lines, options_at
from service.present.text.story import StoryTeller
from service.present.text.tellers import names_for
from service.present.text.window import window_lines
from service.settings import Settings
from service.tools.simulate import SimulationTask, player_chance, random_answer, task_opening
from service.wiring import matches_of

GAME = "agot_lcg"
MATCH = "m-demo"


class PlayedMatch(Struct):
    """The match of the tour: its store, all its versions and its events."""

    matches: MatchApplication
    versions: Versions
    events: Events

    @property
    def newest(self) -> Match:
        return self.versions[len(self.versions)]


def tour(settings: Settings) -> Iterator[str]:
    """Yield the lines of all chapters, each chapter under its heading. Creates the store and leaves the match in it."""
    began = monotonic()
    migrate(settings)
    matches = matches_of(settings)
    yield from chapter_heading(1, "Two decks, as ThronesDB exports them")
    yield from deck_lines()
    yield from chapter_heading(2, "A match is played: every action is an immutable event in a store")
    played = play_tour(matches, fitting_task(GAME))
    yield from short_story(played)
    for number, (title, chapter) in enumerate(CHAPTERS, 3):
        yield from chapter_heading(number, title)
        yield from chapter(played)
    yield from chapter_heading(len(CHAPTERS) + 3, "A board game, in the same store")
    yield from board_game(matches)
    matches.close()
    yield f"\nAll of this took {monotonic() - began:.0f} s. Go on with the tour in api_docs/tour.md."


def chapter_heading(number: int, title: str) -> Iterator[str]:
    yield f"\n=== {number}. {title}\n"


def deck_lines() -> Iterator[str]:
    pool = core_pool()
    for name in PRESENTATIONS[GAME].demo.decks:
        imported = import_deck(deck_text(name), pool)
        assert imported.deck is not None
        deck = imported.deck
        faults = deck_faults(deck, pool)
        agenda = f", {pool.cards[deck.agenda].title}" if deck.agenda else ""
        size = f"{len(deck.plots)} plots, {len(deck.cards)} cards"
        verdict = "lawful" if not faults else ", ".join(each.rule for each in faults)
        yield f"  {imported.name}: {pool.cards[deck.faction].title}{agenda}; {size}; {verdict}"
    wrong = deck_text("stark.txt").replace("3x Eddard Stark", "3x Edard Stark")
    for fault in import_deck(wrong, pool).faults:
        candidates = " or ".join(fault.candidates)
        read = f"line {fault.line}, {fault.text!r}"
        yield f"  with a slip of the pen: {read}: {fault.rule} (meant: {candidates})"


def play_tour(matches: MatchApplication, task: SimulationTask) -> PlayedMatch:
    """Play a match to its end with two random players, each command a stored event. Returns what was played."""
    matches.open_match(MATCH, task_opening(task), key="open", actor="organizer", seed=task.seed)
    while (match := matches.fresh(MATCH)).table.over is None:
        seat, command = random_answer(match, player_chance(task, match.version))
        matches.act(MATCH, seat, command, wait=match.wait, key=f"demo-{match.version}", actor=seat)
    return tour_match(matches)


def tour_match(matches: MatchApplication) -> PlayedMatch:
    """The match of the tour, loaded from the store."""
    versions = {after.version: after for _, after in matches.replay(MATCH)}
    events = [(n, decode_event(versions[n], payload)) for n, payload in enumerate(matches.payloads(MATCH), 1)]
    return PlayedMatch(matches, versions, events)


def short_story(played: PlayedMatch) -> Iterator[str]:
    table, stored = played.newest.table, played.matches.payloads(MATCH)
    facts = sum(len(event.facts) for _, event in played.events)
    over = table.over
    size = sum(map(len, stored)) // 1024
    yield f"  {len(stored)} actions with {facts} facts, {size} KB, {table.round} rounds"
    yield f"  {over.winner} wins: {over.how}"
    yield f"    rule  {over.rule}: {rule_of(over.rule).text}"


def dispute(played: PlayedMatch) -> Iterator[str]:
    """A command that the rules refuse: its window, the refusal and the text of the rule."""
    attempt = refused_defender(played.versions)
    match, seat, refusal = attempt.match, attempt.seat, attempt.refusal
    names = titles_seen(match, seat)
    yield f'  "May I defend with this one?" - {seat}, at version {match.version}. What was open then:'
    yield ""
    yield from indent(window_lines(describe_open_window(match.rules, match.table, Viewer(seat)), names))
    yield ""
    yield f"  Put to the rules: {value_words(list(attempt.command.defenders), names)} as defender. Refused:"
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
    first, last = stretch(played)
    telling = StoryTeller(names_for(played.newest.rules), Viewer("public"))
    for version, event in played.events:
        lines = list(telling.lines(version, event))
        if first <= version <= last:
            yield from indent(iter(lines))


def stretch(played: PlayedMatch) -> tuple[int, int]:
    """The first and the last version of the challenge in which the dispute arose."""
    version = refused_defender(played.versions).match.version
    challenge = played.versions[version].table.challenge.id
    of = [n for n, match in played.versions.items() if match.table.challenge and match.table.challenge.id == challenge]
    return of[0], of[-1] + 1


def stretch_windows(played: PlayedMatch) -> Iterator[str]:
    """Every window between these versions: who was asked, what each could have done, who passed and how."""
    first, last = stretch(played)
    rows = [row for row in fold_ledger(played.events) if first <= int(row.id.partition(".")[0]) <= last]
    names = CardTitles(played.newest.rules.pool.cards)
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
    names = CardTitles(match.rules.pool.cards)
    names.look_at(match.table, Viewer(viewer))
    return names


def indent(lines: Iterator[str]) -> Iterator[str]:
    return (f"    {line.strip(chr(10))}" for line in lines)


Chapter = Callable[[PlayedMatch], Iterator[str]]
CHAPTERS: tuple[tuple[str, Chapter], ...] = (
    ("A dispute: why is this refused?", dispute),
    ("A dispute: who could have acted?", opportunity),
    ("The replay of that challenge, round by round, for anybody", replay_round),
    ("The ledger of its windows", stretch_windows),
    ("The verification", verification),
)
