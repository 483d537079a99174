"""The lab: a designer changes one number, and many matches say what it does, with how much certainty."""
