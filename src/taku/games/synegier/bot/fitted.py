"""What cards and soldiers are worth to who holds them, in thousandths of log-odds of ranking before one rival.

A logistic regression over pairs of players: who ranked before whom, by the copies of each card that they had drafted
and by their soldiers, in matches of planners that drafted partly at random (docs/games/synegier.md, "Bots").
"""

from taku.engine import table
from taku.games.synegier.content import CONTENT

# fmt: off
CARDS = {
    "c_drill_march": 158, "c_lantern_toss": -17, "c_shield_bash": -32, "c_oil_flask": -120, "c_trail_rations": -37,
    "c_grapple_line": -11, "c_rush_cut": 53, "c_stink_bomb": -102, "c_turtle_stance": -178, "c_coin_flick": -114,
    "c_firecracker": -126, "c_static_glove": -135, "c_watchfire": -235, "c_war_drum": 32, "c_rolling_stone": -3,
    "c_barbed_arrow": -50, "c_smoke_veil": -161, "c_pickpocket": -137, "c_tripwire": -111, "c_night_blade": 37,
    "c_lucky_charm": -48, "c_wind_sling": 146, "c_bandage_roll": -311, "c_hex_doll": -115, "c_heavy_maul": -3,
    "c_stone_wall": -169, "c_signal_flag": 226, "c_field_notes": 175, "r_barbed_arrow": 91, "r_shield_bash": -1,
    "r_warp_step": -70, "r_thunder_lure": -148, "r_twin_fang": 245, "r_blood_oath": 299, "r_tax_collector": -85,
    "r_mirror_lake": 79, "r_ember_rain": -161, "r_field_hospital": -106, "r_iron_boots": 63, "r_falcon_dive": 221,
    "r_venom_well": -220, "r_war_chest": -46, "r_snare_field": 69, "r_chain_lightning": -106, "r_gamblers_die": -101,
    "r_rallying_banner": -101, "r_executioner": -60, "r_second_wind": 75, "sr_warp_step": 147, "sr_comet_fall": -108,
    "sr_phalanx": 453, "sr_blade_storm": 316, "sr_plague_bell": 240, "sr_golden_scale": -144, "sr_berserk": 404,
    "sr_amplifier": 10, "sr_sniper_perch": 40, "sr_time_fold": 30, "le_comet_fall": -113, "le_dragon_heart": 735,
    "le_world_tree": 92, "le_stormcaller": -112, "le_crown_of_kings": 345, "le_void_sigil": 497,
}
SOLDIERS = {
    "brandt": -150, "mirel": -80, "otto": -295, "kuro": 26, "selma": 287, "gunnar": 181, "lyra": 66, "hagane": 81,
    "priya": -25, "finn": 183, "nova": -140, "rook": -133,
}
# fmt: on

CARD_WORTH = table([0, *(CARDS.get(c.id, 0) for c in CONTENT.cards)])
SOLDIER_WORTH = table([0, *(SOLDIERS.get(s.id, 0) for s in CONTENT.soldiers)])
"""A card or soldier that is new counts as an average one."""
