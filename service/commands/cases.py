"""`praetor case list|like|export|check|scenario`: cases as precedents on the command line, read as the head judge."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
import msgspec
from msgspec import to_builtins

from domain.judging.cases.redaction import ALL, CaseViewer, case_summary
from service.app.case.precedents import CaseTraits, cards_named, rank_by_likeness
from service.app.match.matches import now
from service.commands.problems import CommandProblem, fail_field
from service.commands.shared_options import (
    current_settings,
    json_of,
    json_option,
    out_option,
    output_file,
    print_json,
    read_text,
)
from service.files.case_export import document_of
from service.files.case_scenario import scenario_of
from service.files.signing import Signed, SigningKey, WrongSignature
from service.files.signing import check_signature as check_signed
from service.wiring import Services, services_of

WHOLE = CaseViewer(ALL)


@contextmanager
def open_services() -> Iterator[Services]:
    """The services of this process, closed at the end."""
    services = services_of(current_settings())
    try:
        yield services
    finally:
        services.close()


@click.group("case")
def case() -> None:
    """Cases as precedents: find them, export one signed, make a scenario of one."""


def traits_of(services: Services) -> dict[str, CaseTraits]:
    """What every case of the store is about."""
    return {each.id: services.precedents.traits(each, WHOLE) for each in services.cases.all()}


@case.command("list")
@click.option("--rule", default="", metavar="RULE", help="Only those that cite it, or one whose id begins so.")
@click.option("--card", default="", metavar="CARD", help="Only those about this card: its key, id or title.")
@json_option
def list_cases(rule: str, card: str, as_json: bool) -> None:
    """The cases of the store, the newest first."""
    with open_services() as services:
        traits = traits_of(services)
        found = [each for each in services.cases.all() if is_about(traits[each.id], rule, card)]
    listed = [case_summary(each, WHOLE) for each in sorted(found, key=lambda each: each.opening.at, reverse=True)]
    if as_json:
        print_json(listed)
        return
    for each in listed:
        click.echo(f"{each.case}  {each.state:<9}  {each.match}  {', '.join(each.rules)}")


def is_about(traits: CaseTraits, rule: str, card: str) -> bool:
    cites = not rule or any(f"{each}.".startswith(f"{rule}.") for each in traits.rules)
    return cites and (not card or bool(cards_named(traits.game, card) & traits.cards))


@case.command("like")
@click.argument("case_id", metavar="CASE")
@json_option
def like(case_id: str, as_json: bool) -> None:
    """Other cases that share rules or cards with one, the most alike first."""
    with open_services() as services:
        services.cases.one(case_id)
        traits = traits_of(services)
    one = traits.pop(case_id)
    found = zip(traits, rank_by_likeness(one, traits.values()), strict=True)
    ranked = sorted(((each, shared) for each, shared in found if shared.score), key=lambda pair: -pair[1].score)
    if as_json:
        print_json([{"case": each, **to_builtins(shared)} for each, shared in ranked])
        return
    for each, shared in ranked:
        click.echo(f"{each}  {shared.score:.3f}  {', '.join((*shared.rules, *shared.cards))}")


@case.command("export")
@click.argument("case_id", metavar="CASE")
@out_option
def export_case(case_id: str, out: str) -> None:
    """Write a whole case as JSON, signed with the key of PRAETOR_SIGNING_KEY."""
    with open_services() as services:
        found = services.cases.one(case_id)
        setting = services.cases.setting(found.opening.match)
        document = document_of(found, WHOLE, setting, services.cases.records(case_id), now())
        key: SigningKey | None = services.settings.signing_key
    if key is None:
        raise CommandProblem("PRAETOR_SIGNING_KEY: there is no key to sign with", "request.no-signing-key")
    with output_file(out) as file:
        file.write(msgspec.json.encode(key.sign(document)) + b"\n")


@case.command("check")
@click.argument("path", metavar="FILE")
@click.option("--signer", default="", metavar="KEY", help="The public key that must have signed; default any.")
def check(path: str, signer: str) -> None:
    """Check an exported case: whether it is what was signed, and by which key."""
    try:
        signed = json_of(path, read_text(path), kind=Signed)
        check_signed(signed, signer)
    except msgspec.DecodeError as error:
        fail_field(path, f"not an exported case: {error}")
    except WrongSignature as error:
        raise CommandProblem(f"{path}: {error}") from error
    click.echo(f"{signed.document['case']['case']}  signed by {signed.signature.key}")


@case.command("scenario")
@click.argument("case_id", metavar="CASE")
@out_option
def write_case_scenario(case_id: str, out: str) -> None:
    """Write a case as a scenario file: the position before its moment, what was done, what came of it."""
    with open_services() as services:
        made = scenario_of(services.matches, services.cases.one(case_id))
    with output_file(out) as file:
        file.write(made.text.encode())
