//! The players that search: `medium` and `hard` by a fixed number of stones, `best` by the clock.

use super::easy::Easy;
use super::mind::Mind;
use super::opener::Opener;
use crate::phase::{Offers, Phase, Side};
use crate::{Board, Move, Point};
use leitai_core::{Actor, Budget, Engine, Info, Position, Seat, State};
use leitai_search::{SearchLimits, SearchResult};
use std::time::Duration;

/// Most stones searched for each of the fifth stones that white chooses from.
const CHOOSING: u64 = 10_000;

/// A mind that chooses stones; openings, announcements and sides follow a table, or the rules of `easy`.
pub(super) struct Strong<M> {
    easy: Easy,
    opener: Option<Opener>,
    seed: u64,
    mind: M,
    limits: SearchLimits,
}

impl<M: Mind> Strong<M> {
    pub(super) fn new(mind: M, limits: SearchLimits, seed: u64) -> Self {
        Strong { easy: Easy::new(seed), opener: None, seed, mind, limits }
    }

    /// The same, with the table of openings.
    pub(super) fn with_table(self) -> Self {
        Strong { opener: Some(Opener::new(self.seed)), ..self }
    }

    fn next(
        &mut self,
        board: &Board,
        shown: &mut Vec<Point>,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Move>),
    ) -> Move {
        if let Some((m, expected)) = self.opener.as_mut().and_then(|opener| opener.next(board, shown)) {
            say(Info { depth: 1, nodes: 0, expected, proved: None, line: vec![m] });
            return m;
        }
        let side = match board.phase() {
            Phase::Fourth(_) => Side::White,
            Phase::Offer(..) => Side::Black,
            Phase::Play(play) if play.claimable().is_none() || play.side == Side::Black => play.side,
            Phase::Choose(offers) => return Move::Choose(self.least(board, offers, budget)),
            _ => return self.easy.next(board, shown).0,
        };
        let by = Actor::Seat(board.seat(side));
        let act = if matches!(board.phase(), Phase::Offer(..)) { Move::Offer } else { Move::Place };
        let may = |point: &Point| board.check(by, &act(*point)).is_ok();
        let points: Vec<Point> = self.mind.allowed(board, side).into_iter().filter(may).collect();
        if points.is_empty() || board.placed() == 0 {
            // Every remaining point is forbidden, there is none, or all are equal.
            return self.easy.next(board, shown).0;
        }
        let mut say = |found: &SearchResult<Point>| {
            let (first, rest) =
                found.line.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
            say(found.info(
                first
                    .map(|point| act(*point))
                    .into_iter()
                    .chain(rest.iter().map(|point| Move::Place(*point)))
                    .collect(),
            ));
        };
        act(self.mind.stone(board, side, points, self.limits, budget, &mut say))
    }

    /// The fifth stone after which white, to move, stands best.
    fn least(&mut self, board: &Board, offers: &Offers, budget: &Budget<'_>) -> Point {
        let mut least: Option<(f32, Point)> = None;
        let nodes = self.limits.nodes.unwrap_or(u64::MAX).min(CHOOSING);
        for point in offers.iter() {
            let mut after = *board;
            after.play(Actor::Seat(board.seat(Side::White)), &Move::Choose(point));
            let limits = SearchLimits { nodes: Some(nodes), ..self.limits };
            let expected = self.mind.expected(&after, Side::White, limits, budget);
            if least.is_none_or(|(most, _)| expected > most) {
                least = Some((expected, point));
            }
        }
        least.map_or(Point::CENTRE, |(_, point)| point)
    }
}

impl<M: Mind> Engine<Board> for Strong<M> {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let by = Actor::Seat(me);
        let (mut board, mut shown) = (*view, Vec::new());
        loop {
            // Leave a share of the time for each act still to come this turn.
            let acts = match board.phase() {
                Phase::Offer(count, offers) => u32::from(count - offers.len()),
                Phase::Choose(_) => 2,
                _ => 1,
            };
            let spent = (budget.elapsed)();
            let share = |limit: Duration| spent.saturating_add(limit.saturating_sub(spent) / acts.max(1));
            let part = Budget { aim: share(budget.aim), never: share(budget.never), ..*budget };
            let m = self.next(&board, &mut shown, &part, say);
            let before = board.turn();
            board.play(by, &m);
            turn.push(m);
            if !before.goes_on(board.turn(), by) {
                return;
            }
        }
    }
}
