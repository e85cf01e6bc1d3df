"""Presentation of a match for people: in words (`text`), as a laid-out table, as a picture.

What belongs to one game is in `service.games`: its sentences, its words, its picture or its layout. The modules here
are shared: `table_layout` holds the values that a page lays out, `svg_elements` writes elements of pictures.
"""
