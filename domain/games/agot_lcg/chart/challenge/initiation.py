"""Step 4.2: the challenges that are offered.

What their declaration does is in `domain.families.agot_cards.chart.challenge.initiation`.
"""

from __future__ import annotations

from domain.families.agot_cards.chart.challenge.initiation import attackers_pick, stealth_choice
from domain.families.agot_cards.state import CHALLENGES
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Handle, Seat
from domain.kernel.spaces.commands import Commands, FieldSpace, Form


@enforces(
    "agot_lcg.step.4-2-one-of-each-type",
    "agot_lcg.step.4-2-declare-type",
    "agot_lcg.step.4-2-declare-opponent",
)
def challenge_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    """Every challenge that the active player may initiate, and the command that declines."""
    forms = [
        form
        for kind in CHALLENGES
        for against in table.opponents(seat)
        if (form := challenge_form(table, seat, kind, against)) is not None
    ]
    return Commands((*forms, Form("decline_challenge")))


@enforces(
    "agot_lcg.step.4-2-attacker-eligibility",
    "agot_lcg.step.4-2-at-least-one-attacker",
    "agot_lcg.step.4-2-stealth-targets",
    "agot_lcg.stealth.bypass",
    "agot_lcg.stealth.target-without-stealth",
)
def challenge_form(table: AgotTable, seat: Seat, kind: str, against: Seat) -> Form | None:
    """The form of a challenge of one type against one opponent: attackers, and the characters that stealth bypasses."""
    attackers = attackers_pick(table, seat, kind)
    if attackers is None:
        return None
    fixed: dict[str, str | int | bool] = {"kind": kind, "against": against}
    fields: dict[str, FieldSpace] = {
        "attackers": attackers,
        "stealth": stealth_choice(table, map(Handle, attackers.options), against, within="attackers"),
    }
    return Form("initiate_challenge", fixed, fields, ("agot_lcg.step.4-2-one-of-each-type",))
