"""Questions about the tables of the history, each answered by a chart and a table of numbers with their intervals.

A figure is declared once: its query finds the cases, one a row, and `by` says how they are grouped. What is counted of
a group, and the rows behind it, both come of that one query.
"""

from __future__ import annotations

from msgspec import Struct

SHARE, MEAN, SPREAD, MATCHES = "share", "mean", "spread", "matches"


class HistoryFigure(Struct, frozen=True):
    """A question about the tables.

    The query reads views of analysts, and from `chosen`, which has the columns of `matches`, only the matches that are
    asked about. Its first columns are `game`, `match_id`, `version` and `place`; with the one after them they tell its
    rows apart. All other columns are shown with a row, `hit` and `value` under the word of `measure`. `kind` says what
    is told of a group:

    - `share`: of its rows, those whose column `hit` is 1;
    - `mean`: the mean of its column `value`;
    - `spread`: its rows, of those of all groups that begin alike;
    - `matches`: the matches with such a row, of all that are asked about.

    `measure` is that number in a word. Columns of `by` are never null.
    """

    name: str
    title: str
    about: str
    query: str
    by: tuple[str, ...]
    kind: str
    measure: str
    most_first: bool = False
