"""One challenge, from its initiation to its end (framework steps 4.2 to 4.2.6).

Read `steps` (the flat list), then `initiation`, `defense`, `claim`, `resolution_keywords`. What both AGoT card games
have in common is in `domain.families.agot_cards.chart.challenge`: the comparison, the outcome, the ending."""
