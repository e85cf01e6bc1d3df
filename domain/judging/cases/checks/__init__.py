"""Who may do what in a case, and when: one ordered list of checks for each command, authority before order before form.

Read `lists` (CHECKS) first. Each check is a small function of a `CaseContext` that cites its rule: `authority` (who),
`case_states` (when), `contents` (what a command names), `rulings`, `remedies`, `consents`, `appeals`
and `penalties`.
"""
