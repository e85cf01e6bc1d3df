"""The checks of the game's commands, one ordered list for each type; read a list as the rule book's conditions.

Read `command_context` (what a check looks at), `abilities`, `marshalling`, `challenges`, `answers`, then
`lists` (CHECKS). Existence comes first in a list; a check names those that it needs. Windows offer exactly the
candidates for which the lists are silent.
"""
