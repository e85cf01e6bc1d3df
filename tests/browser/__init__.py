"""The console in a real browser, at a phone's and a desktop's size."""
