"""Live tables: the match in memory, who looks at it, clocks, offers, talk and bots."""
