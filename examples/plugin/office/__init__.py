"""An office for Answerable: a source (its handbook), a tool (its desks), a guard, a judge, a command."""
