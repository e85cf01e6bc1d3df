"""Scenario files: read with their lines, played, and reported one by one.

`run_files(paths)` gives a `ScenarioReport`; its `lines()` are one for each scenario and the sums at the end:

    from service.files.scenarios import run_files
    report = run_files(["stealth.yaml", "marches.yaml"])
    print("\\n".join(report.lines()))
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from msgspec import Struct

from domain.kernel.formats.reading import Unreadable
from domain.kernel.scenarios.scenario import ScenarioVerdict, read_scenario
from domain.match.scenario_match import play_scenario
from service.app.match.seating import scenario_seats
from service.app.rulebooks import citable_rules
from service.files.documents import UnreadDocument, YamlDocument, documents_after, read_documents, why_unread
from service.present.text.names import amount

NOT_CODED = "text not coded, resolved by hand alone (resolve_manually)"
OUTCOMES = ("passed", "failed", "later", "error")


class ScenarioResult(Struct, frozen=True):
    """The verdict on one scenario; `line` (from 1) is where it failed, else where the scenario begins.

    `more` are the lines of further differences.
    """

    file: str
    line: int
    title: str
    verdict: ScenarioVerdict
    example: str = ""
    rules: tuple[str, ...] = ()
    more: tuple[int, ...] = ()

    def lines(self) -> Iterator[str]:
        """The scenario in one line, with the reason if it did not pass; then a line for every further difference.

        The last line names the cards whose text is not coded, since their effects happen only by hand.
        """
        verdict = self.verdict
        yield f"{verdict.outcome:<6}  {self.file}:{self.line}  {self.title}{why_words(verdict.place, verdict.reason)}"
        for line, each in zip(self.more, verdict.more, strict=True):
            yield f"        {self.file}:{line}{why_words(each.place, each.reason)}"
        if verdict.by_hand:
            yield f"        {NOT_CODED}: {', '.join(verdict.by_hand)}"


def why_words(place: str, reason: str) -> str:
    """The place and the reason in square brackets; empty if there is neither."""
    words = ": ".join(each for each in (place, reason) if each)
    return f"  [{words}]" if words else ""


class ScenarioReport(Struct, frozen=True):
    """The results of a run over files, in order."""

    results: tuple[ScenarioResult, ...]

    @property
    def sums(self) -> dict[str, int]:
        """The number of scenarios by outcome."""
        counted = Counter(each.verdict.outcome for each in self.results)
        return {outcome: counted[outcome] for outcome in OUTCOMES}

    @property
    def has_passed(self) -> bool:
        """Whether at least one scenario ran and none failed."""
        return bool(self.results) and not self.sums["failed"] and not self.sums["error"]

    def lines(self, quiet: bool = False) -> list[str]:
        """The lines of each scenario (with `quiet`: of each that failed), then the sums."""
        results = [each for each in self.results if not quiet or each.verdict.outcome in ("failed", "error")]
        sums = ", ".join(f"{n} {outcome}" for outcome, n in self.sums.items())
        return [*(line for each in results for line in each.lines()), f"{len(self.results)} scenarios: {sums}"]


def run_files(paths: Iterable[str | PathLike[str]]) -> ScenarioReport:
    """The results of all scenarios in the files; a scenario that cannot be read is an `error`."""
    return ScenarioReport(tuple(result for path in paths for result in results_of(Path(path))))


def results_of(path: Path) -> Iterator[ScenarioResult]:
    try:
        for document in read_documents(path):
            if isinstance(document, UnreadDocument):
                verdict = ScenarioVerdict("error", reason=document.reason)
                yield ScenarioResult(str(path), document.line, document.title, verdict)
            else:
                yield result_of(path, document)
    except Unreadable as error:
        line = int(error.place.removeprefix("line ")) if error.place.startswith("line ") else 1
        left = documents_after(path.read_text(encoding="utf-8"), line)
        unplayed = (
            f"; {amount(left, 'scenario')} after it cannot be read and {'was' if left == 1 else 'were'} not played"
        )
        reason = f"{error.reason}{unplayed if left else ''}"
        yield ScenarioResult(str(path), line, "", ScenarioVerdict("error", reason=reason))
    except (OSError, UnicodeDecodeError) as error:
        yield ScenarioResult(str(path), 1, "", ScenarioVerdict("error", reason=why_unread(error)))


def engine_fault(error: Exception) -> str:
    """The place in the code where the engine failed."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"the engine broke: {type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


def result_of(path: Path, document: YamlDocument) -> ScenarioResult:
    """Read and play one scenario. Returns its result."""
    value = document.value.value
    title = str(value.get("title", "")) if isinstance(value, dict) else ""
    books = citable_rules()
    try:
        scenario = read_scenario(document.value, books)
        seats = scenario_seats(scenario, path.parent)
    except Unreadable as error:
        return ScenarioResult(
            str(path), document.line(error.place), title, ScenarioVerdict("error", error.place, error.reason)
        )
    try:
        verdict = play_scenario(scenario, books[scenario.game], seats)
    except Exception as error:  # an error of the engine in one scenario must not hide the results of the others
        verdict = ScenarioVerdict("failed", "steps", engine_fault(error))
    more = tuple(document.line(each.place) for each in verdict.more)
    line = document.line(verdict.place)
    return ScenarioResult(str(path), line, title, verdict, scenario.example, scenario.rules, more)
