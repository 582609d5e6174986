"""Terms to hits: what is searched, engines that find candidates, and the ranking."""
