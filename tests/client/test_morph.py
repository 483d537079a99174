"""The morph turns any keyed tree into any other and never throws a keyed node away."""

import pytest

pytestmark = pytest.mark.browser

FUZZ = """async ({build, old}) => {
  if (old) for (const kind of [Element, DocumentFragment, Document]) delete kind.prototype.moveBefore;
  const {morph} = await import(`/static/${build}/morph.js`);
  let s = 12345;
  const rnd = (n) => { s = (s * 1103515245 + 12345) & 0x7fffffff; return (s >> 8) % n; };
  const tree = (ids, depth) => {
    let h = ''; const n = 1 + rnd(4);
    for (let i = 0; i < n; i++) {
      const k = rnd(10);
      if (k < 2) { h += 't' + rnd(5); continue; }
      const id = ids.length && k < 7 ? ids.splice(rnd(ids.length), 1)[0] : null;
      // the tag follows from the id, so that a node can always be kept
      const tag = id ? ['div', 'section', 'article'][id.charCodeAt(1) % 3] : ['div', 'span'][rnd(2)];
      h += `<${tag}${id ? ` id="${id}"` : ''}${rnd(3) ? '' : ` class="c${rnd(3)}"`}>`;
      h += (depth ? tree(ids, depth - 1) : 'x') + `</${tag}>`;
    }
    return h;
  };
  let bad = 0, kept = 0, all = 0;
  const view = document.getElementById('view');
  for (let i = 0; i < 3000; i++) {
    const html = tree([...'abcdefghijklmnop'].map((c) => 'k' + c), 3);
    const want = document.createElement('div'); want.id = 'view'; want.innerHTML = html;
    const nodes = new Map([...view.querySelectorAll('[id]')].map((e) => [e.id, e]));
    morph(view, html);
    const a = view.cloneNode(true), b = want.cloneNode(true); a.normalize(); b.normalize();
    if (!a.isEqualNode(b)) bad++;
    for (const e of view.querySelectorAll('[id]')) if (nodes.has(e.id)) { all++; if (nodes.get(e.id) === e) kept++; }
  }
  return {bad, kept, all};
}"""


@pytest.mark.parametrize("old", [False, True], ids=["moveBefore", "older browsers"])
def test_three_thousand_random_trees(serve, open_page, old):
    page = open_page(serve().url + "/empty", ready=None)
    result = page.evaluate(FUZZ, {"build": "b1", "old": old})
    assert result["bad"] == 0
    assert result["kept"] == result["all"] > 10_000


def test_what_the_client_owns_is_left_alone(serve, open_page):
    page = open_page(serve().url + "/empty", ready=None)
    left = page.evaluate("""async () => {
      const {morph} = await import('/static/b1/morph.js');
      const view = document.getElementById('view');
      view.innerHTML = '<p id="a" data-own>mine</p><p id="b" data-can="">x</p>';
      morph(view, '<p id="a" data-own></p><p id="b">y</p>', (name) => name === 'data-can');
      return view.innerHTML;
    }""")
    assert left == '<p id="a" data-own="">mine</p><p id="b" data-can="">y</p>'
