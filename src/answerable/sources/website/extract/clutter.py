"""The names by which sites call their furniture, and those by which they call their text."""

from __future__ import annotations

import re

FURNITURE_TAGS = frozenset(("nav", "footer", "aside", "dialog", "menu", "search"))
FURNITURE_ROLES = frozenset(
    "navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar".split()
)


def _words(words: str) -> re.Pattern[str]:
    """A pattern for any of `words` as whole parts of class names and ids, but not for "with-sidebar"."""
    unlike = "".join(f"(?<!{word}[-_])" for word in ("with", "has", "no", "w", "hide", "show"))
    return re.compile(rf"(?:^|[\s_-]){unlike}(?:{'|'.join(words.split())})(?=$|[\s_-])", re.I)


# Names that mean furniture on any site.
ALWAYS = _words(
    r"cookies? consent gdpr breadcrumbs? \w*share sharing sharedaddy addthis social newsletter pagination pager "
    r"disqus skip skip-?link advert\w* ads? outbrain taboola sphinxsidebar\w* navheader navfooter docnav navbar "
    r"site-?nav site-?footer site-?header topbar popup noprint mobile-?menu"
)
# Names that mean furniture only where most of the text is links: a sidebar may as well be an aside of the author.
IF_LINKED = _words(r"nav navigation menu sidebar related recommend\w* footer header masthead links tags? widget \w*list")
# Names that mean furniture around and inside a news article or blog post.
IN_ARTICLES = _words(
    r"related recommend\w* recirc\w* subscri\w+ sign-?up promo\w* sponsor\w* comments? respond sidebar footer nav "
    r"navigation menu masthead modal overlay tags? tag-?list bio byline dateline timestamp caption credits? toolbar "
    r"widget trending popular most-?read read-?more outbrain teaser author topics more-?stories inline-?story "
    r"gallery slideshow carousel print rating poll quiz login register paywall disclaimer copyright"
)
# Readers' comments can be longer than the text they are about.
COMMENTS = re.compile(r"(?:^|\s)(?:comments?|disqus|respond)(?:[-_]?(?:list|section|area|container|s|thread|wrap\w*))?(?=$|\s)", re.I)
# Names of a document's own list of what is in it.
CONTENTS = _words(r"toc contents toctree\w* index indextable")
# Names by which templates call the node that holds the text.
BODY_NAMES = re.compile(
    r"article[-_]*(?:body|text|content|main|story)"
    r"|(?:entry|post|story|page|single|news|main|blog|rich)[-_]*(?:content|body|text|entry|article|story)"
    r"|\b(?:article|post|story|entry)\b|(?:^|\s)(?:content|main)(?:\s|$)",
    re.I,
)
