"""Pairings and players from files of other tools: CSV or JSON in, the tables of a round out.

CSV has a line of column names: table, player_1, player_2 ... to player_8, and optionally match and, for who sits
where in it, seat_1 to seat_8, separated by commas, semicolons or tabs. JSON is a list of tables, `{"table": 1,
"players": ["Ann", "Bert"], "match": "m-1", "seats": {"Ann": "alice", "Bert": "bob"}}`, or an object with such a list
under `tables` and what else the command `pair_round` has. Every wrong line is reported.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any, ClassVar, Literal, NoReturn, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.formats.json_text import NotJson, read_json, require_single_names
from domain.kernel.formats.mismatch import STEP, because_of
from domain.kernel.formats.reading import whole_number
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused
from domain.tournaments.commands import Number, Pairing, PairRound, Reason, Short, Tables
from domain.tournaments.context import Fault
from domain.tournaments.pairing_checks import STANDS_TOO, line_faults
from domain.tournaments.player_names import hidden_problem, mark_hidden
from domain.tournaments.tournament import Tournament

T = TypeVar("T")

RULE = "judging.event.pairings-lines"
NO_NAMES = "names no column: the first line has the names, such as table, player_1, player_2"
MOST_PLAYERS = 8
MOST_ROUNDS = 9999
# so much of a line is shown that is no row
MOST_SHOWN = 200


class PairingsSaid(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What pairings in JSON say beside their tables. What the request says too must agree with it."""

    type: Literal["pair_round"] = "pair_round"
    round: Number | msgspec.UnsetType = msgspec.UNSET
    kind: Short = ""
    reason: Reason = ""


NOTHING_SAID = PairingsSaid()


class Pairings(PairingsSaid, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pairings of a round: the command `pair_round`, of which the address says the type and the round."""

    schema_name: ClassVar[str] = "Pairings"

    tables: Tables


class PairingSheet(Struct, frozen=True):
    """The tables of a file, each with its line in the file (from 1), and what is wrong with the lines that are none."""

    tables: tuple[Pairing, ...]
    lines: tuple[int, ...]
    faults: tuple[Fault, ...] = ()
    said: PairingsSaid = NOTHING_SAID


def read_pairings(text: str) -> PairingSheet:
    """The tables of a CSV or JSON text. Raises Refused where it has no list of tables."""
    return sheet_from_json(text) if text.lstrip()[:1] in ("[", "{") else read_csv(text)


def read_csv(text: str) -> PairingSheet:
    """The tables of a CSV text. Raises Refused where its columns are none of pairings, or it is no CSV."""
    text = text.removeprefix("\ufeff")
    rows, by_tabs = csv_rows(text), delimiter_of(text) == "\t"
    line, names = next(rows, (1, []))
    columns = [name.strip().lower() for name in names]
    check_columns(line, columns)
    tables: list[Pairing] = []
    lines: list[int] = []
    faults: list[Fault] = []
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        # a form cuts the tabs off at the end of a text, and with them the empty cells of a bye
        cut = [""] * (len(columns) - len(cells)) if by_tabs else []
        made = pairing_row(columns, [cell.strip() for cell in (*cells, *cut)])
        if isinstance(made, Pairing):
            tables.append(made)
            lines.append(line)
        else:
            faults.append({"line": line, **made})
    return sheet_of(tables, lines, faults)


def csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the line on which it ends."""
    reader = csv.reader(StringIO(text), strict=True, delimiter=delimiter_of(text))
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        refuse_lines([{"line": reader.line_num, "problem": f"not CSV: {error}"}])


def delimiter_of(text: str) -> str:
    """The delimiter of the first line: a comma, a semicolon or a tab."""
    names = text.partition("\n")[0]
    return "," if "," in names else next((each for each in ";\t" if each in names), ",")


def columns_for(players: int) -> list[str]:
    """The names of the columns for tables of `players` players."""
    return ["table", *(f"player_{n}" for n in range(1, players + 1)), "match"]


def check_columns(line: int, columns: list[str]) -> None:
    """Raises Refused unless every column is known and unique, and there are columns for a table and a player."""
    allowed = [*columns_for(MOST_PLAYERS), *(f"seat_{n}" for n in range(1, MOST_PLAYERS + 1))]
    unknown = sorted(set(columns) - set(allowed))
    twice = sorted({name for name in columns if columns.count(name) > 1})
    missing = [name for name in ("table", "player_1") if name not in columns]
    # a first line without any of the names is that of a table
    nameless = {} if set(columns) & set(allowed) else {"problem": NO_NAMES}
    if unknown or twice or missing:
        refuse_lines(
            [{"line": line, **nameless, "unknown": unknown, "twice": twice, "missing": missing, "known": allowed}]
        )


def pairing_row(columns: list[str], cells: list[str]) -> Pairing | Fault:
    """A row as a table, or the fault in it."""
    if len(cells) != len(columns):
        problem = f"expected {len(columns)} cells, found {len(cells)}"
        return {"value": mark_hidden(",".join(cells))[:MOST_SHOWN], "problem": problem}
    fields = dict(zip(columns, cells, strict=True))
    table = whole_number(fields["table"])
    if table is None:
        return {"field": "table", "value": fields["table"], "problem": "expected a whole number"}
    players = [fields[name] for name in sorted(columns) if name.startswith("player_") and fields[name]]
    seated = {name.removeprefix("seat_"): cell for name, cell in fields.items() if name.startswith("seat_") and cell}
    nobodys = next((n for n in seated if not fields.get(f"player_{n}")), "")
    if nobodys:
        return {"field": f"seat_{nobodys}", "value": seated[nobodys], "problem": f"player_{nobodys} names nobody"}
    seats = {fields[f"player_{n}"]: seat for n, seat in seated.items()}
    return convert_pairing({"table": table, "players": players, "match": fields.get("match", ""), "seats": seats})


def convert_pairing(value: Any) -> Pairing | Fault:
    """A JSON value as a table, or the fault in it."""
    try:
        return msgspec.convert(value, Pairing)
    except msgspec.ValidationError as error:
        return hidden_fault(value) or value_fault(value, because_of(error, Pairing))


def value_fault(value: Any, fault: Fault) -> Fault:
    """A fault with the value that the table has in its field, where it is a text or a number."""
    for name, index in STEP.findall(str(fault.get("field", ""))):
        try:
            value = value[name or int(index[1:-1])]
        except (LookupError, TypeError, ValueError):
            return fault
    if not isinstance(value, str | int | float):
        return fault
    return {**fault, "value": mark_hidden(value) if isinstance(value, str) else value}


def hidden_fault(value: Any) -> Fault | None:
    """The first player of a table, as JSON has it, whose name has a control or an invisible character."""
    players = value.get("players") if isinstance(value, dict) else None
    for player in players if isinstance(players, list) else ():
        if isinstance(player, str) and (problem := hidden_problem(player)):
            return {"field": "players", "value": mark_hidden(player), "problem": problem}
    return None


def sheet_from_json(text: str) -> PairingSheet:
    """The tables of a JSON text; elements of its list are numbered as lines. Raises Refused where it has none."""
    try:
        value = read_json(text)
    except NotJson as error:
        if error.twice:
            refuse_lines([{"line": line_of_repeated(text), "field": error.twice, "problem": str(error)}])
        line, sign = first_unread(text)
        refuse_lines([{"line": line, "problem": f"begins as JSON, and is none from character {sign} of the line on"}])
    listed = value.get("tables") if isinstance(value, dict) else value
    if not isinstance(listed, list):
        refuse_lines([{"line": 1, "problem": "expected a list of tables"}])
    made = [convert_pairing(each) for each in listed]
    tables = [each for each in made if isinstance(each, Pairing)]
    lines = [line for line, each in enumerate(made, 1) if isinstance(each, Pairing)]
    faults: list[Fault] = [{"line": n, **each} for n, each in enumerate(made, 1) if not isinstance(each, Pairing)]
    said = NOTHING_SAID
    if isinstance(value, dict):
        beside = {name: each for name, each in value.items() if name != "tables"}
        try:
            said = msgspec.convert(beside, PairingsSaid)
        except msgspec.ValidationError as error:
            # the line of what stands outside of the tables
            faults.insert(0, {"line": 1, **value_fault(beside, because_of(error, Pairings))})
    return sheet_of(tables, lines, faults, said)


def line_of_repeated(text: str) -> int:
    """The number of the first table in which a name stands twice; 1 where it stands twice outside of the tables."""
    given = msgspec.json.decode(text, type=list[msgspec.Raw] | dict[str, msgspec.Raw])
    try:
        tables = given if isinstance(given, list) else msgspec.json.decode(given["tables"], type=list[msgspec.Raw])
    except (LookupError, msgspec.ValidationError):
        return 1
    return next((line for line, table in enumerate(tables, 1) if stands_twice(bytes(table))), 1)


def stands_twice(text: bytes) -> bool:
    """Whether a name stands twice in one object of a JSON text."""
    try:
        require_single_names(text)
    except NotJson:
        return True
    return False


def first_unread(text: str) -> tuple[int, int]:
    """The line and character at which the text stops being JSON; the beginning where only msgspec rejects it."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno, error.colno
    except (RecursionError, ValueError):
        pass
    return 1, 1


def sheet_of(
    tables: list[Pairing], lines: list[int], faults: list[Fault], said: PairingsSaid = NOTHING_SAID
) -> PairingSheet:
    if not faults and not tables:
        refuse_lines([{"line": 1, "problem": "no table"}])
    return PairingSheet(tuple(tables), tuple(lines), tuple(faults), said)


def refuse_lines(faults: list[Fault]) -> NoReturn:
    raise Refused(Refusal(RULE, {"faults": faults}))


def enter_pairings(
    sheet: PairingSheet,
    number: int,
    kind: str,
    enter: Callable[[PairRound], T],
    reason: str = "",
    *,
    event: Tournament,
) -> T:
    """Enter the pairings of a round of an event. Returns the result of `enter`.

    Raises Refused, which names every wrong line of the file.
    """
    if not 1 <= number <= MOST_ROUNDS:
        raise Refused(Refusal("judging.event.round-in-order", {"round": number}))
    if faults := [*sheet.faults, *contradictions(sheet.said, {"round": number, "kind": kind, "reason": reason})]:
        faults += moved_faults(line_faults(event, sheet.tables), sheet.lines)
        refuse_lines(sorted(faults, key=lambda fault: int(str(fault["line"]))))
    kind, reason = kind or sheet.said.kind, reason or sheet.said.reason
    try:
        return enter(PairRound(round=number, tables=sheet.tables, kind=kind, reason=reason))
    except Refused as error:
        raise Refused(with_file_lines(error.refusal, sheet.lines)) from error


def contradictions(said: PairingsSaid, requested: dict[str, int | str]) -> Iterator[Fault]:
    """The fields in which a file says otherwise than the request that brings it in."""
    for field, value in requested.items():
        other = getattr(said, field)
        if other and value and other != value:
            yield {"line": 1, "field": field, "value": other, "problem": f"the request says {value}"}


def with_file_lines(refusal: Refusal, lines: tuple[int, ...]) -> Refusal:
    """A refusal with the lines of the file in place of the numbers of tables, in its words too."""
    faults = refusal.because.get("faults")
    if not isinstance(faults, list):
        return refusal
    return Refusal(refusal.rule, {**refusal.because, "faults": moved_faults(faults, lines)}, refusal.text)


def moved_faults(faults: list[Fault], lines: tuple[int, ...]) -> list[Fault]:
    """The faults, with the lines of the file in place of the numbers of tables."""
    said = {STANDS_TOO.format(line=n): STANDS_TOO.format(line=line) for n, line in enumerate(lines, 1)}
    return [
        {**each, "line": lines[int(str(each["line"])) - 1], "problem": said.get(str(each["problem"]), each["problem"])}
        for each in faults
    ]
