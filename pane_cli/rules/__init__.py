"""Every number and list that decides anything, and where each value came from."""
