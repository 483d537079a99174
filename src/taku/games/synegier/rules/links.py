"""S-5: linking: where a subject meets a verb of its colour on the next card."""

from taku.engine import ALL, emit, rule
from taku.games.synegier.content import COLOR, PICK, TRIGGER
from taku.games.synegier.rules.pieces import you
from taku.games.synegier.rules.scripts import begin_script
from taku.games.synegier.rules.selectors import candidates, select
from taku.games.synegier.rules.settlement import settle, use_core
from taku.games.synegier.state import ASK, EVENT, MOST_LINKS, STAGE
from taku.games.synegier.tables import FIRST_VERB, SELECT, SELECT_OF, SUBJECT, VERB
from taku.kit.sets import size_of

COLORS = len(COLOR)


@rule
def begin_links(s):
    """S-3.4: the play step is over."""
    s.pair = s.color = 0
    s.stage = STAGE.link


@rule
def next_link(s):
    """S-5.2, S-5.3: the next pair and colour where a subject meets a verb; then the Battle."""
    while s.pair + 1 < s.row.size:
        subject = SUBJECT[s.row.card[s.pair], s.color]
        if subject and VERB[s.row.card[s.pair + 1], s.color]:
            form_link(s, subject)
            return
        pass_on(s)
    s.stage = STAGE.fight


@rule
def pass_on(s):
    """Colours from top to bottom, pairs from left to right."""
    s.color += 1
    if s.color == COLORS:
        s.color = 0
        s.pair += 1


@rule
def form_link(s, subject):
    """S-5.3, S-5.5: a synegier effect fires; its targets are selected now."""
    s.links = min(MOST_LINKS, s.links + 1)
    emit(s, ALL, EVENT.link, s.turn, s.row.card[s.pair], s.row.card[s.pair + 1], s.color, s.links)
    p = you(s)
    if SELECT_OF[subject, SELECT.pick] == PICK.choose and size_of(candidates(s, p, subject)) > 1:
        s.ask = ASK.target
        return
    begin_verb(s, select(s, p, subject))


@rule
def begin_verb(s, whom):
    """S-5.5: the verb's parts apply to the subject's targets."""
    s.subject = whom
    if whom == 0:
        emit(s, ALL, EVENT.no_target, s.turn)
    begin_script(s, FIRST_VERB + VERB[s.row.card[s.pair + 1], s.color] - 1)
    s.stage = STAGE.verb


@rule
def end_link(s):
    """S-5.6: after the effect and its downs the core ability."""
    if not s.cut and not s.ended:
        use_core(s, you(s), TRIGGER.link)
        settle(s)
    pass_on(s)
    s.stage = STAGE.link
