"""Parts that several games share, as structs and rules: cards, grids, drafts of simultaneous choices, teams; and the reader of content files."""
