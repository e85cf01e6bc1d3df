"""The console with all its pages, ready to be registered."""

from service.console import books, deck_check, entry
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
    "books",
    "branches",
    "cases",
    "deck_check",
    "entry",
    "event_list",
    "figure_pages",
    "going_to_time",
    "judges",
    "missed_opportunities",
    "pages",
    "position_page",
    "precedents",
    "questions",
    "refused_commands",
    "subjects",
    "timelines",
    "tournaments",
    "traces",
    "views",
]
