//! Rounds of a Swiss system: the limits they observe, and the reasons they give.

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

/// Plays a round: `better` decides which of two wins.
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
    // 0 met 1, 2; 3 met 4, 5: the six form two separate triangles, so everyone crosses over.
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
    /// No rematch and nobody twice in a round; byes at most one apart and seats at most two, unless there is no
    /// such pairing.
    #[test]
    fn rounds_never_repeat_and_keep_within_their_limits(count in 2u32..24, rounds in 1usize..12, strength in proptest::collection::vec(0u32..5, 24)) {
        let mut all = players(count);
        let mut met = std::collections::BTreeSet::new();
        for _ in 0..rounds {
            let exists = |limits| exists(&all, limits);
            let Some(round) = pair(&all) else {
                prop_assert!(!exists(LIMITS[3]));
                break;
            };
            let mut here: Vec<_> = round.pairs.iter().flat_map(|pair| pair.sides).chain(round.bye.as_ref().map(|it| it.0)).collect();
            here.sort_unstable();
            prop_assert_eq!(here, (0..count).map(EntryId).collect::<Vec<_>>());
            for pair in &round.pairs {
                let [a, b] = pair.sides;
                prop_assert!(met.insert((a.min(b), a.max(b))), "{} and {} met before", a, b);
            }
            let held = kept(&all, &round);
            for limits in LIMITS.into_iter().take_while(|limits| *limits != held) {
                prop_assert!(!exists(limits), "{:?} could be kept, and only {:?} are", limits, held);
            }
            play(&mut all, &round, |a, b| (strength[a.index()], a) > (strength[b.index()], b));
        }
    }

    /// Over as many rounds as are possible without a forced pairing, the limits hold for everybody over the whole
    /// event.
    #[test]
    fn byes_are_at_most_one_apart_and_seats_at_most_two(count in 8u32..40, strength in proptest::collection::vec(0u32..5, 40)) {
        let mut all = players(count);
        // As many rounds as single out one winner: no pairing is forced by then.
        for _ in 0..count.next_power_of_two().ilog2() {
            let round = pair(&all).expect("there are many opponents left");
            play(&mut all, &round, |a, b| (strength[a.index()], a) > (strength[b.index()], b));
            let byes = || all.iter().map(|it| it.byes);
            prop_assert!(byes().max().unwrap() - byes().min().unwrap() <= 1);
            for it in &all {
                prop_assert!(it.balance.abs() <= 2, "{} of {}", it.balance, it.entry);
            }
        }
    }
}

/// Whether there is a pairing of all players within these limits.
fn exists(all: &[Player<'_>], limits: PairingLimits) -> bool {
    let pairing = Pairing::new(all, limits);
    let left: Vec<_> = all.iter().collect();
    if left.len() % 2 == 0 {
        return pairing.possible(&left);
    }
    let least = left.iter().map(|it| it.byes).min();
    let may = |out: &usize| !limits.byes || Some(left[*out].byes) == least;
    (0..left.len()).filter(may).any(|out| {
        let rest: Vec<_> = left.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, it)| *it).collect();
        pairing.possible(&rest)
    })
}

/// The limits that a round keeps.
fn kept(all: &[Player<'_>], round: &Round) -> PairingLimits {
    let of = |entry| all.iter().find(|it| it.entry == entry).expect("it plays");
    let least = all.iter().map(|it| it.byes).min();
    let seats = round.pairs.iter().all(|pair| {
        let [first, second] = pair.sides.map(of);
        first.balance < 2 && second.balance > -2
    });
    let byes = round.bye.as_ref().is_none_or(|(entry, _)| Some(of(*entry).byes) == least);
    PairingLimits { seats, byes }
}

/// A reason names what brought two of unequal points together, and nothing else.
#[test]
fn reasons_name_the_true_cause() {
    let said = |all: &[Player<'_>]| {
        let round = pair(all).expect("a pairing");
        round.pairs.iter().map(|pair| pair.why.to(crate::Lang::En).to_owned()).collect::<Vec<_>>()
    };
    let with = |points: &[i64]| {
        let mut all = players(points.len() as u32);
        all.iter_mut().zip(points).for_each(|(it, points)| it.points = Points::whole(*points));
        all
    };
    let meet = |all: &mut [Player<'_>], a: usize, b: usize| {
        for (me, other) in [(a, b), (b, a)] {
            let other = all[other].entry;
            all[me].met.push(other);
            all[me].met.sort_unstable();
        }
    };
    let alone = with(&[3, 2, 2, 1]);
    assert!(said(&alone)[0].contains("nobody else with its points is left"), "{:?}", said(&alone));
    let mut all_met = with(&[2, 2, 1, 1]);
    meet(&mut all_met, 0, 1);
    assert!(said(&all_met)[0].contains("it has met all others with its points"), "{:?}", said(&all_met));
    let mut seats = with(&[2, 2, 1, 1]);
    (seats[0].balance, seats[1].balance) = (2, 2);
    assert!(said(&seats)[0].contains("twice too often or too seldom"), "{:?}", said(&seats));
    let mut others = with(&[2, 2, 1, 1]);
    meet(&mut others, 2, 3);
    assert!(said(&others)[0].contains("the others could not all be paired"), "{:?}", said(&others));
    let mut began = with(&[1, 1]);
    (began[0].last, began[1].last) = (Some(Seat::First), Some(Seat::Second));
    assert!(said(&began)[0].ends_with("as  did in its last match"), "{:?}", said(&began));
    began[0].balance = -1;
    assert!(said(&began)[0].ends_with("having done so less often"), "{:?}", said(&began));
}
