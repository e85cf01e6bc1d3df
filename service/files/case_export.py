"""A case as a document that holds what a viewer may read of it, to be signed, printed or kept.

The document names its viewer. A document with the whole case also has the heads of the hash chain, so that it can be
compared with the stream. Other viewers get no heads, since these are hashes of what they may not read.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs, to_builtins

from domain.judging.cases.awaiting import waits_for
from domain.judging.cases.case import Case
from domain.judging.cases.commands import MatchSetting
from domain.judging.cases.redaction import ALL, NAMELESS, PUBLISHED, CaseViewer, case_summary, visible_entries
from service.app.rulebooks import rule_of
from service.store.recorded import RecordedEvent

FORMAT = "praetor.case/1"


def document_of(
    case: Case, eyes: CaseViewer, setting: MatchSetting, records: list[RecordedEvent], at: str
) -> dict[str, Any]:
    """The case as JSON values: summary, entries, the texts of its rules; `at` is the time of the document."""
    summary = case_summary(case, eyes)
    if eyes.how in (NAMELESS, PUBLISHED):
        summary = structs.replace(summary, judge="")
    fields = {**structs.asdict(summary), "waits_for": to_builtins(waits_for(case, eyes, setting))}
    entries = visible_entries(case, eyes)
    cited = dict.fromkeys([*summary.rules, *(rule for each in entries for rule in rules_cited(each))])
    document: dict[str, Any] = {
        "format": FORMAT,
        "exported": at,
        "read_as": eyes.seat or eyes.how,
        "case": fields,
        "entries": entries,
        "rules": [{"id": rule, "title": rule_of(rule).title, "text": rule_of(rule).text} for rule in cited],
    }
    if eyes.how == ALL:
        document["heads"] = [each.head.hex() for each in records]
    return document


def rules_cited(entry: dict[str, Any]) -> list[str]:
    """The rules that an entry cites, with those of its ruling and its penalty."""
    inner = [entry, entry.get("ruling") or {}, entry.get("penalty") or {}]
    return [rule for each in inner if isinstance(each, dict) for rule in each.get("rules", ())]
