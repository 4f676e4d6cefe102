//! Turns that take one of the other side's stones to stop, and leave it the other.

use super::field::Field;
use super::stops::{least, singles};
use leitai_core::Seat;
use std::cmp::Reverse;

/// How many of the best stones are tried beside one that threatens.
const FREE: usize = 16;
/// How many stones that threaten are tried.
const FOURS: usize = 24;

/// The turns of a side that cannot complete six this turn after which one stone stops all that it threatens, while the other
/// side threatens nothing; at most `most`, those first after whose stop the side stands best.
pub(super) fn single_threats(field: &mut Field, seat: Seat, most: usize) -> Vec<[u16; 2]> {
    let theirs = field.threats(seat.other());
    if least(&theirs) > 2 {
        return Vec::new();
    }
    let fours = best(field, seat, field.threes(seat), FOURS);
    let mut free = best(field, seat, field.twos(seat).chain(field.threes(seat)), FREE);
    free.extend(theirs.iter().flat_map(|gaps| gaps.iter()));
    let mut turns: Vec<[u16; 2]> = fours
        .iter()
        .flat_map(|a| free.iter().filter(move |b| a != *b).map(move |b| [*a.min(b), *a.max(b)]))
        .filter(|[a, b]| theirs.iter().all(|gaps| gaps.has(*a) || gaps.has(*b)))
        .collect();
    turns.extend(field.pairs(seat));
    turns.sort_unstable();
    turns.dedup();
    let mut rated: Vec<(Reverse<i32>, [u16; 2])> = turns
        .into_iter()
        .filter_map(|turn| {
            let first = field.gain(seat, turn[0]);
            field.place(seat, turn[0]);
            let gain = first + field.gain(seat, turn[1]);
            field.place(seat, turn[1]);
            let loss = stopped(field, seat);
            field.lift_all(seat, &turn);
            loss.map(|loss| (Reverse(gain - loss), turn))
        })
        .collect();
    rated.sort_unstable();
    rated.truncate(most);
    rated.into_iter().map(|(_, turn)| turn).collect()
}

/// What the stone that best stops the threats of a side gains for the other, if one stops them and needs to.
fn stopped(field: &Field, seat: Seat) -> Option<i32> {
    let other = seat.other();
    if field.has_fours(other) {
        return None;
    }
    let threats = field.threats(seat);
    if least(&threats) != 1 {
        return None;
    }
    singles(&threats).map(|stop| field.gain(other, stop)).max()
}

/// The gaps of these windows that gain most, best first, at most so many.
fn best(field: &Field, seat: Seat, windows: impl Iterator<Item = u16>, most: usize) -> Vec<u16> {
    let mut points: Vec<u16> = windows.flat_map(|window| field.gaps(window)).collect();
    points.sort_unstable();
    points.dedup();
    points.sort_by_cached_key(|point| (Reverse(field.gain(seat, *point)), *point));
    points.truncate(most);
    points
}

#[cfg(test)]
mod tests {
    use super::super::replays::position;
    use super::*;
    use leitai_core::Rng;
    use std::collections::HashSet;

    /// Each turn that is listed needs one stone to stop and leaves the other side no threat, whatever it threatened before.
    #[test]
    fn one_stone_stops_what_is_listed_and_nothing_less() {
        let (mut rng, mut seen, mut stopping) = (Rng::new(5), 0, 0);
        for (board, seat) in std::iter::repeat_with(|| position(&mut rng)).flatten().take(300) {
            let mut field = Field::new(&board);
            let before = field.clone();
            let turns = single_threats(&mut field, seat, usize::MAX);
            assert_eq!(field, before);
            let different: HashSet<[u16; 2]> = turns.iter().copied().collect();
            assert_eq!(different.len(), turns.len());
            stopping += if field.has_fours(seat.other()) { turns.len() } else { 0 };
            let best = single_threats(&mut field, seat, 5);
            assert!(turns.starts_with(&best) && best.len() == turns.len().min(5));
            for turn in turns {
                seen += 1;
                field.place_all(seat, &turn);
                assert!(field.needed(seat) == 1 && !field.has_fours(seat.other()), "{turn:?} in {board:?}");
                field.lift_all(seat, &turn);
            }
        }
        assert!(seen > 10_000 && stopping > 100, "{seen} turns, {stopping} that stop something");
    }
}
