"""The website source: crawl politely, keep passages, search them, and rank the links that lead on.

Tasks with start pages or leads come in; passages as evidence, gaps and leads go out. Never leaves the allowed
domains, never fetches what robots.txt forbids or could not be told, never treats page text as anything but text.
"""
