//! Flat Monte-Carlo: truths that fit what is known are played out at random, and the point tried whose stones did best
//! (Cazenave 2005).

use super::belief::Belief;
use super::playout::play_out;
use crate::{Act, Board, Known, Phase, Report};
use leitai_board::Point;
use leitai_core::{Actor, Budget, Engine, Info, Rng, Seat, State};
use leitai_search::expected;

/// Games played out for the first try of a turn, each in a truth of its own.
const PLAYOUTS: u64 = 1_000;
/// After a refusal so small a part of them is played out anew, and what was found before weighs so much less.
const RENEWED: u64 = 8;
/// Fewer say nothing.
const LEAST: u64 = 8;
/// Games played out between two looks at the time.
const LOOK: u64 = 32;
/// What a game won is worth, and each point of the lead.
const WON: i64 = 600;
const LEAD: i64 = 5;
/// Average games that every point is given before the first.
const PRIOR: i64 = 20;
/// Fractions of the worth: so finely points are compared.
const FINE: i64 = 1_000;

/// Built-in level `medium`.
pub(crate) struct Medium {
    rng: Rng,
    belief: Belief,
    tally: Tally,
    /// The ply of which the tally is.
    ply: Option<u16>,
}

impl Medium {
    pub(crate) fn new(seed: u64) -> Self {
        Medium { rng: Rng::new(seed), belief: Belief::default(), tally: Tally::default(), ply: None }
    }
}

impl Engine<Board> for Medium {
    fn told(&mut self, report: &Report, after: &Known) {
        self.belief.told(report, after);
    }

    fn think(
        &mut self,
        me: Seat,
        view: &Known,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Act>),
        turn: &mut Vec<Act>,
    ) {
        let board = view.board();
        if board.phase() != Phase::Playing {
            turn.extend(view.random_move(Actor::Seat(me), &mut self.rng));
            return;
        }
        let wanted = board.untried(me) - board.eyes(me);
        let fresh = wanted - self.belief.felt(board, me);
        if !fresh.is_many() {
            // Asking costs only time: where an enemy was felt is tried again when nothing else is left.
            let pick = fresh.nth(0).or_else(|| wanted.nth(0));
            turn.push(pick.map_or(Act::Pass, Act::Try));
            return;
        }
        let mut playouts = budget.nodes.map_or(PLAYOUTS, |nodes| nodes.min(PLAYOUTS));
        if self.ply == Some(board.ply()) {
            self.tally.fade();
            playouts /= RENEWED;
        } else {
            self.tally = Tally::default();
            self.ply = Some(board.ply());
        }
        let most = playouts.max(LEAST);
        let mut playouts = 0;
        while playouts < most && !(playouts.is_multiple_of(LOOK) && playouts > 0 && budget.is_exhausted()) {
            playouts += 1;
            let truth = self.belief.guess(view, me, &mut self.rng);
            let ended = play_out(truth, me.other(), &mut self.rng);
            let lead = if me == Seat::First { ended.lead } else { -ended.lead };
            // Of equals white wins.
            let won = (ended.lead > 0) == (me == Seat::First);
            self.tally.all.count(won, lead);
            for point in (ended.first[me.index()] & fresh).iter() {
                self.tally.points[usize::from(point.bit())].count(won, lead);
            }
        }
        let rng = &mut self.rng;
        let Some(best) = fresh.iter().max_by_key(|point| (self.tally.worth(*point), rng.next())) else {
            return;
        };
        let expected = expectation(self.tally.all, board.ply(), me);
        say(Info { depth: 1, nodes: playouts, expected, proved: None, line: vec![Act::Try(best)] });
        turn.push(Act::Try(best));
    }
}

/// What games played out at random say of the result: early they think too little of whoever is on turn, late too much, and
/// First wins oftener than they do. Fitted by logistic regression on 3,000 positions of games between two of this level
/// (`leitai bench players --calibration phantomgo --positions 3000 --json`).
fn expectation(all: Sum, ply: u16, me: Seat) -> f32 {
    // One more game for each side, so that none is certain.
    let odds = (all.won + 1) as f32 / (all.games - all.won + 1) as f32;
    let late = f32::from(ply) / 40.0;
    let first = if me == Seat::First { 0.34 } else { -0.34 };
    expected(0.80 * odds.ln() + 1.05 - 1.33 * late + first)
}

/// Games of a point.
#[derive(Clone, Copy, Default)]
struct Sum {
    games: i64,
    won: i64,
    lead: i64,
}

impl Sum {
    fn count(&mut self, won: bool, lead: i32) {
        self.games += 1;
        self.won += i64::from(won);
        self.lead += i64::from(lead);
    }

    fn fade(&mut self) {
        let part = RENEWED as i64;
        for sum in [&mut self.games, &mut self.won, &mut self.lead] {
            *sum = *sum * (part - 1) / part;
        }
    }

    const fn worth(&self) -> i64 {
        WON * self.won + LEAD * self.lead
    }
}

/// All games, and of each point those in which the seat played there before the enemy did.
struct Tally {
    all: Sum,
    points: [Sum; 128],
}

impl Default for Tally {
    fn default() -> Self {
        Tally { all: Sum::default(), points: [Sum::default(); 128] }
    }
}

impl Tally {
    /// What was found before the last refusal weighs less.
    fn fade(&mut self) {
        self.all.fade();
        self.points.iter_mut().for_each(Sum::fade);
    }

    fn worth(&self, point: Point) -> i64 {
        let sum = &self.points[usize::from(point.bit())];
        let mean = self.all.worth() / self.all.games.max(1);
        FINE * (sum.worth() + PRIOR * mean) / (sum.games + PRIOR)
    }
}
