"""4.2.4: claim, as steps of this game.

What they do is in `domain.families.agot_cards.chart.challenge.claim`.
"""

from __future__ import annotations

from domain.families.agot_cards.chart.challenge.claim import (
    begin_claim,
    carry_out_claim,
    kill_victims,
    victims_space,
    who_chooses_victims,
)
from domain.families.agot_cards.commands import ChooseClaimCharacters
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step


class Claim(Procedure, frozen=True, tag="agot_lcg.claim"):
    """Step 4.2.4 of a challenge: the loser's choices for claim, and their effects."""

    steps = (
        Decision(
            "/victims",
            "claim-characters",
            title="the losing player chooses characters for claim",
            seats=who_chooses_victims,
            options=victims_space,
            accepts=(ChooseClaimCharacters,),
            on_answer=kill_victims,
            rule="agot_lcg.military-claim.choose-and-kill",
            public=True,
        ),
        step("/claim", carry_out_claim, "claim is carried out"),
    )


@enforces(
    "agot_lcg.claim.definition",
    "agot_lcg.step.4-2-4-apply-claim",
    "agot_lcg.step.4-2-4-defender-won-no-claim",
)
def apply_claim(game: AgotGame, frame: Procedure) -> None:
    """Apply claim if the attacking player won."""
    begin_claim(game, Claim())
