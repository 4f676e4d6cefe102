//! What has been played at a desk, as the lines of a record say.

use super::desk_shown::DeskMove;
use leitai_core::{Actor, Line};
use std::time::Duration;

/// The moves of a game that count, in order.
#[derive(Clone, Default)]
pub(super) struct MoveList(Vec<DeskMove>);

/// Whether a line of a record plays, takes back, or says something of the clocks: between two of them a clock runs on.
pub(super) fn is_step(line: &Line<'_>) -> bool {
    matches!(line, Line::Play { .. } | Line::Back { .. } | Line::Clock { .. } | Line::Again { .. })
}

impl MoveList {
    /// Takes the next line of the record, after which so many plies are complete.
    pub(super) fn line(&mut self, line: &Line<'_>, plies: u32) {
        match line {
            Line::Play { by, acts, us, .. } => {
                let before = match self.0.as_slice() {
                    [.., before, _] => before.plies,
                    _ => 0,
                };
                let acts = acts.iter().map(ToString::to_string);
                let took = Duration::from_micros(*us);
                match self.0.last_mut() {
                    // A part of the same turn, or of the same word of the referee.
                    Some(last) if last.by == *by && (last.plies == before || !is_of_seat(*by)) => {
                        last.acts.extend(acts);
                        (last.took, last.plies) = (last.took + took, plies);
                    }
                    _ => self.0.push(DeskMove { by: *by, acts: acts.collect(), took, plies }),
                }
            }
            Line::Back { acts, .. } => {
                let mut left = *acts;
                for one in &mut self.0 {
                    one.acts.truncate(left);
                    left -= one.acts.len();
                }
                self.0.retain(|one| !one.acts.is_empty());
            }
            _ => {}
        }
    }

    /// The moves.
    pub(super) fn moves(&self) -> Vec<DeskMove> {
        self.0.clone()
    }
}

fn is_of_seat(by: Actor) -> bool {
    matches!(by, Actor::Seat(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Seat;

    #[test]
    fn acts_of_one_turn_are_one_move_and_what_is_taken_back_is_gone() {
        let mut list = MoveList::default();
        let play = |by, act: &'static str| Line::Play { by, acts: vec![act.into()], us: 1000, given: false };
        let [first, second] = Seat::BOTH.map(Actor::Seat);
        for (by, act, plies) in [
            (first, "K10", 1),
            (second, "A1", 1),
            (second, "A2", 2),
            (Actor::Chance, "5", 2),
            (Actor::Chance, "6", 2),
            (first, "B1", 2),
            (first, "B2", 3),
        ] {
            list.line(&play(by, act), plies);
        }
        let texts = |list: &MoveList| list.moves().iter().map(|one| one.acts.join(" ")).collect::<Vec<_>>();
        assert_eq!(texts(&list), ["K10", "A1 A2", "5 6", "B1 B2"]);
        assert_eq!(list.moves()[1].took.as_millis(), 2);
        list.line(&Line::Back { by: Seat::First, to: 1, acts: 2 }, 1);
        assert_eq!(texts(&list), ["K10", "A1"]);
    }
}
