"""What the card games of A Game of Thrones share: plots, gold, power, challenges of three types, claim, dominance.

Both editions have the phases of a round, kneeling, unique cards with duplicates, the dead pile and fifteen power. Read
`state` (the table), `commands`, `chart` (what the steps do), `checks`, `abilities` and `in_play`, `words`,
`corrections` and `positions`, then `rules` (what an edition answers for itself). A game's chart keeps its own steps
with their numbers; facts are stored under the tags of the game (`facts.own_facts`).
"""
