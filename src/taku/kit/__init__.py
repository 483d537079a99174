"""Parts that several games share: cards, grids, drafts of simultaneous choices, teams, content files."""
