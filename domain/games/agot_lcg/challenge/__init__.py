"""One challenge, from its initiation to its end (framework steps 4.2 to 4.2.6).

Read `steps` (the flat list), then `initiation`, `defense`, `outcome`, `claim`, `keywords`, `ending`."""

from domain.games.agot_lcg.challenge.claim import (
    Claim,
    apply_claim,
    carry_out_claim,
    kill_victims,
    read_claim,
    victims_space,
    who_chooses_victims,
)
from domain.games.agot_lcg.challenge.current import (
    the,
)
from domain.games.agot_lcg.challenge.defense import (
    actions_after_defenders,
    actions_before_defenders,
    declare_defenders,
    defenders_space,
    defending_player,
    take_defenders,
)
from domain.games.agot_lcg.challenge.ending import (
    challenge_over,
    end_challenge,
    expire_with_challenge,
    lapse,
)
from domain.games.agot_lcg.challenge.initiation import (
    begin_challenge,
    bypass,
    can_initiate,
    challenge_form,
    challenge_space,
    declare_attackers,
    refused_type,
)
from domain.games.agot_lcg.challenge.keywords import (
    WINNERS_KEYWORDS,
    Keywords,
    choose_keyword,
    instances,
    intimidated,
    keyword_conditions,
    keyword_space,
    keyword_type_space,
    resolve_keywords,
    types_left,
    use_keyword,
    who_orders_keywords,
    who_uses_keyword,
)
from domain.games.agot_lcg.challenge.outcome import (
    challenge_bonuses,
    decide_challenge,
    determine_winner,
    lose_challenge,
    won_and_lost,
)
from domain.games.agot_lcg.challenge.steps import (
    ChallengeFrame,
    initiate,
)

__all__ = [
    "WINNERS_KEYWORDS",
    "ChallengeFrame",
    "Claim",
    "Keywords",
    "actions_after_defenders",
    "actions_before_defenders",
    "apply_claim",
    "begin_challenge",
    "bypass",
    "can_initiate",
    "carry_out_claim",
    "challenge_bonuses",
    "challenge_form",
    "challenge_over",
    "challenge_space",
    "choose_keyword",
    "decide_challenge",
    "declare_attackers",
    "declare_defenders",
    "defenders_space",
    "defending_player",
    "determine_winner",
    "end_challenge",
    "expire_with_challenge",
    "initiate",
    "instances",
    "intimidated",
    "keyword_conditions",
    "keyword_space",
    "keyword_type_space",
    "kill_victims",
    "lapse",
    "lose_challenge",
    "read_claim",
    "refused_type",
    "resolve_keywords",
    "take_defenders",
    "the",
    "types_left",
    "use_keyword",
    "victims_space",
    "who_chooses_victims",
    "who_orders_keywords",
    "who_uses_keyword",
    "won_and_lost",
]
