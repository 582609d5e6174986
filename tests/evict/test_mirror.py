"""The context as a file: what is done to it, and the mark that comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from evict.test_plan import sessions
from hypothesis import given
from hypothesis import strategies as st
from story_lines import LONG, session

from pane_cli.assemble.layout import render_entry
from pane_cli.commands.shared.inputs import Session
from pane_cli.errors import PaneError
from pane_cli.evict.blocks import Words, blocks
from pane_cli.evict.marks import undo_mark
from pane_cli.evict.mirror import State, parse, write
from pane_cli.evict.mirrored import Mirrored, mirrored
from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Mark
from pane_cli.view.view import View, ranges

#: t1 #1-11, t2 #12-15, t3 #16 (stays), t3 #17-18, t3 #19-20 (stays)
T1, T2, STEP = "t1 #1-11", "t2 #12-15", "t3 #17-18"
REQUEST, NEWEST = "t3 #16 (stays)", "t3 #19-20 (stays)"
OUT = Mark("evict", 1, entries=((1, 11),), after=20)
STOOD = Mark("evict", 1, entries=((1, 11),), stands=((1, 11, "Login: fixed."),))

Edit = Callable[[str], str]


def words(made: Session) -> Words:
    def render(n: int) -> str:
        return render_entry(made.log.entry(n), str)

    return Words(render, made.log.text, str, "pane recall c0ffee00{span}")


def written(made: Session) -> str:
    view = made.view
    state = State(view.header.id, view.last, view.decisions.last)
    found = blocks(view, view.last, words(made))
    return write(state, found, "pane evict --from-mirror FILE")


def followed(made: Session, text: str, by: str = "user") -> Mirrored:
    return mirrored(made.view, parse(text, "m.md"), words(made), by, "", None)


def shown(made: Session) -> list[str]:
    view = made.view
    return [block.body for block in blocks(view, view.last, words(made))]


def after(made: Session, mark: Mark) -> Session:
    view = made.view
    lines = made.log.entries()
    other = Session(made.log, View(view.header, view.rules))
    for line in (*lines, *view.decisions.marks, mark):
        other.view.step(line)
    return other


def parts(text: str) -> dict[str, str]:
    """Label to header and text; `""` is what precedes the first block."""
    found = {"": ""}
    label = ""
    key = parse(text, "m.md").key
    for line in text.splitlines(keepends=True):
        match = re.fullmatch(rf"<!-- pane {key} (.+) -->\n", line)
        label = match.group(1) if match else label
        found[label] = found.get(label, "") + line
    return found


def cut(*labels: str) -> Edit:
    return lambda text: "".join(p for k, p in parts(text).items() if k not in labels)


def put(label: str, body: str) -> Edit:
    def edit(text: str) -> str:
        found = parts(text)
        found[label] = found[label].split("\n", 1)[0] + f"\n{body}\n\n"
        return "".join(found.values())

    return edit


def both(*edits: Edit) -> Edit:
    def edit(text: str) -> str:
        for one in edits:
            text = one(text)
        return text

    return edit


def swap(text: str) -> str:
    found = parts(text)
    order = ["", T2, T1, *list(found)[3:]]
    return "".join(found[label] for label in order)


def line(old: str, new: str) -> Edit:
    """A regular expression, replaced once."""
    return lambda text: re.sub(old, new, text, count=1, flags=re.MULTILINE)


def headless(label: str) -> Edit:
    return line(rf"^<!-- pane .{{8}} {re.escape(label)} -->\n", "")


@pytest.mark.parametrize(
    ("edit", "entries", "stands", "notes"),
    [
        pytest.param(lambda text: text, (), (), 0, id="unchanged"),
        pytest.param(cut(T1), ((1, 11),), (), 0, id="deleted"),
        pytest.param(cut(T1, T2), ((1, 15),), (), 0, id="two deleted"),
        pytest.param(cut(STEP), ((17, 18),), (), 0, id="a step deleted"),
        pytest.param(put(T1, ""), ((1, 11),), (), 0, id="emptied"),
        pytest.param(
            put(T2, "A CSV\n  export."),
            ((12, 15),),
            ((12, 15, "A CSV\n  export."),),
            0,
            id="rewritten",
        ),
        pytest.param(
            both(put(T1, "Login and CSV: done"), cut(T2)),
            ((1, 15),),
            ((1, 11, "Login and CSV: done"),),
            0,
            id="two blocks merged",
        ),
        pytest.param(
            put(T2, "<!-- TODO -->\n[#12] user: fine"),
            ((12, 15),),
            ((12, 15, "<!-- TODO -->\n[#12] user: fine"),),
            0,
            id="a comment and a marker of one's own",
        ),
        pytest.param(swap, (), (), 1, id="moved"),
        pytest.param(both(swap, cut(T1)), ((1, 11),), (), 0, id="moved, then alone"),
        pytest.param(cut(REQUEST, T1), ((1, 11),), (), 1, id="newest request"),
        pytest.param(put(NEWEST, "x"), (), (), 1, id="newest step rewritten"),
        pytest.param(put(T1, "`restore`"), (), (), 1, id="restore of what is in"),
        pytest.param(lambda text: text + "bye\n", (), (), 1, id="text behind the end"),
        pytest.param(
            line(r"^(<!-- pane .{8} t1)", r"hello\n\1"), (), (), 1, id="text before"
        ),
        pytest.param(
            lambda text: text.replace("\n", "\r\n"), (), (), 0, id="other line ends"
        ),
        pytest.param(
            lambda text: text.replace("\n", "  \n\n").replace("    ", "\t"),
            (),
            (),
            0,
            id="other white space",
        ),
        pytest.param(lambda text: "\n\n" + text, (), (), 0, id="blank lines first"),
        pytest.param(lambda text: text.rstrip(), (), (), 0, id="no last line break"),
        pytest.param(
            line(r"^(<!-- pane .{8} t2)", r"  \1"), (), (), 0, id="header indented"
        ),
    ],
)
def test_edits(edit: Edit, entries: object, stands: object, notes: int) -> None:
    made = session(LONG)
    done = followed(made, edit(written(made)))
    mark = done.mark
    assert (mark.entries if mark else ()) == entries
    assert (mark.stands if mark else ()) == stands
    assert len(done.notes) == notes


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        pytest.param(
            headless(T2), "m.md:7: the text of t2 #12-15 stands", id="header deleted"
        ),
        pytest.param(
            both(put(T1, "short"), headless(T2)),
            "the text of t2 #12-15 stands under t1 #1-11",
            id="header deleted below a rewritten block",
        ),
        pytest.param(
            line(r"t2 #12-15", "t2 #12-18"), "m.md:.*damaged header", id="other numbers"
        ),
        pytest.param(
            line(r"^<!-- pane .{8} t2", "<!-- pane t2"),
            "m.md:.*damaged header",
            id="key deleted",
        ),
        pytest.param(
            line(r"^<!-- pane .(.{7} t2)", r"<!-- pane \1"),
            "m.md:.*damaged header",
            id="key damaged",
        ),
        pytest.param(
            line(r"^(<!-- pane .{8} t2.*) -->", r"\1"),
            "m.md:.*damaged header",
            id="comment not closed",
        ),
        pytest.param(
            lambda text: text + parts(text)[T1], "m.md:.*damaged", id="behind the end"
        ),
        pytest.param(
            lambda text: text.replace(parts(text)[T2], parts(text)[T2] * 2),
            "m.md:.*t2 #12-15 stands in line .* already",
            id="a block twice",
        ),
        pytest.param(
            lambda text: text[: len(text) * 2 // 3], "m.md:.*missing", id="cut off"
        ),
        pytest.param(cut("end"), "m.md:.*the last line is missing", id="no end"),
        pytest.param(cut(""), "m.md:1: no mirror", id="no first line"),
        pytest.param(lambda text: "", "m.md:1: no mirror", id="empty"),
        pytest.param(lambda text: "# notes\n", "m.md:1: no mirror", id="garbage"),
        pytest.param(
            line("mark 0", "mark 3"), "the session ends with", id="a mark not there"
        ),
        pytest.param(
            line("entries to #20", "entries to #99"), "the session ends", id="longer"
        ),
        pytest.param(
            line("entries to #20", "entries to #15"), "other text", id="other state"
        ),
        pytest.param(
            line("of c0ffee00", "of decade00"), "is a mirror of decade00", id="other id"
        ),
    ],
)
def test_what_is_unclear_is_refused(edit: Edit, says: str) -> None:
    made = session(LONG)
    with pytest.raises(PaneError, match=says):
        followed(made, edit(written(made)))


@pytest.mark.parametrize(
    ("stands", "edit", "kind", "entries", "back", "text"),
    [
        pytest.param(OUT, cut(T1), None, (), (), None, id="a pointer deleted"),
        pytest.param(OUT, put(T1, ""), None, (), (), None, id="a pointer emptied"),
        pytest.param(
            OUT, put(T1, "Restore"), "restore", ((1, 11),), (), None, id="brought back"
        ),
        pytest.param(
            OUT,
            put(T1, "it was the login"),
            "evict",
            ((1, 11),),
            ((1, 11),),
            "it was the login",
            id="a pointer rewritten",
        ),
        pytest.param(
            OUT,
            both(put(T1, "restore"), cut(T2)),
            "evict",
            ((12, 15),),
            ((1, 11),),
            None,
            id="one back, one out",
        ),
        pytest.param(STOOD, lambda text: text, None, (), (), None, id="a stand-in"),
        pytest.param(
            STOOD,
            put(T1, "Login: all done."),
            "evict",
            ((1, 11),),
            ((1, 11),),
            "Login: all done.",
            id="a stand-in rewritten",
        ),
        pytest.param(
            STOOD, cut(T1), "evict", ((1, 11),), ((1, 11),), None, id="deleted"
        ),
        pytest.param(
            STOOD, put(T1, "restore"), "restore", ((1, 11),), (), None, id="original"
        ),
    ],
)
def test_edits_of_what_is_out(
    stands: Mark,
    edit: Edit,
    kind: str | None,
    entries: object,
    back: object,
    text: str | None,
) -> None:
    made = session(LONG, DEFAULT, stands)
    mark = followed(made, edit(written(made))).mark
    assert (mark.kind if mark else None) == kind
    if mark is not None:
        assert (mark.entries, mark.back) == (entries, back)
        assert [t for _, _, t in mark.stands] == ([text] if text else [])
        assert text is None or text in written(after(made, mark))


def test_a_turn_that_is_partly_out_is_one_block() -> None:
    made = session(LONG, DEFAULT, Mark("evict", 1, entries=((5, 6),), after=20))
    text = written(made)
    block = parts(text)[T1]
    assert "[out #5-6 · t1" in block
    assert "[#4] result" in block
    assert "[#7] Edit" in block
    assert followed(made, text.replace("[out #5-6 ·", "[out #5-6 · gone")).mark is None
    gone = followed(made, cut(T1)(text)).mark
    assert gone is not None
    assert gone.entries == ((1, 4), (7, 11))
    back = followed(made, put(T1, "restore")(text)).mark
    assert back is not None
    assert (back.kind, back.entries) == ("restore", ((5, 6),))
    anew = followed(made, put(T1, "all of it")(text)).mark
    assert anew is not None
    assert (anew.entries, anew.back) == (((1, 11),), ((5, 6),))


MORE = LONG + "say: X is gone.\nuser: and Y\nsay: it is kept\n"


def test_entries_that_came_since_are_untouched() -> None:
    text = written(session(LONG))
    longer = session(MORE)
    done = followed(longer, cut(T1, STEP, NEWEST)(text))
    assert done.mark is not None
    assert done.mark.entries == ((1, 11), (17, 18))
    assert done.mark.after == longer.view.last
    assert len(done.notes) == 1


def test_a_result_that_came_since_leaves_with_its_call() -> None:
    short = 'user: a\nsay: b\ncall: Bash {"command": "x"}\nuser: c\nsay: d'
    text = written(session(short))
    longer = session(short + "\nresult: late")
    mark = followed(longer, cut("t1 #1-3")(text)).mark
    assert mark is not None
    assert mark.entries == ((1, 3), (6, 6))


def test_a_pin_since_does_not_matter() -> None:
    text = cut(T1)(written(session(LONG)))
    pinned = session(LONG, DEFAULT, Mark("pin", 1, text="keep", after=20))
    mark = followed(pinned, text).mark
    assert mark is not None
    assert mark.mark == 2


def test_decisions_since_are_not_guessed_at() -> None:
    text = written(session(LONG))
    other = session(LONG, DEFAULT, Mark("evict", 1, entries=((12, 15),), after=20))
    assert followed(other, text).mark is None
    with pytest.raises(PaneError, match="was changed since"):
        followed(other, cut(T1)(text))


def test_twice_is_once_and_undo_is_before() -> None:
    made = session(LONG)
    text = both(cut(T1), put(T2, "csv"))(written(made))
    first = followed(made, text, by="agent")
    assert first.mark is not None
    assert first.mark.by == "agent"
    then = after(made, first.mark)
    again = followed(then, text)
    assert again.mark is None
    assert "done already, by mark 1" in again.message
    with pytest.raises(PaneError, match="was changed since"):
        followed(then, cut(T2)(text))
    undone = after(then, undo_mark(then.view, "user", None))
    assert undone.view.out == {}
    once_more = followed(undone, text).mark
    assert once_more is not None
    assert once_more.mark == 3


def test_text_that_looks_like_a_header_is_text() -> None:
    quoted = written(session(LONG)).replace("\n", "\\n")
    made = session(f"user: {quoted}\nsay: ok\nuser: go on\nsay: well")
    text = written(made)
    assert followed(made, text).mark is None
    mark = followed(made, cut("t1 #1-2")(text)).mark
    assert mark is not None
    assert mark.entries == ((1, 2),)
    kept = quoted.replace("\\n", "\n").partition("\n")[2]
    stood = followed(made, put("t1 #1-2", kept)(text)).mark
    assert stood is not None  # every line of it stood there before


@given(sessions(), st.data())
def test_unchanged_is_no_mark(text: str, data: st.DataObject) -> None:
    made = some_out(text, data)
    assert followed(made, written(made)).mark is None


@given(sessions(), st.data())
def test_deleted_blocks_are_exactly_what_leaves(text: str, data: st.DataObject) -> None:
    made = some_out(text, data)
    view = made.view
    mirror = written(made)
    found = {block.label: block for block in blocks(view, view.last, words(made))}
    gone = [label for label in found if data.draw(st.booleans())]
    mark = followed(made, cut(*gone)(mirror)).mark
    then = after(made, mark) if mark else made
    leaves = {n for g in gone if not found[g].stays for n in found[g].entries}
    wanted = {n for n in leaves | set(view.out) if view.is_context(n)}
    assert {n for n in then.view.out if view.is_context(n)} == wanted
    assert followed(then, cut(*gone)(mirror)).mark is None
    if mark:
        undone = after(then, undo_mark(then.view, "user", None))
        assert undone.view.out == view.out
        assert shown(undone) == shown(made)


@given(st.lists(st.text(max_size=40), min_size=1, max_size=6))
def test_any_text_is_shown_and_found_unchanged(texts: list[str]) -> None:
    plain = [text.replace("\n", "\\n") for text in texts]
    made = session("\n".join(f"user: {text}" for text in plain))
    mirror = written(made).encode("utf-8", "replace").decode("utf-8")
    assert followed(made, mirror).mark is None


def some_out(text: str, data: st.DataObject) -> Session:
    """A session some blocks of which are out, or rewritten."""
    made = session(text)
    view = made.view
    out, stands = set[int](), list[tuple[int, int, str]]()
    for block in blocks(view, view.last, words(made)):
        how = data.draw(st.sampled_from(["in", "in", "out", "rewritten"]))
        if how != "in" and not block.stays:
            out |= block.entries
            if how == "rewritten":
                first = min(n for n in block.entries if view.is_context(n))
                stands.append((first, max(block.entries), "as I see it"))
    if not out:
        return made
    spans = tuple(ranges(out))
    return after(made, Mark("evict", 1, entries=spans, stands=tuple(stands)))
