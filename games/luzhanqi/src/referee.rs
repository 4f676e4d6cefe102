//! The referee's words at a table that knows one side's pieces only. A move of which something follows that this table
//! cannot know waits, as a [`Judged`], until it has been said; only then is it made, and told to everybody as one.
//!
//! What can be said is what fits some assignment of ranks to the hidden side's pieces. Who fell in a fight is always
//! asked, and so is any end that the hidden side's pieces decide; anything else only where this table cannot know it.

use crate::assignment::{fits, fits_with};
use crate::judged::Doubt;
use crate::known::Effect;
use crate::{Act, Board, End, Fight, Judged, Phase, Point, Rank, Ranks, Word};
use leitai_core::{Seat, Words};

static MOVE_IN_DOUBT: Words = Words::new("say first whether the move stands", "应先确认该着法是否成立");
static NO_DOUBT: Words = Words::new("the move is not in doubt", "该着法并无疑问");
static NO_FIGHT: Words = Words::new("nothing was attacked, so nothing fell", "没有碰子，不会有棋子阵亡");
static FALL_SAID: Words = Words::new("who fell has been said already", "已宣布过阵亡的一方");
static FALL_FIRST: Words = Words::new("say first who fell in the fight", "应先宣布碰子中阵亡的一方");
static NOT_SO: Words = Words::new(
    "by the ranks that these pieces may have, the fight cannot have ended so",
    "按双方可能的军阶，碰子不会有此结果",
);
static NOT_FALLEN: Words = Words::new("no piece fell that may be the commander", "没有可能是司令的棋子阵亡");
static FLAG_SAID: Words = Words::new("where the flag stands has been said already", "已宣布过军旗的位置");
static NO_PIECE: Words = Words::new("no piece stands there", "该点没有棋子");
static KNOWN_HERE: Words = Words::new("that side's pieces are known here", "本台可见该方棋子，无需宣布");
static NO_FLAG: Words = Words::new("the flag cannot stand there", "军旗不可能在该点");
static NOT_THE_FLAG: Words = Words::new("no piece fell that may be the flag", "没有可能是军旗的棋子阵亡");
static CAN_MOVE: Words =
    Words::new("by what is known here, that is not who can and cannot move", "与本台已知的可走情况不符");
static SAY_MORE: Words = Words::new(
    "what fell can only be the commander or the flag, or a side cannot move: say which",
    "阵亡的只可能是司令或军旗，或有一方无棋可走：应予宣布",
);
static RELAYED: Words =
    Words::new("the referee says what followed, and does not play", "裁判只宣布结果，不走子");
static OTHER_END: Words = Words::new("that end is counted here", "此种终局由本台自行判定");

impl Board {
    /// A seat moves. At this table the move is made at once only if everything that follows from it is known.
    pub(crate) fn begin(&mut self, mover: Seat, from: Point, to: Point) -> Effect {
        let is_hidden = self.rules.hides(mover);
        let doubt = if is_hidden && self.is_doubtful(mover, from, to) { Doubt::Open } else { Doubt::None };
        self.judge(Judged { mover, from, to, doubt, fight: None, flag: None })
    }

    /// The referee says a word that the rules allow.
    pub(crate) fn say(&mut self, word: Word) -> Effect {
        let Phase::Judging(judged) = self.phase else { return Effect::NOTHING };
        match word {
            Word::Stands => self.judge(Judged { doubt: Doubt::Settled, ..judged }),
            Word::Fell(fallen) => self.judge(Judged { fight: Some(judged.fight_of(fallen)), ..judged }),
            Word::Flag(point) => self.judge(Judged { flag: Some(point), ..judged }),
            Word::Ended(end) => self.settle(&judged, Some(end)),
            Word::Done => self.settle(&judged, None),
        }
    }

    /// Waits for the next word about a move, or makes the move if there is nothing left to ask.
    fn judge(&mut self, judged: Judged) -> Effect {
        self.phase = Phase::Judging(judged);
        if judged.doubt == Doubt::Open || self.asks_who_fell(&judged) || self.has_more_to_say(&judged) {
            return Effect::NOTHING;
        }
        self.settle(&judged, None)
    }

    /// Makes the move, with all that has been said of it.
    fn settle(&mut self, judged: &Judged, ended: Option<End>) -> Effect {
        let (board, effect) = self.settled(judged, ended);
        *self = board;
        effect
    }

    /// The board after a judged move that ended the game as the referee says, or as this table itself finds.
    fn settled(&self, judged: &Judged, ended: Option<End>) -> (Board, Effect) {
        let Judged { mover, from, to, fight, flag, .. } = *judged;
        let (mut board, seen) = (*self, self.rules.seen);
        board.phase = Phase::Moving(mover);
        let lost = seen.filter(|seat| judged.is_fallen(*seat)).and_then(|_| self.seen_rank(judged));
        let fell = Seat::BOTH
            .map(|seat| if Some(seat) == seen { lost == Some(Rank::Commander) } else { flag.is_some() });
        for fallen in Seat::BOTH.into_iter().filter(|seat| fell[seat.index()]) {
            let stands = if Some(fallen) == seen { self.flag(fallen) } else { flag };
            if let Some(point) = stands {
                board.show(fallen, point);
            }
        }
        // In the order in which a view learns it.
        if judged.doubt != Doubt::None {
            board.reconcile(mover, from, to);
        }
        let end = board.go((from, to), fight, fell, |board| {
            if lost == Some(Rank::Flag) {
                return seen.map(End::FlagFell);
            }
            if let Some(End::FlagFell(_)) = ended {
                return ended;
            }
            let is_able = |seat| {
                if Some(seat) == seen {
                    board.can_move(seat)
                } else {
                    !ended.is_some_and(|end| end.sticks(seat))
                }
            };
            board.end_of(mover, Seat::BOTH.map(is_able))
        });
        (board, Effect { went: Some((from, to)), fight, fell, end })
    }

    /// The rank of the piece in this move that belongs to the seen side.
    fn seen_rank(&self, judged: &Judged) -> Option<Rank> {
        let own = if Some(judged.mover) == self.rules.seen { judged.from } else { judged.to };
        self.piece(own).and_then(|(seat, home)| self.rank(seat, home))
    }

    fn asks_who_fell(&self, judged: &Judged) -> bool {
        judged.fight.is_none() && self.piece(judged.to).is_some()
    }

    /// Whether something may have followed from the move that this table cannot find out itself.
    fn has_more_to_say(&self, judged: &Judged) -> bool {
        self.further(judged).any(|word| word != Word::Done && self.is_possible(judged, word))
    }

    /// The words that may close a move, or come before the one that does, once who fell is settled.
    fn further(&self, judged: &Judged) -> impl Iterator<Item = Word> + use<> {
        let hidden = self.rules.hidden();
        let fell = hidden.filter(|seat| judged.is_fallen(*seat) && judged.flag.is_none());
        let flags = fell.into_iter().flat_map(Point::homes).filter(|point| point.is_headquarters());
        let ends = [fell.map(End::FlagFell), hidden.map(End::Stuck), Some(End::NobodyMoves)];
        let ends = ends.into_iter().flatten().map(Word::Ended);
        flags.map(|point| Word::Flag(*point)).chain(ends).chain([Word::Done])
    }

    /// Whether that can be said next of a move of which it is settled who fell.
    fn is_possible(&self, judged: &Judged, word: Word) -> bool {
        match word {
            Word::Flag(point) => {
                self.may_be_shown(judged, point) && {
                    let shown = Judged { flag: Some(point), ..*judged };
                    self.further(&shown).any(|word| self.is_possible(&shown, word))
                }
            }
            Word::Ended(end @ End::FlagFell(_)) => {
                let may_be_flag = judged.flag.is_none() && self.fallen(judged).has(Rank::Flag);
                may_be_flag && self.may_end(judged, Some(end))
            }
            Word::Ended(end) => self.may_end(judged, Some(end)),
            Word::Done => self.may_end(judged, None),
            Word::Stands | Word::Fell(_) => false,
        }
    }

    /// The ranks that the piece of the hidden side which fell in the fight may have had; none if none fell.
    fn fallen(&self, judged: &Judged) -> Ranks {
        let Judged { mover, from, to, .. } = *judged;
        let hidden = self.rules.hidden().filter(|seat| judged.is_fallen(*seat));
        let (Some(hidden), Some(fight)) = (hidden, judged.fight) else { return Ranks::NONE };
        let met = self.seen_rank(judged);
        let (own, fits) = if mover == hidden {
            (from, self.movers(from, to).and(Ranks::attackers(fight, met)))
        } else {
            (to, Ranks::attacked(fight, met))
        };
        let mut board = *self;
        if judged.doubt != Doubt::None {
            board.reconcile(mover, from, to);
        }
        board.piece(own).map_or(Ranks::NONE, |(owner, home)| board.may_be(owner, home).and(fits))
    }

    /// Whether a piece of the hidden side that may be its flag stands there after the move.
    fn may_be_shown(&self, judged: &Judged, point: Point) -> bool {
        let Some((owner, home)) = self.piece(point) else { return false };
        self.rules.hides(owner)
            && judged.flag.is_none()
            && self.fallen(judged).has(Rank::Commander)
            && ![judged.from, judged.to].contains(&point)
            && self.may_be(owner, home).has(Rank::Flag)
    }

    /// Whether some assignment of ranks to the hidden side's pieces fits the board after the move.
    fn may_end(&self, judged: &Judged, ended: Option<End>) -> bool {
        let (board, effect) = self.settled(judged, ended);
        let is_said = ended.is_none_or(|end| effect.end == Some(end));
        is_said && self.rules.hidden().is_none_or(|hidden| board.fits_its_state(hidden))
    }

    /// Whether some assignment of ranks to the hidden side's pieces fits what is known of them, and who can move.
    pub(crate) fn fits_its_state(&self, hidden: Seat) -> bool {
        let may = self.may_be_all(hidden);
        let must_move = match self.phase {
            Phase::Laying | Phase::Over(End::FlagFell(_)) => false,
            Phase::Moving(_) | Phase::Judging(_) => true,
            Phase::Over(end) => !end.sticks(hidden),
        };
        if must_move {
            self.unhemmed(hidden).any(|home| fits_with(&may, home, Ranks::MOBILE))
        } else {
            fits(&may)
        }
    }

    /// Appends what the referee can say now.
    pub(crate) fn words(&self, out: &mut Vec<Act>) {
        let Phase::Judging(judged) = self.phase else { return };
        let falls = [Some(Seat::First), Some(Seat::Second), None].map(Word::Fell);
        let words = falls.into_iter().chain([Word::Stands]).chain(self.further(&judged));
        out.extend(words.filter(|word| self.refused(&judged, *word).is_none()).map(Act::Said));
    }

    /// The rule broken by an act of the referee, who owes one.
    pub(crate) fn refused_word(&self, m: &Act) -> Option<&'static Words> {
        match (*m, self.phase) {
            (Act::Said(word), Phase::Judging(judged)) => self.refused(&judged, word),
            _ => Some(&RELAYED),
        }
    }

    fn refused(&self, judged: &Judged, word: Word) -> Option<&'static Words> {
        let is_open = judged.doubt == Doubt::Open;
        match word {
            Word::Stands => (!is_open).then_some(&NO_DOUBT),
            _ if is_open => Some(&MOVE_IN_DOUBT),
            Word::Fell(_) if self.piece(judged.to).is_none() => Some(&NO_FIGHT),
            Word::Fell(_) if judged.fight.is_some() => Some(&FALL_SAID),
            Word::Fell(fallen) => self.refused_fall(judged, judged.fight_of(fallen)),
            _ if self.asks_who_fell(judged) => Some(&FALL_FIRST),
            Word::Flag(point) => self.refused_flag(judged, point),
            Word::Ended(end) => self.refused_end(judged, end),
            Word::Done => (!self.is_possible(judged, word)).then_some(&SAY_MORE),
        }
    }

    fn refused_fall(&self, judged: &Judged, fight: Fight) -> Option<&'static Words> {
        let fought = Judged { fight: Some(fight), ..*judged };
        let is_possible = self.further(&fought).any(|word| self.is_possible(&fought, word));
        (!is_possible).then_some(&NOT_SO)
    }

    fn refused_flag(&self, judged: &Judged, point: Point) -> Option<&'static Words> {
        let Some((owner, _)) = self.piece(point) else { return Some(&NO_PIECE) };
        if !self.rules.hides(owner) {
            return Some(&KNOWN_HERE);
        } else if judged.flag.is_some() {
            return Some(&FLAG_SAID);
        }
        let may_fall = judged.is_fallen(owner)
            && Point::homes(owner).iter().any(|flag| self.is_possible(judged, Word::Flag(*flag)));
        if !may_fall {
            return Some(&NOT_FALLEN);
        }
        (!self.is_possible(judged, Word::Flag(point))).then_some(&NO_FLAG)
    }

    fn refused_end(&self, judged: &Judged, end: End) -> Option<&'static Words> {
        match end {
            End::FlagFell(seat) | End::Stuck(seat) if !self.rules.hides(seat) => Some(&KNOWN_HERE),
            End::Idle(_) | End::IdleDraw => Some(&OTHER_END),
            End::FlagFell(seat) => {
                let may_fall = judged.is_fallen(seat) && self.is_possible(judged, Word::Ended(end));
                (!may_fall).then_some(&NOT_THE_FLAG)
            }
            End::Stuck(_) | End::NobodyMoves => {
                (!self.is_possible(judged, Word::Ended(end))).then_some(&CAN_MOVE)
            }
        }
    }
}
