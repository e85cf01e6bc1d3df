"""The console with all its pages, ready to be registered."""

from service.console import books, entry
from service.console.branch import branches
from service.console.case import cases, precedents
from service.console.console import views
from service.console.forms import position_page
from service.console.match import (
    judges,
    missed_opportunities,
    pages,
    questions,
    subjects,
    time_called,
    timelines,
    traces,
)
from service.console.tournament import event_list, tournaments

__all__ = [
    "books",
    "branches",
    "cases",
    "entry",
    "event_list",
    "judges",
    "missed_opportunities",
    "pages",
    "position_page",
    "precedents",
    "questions",
    "subjects",
    "time_called",
    "timelines",
    "tournaments",
    "traces",
    "views",
]
