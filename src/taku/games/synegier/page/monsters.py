"""The enemies and bosses, in a square from −50 to 50: each has an outline of its own."""

from __future__ import annotations

ENEMIES: dict[str, str] = {
    "puddle_slime": (
        '<ellipse cy="38" rx="48" ry="11" fill="#8fd6e8"/>'
        '<path d="M-36 36C-44 4-16-30 0-34C16-30 44 4 36 36C20 44-20 44-36 36Z" fill="#4fb3d1"/>'
        '<path d="M-20-2C-18-12-12-18-6-20" stroke="#d8f3fa" stroke-width="6" fill="none"/>'
        '<circle cx="-12" cy="12" r="6" fill="#fff"/><circle cx="12" cy="12" r="6" fill="#fff"/>'
        '<path d="M-12 12V14M12 12V14" stroke-width="6"/><path d="M-9 26C-4 31 4 31 9 26" fill="none"/>'
    ),
    "cave_bat": (
        '<path d="M-8-4C-20-30-40-34-52-26C-44-16-46-2-40 14C-34 6-26 8-22 20C-16 10-10 12-6 18Z" fill="#6a5a7d"/>'
        '<path d="M8-4C20-30 40-34 52-26C44-16 46-2 40 14C34 6 26 8 22 20C16 10 10 12 6 18Z" fill="#6a5a7d"/>'
        '<path d="M-16-14L-14-36L-4-24H4L14-36L16-14C20 14 10 34 0 38C-10 34-20 14-16-14Z" fill="#4a3d5c"/>'
        '<circle cx="-7" cy="-8" r="4.5" fill="#ffd23f"/><circle cx="7" cy="-8" r="4.5" fill="#ffd23f"/>'
        '<path d="M-8 6H8L4 16L1 8H-1L-4 16Z" fill="#fff" stroke-width="2.5"/>'
    ),
    "mud_hog": (
        '<path d="M-34-14L-46-38L-20-32C-8-40 8-40 20-32L46-38L34-14C44 10 34 40 0 42C-34 40-44 10-34-14Z" '
        'fill="#8a5a3c"/><path d="M-18-34L-10-50L-2-38L6-52L12-36" fill="#4a2f20"/>'
        '<ellipse cy="20" rx="20" ry="14" fill="#d99a86"/><path d="M-7 17V24M7 17V24" stroke-width="6"/>'
        '<path d="M-22 26C-36 24-36 8-30 2C-28 10-24 14-18 16ZM22 26C36 24 36 8 30 2C28 10 24 14 18 16Z" '
        'fill="#fff6df"/>'
        '<path d="M-22-12L-8-6M22-12L8-6" stroke-width="5"/>'
    ),
    "shell_crab": (
        '<path d="M-30 22L-48 38M-22 30L-32 48M30 22L48 38M22 30L32 48" stroke-width="7" stroke="#8c2d1c"/>'
        '<path d="M-28-6C-50-6-54-36-38-46C-40-36-34-34-28-40C-18-32-18-14-28-6Z'
        "M28-6C50-6 54-36 38-46C40-36 34-34 28-40"
        'C18-32 18-14 28-6Z" fill="#e0573a"/>'
        '<path d="M-36 14C-36-14 36-14 36 14C30 36-30 36-36 14Z" fill="#e0573a"/>'
        '<path d="M-24-2C-14 6 14 6 24-2M-30 10C-14 20 14 20 30 10" fill="none" stroke="#8c2d1c" stroke-width="3"/>'
        '<path d="M-9-8V-24M9-8V-24" stroke-width="4"/><circle cx="-9" cy="-26" r="6" fill="#fff"/>'
        '<circle cx="9" cy="-26" r="6" fill="#fff"/>'
    ),
    "thorn_imp": (
        '<path d="M30 40C50 34 46 12 36 14" fill="none" stroke-width="6"/><path d="M28 18L44 4L46 20Z" fill="#3f6d2c"/>'
        '<path d="M-24-16L-40-46L-12-30H12L40-46L24-16L40-8L28 0L38 12L24 14L28 30L14 28L0 46L-14 28L-28 30'
        "L-24 14L-38 12"
        'L-28 0L-40-8Z" fill="#6aa044"/>'
        '<path d="M-18-12L-4-4L-14 4ZM18-12L4-4L14 4Z" fill="#ffe04a"/>'
        '<path d="M-14 12C-6 18 6 18 14 12L8 24L4 18L0 26L-4 18L-8 24Z" fill="#fff" stroke-width="3"/>'
    ),
    "dust_wolf": (
        '<path d="M-30-10L-34-48L-12-30C-4-34 4-34 12-30L34-48L30-10L46 10L30 14L20 24L10 42H-10L-20 24L-30 14'
        'L-46 10Z" '
        'fill="#d3b58a"/><path d="M-28-38L-26-20L-16-28ZM28-38L26-20L16-28Z" fill="#8a6a44" stroke-width="2.5"/>'
        '<path d="M-14 4L0-8L14 4L10 38H-10Z" fill="#f4e6cd"/><path d="M-9 22H9L0 33Z" fill="#2b2218"/>'
        '<path d="M-24-8L-8-2L-18 4ZM24-8L8-2L18 4Z" fill="#ffb52e"/>'
    ),
    "razor_hawk": (
        '<path d="M-4-6C-20-34-40-44-54-40C-48-32-50-28-44-24C-48-22-46-16-38-14C-40-10-34-4-26-4C-26 4-16 8-6 8Z" '
        'fill="#7a5233"/>'
        '<path d="M4-6C20-34 40-44 54-40C48-32 50-28 44-24C48-22 46-16 38-14C40-10 34-4 26-4C26 4 16 8 6 8Z" '
        'fill="#7a5233"/>'
        '<path d="M-12-14C-12-32 12-32 12-14C16 6 12 24 14 46L6 38L0 50L-6 38L-14 46C-12 24-16 6-12-14Z" '
        'fill="#a9744a"/>'
        '<path d="M-12-16C-12-34 12-34 12-16C6-10-6-10-12-16Z" fill="#fff6df"/>'
        '<path d="M-5-14H5L0 0Z" fill="#f0b429"/><path d="M-10-20L-3-17M10-20L3-17" stroke-width="4"/>'
        '<path d="M-10 24L-16 34M10 24L16 34" stroke="#f0b429" stroke-width="5"/>'
    ),
    "bog_toad": (
        '<path d="M-44 40C-54 20-40 8-32 4C-34-22 34-22 32 4C40 8 54 20 44 40Z" fill="#6f8f3a"/>'
        '<circle cx="-19" cy="-18" r="14" fill="#8fb04a"/><circle cx="19" cy="-18" r="14" fill="#8fb04a"/>'
        '<circle cx="-19" cy="-19" r="8" fill="#fff3a8"/><circle cx="19" cy="-19" r="8" fill="#fff3a8"/>'
        '<path d="M-24-19H-14M14-19H24" stroke-width="5"/>'
        '<path d="M-36 10C-18 26 18 26 36 10C30 36-30 36-36 10Z" fill="#d6dd92"/>'
        '<circle cx="-34" cy="26" r="4" fill="#4c6426"/><circle cx="36" cy="27" r="4" fill="#4c6426"/>'
        '<circle cy="0" r="3" fill="#4c6426"/>'
    ),
    "iron_beetle": (
        '<path d="M-26-6L-48-18M-28 10L-50 10M-24 26L-44 40M26-6L48-18M28 10L50 10M24 26L44 40" stroke-width="6"/>'
        '<path d="M-10-28C-26-34-28-48-20-54C-20-44-12-40-4-38ZM10-28C26-34 28-48 20-54C20-44 12-40 4-38Z" '
        'fill="#39424b"/>'
        '<path d="M-18-14C-18-38 18-38 18-14Z" fill="#525c66"/>'
        '<path d="M-28 12C-30-14 30-14 28 12C28 36 12 46 0 48C-12 46-28 36-28 12Z" fill="#8194a8"/>'
        '<path d="M0-8V48" stroke-width="4"/><path d="M-16 2C-20 14-18 26-14 32M16 2C20 14 18 26 14 32" fill="none" '
        'stroke="#d8e2ea" stroke-width="4"/>'
    ),
    "lantern_ghost": (
        '<path d="M-34 44C-38-4-34-46-2-48C30-46 32-8 28 44L16 32L6 46L-4 32L-14 46L-24 32Z" fill="#e9eef7"/>'
        '<circle cx="-12" cy="-18" r="6" fill="#2b2b44"/><circle cx="9" cy="-18" r="6" fill="#2b2b44"/>'
        '<ellipse cx="-2" cy="0" rx="6" ry="8" fill="#2b2b44"/>'
        '<path d="M18 4C30 0 36-2 38 4" fill="none"/>'
        '<path d="M28 8H48V34H28Z" fill="#ffd95a"/><path d="M26 6H50M26 36H50M38-2V6" stroke-width="5"/>'
        '<path d="M38 14C42 20 42 26 38 30C34 26 34 20 38 14Z" fill="#f08a24" stroke-width="2"/>'
    ),
    "bone_guard": (
        '<path d="M-44 46L44-10M44 46L-44-10" stroke-width="14"/><path d="M-42 45L42-9M42 45L-42-9" stroke="#fff6df" '
        'stroke-width="7"/>'
        '<path d="M-28-6C-28-30 28-30 28-6C28 8 22 12 18 16V32H-18V16C-22 12-28 8-28-6Z" fill="#fff6df"/>'
        '<path d="M-30-10C-32-46 32-46 30-10C12-18-12-18-30-10Z" fill="#7d6a4a"/><path d="M0-40V-16" stroke-width="6"/>'
        '<circle cx="-11" cy="0" r="7" fill="#2b2218"/><circle cx="11" cy="0" r="7" fill="#2b2218"/>'
        '<path d="M0 8L-4 15H4ZM-8 20V32M0 20V32M8 20V32" stroke-width="3"/>'
    ),
    "fang_lynx": (
        '<path d="M-32 0L-40-40L-46-54L-28-40L-12-26H12L28-40L46-54L40-40L32 0L46 16L32 18L36 28L22 28'
        "C14 40-14 40-22 28"
        'L-36 28L-32 18L-46 16Z" fill="#d99a4a"/>'
        '<path d="M-8-24V-10M0-26V-8M8-24V-10" stroke="#8a5522" stroke-width="4"/>'
        '<path d="M-24-8L-6-2L-18 4ZM24-8L6-2L18 4Z" fill="#c6f05a"/>'
        '<path d="M-16 10C-8 4 8 4 16 10C18 26 8 32 0 32C-8 32-18 26-16 10Z" fill="#fff6df"/>'
        '<path d="M-6 10H6L0 17Z" fill="#2b2218"/>'
        '<path d="M-11 22H-4L-8 42ZM11 22H4L8 42Z" fill="#fff" stroke-width="3"/>'
    ),
    "moss_giant": (
        '<path d="M0-38V-54M0-48C-8-56-18-54-22-48C-14-44-6-44 0-46M0-50C8-58 18-56 22-50C14-46 6-46 0-48" '
        'fill="#5fae3f"/>'
        '<path d="M-48 46C-50 10-40-2-26-6C-28-46 28-46 26-6C40-2 50 10 48 46Z" fill="#7d8a72"/>'
        '<path d="M-27-14C-30-46 30-46 27-14C20-6 16-18 8-12C2-4-4-16-12-10C-18-6-22-8-27-14Z" fill="#4f8f3a"/>'
        '<path d="M-48 40C-46 18-40 6-30 0C-26 10-20 14-24 24C-30 28-34 44-48 40Z'
        "M48 40C46 18 40 6 30 0C26 10 20 14 24 24"
        'C30 28 34 44 48 40Z" fill="#4f8f3a"/>'
        '<path d="M-14 0H-6M6 0H14" stroke="#ffe04a" stroke-width="7"/><path d="M-12 18H12" stroke-width="6"/>'
    ),
    "stone_idol": (
        '<path d="M-26 46L-30 6L-26-44C-10-52 10-52 26-44L30 6L26 46Z" fill="#9a958c"/>'
        '<path d="M-28-22H28L24-8H10L6 16H-6L-10-8H-24Z" fill="#b9b4aa"/>'
        '<path d="M-22-10H-10M10-10H22" stroke-width="8"/><path d="M-14 28H14" stroke-width="8"/>'
        '<path d="M-36-30H-28V14H-36ZM28-30H36V14H28Z" fill="#7d786f"/>'
        '<path d="M16 22L24 34M-20-40L-12-30" stroke-width="3"/>'
    ),
    "ember_fiend": (
        '<path d="M0-54C8-36 30-34 30-10C40-14 40-24 40-30C52-8 50 28 26 42C12 50-12 50-26 42C-50 28-52-8-40-30'
        'C-40-24-40-14-30-10C-30-34-8-36 0-54Z" fill="#e0481f"/>'
        '<path d="M0-24C8-10 22-8 22 14C22 34 10 40 0 40C-10 40-22 34-22 14C-22-8-8-10 0-24Z" fill="#ffb52e" '
        'stroke-width="3"/>'
        '<path d="M-16 2L-4 10L-14 14ZM16 2L4 10L14 14Z" fill="#3a0d08"/>'
        '<path d="M-12 24L-6 20L0 25L6 20L12 24L6 33L0 29L-6 33Z" fill="#3a0d08" stroke-width="2"/>'
    ),
    "war_ogre": (
        '<path d="M26 10L44-46C54-48 56-30 50-16L36 18Z" fill="#8a5a3c"/>'
        '<path d="M44-34L34-38M50-22L40-26" stroke-width="4"/>'
        '<path d="M-42 48C-42 24-30 20-24 16C-38-40 30-44 24 16C32 20 42 24 42 48Z" fill="#8f9a4a"/>'
        '<path d="M-26-4L-42-12L-30 10ZM25-4L36-8L27 8Z" fill="#8f9a4a"/>'
        '<path d="M-18-12L-4-6M18-12L4-6" stroke-width="6"/><path d="M-11 0V3M11 0V3" stroke-width="6"/>'
        '<path d="M-20 18C-10 12 10 12 20 18C16 30-16 30-20 18Z" fill="#5d2a1c"/>'
        '<path d="M-16 22L-12 4L-6 20ZM16 22L12 4L6 20Z" fill="#fff6df" stroke-width="3"/>'
        '<path d="M-8-28C-8-44 8-44 8-28Z" fill="#2b2218"/>'
    ),
    "night_harpy": (
        '<path d="M-12-2C-20-36-36-48-52-46C-46-34-50-30-46-18C-50-14-46-4-40 0C-42 8-34 14-26 12C-20 16-12 14-8 10Z" '
        'fill="#3d3f6b"/>'
        '<path d="M12-2C20-36 36-48 52-46C46-34 50-30 46-18C50-14 46-4 40 0C42 8 34 14 26 12C20 16 12 14 8 10Z" '
        'fill="#3d3f6b"/>'
        '<path d="M-12 2C-8-4 8-4 12 2L10 24L16 44L6 36L0 48L-6 36L-16 44L-10 24Z" fill="#6a6cab"/>'
        '<path d="M-16-6C-22-36 22-36 16-6L10 6H-10Z" fill="#1f2040"/><circle cy="-12" r="11" fill="#d8c7e8"/>'
        '<path d="M-7-13L-2-10M7-13L2-10" stroke="#b3261e" stroke-width="4"/><path d="M-3-5H3" stroke-width="3"/>'
        '<path d="M-8 30L-14 38M8 30L14 38" stroke="#f0b429" stroke-width="5"/>'
    ),
    "swamp_hydra": (
        '<path d="M-42 48C-44 30-22 26-18 32C-14 10-36 6-34-14M42 48C44 30 22 26 18 32C14 10 36 6 34-14" fill="none" '
        'stroke-width="16"/>'
        '<path d="M-42 48C-44 30-22 26-18 32C-14 10-36 6-34-14M42 48C44 30 22 26 18 32C14 10 36 6 34-14" fill="none" '
        'stroke="#3f7d5a" stroke-width="9"/>'
        '<path d="M0 46V-20" stroke-width="22"/><path d="M0 46V-20" stroke="#4f9a6e" stroke-width="14"/>'
        '<path d="M-16-26C-16-54 16-54 16-26C16-14 8-8 0-6C-8-8-16-14-16-26Z" fill="#4f9a6e"/>'
        '<path d="M-48-14C-52-36-24-38-22-18C-24-6-44-2-48-14ZM48-14C52-36 24-38 22-18C24-6 44-2 48-14Z" '
        'fill="#3f7d5a"/>'
        '<path d="M-7-30V-24M7-30V-24M-40-22V-18M-30-22V-18M40-22V-18M30-22V-18" stroke="#ffe04a" stroke-width="5"/>'
        '<path d="M0-6V4L-4 10M0 4L4 10" stroke="#d23b2f" stroke-width="3" fill="none"/>'
    ),
    "gate_golem": (
        '<path d="M-50-8H-32V40H-50ZM32-8H50V40H32Z" fill="#8a7f70"/>'
        '<path d="M-34-18H34V48H-34Z" fill="#a39786"/><path d="M-18-46H18V-18H-18Z" fill="#b9ad9b"/>'
        '<path d="M-10-34H-4M4-34H10" stroke="#5ad1ff" stroke-width="7"/>'
        '<path d="M-20 48V10C-20-10 20-10 20 10V48Z" fill="#2b2218"/>'
        '<path d="M-10 0V48M0-4V48M10 0V48M-20 16H20M-20 32H20" stroke="#c3ced8" stroke-width="3.5"/>'
        '<path d="M-34-4H-22M34-4H22M-50 14H-32M32 14H50" stroke-width="3"/>'
    ),
    "dread_knight": (
        '<path d="M-44 48C-44 22-28 12 0 12C28 12 44 22 44 48Z" fill="#23242e"/>'
        '<path d="M-20-16C-44-14-50-36-44-52C-38-36-28-36-14-32ZM20-16C44-14 50-36 44-52C38-36 28-36 14-32Z" '
        'fill="#4b4d5c"/>'
        '<path d="M-24-6C-28-44 28-44 24-6L20 20L0 32L-20 20Z" fill="#3a3c4a"/>'
        '<path d="M0-38V30" stroke-width="4"/><path d="M-19-8L-4-2V2L-19-1ZM19-8L4-2V2L19-1Z" fill="#ff4a3a"/>'
        '<path d="M-10 10V20M10 10V20" stroke-width="4"/>'
        '<path d="M-40 44L-30 26L-22 36M40 44L30 26L22 36" fill="none" stroke="#8b2d3a"/>'
    ),
}

BOSSES: dict[str, str] = {
    "colossus": (
        '<path d="M-52 50V14L-40-6L-24-10V-38L-12-50H12L24-38V-10L40-6L52 14V50Z" fill="#8f8678"/>'
        '<path d="M-24-14H24L18 6H-18Z" fill="#6f675b"/><path d="M-14-30H-4M4-30H14" stroke="#ffb52e" '
        'stroke-width="8"/>'
        '<path d="M-8-18H8" stroke-width="5"/>'
        '<path d="M0 14L-8 26L4 34L-2 50M-36 8L-28 22L-38 34M38 4L30 18L40 30" fill="none" stroke="#ffb52e" '
        'stroke-width="4"/>'
        '<path d="M-24-38L-34-52M24-38L34-52" stroke-width="8"/>'
    ),
    "reaver": (
        '<path d="M34 52L-26-34" stroke-width="8"/>'
        '<path d="M-20-26C-10-54 26-58 50-40C32-44 12-36-2-16Z" fill="#dfe6ec"/>'
        '<path d="M-4-40C22-34 24-12 18 4C34 14 40 34 40 52H-46C-46 32-40 14-26 4C-32-14-26-34-4-40Z" fill="#a3182a"/>'
        '<path d="M-4-26C10-22 12-6 8 6C0 12-10 12-18 6C-22-6-18-22-4-26Z" fill="#1a070b"/>'
        '<path d="M-15-8L-7-3M7-8L-1-3" stroke="#ffb52e" stroke-width="5"/>'
        '<path d="M-34 52C-32 36-24 26-10 24C6 26 16 36 20 52" fill="none" stroke="#5f0b18" stroke-width="5"/>'
    ),
    "wyvern": (
        '<path d="M-6-2C-14-36-32-50-54-48C-46-38-50-32-44-22C-36-24-34-16-32-8C-24-12-20-4-18 6Z" fill="#3f9a8c"/>'
        '<path d="M6-2C14-36 32-50 54-48C46-38 50-32 44-22C36-24 34-16 32-8C24-12 20-4 18 6Z" fill="#3f9a8c"/>'
        '<path d="M-16 6C-12-10 12-10 16 6C20 26 8 34 4 40C8 48 22 46 30 38C32 54 4 60-8 46C-24 36-20 18-16 6Z" '
        'fill="#2f7a6f"/>'
        '<path d="M-16-20L-22-44L-8-34H8L22-44L16-20L10 4H-10Z" fill="#4fb3a4"/>'
        '<path d="M-12-20L-3-15M12-20L3-15" stroke="#ffe04a" stroke-width="5"/>'
        '<path d="M-4-2V0M4-2V0" stroke-width="4"/>'
        '<path d="M-8 14C-2 18 2 18 8 14M-9 24C-3 28 3 28 9 24" fill="none" stroke="#bfe8df" stroke-width="4"/>'
    ),
    "sovereign": (
        '<path d="M-50 52C-50 24-30 12 0 12C30 12 50 24 50 52Z" fill="#4a2766"/>'
        '<path d="M-50 52C-46 34-38 26-26 24L-14 52M50 52C46 34 38 26 26 24L14 52" fill="#f4efe4"/>'
        '<path d="M-26-8C-26-30 26-30 26-8C26 6 20 10 16 14V26H-16V14C-20 10-26 6-26-8Z" fill="#e8dfca"/>'
        '<circle cx="-10" cy="-4" r="7" fill="#1c0f28"/><circle cx="10" cy="-4" r="7" fill="#1c0f28"/>'
        '<path d="M-10-4V-3M10-4V-3" stroke="#c46bff" stroke-width="6"/>'
        '<path d="M0 4L-3 10H3ZM-7 16V26M0 16V26M7 16V26" '
        'stroke-width="3"/>'
        '<path d="M-28-18L-36-50L-16-34L-6-54L2-36L16-42L14-34L36-50L28-18C12-26-12-26-28-18Z" fill="#f0b429"/>'
        '<circle cy="-28" r="5" fill="#d23b2f"/>'
    ),
}
