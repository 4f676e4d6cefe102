//! What is said at a table that sees one side's stones, as it follows from the game on the referee's board.

use crate::act::Act;
use crate::known::Report;
use leitai_board::Points;
use leitai_core::{Actor, Relayed, Seat};

/// The words after an act of `by`, who was told this of it, at a table that sees the stones of `seen`: captures are named by
/// chains, of which a point is enough; after the last ply all stones are shown that are not known, and the winner is named.
pub(crate) fn relayed(seen: Seat, by: Seat, told: &[Report], winner: Option<Seat>) -> Vec<Relayed<Act>> {
    let (is_own, other) = (by == seen, Actor::Seat(seen.other()));
    let word = |m| Relayed::due(Actor::Arbiter, m);
    let taken = told.iter().find_map(|report| match report {
        Report::Captured(_, taken) => Some(*taken),
        _ => None,
    });
    let was_refused = told.iter().any(|report| matches!(report, Report::Refused(_)));
    let mut words = Vec::new();
    for report in told {
        match *report {
            Report::Accepted(_) => match (is_own, taken) {
                (true, None) => words.push(word(Act::Legal)),
                (false, None) => words.push(Relayed::due(other, Act::Stone)),
                (true, Some(_)) => {}
                (false, Some(_)) => words.push(Relayed::due(other, Act::Takes)),
            },
            Report::Refused(_) if is_own => words.push(word(Act::Illegal)),
            Report::Refused(_) => words.push(Relayed::due(other, Act::Refused)),
            // By the last refusal of a turn the table knows that it has passed.
            Report::Passed(_) if !is_own && !was_refused => words.push(Relayed::due(other, Act::Pass)),
            Report::Captured(_, taken) => {
                words.extend(each(taken, Act::Taken));
                words.push(word(Act::Done));
            }
            Report::Shown(stones, _) => words.extend(each(stones[seen.other().index()], Act::Shown)),
            _ => {}
        }
    }
    words.extend(winner.map(|winner| word(Act::Won(winner))));
    words
}

fn each(points: Points, word: fn(leitai_board::Point) -> Act) -> impl Iterator<Item = Relayed<Act>> {
    points.iter().map(move |point| Relayed::open(Actor::Arbiter, word(point)))
}
