"""Knobs of recall and of the index."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Chars, Count, Share, Weight


class RecallWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts how much in the ranking. The defaults are measured; 0 is off."""

    k1: Annotated[
        float, Meta(description="How late a repeated word stops counting.", gt=0)
    ] = 0.9
    b: Annotated[
        Share, Meta(description="How much long entries are held back; 1: fully.")
    ] = 0.3
    tool: Annotated[Weight, Meta(description="A word in the tool's name.")] = 0.5
    path: Annotated[Weight, Meta(description="A word in a file's path.")] = 1.0
    speaker: Annotated[Weight, Meta(description="A word in the speaker's name.")] = 1.0
    day: Annotated[Weight, Meta(description="A part of the entry's date.")] = 1.0
    near: Annotated[
        Weight, Meta(description="A word in a neighbouring entry; in the entry: 1.")
    ] = 0.3
    adjacent: Annotated[
        Weight,
        Meta(
            description="Words that stand together as they were asked, in shares of"
            " what the commoner one is worth."
        ),
    ] = 0.5
    named: Annotated[
        Weight, Meta(description="Factor where the question names the speaker.")
    ] = 1.4
    session: Annotated[
        Weight, Meta(description="Share of the session's own score that is added.")
    ] = 0.3
    thinking: Annotated[
        Weight, Meta(description="Factor of the model's thinking; words said: 1.")
    ] = 0.7
    note: Annotated[
        Weight, Meta(description="Factor of the host's notes and summaries.")
    ] = 0.5
    recency: Annotated[
        Weight, Meta(description="How much more the newest entries count; 1: twice.")
    ] = 0.0


class Recall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How recall ranks and prints."""

    limit: Annotated[int, Meta(description="Hits a page.", gt=0)] = 5
    snippet_chars: Annotated[
        Chars, Meta(description="Characters of a hit that are shown around its words.")
    ] = 240
    max_chars: Annotated[
        Chars,
        Meta(description="Characters of a range; the rest by address. 0: no limit."),
    ] = 50_000
    max_window: Annotated[
        Share, Meta(description="Share of the model's window that a range may take.")
    ] = 0.1
    language: Annotated[
        str,
        Meta(
            description="Stemmer of words in Latin script; `none`: words as they are."
        ),
    ] = "english"
    neighbours: Annotated[
        int,
        Meta(description="Entries before and after that count as near.", ge=0, le=8),
    ] = 2
    candidates: Annotated[
        int,
        Meta(
            description="Entries with the words that are ranked in full, at least.",
            ge=1,
            extra={"unit": "entries"},
        ),
    ] = 100
    alike: Annotated[
        Share,
        Meta(description="Share of words at which a hit gives way as a copy; 0: none."),
    ] = 0.8
    typos: Annotated[
        int,
        Meta(
            description="Typing errors of a word that nothing has; 0: none.", ge=0, le=2
        ),
    ] = 2
    half_life_days: Annotated[
        float,
        Meta(
            description="Days after which `weights.recency` counts half.",
            gt=0,
            extra={"unit": "days"},
        ),
    ] = 30.0
    half_life_days_code: Annotated[
        float,
        Meta(
            description="The same for calls and what they print.",
            gt=0,
            extra={"unit": "days"},
        ),
    ] = 30.0
    regex_seconds: Annotated[
        float,
        Meta(
            description="A regular expression may take this long, then text is sought.",
            gt=0,
            extra={"unit": "seconds"},
        ),
    ] = 5.0
    variants: Annotated[
        Count,
        Meta(
            description="Times a question is asked again with a word less, to tell how"
            " sure a hit is; 0: all count as sure."
        ),
    ] = 0
    certain: Annotated[
        Share,
        Meta(
            description="Sureness from which a hit needs no second look by an encoder."
        ),
    ] = 0.8
    weights: RecallWeights = RecallWeights()


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What finds entries: the index of a store, and an encoder of meaning."""

    engine: Annotated[
        Literal["whoosh", "tantivy"],
        Meta(description="Engine of the index; `tantivy` must be installed."),
    ] = "whoosh"
    encoder: Annotated[
        str,
        Meta(
            description="Compares meaning: `static`, `onnx`, or installed; empty: none."
        ),
    ] = ""
    model: Annotated[
        str, Meta(description="Folder of the encoder's model; empty: its own.")
    ] = ""
    second_encoder: Annotated[
        str,
        Meta(
            description="A dearer one for hits that are not sure (`recall.variants`);"
            " empty: `encoder` looks at those alone."
        ),
    ] = ""
    second_model: Annotated[
        str, Meta(description="Folder of the second encoder's model; empty: its own.")
    ] = ""
    encoder_weight: Annotated[
        Weight, Meta(description="What likeness of meaning counts beside the words.")
    ] = 0.5
    encoded: Annotated[
        int,
        Meta(
            description="Entries whose meaning is compared, the best first.",
            ge=2,
            extra={"unit": "entries"},
        ),
    ] = 100
    transcribed: Annotated[
        int,
        Meta(
            description="FILEs that were read, kept for the next time; 0: none.",
            ge=0,
            extra={"unit": "MB"},
        ),
    ] = 256
