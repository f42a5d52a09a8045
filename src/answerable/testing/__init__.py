"""Fakes a plug-in author can use too: shipped, never imported by the runtime.

In:   a script of what a model should say, or do wrong.
Out:  a `ScriptedModel` that behaves at the seam like a real one, or a `ModelServer` that does so over HTTP.
Never: reaches beyond this machine, or invents a reply that was not scripted.
"""
