//! Turns that leave the other side no win by double threats that is found: those that promise most, and those with a stone
//! where its win leads through.

use super::proofs::{MOST_SINGLES, SHORT, prove};
use super::stops::pairs;
use super::turn_list::Stones;
use super::turn_walk::TurnWalk;
use super::vcdt::Vcdt;
use leitai_core::{Budget, Seat};
use leitai_search::{ProofSearch, SearchLimits, Walk, Which};
use std::cmp::Reverse;
use std::time::Duration;

/// The part of the turn's time, or of its nodes, for a win by double threats; the same for what the other side threatens, for
/// finding what stops it, and for a last look at the turn that was chosen.
const PROOFS: u32 = 12;
/// The most positions looked at to find out whether a turn lets the other side win by double threats.
const REFUTED: u64 = 200;
/// A search with single threats looks at so many times fewer positions, which take longer, and at this many at most.
const FEWER: u64 = 8;
const FAR: u64 = 1_000;
/// For how many turns the answers to a win by proof numbers are followed, to see where it leads through.
const DEEP: u32 = 2;
/// Turns that stand are no longer looked for once there are so many.
const ENOUGH: usize = 40;

/// A part of what a turn may cost.
pub(super) struct Part<'a> {
    budget: &'a Budget<'a>,
    positions: u64,
    /// When its first half ends and when it ends itself, in time since the turn was asked for.
    half: Duration,
    until: Duration,
}

impl<'a> Part<'a> {
    /// So many parts for searches for proofs, which begin now.
    pub(super) fn new(parts: u32, limits: SearchLimits, budget: &'a Budget<'a>) -> Part<'a> {
        let nodes = limits.nodes.into_iter().chain(budget.nodes).min();
        let positions = nodes.map_or(u64::MAX, |nodes| nodes / u64::from(PROOFS));
        let now = (budget.elapsed)();
        let aim = if limits.timed { budget.aim } else { budget.never };
        let time = aim.saturating_sub(now) / PROOFS * parts;
        Part { budget, positions, half: now.saturating_add(time / 2), until: now.saturating_add(time) }
    }

    fn is_over(&self) -> bool {
        (self.budget.elapsed)() >= self.until
    }
}

/// The searches that proofs come from.
pub(super) struct Provers {
    pub(super) vcdt: Vcdt,
    proofs: ProofSearch,
}

impl Provers {
    /// Searches whose tables take at most `bytes` bytes each.
    pub(super) fn new(bytes: u64) -> Provers {
        Provers { vcdt: Vcdt::new(bytes), proofs: ProofSearch::new(bytes) }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.vcdt.clear();
        self.proofs.clear();
    }

    /// The turn with which `side` would certainly win if it were to move with two stones, if it is found.
    pub(super) fn win(&mut self, walk: &mut TurnWalk, side: Seat, part: &Part<'_>) -> Option<[u16; 2]> {
        self.win_within(walk, side, part.positions, part)
    }

    /// The same by up to two single threats too, in what is left of the first half of the part.
    pub(super) fn far_win(&mut self, walk: &mut TurnWalk, side: Seat, part: &Part<'_>) -> Option<[u16; 2]> {
        let Provers { vcdt, proofs } = self;
        let most = (part.positions / FEWER).min(FAR);
        let is_over = || (part.budget.elapsed)() >= part.half;
        prove(proofs, vcdt, walk.field_mut(), side, MOST_SINGLES, most, &is_over)
    }

    fn win_within(
        &mut self,
        walk: &mut TurnWalk,
        side: Seat,
        most: u64,
        part: &Part<'_>,
    ) -> Option<[u16; 2]> {
        let Provers { vcdt, proofs } = self;
        prove(proofs, vcdt, walk.field_mut(), side, 0, most, &|| part.is_over())
    }

    /// Whether the other side certainly wins after this turn.
    pub(super) fn is_refuted(
        &mut self,
        walk: &mut TurnWalk,
        seat: Seat,
        turn: Stones,
        part: &Part<'_>,
    ) -> bool {
        walk.make(turn);
        let is_lost = !walk.is_over() && self.win(walk, seat.other(), part).is_some();
        walk.take_back(turn, ());
        is_lost
    }

    /// Appends the points that a win of `side` leads through, as far as its answers are followed for so many turns.
    fn lead(&mut self, walk: &mut TurnWalk, side: Seat, deep: u32, part: &Part<'_>, zone: &mut Vec<u16>) {
        if part.is_over() {
            return;
        }
        let straight = self.vcdt.zone(walk.field_mut(), side, SHORT, true);
        if !straight.is_empty() {
            zone.extend(straight);
            return;
        }
        let Some(turn) = self.win_within(walk, side, part.positions.min(REFUTED), part) else { return };
        let mut answers = Vec::new();
        let field = walk.field_mut();
        field.place_all(side, &turn);
        let threats = field.threats(side);
        pairs(&threats, &mut answers);
        zone.extend(turn);
        zone.extend(threats.iter().flat_map(|gaps| gaps.iter()));
        for answer in answers.iter().filter(|_| deep > 0) {
            walk.field_mut().place_all(side.other(), answer);
            self.lead(walk, side, deep - 1, part, zone);
            walk.field_mut().lift_all(side.other(), answer);
        }
        walk.field_mut().lift_all(side, &turn);
    }

    /// The turns of `seat`, to move with two stones, after which no win of the other side is found, best first, where that
    /// side wins after `passed`, or after a pass; `None` if none was found.
    pub(super) fn defences(
        &mut self,
        walk: &mut TurnWalk,
        seat: Seat,
        passed: Option<Stones>,
        part: &Part<'_>,
    ) -> Option<Vec<Stones>> {
        let other = seat.other();
        if let Some(turn) = passed {
            walk.make(turn);
        }
        let mut zone = Vec::new();
        self.lead(walk, other, DEEP, part, &mut zone);
        zone.sort_unstable();
        zone.dedup();
        if let Some(turn) = passed {
            walk.take_back(turn, ());
        }
        let mut turns = Vec::new();
        walk.acts(Which::All, &mut turns);
        turns.extend(walk.list().turns_through(&zone));
        turns.sort_unstable();
        turns.dedup();
        // What stops the win by itself leaves the other stone free.
        let field = walk.field_mut();
        let alone: Vec<u16> = zone
            .into_iter()
            .filter(|point| {
                if part.is_over() {
                    return false;
                }
                field.place(seat, *point);
                let stops = self.vcdt.win(field, other, SHORT, true).is_none();
                field.lift(seat, *point);
                stops
            })
            .collect();
        turns.sort_by_cached_key(|turn| {
            (!turn.iter().any(|point| alone.contains(&point)), Reverse(walk.list().promise(*turn)))
        });
        let mut standing = Vec::new();
        for turn in turns.into_iter().filter(|turn| Some(*turn) != passed) {
            if standing.len() == ENOUGH || part.is_over() {
                break;
            }
            walk.make(turn);
            let most = part.positions.min(REFUTED);
            let lost = !walk.is_over() && self.win_within(walk, other, most, part).is_some();
            walk.take_back(turn, ());
            if !lost {
                standing.push(turn);
            }
        }
        (!standing.is_empty()).then_some(standing)
    }
}

#[cfg(test)]
mod tests {
    use super::super::replays::position;
    use super::super::turn_list::{ELSEWHERE, STONES, THREATS};
    use super::*;
    use leitai_core::Rng;

    /// Positions in which the side to move loses by double threats if it passes.
    fn threatened() -> impl Iterator<Item = (TurnWalk, Seat)> {
        let mut rng = Rng::new(21);
        std::iter::repeat_with(move || position(&mut rng)).flatten().filter_map(|(board, seat)| {
            let mut walk = TurnWalk::new(&board, seat, Vcdt::default());
            let mut vcdt = Vcdt::new(1 << 20);
            let wins = vcdt.win(walk.field_mut(), seat, 100, true).is_some();
            let loses = vcdt.win(walk.field_mut(), seat.other(), SHORT, true).is_some();
            (loses && !wins).then_some((walk, seat))
        })
    }

    /// A stone elsewhere, which threatens nothing, leaves the win as it was.
    #[test]
    fn a_win_leads_through_nothing_but_its_zone() {
        let mut outside = 0;
        for (mut walk, seat) in threatened().take(30) {
            let mut vcdt = Vcdt::new(1 << 20);
            let field = walk.field_mut();
            let before = field.key();
            let zone = vcdt.zone(field, seat.other(), SHORT, true);
            assert_eq!(field.key(), before, "the field is left unchanged");
            let points: Vec<u16> = field.empty().filter(|point| !zone.contains(point)).collect();
            for point in points {
                field.place(seat, point);
                if !field.has_threes(seat) && !field.has_fours(seat) {
                    outside += 1;
                    assert!(vcdt.win(field, seat.other(), 10_000, true).is_some(), "{point} stops it");
                }
                field.lift(seat, point);
            }
        }
        assert!(outside > 500, "{outside} stones");
    }

    /// After each turn that is kept no win is found, also by a search that knows nothing; some would not have been listed.
    #[test]
    fn defences_stand_and_go_beyond_the_list() {
        let (mut standing, mut beyond) = (0, 0);
        let part =
            || Part { budget: &Budget::UNTIMED, positions: 40, half: Duration::MAX, until: Duration::MAX };
        for (mut walk, seat) in threatened().take(12) {
            let mut listed = Vec::new();
            walk.acts(Which::All, &mut listed);
            let turns = Provers::new(1 << 20).defences(&mut walk, seat, None, &part()).unwrap_or_default();
            for turn in turns {
                standing += 1;
                beyond += u32::from(!listed.contains(&turn));
                let mut fresh = Provers::new(1 << 20);
                assert!(!fresh.is_refuted(&mut walk, seat, turn, &part()), "{turn:?} loses");
            }
        }
        assert!(standing > 50 && beyond > 10, "{standing} turns, {beyond} of them not listed");
    }

    /// Where a pass loses, all but a few of the listed turns stand in the way of the win or threaten something; a stone that
    /// promises little by itself is listed with one that makes it promising.
    #[test]
    fn what_is_listed_may_stop_a_win() {
        let (mut forced, mut beside) = (0, 0);
        for (mut walk, seat) in threatened().take(40) {
            let mut listed = Vec::new();
            walk.acts(Which::All, &mut listed);
            let zone = Vcdt::default().zone(walk.field_mut(), seat.other(), THREATS, true);
            let mut elsewhere = 0;
            let alone = walk.list().board.promising(seat, STONES);
            for turn in listed {
                let is_best = |point: u16| alone.iter().any(|(_, best)| *best == point);
                beside += u32::from(turn.iter().any(|point| !is_best(point) && !zone.contains(&point)));
                if !zone.is_empty() && !walk.field_mut().has_fours(seat.other()) {
                    forced += 1;
                    walk.make(turn);
                    let threatens = walk.field_mut().has_fours(seat);
                    walk.take_back(turn, ());
                    elsewhere += usize::from(!threatens && turn.iter().all(|point| !zone.contains(&point)));
                }
            }
            assert!(elsewhere <= ELSEWHERE, "{elsewhere} turns");
        }
        assert!(
            forced > 300 && beside > 30,
            "{forced} turns, {beside} with a stone that promises little alone"
        );
    }
}
