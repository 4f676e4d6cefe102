//! Flat Monte Carlo: plays out truths that fit what is known at random, and tries the point whose stones did best
//! (Cazenave 2005).

use super::belief::Belief;
use super::playout::play_out;
use crate::{Act, Board, Known, Phase, Report};
use leitai_board::Point;
use leitai_core::{Actor, Budget, Engine, Info, Rng, Seat, State};
use leitai_search::expected;

/// The number of playouts for the first try of a turn, each from its own truth.
const PLAYOUTS: u64 = 1_000;
/// After a refusal, one in this many playouts is repeated, and earlier results lose the same share of their weight.
const RENEWED: u64 = 8;
/// The fewest playouts that are meaningful.
const LEAST: u64 = 8;
/// The number of playouts between two checks of the time.
const LOOK: u64 = 32;
/// The value of a won game, and of each point of the lead.
const WON: i64 = 600;
const LEAD: i64 = 5;
/// The number of average games that every point is credited with before its first.
const PRIOR: i64 = 20;
/// The resolution with which the values of points are compared.
const FINE: i64 = 1_000;

/// Built-in level `medium`.
pub(crate) struct Medium {
    rng: Rng,
    belief: Belief,
    tally: Tally,
    /// The ply that the tally belongs to.
    ply: Option<u16>,
}

impl Medium {
    pub(crate) fn new(seed: u64) -> Self {
        Medium { rng: Rng::new(seed), belief: Belief::default(), tally: Tally::default(), ply: None }
    }
}

impl Engine<Board> for Medium {
    fn observe(&mut self, report: &Report, after: &Known) {
        self.belief.observe(report, after);
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
            // Trying costs only time, so points where an enemy was felt are tried again when nothing else is left.
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
            // White wins when the areas are equal.
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

/// The expected result, corrected for the errors of random playouts: they underrate the side on turn early in the game
/// and overrate it late, and they underrate First throughout. Fitted by logistic regression on 3,000 positions from
/// games between two players of this level (`leitai bench players --calibration phantomgo --positions 3000 --json`).
fn expectation(all: Sum, ply: u16, me: Seat) -> f32 {
    // Each side is credited with one more game, so that no result is certain.
    let odds = (all.won + 1) as f32 / (all.games - all.won + 1) as f32;
    let late = f32::from(ply) / 40.0;
    let first = if me == Seat::First { 0.34 } else { -0.34 };
    expected(0.80 * odds.ln() + 1.05 - 1.33 * late + first)
}

/// The results of the games counted for a point.
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

/// The results of all games and, for each point, of those in which the seat held or played it before the enemy did.
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
    /// Reduces the weight of what was found before the last refusal.
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
