"""Forms are of whole texts: no line end slips in behind one, names are of one line, numbers in the digits 0 to 9."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO

import msgspec
import pytest
from marshmallow import Schema, ValidationError

from domain.judging.cases.commands import CaseCommand
from domain.kernel.formats.text_forms import with_json_schema_patterns
from domain.tournaments.commands import AnyTournamentCommand
from service.files.csv_rows import as_csv
from service.http.tournament.tournaments import NewEvent
from service.web import field_validators, schemas
from service.web.match import question_schemas
from tests.api.http.clients import Api, problem
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import Gathering
from tests.api.http.test_cases import played

BREAKS = ["\r", "\v", "\f", "\n", "\x1b", "\x1c", "\x85", "\u2028", "\u2029"]
NAMES = [*(f"Ann{each}Ames" for each in BREAKS), "Ann\n", "\nAnn", " Ann", "Ann ", "   ", "\n", ""]


def formed() -> Iterator[tuple[str, field_validators.TextForm]]:
    """Every form of a field of a query or of a body."""
    for module in (schemas, question_schemas):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Schema) and kind not in (Schema, schemas.Strict):
                for name, field in kind().fields.items():
                    for each in field.validators:
                        if isinstance(each, field_validators.TextForm):
                            yield f"{kind.__name__}.{name}", each


# what of these is of a form: a place, a name, a day, nothing
GOOD = ["", "1", "1.1", "alice", "2026-01-01", "b-1", "c-1", "~m-1", f"a-1-{'0' * 16}", "0" * 64]


@pytest.mark.parametrize(("field", "form"), list(formed()), ids=lambda each: each if isinstance(each, str) else "")
def test_a_line_end_behind_a_form_is_none_of_it(field: str, form: field_validators.TextForm) -> None:
    fits = [each for each in GOOD if re.search(str(form.regex.pattern), each)]
    assert fits, field
    for each in fits:
        assert form(each) == each
        with pytest.raises(ValidationError):
            form(f"{each}\n")


def patterns(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        for each in schema.values():
            yield from patterns(each)
    elif isinstance(schema, list | tuple):
        for each in schema:
            yield from patterns(each)


def test_patterns_of_bodies_end_where_the_text_ends_and_the_document_says_so() -> None:
    written = msgspec.json.schema_components([AnyTournamentCommand, NewEvent, *CaseCommand.__subclasses__()])
    assert len(list(patterns(written))) > 10
    assert not [each for each in patterns(written) if each.endswith("$")]
    assert not [each for each in patterns(with_json_schema_patterns(written)) if "\\Z" in each]


def test_names_of_people_and_events_are_of_one_line(either: Api) -> None:
    event = Gathering(either)
    for n, name in enumerate(NAMES):
        for refused in (
            event.gives("olga", "enrol_players", players=[name]),
            event.gives("olga", "appoint_staff", actor=name, office="judge"),
            event.gives("jan", "report_result", round=1, table=1, results={name: "win"}),
            event.creates("olga", f"named-{n}", name=name),
            event.creates("olga", f"staffed-{n}", staff={name: "judge"}),
        ):
            assert problem(refused) == (422, "request.shape"), name
        if name:
            seats = [{"name": "alice", "player": name, "deck": "x"}, {"name": "bob", "deck": "y"}]
            assert problem(either.opens(f"seated-{n}", seats=seats)) == (422, "request.shape"), name
    event.given("olga", "enrol_players", players=["Ann Ames", "Cl\u00e9o d\u2019Or", "\u5f20\u4f1f", "A"])


def test_what_a_case_says_and_names_is_of_its_form(api: Api) -> None:
    match = played(api)
    for field, value in [("moment", "1\n"), ("moment", "\n"), ("names", "\n"), ("names", "c-1\n"), ("text", "\n")]:
        refused = Dispute(match).opens("judge", freeze=False, **{field: value})
        assert (problem(refused), refused.get_json()["because"]["field"]) == ((422, "request.shape"), field)
    assert Dispute(match).opens("judge", freeze=False, text="Two gold\nand a line.\n").status_code == 201


QUERIES = [
    ("{match}/view?at=1%0A", "at"),
    ("{match}/going-to-time?at=%0A&regulation=cards-duel", "at"),
    ("{match}/windows?after=%0A", "after"),
    ("{match}/windows?after=1.1%0A", "after"),
    ("{match}/windows?round=1%0A", "round"),
    ("/v1/matches?since=2026-01-01%0A", "since"),
    ("/v1/matches?since=%0A", "since"),
    *(
        (f"{{match}}/actions?{name}={value}", name)
        for name in ("after", "limit", "wait")
        for value in ("1_0", "%D9%A3", "%201", "1%20", "%2B1", "1%0A", "1%C2%85", "")
    ),
]


@pytest.mark.parametrize(("path", "field"), QUERIES)
def test_a_query_is_of_its_form_to_the_end(api: Api, path: str, field: str) -> None:
    match = api.opened()
    refused = api.get(path.format(match=match.path), "admin")
    assert problem(refused) == (422, "request.shape")
    assert list(refused.get_json()["because"]["query"]) == [field]


@pytest.mark.parametrize("query", ["wait=0.01", "wait=1e-2", "limit=1", "after=0", "after=007"])
def test_numbers_as_json_writes_them_are_taken(api: Api, query: str) -> None:
    assert api.opened().get(f"/actions?{query}").status_code == 200


def test_a_window_in_a_path_is_named_to_the_end(api: Api) -> None:
    match = api.opened()
    assert match.get("/windows/1.1%0A/reasons", "admin").status_code in (404, 422)


def test_a_number_in_a_path_is_of_the_digits_0_to_9(api: Api) -> None:
    match = api.opened()
    assert match.read("/actions/1", "admin")["version"] == 1
    for number in ("%D9%A1", "1%0A", "%201", "1_0", "%2B1", "-1", "9" * 30):
        assert problem(match.get(f"/actions/{number}", "admin")) == (404, "request.unknown-path"), number


def test_two_idempotency_keys_are_none(api: Api) -> None:
    match = api.opened()
    refused = match.gives("alice", {"type": "concede"}, "one,two", If_Match="")
    assert problem(refused) == (400, "request.no-idempotency-key")
    assert refused.get_json()["because"]["character"] == 4


class Row(msgspec.Struct):
    """A row with texts and a number."""

    name: str
    number: int
    reason: str


@pytest.mark.parametrize("mark", [each for each in BREAKS if each != "\x1b"])
def test_no_row_is_broken_by_what_somebody_wrote(mark: str) -> None:
    rows = [Row("Ann", 1, f"first{mark}second"), Row(f"Bert{mark}", 2, "plain")]
    written = as_csv(Row, rows)
    assert f'"first{mark}second"' in written
    read = list(csv.reader(StringIO(written, newline="")))
    assert read == [["name", "number", "reason"], *([row.name, str(row.number), row.reason] for row in rows)]


def test_a_plain_row_has_no_quotes() -> None:
    assert as_csv(Row, [Row("Ann", 1, "late")]) == "name,number,reason\nAnn,1,late\n"
