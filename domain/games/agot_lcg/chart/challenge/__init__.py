"""One challenge, from its initiation to its end (framework steps 4.2 to 4.2.6).

Read `steps` (the flat list), then `initiation`, `defense`, `claim`, `resolution_keywords`: what is this game's own.
What the steps do in both AGoT card games, from the declaration to the end, is in the modules of
`domain.families.agot_cards.chart.challenge`.
"""
