"""The one door to the internet: addresses vetted at connect time, robots obeyed, hosts not hurried.

In come URLs and a rule that says which of them may be fetched; out go `Fetched` pages or a typed
refusal. It never decides what is worth fetching, never reads what a page says, keeps no cookies, sends
no credentials, and takes no proxy from the environment. No other room opens a socket to a website.
"""

from answerable.net.address import AddressRules
from answerable.net.fetch import Door, FetchLimits
from answerable.net.pace import Pace
from answerable.net.reply import Fetched
from answerable.net.robots import Robots
from answerable.net.sitemap import walk_sitemaps
from answerable.net.url import canonical, host_of, origin_of, page_key

__all__ = [
    "AddressRules",
    "Door",
    "FetchLimits",
    "Fetched",
    "Pace",
    "Robots",
    "canonical",
    "host_of",
    "origin_of",
    "page_key",
    "walk_sitemaps",
]
