"""What a crop says: readers of words, callouts and symbols, their runners-up, and how far to believe each."""
