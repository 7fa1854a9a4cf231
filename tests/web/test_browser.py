"""The client in a real browser: turns by clicks and keys, agents, undo and replay, secrets, a killed server, a phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel.dice import commitment, seed_from
from tests.web.browser import IDLE, Process, Sitter
from tests.web.fixed import SEED

STATIC = Path(__file__).parents[2] / "src" / "grognard" / "server" / "static"
LIMIT = 1_000_000


def to_movement(sitter: Sitter) -> None:
    """Answer bids and weather until somebody is asked to move."""
    for _ in range(12):
        if any(text.startswith("pick ") for text in sitter.options):
            return
        sitter.answer_first()
    raise AssertionError(sitter.prompt)


def test_the_games_of_these_tests_are_the_same_in_every_run(sit: Any) -> None:
    """One seed for all of them: what a test meets does not change from run to run."""
    for _ in range(2):
        one = sit().lobby().start("skirmish")
        one.until("window.grognard.desk.live.info.value?.commitment")
        assert one.page.evaluate("window.grognard.desk.live.info.value.commitment") == commitment(seed_from(SEED))


def test_a_turn_of_the_test_title_by_clicks(sit: Any) -> None:
    """Bid, pass, pick a counter on the board, walk it over lit hexes, stop, done."""
    one = sit().lobby().start("skirmish")
    assert one.prompt == "Bid for the first move"
    one.answer("Bid 1")
    to_movement(one)
    picks = [text for text in one.options if text.startswith("pick ")]
    unit = picks[0].split(" ")[1]
    one.click_board(unit)
    one.until("window.grognard.desk.question.value?.prompt.startsWith('Move')")
    target = next(text for text in one.options if text.startswith("to ")).split(" ")[2]
    one.click_board(target)
    one.until(
        "([unit, at]) => window.grognard.desk.shown.value.picture.pieces.some((p) => p.id === unit && p.at === at)",
        [unit, target],
    )
    one.until("Boolean(window.grognard.desk.question.value) && !window.grognard.desk.busy.value")
    assert one.pieces()[unit]["at"] == target
    one.answer("Stop") if any(text.startswith("stop") for text in one.options) else None
    one.page.wait_for_selector(".question .prompt")
    assert one.page.inner_text(".crumbs .rule") != ""


def test_a_press_is_not_lost_when_the_card_is_drawn_anew(sit: Any) -> None:
    """Something comes in while a finger is on a button: the button stays under it until it is lifted."""
    one = sit().lobby().start("skirmish")
    box = one.page.locator(".question button.option", has_text="Bid 2").first.bounding_box()
    one.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    one.page.mouse.down()
    one.page.evaluate("(() => { const { info } = window.grognard.desk.live; info.value = { ...info.value, paused: true }; })()")
    assert one.page.locator(".question [data-paused]").count() == 0
    one.page.mouse.up()
    one.gone_on(0)


def test_undo_while_an_answer_is_under_way(sit: Any) -> None:
    """It waits for the answer and takes that one back."""
    one = sit().lobby().start("skirmish")
    one.until(IDLE)
    one.page.evaluate(
        "(() => { const d = window.grognard.desk; void d.answer(d.question.value.options[1]);"
        " void d.undo().then(() => { window.undone = true; }); })()"
    )
    one.until("window.undone === true")
    one.reached(0)


def test_drag_picks_and_moves(sit: Any) -> None:
    """A counter dragged to a neighbouring hex is picked at the start of the drag and moved at its end."""
    one = sit().lobby().start("skirmish")
    to_movement(one)
    unit = next(text for text in one.options if text.startswith("pick ")).split(" ")[1]
    one.settle()
    page = one.page
    x, y = one.spot(unit)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 3, steps=3)
    one.until("window.grognard.desk.question.value?.prompt.startsWith('Move')")
    target = next(text for text in one.options if text.startswith("to ")).split(" ")[2]
    page.mouse.move(*one.spot(target), steps=4)
    page.mouse.up()
    one.until(
        "([unit, at]) => window.grognard.desk.shown.value.picture.pieces.some((p) => p.id === unit && p.at === at)",
        [unit, target],
    )


def test_why_not_names_the_rule(sit: Any) -> None:
    """Pointing at an unlit hex asks the rules and shows the number; an enemy counter likewise."""
    one = sit().lobby().start("skirmish")
    to_movement(one)
    one.answer_first()
    one.until("window.grognard.desk.question.value?.prompt.startsWith('Move')")
    one.click_board("h0402", button="right")
    one.page.wait_for_selector(".popover .reasons .rule")
    assert re.search(r"2\.1", one.page.inner_text(".popover .reasons"))


def test_keys_answer_and_walk(sit: Any) -> None:
    """Number keys answer, N walks through lit spaces, Enter chooses, U takes back, ? lists the keys."""
    one = sit().lobby().start("skirmish")
    page = one.page
    page.keyboard.press("2")  # a sealed bid: a key asks first, Enter gives it
    one.until("window.grognard.desk.committing.value !== null")
    assert one.step == 0
    one.until("document.activeElement?.dataset.option === '!commit'")
    page.keyboard.press("Enter")
    one.until("window.grognard.desk.live.view.value.step === 1")
    one.until("Boolean(document.activeElement?.matches('.prompt, .option'))")  # the next question has the focus
    to_movement(one)
    page.focus(".map canvas")
    before = one.step
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    one.gone_on(before)
    assert one.prompt.startswith("Move")
    page.keyboard.press("u")
    one.reached(before)
    page.keyboard.press("?")
    page.wait_for_selector("dialog .keys")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_undo_rewind_and_replay(sit: Any) -> None:
    """Undo by button, restart of the segment, a log line as a door to the past, play to the end, back to now."""
    one = sit().lobby().start("skirmish")
    page = one.page
    to_movement(one)
    start = one.step
    one.answer_first()
    one.answer_first(avoid=("stop",))
    page.click("[data-deed=undo]")
    one.until("(step) => window.grognard.desk.live.view.value.step === step + 1", start)
    page.click("[data-deed=restart]")
    page.locator("dialog button.primary").click()
    one.until("(step) => window.grognard.desk.live.view.value.step <= step && !window.grognard.desk.busy.value", start)
    page.locator(".log-line").first.click()
    page.wait_for_selector(".replay:not([hidden])")
    one.reads(".question", "Replay")
    page.click("[aria-label='To the start']")
    one.until("window.grognard.desk.shown.value.step === 0")
    page.select_option(".replay select", "20")
    page.click("[data-replay=play]")
    one.until("window.grognard.desk.at.value === window.grognard.desk.live.view.value.step")
    page.click("[data-replay=now]")
    page.wait_for_selector(".replay", state="hidden")
    one.expect(lambda: one.options, "the question again")


def test_against_agents_to_the_end(sit: Any) -> None:
    """One person against agents: the agents answer by themselves, and the game comes to its end."""
    one = sit().lobby().start("skirmish", "agents")
    for _ in range(160):
        one.until("window.grognard.desk.question.value || window.grognard.desk.live.view.value.outcome")
        if one.page.evaluate("Boolean(window.grognard.desk.live.view.value.outcome)"):
            break
        one.answer_first(avoid=("pick",))
    one.page.wait_for_selector(".ending")
    one.page.click("dialog [aria-label=Close]")  # how it went
    one.page.click("[data-tab=charts]")
    one.page.wait_for_selector(".chart .line", state="attached")
    one.page.click("[data-tab=log]")
    one.expect(one.log, "lines in the log")


def test_two_browsers_and_what_each_may_see(sit: Any) -> None:
    """Invited by link, the other side sits down; each sees its own hidden strengths and not the other's, and they talk."""
    host = sit().lobby()
    host.page.click("[data-title=skirmish] [data-start=setup]")
    host.page.wait_for_selector("dialog .setup")
    for seat in host.page.locator("dialog .seat-line select").all()[1:3]:
        seat.select_option("open")
    host.page.click("dialog button[type=submit]")
    host.page.wait_for_selector(".question .prompt")
    host.page.click("[data-tab=table]")
    link = str(host.expect(lambda: host.page.input_value(".invite input"), "the invitation"))
    guest = sit()
    guest.page.goto(link)
    guest.page.click("[data-seat=red]")
    guest.page.wait_for_selector(".question .prompt")
    guest.until("window.grognard?.desk.question.value?.seat === 'red'")
    blue, red = host.pieces().values(), guest.pieces().values()
    assert {piece["numbers"][0] for piece in blue if piece["side"] == "red"} == {"?"}
    assert {piece["numbers"][0] for piece in red if piece["side"] == "blue"} == {"?"}
    assert "?" not in {piece["numbers"][0] for piece in blue if piece["side"] == "blue"}
    host.answer("Bid 5")
    guest.until("window.grognard.desk.live.view.value.step >= 1")
    assert "5" not in " ".join(guest.log())
    host.page.click("[data-tab=chat]")
    host.page.fill(".chat-pane input", "<img src=x onerror=alert(1)> hello")
    host.page.click(".chat-pane button[type=submit]")
    guest.page.click("[data-tab=chat]")
    guest.reads(".chat", "<img src=x")
    assert guest.page.locator(".chat img").count() == 0


def test_the_server_is_killed_and_comes_back(chromium: Any, tmp_path: Path) -> None:
    """After kill -9 the page says so, reconnects by itself, has every acknowledged answer and goes on."""
    server = Process(tmp_path).start()
    try:
        one = Sitter(chromium, server.url).lobby().start("skirmish")
        one.answer("Bid 2")
        to_movement(one)
        before, prompt = one.step, one.prompt
        server.kill()
        one.page.wait_for_selector(".link-state:not([hidden])")
        server.start()
        one.page.wait_for_selector(".link-state", state="hidden")
        assert (one.step, one.prompt) == (before, prompt)
        one.answer_first()
        assert one.step == before + 1
        one.close()
    finally:
        server.stop()


def test_a_phone(sit: Any) -> None:
    """On 390 by 844 the map, the prompt and the answers are in sight without scrolling sideways; a tap answers."""
    one = sit((390, 844), touch=True).lobby()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    one.start("skirmish")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    box = one.page.locator(".map canvas").first.bounding_box()
    assert box is not None and box["height"] > 300
    one.answer("Bid 0")
    to_movement(one)
    unit = next(text for text in one.options if text.startswith("pick ")).split(" ")[1]
    one.settle()
    one.page.touchscreen.tap(*one.spot(unit))
    one.until("window.grognard.desk.question.value?.prompt.startsWith('Move')")


def test_odds_before_committing_and_long_lists(sit: Any) -> None:
    """An attack shows its odds first and rolls only when committed; 169 purchases are grouped and searchable."""
    one = sit().lobby().start("parade")
    page = one.page
    one.answer("Done")
    while any(text.startswith("attack") for text in one.options):
        attack = page.locator(".question button.option", has_text="Attack").first
        before = one.step
        attack.click()
        page.wait_for_selector(".commit .bars")
        assert one.step == before
        page.click(".commit .primary")
        one.gone_on(before)
    assert one.prompt == "Buy one thing"
    page.fill(".options input[type=search]", "7 heavy armor")
    one.counts(".long-list .option", 1)
    page.locator(".long-list .option").click()
    one.until("window.grognard.desk.live.view.value.log.some((line) => line.text.includes('heavy_armor 7'))")


def test_suggestion_and_tour(sit: Any) -> None:
    """The first game starts with a walk around the table; an agent's suggestion comes with its reason."""
    one = sit(tour=True).lobby().start("skirmish")
    page = one.page
    for _ in range(5):
        page.wait_for_selector(".tour .primary")
        page.click(".tour .primary")
    page.wait_for_selector(".tour", state="detached")
    page.click("[data-deed=suggest]")
    one.reads(".hint", "Suggestion")


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_serious_for_axe(chromium: Any, process: Process, dark: bool) -> None:
    """No serious or critical finding in the lobby, at the table, on every tab, in replay and in a dialog; light and dark."""
    axe_module = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python")
    axe = axe_module.Axe()
    one = Sitter(chromium, process.url)
    one.page.emulate_media(color_scheme="dark" if dark else "light")

    def check(where: str) -> None:
        found = [v for v in axe.run(one.page).response["violations"] if v["impact"] in ("serious", "critical")]
        told = [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in found]
        assert not found, (where, told)

    one.lobby()
    check("lobby")
    one.page.click("[data-title=skirmish] [data-start=setup]")
    one.page.wait_for_selector("dialog .setup")
    check("setup")
    one.page.keyboard.press("Escape")
    one.page.wait_for_selector("dialog", state="detached")
    one.start("parade")
    check("table")
    for tab in one.page.locator(".tabs .tab").all():
        tab.click()
        check(tab.inner_text())
    one.page.click("[data-tool=layers]")
    one.page.wait_for_selector("#layers-menu")
    check("layers")
    one.page.click("[data-open=replay]")
    one.page.wait_for_selector(".replay:not([hidden])")
    one.page.click("[aria-label='To the start']")
    one.until("window.grognard.desk.shown.value.step === 0")
    check("replay")
    one.page.click("[data-replay=now]")
    one.page.evaluate("window.grognard.desk.game.concede(window.grognard.desk.seats[0])")
    one.page.wait_for_selector("dialog [data-end=dice]")
    check("ending")
    stranger = Sitter(chromium, process.url)
    stranger.page.emulate_media(color_scheme="dark" if dark else "light")
    stranger.page.goto(one.page.url)
    one.close()
    one = stranger
    one.page.wait_for_selector("[data-door=login]")
    check("somebody else's game")
    one.close()


def test_a_page_for_screen_readers(sit: Any) -> None:
    """Question, options and log are text; the question is announced; every control has a name."""
    one = sit().lobby().start("skirmish")
    page = one.page
    one.expect(lambda: "Bid for the first move" in " ".join(page.locator("[role=alert]").all_inner_texts()), "it said aloud")
    assert page.locator("[role=log]").count() >= 1
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, input, select, a')].filter((e) => !(e.innerText || e.ariaLabel"
        " || e.labels?.length || e.title || e.placeholder)).map((e) => e.outerHTML)"
    )
    assert nameless == []


def test_the_first_load_is_small() -> None:
    """Everything the first page and the first table can want, board art apart, stays under a megabyte even uncompressed."""
    assert sum(file.stat().st_size for file in STATIC.rglob("*") if file.is_file()) < LIMIT
