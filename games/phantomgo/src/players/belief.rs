//! Guesses where the enemy's stones may stand: faster than a sample that keeps everything known, and good enough for
//! playouts.

use super::playout::any;
use crate::{Board, Known, Report};
use leitai_board::{Point, Points};
use leitai_core::{Eye, Rng, Seat};

/// The number of rounds in which chains without a liberty are given one.
const MENDS: usize = 12;
/// After this many rejected draws, the next point is taken however unlikely it is.
const DRAWS: usize = 12;

/// What a player remembers beyond its view.
#[derive(Default)]
pub(super) struct Belief {
    /// The points around captured own stones, where the enemy's stones stood.
    walls: Points,
}

impl Belief {
    pub(super) fn observe(&mut self, report: &Report, after: &Known) {
        let Eye::Seat(me) = after.eye() else { return };
        match *report {
            Report::Captured(seat, taken) if seat == me => {
                self.walls |= taken.border() - after.board().stones(me);
            }
            Report::Captured(_, taken) => self.walls -= taken,
            Report::Accepted(point) => self.walls -= Points::of(point),
            _ => {}
        }
    }

    /// The points where the enemy most likely stands.
    pub(super) fn felt(&self, board: &Board, me: Seat) -> Points {
        (board.denied(me) | self.walls) - board.stones(me) - board.taken()
    }

    /// A board that may be the truth: the enemy's stones stand where they were felt, and the rest preferably near the
    /// centre and next to each other rather than among own stones. Every chain has a liberty; on a crowded board, some
    /// of the enemy's stones may be left out to ensure this.
    pub(super) fn guess(&self, view: &Known, me: Seat, rng: &mut Rng) -> Board {
        let mut truth = *view.board();
        // A guess has all stones, whatever the table knows.
        truth.rules.seen = None;
        let own = truth.stones(me);
        let enemy = me.other().index();
        let count = u32::from(view.count(me.other()));
        let room = Points::BOARD - own - truth.taken();
        let felt = self.felt(&truth, me);
        // A point surrounded by such points may equally have been refused as suicide.
        let inner: Points =
            (felt - (Points::BOARD - felt).beside()).iter().filter(|_| rng.next() & 1 == 0).collect();
        let sure = felt - inner;
        let mut stones = sure;
        while stones.len() > count {
            let Some(point) = any(stones, rng) else { break };
            stones -= Points::of(point);
        }
        let hollow = room - inner;
        fill(&mut stones, count, own, hollow, rng);
        for _ in 0..MENDS {
            let empty = Points::BOARD - own - stones;
            let mut moved = Points::NONE;
            for chain in stones.parts().filter(|chain| (chain.beside() & empty).is_empty()) {
                let loose = chain - sure;
                moved |=
                    any(if loose.is_empty() { chain } else { loose }, rng).map_or(Points::NONE, Points::of);
            }
            for chain in own.parts().filter(|chain| (chain.beside() & empty).is_empty()) {
                let near = chain.border() & stones;
                let loose = near - sure;
                moved |=
                    any(if loose.is_empty() { near } else { loose }, rng).map_or(Points::NONE, Points::of);
            }
            if moved.is_empty() {
                break;
            }
            stones -= moved;
            fill(&mut stones, count, own, hollow - moved, rng);
        }
        truth.stones[enemy] = stones;
        if !truth.is_sound() {
            leave_out(&mut truth, me);
        }
        truth
    }
}

/// Adds stones until there are `count` of them or no room is left.
fn fill(stones: &mut Points, count: u32, own: Points, room: Points, rng: &mut Rng) {
    let eyes = (Points::BOARD - own) - (Points::BOARD - own).beside();
    while stones.len() < count {
        let free = room - *stones - eyes;
        let mut point = any(free, rng);
        for _ in 0..DRAWS {
            let Some(drawn) = point else { return };
            if rng.below(12) < weight(drawn, *stones, own) {
                break;
            }
            point = any(free, rng);
        }
        let Some(point) = point else { return };
        *stones |= Points::of(point);
    }
}

/// The likelihood, in twelfths, that an unseen stone stands on `point`.
fn weight(point: Point, stones: Points, own: Points) -> usize {
    let near = Points::of(point).border();
    let line = |x: u8| x.min(Point::SIDE - 1 - x).min(2);
    let open = [2, 4, 5][usize::from(line(point.x()).min(line(point.y())))];
    let friends = (near & stones).len().min(2) as usize;
    let foes = (near & own).len() as usize;
    // A stone that is nearly surrounded would have been felt or captured.
    (open + 3 * friends) >> foes.saturating_sub(1)
}

/// Removes the enemy's stones that would leave a chain without a liberty.
fn leave_out(truth: &mut Board, me: Seat) {
    let enemy = me.other();
    for seat in [enemy, me] {
        let chains = truth.stones(seat).parts().filter(|chain| (chain.border() & truth.empty()).is_empty());
        let smothered: Vec<Points> = chains.collect();
        for chain in smothered {
            let gone = if seat == enemy { chain } else { chain.border() & truth.stones(enemy) };
            truth.stones[enemy.index()] -= gone;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Phase, Rules};
    use leitai_core::{Position, State};

    #[test]
    fn guesses_keep_what_is_known_and_give_every_chain_a_liberty() {
        let (mut whole, mut all) = (0, 0);
        for seed in 0..10 {
            let mut rng = Rng::new(seed);
            let mut board = Board::new(Rules::default());
            let mut beliefs = [Belief::default(), Belief::default()];
            while board.phase() == Phase::Playing && board.ply() < 150 {
                let me = board.mover();
                let view = board.view(Eye::Seat(me));
                let belief = &beliefs[me.index()];
                let truth = belief.guess(&view, me, &mut rng);
                assert!(truth.is_sound());
                assert_eq!(truth.stones(me), board.stones(me));
                assert!((truth.stones(me.other()) & (board.stones(me) | board.taken())).is_empty());
                let (guessed, count) = (truth.stones(me.other()).len(), board.stones(me.other()).len());
                assert!(guessed <= count, "{guessed} of {count}");
                whole += u32::from(guessed == count);
                all += 1;

                let by = board.turn().next().expect("a seat owes an act");
                let act = board.random_move(by, &mut rng).expect("passing is always legal");
                let effect = board.act(&act);
                for seat in Seat::BOTH {
                    let mut told = Vec::new();
                    board.tell(by, &act, &effect, Eye::Seat(seat), &mut told);
                    let after = board.view(Eye::Seat(seat));
                    for report in &told {
                        beliefs[seat.index()].observe(report, &after);
                    }
                }
            }
        }
        // At the end of random games, hardly any point is empty.
        assert!(3 * whole > 2 * all, "{whole} of {all} have every stone");
    }

    #[test]
    fn around_stones_that_were_taken_stands_the_enemy() {
        let at = |x, y| Point::all().find(|point| (point.x(), point.y()) == (x, y)).expect("on the board");
        let mut board = Board::new(Rules::default());
        board.stones[1] = [at(1, 0), at(0, 1)].into_iter().collect();
        let corner = Points::of(at(0, 0));
        let mut belief = Belief::default();
        belief.observe(&Report::Captured(Seat::First, corner), &board.view(Eye::Seat(Seat::First)));
        assert_eq!(belief.felt(&board, Seat::First), board.stones(Seat::Second));
        belief.observe(&Report::Accepted(at(1, 0)), &board.view(Eye::Seat(Seat::First)));
        assert_eq!(belief.felt(&board, Seat::First), Points::of(at(0, 1)));
    }
}
