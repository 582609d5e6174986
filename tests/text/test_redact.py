"""Credentials leave text; hashes, ids and placeholders stay. Values are made up."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pane_cli.text.redact import Secret, find_secrets, redact
from pane_cli.text.secret_kinds import KINDS

# In two halves, so that no scanner of this repository takes them for live ones.
RANDOM = "q7Zt3Kx9" + "Lw2Vb8Rm5Yp4Dn6Hs1Jc0Gf"
AWS = "AKIA" + "Q3EGT5XJNPW7Z2MC"
AWS_SECRET = "wJal9XUtnFEM" + "I/K7MDENGbPxRfiCYz8Qp2Lk4Hs+"
ANTHROPIC = "sk-ant-" + "api03-" + RANDOM + "-" + RANDOM + "AA"
OPENAI = "sk-" + RANDOM + "aB3dE5gH7jK9mN1p"
PROJECT = "sk-" + "proj-" + RANDOM + "_" + RANDOM
GITHUB = "ghp_" + RANDOM + "T2uW"
SLACK = "xoxb-" + "123456789012-" + RANDOM
PASSWORD = "Tr0ub4dor" + "&3xYz9"
JWT = "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NSJ9." + RANDOM
PEM_BODY = f"MIIEpAIBAAKCAQEA{RANDOM}\n{RANDOM}{RANDOM}\nAbCd=="
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{PEM_BODY}\n-----END RSA PRIVATE KEY-----"


LEAVES = [
    pytest.param(f"id={AWS} ok", "id=[redacted:aws-key] ok", id="a30-aws"),
    pytest.param(ANTHROPIC, "[redacted:anthropic-key]", id="a30-anthropic"),
    pytest.param(
        "postgres://u:p@h/db",
        "postgres://u:[redacted:url-password]@h/db",
        id="a30-url",
    ),
    pytest.param(f"a\n{PEM}\nb", "a\n[redacted:private-key]\nb", id="a30-pem"),
    pytest.param(
        "x " + PEM.replace("\n", "\\n") + " y",
        "x [redacted:private-key] y",
        id="pem-escaped",
    ),
    pytest.param(PEM[:90], "[redacted:private-key]", id="pem-cut-off"),
    pytest.param(
        f'aws_secret_access_key = "{AWS_SECRET}"',
        'aws_secret_access_key = "[redacted:aws-secret]"',
        id="aws-secret",
    ),
    pytest.param(OPENAI, "[redacted:openai-key]", id="openai"),
    pytest.param(PROJECT, "[redacted:openai-key]", id="openai-project"),
    pytest.param(GITHUB, "[redacted:github-token]", id="github"),
    pytest.param("gho_" + RANDOM, "[redacted:github-token]", id="github-oauth"),
    pytest.param(
        "github_pat_" + RANDOM, "[redacted:github-token]", id="github-fine-grained"
    ),
    pytest.param("glpat-" + RANDOM[:20], "[redacted:gitlab-token]", id="gitlab"),
    pytest.param(SLACK, "[redacted:slack-token]", id="slack"),
    pytest.param(
        "https://hooks.slack.com/services/" + "T0AB12CD3/B0EF45GH6/" + RANDOM[:24],
        "https://[redacted:slack-webhook]",
        id="slack-webhook",
    ),
    pytest.param("sk_live_" + RANDOM, "[redacted:stripe-key]", id="stripe"),
    pytest.param("rk_live_" + RANDOM, "[redacted:stripe-key]", id="stripe-limited"),
    pytest.param("AIza" + RANDOM + "abcd", "[redacted:google-key]", id="google"),
    pytest.param("ya29." + RANDOM, "[redacted:google-oauth]", id="google-oauth"),
    pytest.param("npm_" + RANDOM + "abcd", "[redacted:npm-token]", id="npm"),
    pytest.param("pypi-" + "AgEI" + RANDOM, "[redacted:pypi-token]", id="pypi"),
    pytest.param("hf_" + RANDOM, "[redacted:huggingface-token]", id="huggingface"),
    pytest.param(
        f"SG.{RANDOM[:22]}.{RANDOM}", "[redacted:sendgrid-key]", id="sendgrid"
    ),
    pytest.param(f"cookie={JWT};", "cookie=[redacted:jwt];", id="jwt"),
    pytest.param(
        f"Authorization: Bearer {RANDOM}",
        "Authorization: Bearer [redacted:bearer-token]",
        id="bearer",
    ),
    pytest.param(
        "authorization: Basic dXNlcjpwYXNzd29yZA==",
        "authorization: Basic [redacted:basic-auth]",
        id="basic",
    ),
    pytest.param(
        f"https://user:{GITHUB}@github.com/o/r",
        "https://user:[redacted:github-token]@github.com/o/r",
        id="own-kind-before-url",
    ),
    pytest.param(
        f'password = "{PASSWORD}"', 'password = "[redacted:secret]"', id="password"
    ),
    pytest.param(f"API_KEY={RANDOM}", "API_KEY=[redacted:secret]", id="env-line"),
    pytest.param(f"api_key: {RANDOM}", "api_key: [redacted:secret]", id="yaml"),
    pytest.param(
        f'{{"clientSecret":"{RANDOM}","n":1}}',
        '{"clientSecret":"[redacted:secret]","n":1}',
        id="json",
    ),
    pytest.param(
        f'{{\\"token\\": \\"{RANDOM}\\"}}',
        '{\\"token\\": \\"[redacted:secret]\\"}',
        id="json-in-json",
    ),
    pytest.param(
        f"?access_token={RANDOM}&x=1",
        "?access_token=[redacted:secret]&x=1",
        id="query",
    ),
    pytest.param(
        f"OPENAI_API_KEY={OPENAI}",
        "OPENAI_API_KEY=[redacted:openai-key]",
        id="own-kind",
    ),
    pytest.param(f"x\\n{GITHUB}", "x\\n[redacted:github-token]", id="escaped-newline"),
    pytest.param(
        f"\x1b[32m{GITHUB}\x1b[0m",
        "\x1b[32m[redacted:github-token]\x1b[0m",
        id="coloured",
    ),
    pytest.param(
        f"BOT_TOKEN=M{RANDOM[:20]}.Q2xM9f.{RANDOM}",
        "BOT_TOKEN=[redacted:secret]",
        id="dotted",
    ),
    pytest.param(
        f"ключ İ: token={RANDOM} 修",
        "ключ İ: token=[redacted:secret] 修",
        id="scripts",
    ),
]


@pytest.mark.parametrize(("text", "redacted"), LEAVES)
def test_a30_secrets_leave(text: str, redacted: str) -> None:
    assert redact(text) == redacted


STAYS = {
    "git-sha": "fixed in 2c26b46b68ffc68ff99b453c1d30413413422d70",
    "git-sha-as-token": "token: 2c26b46b68ffc68ff99b453c1d30413413422d70",
    "uuid": "session 123e4567-e89b-42d3-a456-426614174000",
    "uuid-as-secret": "secret=123e4567-e89b-42d3-a456-426614174000",
    "sha256": "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    "integrity": '"integrity": "sha512-q7Zt3Kx9Lw2Vb8Rm5Yp4Dn6Hs1Jc0Gf=="',
    "elided": "sk-ant-...",
    "elided-api03": "export ANTHROPIC_API_KEY=sk-ant-api03-...",
    "masked": "sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxx",
    "masked-aws": "AKIAXXXXXXXXXXXXXXXX",
    "empty": 'if apiKey == "":',
    "your-key": "OPENAI_API_KEY=sk-your-api-key-goes-here-1234567890",
    "your-api-key": 'api_key: "your-api-key"',
    "angle": "GITHUB_TOKEN=<your token here>",
    "variable": "API_KEY=${API_KEY_FOR_STAGE2}",
    "shell": 'password="$DB_PASSWORD_2"',
    "github-actions": "token: ${{ secrets.GITHUB_TOKEN }}",
    "node-env": "apiKey: process.env.OPENAI_API_KEY_V2,",
    "python-env": 'api_key = os.environ["OPENAI_API_KEY_2"]',
    "call": "const token = createTokenV2ForUser9(request)",
    "attribute": "accessToken = response.data.accessToken2",
    "changeme": "password: changeme",
    "example": "secret = 'example-secret-4f7a9c2e1b'",
    "word": "password: correct-horse-battery-staple",
    "count": "token_count: 128734982734987",
    "path": "private_key: /home/dev/.ssh/id_ed25519_v2",
    "public-key": "publicKeyToken=b77a5c561934e089",
    "public-pem": "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOC\n-----END",
    "pem-in-code": 'if "-----BEGIN PRIVATE KEY-----" in text: raise ValueError(text)',
    "task-id": "task-output-waiting-1770927708311",
    "dashed-words": "sk-learn-based-estimators-for-the-win",
    "identifier": "npm_config_registry_url_for_the_whole_team",
    "url-without-user": "http://localhost:3000/@vite/client",
    "url-template": "postgres://user:${PASSWORD}@host/db",
    "url-word": "postgres://user:password@host/db",
    "scp": "ssh://git@github.com:22/o/r.git",
    "bearer-word": "the bearer authentication_scheme is described there",
    "bearer-template": 'headers["Authorization"] = f"Bearer {token}"',
    "tokenizer": "tokenizer: cl100k_base_v2_2024x7",
    "redacted": "password = [redacted:secret]",
    # As they stand in real transcripts and packages, with other letters.
    "your-key-upper": "Authorization: Bearer YOUR_API_KEY_HERE_2",
    "key-of-config": "oracleApiKey: config.oracle.apiKey2,",
    "env-of-worker": "CLIENT_SECRET: process.env.OAUTH_CLIENT_SECRET_V2",
    "field-of-field": "api_key: anthropic_api_key_v2_of_user",
    "output-file": "task-output-waiting-1770910915927.txt",
    "agent-slug": "task-agent-12-change-proof-of-the-plan",
    "documented-aws": "aws_access_key_id = 'AKIAIOSFODNN7EXAMPLE'",
    "documented-aws-secret": "aws_secret_access_key = "
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "next-page": '"NextToken": "CpHNsscimcV5oH7bSbub03CI2Qms5ypNpNm53MNlR0YcXAkp0"',
    "next-page-camel": "nextPageToken=q7Zt3Kx9Lw2Vb8Rm5Yp4Dn6Hs1Jc0Gf",
    "continuation": "continuation_token: q7Zt3Kx9Lw2Vb8Rm5Yp4Dn6Hs1Jc0Gf",
    "arn": '"PreTokenGeneration": "arn:aws:lambda:us-west-2:123456789012:function:A1"',
    "arn-of-secret": "SecretArn=aws-secretsmanager/us-west-2/123456789012/My1Secret9x",
    "arn-in-text": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:My1Key-a1b2c3",
    "subscript": '"output_token": "StreamDescription2.Shards[-1].ShardId"',
    "type": "private_key: PKCS7PrivateKeyTypes,",
    "documented-pem": PEM.replace("MIIEp", "EXAMPLE"),
    "elided-pem": PEM.replace("AbCd==", "..."),
    "image": '"data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"',
    "signature": '"signature":"EqQBCkgIARABGAIiQL2Vb8Rm5Yp4Dn6Hs1Jc0Gfq7Zt3Kx9=="',
    "base64-of-akia": "AAAAAKIAQ3EGT5XJNPW7Z2MCAAAAq7Zt3Kx9Lw2Vb8Rm5Yp4Dn6Hs1",
}


@pytest.mark.parametrize("text", STAYS.values(), ids=STAYS)
def test_a30_hashes_ids_and_placeholders_stay(text: str) -> None:
    assert redact(text) == text


def test_found_secrets_are_apart_and_in_order() -> None:
    text = f"{GITHUB} then {AWS}"
    assert find_secrets(text) == [
        Secret("github-token", 0, 39),
        Secret("aws-key", 45, 65),
    ]


def test_users_kinds_allowed_values_and_disabled_kinds() -> None:
    mine = [("badge", r"EMP-\d{6}"), ("pin", r"pin (?P<secret>\d{4})")]
    assert (
        redact("EMP-123456, pin 4711", mine) == "[redacted:badge], pin [redacted:pin]"
    )
    assert (
        redact(f"{AWS} {GITHUB}", allow=["^AKIAQ3"]) == f"{AWS} [redacted:github-token]"
    )
    assert redact(f"id {AWS}", allow=["^AKIAQ3"]) == f"id {AWS}"
    assert redact(f"{AWS} {GITHUB}", disabled=["github-token"]) == (
        f"[redacted:aws-key] {GITHUB}"
    )
    with pytest.raises(re.error):
        redact("x", [("broken", "(")])


def test_every_trigger_is_cheap_to_look_for() -> None:
    for kind in KINDS:
        assert all(len(trigger) >= 3 for trigger in kind.triggers)
        assert not kind.any_case or all(t == t.lower() for t in kind.triggers)
        assert kind.name not in ("", "all")


PIECE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            AWS,
            ANTHROPIC,
            OPENAI,
            GITHUB,
            JWT,
            PEM,
            PEM[:70],
            PASSWORD,
            RANDOM,
            AWS_SECRET,
        ]
    ),
    st.sampled_from(
        [
            "password=",
            '"',
            "token: ",
            "Bearer ",
            "://u:",
            "@h",
            "\\n",
            "=",
            "eyJ",
            "sk-",
        ]
    ),
)


@given(st.lists(PIECE, max_size=8).map("".join))
def test_redaction_is_idempotent(text: str) -> None:
    once = redact(text)
    assert redact(once) == once
    assert find_secrets(once) == []


@given(st.text(st.sampled_from("token=:\"' \ud83d\udc00İé修A1b2"), max_size=80))
def test_a12_lone_surrogates_never_crash(text: str) -> None:
    assert isinstance(redact(text), str)


@given(st.lists(PIECE, max_size=8).map("".join))
def test_found_secrets_stand_where_they_say(text: str) -> None:
    end = 0
    for secret in find_secrets(text):
        assert end <= secret.start < secret.end <= len(text)
        end = secret.end
