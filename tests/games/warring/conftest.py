"""Positions for the tests of this game; see battle.py."""
