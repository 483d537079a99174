"""How a table looks: HTML, SVG and the parts that all games share. Knows no engine, no server and no game."""
