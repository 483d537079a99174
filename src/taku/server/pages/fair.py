"""Fair deals: what was promised before the match, what was shown after it, and a check in the reader's own browser."""

from __future__ import annotations

from starlette.responses import Response

from taku.page.html import Child, el
from taku.page.parts import own_name
from taku.server.deals import BY_SERVER
from taku.server.pages.common import find_match
from taku.server.seat_names import seat_names
from taku.server.web import Visit, section


def _explained(visit: Visit) -> Child:
    return el("div", [el("p", text) for text in visit.t.all("fair.explain")], class_="prose")


async def explain(visit: Visit) -> Response:
    """How it works, and a check of any match file."""
    t = visit.t
    return visit.page(
        t("fair.title"),
        el("h1", t("fair.title")),
        _explained(visit),
        section(
            t("fair.check"),
            _checks(visit),
            el("div", el("label", t("upload.file"), for_="f-file"),
               el("input", type="file", id="f-file", data_fair_file=True, accept=".json"), class_="field"),
            class_="sheet",
        ),
        script="fair",
    )  # fmt: skip


def _checks(visit: Visit) -> Child:
    t = visit.t
    return [
        el("div", data_fair_verdict=True, role="status", class_="verdict"),
        el("div", el("label", t("fair.noted"), for_="f-shown"),
           el("input", type="text", id="f-shown", data_fair_shown=True, maxlength=64), class_="field"),
        el("details", el("summary", t("fair.keys")), el("ol", data_fair_keys=True, class_="code", start=0)),
        el("noscript", el("p", t("fair.noscript"))),
    ]  # fmt: skip


async def page(visit: Visit) -> Response:
    """One match: the commitment, and after the end the secret."""
    match, t = await find_match(visit), visit.t
    over = match.status == "over"
    names = seat_names(match.seats, visit.site.games.find(match.game), visit.language)
    nonces = match.nonces if isinstance(match.nonces, list) else []
    facts: list[Child] = [el("dt", t("fair.commitment")), el("dd", el("code", match.commitment))]
    if nonces:
        facts += [
            el("dt", t("fair.nonces")),
            el(
                "dd",
                [
                    el(
                        "div",
                        own_name(who),
                        ": ",
                        el("code", n or "–"),
                        el("small", " ", t("fair.by_server")) if n.startswith(BY_SERVER) else None,
                    )
                    for who, n in zip(names, nonces, strict=False)
                ],
            ),
        ]
    if match.settings.get("seed"):
        facts += [el("dt", t("create.seed")), el("dd", str(match.settings["seed"]), " ", el("small", t("fair.seeded")))]
    if over:
        facts += [el("dt", t("fair.secret")), el("dd", el("code", (await visit.site.store.secret(match.id)).hex()))]
    else:
        facts += [el("dt", t("fair.secret")), el("dd", t("fair.later"))]
    seat = next((i for i, s in enumerate(match.seats) if visit.id and s.player == visit.id), -1)
    checks = None
    if over:
        checks = section(t("fair.check"), _checks(visit), class_="sheet",
                         data_fair=f"/t/{match.id}/match.json", data_match=match.id, data_seat=seat)  # fmt: skip
    return visit.page(
        t("fair.title"),
        el("h1", t("fair.title")),
        section(t("fair.this"), el("dl", facts, class_="facts"), class_="sheet"),
        checks,
        el("p", t("fair.offline"), " ", el("code", "taku verify FILE")) if over else None,
        _explained(visit),
        el("p", el("a", t("problem.to_table"), href=f"/t/{match.id}", class_="button quiet")),
        script="fair",
    )
