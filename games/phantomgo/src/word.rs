//! The referee's word, where he sees stones that the table does not know.
//!
//! He may say whatever some arrangement of the unknown stones makes true, as far as the table remembers: the known side's
//! stones, how many the other has, which of those certainly stand, and what was captured last. As long as his words are
//! true, nothing that he says is refused.

use crate::act::{Act, Asked};
use crate::position::MOST_MARKS;
use crate::unseen::Unseen;
use crate::{Board, Phase};
use leitai_board::{Point, Points};
use leitai_core::{Illegal, Seat, Words, illegal};

static SAY_OF_TRY: Words = Words::new(
    "the referee says whether the try is legal or illegal, or what it takes (taken:C3)",
    "裁判应说试下合法（“legal”）、非法（“illegal”）或提了何子（“taken:C3”）",
);
static SAY_OF_STONE: Words = Words::new(
    "the referee says what the stone takes (taken:C3, then done), or that it is illegal",
    "裁判应说该子提了何子（“taken:C3”，再“done”），或非法（“illegal”）",
);
static SAY_WINNER: Words = Words::new(
    "play has ended: the referee names the winner (won:first), and may show the unknown stones before (shown:C3)",
    "行棋已结束：裁判判定胜方（“won:first”），此前可摆出未知的棋子（“shown:C3”）",
);
static STANDS_THERE: Words =
    Words::new("a stone of the other side is known to stand there", "已知该点有对方棋子");
static IS_FREE: Words = Words::new("a stone can certainly stand there", "已知该点可以落子");
static TOOK: Words = Words::new("it has taken stones, so it is legal", "已提子，因此合法");
static NAME_DONE: Words =
    Words::new("stones were taken: done ends the word, not legal", "已说提子，应以“done”结束，而非“legal”");
static OF_THE_TAKER: Words = Words::new("that point belongs to the side that played", "该点是落子一方的棋子");
static KNOWN_EMPTY: Words = Words::new("that point is known to be empty", "已知该点为空");
static NONE_THERE: Words =
    Words::new("none of the stones that can be taken stands there", "该点没有可提之子");
static NAMED_ALREADY: Words = Words::new("that chain was named already", "该块棋已经说过");
static NOT_ENCLOSED: Words =
    Words::new("the stone just played does not enclose that point", "刚落之子没有围住该点");
static KEEPS_LIBERTY: Words =
    Words::new("the chain there cannot have lost its last liberty", "该块棋不可能失去最后一气");
static KO: Words = Words::new("the ko forbids to take that stone now", "按打劫规则，此时不能提该子");
static NOTHING_NAMED: Words = Words::new("what was taken comes before done", "应先说提了何子，再“done”");
static CANNOT_BE: Words = Words::new(
    "the unknown stones cannot stand so that this is true",
    "无论未知的棋子如何分布，都不可能如此",
);
static NOT_ALL: Words = Words::new("what was named cannot be all that was taken", "所提之子不可能只有这些");
static KNOWN_STONE: Words = Words::new("that stone is known already", "该子已知");
static ALL_SHOWN: Words = Words::new("all stones of that side are shown", "该方棋子已全部摆出");
static NOT_ALL_SHOWN: Words = Words::new(
    "some unknown stones are shown: show all of them, or none",
    "未知的棋子应全部摆出，或一个也不摆",
);
static NO_LIBERTY: Words = Words::new("a chain shown so has no liberty", "这样摆有一块棋没有气");
static SHOWN_OUT: Words = Words::new(
    "the referee has shown stones 162 times and must name the winner",
    "裁判摆子已满 162 次，只能判定胜方",
);

impl Board {
    /// The side whose stones are known, and the other.
    fn sides(&self) -> [Seat; 2] {
        let own = self.rules.seen.unwrap_or(Seat::First);
        [own, own.other()]
    }

    /// What is known of the board.
    pub(crate) fn known(&self) -> Unseen {
        let [own, other] = self.sides().map(|seat| self.stones(seat));
        Unseen { own, stones: other, bare: self.taken, count: self.unseen.into() }
    }

    /// Lists what the referee may say. There is something as long as the position can arise.
    pub(crate) fn words(&self, out: &mut Vec<Act>) {
        let may = |m: &Act| self.check_word(m).is_ok();
        let points: fn(Point) -> Act = if self.phase == Phase::Counting { Act::Shown } else { Act::Taken };
        let places = match (self.phase, self.asked) {
            (Phase::Counting, _) => Points::BOARD.iter().filter(|at| may(&Act::Shown(*at))).collect(),
            (_, Asked::Try(at)) => {
                let enclosed = self.enclosed(at).into_iter().filter(|chain| self.can_take(*chain));
                enclosed.fold(Points::NONE, |all, chain| all | chain)
            }
            _ => {
                let chains = (self.known().own - self.marked).parts().filter(|chain| self.can_take(*chain));
                chains.fold(Points::NONE, |all, chain| all | chain)
            }
        };
        out.extend([Act::Legal, Act::Illegal].into_iter().filter(may));
        out.extend(places.iter().map(points));
        out.extend([Act::Done, Act::Won(Seat::First), Act::Won(Seat::Second)].into_iter().filter(may));
    }

    /// Whether the referee may say that now; names the rule against it.
    pub(crate) fn check_word(&self, m: &Act) -> Result<(), Illegal> {
        let refused = match (self.phase, self.asked) {
            (Phase::Counting, _) => self.against_end(m),
            (_, Asked::Try(at)) => self.against_try(m, at),
            _ => self.against_stone(m),
        };
        refused.map_or(Ok(()), illegal)
    }

    /// What speaks against a word on a try of the known side at `at`.
    fn against_try(&self, m: &Act, at: Point) -> Option<&'static Words> {
        let Unseen { own, stones, bare, count } = self.known();
        let unless = |may: bool, why| (!may).then_some(why);
        match *m {
            Act::Legal if !self.marked.is_empty() => Some(&NAME_DONE),
            Act::Legal if stones.has(at) => Some(&STANDS_THERE),
            Act::Legal => unless(self.stands(at, Points::NONE), &CANNOT_BE),
            Act::Illegal if !self.marked.is_empty() => Some(&TOOK),
            Act::Illegal => {
                // The referee always has a word.
                let is_taker = || self.enclosed(at).into_iter().any(|chain| self.can_take(chain));
                let is_free = self.stands(at, Points::NONE) || is_taker();
                let is_barred = self.can_be_occupied(at) || self.can_be_barred(at);
                unless(is_barred || !is_free, &IS_FREE)
            }
            Act::Taken(_) if self.marked.is_empty() && stones.has(at) => Some(&STANDS_THERE),
            Act::Taken(point) if point == at || own.has(point) => Some(&OF_THE_TAKER),
            Act::Taken(point) if bare.has(point) => Some(&KNOWN_EMPTY),
            Act::Taken(point) if self.marked.has(point) => Some(&NAMED_ALREADY),
            Act::Taken(point) => match self.enclosed(at).into_iter().find(|chain| chain.has(point)) {
                None => Some(&NOT_ENCLOSED),
                Some(chain) if chain.len() > count || !(chain & bare).is_empty() => Some(&NOT_ENCLOSED),
                Some(chain) if self.can_take(chain) => None,
                Some(chain) => Some(if self.is_ko(at, chain) { &KO } else { &CANNOT_BE }),
            },
            Act::Done if self.marked.is_empty() => Some(&NOTHING_NAMED),
            Act::Done => unless(self.stands(at, self.marked), &NOT_ALL),
            _ => Some(&SAY_OF_TRY),
        }
    }

    /// What speaks against a word on a stone of the unknown side.
    fn against_stone(&self, m: &Act) -> Option<&'static Words> {
        let Unseen { own, stones, .. } = self.known();
        match *m {
            Act::Illegal if !self.marked.is_empty() => Some(&TOOK),
            Act::Illegal => None,
            Act::Taken(point) if stones.has(point) => Some(&OF_THE_TAKER),
            Act::Taken(point) if self.taken.has(point) => Some(&KNOWN_EMPTY),
            Act::Taken(point) if !own.has(point) => Some(&NONE_THERE),
            Act::Taken(point) if self.marked.has(point) => Some(&NAMED_ALREADY),
            Act::Taken(point) => {
                let chain = Points::of(point).flood(own);
                let is_ko = || self.taken.nth(0).is_some_and(|at| self.is_ko(at, chain));
                let why = || if is_ko() { &KO } else { &KEEPS_LIBERTY };
                (!self.can_take(chain)).then(why)
            }
            Act::Done if self.marked.is_empty() => (!self.can_stand_unseen()).then_some(&CANNOT_BE),
            Act::Done => self.makers(self.marked).is_empty().then_some(&NOT_ALL),
            _ => Some(&SAY_OF_STONE),
        }
    }

    /// What speaks against a word after the last ply.
    fn against_end(&self, m: &Act) -> Option<&'static Words> {
        let Unseen { own, stones, bare, count } = self.known();
        let all = stones | self.marked;
        let is_shown_out = self.marks >= MOST_MARKS;
        match *m {
            Act::Shown(_) if is_shown_out => Some(&SHOWN_OUT),
            Act::Shown(point) if own.has(point) => Some(&STANDS_THERE),
            Act::Shown(point) if stones.has(point) => Some(&KNOWN_STONE),
            Act::Shown(point) if bare.has(point) => Some(&KNOWN_EMPTY),
            Act::Shown(point) => (!self.marked.has(point) && all.len() >= count).then_some(&ALL_SHOWN),
            Act::Won(_) if is_shown_out || self.shown().is_some() => None,
            Act::Won(_) if all.len() == count => Some(&NO_LIBERTY),
            Act::Won(_) => (!self.marked.is_empty()).then_some(&NOT_ALL_SHOWN),
            _ => Some(&SAY_WINNER),
        }
    }

    /// The stones of the unknown side, once all of them are shown.
    pub(crate) fn shown(&self) -> Option<Points> {
        let known = self.known();
        let stones = known.stones | self.marked;
        let is_whole = stones.len() == known.count && Unseen { stones, ..known }.fits(Points::NONE);
        is_whole.then_some(stones)
    }

    /// The points that a stone of the known side at `at` would enclose, chain by chain: if what it encloses is taken, it is
    /// taken whole, as a chain without a liberty leaves no empty point there.
    fn enclosed(&self, at: Point) -> Vec<Points> {
        let room = Points::BOARD - self.known().own - Points::of(at);
        (Points::of(at).beside() & room).flood(room).parts().collect()
    }

    /// Whether the chain may be among those that the stone in question takes.
    fn can_take(&self, chain: Points) -> bool {
        let named = self.marked | chain;
        if !(chain & self.marked).is_empty() {
            return false;
        }
        if let Asked::Try(at) = self.asked {
            let more = self.enclosed(at).into_iter().filter(|other| (*other & named).is_empty());
            any_union(named, &more.collect::<Vec<_>>(), |taken| self.stands(at, taken))
        } else {
            let own = self.known().own;
            self.beside_all(named).iter().any(|at| {
                let beside = Points::of(at).beside() & (own - named);
                let more: Vec<Points> = beside.flood(own).parts().collect();
                any_union(named, &more, |taken| self.stands_unseen(at, taken))
            })
        }
    }

    /// Whether the known side's stone can stand at `at` and take just these points.
    fn stands(&self, at: Point, taken: Points) -> bool {
        let Unseen { own, stones, bare, count } = self.known();
        let left = count.checked_sub(taken.len());
        let (false, true, Some(count)) = (stones.has(at), (taken & bare).is_empty(), left) else {
            return false;
        };
        let stone = Points::of(at);
        let after = Unseen { own: own | stone, stones: stones - taken, bare: (bare - stone) | taken, count };
        !self.is_ko(at, taken) && after.fits(Points::NONE)
    }

    /// Whether a stone at `at` that takes these points would restore the board before the last ply, as far as it is known
    /// which stone was played there.
    fn is_ko(&self, at: Point, taken: Points) -> bool {
        self.taken == Points::of(at) && self.last.is_some_and(|last| taken == Points::of(last))
    }

    /// Whether a stone of the unknown side can stand at `at`.
    pub(crate) fn can_be_occupied(&self, at: Point) -> bool {
        let known = self.known();
        let stones = known.stones | Points::of(at);
        Unseen { stones, ..known }.fits(Points::NONE)
    }

    /// Whether the known side's stone can be refused at `at` although the point is empty: suicide or ko.
    pub(crate) fn can_be_barred(&self, at: Point) -> bool {
        let Unseen { own, stones, bare, count } = self.known();
        if stones.has(at) {
            return false;
        }
        let stone = Points::of(at);
        let own = own | stone;
        let chain = stone.flood(own);
        let suicide = Unseen { own, stones: stones | chain.border(), bare: bare - stone, count };
        if suicide.fits(chain) {
            return true;
        }
        let retakes = |last: Point| {
            let (enemy, is_last) = (Points::of(last), self.last.is_none_or(|known| known == last));
            let is_enclosed = (enemy.border() - own).is_empty();
            let after = Unseen { own, stones: stones - enemy, bare: enemy, count: count.saturating_sub(1) };
            is_last && is_enclosed && count > 0 && after.fits(Points::NONE)
        };
        self.taken == stone && (stone.border() - own).iter().any(retakes)
    }

    /// Whether the unknown side's stone can stand somewhere and take just these points.
    fn stands_unseen(&self, at: Point, taken: Points) -> bool {
        let Unseen { own, stones, bare, count } = self.known();
        let stone = Points::of(at);
        let after = Unseen {
            own: own - taken,
            stones: stones | taken.border() | stone,
            bare: (bare - stone) | taken,
            count: count + 1,
        };
        !(own | stones).has(at) && !self.is_ko(at, taken) && after.fits(Points::NONE)
    }

    /// Whether a stone of the unknown side that takes nothing can stand somewhere.
    pub(crate) fn can_stand_unseen(&self) -> bool {
        let known = self.known();
        Unseen { count: known.count + 1, ..known }.fits(Points::NONE)
            || known.bare.iter().any(|at| self.stands_unseen(at, Points::NONE))
    }

    /// Where the unknown side's stone that took just these chains can stand.
    pub(crate) fn makers(&self, taken: Points) -> Points {
        self.beside_all(taken).iter().filter(|at| self.stands_unseen(*at, taken)).collect()
    }

    /// The points next to each of these chains of the known side where no stone is known to stand.
    fn beside_all(&self, chains: Points) -> Points {
        let Unseen { own, stones, .. } = self.known();
        chains.parts().fold(Points::BOARD - own - stones, |all, chain| all & chain.border())
    }
}

/// Whether `is_so` holds of some union of the first set with any of the others, of which there are at most four.
fn any_union(first: Points, others: &[Points], is_so: impl Fn(Points) -> bool) -> bool {
    (0..1_u32 << others.len()).any(|bits| {
        let chosen = others.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        is_so(chosen.fold(first, |all, (_, set)| all | *set))
    })
}
