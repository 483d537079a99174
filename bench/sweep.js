({ board, target, upright, touch }) => {
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

  const cut = (t) => {
    if (!(t instanceof HTMLElement) || !t.textContent.trim() || t.closest(".vh")) return false;
    const { overflowX, overflowY } = getComputedStyle(t);
    if (overflowX === "visible" || /auto|scroll/.test(overflowX + overflowY) || t.clientWidth <= 1) return false;
    return t.scrollWidth > t.clientWidth + 1 || t.scrollHeight > t.clientHeight + 3;
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
    for (const t of [e, ...e.querySelectorAll("*")])
      if (cut(t)) fault("cut text", t.id ? t : e, t.textContent.trim().slice(0, 30));
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
