({ board, target, name, upright, touch }) => {
  const view = document.getElementById("view");
  const found = [];
  const fault = (what, e, more = "") => {
    found.push([what, e?.id || String(e?.className?.baseVal ?? e?.className ?? ""), String(more)]);
  };
  const inWindow = (r) =>
    r.left >= -1 && r.top >= -1 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1;
  const within = (r, box) =>
    r.left >= box.left - 2 && r.right <= box.right + 2 && r.top >= box.top - 2 && r.bottom <= box.bottom + 2;

  // the nearest element around this one that is scrolled
  const scroller = (e) => {
    for (let p = e.parentElement; p && p !== view; p = p.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(p);
      if (/auto|scroll/.test(overflowX) && p.scrollWidth > p.clientWidth + 1) return p;
      if (/auto|scroll/.test(overflowY) && p.scrollHeight > p.clientHeight + 1) return p;
    }
  };

  // does a tap on some place of it mean it?
  const places = [0.5, 0.25, 0.75, 0.12, 0.88];
  const hit = (e, r) =>
    places.some((x) =>
      places.some((y) => {
        let p = document.elementFromPoint(r.left + r.width * x, r.top + r.height * y);
        for (; p && p !== view; p = p.parentElement) if ((p.getAttribute("data-as") ?? p.id) === e.id) return true;
        return false;
      }),
    );

  // is a text shown in part? What is scrolled has a sign, what is clipped to nothing is for screen readers
  const cut = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const r = range.getBoundingClientRect();
    if (r.width < 2 || r.height < 2 || !text.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    let sees = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let p = text.parentElement; p; p = p.parentElement) {
      const style = getComputedStyle(p);
      if (style.clipPath !== "none" || p.matches("[data-viewport]")) return; // a map is moved about in
      if (style.display === "inline" || style.overflowX + style.overflowY === "visiblevisible") continue;
      const scrolls = [style.overflowX, style.overflowY].map((how) => /auto|scroll/.test(how));
      if ((scrolls[0] && p.scrollWidth > p.clientWidth + 1) || (scrolls[1] && p.scrollHeight > p.clientHeight + 1)) return;
      const box = p.getBoundingClientRect();
      sees = {
        left: Math.max(sees.left, box.left),
        top: Math.max(sees.top, box.top),
        right: Math.min(sees.right, box.right),
        bottom: Math.min(sees.bottom, box.bottom),
      };
      if (style.position === "fixed") break;
    }
    const [wide, high] = [Math.min(r.right, sees.right) - Math.max(r.left, sees.left), Math.min(r.bottom, sees.bottom) - Math.max(r.top, sees.top)];
    const called = text.parentElement.closest("bdi");
    if (((wide <= 0 || high <= 0) && !called) || (wide >= r.width - 2 && high >= r.height - 4)) return;
    // a name of any length ends in dots, after some letters
    if (called && wide >= name && high >= r.height - 4) return;
    return `${text.textContent.trim().slice(0, 30)} (${Math.round(wide)}x${Math.round(high)} of ${Math.round(r.width)}x${Math.round(r.height)})`;
  };

  const atOnce = [];
  for (const e of view.querySelectorAll("[data-can]")) {
    const r = e.getBoundingClientRect();
    const fold = e.closest(".fold-body:not(:popover-open)");
    if (fold && !r.width) {
      const chip = fold.parentElement.querySelector(".fold-chip");
      if (!chip?.getBoundingClientRect().width) fault("hidden in a fold", e);
      continue;
    }
    if (!r.width || !r.height) {
      fault("not shown", e);
      continue;
    }
    const strip = scroller(e);
    const onMap = e.closest("[data-viewport]"); // is moved about in, and acts only after a look
    if (strip && !within(r, strip.getBoundingClientRect())) {
      if (!strip.getAttribute("data-more")) fault("scrolls without a sign", strip, e.id);
    } else if (!onMap) {
      const middle = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      if (!inWindow(r)) fault("outside the window", e, [r.left, r.top, r.right, r.bottom].map(Math.round).join(" "));
      else if (!hit(e, r)) fault("covered", e, middle?.id);
    }
    const acts = e.hasAttribute("data-free") || (e.tagName === "BUTTON" && e.hasAttribute("data-now"));
    if (touch && acts && !onMap) {
      if (r.width < target - 0.5 || r.height < target - 0.5)
        fault("small", e, `${Math.round(r.width)}x${Math.round(r.height)}`);
      if (!strip || within(r, strip.getBoundingClientRect())) atOnce.push([e, r]);
    }
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const part = text.textContent.trim() && cut(text);
    if (part) fault("cut text", text.parentElement.closest("[id]"), part);
  }

  // what a tap would do is told whole, and no label sticks out of its button
  for (const e of view.querySelectorAll("div[data-hint-for]:not([data-aim])")) {
    e.setAttribute("data-aim", "");
    if (getComputedStyle(e).overflowY !== "visible" && e.scrollHeight > e.clientHeight + 2)
      fault("cut preview", e.closest("[id]"), `${e.textContent.trim().slice(0, 30)} (${e.clientHeight} of ${e.scrollHeight})`);
    e.removeAttribute("data-aim");
  }
  for (const e of document.querySelectorAll("#view :is(button, .card, [data-can]), #status button")) {
    if (!(e instanceof HTMLElement) || !e.clientWidth) continue;
    const box = e.getBoundingClientRect();
    const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent.trim() || !text.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const r = range.getBoundingClientRect();
      const over = Math.max(r.right - box.right, box.left - r.left);
      if (over > 1 && r.width > 2 && getComputedStyle(text.parentElement).clipPath === "none")
        fault("sticks out", e, `${text.textContent.trim().slice(0, 30)} (by ${Math.round(over)} px)`);
    }
  }

  for (const [i, [a, r]] of atOnce.entries()) {
    for (const [b, q] of atOnce.slice(i + 1)) {
      const wide = Math.min(r.right, q.right) - Math.max(r.left, q.left);
      const high = Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top);
      if (wide > 2 && high > 2 && !a.contains(b) && !b.contains(a)) fault("overlap", a, b.id);
    }
  }
  for (const e of document.querySelectorAll("#status-buttons button, #acts-toggle:not([hidden])")) {
    const r = e.getBoundingClientRect();
    if (r.width && touch && r.height < target - 0.5) fault("small", e, `${Math.round(r.width)}x${Math.round(r.height)}`);
  }

  const share = (view.querySelector(".board")?.getBoundingClientRect().height ?? 0) / innerHeight;
  if (upright && share < board) fault("board", null, `${(100 * share).toFixed(0)} %`);
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth + 1)
    fault("page scrolls", null, `${page.scrollWidth}x${page.scrollHeight}`);
  return found;
}
