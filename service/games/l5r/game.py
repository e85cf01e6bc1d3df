"""Legend of the Five Rings: The Card Game, as people are shown it."""

from __future__ import annotations

from service.games.l5r import fact_sentences
from service.games.l5r.change_words import CHANGE_WORDS
from service.games.l5r.demonstration import DEMONSTRATION
from service.games.l5r.layout import lay_out_table
from service.games.l5r.table_lines import province_places, table_lines
from service.games.presentation import Presentation, SpeedTargets

PRESENTATION = Presentation(
    title="Legend of the Five Rings: The Card Game",
    story=fact_sentences.STORY,
    log=fact_sentences.LOG,
    headings=fact_sentences.HEADINGS,
    openings=fact_sentences.OPENINGS,
    label=fact_sentences.label,
    table_lines=table_lines,
    places=province_places,
    demo=DEMONSTRATION,
    layout=lay_out_table,
    targets=SpeedTargets(commands=">= 5000", slowest="< 2", viewed=">= 3000"),
    changes=CHANGE_WORDS,
    deck_origin="as EmeraldDB, FiveRingsDB or Jigoku exports it",
    answers={
        "mulligan_provinces": {"cards": {(): "keep the cards in the provinces"}},
        "mulligan_hand": {"cards": {(): "keep the hand"}},
        "declare_conflict": {
            "kind": {"military": "declare a military conflict", "political": "declare a political conflict"}
        },
        "pass_conflict": {
            "kind": {
                "": "pass the conflict opportunity",
                "military": "pass the military conflict opportunity",
                "political": "pass the political conflict opportunity",
            }
        },
        "declare_defenders": {"defenders": {(): "declare no defenders"}},
        "discard_from_provinces": {"cards": {(): "discard nothing from unbroken provinces"}},
        "set_favor": {
            "side": {
                "military": "claim the Imperial Favor, military side up",
                "political": "claim the Imperial Favor, political side up",
            }
        },
        "play_character": {"to": {"home": "play a character home", "conflict": "play a character into the conflict"}},
        "resolve_ring": {
            "effect": {
                "take-honor": "resolve the air ring: take 1 honor",
                "gain-honor": "resolve the air ring: gain 2 honor",
                "draw-and-discard": "resolve the earth ring: draw a card, the opponent discards one at random",
                "honor": "resolve the fire ring: honor a character",
                "dishonor": "resolve the fire ring: dishonor a character",
                "ready": "resolve the water ring: ready a character",
                "bow": "resolve the water ring: bow a character with no fate",
                "remove-fate": "resolve the void ring: remove 1 fate from a character",
            }
        },
    },
    titles={
        "bid_honor": "set the honor dial",
        "decline_ring": "do not resolve the ring effect",
        "discard_duplicate": "discard a duplicate for 1 fate on the character in play",
        "discard_fateless": "discard a character with no fate",
        "discard_from_broken": "discard from the broken province",
        "discard_restricted": "discard a restricted attachment",
        "mulligan_hand": "replace cards of the hand",
        "mulligan_provinces": "replace cards in the provinces",
    },
    numbers={
        "military": "military skill",
        "political": "political skill",
        "province-strength": "strength of the province",
        "bid": "honor bid",
        "fate-value": "fate collected in the dynasty phase",
        "glory-count": "glory for the Imperial Favor",
        "cost": "fate cost",
        "attack": "skill of the attacking player's side",
        "defense": "skill of the defending player's side",
    },
    endings={
        "conquest": "{winner} wins, the opponent's stronghold province is broken",
        "honor": "{winner} wins with 25 honor",
        "dishonor": "{winner} wins, the opponent has no honor left",
    },
)
