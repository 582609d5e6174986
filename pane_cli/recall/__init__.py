"""Recall: a query, an expression or an address, and what is found of it."""
