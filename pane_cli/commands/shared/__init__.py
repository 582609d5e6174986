"""What several commands share: options, inputs, the terminal, the clock, the rules."""
