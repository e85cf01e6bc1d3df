"""The round: seven phases, each a flat list of the framework steps and windows of the timing chart, in play order.

Read `domain.cardgame.rounds_and_phases` (how every phase begins and ends), then the phases in play order, then
`phase_order`. What a step does in both AGoT card games is in the module of the same name in
`domain.families.agot_cards.chart`.
"""
