"""Forms: controls, what was filled in and how it is read, and refusals by the labels of a form."""
