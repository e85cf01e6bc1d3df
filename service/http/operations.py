"""The id of each operation in the API document, its subject, and its errors.

Generated clients name their methods by the id, not by the view's name. A published id stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from apispec import BasePlugin

# the tags of the document, in the order in which it lists them
SUBJECTS = {
    "matches": "Open and list matches, and say which judges are called to them.",
    "play": "Read the table, the open window and its options, and give commands.",
    "questions": "Ask what happened in a match, why, and what would be legal.",
    "cases": "Open, examine, rule, appeal, close and search cases.",
    "remedies": "Preview and carry out the remedies and penalties of rulings.",
    "branches": "Try, as a judge, how a match would continue after a change.",
    "tournaments": "Run tournaments and read their standings, results and penalties.",
    "rules": "Read the games, their rules, timing charts and cards, and check decks.",
    "records": "Export, import and verify whole matches.",
    "analysts": "Fetch, as an analyst, exported tables and matches that are over.",
    "operations": "Renew and revoke the keys of seats, and read the service's signing key.",
}

BY_SUBJECT = {
    "matches": {
        "POST /v1/matches": "open_match",
        "GET /v1/matches": "list_matches",
        "GET /v1/matches/{match_id}": "show_match",
        "GET /v1/matches/{match_id}/judges": "show_desk",
        "POST /v1/matches/{match_id}/judges": "assign_judge",
        "POST /v1/matches/{match_id}/judges/release": "release_judge",
        "POST /v1/matches/{match_id}/judges/interest": "declare_interest",
    },
    "play": {
        "POST /v1/matches/{match_id}/commands": "give_command",
        "POST /v1/matches/{match_id}/commands/check": "check_command",
        "GET /v1/matches/{match_id}/view": "show_view",
        "GET /v1/matches/{match_id}/board.svg": "draw_board",
        "GET /v1/matches/{match_id}/window": "show_window",
        "GET /v1/matches/{match_id}/options": "list_options",
        "GET /v1/matches/{match_id}/actions": "list_actions",
        "GET /v1/matches/{match_id}/actions/{version}": "show_action",
    },
    "questions": {
        "GET /v1/matches/{match_id}/attempts": "list_attempts",
        "POST /v1/matches/{match_id}/sealed": "open_sealed_answers",
        "GET /v1/matches/{match_id}/lines": "list_lines",
        "GET /v1/matches/{match_id}/windows": "list_windows",
        "GET /v1/matches/{match_id}/timeline": "show_timeline",
        "GET /v1/matches/{match_id}/missed": "list_missed_opportunities",
        "GET /v1/matches/{match_id}/windows/{window}/reasons": "show_window_reasons",
        "GET /v1/matches/{match_id}/explain": "explain_command",
        "GET /v1/matches/{match_id}/numbers": "list_numbers",
        "GET /v1/matches/{match_id}/numbers/{what}": "show_number",
        "GET /v1/matches/{match_id}/limits": "list_limits",
        "GET /v1/matches/{match_id}/next": "show_next_steps",
        "GET /v1/matches/{match_id}/things/{thing}/history": "show_thing_history",
        "GET /v1/matches/{match_id}/orderings": "list_orderings",
        "GET /v1/matches/{match_id}/knowledge": "show_knowledge",
        "GET /v1/matches/{match_id}/chance": "list_random_results",
        "POST /v1/matches/{match_id}/chance/proof": "prove_random_results",
        "POST /v1/matches/{match_id}/chance/reveal": "reveal_seed",
        "GET /v1/matches/{match_id}/compare": "compare_versions",
        "POST /v1/matches/{match_id}/compare": "compare_with_position",
        "GET /v1/matches/{match_id}/clocks": "show_clocks",
        "POST /v1/games/{game}/positions/check": "check_position",
        "POST /v1/games/{game}/positions/explain": "explain_on_position",
    },
    "cases": {
        "GET /v1/cases/{case_id}": "show_case",
        "GET /v1/cases": "list_cases",
        "POST /v1/cases": "open_case",
        "POST /v1/cases/{case_id}/take": "take_case",
        "POST /v1/cases/{case_id}/assign": "assign_case",
        "POST /v1/cases/{case_id}/statements": "state_in_case",
        "POST /v1/cases/{case_id}/questions": "ask_seat_in_case",
        "POST /v1/cases/{case_id}/shared": "share_in_case",
        "POST /v1/cases/{case_id}/advice": "advise_in_case",
        "POST /v1/cases/{case_id}/evidence": "attach_evidence_to_case",
        "POST /v1/cases/{case_id}/ruling": "rule_case",
        "POST /v1/cases/{case_id}/amend": "amend_ruling",
        "POST /v1/cases/{case_id}/approve": "approve_ruling",
        "POST /v1/cases/{case_id}/accept": "accept_ruling",
        "POST /v1/cases/{case_id}/appeal": "appeal_ruling",
        "POST /v1/cases/{case_id}/answer": "answer_appeal",
        "POST /v1/cases/{case_id}/publish": "publish_ruling",
        "POST /v1/cases/{case_id}/resume": "resume_match",
        "POST /v1/cases/{case_id}/freeze": "freeze_match",
        "POST /v1/cases/{case_id}/withdraw": "withdraw_case",
        "POST /v1/cases/{case_id}/close": "close_case",
        "POST /v1/cases/{case_id}/abandon": "abandon_case",
        "POST /v1/cases/{case_id}/tags": "tag_case",
        "GET /v1/cases/{case_id}/like": "list_cases_like",
        "GET /v1/cases/{case_id}/export": "export_case",
        "GET /v1/cases/{case_id}/scenario": "export_case_as_scenario",
    },
    "remedies": {
        "POST /v1/cases/{case_id}/previews": "preview_remedy",
        "POST /v1/cases/{case_id}/consents": "consent_to_remedy",
        "POST /v1/cases/{case_id}/remedies": "carry_out_remedy",
        "POST /v1/cases/{case_id}/penalties": "give_penalty",
        "POST /v1/cases/{case_id}/penalties/withdraw": "withdraw_given_penalty",
        "GET /v1/matches/{match_id}/rewind-report": "report_rewind",
    },
    "branches": {
        "POST /v1/matches/{match_id}/branches": "begin_branch",
        "POST /v1/branches/{branch_id}/commands": "give_command_on_branch",
        "POST /v1/branches/{branch_id}/corrections": "correct_branch",
        "POST /v1/branches/{branch_id}/orders": "give_order_on_branch",
        "POST /v1/branches/{branch_id}/reapply": "reapply_decisions_on_branch",
        "DELETE /v1/branches/{branch_id}": "throw_branch_away",
        "GET /v1/matches/{match_id}/branches": "list_branches",
        "GET /v1/branches/{branch_id}": "show_branch",
        "GET /v1/branches/{branch_id}/steps": "list_branch_steps",
        "GET /v1/branches/{branch_id}/view": "show_branch_view",
        "GET /v1/branches/{branch_id}/window": "show_branch_window",
        "GET /v1/branches/{branch_id}/options": "show_branch_options",
        "GET /v1/branches/{branch_id}/compare": "compare_branch",
        "POST /v1/branches/{branch_id}/explain": "explain_command_on_branch",
    },
    "tournaments": {
        "GET /v1/events": "list_events",
        "GET /v1/events/{event_id}": "show_event",
        "GET /v1/events/{event_id}/entries": "list_event_entries",
        "GET /v1/events/{event_id}/standings": "show_event_standings",
        "GET /v1/events/{event_id}/results": "list_event_results",
        "GET /v1/events/{event_id}/penalties": "list_event_penalties",
        "GET /v1/events/{event_id}/record": "show_player_record",
        "GET /v1/regulations": "list_regulations",
        "GET /v1/regulations/{name}": "show_regulation",
        "GET /v1/matches/{match_id}/going-to-time": "compare_at_time",
        "POST /v1/events": "create_event",
        "POST /v1/events/{event_id}/commands": "give_event_command",
        "POST /v1/events/{event_id}/rounds/{number}/pairings": "import_pairings",
    },
    "rules": {
        "GET /v1/games": "list_games",
        "GET /v1/games/{game}": "show_game",
        "GET /v1/games/{game}/timing": "show_timing",
        "GET /v1/games/{game}/rules": "list_rules",
        "GET /v1/rules/{rule}": "show_rule",
        "GET /v1/games/{game}/cards": "list_cards",
        "POST /v1/games/{game}/decks/check": "check_deck",
    },
    "records": {
        "GET /v1/matches/{match_id}/integrity": "check_integrity",
        "GET /v1/matches/{match_id}/record": "export_record",
        "GET /v1/matches/{match_id}/position": "export_position",
        "POST /v1/records": "import_record",
    },
    "analysts": {
        "GET /v1/exports": "list_exports",
        "GET /v1/exports/{path}": "download_export",
        "GET /v1/matches.ndjson": "stream_matches",
    },
    "operations": {
        "POST /v1/matches/{match_id}/seats/{seat}/key": "renew_seat_key",
        "POST /v1/matches/{match_id}/seats/{seat}/key/revoke": "revoke_seat_keys",
        "GET /v1/keys/signing": "show_signing_key",
    },
}
OPERATIONS = {route: name for named in BY_SUBJECT.values() for route, name in named.items()}
SUBJECT_OF = {route: subject for subject, named in BY_SUBJECT.items() for route in named}

# what an error status means wherever an operation says nothing else of it
ERRORS = {
    400: "the body, a header or the query cannot be read",
    401: "the request has no API key, or one that is not valid",
    403: "the key may not do or read this, or knows of nothing under this id",
    404: "the path or the query names something that does not exist",
    406: "the request takes no media type that is listed here",
    409: "the request is not possible in the present state",
    412: "what `If-Match` names is no longer the newest",
    413: "the body is too large",
    415: "the body has a media type that is not listed here",
    416: "the file has none of the bytes that `Range` asks for",
    422: "a field or a parameter is wrong, or a rule refuses the request",
    428: "the header `If-Match` is missing",
    429: "too many requests are waiting; `Retry-After` says when to send it again",
    503: "the store does not answer; the same request may be sent again",
}


class OperationTexts(BasePlugin):
    """Gives each operation its id, its tag, and a list of its errors at the end of its description."""

    def operation_helper(self, path: str | None = None, operations: dict[str, Any] | None = None, **_: Any) -> None:
        """Give the operations of a path their ids. Raises KeyError for one that has none yet."""
        for method, words in (operations or {}).items():
            route = f"{method.upper()} {path}"
            words["operationId"] = OPERATIONS[route]
            words["tags"] = [SUBJECT_OF[route]]
            words["description"] = with_errors(words["description"], words["responses"])


def status_text(status: int) -> str:
    """What the document says of an answer with this status."""
    said = ERRORS.get(status)
    return f"{said[0].upper()}{said[1:]}." if said else HTTPStatus(status).phrase


def with_errors(description: str, responses: Iterable[str | int]) -> str:
    """A description followed by a list of the errors of the operation that the description does not explain itself."""
    said = set(re.findall(r"`(\d{3})` means", description))
    errors = sorted({status for status in map(str, responses) if status >= "400" and status != "default"})
    rest = "\n".join(f"- `{status}`: {ERRORS[int(status)]}" for status in errors if status not in said)
    return f"{description}\n\nErrors:\n\n{rest}"
