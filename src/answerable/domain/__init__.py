"""The nouns: frozen data that every room trades in. No I/O, no clock, no model.

Nothing comes in; everything else imports from here. Never add a verb that touches the world.
"""
