"""Random changes by hand for either game, lawful or not, and the amounts of a table that only named changes touch."""

from collections import Counter
from typing import Any

from domain.games.agot_board.board.geography import supports
from domain.games.agot_board.board.orders import BANS
from domain.games.agot_board.components import AREAS, HOUSES, ORDERS, SETUPS, TRACKS, UNITS
from domain.games.agot_board.corrections.card_changes import TIDES
from domain.games.agot_board.state import TIDES_DECK, TIDES_DISCARD
from domain.games.agot_lcg.state import ZONES
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange, change_name
from domain.kernel.corrections.stack_repair import frame_tag
from domain.kernel.ids import Seat, zone, zone_kind
from domain.match.aggregate import Match
from tests.builders import Dice


def random_changes(match: Match, dice: Dice) -> tuple[AnyChange, ...]:
    """One to three changes."""
    draw = DRAWS[match.rules.name]
    drawn = (dice.pick(draw)(match.table, dice) for _ in range(1 + dice.below(3) * dice.below(2)))
    return tuple(change for each in drawn for change in together(each))


def together(drawn: AnyChange | tuple[AnyChange, ...]) -> tuple[AnyChange, ...]:
    """What was drawn as one: a change, or several that are possible only together."""
    return drawn if isinstance(drawn, tuple) else (drawn,)


def seat(table: Any, dice: Dice) -> Seat:
    seat: Seat = dice.pick(table.seats)
    return seat


def in_play(table: Any, dice: Dice) -> Any:
    return dice.pick(table.in_play())


def kneel(table: Any, dice: Dice) -> AnyChange:
    card = in_play(table, dice)
    return changes.SetMark(card, "kneeling", not table.cards[card].kneeling)


def take_part(table: Any, dice: Dice) -> AnyChange:
    now = table.challenge
    if now is not None and now.participants and dice.chance(60):
        card = dice.pick(now.participants)
        return changes.SetMark(card, now.side(card), False)
    return changes.SetMark(in_play(table, dice), dice.pick(("attacking", "defending")), True)


def power(table: Any, dice: Dice) -> AnyChange:
    return changes.SetTokens(in_play(table, dice), dice.pick(("power", "power", "stand")), dice.below(4))


def gold(table: Any, dice: Dice) -> AnyChange:
    return changes.SetCount(seat(table, dice), "gold", dice.below(8))


def move(table: Any, dice: Dice) -> AnyChange:
    card = dice.pick(sorted(table.cards))
    owner = table.cards[card].owner
    kind = dice.pick(("deck", "hand", "discard", "dead", "play", "play", *ZONES))
    return changes.MoveCard(zone(owner, kind), card, host=dice.pick(("", in_play(table, dice))))


def plot(table: Any, dice: Dice) -> AnyChange:
    whose = seat(table, dice)
    kinds = [kind for kind in ("plots", "plot", "used") if table.zone(zone(whose, kind))]
    card = dice.pick(table.zone(zone(whose, dice.pick(kinds))))
    return changes.MoveCard(zone(whose, dice.pick(("plots", "plot", "used"))), card)


def bypass(table: Any, dice: Dice) -> AnyChange:
    now = table.challenge
    card = in_play(table, dice)
    if now is not None and table.characters(now.defender):
        card = dice.pick(table.characters(now.defender))
    return changes.SetMark(card, "bypassed", now is None or card not in now.bypassed)


def move_from_play(table: Any, dice: Dice) -> AnyChange:
    card = in_play(table, dice)
    return changes.MoveCard(zone(table.cards[card].owner, dice.pick(("hand", "discard", "dead", "deck"))), card)


def control(table: Any, dice: Dice) -> AnyChange:
    return changes.SetController(in_play(table, dice), seat(table, dice))


def attach(table: Any, dice: Dice) -> AnyChange:
    attachments = [card for card in table.in_play() if table.cards[card].type == "attachment"]
    return changes.Attach(dice.pick(attachments) if attachments else in_play(table, dice), in_play(table, dice))


def begin_effect(table: Any, dice: Dice) -> AnyChange:
    return changes.AddEffect("strength", "phase", amount=dice.below(3), on=(in_play(table, dice),))


def end_effect(table: Any, dice: Dice) -> AnyChange:
    return changes.EndEffect(dice.pick((*table.lasting, 0)))


def limit(table: Any, dice: Dice) -> AnyChange:
    return changes.SetLimit(dice.pick((*table.usage, "round:limited:alice")), dice.below(2))


def shuffle(table: Any, dice: Dice) -> AnyChange:
    return changes.ShuffleUnknown(dice.pick(sorted(table.zones)))


def show(table: Any, dice: Dice) -> AnyChange:
    return changes.Show(dice.pick(sorted(table.cards)), (seat(table, dice),))


def ask_again(table: Any, dice: Dice) -> AnyChange:
    return changes.AskAgain()


def abandon(table: Any, dice: Dice) -> AnyChange:
    frames = [frame for frame in table.stack if table.registry.rules.abandonable(frame)]
    if frames and dice.chance(60):
        return changes.AbandonStep(frame_tag(dice.pick(frames)))
    return changes.AbandonStep(frame_tag(dice.pick(table.stack)) if table.stack else "")


def pieces(table: Any, dice: Dice) -> AnyChange:
    here = dice.pick(sorted(AREAS))
    held = [area for area in table.areas if table.areas[area].house]
    if held and dice.chance(70):
        here = dice.pick(held)
    whose = table.areas[here].house or seat(table, dice)
    return changes.SetPieces(here, whose, dice.pick(sorted(UNITS)), dice.below(3), dice.pick(("", "", "routed")))


def attackers(table: Any, dice: Dice) -> AnyChange:
    now = table.combat
    if now is None:
        return pieces(table, dice)
    whose = dice.pick((now.attacker.house, now.attacker.house, now.defender.house))
    return changes.SetPieces(now.area, whose, dice.pick(sorted(UNITS)), dice.below(3), dice.pick(("", "", "routed")))


def fought_with(table: Any, dice: Dice) -> AnyChange:
    now = table.combat
    if now is None:
        return house_card(table, dice)
    side = dice.pick((now.attacker, now.defender))
    if side.card and dice.chance(40):
        return changes.SetMark(side.card, "used", not side.used)
    house = table.houses[side.house]
    return changes.SetPlace(side.house, dice.pick((*house.hand, *house.discard, "none")), "combat")


def support(table: Any, dice: Dice) -> AnyChange:
    there = [id for id, each in table.areas.items() if each.order and each.order.token.startswith("support")]
    if not there:
        return marker(table, dice)
    near = [each for each in there if table.combat is not None and supports(each, table.combat.area)]
    here = dice.pick(near or there)
    side = dice.pick(("", "refuse", "attacker", "defender"))
    return changes.SetMarker(here, "support", table.areas[here].order.house, side)


def deck_card(table: Any, dice: Dice) -> AnyChange:
    card = dice.pick(sorted(table.cards))
    family = table.cards[card].zone[1:5]
    near = [each for each in table.zones if each[1:5] == family or dice.chance(5)]
    return changes.MoveCard(dice.pick(sorted(near) or sorted(table.zones)), card, place=dice.pick((0, -1)))


def tides_card(table: Any, dice: Dice) -> AnyChange | tuple[AnyChange, ...]:
    """A House has another card than the one that it drew."""
    held = [card for card, each in table.cards.items() if zone_kind(each.zone) in TIDES]
    if not held:
        return deck_card(table, dice)
    card = dice.pick(sorted(held))
    put_away = changes.MoveCard(dice.pick((TIDES_DISCARD, TIDES_DECK)), card)
    return put_away, changes.MoveCard(table.cards[card].zone, top_of=TIDES_DECK)


def marker(table: Any, dice: Dice) -> AnyChange:
    here = dice.pick([area for area in table.areas if table.areas[area].house] or sorted(AREAS))
    whose = dice.pick((table.areas[here].house, "", seat(table, dice)))
    kind = dice.pick(("order", "order", "power-token", "garrison", "neutral-force"))
    value = dice.pick(sorted(ORDERS)) if kind == "order" and whose else ""
    if kind == "neutral-force":
        printed = {each.area: each.strength for each in SETUPS[len(table.seats)].neutral}
        here = dice.pick(sorted(printed) if dice.chance(80) else sorted(AREAS))
        whose, value = "", str(dice.pick((0, printed.get(here, 3), dice.below(6))))
    if kind == "garrison":
        here = HOUSES[seat(table, dice)].garrison_area
    return changes.SetMarker(here, kind, whose, value)


def counter(table: Any, dice: Dice) -> AnyChange:
    if dice.chance(15):
        return changes.SetCount(Seat(""), "wildling", 2 * dice.below(7))
    return changes.SetCount(seat(table, dice), dice.pick(("power", "supply")), dice.below(8))


def track(table: Any, dice: Dice) -> AnyChange:
    order = sorted(table.seats, key=lambda each: dice.below(100))
    return changes.SetTrack(dice.pick(TRACKS), tuple(order))


def house_card(table: Any, dice: Dice) -> AnyChange:
    whose = seat(table, dice)
    house = table.houses[whose]
    return changes.SetPlace(whose, dice.pick((*house.hand, *house.discard)), dice.pick(("hand", "discard")))


def ban(table: Any, dice: Dice) -> AnyChange:
    which = dice.pick(sorted(BANS))
    return changes.SetMark(which, "banned", which not in table.bans)


def turn_token(table: Any, dice: Dice) -> AnyChange:
    return changes.SetMark(dice.pick(("blade", "raven")), "used", dice.chance(50))


LEAST, DRAWN = 6, 40
COMMON = (shuffle, show, abandon, ask_again)
DRAWS = {
    "agot_lcg": (
        kneel,
        take_part,
        take_part,
        power,
        gold,
        move,
        move,
        move_from_play,
        move_from_play,
        plot,
        bypass,
        control,
        attach,
        begin_effect,
        end_effect,
        limit,
        *COMMON,
    ),
    "agot_board": (
        pieces,
        pieces,
        attackers,
        marker,
        marker,
        support,
        counter,
        track,
        house_card,
        fought_with,
        deck_card,
        tides_card,
        turn_token,
        ban,
        *COMMON,
    ),
}


# Every kind of change of the closed list that is possible on each game, told apart by what it changes.
KINDS = {
    "agot_lcg": (
        *(f"move_card to {kind}" for kind in ("deck", "hand", "discard", "dead", "play", "removed")),
        *(f"move_card to {kind}" for kind in ("plots", "plot", "used")),
        *(f"set_mark {mark}" for mark in ("kneeling", "attacking", "defending", "bypassed")),
        "set_tokens power",
        "set_tokens named",
        "set_count gold",
        "set_controller",
        "attach",
        "add_effect",
        "end_effect",
        "set_limit",
        "shuffle_unknown",
        "show",
        "ask_again",
        "abandon_step agot_lcg.challenge",
        "abandon_step other",
    ),
    "agot_board": (
        *(f"set_pieces {which}" for which in ("standing", "routed", "attacking")),
        *(f"set_marker {which}" for which in ("order", "power-token", "garrison", "neutral-force", "support")),
        *(f"set_count {which}" for which in ("power", "supply", "wildling")),
        *(f"set_track {track}" for track in TRACKS),
        *(f"set_place {place}" for place in ("hand", "discard", "combat")),
        "set_mark used",
        "set_mark text",
        "set_mark banned",
        *(f"move_card to {pile}" for pile in ("westeros", "westeros-revealed", "wildling-deck")),
        *(f"move_card to {pile}" for pile in ("tides-deck", "tides-discard", "tides", "tides-revealed")),
        "shuffle_unknown",
        "show",
        "ask_again",
        "abandon_step agot_board.combat",
        "abandon_step agot_board.resolve_marches",
        "abandon_step other",
    ),
}
WHOLE_STEPS = ("agot_lcg.challenge", "agot_board.combat", "agot_board.resolve_marches")


def change_kind(table: Any, change: AnyChange) -> str:
    """Which of KINDS a change is at this table."""
    name = change_name(change)
    if isinstance(change, changes.MoveCard):
        pile = zone_kind(change.to)
        return f"{name} to {'westeros' + pile[10:] if pile.startswith('westeros') else pile}"
    if isinstance(change, changes.SetMark):
        is_text = change.mark == "used" and change.thing not in (*table.cards, "blade", "raven")
        return f"{name} {'text' if is_text else change.mark}"
    if isinstance(change, changes.SetPieces):
        now = table.combat
        attacking = now is not None and (change.area, change.seat) == (now.area, now.attacker.house)
        return f"{name} {'attacking' if attacking else change.mark or 'standing'}"
    if isinstance(change, changes.AbandonStep):
        return f"{name} {change.frame if change.frame in WHOLE_STEPS else 'other'}"
    if isinstance(change, changes.SetTokens):
        return f"{name} {change.kind if change.kind == 'power' else 'named'}"
    said = ("kind", "counter", "marker", "track", "place")
    return " ".join((name, *(getattr(change, each) for each in said if each in change.__struct_fields__)))


def sought_changes(match: Match, dice: Dice, made: Counter[str]) -> tuple[AnyChange, ...]:
    """Changes of one of the kinds that were made least, lawful or not; none if none of these was drawn."""
    wanted = sorted(KINDS[match.rules.name], key=made.__getitem__)[:LEAST]
    for _ in range(DRAWN):
        drawn = together(dice.pick(DRAWS[match.rules.name])(match.table, dice))
        if any(change_kind(match.table, each) in wanted for each in drawn):
            return drawn
    return ()


def fixed(table: Any) -> dict[tuple[str, ...], Any]:
    """Gold; or power, supply, pieces, tracks: the amounts that change only by what is named."""
    if hasattr(table, "players"):
        return {("gold", seat): player.gold for seat, player in table.players.items()}
    return {**houses(table), **dict(pieces_of(table)), **{(name,): table.track(name) for name in TRACKS}}


def houses(table: Any) -> dict[tuple[str, ...], Any]:
    found: dict[tuple[str, ...], Any] = {("wildling", ""): table.wildling}
    for seat, house in table.houses.items():
        found |= {("power", seat): house.power, ("supply", seat): house.supply}
    return found


def pieces_of(table: Any) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for area in table.areas.values():
        for lying in (area.units, area.routed):
            found.update({("pieces", area.house, kind): n for kind, n in lying.items()})
    if table.combat is not None:
        found.update({("pieces", table.combat.attacker.house, kind): n for kind, n in table.combat.units.items()})
    return found
