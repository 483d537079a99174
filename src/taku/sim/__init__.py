"""Simulation: what many matches say, with how much certainty."""
