//! One round of a Swiss system.
//!
//! From the top down, everyone takes the first opponent not met before with whom a pairing of all the others is
//! still possible, first from their own score group (the upper half meets the lower half), then from the groups
//! below. So a pairing is found whenever there is one, since the others of a possible pairing always stay possible.
//! Byes stay within one of each other and seats within two, unless there is no such pairing.

use leitai_core::{Noun, sentence};
use std::cmp::Reverse;

use crate::matching::is_perfect;
use crate::{EntryId, Points, Seat, Sentence};

/// A player to be paired. Players are given in the order of the round: points, then seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player<'a> {
    pub(crate) entry: EntryId,
    pub(crate) name: &'a str,
    pub(crate) points: Points,
    /// The opponents met so far, sorted.
    pub(crate) met: Vec<EntryId>,
    /// Matches begun as First minus matches begun as Second.
    pub(crate) balance: i32,
    /// Its seat at the start of its last match.
    pub(crate) last: Option<Seat>,
    /// Number of rounds it rested.
    pub(crate) byes: u32,
}

/// Two players that meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    /// The first of the two sits First in the first game.
    pub(crate) sides: [EntryId; 2],
    pub(crate) why: Sentence,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Round {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) bye: Option<(EntryId, Sentence)>,
}

/// The limits that a round observes, in addition to never pairing the same two twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PairingLimits {
    /// Nobody's balance of beginning and not beginning reaches three: two players that are both at that limit do
    /// not meet.
    seats: bool,
    /// Nobody rests who has rested more often than another player.
    byes: bool,
}

/// The strictest first: the next is tried only if no pairing within the previous one exists.
const LIMITS: [PairingLimits; 4] = [
    PairingLimits { seats: true, byes: true },
    PairingLimits { seats: false, byes: true },
    PairingLimits { seats: true, byes: false },
    PairingLimits { seats: false, byes: false },
];

/// Pairs everyone; `None` if no pairing without a rematch exists. Seats stay within two of each other and byes
/// within one as long as a pairing within these limits exists.
pub(crate) fn pair(players: &[Player<'_>]) -> Option<Round> {
    LIMITS.into_iter().find_map(|limits| Pairing::new(players, limits).round(players))
}

/// The pairing of a round within given limits.
struct Pairing {
    limits: PairingLimits,
    /// The most opponents that any player has met.
    met: usize,
}

/// How many of the players not paired yet are at a limit of their seats.
#[derive(Clone, Copy)]
struct Limited {
    often: usize,
    seldom: usize,
}

impl Limited {
    fn of(players: &[Player<'_>]) -> Limited {
        let at = |limit: fn(&Player<'_>) -> bool| players.iter().filter(|player| limit(player)).count();
        Limited { often: at(begun_too_often), seldom: at(begun_too_seldom) }
    }

    /// Removes a player that is paired or rests.
    fn leaves(&mut self, player: &Player<'_>) {
        self.often -= usize::from(begun_too_often(player));
        self.seldom -= usize::from(begun_too_seldom(player));
    }
}

/// Why an opponent does not have the same points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Floats {
    /// Nobody else with its points is left.
    Alone,
    /// It has met all of those.
    MetAll,
    /// Those it has not met are at the same limit of beginning, too often or too seldom.
    Seats,
    /// If it met one of those, the others could not all be paired.
    Others,
}

impl Pairing {
    fn new(players: &[Player<'_>], limits: PairingLimits) -> Pairing {
        Pairing { limits, met: players.iter().map(|player| player.met.len()).max().unwrap_or(0) }
    }

    fn round(&self, players: &[Player<'_>]) -> Option<Round> {
        let mut left: Vec<&Player<'_>> = players.iter().collect();
        let mut limited = Limited::of(players);
        let mut round = Round::default();
        if left.len() % 2 == 1 {
            let (bye, is_last) = self.rest(&left, limited)?;
            let player = left.remove(bye);
            limited.leaves(player);
            round.bye = Some((player.entry, self.why_rests(player, is_last)));
        } else if !self.is_free(limited, left.len()) && !self.possible(&left) {
            return None;
        }
        while !left.is_empty() {
            let player = left.remove(0);
            limited.leaves(player);
            let (at, floats) = self.opponent(player, &left, limited)?;
            let other = left.remove(at);
            limited.leaves(other);
            let upper_begins = round.pairs.len() % 2 == 1;
            round.pairs.push(meet(player, other, floats, upper_begins));
        }
        Some(round)
    }

    fn can_meet(&self, a: &Player<'_>, b: &Player<'_>) -> bool {
        has_not_met(a, b) && !(self.limits.seats && both_at_the_limit(a, b))
    }

    /// Whether all of these can be paired.
    fn possible(&self, left: &[&Player<'_>]) -> bool {
        is_perfect(left.len(), |a, b| self.can_meet(left[a], left[b]))
    }

    fn possible_without(&self, left: &[&Player<'_>], limited: Limited, out: usize) -> bool {
        self.is_free(limited, left.len() - 1) || {
            let rest = left.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, it)| *it);
            self.possible(&rest.collect::<Vec<_>>())
        }
    }

    /// Dirac's theorem again: whether any `count` of these players can all be paired. Most rounds need no closer
    /// look.
    fn is_free(&self, limited: Limited, count: usize) -> bool {
        let seats = if self.limits.seats { limited.often.max(limited.seldom) } else { 0 };
        // Players at the same limit do not meet each other.
        let most = self.met + seats.saturating_sub(1);
        count.is_multiple_of(2) && 2 * count.saturating_sub(1 + most) >= count
    }

    /// Who rests: the last of those that rested least, provided the others can be paired. Also whether it is the
    /// very last.
    fn rest(&self, left: &[&Player<'_>], limited: Limited) -> Option<(usize, bool)> {
        let least = left.iter().map(|player| player.byes).min()?;
        let may = |at: &usize| !self.limits.byes || left[*at].byes == least;
        let mut order: Vec<_> = (0..left.len()).filter(may).collect();
        order.sort_by_key(|&at| (left[at].byes, Reverse(at)));
        let found = order.iter().position(|&at| self.possible_without(left, limited, at))?;
        Some((order[found], found == 0))
    }

    /// The opponent of the best player not paired yet, by place in `left`, and why it has different points, if it
    /// has.
    fn opponent(
        &self,
        player: &Player<'_>,
        left: &[&Player<'_>],
        limited: Limited,
    ) -> Option<(usize, Option<Floats>)> {
        let group = left.iter().take_while(|other| other.points == player.points).count();
        let lower_half = group / 2;
        let order = (lower_half..group).chain((0..lower_half).rev()).chain(group..left.len());
        let mut fits = order.into_iter().filter(|&at| self.can_meet(player, left[at]));
        let at = fits.find(|&at| self.possible_without(left, limited, at))?;
        let equals = &left[..group];
        let floats = if at < group {
            None
        } else if equals.is_empty() {
            Some(Floats::Alone)
        } else if !equals.iter().any(|other| has_not_met(player, other)) {
            Some(Floats::MetAll)
        } else if !equals.iter().any(|other| self.can_meet(player, other)) {
            Some(Floats::Seats)
        } else {
            Some(Floats::Others)
        };
        Some((at, floats))
    }

    fn why_rests(&self, player: &Player<'_>, is_last: bool) -> Sentence {
        let (name, points, byes) = (player.name, Noun::POINTS.of(player.points), Noun::TIMES.of(player.byes));
        let among = if self.limits.byes {
            sentence!(
                "the last ({points}) of those who had a bye least often ({byes})",
                "轮空最少（{byes}次）者中名次最末（{points}分）"; points, byes
            )
        } else {
            sentence!(
                "it ({points}) has had a bye {byes}, and none of those with fewer may have one",
                "（{points}分）已轮空{byes}次，轮空更少者均不能轮空"; points, byes
            )
        };
        let why =
            sentence!("{name} has a bye: an odd number plays, and ", "{name}轮空：人数为奇数，").then(&among);
        if is_last {
            return why;
        }
        why.then(&Sentence::new(" without whom all others can be paired", "且其余可全部编排"))
    }
}

/// A pair, the upper player given first. Of two with equal claims the upper one begins at every second table: if it
/// were always the same one, players that keep winning would all have had the same seats.
fn meet(a: &Player<'_>, b: &Player<'_>, floats: Option<Floats>, upper_begins: bool) -> Pair {
    // First the player that sat First less often, then the one that did not sit First in its last match.
    let begins = match wish(a).cmp(&wish(b)) {
        std::cmp::Ordering::Equal => upper_begins,
        unequal => unequal.is_lt(),
    };
    let [one, two] = if begins { [a, b] } else { [b, a] };
    let together = match floats {
        None => sentence!("both have {points}", "双方同积{points}分"; points = Noun::POINTS.of(a.points)),
        Some(floats) => {
            let (upper, lower, less) = (a.name, b.name, b.points);
            sentence!(
                "{upper} with {points} floats down to {lower} with {less}: {why}",
                "{upper}（{points}分）下调与{lower}（{less}分）对阵：{why}";
                upper, points = Noun::POINTS.of(a.points), lower, less, why = floats.words()
            )
        }
    };
    let mut why =
        together.and(&Sentence::new("they have not met", "双方未曾对阵")).and(&why_begins(one, two, begins));
    if both_at_the_limit(a, b) {
        why = why.and(&Sentence::new(
            "without a third seat of one kind not all can be paired",
            "若不出现先后手相差三次，则无法全部编排",
        ));
    }
    Pair { sides: [one.entry, two.entry], why }
}

impl Floats {
    fn words(self) -> Sentence {
        match self {
            Floats::Alone => Sentence::new("nobody else with its points is left", "同分者中已无他人"),
            Floats::MetAll => Sentence::new(
                "it has met all others with its points that are left",
                "尚未编排的同分者均已与其对阵过",
            ),
            Floats::Seats => Sentence::new(
                "those with its points whom it has not met have, like it, moved first twice too often or too seldom",
                "未曾对阵的同分者与其一样，先后手已相差两次",
            ),
            Floats::Others => Sentence::new(
                "if it met one with its points, the others could not all be paired",
                "若与同分者对阵，其余便无法全部编排",
            ),
        }
    }
}

fn has_not_met(a: &Player<'_>, b: &Player<'_>) -> bool {
    a.met.binary_search(&b.entry).is_err()
}

fn begun_too_often(player: &Player<'_>) -> bool {
    player.balance >= 2
}

fn begun_too_seldom(player: &Player<'_>) -> bool {
    player.balance <= -2
}

/// Whether one of the two would exceed the limit of its seats, whoever begins.
fn both_at_the_limit(a: &Player<'_>, b: &Player<'_>) -> bool {
    (begun_too_often(a) && begun_too_often(b)) || (begun_too_seldom(a) && begun_too_seldom(b))
}

/// The smaller, the stronger the claim to begin.
fn wish(player: &Player<'_>) -> (i32, bool) {
    (player.balance, player.last == Some(Seat::First))
}

fn why_begins(one: &Player<'_>, two: &Player<'_>, is_upper: bool) -> Sentence {
    let (begins, other) = (one.name, two.name);
    if one.balance != two.balance {
        sentence!("{begins} moves first, having done so less often", "{begins}先手：此前先手较少"; begins)
    } else if wish(one) != wish(two) {
        sentence!("{begins} moves first, as {other} did in its last match", "{begins}先手：{other}上场先手")
    } else if is_upper {
        sentence!(
            "{begins} moves first, as the upper of two with equal claims, as at every second table",
            "{begins}先手：条件相同，偶数台由名次在前者先手"; begins
        )
    } else {
        sentence!(
            "{begins} moves first, as the lower of two with equal claims",
            "{begins}先手：条件相同，奇数台由名次在后者先手"; begins
        )
    }
}

#[cfg(test)]
#[path = "swiss_tests.rs"]
mod tests;
