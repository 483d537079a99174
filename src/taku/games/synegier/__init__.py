"""Synegier (シネジア): order makes the effect."""
