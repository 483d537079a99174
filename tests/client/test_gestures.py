"""Every move by mouse, by finger, by dragging and by keyboard; cancelling costs nothing."""

import pytest
from playwright.sync_api import Page, expect

from taku.page.html import Raw, pieces
from tests.client.conftest import PHONE, RESTS, until
from tests.looking import happens

pytestmark = pytest.mark.browser


def acts(server):
    return [m for m in server.got if m["t"] == "act"]


def seq(page: Page, n: int) -> None:
    page.wait_for_selector(f"body[data-seq='{n}']")


def sending(server, page):
    """The act has left the page and come to the server, which does not answer."""
    expect(page.locator("#status-text")).to_have_text("Sending…")
    happens(page, lambda: acts(server))


def move(page: Page, tap: str = "click") -> None:
    """First card, first lantern, first cell that is lit."""
    for part in (".cards .card", ".piece", ".cell"):
        target = page.locator(f"{part}[data-can]").first
        getattr(target, tap)(force=True)


def test_everything_legal_glows_and_nothing_else(serve, open_page):
    server = serve()
    page = open_page(server.url)
    lit = set(page.eval_on_selector_all("[data-can]", "es => es.map(e => e.id)"))
    assert lit == set(server.toy.view(0)["acts"])
    page.locator(".cards .card").first.click()
    assert page.locator(".cell[data-can]").count() == 0
    assert page.locator(".piece.s0[data-can]").count() == 3
    assert page.locator(".piece.s1[data-can]").count() == 0
    other = open_page(server.url + "/?seat=1")
    assert other.locator("[data-can]").count() == 0


def test_a_move_by_mouse(serve, open_page):
    server = serve()
    page = open_page(server.url)
    move(page)
    seq(page, 1)
    assert len(acts(server)) == 1
    expect(page.locator("#status-text")).to_have_text("<b>Bo</b> is thinking")


def test_a_move_by_finger(serve, open_page):
    """The tap that would complete it only looks: the status line names what it would do, and a second tap does it."""
    server = serve()
    page = open_page(server.url, **PHONE)
    move(page, "tap")
    assert "lantern to" in page.locator("#commit").inner_text()
    assert not acts(server)
    page.locator(".cell[data-picked]").tap(force=True)
    seq(page, 1)
    assert len(acts(server)) == 1


def test_a_finger_looks_first_at_what_a_click_does_at_once(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url, **PHONE)
    page.locator("#die").tap()
    expect(page.locator("#commit")).to_have_text("Roll the die")
    assert not acts(server)
    page.locator("#commit").tap()
    seq(page, 1)


def test_what_can_be_taken_back_happens_at_the_first_tap(serve, open_page):
    page = open_page(serve(solo=True).url, **PHONE)
    page.eval_on_selector("#die", "e => e.setAttribute('data-free', '')")
    page.locator("#die").tap()
    seq(page, 1)


def test_a_finger_looks_at_what_is_drawn_too_small_for_it(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url, **PHONE)
    page.eval_on_selector("#die", "e => { e.setAttribute('data-free', ''); e.style.width = e.style.height = '20px'; }")
    page.locator("#die").tap(force=True)
    expect(page.locator("#commit")).to_have_text("Roll the die")
    assert not acts(server)


def test_a_double_click_passes_one_decision(serve, open_page):
    """After the first click the button below the pointer means something else."""
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator("#die").dblclick()
    page.locator("#deck").click()
    box = page.locator("#commit").bounding_box()
    page.mouse.dblclick(box["x"] + 10, box["y"] + 10)
    seq(page, 2)
    page.wait_for_timeout(100)
    assert len(acts(server)) == 2


def test_a_double_tap_passes_one_decision(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url, **PHONE)
    page.locator("#deck").tap()
    page.locator("#commit").tap()
    seq(page, 1)
    page.wait_for_selector("#status-buttons [data-action]:not(:disabled)")
    page.wait_for_timeout(500)  # what follows is no part of a double tap on the button before
    first = page.locator("#status-buttons [data-action]").bounding_box()
    for _ in range(2):  # the first of these does something, so the second, at the same place, does not
        page.touchscreen.tap(first["x"] + 10, first["y"] + 10)
    seq(page, 2)
    page.wait_for_timeout(100)
    assert len(acts(server)) == 2


def test_controls_leave_what_was_chosen_as_it_is(serve, open_page):
    page = open_page(serve(solo=True).url, **PHONE)
    page.locator("#deck").tap()
    page.locator("#discard .fold-chip").tap()
    expect(page.locator("#discard-open")).to_be_visible()
    assert page.locator("#deck").get_attribute("data-picked") == ""
    page.locator("#commit").tap()
    seq(page, 1)


def test_one_element_needs_a_second_tap(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator("#deck").click()
    expect(page.locator("#commit")).to_have_text("Draw a card")
    assert not acts(server)
    page.locator("#deck").click()
    seq(page, 1)
    page.locator("#deck").click()
    page.locator("#commit").click()
    seq(page, 2)


def test_an_element_that_acts_at_once(serve, open_page):
    page = open_page(serve(solo=True).url)
    page.locator("#die").click()
    seq(page, 1)


def test_a_gesture_that_is_the_start_of_another(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator("#gem0").click()
    expect(page.locator("#commit")).to_have_text("Take one gem")
    assert page.locator("#gem1[data-can]").count() == 1
    page.locator("#gem1").click()
    seq(page, 1)
    assert server.toy.score[0] == 2
    page.locator("#gem0").click()
    page.keyboard.press("Escape")
    page.locator("#gem0").click()
    page.locator("#commit").click()
    seq(page, 2)
    assert server.toy.score[0] == 3


def test_a_choice_can_be_changed_and_cancelled(serve, open_page):
    server = serve()
    page = open_page(server.url)
    first, second = page.locator(".cards .card").nth(0), page.locator(".cards .card").nth(1)
    first.click()
    second.click()
    assert first.get_attribute("data-picked") is None
    assert second.get_attribute("data-picked") == ""
    assert second.get_attribute("aria-pressed") == "true"
    second.click()
    assert page.locator("[data-picked]").count() == 0
    first.click()
    page.locator("#cancel").click()
    first.click()
    page.keyboard.press("Escape")
    first.click()
    page.locator(".column").click(position={"x": 5, "y": 600})
    assert page.locator("[data-picked]").count() == 0
    assert not acts(server)


def test_dragging_stands_for_two_taps(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.locator(".cards .card").first.click()
    box = page.locator(".piece[data-can]").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 30, box["y"] + box["height"] / 2 + 20)
    assert page.locator(".ghost.dragged").count() == 1
    cell = page.locator(".cell[data-can]").first.bounding_box()
    page.mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2, steps=4)
    page.mouse.up()
    seq(page, 1)
    assert page.locator(".ghost.dragged").count() == 0


def test_a_drag_to_nowhere_cancels(serve, open_page):
    server = serve()
    page = open_page(server.url)
    box = page.locator(".cards .card").first.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(700, 60, steps=4)
    page.mouse.up()
    assert page.locator("[data-picked]").count() == 0
    assert not acts(server)


def test_a_whole_move_from_the_list(serve, open_page):
    page = open_page(serve().url)
    page.keyboard.press("a")
    for _ in range(3):
        page.keyboard.press("Enter")
    seq(page, 1)


def test_number_keys(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.keyboard.press("2")  # opens the list at its second entry
    assert page.evaluate("document.activeElement.closest('#acts') !== null")
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.keyboard.press("1")
    seq(page, 1)


def test_arrows_walk_the_board(serve, open_page):
    page = open_page(serve().url)
    page.locator(".cards .card").first.click()
    page.locator("#p00").click(force=True)
    page.locator("#c-1-1").focus()
    for key, where in [("ArrowDown", "c-2-1"), ("ArrowRight", "c-2-2"), ("ArrowUp", "c-1-2"), ("ArrowLeft", "c-1-1")]:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == where
    page.keyboard.press("ArrowDown")
    assert page.locator("#c-2-1").get_attribute("aria-label") == "b3"
    page.keyboard.press("ArrowUp")
    assert page.locator("#c-2-1").get_attribute("tabindex") is None
    page.keyboard.press("Enter")
    seq(page, 1)


def test_buttons_of_the_status_line(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator("#status-buttons .button", has_text="Attack").click(force=True)  # aria-disabled: it only says why
    expect(page.locator("#pop")).to_have_text("Nobody is in reach.")
    page.keyboard.press("Escape")
    page.locator("#status-buttons .button", has_text="Pass").click()
    seq(page, 1)


def test_a_tap_on_what_stands_for_an_element(serve, open_page):
    page = open_page(serve().url)
    card = page.locator(".cards .card[data-can]").first.get_attribute("id")
    page.evaluate("id => document.querySelector('.panel').setAttribute('data-as', id)", card)
    page.locator(".panel").first.click(position={"x": 4, "y": 4})
    assert page.locator(f"#{card}").get_attribute("data-picked") is not None


def test_a_half_made_gesture_survives_a_new_view(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator(".cards .card").first.click()
    server.toy.step += 1
    server.show()
    page.wait_for_selector("body[data-step='1']")
    assert page.locator(".cards .card").first.get_attribute("data-picked") == ""
    assert page.locator(".piece.s0[data-can]").count() == 3


def test_a_half_made_gesture_goes_when_it_is_no_longer_possible(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator(".cards .card").first.click()
    page.locator(".piece.s0[data-can]").first.click()
    gone = page.locator(".cards .card").first.get_attribute("id")
    server.toy.hands[0] = server.toy.hands[0][1:]
    server.toy.step += 1
    server.show()
    page.wait_for_selector("body[data-step='1']")
    assert page.locator(f"#{gone}").count() == 0
    assert page.locator("[data-picked], #cancel").count() == 0
    assert set(page.eval_on_selector_all("[data-can]", "es => es.map(e => e.id)")) == set(server.toy.view(0)["acts"])


def in_pieces(view):
    return view | {"pieces": pieces(Raw(view.pop("html")))}


def test_a_partners_move_leaves_a_phones_gesture_alone(serve, open_page):
    """As the server tells it: the changed pieces alone, without the actions, which are the same; while things move."""
    server = serve(solo=True)
    page = open_page(server.url, **PHONE)
    server.push(in_pieces(server.toy.view(0)), 0)  # the rendering that the patches are for
    page.locator("#deck").tap()
    expect(page.locator("#commit")).to_have_text("Draw a card")
    for n in range(1, 4):
        old = in_pieces(server.toy.view(0))["pieces"]
        server.toy.score[1] += 1
        server.toy.happen([{"html": f"n{n}", "seat": 1, "icon": "dot", "clause": "T-1.1",
                            "anim": [{"do": "shake", "at": "deck"}]}])  # fmt: skip
        view = in_pieces(server.toy.view(0))
        new = view.pop("pieces")
        view["patch"] = {"from": n - 1, "changes": [(i, 1, [b]) for i, (a, b) in enumerate(zip(old, new, strict=True))
                                                    if a != b]}  # fmt: skip
        del view["acts"], view["labels"]
        server.push(view, 0)
    page.wait_for_selector("body[data-step='3']")
    assert page.locator("#deck").get_attribute("data-picked") == ""
    page.locator("#commit").tap()
    seq(page, 1)
    assert len(acts(server)) == 1


def test_a_button_stays_under_the_finger_when_news_come(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator("#deck").click()
    box = page.locator("#commit").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    server.toy.step += 1
    server.show()
    page.wait_for_selector("body[data-step='1']")
    page.mouse.up()
    seq(page, 1)


def test_a_half_made_gesture_survives_a_lost_connection(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator("#deck").click()
    server.stop()
    page.wait_for_selector("body[data-net=off]")
    assert page.locator("#commit, [data-can]").count() == 0
    server.start()
    page.wait_for_selector("body[data-net=on]")
    page.locator("#commit").click()
    seq(page, 1)


FOCUS = "document.activeElement.id"


def test_the_keyboard_goes_on_where_it_was(serve, open_page):
    """What was chosen goes dark while it is sent and cannot keep the focus."""
    server = serve(solo=True)
    page = open_page(server.url)
    page.locator("#deck").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")  # as a keyboard comes to it
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    seq(page, 1)
    until(page, f"{FOCUS} === 'deck'")
    lit = page.locator(".cards .card[data-can]").nth(1)
    gone = lit.get_attribute("id")
    lit.focus()
    for part in ("piece", "cell"):
        page.keyboard.press("Enter")
        page.wait_for_selector(f".{part}[data-can]")
        page.locator(f".{part}[data-can]").first.focus()
    page.keyboard.press("Enter")
    seq(page, 2)
    until(page, f"{FOCUS} !== ''")
    assert page.evaluate(FOCUS) != gone  # the card is played; where the lantern went, something else is near
    assert page.evaluate("document.activeElement.hasAttribute('data-can')")


def test_the_keyboard_is_not_called_back_from_elsewhere(serve, open_page):
    server = serve(solo=True)
    server.deaf = True
    page = open_page(server.url)
    page.locator("#deck").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    sending(server, page)
    page.keyboard.press("c")
    server.toy.act(0, acts(server)[0]["action"])
    server.show()
    seq(page, 1)
    assert page.evaluate(FOCUS) == "chat-text"


def test_a_long_press_that_becomes_a_scroll_does_not_cost_the_next_tap(serve, open_page):
    server = serve()
    page = open_page(server.url, **PHONE)
    card = page.locator(".cards .card").first
    box = card.bounding_box()
    touch = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + 20, "y": box["y"] + 40}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.evaluate(RESTS)
    touch.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    card.tap()
    page.wait_for_selector(".cards .card[data-picked]")
    assert page.locator("#pop").is_hidden() or page.locator("#pop").count() == 0


def test_a_tap_is_answered_before_the_next_frame(serve, open_page):
    """Whatever the server does: the card is lifted and the lanterns glow when the tap's own handlers have run."""
    server = serve()
    server.deaf = True
    page = open_page(server.url)
    assert page.evaluate("""() => {
      const card = document.querySelector('.cards .card[data-can]');
      card.click();
      return [card.hasAttribute('data-picked'), document.querySelectorAll('.piece.s0[data-can]').length];
    }""") == [True, 3]


SEVERAL = """(taps) => {
  const b = document.createElement('button');
  b.dataset.taps = taps;
  document.getElementById('view').append(b);
  b.click();
}"""


def test_one_button_stands_for_several_taps(serve, open_page):
    """Each as soon as it can be done, also a button beside the status line; what cannot be tapped ends it."""
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(SEVERAL, "deck @pass die locked deck")
    seq(page, 3)
    assert len(acts(server)) == 3
    assert server.toy.actions(0)[acts(server)[1]["action"]][1] == "Pass"
    page.locator("#die").click()
    seq(page, 4)  # nothing is left of what was to be tapped


def test_among_several_taps_one_may_be_the_players_own(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(SEVERAL, "deck * deck")
    seq(page, 1)
    page.locator("#die").click()
    seq(page, 3)
    page.evaluate(SEVERAL, "deck * deck")
    seq(page, 4)
    page.locator("[id='@pass']").click()  # that was no tap on the table: the rest is forgotten
    seq(page, 5)
    page.locator("#die").click()
    seq(page, 6)
    page.wait_for_selector("#die[data-can]")
    assert len(acts(server)) == 6
