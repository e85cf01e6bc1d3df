"""Pictures of a match for people, drawn on the server.

Read in this order: `board` (the whole picture), `geography` (where everything lies), `forces` (what lies in an area),
`tracks`, `houses` and `legend` (the side of the board), `glyphs` (the shapes), `svg` (how an element is written).
Nothing here decides anything, and everything is made from what the viewer may read.
"""
