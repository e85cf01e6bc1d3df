"""What the API and the console share about branches, and the sides of a comparison."""
