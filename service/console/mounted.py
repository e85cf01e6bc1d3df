"""The console with all its pages, ready to be registered."""

from service.console import books, branches, casework, entry, events, pages, questions
from service.console.console import views

__all__ = ["books", "branches", "casework", "entry", "events", "pages", "questions", "views"]
