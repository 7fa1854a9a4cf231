"""Whole stacks in a real browser: one gesture, one Undo, a refusal with its rule; what is not lit; what happened since."""

from __future__ import annotations

from typing import Any

from tests.web.browser import IDLE, Sitter

QUIET = ("sign", "pass", "done", "none", "no", "hold", "decline", "lose", "press")


def where(sitter: Sitter) -> list[str]:
    place: list[str] = sitter.page.evaluate("window.grognard.desk.live.view.value.place")
    return place


def quiet(sitter: Sitter) -> None:
    """Answer as quietly as can be."""
    sitter.until(IDLE)
    options = sitter.options
    sitter.give(next((text for verb in QUIET for text in options if text.split(" ")[0] == verb), options[0]))


def play_to(sitter: Sitter, nation: str, phase: str) -> None:
    """Answer as quietly as can be until a phase of a nation begins."""
    for _ in range(80):
        sitter.until(IDLE)
        place = where(sitter)
        if nation in place[1] and place[-1] == phase:
            return
        quiet(sitter)
    raise AssertionError(f"{nation} never came to {phase}")


def start(sitter: Sitter, how: str = "hotseat") -> Sitter:
    sitter.lobby()
    sitter.page.select_option("[data-title=gw36] select >> nth=0", "1939")
    return sitter.start("gw36", how)


def count(sitter: Sitter, zone: str, kind: str, moved: bool) -> int:
    found = [p for p in sitter.pieces().values() if p["at"] == zone and p["side"] == "germany" and p["kind"] == kind]
    return sum(p.get("count", 1) for p in found if ("moved" in p.get("state", ())) == moved)


def take_up(sitter: Sitter, zone: str, kind: str) -> None:
    """Take one unit of a zone into the hand by clicks."""
    unit = next(p["id"] for p in sitter.pieces().values() if (p["at"], p["side"], p["kind"]) == (zone, "germany", kind))
    sitter.page.evaluate("(id) => { const b = window.grognard.board; b.zoom(20); b.reveal([id], true); }", zone)
    sitter.take_up(unit)
    sitter.until("window.grognard.desk.company.value !== null && !window.grognard.desk.busy.value")


def wait_for_march(sitter: Sitter) -> None:
    sitter.until("window.toasted.length > 0 || window.grognard.desk.committing.value !== null")
    sitter.until("!window.grognard.desk.busy.value && window.grognard.desk.marching.value === ''")


def test_a_stack_goes_by_rail_in_one_gesture(sit: Any) -> None:
    """Eight German Infantry are sent by rail; the capacity of Europe is four, and one Undo brings all back."""
    one = start(sit())
    play_to(one, "Germany", "Non-Combat Movement")
    before = one.step
    assert count(one, "western_germany", "infantry", False) == 8 and count(one, "eastern_germany", "infantry", True) == 0
    take_up(one, "western_germany", "infantry")
    one.page.click("[data-company=alike]")
    one.expect(lambda: not any(t.startswith("All of this sort") for t in one.page.locator(".question .option").all_inner_texts()))
    one.page.locator(".question summary", has_text="By rail").click()
    one.page.locator(".question .option[data-option^='rail '][data-option$=' eastern_germany']").click()
    wait_for_march(one)
    one.toasted("4 of 8 sent", "the rail capacity of Europe is used (10.4)")
    one.until(IDLE)
    assert count(one, "western_germany", "infantry", False) == 4 and count(one, "eastern_germany", "infantry", True) == 4
    assert "choose a unit" in one.prompt  # the fifth is not left in the hand
    one.page.click("[data-deed=undo]")
    one.reached(before)
    assert count(one, "western_germany", "infantry", False) == 8


def test_an_attack_of_some_is_weighed_as_a_whole(sit: Any) -> None:
    """Two Infantry and two Artillery against Alsace-Lorraine: the odds of all four, and Not yet calls them back."""
    one = start(sit())
    play_to(one, "Germany", "Combat Movement")
    before = one.step
    take_up(one, "western_germany", "infantry")
    one.page.click("[data-company=some]")
    for key in ("more 0", "more 1", "more 1"):
        one.page.click(f"[data-company='{key}']")
    one.page.locator(".question .option[data-option^='attack '][data-option$=' alsace_lorraine']").click()
    wait_for_march(one)
    one.reads(".commit", "All 4 together", "Artillery", "Infantry")
    assert count(one, "alsace_lorraine", "infantry", False) == 2 and count(one, "alsace_lorraine", "artillery", False) == 1
    one.page.click("[data-option='!cancel']")
    one.reached(before)
    assert count(one, "western_germany", "infantry", False) == 8

    one.page.evaluate("window.grognard.desk.company.value = null")
    take_up(one, "western_germany", "infantry")
    one.page.click("[data-company=alone]")
    one.counts(".question .option:has-text('All of this sort')", 1)  # alone: the order for all is there


def test_a_unit_that_could_only_stay_is_not_lit(sit: Any) -> None:
    """The Japanese garrison of Hainan: not lit, last on the list, and the card says why."""
    one = start(sit())
    play_to(one, "Japan", "Non-Combat Movement")
    stuck = next(p["id"] for p in one.pieces().values() if p["at"] == "hainan" and p["side"] == "japan")
    lit = one.page.evaluate("[...window.grognard.desk.ties.value.pieces]")
    assert f"pick {stuck}" in one.options and stuck not in lit and len(lit) > 20
    assert one.page.locator(".question summary", has_text="Could only stay").count() == 1
    one.page.evaluate("(id) => { const b = window.grognard.board; b.zoom(20); b.reveal([id], true); }", "hainan")
    one.click_board(stuck)
    one.reads(".popover", "it could only stay", "10.1")
    before = one.step
    one.page.locator(".popover .option", has_text="Take it up all the same").click()
    one.gone_on(before)
    assert one.options == [f"hold {stuck}"]


def test_what_the_others_did_is_marked(sit: Any) -> None:
    """After a Soviet turn of an agent the next question tells how much has happened, and the log opens where it began."""
    one = start(sit(), "agents")
    play_to(one, "Germany", "Non-Combat Movement")
    assert one.page.locator(".question .since").count() == 0
    for _ in range(40):
        one.until(IDLE)
        if where(one)[1] != "Germany":
            break
        quiet(one)
    one.reads(".question .since", "since your last answer")
    one.page.click("[data-since=read]")
    one.counts(".log li.since", 1)
    after = one.page.evaluate("document.querySelector('.log li.since').nextElementSibling.innerText")
    assert "Germany" not in after
    for _ in range(40):  # until two answers of one's own follow each other; a question in somebody else's turn does not count
        one.until(IDLE)
        turn = where(one)[:2]
        quiet(one)
        one.until(IDLE)
        if where(one)[:2] == turn:
            break
    else:
        raise AssertionError("no turn of one's own came")
    one.counts(".question .since", 0)
