"""One challenge, from its initiation to its end (framework steps 4.2 to 4.2.6)."""

from __future__ import annotations

from msgspec import structs

from domain.games.agot_lcg import happenings, legality, values
from domain.games.agot_lcg.commands import (
    ChooseClaimCharacters,
    ChooseKeywordType,
    DeclareDefenders,
    InitiateChallenge,
    UseIntimidate,
    UseKeyword,
)
from domain.games.agot_lcg.facts import (
    ChallengeDecided,
    ChallengeEnded,
    ChallengeInitiated,
    ClaimApplied,
    Counted,
    DefendersDeclared,
    DelayedEnded,
    KeywordResolved,
    LimitsReset,
    StealthBypassed,
)
from domain.games.agot_lcg.framework import expire, framework
from domain.games.agot_lcg.happenings import OCCUR, AgotGame
from domain.games.agot_lcg.state import CHALLENGES, AgotTable, Challenge
from domain.kernel.citing import enforces
from domain.kernel.conditions import Condition
from domain.kernel.flow import Procedure, ask, step
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurrence import happen, hold
from domain.kernel.spaces import Assign, Commands, FieldSpace, Form, Pick
from domain.kernel.standing import end_orders
from domain.kernel.windows import open_for_all

WINNERS_KEYWORDS = ("pillage", "renown", "insight")


@enforces(
    "agot_lcg.step.4-2-one-of-each-type",
    "agot_lcg.step.4-2-declare-type",
    "agot_lcg.step.4-2-declare-opponent",
)
def challenge_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    """Every challenge that the active player may initiate, and declining."""
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
    """One type against one opponent: which attackers, and whom each attacker with stealth may bypass."""
    attackers = tuple(
        card for card in table.characters(seat) if not legality.not_eligible(table, seat, card, kind, "attack")
    )
    if not attackers or refused_type(table, seat, kind, against):
        return None
    most = min(len(attackers), values.allowance(table, seat, "attackers", base=99).value)
    bypassable = tuple(
        card for card in table.characters(against) if not values.has_keyword(table, table.cards[card], "stealth")
    )
    stealthy = tuple(card for card in attackers if values.has_keyword(table, table.cards[card], "stealth"))
    stealth = Assign(stealthy, dict.fromkeys(bypassable, 1), fill=-1, within="attackers")
    fixed: dict[str, str | int | bool] = {"kind": kind, "against": against}
    fields: dict[str, FieldSpace] = {"attackers": Pick(attackers, 1, max(1, most)), "stealth": stealth}
    return Form("initiate_challenge", fixed, fields, ("agot_lcg.step.4-2-one-of-each-type",))


def refused_type(table: AgotTable, seat: Seat, kind: str, against: Seat) -> bool:
    deed = legality.Deed(table, seat, InitiateChallenge(kind, against, (), {}))
    checks = (legality.type_is_left, legality.challenge_is_allowed)
    return any(each.test(deed) is not None for each in checks)


def can_initiate(table: AgotTable, seat: Seat) -> bool:
    """Whether there is a challenge that a player could initiate."""
    return any(
        not refused_type(table, seat, kind, against)
        and any(not legality.not_eligible(table, seat, card, kind, "attack") for card in table.characters(seat))
        for kind in CHALLENGES
        for against in table.opponents(seat)
    )


@enforces(
    "agot_lcg.step.4-2-atomic-initiation",
    "agot_lcg.step.4-2-declare-attackers-kneel",
    "agot_lcg.step.4-2-reactions-to-any-part",
    "agot_lcg.kneel.purpose",
)
def initiate(game: AgotGame, seat: Seat, command: InitiateChallenge) -> None:
    """All parts of the initiation are one atomic occurrence (4.2)."""
    table = game.table
    game.emit(Counted((f"phase:challenge:{command.kind}:{seat}",)))
    kneeling = [card for card in command.attackers if not stays_standing(table, card, command.kind)]
    conditions = [
        Condition(
            0, "challenge_initiated", seat=seat, other=command.against, name=command.kind, cards=command.attackers
        ),
        *(Condition(0, "attacker_declared", card=card, seat=seat, name=command.kind) for card in command.attackers),
        *(happenings.knelt(table, card, how="attack") for card in kneeling),
        *(
            Condition(0, "bypassed", card=target, seat=command.against, source=attacker)
            for attacker, target in sorted(command.stealth.items())
        ),
    ]
    game.push(ChallengeFrame())
    framework(game, "4.2", *conditions)


def stays_standing(table: AgotTable, card: Handle, kind: str) -> bool:
    """Whether a character does not kneel when it is declared as an attacker in a challenge of this type."""
    return f"kneel-to-attack-{kind}" in {
        name for _, name, _, _ in values.touches(table, "card-does-not", table.cards[card])
    }


@enforces(
    "agot_lcg.step.4-2-resolving-until-4-2-6",
    "agot_lcg.participating.declared-characters",
    "agot_lcg.attacker.attacking-character",
    "agot_lcg.attacker.attacking-player",
    "agot_lcg.against.definition",
)
def begin_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """Whoever was declared takes part, but for those whom interrupts took away."""
    begun = []
    for each in conditions:
        attackers = tuple(card for card in each.cards if card in game.table.characters(each.seat))
        challenge = Challenge(game.table.next_serial(), each.name, each.seat, each.other, attackers)
        game.emit(ChallengeInitiated(challenge))
        begun.append(structs.replace(each, cards=attackers))
    return begun


def declare_attackers(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    return [each for each in conditions if each.card in the(game.table).attackers]


@enforces("agot_lcg.stealth.bypass")
def bypass(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    there = [each for each in conditions if game.table.is_in_play(each.card)]
    game.emit(StealthBypassed(tuple(each.card for each in there)))
    return there


@enforces("agot_lcg.step.4-2-challenge-action-window")
def actions_before_defenders(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "challenge.initiated.action", "4.2")


@enforces("agot_lcg.step.4-2-1-action-window")
def actions_after_defenders(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "challenge.defended.action", "4.2.1")


def the(table: AgotTable) -> Challenge:
    """The challenge that is resolving."""
    assert table.challenge is not None
    return table.challenge


@enforces("agot_lcg.defender.defending-player")
def defending_player(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    return (the(table).defender,)


@enforces(
    "agot_lcg.step.4-2-1-declare-defenders",
    "agot_lcg.step.4-2-1-bypassed-excluded",
    "agot_lcg.step.4-2-1-defender-eligibility",
)
def defenders_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    challenge = the(table)
    eligible = tuple(
        card
        for card in table.characters(seat)
        if card not in challenge.bypassed and not legality.not_eligible(table, seat, card, challenge.kind, "defend")
    )
    most = min(len(eligible), values.allowance(table, seat, "defenders", base=99).value)
    pick = Pick(eligible, 0, most)
    return Commands((Form("declare_defenders", {}, {"defenders": pick}, ("agot_lcg.step.4-2-1-declare-defenders",)),))


@enforces("agot_lcg.step.4-2-1-declare-defenders", "agot_lcg.kneel.purpose")
def declare_defenders(game: AgotGame, frame: Procedure, seat: Seat, command: DeclareDefenders) -> None:
    """All declared defenders kneel simultaneously; none may be declared."""
    if not command.defenders:
        game.emit(DefendersDeclared(()))
        return
    kind = the(game.table).kind
    declared = [Condition(0, "defender_declared", card=card, seat=seat, name=kind) for card in command.defenders]
    kneeling = [happenings.knelt(game.table, card, how="defend") for card in command.defenders]
    framework(game, "4.2.1", *declared, *kneeling)


@enforces("agot_lcg.participating.declared-characters", "agot_lcg.defender.defending-character")
def take_defenders(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    there = [each for each in conditions if game.table.is_in_play(each.card)]
    game.emit(DefendersDeclared(tuple(each.card for each in there)))
    return there


@enforces(
    "agot_lcg.step.4-2-2-compare",
    "agot_lcg.step.4-2-2-no-winner",
    "agot_lcg.step.4-2-2-reactions-to-winning",
    "agot_lcg.framework.example-win-challenge",
)
def determine_winner(game: AgotGame, frame: Procedure) -> None:
    """Compare strength; the higher total wins, the attacker on a tie, but only with STR and a participant."""
    decided = comparison(game.table)
    if not decided.winner:
        game.emit(decided)
        return
    framework(game, "4.2.2", *won_and_lost(the(game.table), decided))


def won_and_lost(challenge: Challenge, decided: ChallengeDecided) -> tuple[Condition, Condition]:
    """That one player wins and the other loses, each as attacker or as defender."""
    how = "attacker" if decided.winner == challenge.attacker else "defender"
    lost_as = "defender" if how == "attacker" else "attacker"
    won = Condition(
        0, "challenge_won", seat=decided.winner, other=decided.loser, n=decided.margin, name=challenge.kind, how=how
    )
    return won, structs.replace(won, kind="challenge_lost", seat=decided.loser, other=decided.winner, how=lost_as)


@enforces(
    "agot_lcg.step.4-2-2-compare",
    "agot_lcg.step.4-2-2-higher-wins-tie-attacker",
    "agot_lcg.step.4-2-2-no-winner",
    "agot_lcg.step.4-2-2-unopposed",
    "agot_lcg.win-challenge.higher-total",
    "agot_lcg.win-challenge.requirements",
    "agot_lcg.win-challenge.tie-attacker",
    "agot_lcg.win-challenge.no-winner",
    "agot_lcg.strength.zero-cannot-win",
    "agot_lcg.unopposed.definition",
)
def comparison(table: AgotTable) -> ChallengeDecided:
    """The totals of both sides and what follows from them."""
    challenge = the(table)
    attack = values.side_strength(table, challenge.attacker, challenge.attackers)
    defense = values.side_strength(table, challenge.defender, challenge.defenders)
    attacking = attack.value >= defense.value
    total, side = (attack, challenge.attackers) if attacking else (defense, challenge.defenders)
    if total.value < 1 or not side:
        return ChallengeDecided(attack, defense)
    winner, loser = challenge.attacker, challenge.defender
    if not attacking:
        winner, loser = loser, winner
    margin = abs(attack.value - defense.value)
    return ChallengeDecided(attack, defense, winner, loser, margin, attacking and defense.value == 0)


def decide_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """The totals of this moment decide: interrupts may have changed what was about to be so."""
    decided = comparison(game.table)
    challenge = the(game.table)
    kind = challenge.kind
    game.emit(decided)
    if not decided.winner:
        return []
    keys = [f"{period}:won:{kind}:{decided.winner}" for period in ("phase", "round")]
    keys += [f"{period}:lost:{kind}:{decided.loser}" for period in ("phase", "round")]
    game.emit(Counted(tuple(keys)))
    won, _ = won_and_lost(challenge, decided)
    return [structs.replace(won, id=each.id) for each in conditions]


def lose_challenge(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    challenge = the(game.table)
    if not challenge.winner:
        return []
    _, lost = won_and_lost(challenge, comparison(game.table))
    return [structs.replace(lost, id=each.id) for each in conditions]


@enforces(
    "agot_lcg.step.4-2-3-unopposed-bonus",
    "agot_lcg.unopposed.bonus-power",
    "agot_lcg.for-your-faction.on-faction-card",
)
def challenge_bonuses(game: AgotGame, frame: Procedure) -> None:
    """The attacker gains one power for an unopposed challenge."""
    challenge = the(game.table)
    if challenge.unopposed:
        faction = game.table.players[challenge.attacker].faction
        framework(game, "4.2.3", happenings.power_gained(game.table, faction, 1, how="unopposed"))


@enforces(
    "agot_lcg.claim.definition",
    "agot_lcg.step.4-2-4-apply-claim",
    "agot_lcg.step.4-2-4-defender-won-no-claim",
)
def apply_claim(game: AgotGame, frame: Procedure) -> None:
    """If the attacking player won, claim is applied."""
    challenge = the(game.table)
    if challenge.winner == challenge.attacker:
        hold(game, "4.2.4")
        game.push(Claim())
        claim = Condition(0, "claim_applied", seat=challenge.loser, other=challenge.winner, name=challenge.kind)
        happen(game, claim)


@enforces("agot_lcg.claim.applied-even-without-effect", "agot_lcg.claim.value-from-attacker-plot")
def read_claim(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(ClaimApplied(each.name, values.claim(game.table), each.instead))
    return conditions


def who_chooses_victims(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    challenge = the(table)
    if challenge.kind != "military" or not challenge.claim or not table.characters(challenge.loser):
        return ()
    return (challenge.loser,)


@enforces(
    "agot_lcg.step.4-2-4-military",
    "agot_lcg.claim.meaning-per-type",
    "agot_lcg.military-claim.choose-and-kill",
    "agot_lcg.military-claim.as-many-as-possible",
)
def victims_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    own = tuple(table.characters(seat))
    n = min(the(table).claim, len(own))
    rules_cited = ("agot_lcg.military-claim.choose-and-kill",)
    return Commands((Form("choose_claim_characters", {}, {"characters": Pick(own, n, n)}, rules_cited),))


@enforces(
    "agot_lcg.military-claim.killed-simultaneously",
    "agot_lcg.military-claim.saved-still-satisfies",
    "agot_lcg.save.military-claim-satisfied",
)
def kill_victims(game: AgotGame, frame: Procedure, seat: Seat, command: ChooseClaimCharacters) -> None:
    """All characters chosen for military claim are killed simultaneously."""
    happen(game, *(happenings.killed(game.table, card, how="claim") for card in command.characters))


@enforces(
    "agot_lcg.step.4-2-4-intrigue",
    "agot_lcg.step.4-2-4-power",
    "agot_lcg.claim.meaning-per-type",
    "agot_lcg.intrigue-claim.random-discard",
    "agot_lcg.intrigue-claim.as-many-as-possible",
    "agot_lcg.power-claim.move-power",
    "agot_lcg.power-claim.as-many-as-possible",
)
def carry_out_claim(game: AgotGame, frame: Procedure) -> None:
    """Intrigue: random cards are discarded from hand. Power: power moves from faction card to faction card."""
    challenge, table = the(game.table), game.table
    if challenge.kind == "intrigue":
        hand = table.zone(zone(challenge.loser, "hand"))
        n = min(challenge.claim, len(hand))
        picked = game.pick_at_random("claim, intrigue", hand, n, challenge.loser) if n else []
        if picked:
            happen(game, *(happenings.gone(table, card) for card in picked))
    elif challenge.kind == "power":
        loser, winner = table.players[challenge.loser].faction, table.players[challenge.winner].faction
        n = min(challenge.claim, table.cards[loser].power)
        if n:
            move = Condition(
                0, "power_moved", card=loser, seat=challenge.loser, other=challenge.winner, n=n, cards=(winner,)
            )
            happen(game, move)


class Claim(Procedure, frozen=True, tag="agot_lcg.claim"):
    """Claim, inside step 4.2.4: what the loser chooses, and what then happens."""

    steps = (
        ask(
            "/victims",
            "claim-characters",
            who=who_chooses_victims,
            space=victims_space,
            takes=(ChooseClaimCharacters,),
            use=kill_victims,
            rule="agot_lcg.military-claim.choose-and-kill",
            public=True,
        ),
        step("/claim", carry_out_claim),
    )


def instances(table: AgotTable, keyword: str) -> list[Handle]:
    """The participating characters of the winner that have a keyword now."""
    challenge = the(table)
    side = challenge.attackers if challenge.winner == challenge.attacker else challenge.defenders
    return [card for card in side if values.has_keyword(table, table.cards[card], keyword)]


@enforces("agot_lcg.intimidate.kneel-loser-character", "agot_lcg.intimidate.any-character-of-loser")
def intimidated(table: AgotTable) -> list[Handle]:
    """The standing characters of the loser that intimidate could kneel."""
    challenge = the(table)
    return [
        card
        for card in table.characters(challenge.loser)
        if not table.cards[card].kneeling and values.strength(table, card).value <= challenge.margin
    ]


@enforces(
    "agot_lcg.step.4-2-5-keywords",
    "agot_lcg.pillage.resolution-keyword",
    "agot_lcg.renown.resolution-keyword",
    "agot_lcg.insight.resolution-keyword",
    "agot_lcg.intimidate.resolution-keyword",
)
def types_left(table: AgotTable, frame: Keywords) -> tuple[str, ...]:
    """The keyword types that still have something to resolve."""
    challenge = the(table)
    if not challenge.winner:
        return ()
    left = [each for each in WINNERS_KEYWORDS if each not in frame.resolved and instances(table, each)]
    if challenge.winner == challenge.attacker and "intimidate" not in frame.resolved:
        if instances(table, "intimidate") and intimidated(table):
            left.append("intimidate")
    return tuple(left)


def who_orders_keywords(table: AgotTable, frame: Keywords) -> tuple[Seat, ...]:
    return (table.first_player,) if types_left(table, frame) else ()


@enforces("agot_lcg.step.4-2-5-first-player-orders-by-type")
def keyword_type_space(rules: object, table: AgotTable, frame: Keywords, seat: Seat) -> Commands:
    pick = Pick(types_left(table, frame), 1, 1, single=True)
    cited = ("agot_lcg.step.4-2-5-first-player-orders-by-type",)
    return Commands((Form("choose_keyword_type", {}, {"keyword": pick}, cited),))


def choose_keyword(game: AgotGame, frame: Keywords, seat: Seat, command: ChooseKeywordType) -> None:
    game.set(keyword=command.keyword, resolved=(*frame.resolved, command.keyword))


def who_uses_keyword(table: AgotTable, frame: Keywords) -> tuple[Seat, ...]:
    return (the(table).winner,) if frame.keyword else ()


@enforces("agot_lcg.abilities.keyword-may-optional")
def keyword_space(rules: object, table: AgotTable, frame: Keywords, seat: Seat) -> Commands:
    """Each instance is optional; of intimidate only one resolves."""
    cited = (f"agot_lcg.{frame.keyword}.resolution-keyword",)
    if frame.keyword == "intimidate":
        pick = Pick((*intimidated(table), ""), 1, 1, single=True)
        return Commands((Form("use_intimidate", {}, {"target": pick}, cited),))
    characters = tuple(instances(table, frame.keyword))
    fixed: dict[str, str | int | bool] = {"keyword": frame.keyword}
    return Commands((Form("use_keyword", fixed, {"characters": Pick(characters, 0, len(characters))}, cited),))


@enforces("agot_lcg.step.4-2-5-same-type-simultaneous", "agot_lcg.intimidate.one-per-challenge")
def use_keyword(game: AgotGame, frame: Keywords, seat: Seat, command: UseKeyword | UseIntimidate) -> None:
    """All instances that are used resolve simultaneously; then the next type."""
    table = game.table
    game.set(keyword="", at="/type")
    used = instances(table, "intimidate")[:1] if isinstance(command, UseIntimidate) else list(command.characters)
    if isinstance(command, UseIntimidate) and not command.target:
        used = []
    game.emit(KeywordResolved(frame.keyword, tuple(used)))
    if used:
        framework(game, "4.2.5", *keyword_conditions(table, frame.keyword, used, command))


@enforces(
    "agot_lcg.pillage.discard-per-character",
    "agot_lcg.renown.power-on-character",
    "agot_lcg.insight.draw-per-character",
)
def keyword_conditions(
    table: AgotTable, keyword: str, used: list[Handle], command: UseKeyword | UseIntimidate
) -> list[Condition]:
    """What the used instances of a keyword do."""
    challenge = the(table)
    if isinstance(command, UseIntimidate):
        return [happenings.knelt(table, command.target, used[0], "intimidate")]
    if keyword == "renown":
        return [happenings.power_gained(table, card, 1, card, "renown") for card in used]
    if keyword == "insight":
        return [happenings.drawing(challenge.winner, len(used))]
    top = table.top(zone(challenge.loser, "deck"), len(used))
    return [happenings.gone(table, card, source) for card, source in zip(top, used, strict=False)]


class Keywords(Procedure, frozen=True, tag="agot_lcg.keywords"):
    """Challenge resolution keywords: the first player names types, the winner uses instances (4.2.5)."""

    keyword: str = ""
    resolved: tuple[str, ...] = ()
    steps = (
        ask(
            "/type",
            "keyword-type",
            who=who_orders_keywords,
            space=keyword_type_space,
            takes=(ChooseKeywordType,),
            use=choose_keyword,
            rule="agot_lcg.step.4-2-5-first-player-orders-by-type",
            public=True,
        ),
        ask(
            "/use",
            "keyword",
            who=who_uses_keyword,
            space=keyword_space,
            takes=(UseKeyword, UseIntimidate),
            use=use_keyword,
            rule="agot_lcg.step.4-2-5-keywords",
        ),
    )


def resolve_keywords(game: AgotGame, frame: Procedure) -> None:
    if the(game.table).winner:
        game.push(Keywords())


@enforces("agot_lcg.lasting.expires-before-end-abilities")
def expire_with_challenge(game: AgotGame, frame: Procedure) -> None:
    """A step of its own: what the expiry brings about happens before the challenge ends."""
    expire(game, "challenge")


@enforces("agot_lcg.step.4-2-6-challenge-ends")
def end_challenge(game: AgotGame, frame: Procedure) -> None:
    framework(game, "4.2.6", Condition(0, "challenge_ended", name=the(game.table).kind))


@enforces("agot_lcg.step.4-2-6-participation-ends")
def challenge_over(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(ChallengeEnded())
    game.emit(LimitsReset("challenge"))
    end_orders(game, "challenge")
    return conditions


def lapse(game: AgotGame, frame: Procedure) -> None:
    """Delayed effects whose moment could come only in this challenge lapse."""
    for effect in [each for each in game.table.delayed.values() if each.until == "challenge"]:
        game.emit(DelayedEnded(effect.id))


class ChallengeFrame(Procedure, frozen=True, tag="agot_lcg.challenge"):
    """One challenge, after its initiation (4.2)."""

    steps = (
        step("/actions-before-defenders", actions_before_defenders),
        ask(
            "4.2.1",
            "defenders",
            who=defending_player,
            space=defenders_space,
            takes=(DeclareDefenders,),
            use=declare_defenders,
            rule="agot_lcg.step.4-2-1-declare-defenders",
            checked=True,
            public=True,
        ),
        step("/actions-after-defenders", actions_after_defenders),
        step("4.2.2", determine_winner),
        step("4.2.3", challenge_bonuses),
        step("4.2.4", apply_claim),
        step("4.2.5", resolve_keywords),
        step("/expire", expire_with_challenge),
        step("4.2.6", end_challenge),
        step("/lapse", lapse),
    )


OCCUR["challenge_initiated"] = begin_challenge  # type: ignore[assignment]
OCCUR["attacker_declared"] = declare_attackers  # type: ignore[assignment]
OCCUR["bypassed"] = bypass  # type: ignore[assignment]
OCCUR["defender_declared"] = take_defenders  # type: ignore[assignment]
OCCUR["challenge_won"] = decide_challenge  # type: ignore[assignment]
OCCUR["challenge_lost"] = lose_challenge  # type: ignore[assignment]
OCCUR["claim_applied"] = read_claim  # type: ignore[assignment]
OCCUR["challenge_ended"] = challenge_over  # type: ignore[assignment]
