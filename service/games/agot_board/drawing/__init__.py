"""The board as a picture, drawn on the server.

Read in this order: `board` (the whole picture), `geography` (positions), `forces` (the contents of an area), `tracks`,
`houses` and `legend` (beside the board), `glyphs` (the shapes). These modules decide nothing and draw only what the
viewer may read.
"""
