"""Which turns leave the context, and what stands in their place."""
