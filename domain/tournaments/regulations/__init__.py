"""Regulations of events as data, one TOML file each; `domain.tournaments.regulation` reads them."""
