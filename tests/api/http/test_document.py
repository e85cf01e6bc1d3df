"""The document: what is committed is what is served, and it says what the service does."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import PurePath
from time import sleep
from types import SimpleNamespace
from typing import Any, get_args
from urllib.parse import urlsplit

import msgspec
import pytest
from flask import Flask
from gunicorn.http import errors  # type: ignore[import-untyped]
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_spec_validator import OpenAPIV31SpecValidator
from werkzeug.test import TestResponse

from domain.games import GAMES
from domain.judging.branches.branch import AnyOrder, BranchDeed, order_kinds
from domain.judging.cases.case import STATES
from domain.judging.remedies.kinds import ANY_FORM, REMEDIES
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.flow.endings import Concede
from domain.kernel.formats.mismatch import form_descriptions
from domain.kernel.ids import Seat
from domain.match.aggregate import redact_event
from domain.match.events import EVENT_KINDS, event_type
from domain.tournaments.commands import AnyTournamentCommand
from service.app.refused_attempts import A_MINUTE, MOST_OF_A_SEAT
from service.app.rulebooks import all_rules
from service.http.case.cases import BODIES, CASE_BYTES
from service.http.docs import SCRIPTS, STYLES, docs_views
from service.http.operations import OPERATIONS
from service.http.table_changes import AnyDeed
from service.http.tournament.tournaments import NewEvent
from service.server.faults import fault_of
from service.server.request_buffer import LateRequest, TooLarge
from service.web.app import route_app
from service.web.case import case_replies
from service.web.problems import BY_KIND, BY_RULE, BY_STATUS, MEDIA_TYPE
from service.web.request_parts import COMMAND_BYTES, RECORD_BYTES
from tests.api.cli import ROOT
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import BOARD_SEATS
from tests.api.http.roles import Situation
from tests.api.http.write import DOCUMENT, document
from tests.builders import Dice, options_of

# what answers requests, and what API and console share
SOURCES = [path for part in ("http", "web") for path in sorted((ROOT / "service" / part).rglob("*.py"))]

KEEP = {"type": "decide_mulligan", "mulligan": False}
HOUSES = {"game": "agot_board", "seats": [{"house": each} for each in ("stark", "lannister", "baratheon")]}


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = document()["paths"]
    return [(path, method, words) for path in paths for method, words in paths[path].items() if method != "parameters"]


def test_the_committed_document_is_the_one_that_is_served(api: Api) -> None:
    committed, made = json.loads(DOCUMENT.read_text()), document()
    if committed != made:  # two documents of this size say nothing to who reads them
        differing = [name for part in ("paths", "schemas") for name in differing_names(part, committed, made)]
        pytest.fail(f"python -m tests.api.http.write; what differs: {differing[:10]}", pytrace=False)
    assert api.read("/v1/openapi.json") == made


def differing_names(part: str, one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The paths or schemas that are not the same in two documents."""
    mine, others = (each[part] if part in each else each["components"][part] for each in (one, other))
    return sorted(name for name in mine.keys() | others.keys() if mine.get(name) != others.get(name))


def test_a_path_or_schema_that_differs_is_named() -> None:
    changed = document()
    changed["components"]["schemas"]["Game"]["properties"]["more"] = {}
    del changed["paths"]["/v1/cases"]
    assert differing_names("schemas", document(), changed) == ["Game"]
    assert differing_names("paths", document(), changed) == ["/v1/cases"]


def test_every_address_of_the_api_stands_in_the_document() -> None:
    app = route_app()
    routes = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    known = {
        route for route in routes if route.startswith("/v1/") and not route.startswith(("/v1/docs", "/v1/openapi"))
    }
    assert known == document()["paths"].keys()


def test_every_reference_of_the_document_is_there() -> None:
    text = DOCUMENT.read_text()
    schemas = document()["components"]["schemas"]
    assert {name for name in re.findall(r'"#/components/schemas/([^"]+)"', text) if name not in schemas} == set()


def test_the_document_is_valid_openapi() -> None:
    assert list(OpenAPIV31SpecValidator(document()).iter_errors()) == []


def test_no_two_schemas_have_one_title() -> None:
    """Generators of clients name their classes by titles, and leave out what collides."""
    schemas = document()["components"]["schemas"]
    titles = Counter(schema.get("title", name) for name, schema in schemas.items())
    assert [title for title, times in titles.items() if times > 1] == []


def test_every_operation_has_a_name_of_its_own_that_is_a_verb_phrase() -> None:
    names = [words["operationId"] for *_, words in operations()]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z]+(_[a-z]+)+", name)] == []
    assert set(OPERATIONS.values()) == set(names)


SUBJECT_TAGS = [
    *("matches", "play", "questions", "cases", "remedies"),
    *("branches", "tournaments", "rules", "records", "analysts", "operations"),
]


def test_every_operation_has_one_tag_of_eleven_subjects_each_described_in_a_sentence() -> None:
    tags = document()["tags"]
    assert [tag["name"] for tag in tags] == SUBJECT_TAGS
    assert [tag["name"] for tag in tags if not re.fullmatch(r"[A-Z][^.]{20,}\.", tag["description"])] == []
    assert [words["operationId"] for *_, words in operations() if len(words["tags"]) != 1] == []
    assert {words["tags"][0] for *_, words in operations()} == {*SUBJECT_TAGS}


def test_every_operation_says_what_it_returns_and_what_each_of_its_errors_means() -> None:
    silent = [words["operationId"] for *_, words in operations() if "Returns" not in words["description"].split()]
    assert silent == []
    errors = [
        (words["operationId"], status)
        for *_, words in operations()
        for status in words["responses"]
        if status.isdecimal() and int(status) >= 400 and not re.search(f"`{status}`(:| means)", words["description"])
    ]
    assert errors == []
    summaries = [words["summary"] for *_, words in operations()]
    assert [each for each in summaries if not re.fullmatch(r"[A-Z][a-z]+ [^\n]+\.", each)] == []
    assert [each for each in summaries if each.split()[0] in {"The", "A", "An", "What", "Who", "Every", "Each"}] == []


def examples(words: Any, schema: Any = None) -> Iterator[tuple[Any, Any]]:
    """Every example within a part of the document, with the schema that it is of."""
    if isinstance(words, list):
        for each in words:
            yield from examples(each)
    if isinstance(words, dict):
        if "example" in words:
            yield words["example"], words.get("schema", words)
        for name, each in words.items():
            if name != "example":
                yield from examples(each)


def test_every_example_is_of_its_schema() -> None:
    whole = document()
    found = list(examples(whole))
    assert len(found) >= 10
    for example, schema in found:
        rest = {name: each for name, each in schema.items() if name != "example"}
        Draft202012Validator({**rest, "components": whole["components"]}).validate(example)


def test_every_kind_of_remedy_change_order_and_deed_is_described_with_an_example_that_is_read() -> None:
    """What changes a table is described by the types that read it; each example is one that they take."""
    schemas = document()["components"]["schemas"]
    for name, union, kinds in (
        ("Remedy", ANY_FORM, set(REMEDIES)),
        ("Change", AnyChange, {each.__struct_config__.tag for each in get_args(AnyChange)}),
        ("Order", AnyOrder, set(order_kinds())),
        ("Deed", AnyDeed, {each.__struct_config__.tag for each in get_args(BranchDeed)}),
    ):
        field, mapping = schemas[name]["discriminator"].values()
        described = {kind: schemas[at.rpartition("/")[2]] for kind, at in mapping.items()}
        assert described.keys() == kinds
        for kind, schema in described.items():
            assert schema["description"], kind
            assert schema["example"][field] == kind
            msgspec.convert(schema["example"], union)


def test_every_parameter_that_a_view_reads_of_its_query_is_described() -> None:
    app, described = route_app(), document()
    found = 0
    for rule in app.url_map.iter_rules():
        arguments = getattr(app.view_functions[rule.endpoint], "_apidoc", {}).get("arguments")
        if arguments is None:
            continue
        [schema] = [each for each in arguments["parameters"] if each["in"] == "query"]
        [method] = {"GET", "POST"} & (rule.methods or set())
        operation = described["paths"][re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)][method.lower()]
        read = {each.data_key or name for name, each in schema["schema"].fields.items()}
        assert read == {each["name"] for each in operation["parameters"] if each["in"] == "query"}, rule.rule
        found += 1
    assert found > 20


def test_the_guide_says_of_every_rule_that_answers_409_whether_to_send_it_again() -> None:
    """Whoever is answered with 409 finds the rule in the guide, and no other rule stands there."""
    elsewhere = {"judging.branch.outgrown"}  # 412
    sources = "".join(path.read_text() for path in SOURCES)
    listed = {*re.findall(r'Problem\(\s*409,\s*"([^"]+)"', sources)}  # raised with their status
    answered = {each.id for each in all_rules() if (BY_RULE.get(each.id) or BY_KIND.get(each.kind)) == 409}
    guide = (ROOT / "api_docs" / "http.md").read_text()
    told = guide.partition("### What 409 says")[2].partition("\nA match, a case")[0]
    named = {
        rule
        for row in told.splitlines()
        if row.startswith("| `")
        for rule in re.findall("`([^`]+)`", row.split("|")[1])
    }
    assert named == answered - elsewhere | listed


def test_the_guide_says_of_every_status_what_it_means() -> None:
    guide = (ROOT / "api_docs" / "http.md").read_text()
    rows = guide.partition("| status | means |")[2].partition("\n\n")[0]
    told = {int(each) for row in rows.splitlines()[2:] for each in re.findall(r"\d+", row.split("|")[1])}
    below: list[Exception] = [LateRequest(), TooLarge(1), errors.LimitRequestLine(1), errors.LimitRequestHeaders("")]
    below += [errors.ExpectationFailed(""), errors.UnsupportedTransferCoding(""), errors.ParseException(), OSError()]
    answered = {int(each) for _, _, words in operations() for each in words["responses"] if each.isdecimal()}
    answered |= {*BY_STATUS, *(fault_of(each, "").status for each in below)}
    assert {each for each in answered if each >= 400} == told


def test_the_guide_and_the_document_say_what_each_state_of_a_case_is() -> None:
    guide = (ROOT / "api_docs" / "http.md").read_text()
    told = guide.partition("- **The state of a case**")[2].partition("\n- **")[0]
    assert {*re.findall("`([a-z]+)`", told)} == {*STATES} == {*case_replies.STATES}
    state = document()["components"]["schemas"]["CaseSummary"]["properties"]["state"]["description"]
    assert [each for each in STATES if f"`{each}`: " not in state] == []


def test_the_guide_names_the_bounds_that_hold() -> None:
    guide = (ROOT / "api_docs" / "http.md").read_text()
    assert f"at most {A_MINUTE} in a minute" in guide
    assert f"the newest {MOST_OF_A_SEAT} stay" in guide
    assert f"A command has {COMMAND_BYTES} bytes at most" in guide
    for said, most in (("what is said in cases and of branches 64 KiB", CASE_BYTES), ("a record 64 MiB", RECORD_BYTES)):
        number, unit = said.split()[-2:]
        assert said in guide
        assert most == int(number) << {"KiB": 10, "MiB": 20}[unit]


def test_no_body_is_an_object_of_which_nothing_is_said() -> None:
    bare = [
        path
        for path, _, words in operations()
        for content in words.get("requestBody", {}).get("content", {}).values()
        if content["schema"] == {"type": "object"}
    ]
    assert bare == []
    schemas = document()["components"]["schemas"]
    assert schemas["CaseRuling"]["properties"]["remedy"]["anyOf"][0] == {"$ref": "#/components/schemas/Remedy"}
    named = {("BranchNewBranch", "deeds"): "Deed", ("BranchChanges", "changes"): "Change"}
    for (schema, field), inner in named.items():
        assert schemas[schema]["properties"][field]["items"] == {"$ref": f"#/components/schemas/{inner}"}
    assert schemas["BranchOrdered"]["properties"]["order"] == {"$ref": "#/components/schemas/Order"}


def test_a_ruling_is_described_with_the_rules_without_which_it_is_refused(api: Api) -> None:
    schema = document()["components"]["schemas"]["CaseRuling"]
    assert {"finding", "reason", "to_players", "rules"} <= {*schema["required"]}
    assert schema["properties"]["rules"]["minItems"] == 1
    assert "default" not in schema["properties"]["rules"]
    case = Dispute(api.opened()).opened().taken().heard()
    without: list[dict[str, Any]] = [{"rules": []}, {}]
    for rules in without:
        body = {name: value for name, value in ruling().items() if name != "rules"} | rules
        assert not Draft202012Validator({**schema, "components": document()["components"]}).is_valid(body)
        assert problem(case.gives("judge", "ruling", body)) == (422, "judging.ruling.cites-rules")


def test_every_time_of_a_listed_match_is_described_as_one(api: Api) -> None:
    match = api.opened()
    listed = next(each for each in api.read("/v1/matches", "admin")["matches"] if each["match"] == match.id)
    fields = document()["components"]["schemas"]["ListedMatch"]["properties"]
    assert [name for name, each in fields.items() if each.get("format") == "date-time"] == ["opened", "last"]
    assert all(datetime.fromisoformat(listed[name]).tzinfo for name in ("opened", "last"))


def test_every_pattern_that_a_body_is_read_by_is_described_in_words() -> None:
    kinds = (*dict.fromkeys(BODIES), AnyTournamentCommand, NewEvent)
    text = json.dumps(msgspec.json.schema_components(kinds))
    patterns = {json.loads(each) for each in re.findall(r'"pattern": ("(?:[^"\\\\]|\\\\.)*")', text)}
    assert patterns
    assert patterns <= form_descriptions(kinds).keys()


def test_no_default_is_other_than_its_schema_admits() -> None:
    whole = document()

    def defaults(words: Any) -> Iterator[tuple[Any, Any]]:
        for each in words.values() if isinstance(words, dict) else words if isinstance(words, list) else ():
            yield from defaults(each)
        if isinstance(words, dict) and "default" in words and "properties" not in words:
            yield words["default"], words

    for default, schema in defaults(whole):
        Draft202012Validator({**schema, "components": whole["components"]}).validate(default)


def test_what_options_answer_is_a_space_or_null_once_the_seat_has_answered(api: Api) -> None:
    match = Match(api, api.post("/v1/matches", "organizer", HOUSES, Idempotency_Key="sealed").get_json())
    api.calls(match.id)
    seat = match.awaited()
    now = api.services.matches.fresh(match.id)
    match.given(seat, options_of(now.rules, now.table, Seat(seat)).sample(Dice("sealed")))
    answer = match.read("/options")
    assert answer["options"][seat] is None
    assert seat not in answer["awaited"]
    assert any(answer["options"].values())
    is_answered(answer, "/v1/matches/{match_id}/options", "get", "200")


def is_answered(answer: Any, path: str, method: str, status: str) -> None:
    """Check an answer against what the document says of it."""
    whole = document()
    schema = whole["paths"][path][method]["responses"][status]["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": whole["components"]}).validate(answer)


def plain_reads() -> list[str]:
    """The paths of the reads that need no match."""
    reads = [path for path, method, _ in operations() if method == "get"]
    return [path for path in reads if set(re.findall(r"{(\w+)}", path)) <= {"game"}]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_field_of_what_a_game_answers_is_in_the_document(api: Api, game: str) -> None:
    """All reads that need no match: a field that was added to the answer alone is found here, by its name."""
    looked = 0
    for path in plain_reads():
        answer = api.get(path.format(game=game), "admin")
        if answer.status_code == 200 and answer.content_type == "application/json" and "openapi" not in path:
            is_answered(answer.get_json(), path, "get", "200")
            looked += 1
    assert looked > 5


def test_the_headers_of_answers_stand_in_the_document(api: Api) -> None:
    match = api.opened()
    seat = match.awaited()
    note = {"match": match.id, "freeze": False}
    board = api.opened("board", game="agot_board", seats=BOARD_SEATS)
    sent = {
        ("/v1/matches", "post"): api.opens(),
        ("/v1/matches/{match_id}", "get"): match.get(""),
        ("/v1/matches/{match_id}/commands", "post"): match.gives(seat, KEEP),
        ("/v1/matches/{match_id}/branches", "post"): api.post(
            f"{match.path}/branches", "judge", {"from": 1}, Idempotency_Key="b"
        ),
        ("/v1/cases", "post"): api.post("/v1/cases", "judge", note, Idempotency_Key="c"),
        ("/v1/matches/{match_id}/record", "get"): match.get("/record", "admin"),
        ("/v1/matches/{match_id}/view", "get"): match.get("/view", "nobody"),
        ("/v1/matches/{match_id}/board.svg", "get"): board.get("/board.svg", "judge"),
    }
    assert sent["/v1/matches/{match_id}/board.svg", "get"].status_code == 200
    stale = match.gives(match.awaited(), KEEP, "late", If_Match='"w1"')
    for (path, method), answer in [*sent.items(), (("/v1/matches/{match_id}/commands", "post"), stale)]:
        described = document()["paths"][path][method]["responses"][str(answer.status_code)].get("headers", {})
        told = {"ETag", "Location", "Retry-After", "WWW-Authenticate", "Content-Security-Policy"} & set(
            answer.headers.keys()
        )
        assert told <= described.keys(), (path, answer.status_code)
        assert answer.status_code >= 400 or described.keys() <= set(answer.headers.keys()), path


def test_what_a_read_tells_caches_stands_in_the_document(api: Api) -> None:
    situation, looked = Situation(api), Counter[int]()
    told = {"Cache-Control", "Vary"}
    for path, method, words in operations():
        # what cannot be asked with these values is not found, and answered with a problem
        answer = situation.answer("admin", f"GET {path}", thing="x", seat="bob") if method == "get" else None
        if answer is not None and str(answer.status_code) in words["responses"]:
            described = words["responses"][str(answer.status_code)]["headers"].keys()
            assert told & described == told & {*answer.headers.keys()}, (path, answer.status_code)
            looked[answer.status_code] += 1
    assert looked[200] > 40
    assert looked.keys() > {200, 404}
    tag = {"If-None-Match": situation.match.get("").headers["ETag"]}
    for path, again in (("/v1/matches/{match_id}", situation.match.get("", **tag)), ("/v1/games", unchanged(api))):
        assert again.status_code == 304
        described = document()["paths"][path]["get"]["responses"]["304"]["headers"].keys()
        assert told & described == told & {*again.headers.keys()}, path


def unchanged(api: Api) -> TestResponse:
    return api.get("/v1/games", **{"If-None-Match": api.get("/v1/games").headers["ETag"]})


def test_what_may_be_answered_to_any_request_stands_at_every_operation(api: Api) -> None:
    for path, method, words in operations():
        assert {"400", "422"} <= words["responses"].keys(), (method, path)
    twice = api.get("/v1/games?x=1&x=2")
    assert twice.status_code == 400
    assert document()["components"]["responses"]["DEFAULT_ERROR"]["headers"].keys() == {"Cache-Control", "X-Request-Id"}
    # a table of an event that there is not, or is over, or a store that does not answer
    assert {"404", "409", "503"} <= document()["paths"]["/v1/matches"]["post"]["responses"].keys()


def test_every_problem_is_described_as_a_problem() -> None:
    for path, method, words in operations():
        for status, response in words["responses"].items():
            if status.isdecimal() and int(status) >= 400 and "content" in response:
                assert list(response["content"]) == [MEDIA_TYPE], (path, method, status)


def test_no_view_is_handed_a_schema_class() -> None:
    assert [path.name for path in SOURCES if re.search(r"(?:query|body)=schemas\.\w+[,)]", path.read_text())] == []


def test_the_commands_of_the_document_are_those_of_the_engine() -> None:
    schemas = document()["components"]["schemas"]
    kinds = [each["$ref"].rpartition("/")[2] for each in schemas["Command"]["anyOf"]]
    types = {schemas[kind]["properties"]["type"]["enum"][0] for kind in kinds}
    assert {"pass", "initiate_challenge", "concede"} <= types


@cache
def validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({**document(), "$ref": f"#/components/schemas/{schema}"})


@pytest.mark.parametrize("kind", EVENT_KINDS)
@pytest.mark.parametrize("viewer", ["public", "judge", "alice"])
def test_what_is_told_of_every_kind_of_event_is_an_action_of_the_document(kind: str, viewer: str) -> None:
    office: dict[str, Any] = {"actor": "judge-1", "role": "judge"}
    said: dict[str, Any] = {
        "back": 1,
        "by": office,
        "case": "c-1",
        "reason": "Said.",
        "rules": ("r",),
        "approved": {**office, "report": "p-1"},
    }
    ruled = {} if kind == "action" else {**said, "again": 1, "cut": 1}
    stamp: dict[str, Any] = {
        "id": "a",
        "key": "k",
        "actor": "alice",
        "at": "2026-01-01T00:00:00Z",
        "engine": "1",
        "pool": "p",
    }
    event = event_type(kind)(**stamp, cmd=Concede() if kind == "action" else None, **ruled)
    told = json.loads(msgspec.json.encode(redact_event(event, 2, viewer)))
    assert list(validator("Action").iter_errors(told)) == []
    declared = validator("Action").schema["components"]["schemas"]["Action"]["properties"]
    assert told.keys() <= declared.keys()


def test_a_question_about_a_command_is_asked_and_answered_by_the_document(api: Api) -> None:
    match = api.from_position("questioned")
    asked = {"type": "initiate_challenge", "kind": "power", "against": "bob", "attackers": "Eddard", "stealth": {}}
    assert list(validator("AskedCommand").iter_errors(asked)) == []
    told = api.ask("POST", f"{match.path}/commands/check?as=alice", "judge", json=asked).get_json()
    assert list(validator("Checked").iter_errors(told)) == []
    assert len(told["command"]["attackers"]) == 1


def test_the_page_of_the_document_loads_files_of_this_service_by_their_hashes_alone(api: Api) -> None:
    response = api.get("/v1/docs")
    page = response.get_data(as_text=True)
    assert response.status_code == 200
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    loaded = re.findall(r'(?:src|href)="(/v1/docs/[^"]+)" integrity="sha256-([^"]+)"', page)
    assert [PurePath(urlsplit(address).path).name for address, _ in loaded] == [*STYLES, *SCRIPTS]
    for address, named in loaded:
        assert b64encode(sha256(api.get(address).data).digest()).decode() == named
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert {*addresses} - {address for address, _ in loaded} == {"data:,", "/v1/openapi.json"}
    assert re.findall(r"<script(?![^>]* src=)|<style| style=| on[a-z]+=", page) == []


@pytest.mark.parametrize("name", ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"])
def test_the_licences_of_what_the_page_loads_are_served_beside_it(api: Api, name: str) -> None:
    response = api.get(f"/v1/docs/{name}")
    assert (response.status_code, response.content_type) == (200, "text/plain; charset=utf-8")
    assert response.data


def test_no_other_file_is_served_beside_the_page(api: Api) -> None:
    for name in ("vendored.toml", "docs.html", "..%2fvendored.toml", "swagger-ui.css.map"):
        assert api.get(f"/v1/docs/{name}").status_code == 404


def test_the_document_is_made_once_however_many_ask_for_it_at_first() -> None:
    made: list[Any] = []

    @cache
    def slow() -> Any:
        made.append(SimpleNamespace(document_bytes=b"{}"))
        sleep(0.05)
        return made[-1]

    app = Flask(__name__)
    app.register_blueprint(docs_views(slow))
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(lambda: app.test_client().get("/v1/openapi.json").data) for _ in range(4)]
    assert {each.result() for each in asked} == {b"{}"}
    assert len(made) == 1
