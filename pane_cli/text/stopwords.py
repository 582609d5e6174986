"""Words of a question that say nothing of what is asked for.

Used on questions only, never on what is indexed. Names of things, of times and of
numbers are not in it; neither are words that programs give a meaning of their own.
"""

from __future__ import annotations

_ARTICLES = (
    "a an the this that these those some any each every either neither such same"
)
_PRONOUNS = """
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs
themselves one ones someone somebody something anyone anybody anything everyone
everybody everything nobody nothing who whom whose which what whatever whichever whoever
"""
_ASKING = """
when where why how whenever wherever however tell know show find give explain describe
please say said says mention mentioned talk talked talking told discuss discussed
remember recall happen happened happens happening let lets kind kinds sort sorts
many much often long ever think thinks thought
"""
_VERBS = """
am is are was were be been being do does did doing done has have had having
can could may might must shall should will would ought need cannot
get gets got getting gotten go goes going went gone make makes made making
take takes took taken taking come comes came coming want wants wanted use used uses
"""
_PREPOSITIONS = """
of in on at by for with about against between into through during before after above
below to from up down out off over under around among across along within without
upon toward towards onto per via as than like near since until till
"""
_CONJUNCTIONS = "and or but nor so yet if because while although though unless whether"
_ADVERBS = """
not no yes then there here again further once only just also too very quite rather
more most less least few lot lots own other others another else both all even still
now already ago really actually maybe perhaps well back away etc
"""
_SHORTENED = """
s t d m ll re ve isn aren wasn weren don doesn didn hasn haven hadn can't won wouldn
shouldn couldn mustn ain let's im ive id youre thats whats
"""

STOP_WORDS = frozenset(
    " ".join(
        (
            _ARTICLES,
            _PRONOUNS,
            _ASKING,
            _VERBS,
            _PREPOSITIONS,
            _CONJUNCTIONS,
            _ADVERBS,
            _SHORTENED,
        )
    ).split()
)
