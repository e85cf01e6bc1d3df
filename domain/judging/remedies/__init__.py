"""Remedies: what a judge does to a match. Read `kinds`, then `interventions` (what the event of a judge carries)."""
