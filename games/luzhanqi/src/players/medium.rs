//! Two-ply search over samples: tries every move in truths that fit what is known, each with the enemy's best capture
//! after it.

use super::easy::Easy;
use crate::point::each;
use crate::{Act, Board, End, Fight, Known, Phase, Point, Rank};
use leitai_core::{Actor, Budget, Engine, Info, Position, Rng, Sample, Seat, State};
use leitai_search::expected;

/// The number of truths drawn for one move.
const SAMPLES: usize = 32;
/// The fewest truths that are meaningful.
const LEAST_SAMPLES: usize = 4;

/// The value of each rank, a to l, in hundredths.
const WORTH: [i32; 12] = [6000, 4500, 3000, 2000, 1400, 900, 600, 400, 1200, 1000, 1800, 100_000];
/// The value of winning the game.
const WON: i32 = 200_000;
/// The value of a row forward, and of a camp.
const FORWARD: i32 = 40;
const CAMP: i32 = 150;
/// The weight, in percent, of what the enemy could capture next, and of what the own side could capture after that:
/// neither side knows everything.
const FEARED: i32 = 70;
const HOPED: i32 = 25;
/// A move that gains this much captures the flag; one that loses this much lets the own flag be captured.
const FLAG: i32 = 50_000;
const HANGS: i32 = -FLAG;
/// The expected results in these cases, which are not certain because truths are guessed.
const TAKES: f32 = 0.9;
const LOSES: f32 = 0.03;
/// The log-odds of a lead of all pieces, and the most that any lead is worth. Fitted with the two constants above on
/// 6,000 positions from games between two players of this level (`leitai bench players --calibration luzhanqi
/// --positions 6000`).
const LEAD: f32 = 3.3;
const MOST: f32 = 1.8;

/// Built-in level `medium`.
pub(crate) struct Medium {
    easy: Easy,
    rng: Rng,
}

impl Medium {
    pub(crate) const fn new(seed: u64) -> Self {
        Medium { easy: Easy::new(seed), rng: Rng::new(seed) }
    }
}

impl Engine<Board> for Medium {
    fn think(
        &mut self,
        me: Seat,
        view: &Known,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Act>),
        turn: &mut Vec<Act>,
    ) {
        if view.board().phase() == Phase::Laying {
            turn.extend(self.easy.layout(view.board(), me));
            return;
        }
        let mut moves = Vec::new();
        view.moves(Actor::Seat(me), &mut moves);
        if moves.len() <= 1 {
            turn.extend(moves);
            return;
        }
        let most = budget.nodes.map_or(SAMPLES, |nodes| nodes as usize / moves.len());
        let most = most.clamp(LEAST_SAMPLES, SAMPLES);
        let mut samples = vec![Board::sample(view, &mut self.rng)];
        while samples.len() < most && !budget.is_exhausted() {
            samples.push(Board::sample(view, &mut self.rng));
        }
        let mut best = (i32::MIN, moves[0]);
        for m in &moves {
            if best.0 > i32::MIN && budget.is_exhausted() {
                break;
            }
            let sum: i32 = samples.iter().map(|truth| value(truth, me, *m)).sum();
            // Chooses at random among equal moves.
            let value =
                sum / samples.len() as i32 + outlook(view.board(), me, *m) + self.rng.below(100) as i32;
            if value > best.0 {
                best = (value, *m);
            }
        }
        say(Info {
            depth: 2,
            nodes: (samples.len() * moves.len()) as u64,
            expected: expectation(&samples, me, best.1),
            proved: None,
            line: vec![best.1],
        });
        turn.push(best.1);
    }
}

/// The expected result of a move, averaged over truths that fit what is known. It follows from the lead in pieces after
/// the move, relative to all pieces standing; if a flag is in reach, the game is nearly decided.
fn expectation(samples: &[Board], me: Seat, m: Act) -> f32 {
    let one = |truth: &Board| {
        let gain = value(truth, me, m);
        let [mine, theirs] = [me, me.other()].map(|seat| material(truth, seat));
        match gain {
            FLAG.. => TAKES,
            ..=HANGS => LOSES,
            _ => {
                let lead = (mine - theirs + gain) as f32 / (mine + theirs).max(1) as f32;
                expected((LEAD * lead).clamp(-MOST, MOST))
            }
        }
    };
    samples.iter().map(one).sum::<f32>() / samples.len() as f32
}

/// The value of a side's pieces in one truth, without the flag.
fn material(truth: &Board, seat: Seat) -> i32 {
    let pieces = each(truth.stands[seat.index()]).filter_map(|point| truth.piece(point));
    let ranks = pieces.filter_map(|(owner, home)| truth.rank(owner, home));
    ranks.filter(|rank| *rank != Rank::Flag).map(|rank| WORTH[rank.index()]).sum()
}

/// The gain of a move for its side in one truth, including the best captures after it. A draw takes the lead from whoever
/// stands better.
fn value(truth: &Board, me: Seat, m: Act) -> i32 {
    let Act::Go(from, to) = m else { return 0 };
    let mut after = *truth;
    let made = captured(truth, from, to);
    after.play(Actor::Seat(me), &m);
    match after.phase() {
        Phase::Over(End::NobodyMoves | End::IdleDraw) => {
            return material(truth, me.other()) - material(truth, me);
        }
        Phase::Over(end) => {
            return if end.outcome().winner == Some(me) { WON } else { -WON };
        }
        Phase::Laying | Phase::Moving(_) | Phase::Judging(_) => {}
    }
    made - best_capture(&after, me.other()) * FEARED / 100 + best_capture(&after, me) * HOPED / 100
}

/// The gain of a side's best immediate capture; 0 if none pays.
fn best_capture(board: &Board, seat: Seat) -> i32 {
    let others = board.stands[seat.other().index()];
    let captures = each(board.stands[seat.index()])
        .flat_map(|from| each(board.reach(seat, from) & others).map(move |to| captured(board, from, to)));
    captures.max().unwrap_or(0).max(0)
}

/// What the moving side gains and loses by a fight; 0 if there is none.
fn captured(board: &Board, from: Point, to: Point) -> i32 {
    let rank = |point: Point| board.piece(point).and_then(|(owner, home)| board.rank(owner, home));
    let (Some(mine), Some(theirs)) = (rank(from), rank(to)) else { return 0 };
    let [gain, loss] = [theirs, mine].map(|rank: Rank| WORTH[rank.index()]);
    match mine.attacks(theirs) {
        Fight::Won => gain,
        Fight::Lost => -loss,
        Fight::Both => gain - loss,
    }
}

/// The value of a move apart from captures: advancing, camps, and contact as the limit comes near.
fn outlook(board: &Board, me: Seat, m: Act) -> i32 {
    let Act::Go(from, to) = m else { return 0 };
    let row = |point: Point| i32::from(if me == Seat::First { 11 - point.row() } else { point.row() });
    let camp = i32::from(to.is_camp()) - i32::from(from.is_camp());
    let contact = if board.piece(to).is_some() { i32::from(board.plain()) * 17 } else { 0 };
    FORWARD * (row(to) - row(from)) + CAMP * camp + contact
}
