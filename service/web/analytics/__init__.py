"""What is shared about figures: who reads them of which matches, and how a question is asked."""
