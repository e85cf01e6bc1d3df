"""The console with all its pages, ready to be registered."""

from service.console import (
    at_time,
    books,
    branches,
    casework,
    entry,
    events,
    missing,
    pages,
    paper,
    precedents,
    questions,
    things,
    timelines,
    traces,
)
from service.console.console import views

__all__ = [
    "at_time",
    "books",
    "branches",
    "casework",
    "entry",
    "events",
    "missing",
    "pages",
    "paper",
    "precedents",
    "questions",
    "things",
    "timelines",
    "traces",
    "views",
]
