//! What is said at a table that knows one side's pieces, as it follows from the game that the referee sees.

use crate::{Act, End, Fight, Report, Word};
use leitai_core::{Actor, Relayed, Seat};

/// The words after an act of `by`, who was told this of it, at a table that knows the pieces of `seen`: the other side's acts as
/// everybody sees them, who fell, where a flag stands, and how the game ended, if only the referee knows.
pub(crate) fn told_on(seen: Seat, by: Seat, told: &[Report]) -> Vec<Relayed<Act>> {
    let hidden = seen.other();
    let open = |word| Relayed::open(Actor::Arbiter, Act::Said(word));
    let (mut words, mut flag) = (Vec::new(), None);
    for report in told {
        match *report {
            Report::Ready(seat) if seat == hidden => {
                words.push(Relayed::due(Actor::Seat(hidden), Act::Ready));
            }
            Report::Flag(seat, point) if seat == hidden => flag = Some(open(Word::Flag(point))),
            Report::Went(from, to, fight, end) => {
                if by == hidden {
                    words.push(Relayed::due(Actor::Seat(hidden), Act::Go(from, to)));
                }
                words.extend(fight.map(|fight| {
                    let fallen = match fight {
                        Fight::Won => Some(by.other()),
                        Fight::Lost => Some(by),
                        Fight::Both => None,
                    };
                    Relayed::due(Actor::Arbiter, Act::Said(Word::Fell(fallen)))
                }));
                words.extend(flag.take());
                let ended = end.filter(|end| match end {
                    End::FlagFell(seat) | End::Stuck(seat) => *seat == hidden,
                    End::NobodyMoves => true,
                    End::Idle(_) | End::IdleDraw => false,
                });
                words.push(open(ended.map_or(Word::Done, Word::Ended)));
            }
            _ => {}
        }
    }
    words
}
