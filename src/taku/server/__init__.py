"""The web application: pages, live tables, players, clocks, bots at the table; what must last is in ``store``."""
