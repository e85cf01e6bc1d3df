"""A folder of Parquet files brought up to what the tables have: only months that changed are renewed.

Read `export_parquet`. Whoever dies in it leaves whole files, and the next export goes on with the months that are not
done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from projections.analytics.column_types import views_of
from projections.analytics.match_filter import MatchFilter
from projections.analytics.schema import all_tables, layout_number
from projections.analytics.store import AnalyticsTables
from service.exports.atomic_folder import (
    FORMAT,
    MANIFEST,
    ExportedFile,
    ExportFolder,
    Manifest,
    MonthState,
    TableRows,
    ViewsFile,
    as_json,
    sha256_of,
)
from service.exports.duckdb_views import VIEWS, view_statements
from service.exports.exported_rows import MatchSelection, Month
from service.exports.parquet_files import write_rows

Progress = Callable[[Month, float, int], None]


class OtherFilter(Exception):
    """The folder has an export of other matches, which a new one would take away."""

    def __init__(self, kept: MatchFilter) -> None:
        self.kept = kept
        super().__init__(msgspec.json.encode(kept).decode())


class ExportResult(Struct, frozen=True):
    """The months that an export renewed, those that it left as they were, and what is in the folder now."""

    renewed: list[Month]
    kept: list[Month]
    manifest: Manifest


class ParquetExport:
    """An export into a folder, under way."""

    def __init__(self, analytics: AnalyticsTables, chosen: MatchFilter, folder: ExportFolder) -> None:
        self._analytics = analytics
        self._chosen = chosen
        self._folder = folder

    @contextmanager
    def selecting(self) -> Iterator[MatchSelection]:
        """One state of the tables."""
        with self._analytics.database.reading() as session:
            yield MatchSelection(session, self._analytics.layout, self._chosen)

    def export_month(
        self, month: Month, earlier: MonthState | None, progress: Callable[[float], None]
    ) -> tuple[MonthState | None, bool]:
        """Bring a month up to date. Returns what is known of it, None without matches, and whether it was renewed.

        `progress` is told which part of it is done.
        """
        with self.selecting() as selected:
            matches = selected.count(month)
            state = selected.state(month) if matches else ""
            if earlier is not None and earlier.state == state:
                return earlier, False
            prepared = [*self._prepare(selected, month, progress)] if matches else []
            rule_sets = selected.rule_sets(month)
        self._folder.keep(prepared)
        self._folder.begin_month(month)
        for each, beside in prepared:
            self._folder.place(each.path, beside)
        files = [each for each, _ in prepared]
        self._remove_others(month, files)
        if not matches:
            return None, earlier is not None
        found = MonthState(month.game, month.month, state, matches, rule_sets, files)
        self._folder.end_month(found)
        return found, True

    def _prepare(
        self, selected: MatchSelection, month: Month, progress: Callable[[float], None]
    ) -> Iterator[tuple[ExportedFile, Path]]:
        """The files of a month, each with where it stands beside its place; a table without rows has none."""
        views = views_of(all_tables())
        for place, view in enumerate(views):
            progress(place / len(views))
            rows = selected.rows(month, view)
            if (first := next(rows, None)) is None:
                continue
            path = self._folder.file_path(view.name, month)
            beside, number = self._folder.prepare(path, partial(write_rows, view=view, rows=chain([first], rows)))
            size = beside.stat().st_size
            yield ExportedFile(path, view.name, month.game, month.month, number, size, sha256_of(beside)), beside

    def place_views(self, tables: Iterable[TableRows]) -> ViewsFile:
        """Put the statements of DuckDB beside the files of these tables. Returns their line of the manifest."""
        text = view_statements(empty=[each.name for each in tables if not each.rows]).encode()
        beside, size = self._folder.prepare(VIEWS, lambda file: file.write(text))
        found = ViewsFile(VIEWS, size, sha256_of(beside))
        self._folder.keep([(found, beside)])
        self._folder.place(VIEWS, beside)
        return found

    def _remove_others(self, month: Month, files: Iterable[ExportedFile]) -> None:
        """Remove the files of a month that it has no more."""
        kept = {each.path for each in files}
        for there in self._folder.path.glob(self._folder.file_path("*", month)):
            path = there.relative_to(self._folder.path).as_posix()
            if path not in kept:
                self._folder.remove(path)


def export_parquet(
    analytics: AnalyticsTables,
    chosen: MatchFilter,
    out: Path,
    progress: Progress = lambda month, done, months: None,
) -> ExportResult:
    """Make a folder of Parquet files what the tables have of the chosen matches.

    `progress` is told the month, how much is done, and of how many months. Returns what was done. Raises OtherFilter
    for a folder with an export of other matches, FolderInUse, OSError, and PersistenceError.
    """
    folder = ExportFolder(out)
    with folder.writing():
        before = folder.manifest()
        if before is not None and before.chosen != chosen:
            raise OtherFilter(before.chosen)
        export, earlier = ParquetExport(analytics, chosen, folder), folder.months()
        with export.selecting() as selected:
            months = sorted({*selected.months(), *earlier})
        found: list[MonthState] = []
        renewed: list[Month] = []
        for done, month in enumerate(months):
            within = partial(tell_within, progress, month, done, len(months))
            within(0)
            state, is_new = export.export_month(month, earlier.get(month), within)
            found += [state] if state is not None else []
            renewed += [month] if is_new else []
        manifest = manifest_of(chosen, found)
        manifest = structs.replace(manifest, views=export.place_views(manifest.tables))
        folder.write(MANIFEST, as_json(manifest))
        folder.keep_only(manifest.all_files)
    return ExportResult(renewed, [each for each in months if each not in renewed], manifest)


def tell_within(progress: Progress, month: Month, done: int, months: int, part: float) -> None:
    """Tell which part of a month is done."""
    progress(month, done + part, months)


def manifest_of(chosen: MatchFilter, months: list[MonthState]) -> Manifest:
    """The manifest of these months, without the file of the views."""
    files = [file for month in months for file in month.files]
    rows = Counter[str]()
    for each in files:
        rows[each.table] += each.rows
    return Manifest(
        format=FORMAT,
        schema=layout_number(),
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        praetor=version("praetor"),
        chosen=chosen,
        matches=sum(each.matches for each in months),
        rule_sets=sorted({each for month in months for each in month.rule_sets}),
        tables=[TableRows(view.name, view.comment, rows[view.name]) for view in views_of(all_tables())],
        files=files,
    )
