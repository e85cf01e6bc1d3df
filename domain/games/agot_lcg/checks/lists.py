"""The ordered list of checks of each type of command."""

from __future__ import annotations

from domain.cardgame.commands import DeclareDefenders, InitiateAction, PlayEvent, UseInterrupt, UseReaction
from domain.families.agot_cards.checks.abilities import PLAY, SAVE, USE
from domain.families.agot_cards.checks.challenges import (
    attackers_are_different,
    attackers_are_eligible,
    attackers_can_attack,
    challenge_is_allowed,
    defenders_are_different,
    defenders_are_eligible,
    defenders_are_not_bypassed,
    defenders_can_defend,
    forced_attackers_attack,
    forced_defenders_defend,
    is_a_challenge_type,
    is_an_opponent,
    not_too_many_attackers,
    not_too_many_defenders,
    somebody_attacks,
    type_is_left,
    victims_are_different,
)
from domain.families.agot_cards.commands import (
    ChooseClaimCharacters,
    MarshalAttachment,
    MarshalCharacter,
    MarshalDuplicate,
    MarshalLocation,
    PlaceSetupCards,
    UseDuplicateSave,
)
from domain.games.agot_lcg.checks.ambush import AMBUSH, ATTACH, DUPLICATE, MARSHAL
from domain.games.agot_lcg.checks.answers import setup_hosts, setup_types
from domain.games.agot_lcg.checks.challenges import intimidated_is_weak_enough, stealth_is_legal
from domain.games.agot_lcg.commands import AmbushCard, AttachSetupCards, InitiateChallenge, UseIntimidate
from domain.kernel.checks import Check

CHECKS: dict[type, tuple[Check, ...]] = {
    InitiateAction: USE,
    UseInterrupt: USE,
    UseReaction: USE,
    PlayEvent: PLAY,
    UseDuplicateSave: SAVE,
    AmbushCard: AMBUSH,
    MarshalCharacter: MARSHAL,
    MarshalLocation: MARSHAL,
    MarshalAttachment: ATTACH,
    MarshalDuplicate: DUPLICATE,
    InitiateChallenge: (
        is_a_challenge_type,
        is_an_opponent,
        type_is_left,
        challenge_is_allowed,
        somebody_attacks,
        attackers_are_eligible,
        attackers_can_attack,
        attackers_are_different,
        not_too_many_attackers,
        forced_attackers_attack,
        stealth_is_legal,
    ),
    DeclareDefenders: (
        defenders_are_eligible,
        defenders_can_defend,
        defenders_are_different,
        defenders_are_not_bypassed,
        not_too_many_defenders,
        forced_defenders_defend,
    ),
    ChooseClaimCharacters: (victims_are_different,),
    UseIntimidate: (intimidated_is_weak_enough,),
    PlaceSetupCards: (setup_types,),
    AttachSetupCards: (setup_hosts,),
}
