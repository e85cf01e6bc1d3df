"""What analysts ask for and are answered with: queries of matches, exported files."""
