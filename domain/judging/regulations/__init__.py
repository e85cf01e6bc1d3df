"""Regulations of events as data, one TOML file each; `domain.judging.regulation` reads them."""
