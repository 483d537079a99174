"""What cards and soldiers are worth to who holds them, in thousandths of log-odds of ranking before one rival.

With two, three and four players: in a long match what lasts is worth more. Logistic regressions over pairs of players,
who ranked before whom by the copies of each card that they had drafted and by their soldiers, in matches of planners
that drafted partly at random; drawn towards what holds at all tables (docs/games/synegier.md, "Bots").
"""

from taku.engine import table
from taku.games.synegier.content import CONTENT

# fmt: off
CARDS = {
    "c_drill_march": (14, 35, 8), "c_lantern_toss": (-36, -79, 15), "c_shield_bash": (-58, -34, -80),
    "c_oil_flask": (-108, -106, -103), "c_trail_rations": (41, 3, 56), "c_grapple_line": (-38, -8, -14),
    "c_rush_cut": (88, 4, 9), "c_stink_bomb": (-91, -97, -133), "c_turtle_stance": (-19, -45, -69),
    "c_coin_flick": (-25, -6, 13), "c_firecracker": (-98, -42, -52), "c_static_glove": (7, 37, 57),
    "c_watchfire": (-87, -108, -93), "c_war_drum": (18, -35, -1), "c_rolling_stone": (-66, -6, -42),
    "c_barbed_arrow": (-75, -103, -122), "c_smoke_veil": (-110, -39, -60), "c_pickpocket": (-51, -44, -67),
    "c_tripwire": (-26, -34, -21), "c_night_blade": (-48, -86, -87), "c_lucky_charm": (33, 33, -44),
    "c_wind_sling": (79, 143, 80), "c_bandage_roll": (-193, -213, -211), "c_hex_doll": (-97, -66, -67),
    "c_heavy_maul": (-42, 40, -6), "c_stone_wall": (-105, -53, -93), "c_signal_flag": (89, 30, 13),
    "c_field_notes": (30, 17, 77), "r_barbed_arrow": (119, 82, 83), "r_shield_bash": (-83, -38, -123),
    "r_warp_step": (10, -1, -1), "r_thunder_lure": (73, 85, 35), "r_twin_fang": (27, 25, -72),
    "r_blood_oath": (184, 213, 132), "r_tax_collector": (-116, -78, -94), "r_mirror_lake": (64, 29, 59),
    "r_ember_rain": (-121, -134, -40), "r_field_hospital": (-29, -22, -20), "r_iron_boots": (115, 74, 155),
    "r_falcon_dive": (114, 73, 56), "r_venom_well": (-112, -188, -90), "r_war_chest": (10, -9, 14),
    "r_snare_field": (36, -60, -42), "r_chain_lightning": (-150, -162, -160), "r_gamblers_die": (-11, -10, -39),
    "r_rallying_banner": (-8, 70, 21), "r_executioner": (-90, -104, -81), "r_second_wind": (-20, 86, 36),
    "sr_warp_step": (83, 103, 73), "sr_comet_fall": (-12, -55, 4), "sr_phalanx": (201, 231, 225),
    "sr_blade_storm": (178, 91, 99), "sr_plague_bell": (7, 41, 28), "sr_golden_scale": (-159, -150, -198),
    "sr_berserk": (96, 40, 140), "sr_amplifier": (24, 25, 64), "sr_sniper_perch": (21, 20, 77),
    "sr_time_fold": (-26, -77, -16), "le_comet_fall": (86, 157, 171), "le_dragon_heart": (227, 168, 14),
    "le_world_tree": (123, 202, 245), "le_stormcaller": (-69, -76, -34), "le_crown_of_kings": (47, -13, 10),
    "le_void_sigil": (276, 284, 316),
}
SOLDIERS = {
    "brandt": (48, 103, 32), "mirel": (-34, -33, -33), "otto": (-124, -113, -89), "kuro": (-31, -12, 59),
    "selma": (120, 125, 100), "gunnar": (-27, -61, -122), "lyra": (-50, -85, -95), "hagane": (67, 115, 140),
    "priya": (-35, -34, -9), "finn": (71, 90, 114), "nova": (-35, -81, -16), "rook": (28, 28, 12),
}
# fmt: on

AVERAGE = (0, 0, 0)
"""What a card or soldier that is new counts as."""

CARD_WORTH = table([[0, *(CARDS.get(c.id, AVERAGE)[i] for c in CONTENT.cards)] for i in range(3)])
SOLDIER_WORTH = table([[0, *(SOLDIERS.get(s.id, AVERAGE)[i] for s in CONTENT.soldiers)] for i in range(3)])
"""[players − 2, number]."""
