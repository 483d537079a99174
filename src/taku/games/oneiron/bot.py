"""Knowledge for bots."""
