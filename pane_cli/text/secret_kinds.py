"""The kinds of secrets that `redact` knows, one row a kind.

    KINDS[0].name  ->  "private-key"

A row is found by plain searches for its triggers (a regex where one has a class,
which begins with plain letters and so is as fast); its pattern is tried only where
one stands. Every quantifier is bounded. Patterns follow the formats that issuers
document. Earlier rows win where two overlap.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from pane_cli.text.placeholders import (
    is_block,
    is_encoded,
    is_key,
    is_password,
    is_random,
    is_real,
)

_BASE64 = r"[A-Za-z0-9+/=]"
# Behind an escaped line end or a colour code a letter stands before a whole token.
_NOT_INSIDE = r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt])|(?<=\dm))"
_ENDS = r"(?![A-Za-z0-9])"
_QUOTE = r"\\{0,7}[\"'`]"
_SETS = rf"(?:{_QUOTE})?\s{{0,4}}(?::=|=>|[:=])\s{{0,4}}"


_Accept = Callable[[re.Match[str]], bool]


class Kind(NamedTuple):
    """One kind of secret; the group `secret`, else the whole match, is redacted."""

    name: str
    triggers: tuple[str, ...]
    pattern: str
    accept: _Accept
    any_case: bool = False
    """Upper and lower case are one; triggers are given in lower case."""

    def match(self, text: str, at: int) -> re.Match[str] | None:
        """Return what follows the trigger at `at`; `accept` says if it is a secret."""
        return _compiled(self.pattern, self.any_case).match(text, at)


def group_of(found: re.Match[str]) -> str | int:
    """Return the group that is the secret: `secret`, or the whole match."""
    return "secret" if "secret" in found.re.groupindex else 0


@cache
def _compiled(pattern: str, any_case: bool) -> re.Pattern[str]:
    # Compiled when a trigger first stands in a text: most runs meet few of them.
    return re.compile(pattern, re.ASCII | (re.IGNORECASE if any_case else 0))


def _judged(judge: Callable[[str], bool]) -> _Accept:
    """Return a test of a match by its secret alone."""
    return lambda found: judge(found[group_of(found)])


def _token(name: str, triggers: str, body: str, accept: _Accept | None = None) -> Kind:
    """Return a kind that its own prefix gives away, whatever stands around it."""
    accept = accept or _judged(is_real)
    return Kind(name, tuple(triggers.split()), _NOT_INSIDE + body + _ENDS, accept)


def _named(name: str, triggers: str, accept: _Accept, pattern: str) -> Kind:
    """Return a kind that only the words before it give away."""
    return Kind(name, tuple(triggers.split()), pattern, accept, any_case=True)


_KEY_OF = ("api", "auth", "access", "private", "secret", "account", "signing")
#: A token that names a page of a listing opens nothing.
_PAGE_OF = ("next", "page", "continuation", "cursor")
_NO_PAGE = "".join(f"(?<!{word})(?<!{word}[_-])" for word in _PAGE_OF)
_BEFORE_KEY = "|".join(f"(?<={word})|(?<={word}[_-])" for word in _KEY_OF)
_NAME = (
    # Behind `012:` it is part of an ARN.
    r"(?<!publickey)(?<![0-9]:)(?:passw(?:or)?d|passphrase|pwd|secret|credential"
    rf"|{_NO_PAGE}token|(?:{_BEFORE_KEY})key)"
)
_REST = r"(?P<rest>s?(?:(?-i:[A-Z0-9_-])[A-Za-z0-9_-]{0,30})?)"
# A name that goes on like this holds no secret: token_count, secretName, keyId.
_HARMLESS = re.compile(
    r"(?:hash|sha\d*|digest|checksum|arn|id|name|path|file|url|uri|type|limit|count"
    r"|budget|usage|length|size|prefix|pattern|version|at|in)s?$",
    re.IGNORECASE,
)


def _is_assigned(found: re.Match[str]) -> bool:
    """Return whether a random value is set to such a name, and no call or subscript."""
    is_called = found.string.startswith(("(", "["), found.end())
    is_harmless = _HARMLESS.search(found["rest"])
    return not is_called and not is_harmless and is_random(found["secret"])


KINDS: tuple[Kind, ...] = (
    Kind(
        "private-key",
        ("-----BEGIN ",),
        (
            r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:(?:(?!-----BEGIN)[\s\S]){0,16000}?-----END (?:[A-Z0-9]{1,20} ){0,4}"
            r"PRIVATE KEY(?: BLOCK)?-----"
            # Cut off before its end: as far as it still looks like one.
            rf"|(?:(?:\\{{1,2}}[nr]|[\s\"'>|,]){{0,40}}{_BASE64}{{16,200}}){{1,400}}"
            rf"(?:(?:\\{{1,2}}n|\n){_BASE64}{{1,200}}(?=\W{{0,4}}\Z))?)"
        ),
        _judged(is_block),
    ),
    _token("aws-key", "A[KS]IA", r"A[KS]IA[A-Z0-9]{16}"),
    _token("anthropic-key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{16,300}"),
    _token("openai-key", "sk-", r"sk-[A-Za-z0-9_-]{20,300}", accept=_judged(is_key)),
    _token("github-token", "gh[pousr]_", r"gh[pousr]_[A-Za-z0-9]{20,255}"),
    _token("github-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    _token("gitlab-token", "glpat-", r"glpat-[A-Za-z0-9_-]{20,64}"),
    _token(
        "slack-token",
        "xox xapp-1",
        r"(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,250}",
        _judged(is_key),
    ),
    _token(
        "slack-webhook",
        "hooks.slack.com/services/",
        r"hooks\.slack\.com/services/T\w{6,16}/B\w{6,16}/\w{16,40}",
    ),
    _token("stripe-key", "sk_live_ rk_live_", r"[sr]k_live_[A-Za-z0-9]{16,128}"),
    _token("google-key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    _token("google-oauth", "ya29. GOCSPX-", r"(?:ya29\.|GOCSPX-)[\w-]{20,1024}"),
    _token("npm-token", "npm_", r"npm_[A-Za-z0-9]{30,64}", accept=_judged(is_key)),
    _token("pypi-token", "pypi-AgEI", r"pypi-AgEI[A-Za-z0-9_-]{16,512}"),
    _token("huggingface-token", "hf_", r"hf_[A-Za-z0-9]{30,64}"),
    _token("sendgrid-key", "SG.", r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),
    _token(
        "jwt",
        "eyJ",
        r"(?<!-)eyJ[\w-]{8,8000}\.[\w-]{8,8000}\.[\w-]{8,2000}",
        accept=_judged(is_key),
    ),
    _named(
        "aws-secret",
        "secret",
        _judged(is_real),
        rf"secret_?access_?key{_SETS}(?:{_QUOTE})?"
        rf"(?P<secret>{_BASE64}{{40}})(?!{_BASE64})",
    ),
    _named(
        "bearer-token",
        "bearer",
        _judged(is_random),
        r"bearer\s{1,4}(?P<secret>[A-Za-z0-9._~+/=-]{16,4000})",
    ),
    _named(
        "basic-auth",
        "authorization",
        _judged(is_encoded),
        rf"authorization{_SETS}(?:{_QUOTE})?(?:basic|token)\s{{1,4}}"
        r"(?P<secret>[A-Za-z0-9._~+/=-]{12,1000})",
    ),
    Kind(
        "url-password",
        ("://",),
        (
            r"://[^\s:/@\"'`<>\\]{0,80}:(?P<secret>[^\s/@\"'`<>\\]{1,160})@"
            r"(?=[A-Za-z0-9\[])"
        ),
        _judged(is_password),
    ),
    _named(
        "secret",
        "pass pwd secret token credential key",
        _is_assigned,
        rf"{_NAME}{_REST}{_SETS}(?P<quote>{_QUOTE})?(?P<secret>(?-i:"
        r"(?(quote)[^\s\"'`\\]{12,4000}|[^\s\"'`\\,;&<>(){}\[\]]{12,4000})))",
    ),
)
