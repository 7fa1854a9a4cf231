"""The people at the table, in a real browser: files, what-ifs, requests, seats that change hands, spectators, accounts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.browser import IDLE, Sitter


def open_table(host: Sitter, other_seats: str) -> str:
    """A game of the test title with Blue for the host; gives the invitation link."""
    host.page.click("[data-title=skirmish] [data-start=setup]")
    host.page.wait_for_selector("dialog .setup")
    for menu in host.page.locator("dialog fieldset >> nth=0 >> select").all()[1:]:
        menu.select_option(other_seats)
    host.page.fill("dialog .setup input >> nth=0", "<b>The & table</b>")
    host.page.click("dialog button[type=submit]")
    host.page.wait_for_selector(".question .prompt")
    host.page.click("[data-tab=table]")
    return str(host.expect(lambda: host.page.input_value(".invite input"), "the invitation"))


def sit_down(guest: Sitter, link: str, seat: str) -> Sitter:
    guest.page.goto(link)
    guest.page.click(f"[data-seat={seat}]")
    guest.until("Boolean(window.grognard?.desk.live.view.value)")
    return guest


def test_names_are_text(sit: Any) -> None:
    """A table's name with markup in it is shown as it was typed, at the table and in the lobby."""
    host = sit().lobby()
    open_table(host, "open")
    host.reads(".where h1", "<b>The & table</b>")
    host.page.click(".home")
    host.reads(".game h3", "<b>The & table</b>")


def test_save_to_a_file_and_bring_it_back(sit: Any, tmp_path: Path) -> None:
    """The file of a game makes a new game at the same place."""
    one = sit().lobby().start("skirmish")
    one.answer("Bid 3")
    one.page.click("[data-tab=table]")
    with one.page.expect_download() as waiting:
        one.page.click("a[download] >> nth=0")
    file = tmp_path / "game.grognard"
    waiting.value.save_as(file)
    one.page.click(".home")
    one.page.wait_for_selector(".title-card")
    with one.page.expect_file_chooser() as chooser:
        one.page.get_by_text("Bring a saved game").click()
    chooser.value.set_files(file)
    one.page.wait_for_selector(".question .prompt")
    one.until("window.grognard?.desk.live.view.value?.step === 1")


def test_what_if_and_apply(sit: Any) -> None:
    """A private copy is played on, and its answers are applied to the game."""
    one = sit().lobby().start("skirmish")
    first = one.page.url
    one.page.click("[data-tab=table]")
    one.page.get_by_role("button", name="What if?").click()
    one.page.wait_for_url(lambda url: url != first)
    one.page.wait_for_selector(".question .prompt")
    one.until("window.grognard?.desk.live.info.value?.fork_of")
    one.answer("Bid 4")
    one.page.click("[data-tab=table]")
    one.page.get_by_role("button", name="Apply these answers").click()
    one.page.wait_for_url(first)
    one.until("window.grognard?.desk.live.view.value?.step === 1")


def test_a_rollback_is_asked_and_agreed(sit: Any) -> None:
    """Going back past the other's answer asks the other; when they agree the game goes back."""
    host = sit().lobby()
    link = open_table(host, "open")
    guest = sit_down(sit(), link, "red")
    third = sit_down(sit(), link, "rust")
    host.answer("Bid 5")
    guest.until("window.grognard.desk.question.value?.options.some((o) => o.text === 'bid 0')")
    guest.answer("Bid 0")
    host.until("window.grognard.desk.live.view.value.step === 2")
    host.page.evaluate("void window.grognard.desk.undoTo(1)")
    guest.page.click(".request .primary")

    def agreed() -> bool:
        if third.page.locator(".request .primary").count():
            third.page.click(".request .primary")
        return bool(host.page.evaluate("window.grognard.desk.live.view.value.step === 1"))

    host.expect(agreed, "all agree to go back")


def test_reasons_of_agents_stand_in_the_log(sit: Any) -> None:
    """The reasons the server tells stand before the lines they explain, as text, and go when they are taken back."""
    one = sit().lobby().start("skirmish")
    one.answer("Bid 3")
    one.answer("Bid 1")
    step = one.step
    told = [{"step": step, "turn": "Turn 1", "seat": "red", "text": "<b>it</b> pays: odds 89%"}]
    one.page.route("**/reasons", lambda route: route.fulfill(json=told))
    newest = "(step) => { const info = window.grognard.desk.live.info; info.value = { ...info.value, reasoned: step }; }"
    one.page.evaluate(newest, step)
    assert one.reads(".log .reason em", "pays") == "<b>it</b> pays: odds 89%"
    assert one.page.inner_text(".log .reason .faint") == "Turn 1 · Red"
    after = one.page.evaluate("document.querySelector('.log .reason').nextElementSibling.dataset.step")
    assert int(after) == step
    one.page.evaluate(newest, 0)
    one.page.wait_for_selector(".log .reason", state="detached")
    assert len(one.log()) == one.page.locator(".log li").count() > 0


def test_a_seat_goes_to_an_agent_and_comes_back(sit: Any) -> None:
    """Handed to an agent, the seat is played by it; taken back, it asks its owner again."""
    one = sit().lobby().start("skirmish")
    page = one.page
    page.click("[data-tab=table]")
    page.locator(".seats select").first.select_option("agent:random")
    one.until("window.grognard.desk.live.info.value.seats.blue.agent === 'random'")
    one.until("window.grognard.desk.live.view.value.step >= 1")
    page.locator(".seats select").first.select_option("me")
    one.until("window.grognard.desk.live.info.value.seats.blue.you && !window.grognard.desk.live.info.value.seats.blue.agent")


def test_watching(sit: Any) -> None:
    """Somebody without a seat sees the game and is asked nothing."""
    host = sit().lobby()
    link = open_table(host, "open")
    guest = sit()
    guest.page.goto(link)
    guest.page.get_by_text("Watch", exact=True).click()
    guest.until("Boolean(window.grognard?.desk.live.view.value)")
    guest.reads(".question .prompt", "Waiting for")
    assert {piece["numbers"][0] for piece in guest.pieces().values()} == {"?"}


def test_an_account(sit: Any) -> None:
    """Register, log out, log in again; a wrong password is refused in words."""
    one = sit().lobby()
    page = one.page

    def credentials(password: str) -> None:
        page.get_by_role("button", name="Log in").first.click()
        page.fill("dialog input[type=text]", "Kutuzov")
        page.fill("dialog input[type=password]", password)

    credentials("borodino-1812")
    page.get_by_role("button", name="Make a new account").click()
    page.get_by_text("Kutuzov").wait_for()
    page.wait_for_selector("dialog", state="detached")
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("button", name="Log out").wait_for(state="detached")
    credentials("austerlitz-1805")
    page.click("dialog button[type=submit]")
    one.until("window.toasted.length > 0")
    page.fill("dialog input[type=password]", "borodino-1812")
    page.click("dialog button[type=submit]")
    page.get_by_role("button", name="Log out").wait_for()


def test_what_cannot_be_taken_back_alone_is_asked_once_more(sit: Any) -> None:
    """In company a secret bid waits for Commit; "not yet" leaves the game where it was."""
    host = sit().lobby()
    link = open_table(host, "open")
    sit_down(sit(), link, "red")
    host.until("window.grognard.desk.question.value.options.every((o) => o.final)")
    host.page.locator(".question button.option", has_text="Bid 5").first.click()
    host.until("window.grognard.desk.committing.value !== null")
    assert host.step == 0
    host.page.get_by_role("button", name="Not yet").click()
    host.until("window.grognard.desk.committing.value === null")
    assert host.step == 0


def test_unannounced_dice_are_told_of_before_they_fall(sit: Any) -> None:
    """The server holds an answer back with which dice fall that it did not announce: the card says so and asks once; Not yet
    leaves the game as it is, Commit gives the same answer."""
    one = sit()
    one.context.add_init_script("localStorage.setItem('grognard.sayDice', 'true')")
    one.lobby().start("skirmish")
    page = one.page
    calm: list[bool] = []

    def hold(route: Any) -> None:
        asked = route.request.post_data_json["calm"]
        calm.append(asked)
        if asked:
            error = {"code": "rolls", "message": "dice fall with this answer", "remedy": "give it once more if that is meant"}
            route.fulfill(status=428, json={"error": error})
        else:
            route.continue_()

    page.route("**/answer", hold)
    one.until(IDLE)
    plain = "window.grognard.desk.question.value.options.find((o) => !o.rolls && !o.final && !o.stays)?.text ?? ''"
    for _ in range(12):
        if text := page.evaluate(plain):
            break
        page.unroute("**/answer")
        one.answer_first()
        page.route("**/answer", hold)
    step = one.step
    one.propose(text)
    one.reads(".commit", "Dice fall with this answer")
    page.click("[data-option='!cancel']")
    one.counts(".commit", 0)
    assert one.step == step
    one.propose(text)
    one.reads(".commit", "Dice fall with this answer")
    page.click("[data-option='!commit']")
    one.gone_on(step)
    assert calm[-3:] == [True, True, False]
