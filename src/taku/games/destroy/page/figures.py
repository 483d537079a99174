"""The ten figures, drawn in a square from −50 to 50: known by their outline, then by their colour.

A page that shows several defines them once (``defs``) and refers to them (``figure``); a drawing that stands alone
takes ``drawn``. Figures stand on paper, which stays light in the dark, so their colours are fixed.
"""

from __future__ import annotations

from functools import cache

from taku.games.destroy.content import CONTENT
from taku.games.destroy.state import PLACES, SEATS, State
from taku.page import svg
from taku.page.html import Raw, el

INK = "#2b2218"

SHAPES: dict[str, str] = {
    # a blade of light, drawn from lower left to upper right, with a glint at its point
    "lightblade": (
        '<path d="M44-46L34-14L-10 24L-22 12L16-32Z" fill="#ffd23f"/>'
        '<path d="M44-46L-16 18L-22 12L16-32Z" fill="#fff6cf"/>'
        '<path d="M-33 3L-4 32" stroke-width="8" fill="none"/><path d="M-17 17L-36 36" stroke-width="10" fill="none"/>'
        '<circle cx="-38" cy="38" r="6" fill="#c9971c"/>'
        '<path d="M-22-46L-18-30L-2-26L-18-22L-22-6L-26-22L-42-26L-26-30Z" fill="#fff6cf" stroke-width="3"/>'
        '<path d="M34 8L37 18L47 21L37 24L34 34L31 24L21 21L31 18Z" fill="#fff6cf" stroke-width="3"/>'
    ),
    # a fist of plate, knuckles to the front
    "ironfist": (
        '<path d="M-26 22H24V46H-26Z" fill="#6c7784"/><path d="M-26 32H24" stroke-width="3"/>'
        '<rect x="-37" y="-34" width="20" height="44" rx="9" fill="#aab6c2"/>'
        '<rect x="-18" y="-40" width="20" height="48" rx="9" fill="#bcc7d2"/>'
        '<rect x="1" y="-39" width="20" height="47" rx="9" fill="#bcc7d2"/>'
        '<rect x="20" y="-33" width="18" height="42" rx="9" fill="#aab6c2"/>'
        '<path d="M-37-2H38V8C38 20 30 27 20 27H-20C-30 27-37 20-37 10Z" fill="#93a1af"/>'
        '<path d="M-40 4C-42-6-30-9-22-6L6 4C14 7 14 19 4 20L-24 20C-34 20-38 14-40 4Z" fill="#d3dce4"/>'
        '<path d="M-34-46L-40-50M-8-48V-54M16-47L20-54" stroke="#b3261e" stroke-width="5" fill="none"/>'
    ),
    # a fairy: two pairs of wings around a small figure
    "fairy": (
        '<path d="M-4-8C-16-44-46-46-46-22C-46-2-22 2-4-2Z" fill="#8fdccb"/>'
        '<path d="M4-8C16-44 46-46 46-22C46-2 22 2 4-2Z" fill="#8fdccb"/>'
        '<path d="M-4 2C-24 2-38 14-32 30C-26 42-8 28-3 10Z" fill="#c9f0e4"/>'
        '<path d="M4 2C24 2 38 14 32 30C26 42 8 28 3 10Z" fill="#c9f0e4"/>'
        '<path d="M-40-24C-30-24-18-16-10-8M40-24C30-24 18-16 10-8" stroke="#2c8f78" stroke-width="3" fill="none"/>'
        '<path d="M0-10C9-4 10 10 5 26L0 46L-5 26C-10 10-9-4 0-10Z" fill="#e58ab5"/>'
        '<circle cy="-20" r="11" fill="#ffe3c9"/><path d="M-11-21C-10-36 10-36 11-21C4-28-4-28-11-21Z" fill="#a8561f"/>'
        '<path d="M-4-33C-6-42-12-44-16-42M4-33C6-42 12-44 16-42" stroke-width="3" fill="none"/>'
    ),
    # a fortress: two towers, a keep and a gate
    "citadel": (
        '<path d="M-44 44V-14H-38V-22H-30V-14H-24V-22H-18V44Z" fill="#a99a84"/>'
        '<path d="M44 44V-14H38V-22H30V-14H24V-22H18V44Z" fill="#a99a84"/>'
        '<path d="M-22 44V-22H-22V-34H-12V-26H-5V-34H5V-26H12V-34H22V44Z" fill="#cbbda5"/>'
        '<path d="M-11 44V20A11 12 0 0 1 11 20V44Z" fill="#4a3623"/><path d="M0 10V44M-11 28H11" stroke-width="2.5"/>'
        '<path d="M-36 4V14M36 4V14M-6-10V-2M6-10V-2" stroke-width="5" fill="none"/>'
        '<path d="M0-34V-52" stroke-width="3"/><path d="M0-52L18-46L0-41Z" fill="#1f57a4"/>'
    ),
    # a long rifle before a ring of runes
    "hexshot": (
        '<circle r="36" fill="#e9dcf7"/><circle r="36" fill="none" stroke="#6b3aa0" stroke-width="4"/>'
        '<path d="M0-34L29 17L-29 17ZM0-16V12M-12-4L0 6L12-4" fill="none" stroke="#6b3aa0" stroke-width="4"/>'
        '<path d="M48-44L50-36L-6 10L-14 22C-20 32-32 38-42 46L-50 34C-42 26-36 20-30 8L-18-2Z" fill="#7a4a24"/>'
        '<path d="M50-46L-20 6L-14 14L54-37Z" fill="#525c66"/><path d="M-4 4L4 16L-4 22" stroke-width="4" fill="none"/>'
        '<path d="M6-24L20-34L26-27L12-17Z" fill="#39424b"/>'
    ),
    # a hooded shadow and a long needle with its thread
    "shadowbinder": (
        '<path d="M-4-48C18-46 28-28 26-8C38 4 40 26 40 46H-40C-40 26-38 2-26-8C-28-28-22-46-4-48Z" fill="#39314f"/>'
        '<path d="M-2-34C12-34 16-20 12-8C6 0-8 0-14-8C-18-20-14-34-2-34Z" fill="#120d1d" stroke-width="3"/>'
        '<path d="M-10-18L-3-14L-11-12ZM8-18L1-14L9-12Z" fill="#e6d8ff" stroke="none"/>'
        '<path d="M46-30L-34 32L-42 42L-30 36L50-26A5 5 0 0 0 46-30Z" fill="#e8edf2" stroke-width="3"/>'
        '<path d="M45-27C52-8 30 0 34 16C37 30 20 30 14 44" fill="none" stroke="#e0586a" stroke-width="3.5"/>'
    ),
    # a saint: a veil, folded hands, a halo
    "saint": (
        '<ellipse cy="-36" rx="27" ry="10" fill="none" stroke="#2b2218" stroke-width="10"/>'
        '<ellipse cy="-36" rx="27" ry="10" fill="none" stroke="#ffcf3f" stroke-width="5.5"/>'
        '<path d="M0-34C22-34 28-14 26 2C36 12 40 30 40 46H-40C-40 30-36 12-26 2C-28-14-22-34 0-34Z" fill="#f7f3ea"/>'
        '<path d="M0-24C12-24 16-14 14-4C12 6 6 10 0 10C-6 10-12 6-14-4C-16-14-12-24 0-24Z" fill="#ffe3c9"/>'
        '<path d="M-15-4C-18-28 18-28 15-4C10-16-10-16-15-4Z" fill="#f2cf6b" stroke-width="3"/>'
        '<path d="M-8-4H-3M3-4H8M-3 4C-1 5 1 5 3 4" stroke-width="2.5" fill="none"/>'
        '<path d="M0 14C7 20 9 30 7 42H-7C-9 30-7 20 0 14Z" fill="#ffe3c9"/><path d="M0 16V42" stroke-width="2.5"/>'
        '<path d="M-40 46C-34 28-22 22-9 28M40 46C34 28 22 22 9 28" fill="none" stroke="#4a7fc1" stroke-width="5"/>'
    ),
    # the head of a beast, ears up, teeth bare
    "madbeast": (
        '<path d="M-44-46L-18-32C-6-36 6-36 18-32L44-46L40-10L48 4L36 10L30 26L16 34L0 46L-16 34L-30 26L-36 10L-48 4'
        'L-40-10Z" fill="#8a2d1d"/>'
        '<path d="M-36-36L-22-26L-32-14ZM36-36L22-26L32-14Z" fill="#d98a5a" stroke-width="3"/>'
        '<path d="M-32-8L-8 0L-14 10C-22 10-28 4-32-8ZM32-8L8 0L14 10C22 10 28 4 32-8Z" fill="#ffd23f"/>'
        '<path d="M-20 2L-16 6M20 2L16 6" stroke-width="5"/>'
        '<path d="M-9 8H9L0 17Z" fill="#2b1410"/>'
        '<path d="M-24 22C-12 18 12 18 24 22L16 33L0 44L-16 33Z" fill="#2b1410"/>'
        '<path d="M-20 21L-15 34L-9 20ZM20 21L15 34L9 20ZM-7 20L-3 27L0 20L3 27L7 20Z" fill="#fff" stroke-width="2"/>'
    ),
    # a witch's hat, bent at its point, with a star
    "witch": (
        '<path d="M-48 26C-40 14-28 16-24 14C-18-8-10-34 14-46C26-52 40-44 44-32C34-38 26-36 22-28C20-16 24 4 27 14'
        'C34 16 44 16 48 26C40 42-40 42-48 26Z" fill="#5b3596"/>'
        '<path d="M-24 14C-8 22 12 22 27 14L25 2C10 9-8 9-21 3Z" fill="#e2a63a"/>'
        '<path d="M-2-30L3-17L17-16L6-7L10 7L-2-1L-14 7L-10-7L-21-16L-7-17Z" fill="#ffe27a" stroke-width="3"/>'
        '<path d="M40-22L42-15L49-13L42-11L40-4L38-11L31-13L38-15Z" fill="#ffe27a" stroke-width="2.5"/>'
    ),
    # a harlequin: a cap with bells over a mask of two halves
    "harlequin": (
        '<path d="M-26-6C-30-34-48-26-46-6C-52-40-22-52 0-28C22-52 52-40 46-6C48-26 30-34 26-6Z" fill="#2c6e36"/>'
        '<path d="M0-28C22-52 52-40 46-6C48-26 30-34 26-6H0Z" fill="#d9a21b"/>'
        '<circle cx="-46" cy="0" r="7" fill="#ffd23f"/><circle cx="46" cy="0" r="7" fill="#ffd23f"/>'
        '<path d="M-28-12C-10-18 10-18 28-12C32 14 22 46 0 48C-22 46-32 14-28-12Z" fill="#fffaf0"/>'
        '<path d="M0-16C10-17 20-15 28-12C32 14 22 46 0 48Z" fill="#b3261e"/>'
        '<path d="M-22 4C-16-4-10-4-5 4C-10 8-16 8-22 4Z" fill="#2b2218"/>'
        '<path d="M22 4C16-4 10-4 5 4C10 8 16 8 22 4Z" fill="#fffaf0"/>'
        '<path d="M-14 10L-10 20L-14 28L-18 20Z" fill="#1f57a4" stroke-width="2"/>'
        '<path d="M-16 28C-8 40 8 40 16 28C8 33-8 33-16 28Z" fill="#2b2218" stroke-width="3"/>'
    ),
}


@cache
def drawn(who: int) -> Raw:
    """The figure of character 1–10 (as in ``State.who``), to be placed in a drawing."""
    shape = SHAPES.get(CONTENT.characters[who - 1].id, "")
    return el("g", Raw(shape), stroke=INK, stroke_width=4, stroke_linejoin="round", stroke_linecap="round")


FIGURES = svg.Figures(drawn, -54, -56, 108)
defs, figure, placed = FIGURES.defs, FIGURES.figure, FIGURES.placed


def all_figures() -> frozenset[int]:
    return frozenset(range(1, len(CONTENT.characters) + 1))


def in_play(seen: State) -> frozenset[int]:
    return frozenset(seen.who[c] for c in range(SEATS * PLACES) if seen.who[c])
