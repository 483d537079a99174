"""The twelve soldiers: head and shoulders, known by what they wear and hold, in a square from −50 to 50."""

from __future__ import annotations

SKIN, DARK_SKIN = "#f6d3b0", "#b98254"


def _bust(cloth: str, skin: str = SKIN) -> str:
    """Shoulders and a face with two eyes."""
    return (
        f'<path d="M-40 48C-40 26-24 18 0 18C24 18 40 26 40 48Z" fill="{cloth}"/>'
        f'<circle cy="-5" r="20" fill="{skin}"/><path d="M-8-5V0M8-5V0"/>'
    )


SOLDIERS: dict[str, str] = {
    # a helmet with a red plume, and a spear
    "brandt": (
        '<path d="M40 48V-26" stroke-width="6"/><path d="M40-52L49-28L40-22L31-28Z" fill="#dfe6ec"/>'
        + _bust("#3f6fa8")
        + '<path d="M-22-2C-26-34 26-34 22-2L14-10H-14Z" fill="#c3ced8"/><path d="M0-10V6" stroke-width="5"/>'
        '<path d="M-2-26C-34-24-40-46-24-54C-18-44-2-50 14-40C14-32 8-28-2-26Z" fill="#d23b2f"/>'
        '<path d="M-20 22L0 40L20 22" fill="none" stroke="#f2cf6b" stroke-width="6"/>'
    ),
    # a pointed hat, a spool of thread and its needle
    "mirel": (
        '<path d="M-28-14C-34 10-30 26-26 34H26C30 26 34 10 28-14Z" fill="#7b4a8f"/>'
        + _bust("#5b3596")
        + '<path d="M-46-12C-30-22-24-20-20-22L2-54L14-40L20-22C26-20 30-22 46-12C26-2-26-2-46-12Z" fill="#47277c"/>'
        '<path d="M-20-20C-8-14 8-14 20-20" stroke="#f2a6c8" stroke-width="6" fill="none"/>'
        '<path d="M14 22H46M14 48H46" stroke-width="7"/><path d="M19 24H41V46H19Z" fill="#f2a6c8"/>'
        '<path d="M20 30L40 34M20 37L40 41" stroke="#b03f78" stroke-width="3"/>'
        '<path d="M20 28C-6 20-12 48-36 34" stroke="#f2a6c8" stroke-width="3.5" fill="none"/>'
    ),
    # a pack larger than its bearer, a cap, a moustache
    "otto": (
        '<path d="M-46 48V-24C-46-44 46-44 46-24V48Z" fill="#9a6a35"/>'
        '<path d="M-46-4H-22M46-4H22" stroke-width="4"/>'
        '<rect x="-42" y="-52" width="84" height="18" rx="9" fill="#d9b16a"/><path d="M-24-52V-34M24-52V-34"/>'
        + _bust("#4f8a4a")
        + '<path d="M-24-10C-22-36 22-36 24-10C36-10 40-4 36 0H-24Z" fill="#2f6d3a"/>'
        '<path d="M0 6C-6 0-18 2-20 12C-12 12-4 12 0 9C4 12 12 12 20 12C18 2 6 0 0 6Z" fill="#6b3f1d"/>'
        '<circle cx="26" cy="36" r="10" fill="#ffd23f"/><path d="M26 31V41"/>'
    ),
    # a hood without a face, two knives
    "kuro": (
        '<path d="M0-50C26-44 34-18 30 4C44 14 46 34 44 48H-44C-46 34-44 14-30 4C-34-18-26-44 0-50Z" fill="#2f3242"/>'
        '<path d="M0-34C18-28 22-8 16 8C6 16-6 16-16 8C-22-8-18-28 0-34Z" fill="#0e0f17"/>'
        '<path d="M-14-10L-3-4L-12-1ZM14-10L3-4L12-1Z" fill="#8ff0e2" stroke="none"/>'
        '<path d="M-34 46L16 20L24 12L12 14L-38 38ZM34 46L-16 20L-24 12L-12 14L38 38Z" fill="#dbe3ea" '
        'stroke-width="3"/>'
    ),
    # a crown of leaves, a flask that fumes
    "selma": (
        '<path d="M-28-10C-36 16-34 30-28 40H28C34 30 36 16 28-10Z" fill="#8f4a22"/>'
        + _bust("#6d8f3a", DARK_SKIN)
        + '<path d="M-24-8C-24-30 24-30 24-8C12-18-12-18-24-8Z" fill="#8f4a22"/>'
        '<path d="M-26-12C-40-22-34-36-26-40C-18-32-18-22-26-12ZM-10-20C-20-36-10-48 0-52C8-42 4-28-10-20Z'
        'M12-20C8-38 20-44 30-44C34-32 28-22 12-20ZM28-10C26-24 36-30 44-28C44-18 40-12 28-10Z" fill="#5fae3f"/>'
        '<path d="M20 12H36V22L46 44C46 50 10 50 10 44L20 22Z" fill="#e8f2e0"/>'
        '<path d="M15 33H41L46 44C46 50 10 50 10 44Z" fill="#9b4fc4"/><circle cx="26" cy="2" r="4" fill="#9b4fc4"/>'
    ),
    # horns, a red beard, an axe
    "gunnar": (
        '<path d="M-40 48V-20" stroke-width="7"/>'
        '<path d="M-40-36C-28-46-16-42-14-30C-22-28-24-18-36-12L-44-12C-54-20-54-34-46-42Z" fill="#cfd8df"/>'
        + _bust("#7b4a2a")
        + '<path d="M-20-12C-38-14-42-34-34-46C-32-32-24-28-14-26ZM20-12C38-14 42-34 34-46C32-32 24-28 14-26Z" '
        'fill="#f3e6c8"/><path d="M-22-6C-26-34 26-34 22-6Z" fill="#8b949c"/><path d="M0-28V-6" stroke-width="5"/>'
        '<path d="M-21 0C-28 24-14 44 0 48C14 44 28 24 21 0C14 8 6 4 0 6C-6 4-14 8-21 0Z" fill="#cf4f22"/>'
        '<path d="M-6 16H6" stroke-width="4"/>'
    ),
    # fair hair in a tail, a long bow with its arrow
    "lyra": (
        '<path d="M12-22C40-30 48-6 38 20C34 8 26 0 16-2Z" fill="#f0c44a"/>'
        + _bust("#3f7d5a")
        + '<path d="M-22-2C-28-36 28-38 22-4C14-20 4-22-2-20C-10-18-18-14-22-2Z" fill="#f0c44a"/>'
        '<path d="M-22-12L22-14" stroke="#2f5a43" stroke-width="6"/>'
        '<path d="M-26-44C2-26 2 26-26 44" fill="none" stroke-width="10"/>'
        '<path d="M-26-44C2-26 2 26-26 44" fill="none" stroke="#a8642c" stroke-width="5"/>'
        '<path d="M-26-44L-40 6L-26 44" fill="none" stroke-width="2.5"/>'
        '<path d="M-40 6L44 30" stroke-width="4"/><path d="M50 32L34 34L38 22Z" fill="#dfe6ec"/>'
    ),
    # a closed helmet over a tower shield
    "hagane": (
        '<path d="M-44 48C-44 18-28 6 0 6C28 6 44 18 44 48Z" fill="#5d6873"/>'
        '<path d="M-24 12V-24C-24-48 24-48 24-24V12L0 22Z" fill="#93a1af"/>'
        '<path d="M-18-12H18" stroke-width="9"/><path d="M0-8V12M-10 0V10M10 0V10" stroke-width="4"/>'
        '<path d="M0-44V-22" stroke-width="5"/>'
        '<path d="M-34 14C-18 20 18 20 34 14V34C30 46 14 50 0 54C-14 50-30 46-34 34Z" fill="#c79a3a"/>'
        '<path d="M0 20V50M-32 32H32" stroke-width="5"/>'
    ),
    # a white cap with a red cross, a dark plait
    "priya": (
        '<path d="M18-6C34 0 34 26 24 44C20 34 14 30 12 20Z" fill="#3a2418"/>'
        + _bust("#f2f4f6", DARK_SKIN)
        + '<path d="M-22 0C-28-28 28-28 22 0C12-14-10-14-22 0Z" fill="#3a2418"/>'
        '<path d="M-26-18C-26-48 26-48 26-18C10-24-10-24-26-18Z" fill="#ffffff"/>'
        '<path d="M-4-42H4V-36H10V-28H4V-22H-4V-28H-10V-36H-4Z" fill="#d42f2f" stroke="none"/>'
        '<path d="M-6 24H6V31H13V41H6V48H-6V41H-13V31H-6Z" fill="#d42f2f" stroke-width="3"/>'
    ),
    # a tall hat, a monocle, a fan of cards
    "finn": (
        _bust("#7a3b4e")
        + '<path d="M-20-4C-22-16-20-20-16-22M20-4C22-16 20-20 16-22" stroke="#a8561f" stroke-width="6"/>'
        '<path d="M-36-18C-24-24-20-22-18-24L-20-52H20L18-24C20-22 24-24 36-18C20-10-20-10-36-18Z" fill="#4e2735"/>'
        '<path d="M-19-30C-8-26 8-26 19-30" stroke="#e0a93a" stroke-width="6" fill="none"/>'
        '<circle cx="9" cy="-3" r="9" fill="#d9eef7" stroke="#b98a1c"/><path d="M9-5V0M17 4L20 22" stroke-width="3"/>'
        '<path d="M-44 26L-26 20L-16 44L-34 50ZM-26 18H-6V46H-26ZM-6 20L12 26L4 50L-14 44Z" fill="#fff8ea"/>'
        '<path d="M-16 26L-10 33L-16 40L-22 33Z" fill="#d23b2f" stroke="none"/>'
    ),
    # hair of flames, a ball of fire
    "nova": (
        '<path d="M-26 4C-46-10-34-30-36-42C-24-38-22-30-18-26C-16-40-6-46 0-54C4-42 14-40 14-28C22-32 24-38 34-42'
        'C32-28 46-12 26 4Z" fill="#f08a24"/>'
        '<path d="M-20 0C-30-12-22-20-20-28C-12-24-8-20-6-18C-4-28 2-32 4-38C8-28 12-26 14-18C20-22 24-12 20 0Z" '
        'fill="#ffd23f" stroke="none"/>' + _bust("#a8331c") + '<path d="M-6 6C-2 10 2 10 6 6" fill="none"/>'
        '<circle cx="26" cy="32" r="16" fill="#f08a24"/><circle cx="26" cy="34" r="9" fill="#fff2b0" stroke="none"/>'
        '<path d="M14 22C16 12 24 12 24 4C34 10 34 14 38 20" fill="#f08a24"/>'
    ),
    # the mask of a raven, a cloak of feathers
    "rook": (
        '<path d="M-48 48L-40 30L-46 26L-34 16L-36 8C-20 2 20 2 36 8L34 16L46 26L40 30L48 48Z" fill="#2b2f3c"/>'
        '<path d="M-28 48L-22 32L-14 44L-6 30L0 42L6 30L14 44L22 32L28 48" fill="none" stroke="#5d6680"/>'
        '<path d="M-26-2C-30-40 22-48 28-12C40-8 50 2 52 14C36 12 26 14 16 16C-4 22-24 14-26-2Z" fill="#3d4356"/>'
        '<path d="M22-8C38-6 48 2 52 14C40 10 28 12 18 8Z" fill="#e0a93a"/>'
        '<circle cx="4" cy="-10" r="9" fill="#e84b3c"/><circle cx="4" cy="-10" r="3" fill="#1a0c0c"/>'
        '<path d="M-18-34L-34-50L-28-26ZM-4-42L-12-56L-18-36Z" fill="#3d4356"/>'
    ),
}
