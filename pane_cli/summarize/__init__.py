"""Summaries by extraction: sections of lines, each with its address."""
