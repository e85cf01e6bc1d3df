"""The console with all its pages, ready to be registered."""

from service.console import deck_check, login, rules_and_timing
from service.console.analytics import pages as figure_pages
from service.console.branch import branches
from service.console.case import cases, precedents
from service.console.console import views
from service.console.forms import position_page
from service.console.match import (
    going_to_time,
    judges,
    missed_opportunities,
    pages,
    questions,
    refused_commands,
    subjects,
    timelines,
    traces,
)
from service.console.tournament import event_list, tournaments

__all__ = [
    "branches",
    "cases",
    "deck_check",
    "event_list",
    "figure_pages",
    "going_to_time",
    "judges",
    "login",
    "missed_opportunities",
    "pages",
    "position_page",
    "precedents",
    "questions",
    "refused_commands",
    "rules_and_timing",
    "subjects",
    "timelines",
    "tournaments",
    "traces",
    "views",
]
