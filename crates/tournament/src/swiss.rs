//! One round of a Swiss system.
//!
//! From the top down everyone takes the first opponent not met before of the own score group (the upper half
//! meets the lower half), then of the groups below, with whom a pairing of all the others is still possible. So a
//! pairing is found whenever there is one: the others of a possible pairing always stay possible.

use leitai_core::{Noun, sentence};
use std::cmp::Reverse;

use crate::matching::is_perfect;
use crate::{EntryId, Points, Seat, Sentence};

/// Somebody to be paired. Players are given in the order of the round: points, then seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player<'a> {
    pub(crate) entry: EntryId,
    pub(crate) name: &'a str,
    pub(crate) points: Points,
    /// Whom it met, sorted.
    pub(crate) met: Vec<EntryId>,
    /// Matches begun as First less matches begun as Second.
    pub(crate) balance: i32,
    /// Its seat at the beginning of its last match.
    pub(crate) last: Option<Seat>,
    /// Rounds it rested.
    pub(crate) byes: u32,
}

/// Two who meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    /// The first sits First in the first game.
    pub(crate) sides: [EntryId; 2],
    pub(crate) why: Sentence,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Round {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) bye: Option<(EntryId, Sentence)>,
}

/// Pairs everyone; none if no pairing without a rematch exists.
pub(crate) fn pair(players: &[Player<'_>]) -> Option<Round> {
    let mut left: Vec<&Player<'_>> = players.iter().collect();
    let most = players.iter().map(|player| player.met.len()).max().unwrap_or(0);
    let mut round = Round::default();
    if left.len() % 2 == 1 {
        let bye = rest(&left, most)?;
        let player = left.remove(bye);
        round.bye = Some((player.entry, why_rests(player)));
    } else if !is_free(left.len(), most) && !possible(&left) {
        return None;
    }
    while !left.is_empty() {
        let player = left.remove(0);
        let at = opponent(player, &left, most)?;
        let other = left.remove(at);
        round.pairs.push(meet(player, other));
    }
    Some(round)
}

fn can_meet(a: &Player<'_>, b: &Player<'_>) -> bool {
    a.met.binary_search(&b.entry).is_err()
}

/// Whether all of these can be paired.
fn possible(left: &[&Player<'_>]) -> bool {
    is_perfect(left.len(), |a, b| can_meet(left[a], left[b]))
}

fn possible_without(left: &[&Player<'_>], out: usize, most: usize) -> bool {
    is_free(left.len() - 1, most) || {
        let rest: Vec<_> = left.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, it)| *it).collect();
        possible(&rest)
    }
}

/// Dirac's theorem once more: whether so many, who each met no more than `most`, can all be paired, whoever they
/// are. Most rounds need no closer look.
fn is_free(count: usize, most: usize) -> bool {
    count.is_multiple_of(2) && 2 * count.saturating_sub(1 + most) >= count
}

/// Who rests: of those who rested least the last, if the others can be paired.
fn rest(left: &[&Player<'_>], most: usize) -> Option<usize> {
    let mut order: Vec<_> = (0..left.len()).collect();
    order.sort_by_key(|&at| (left[at].byes, Reverse(at)));
    order.into_iter().find(|&at| possible_without(left, at, most))
}

/// The opponent of the best of those not paired yet, by place in `left`.
fn opponent(player: &Player<'_>, left: &[&Player<'_>], most: usize) -> Option<usize> {
    let group = left.iter().take_while(|other| other.points == player.points).count();
    let lower_half = group / 2;
    let order = (lower_half..group).chain((0..lower_half).rev()).chain(group..left.len());
    order.into_iter().find(|&at| can_meet(player, left[at]) && possible_without(left, at, most))
}

fn meet(a: &Player<'_>, b: &Player<'_>) -> Pair {
    let wish =
        |player: &Player<'_>| (player.balance, player.last.map_or(0, |seat| i32::from(seat == Seat::First)));
    // Who sat First less often, then who sat Second last, then the lower of the two.
    let first = wish(a) < wish(b);
    let [one, two] = if first { [a, b] } else { [b, a] };
    let sides = [one.entry, two.entry];
    let begins = one.name;
    let together = if a.points == b.points {
        sentence!("both have {points}", "双方同积{points}分"; points = Noun::POINTS.of(a.points))
    } else {
        let (upper, lower, less) = (a.name, b.name, b.points);
        sentence!(
            "{upper} with {points} floats down to {lower} with {less}: nobody of its points is left whom it can meet",
            "{upper}（{points}分）下调与{lower}（{less}分）对阵：同分者中已无可对阵者";
            points = Noun::POINTS.of(a.points)
        )
    };
    let seat = if wish(a) == wish(b) {
        sentence!(
            "{begins} begins, as the lower of two with equal claims",
            "{begins}先手：条件相同，名次在后者先手"
        )
    } else {
        sentence!(
            "{begins} begins, having begun less often or not last",
            "{begins}先手：此前先手较少或上轮后手"
        )
    };
    Pair { sides, why: together.and(&Sentence::new("they have not met", "双方未曾对阵")).and(&seat) }
}

fn why_rests(player: &Player<'_>) -> Sentence {
    let (name, points, byes) = (player.name, Noun::POINTS.of(player.points), Noun::TIMES.of(player.byes));
    sentence!(
        "{name} rests: an odd number plays, and it is the last ({points}) of those who rested least ({byes}) without whom all others can be paired",
        "{name}轮空：人数为奇数，轮空最少（{byes}次）者中名次最末（{points}分）且其余可全部编排";
        name, points, byes
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn players(count: u32) -> Vec<Player<'static>> {
        let player = |id| Player {
            entry: EntryId(id),
            name: "",
            points: Points::ZERO,
            met: vec![],
            balance: 0,
            last: None,
            byes: 0,
        };
        (0..count).map(player).collect()
    }

    /// Plays a round: `better` says who of two wins.
    fn play(players: &mut [Player<'_>], round: &Round, better: impl Fn(EntryId, EntryId) -> bool) {
        let at = |players: &mut [Player<'_>], entry| {
            players.iter().position(|it| it.entry == entry).expect("it plays")
        };
        for pair in &round.pairs {
            let [a, b] = pair.sides;
            for (me, other, seat) in [(a, b, Seat::First), (b, a, Seat::Second)] {
                let me = at(players, me);
                players[me].met.push(other);
                players[me].met.sort_unstable();
                players[me].balance += if seat == Seat::First { 1 } else { -1 };
                players[me].last = Some(seat);
                if better(players[me].entry, other) {
                    players[me].points += Points::whole(1);
                }
            }
        }
        if let Some((entry, _)) = round.bye {
            let me = at(players, entry);
            players[me].byes += 1;
            players[me].points += Points::whole(1);
        }
        players.sort_by_key(|it| (Reverse(it.points), it.entry));
    }

    #[test]
    fn the_upper_half_meets_the_lower_half() {
        let round = pair(&players(8)).expect("a pairing");
        let met: Vec<_> = round
            .pairs
            .iter()
            .map(|pair| {
                let [a, b] = pair.sides.map(|it| it.0);
                (a.min(b), a.max(b))
            })
            .collect();
        assert_eq!(met, [(0, 4), (1, 5), (2, 6), (3, 7)]);
    }

    #[test]
    fn a_pairing_of_the_rest_stays_possible() {
        // 0 met 1, 2; 3 met 4, 5: of six with two triangles apart everyone crosses over.
        let mut six = players(6);
        for (a, b) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)] {
            for (me, other) in [(a, b), (b, a)] {
                six[me as usize].met.push(EntryId(other));
                six[me as usize].met.sort_unstable();
            }
        }
        assert!(pair(&six).is_some());
        for (a, b) in [(0, 3), (0, 4), (0, 5)] {
            six[a as usize].met.push(EntryId(b));
            six[b as usize].met.push(EntryId(a));
        }
        for it in &mut six {
            it.met.sort_unstable();
        }
        assert!(pair(&six).is_none(), "0 has met everyone");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(200)))]
        /// No rematch, nobody twice in a round, byes at most one apart, seats at most two apart while there is choice.
        #[test]
        fn rounds_never_repeat_and_are_total(count in 2u32..24, rounds in 1usize..12, strength in proptest::collection::vec(0u32..5, 24)) {
            let mut all = players(count);
            let mut met = std::collections::BTreeSet::new();
            for _ in 0..rounds {
                let Some(round) = pair(&all) else {
                    // None exists: for an odd number no choice of who rests leaves one.
                    let left: Vec<_> = all.iter().collect();
                    let exists = |left: &[&Player<'_>]| is_perfect(left.len(), |a, b| can_meet(left[a], left[b]));
                    if count % 2 == 0 {
                        prop_assert!(!exists(&left));
                    } else {
                        for out in 0..left.len() {
                            let rest: Vec<_> = left.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, it)| *it).collect();
                            prop_assert!(!exists(&rest));
                        }
                    }
                    break;
                };
                let mut here: Vec<_> = round.pairs.iter().flat_map(|pair| pair.sides).chain(round.bye.as_ref().map(|it| it.0)).collect();
                here.sort_unstable();
                prop_assert_eq!(here, (0..count).map(EntryId).collect::<Vec<_>>());
                for pair in &round.pairs {
                    let [a, b] = pair.sides;
                    prop_assert!(met.insert((a.min(b), a.max(b))), "{} and {} met before", a, b);
                }
                play(&mut all, &round, |a, b| (strength[a.index()], a) > (strength[b.index()], b));
            }
        }
    }
}
