"""The first half hour in a real browser: why not, gestures, undo, the end of a turn, the log, the camera."""

from __future__ import annotations

from typing import Any

from tests.web.browser import IDLE, Sitter
from tests.web.test_browser_stacks import play_to, quiet, start, where

HAND = "window.grognard.desk.hand.value !== null && !window.grognard.desk.busy.value"


def unit_in(one: Sitter, zone: str, kind: str, side: str = "germany") -> str:
    return next(p["id"] for p in one.pieces().values() if (p["at"], p["side"], p["kind"]) == (zone, side, kind))


def look(one: Sitter, *zones: str) -> None:
    one.page.evaluate("(ids) => window.grognard.board.lookAt(ids)", list(zones))
    one.settle()


def take(one: Sitter, unit: str) -> None:
    one.take_up(unit)
    one.until(HAND)


def test_poland_before_the_war(sit: Any) -> None:
    """With a German unit in hand a click on Poland says to declare war first; its button leads to the declaration."""
    one = start(sit())
    play_to(one, "Germany", "Combat Movement")
    lit = one.page.evaluate("[...window.grognard.desk.ties.value.pieces]")
    seen = [unit for unit in lit if one.page.evaluate("(id) => window.grognard.board.inSight(id)", one.pieces()[unit]["at"])]
    assert len(seen) > 0.6 * len(lit) > 0, "the camera shows what is lit"
    look(one, "eastern_germany", "west_poland", "berlin")
    before = one.step
    take(one, unit_in(one, "eastern_germany", "infantry"))
    one.click_board("west_poland")
    one.page.wait_for_selector(".popover [data-lead]")
    one.reads(".popover .reasons", "Declare war on Poland first", "8.1")
    one.page.click(".popover [data-lead]")
    one.reads(".commit", "Germany declares war on Poland")
    one.page.click("[data-option='!commit']")
    one.until("window.grognard.desk.live.view.value.log.some((line) => line.text === 'Germany declares war on Poland')")
    one.reached(before + 2)


def test_a_hand_can_be_emptied_and_filled_again(sit: Any) -> None:
    """Escape, a second click elsewhere and Stay put a unit back; another can be taken at once; a twin can be dragged."""
    one = start(sit())
    play_to(one, "Germany", "Non-Combat Movement")
    look(one, "western_germany", "eastern_germany", "bavaria", "berlin")
    before = one.step
    infantry, bavarian = unit_in(one, "western_germany", "infantry"), unit_in(one, "bavaria", "infantry")
    take(one, infantry)
    one.page.keyboard.press("Escape")
    one.reached(before)
    take(one, infantry)
    far = one.page.evaluate(
        "(() => { const d = window.grognard.desk, lit = d.ties.value.spaces;"
        " return d.shown.value.picture.pieces.find((p) => d.insteadOf(p.id) && !lit.has(p.at)).id; })()"
    )
    look(one, one.pieces()[far]["at"])
    one.take_up(far)
    one.until("(id) => window.grognard.desk.hand.value?.pick.pieces[0] === id && !window.grognard.desk.busy.value", far)
    assert one.step == before + 1 and f"hold {far}" in one.options
    look(one, "western_germany", "eastern_germany", "bavaria", "berlin")
    one.page.locator(".question .option", has_text="Stay").first.click()
    one.reached(before)
    assert f"pick {far}" in one.options  # staying is not final
    counters = [p for p in one.pieces().values() if p["at"] == "bavaria" and p["kind"] == "infantry" and p["side"] == "germany"]
    assert counters[0]["count"] > 1
    target = "eastern_germany"
    one.settle()
    one.page.mouse.move(*one.spot(bavarian))
    one.page.mouse.down()
    at = one.spot(target)
    one.page.mouse.move(at[0] - 20, at[1] - 20, steps=4)
    one.until("window.grognard.desk.question.value?.options.some((o) => o.text.startsWith('move '))")
    one.page.mouse.move(*one.spot(target), steps=2)
    one.page.mouse.up()
    asked = "document.querySelector('.popover:not([hidden]) .option') !== null"
    one.until(f"{asked} || window.grognard.desk.live.view.value.step >= {before + 2}")
    choice = one.page.locator(".popover:not([hidden]) .option[data-option^='move ']")
    if choice.count():
        choice.first.click()
    one.reached(before + 2)
    one.told("Infantry: Bavaria to Eastern Germany")


def test_the_end_of_a_turn_is_an_answer_and_undo_goes_to_ones_own(sit: Any) -> None:
    """Against agents: the turn waits for End the turn; Undo there takes the last answer back; after the agents have played it
    goes back to one's own last decision."""
    one = start(sit(brisk=False), "agents")
    mine, whose = one.step, ""
    for _ in range(80):
        one.until(f"document.querySelector('[data-deed=endturn]') !== null || ({IDLE})")
        if one.page.locator("[data-deed=endturn]").count():
            break
        mine, whose = one.step, where(one)[1]
        quiet(one)
    one.page.wait_for_selector("[data-deed=endturn]")
    step = one.step
    one.page.click("[data-deed=undo]")
    one.until(f"(step) => window.grognard.desk.live.view.value.step <= step && {IDLE}", mine)
    assert where(one)[1] == whose
    quiet(one)
    one.page.wait_for_selector("[data-deed=endturn]")
    one.page.click("[data-deed=endturn]")
    one.until(f"window.grognard.desk.live.view.value.step > {step} && {IDLE}")
    back = one.page.evaluate("window.grognard.desk.live.view.value.back")
    assert back["answers"] > 1 and back["to"] < one.step - 1
    one.page.click("[data-deed=undo]")
    if back.get("rolled"):
        one.page.locator("dialog button.primary").click()
    one.until(f"window.grognard.desk.live.view.value.step === {back['to']} && {IDLE}")
    assert where(one)[1] == whose


def test_a_whole_stack_of_the_war(sit: Any) -> None:
    """The War has its own word for going along: the whole stack is in the hand, and one Undo empties it."""
    one = sit().lobby()
    one.page.select_option("[data-title=tw] select >> nth=0", "poland")
    one.start("tw")
    for _ in range(60):
        one.until(IDLE)
        if where(one)[-1] == "First impulse movement":
            break
        options = one.options
        one.give(next((t for verb in ("sle", "done") for t in options if t.startswith(verb)), options[0]))
    stacks: dict[str, list[str]] = {}
    lit = set(one.page.evaluate("[...window.grognard.desk.ties.value.pieces]"))
    for piece in one.pieces().values():
        if piece["id"] in lit:
            stacks.setdefault(piece["at"], []).append(piece["id"])
    hexagon, units = max(stacks.items(), key=lambda item: len(item[1]))
    look(one, hexagon)
    before = one.step
    one.click_board(units[0])
    one.page.click(f".popover [data-stack='{hexagon}']")
    one.reached(before + len(units))
    one.expect(lambda: one.prompt.count(",") >= len(units) - 1, "all of them named")
    one.page.click("[data-deed=undo]")
    one.reached(before)


def test_purchases_rules_charts_and_find(sit: Any) -> None:
    """Plus and minus on the sheet of purchases, a rule that opens, a printed chart, a place that is found."""
    one = start(sit())
    play_to(one, "Germany", "Production")
    page = one.page
    for what in ("buy infantry", "buy infantry", "buy artillery"):
        before = one.step
        page.click(f"[data-more='{what}']")
        one.gone_on(before)
    one.reads(".purse", "10 spent of 24")
    top = one.step
    page.click("[data-less='buy infantry']")
    one.reads(".purse", "7 spent of 24")  # the artillery bought later is still there
    one.reached(top - 1)
    one.expect(lambda: page.locator("[data-item='buy infantry'] output").inner_text() == "1", "one infantry left")

    page.locator(".crumbs button.rule").first.click()
    assert one.reads(".rule-page h3", "7.0").startswith("7.0")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click("[data-tab=rules]")
    page.fill(".pane.rules input", "amphibious")
    page.wait_for_selector(".rule-line")
    page.click("[data-tab=printed]")
    page.locator(".printed summary", has_text="Technologies").click()
    page.wait_for_selector(".printed details[open] .printed-table")
    page.click("[data-tab=forces]")
    page.fill(".pane input[type=search]", "warsaw")
    one.reads(".places", "Warsaw")


def test_a_guided_first_game(sit: Any) -> None:
    """The coach tells of the first question, does it on request, and is left with one press, for each title."""
    for code in ("gw36", "tw"):
        one = sit().lobby()
        one.page.click(f"[data-title={code}] [data-start=guided]")
        one.page.wait_for_selector(".coach:not([hidden]) [data-coach=do]")
        first, before = one.page.inner_text(".coach strong"), one.step
        one.page.click("[data-coach=do]")
        one.gone_on(before)
        one.until(f"document.querySelector('.coach').hidden || document.querySelector('.coach strong').innerText !== '{first}'")
        one.page.evaluate("document.querySelector('[data-coach=leave]')?.click()")
        one.until("document.querySelector('.coach').hidden")


def test_dice_are_seen_and_a_recap_tells_what_the_others_did(sit: Any) -> None:
    """Research is marked as a roll and falls in a window; after a turn of the agents their moves can be stepped through."""
    one = start(sit(brisk=False), "agents")
    page = one.page
    for _ in range(20):
        one.until(IDLE)
        if where(one)[-1] == "Production":
            break
        quiet(one)
    page.locator(".purchases summary", has_text="Research").click()
    before = one.step
    page.locator(".question .option[data-option^='research ']", has_text="⚄").first.click()
    one.until(
        "(step) => { const d = window.grognard.desk;"
        " return d.committing.value !== null || (d.live.view.value.step > step && !d.busy.value); }",
        before,
    )
    if page.locator("[data-option='!commit']").count():
        page.click("[data-option='!commit']")
    page.wait_for_selector(".dice-window:not([hidden]) .die")
    one.reads(".dice-window .rolls", "researches")
    page.click("[data-dice=on]")
    page.wait_for_selector(".dice-window", state="hidden")

    for _ in range(120):
        one.until(f"document.querySelector('[data-deed=endturn]') !== null || ({IDLE})")
        if page.locator("[data-since=recap]").count():
            break
        if page.locator("[data-deed=endturn]").count():
            page.click("[data-deed=endturn]")
            one.until("document.querySelector('[data-deed=endturn]') === null")
        else:
            quiet(one)
    page.click("[data-since=list]")
    page.wait_for_selector(".recap-list li >> nth=2")
    assert page.evaluate("window.grognard.board.arrowsShown") >= 0
    page.click("[data-recap=steps]")
    first = page.inner_text(".recap-scene")
    page.click("[data-recap=next]")
    one.until("(first) => document.querySelector('.recap-scene').innerText !== first", first)
    page.click("[data-recap=close]")
    one.until("window.grognard.board.arrowsShown === 0")


def test_on_a_phone_the_coach_lies_beside_the_board(sit: Any) -> None:
    """There it would cover what it speaks of: it stands over the question, and nothing of it over the board. Turned on its side,
    the telephone has room for it on the board."""
    one = sit((390, 844), touch=True).lobby()
    one.page.click("[data-title=gw36] [data-start=guided]")
    one.page.wait_for_selector(".coach:not([hidden]) [data-coach=next]")
    board, told, asked = (one.page.locator(css).bounding_box() for css in (".map", ".coach", ".question"))
    assert told["height"] > 60 and told["y"] >= board["y"] + board["height"] - 1
    assert told["y"] + told["height"] <= asked["y"] + 1 and asked["height"] > 120
    one.page.set_viewport_size({"width": 844, "height": 390})
    one.expect(lambda: one.page.locator(".map .coach").count() == 1, "the coach on the board")


def test_printed_numbers_are_told_in_words_where_nothing_points(sit: Any) -> None:
    """What the numbers of a counter mean is a line under its answer on a touch screen; with a mouse it is a tooltip."""
    for touch in (True, False):
        one = sit((390, 844), touch=touch).lobby()
        one.page.click("[data-title=wif] [data-start=guided]")
        one.give("act land")
        one.expect(lambda one=one: one.page.locator(".option small.meant").count() > 0, "words for the numbers")
        for closed in one.page.locator(".question details:not([open]) > summary").all()[:1]:
            closed.click()
        line = one.page.locator(".option small.meant").first
        one.expect(lambda line=line, touch=touch: line.is_visible() == touch, "words for the numbers on touch alone")
        assert "in the air" in str(line.text_content())
