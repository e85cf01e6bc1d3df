"""The questions about the tables that every game has, and all of them with those that games declare."""

from __future__ import annotations

from domain.games import GAMES, history_of
from domain.kernel.history.figures import MATCHES, MEAN, SHARE, SPREAD, HistoryFigure

# the width of a group of matches of about the same length, in actions
ACTIONS_AT_ONCE = 50

RESULTS = HistoryFigure(
    name="results",
    title="Results by faction and seat",
    about="How often each faction or House won, by the seat that played it.",
    query="""
SELECT m.game, s.match_id, r.version, 0 AS place, s.seat, COALESCE(s.faction, '') AS faction, s.result, r.how,
  CASE WHEN s.result = 'won' THEN 1 ELSE 0 END AS hit
FROM chosen m JOIN seats s ON s.match_id = m.match_id JOIN results r ON r.match_id = m.match_id
WHERE s.result IS NOT NULL""",
    by=("faction", "seat"),
    kind=SHARE,
    measure="won",
)
LENGTH = HistoryFigure(
    name="length",
    title="Length of matches",
    about="How many matches took so many rounds, and so many actions of seats. Those from a position, which begin in "
    "the midst of a game, and those with cards of their own are left out.",
    query=f"""
SELECT m.game, m.match_id, r.version, 0 AS place, 'rounds' AS measured, m.rounds AS least, m.rounds AS most,
  m.rounds AS length
FROM chosen m JOIN results r ON r.match_id = m.match_id
WHERE m.rounds IS NOT NULL AND NOT m.from_position
UNION ALL
SELECT game, match_id, version, 0 AS place, 'actions' AS measured,
  length / {ACTIONS_AT_ONCE} * {ACTIONS_AT_ONCE} AS least,
  length / {ACTIONS_AT_ONCE} * {ACTIONS_AT_ONCE} + {ACTIONS_AT_ONCE - 1} AS most, length
FROM (
  SELECT m.game, m.match_id, r.version, COUNT(*) AS length
  FROM chosen m JOIN results r ON r.match_id = m.match_id JOIN actions a ON a.match_id = m.match_id
  WHERE a.kind = 'action' AND a.seat IS NOT NULL AND NOT m.from_position
  GROUP BY m.game, m.match_id, r.version
) AS played""",
    by=("measured", "least", "most"),
    kind=SPREAD,
    measure="matches",
)
TIMES = HistoryFigure(
    name="times",
    title="Time of decisions",
    about="How long a seat was awaited for a decision, by the question.",
    query="""
SELECT m.game, d.match_id, d.version, d.place, d.seat, d.question, d.command, d.seconds AS value
FROM chosen m JOIN decisions d ON d.match_id = m.match_id
WHERE d.seconds IS NOT NULL""",
    by=("question",),
    kind=MEAN,
    measure="seconds",
    most_first=True,
)
WINDOWS = HistoryFigure(
    name="windows",
    title="Windows used",
    about="How often a seat acted in a window in which it could do more than pass.",
    query="""
SELECT m.game, ws.match_id, ws.version, ws.place, ws.seat, ws.name, ws.options, ws.used, ws.passed,
  CASE WHEN ws.used > 0 THEN 1 ELSE 0 END AS hit
FROM chosen m JOIN window_seats ws ON ws.match_id = m.match_id
WHERE ws.could_use""",
    by=("name",),
    kind=SHARE,
    measure="used",
    most_first=True,
)
REFUSALS = HistoryFigure(
    name="refusals",
    title="Refusals by rule",
    about="The matches in which a rule refused a command given over HTTP, of all of them, and how often.",
    query="""
SELECT m.game, f.match_id, f.version, f.number AS place, f.seat, f.rule, f.command
FROM chosen m JOIN refusals f ON f.match_id = m.match_id""",
    by=("rule", "command"),
    kind=MATCHES,
    measure="refused",
    most_first=True,
)
RULINGS = HistoryFigure(
    name="rulings",
    title="Rulings by rule",
    about="The matches with a ruling that rests on a rule, by its remedy, and how many rulings.",
    query="""
SELECT m.game, rr.match_id, c.version, rr.number AS place, rr.case_id, rr.rule, COALESCE(r.remedy, '') AS remedy,
  CASE WHEN r.stands THEN 'yes' ELSE 'no' END AS stands
FROM chosen m JOIN ruling_rules rr ON rr.match_id = m.match_id
JOIN rulings r ON r.match_id = rr.match_id AND r.case_id = rr.case_id AND r.number = rr.number
JOIN cases c ON c.match_id = rr.match_id AND c.case_id = rr.case_id""",
    by=("rule", "remedy"),
    kind=MATCHES,
    measure="ruled",
    most_first=True,
)
SHARED_FIGURES = (RESULTS, LENGTH, TIMES, WINDOWS, REFUSALS, RULINGS)


def all_figures() -> dict[str, HistoryFigure]:
    """Every figure by its name, shared ones first. Raises ValueError where two of one name differ."""
    found = {figure.name: figure for figure in SHARED_FIGURES}
    for game in GAMES:
        for figure in history_of(game).figures:
            if found.setdefault(figure.name, figure) != figure:
                raise ValueError(f"two figures have the name {figure.name}")
    return found


def game_of_figure(figure: HistoryFigure) -> str:
    """The game that alone has a figure; empty for one of several games."""
    return next((game for game in GAMES if figure.name.startswith(f"{game}_")), "")
