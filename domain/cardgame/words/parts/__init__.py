"""Parts of effects: the changes that abilities make.

A part that acts on cards names them by `on`, by default the target. It says which cards it affects; a card that no part
affects is no eligible target. `perform` carries out the change: it begins an occurrence, or reports the result of the
part.
"""
