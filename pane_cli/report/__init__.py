"""Sessions as a person reads them: pages to read, and what they add up to."""
