//! The time that the two seats of a game have used.

use crate::Seat;
use std::time::Duration;

/// What both seats have used by their clocks, and had used at each ply before: acts that are taken back take their time back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpentTime {
    /// What each has used of the turn in progress, before the last request.
    pub turn: [Duration; 2],
    /// What each has used of the whole game, before the last request.
    pub game: [Duration; 2],
    /// The turns that each has completed, each of which adds its increment to the limit of the whole game.
    pub turns: [u32; 2],
    /// The game and the turns when so many plies were complete.
    marks: Vec<([Duration; 2], [u32; 2])>,
}

impl SpentTime {
    /// A seat has used this much more; `over`: its turn is complete by it.
    pub fn add(&mut self, seat: Seat, time: Duration, over: bool) {
        self.turn[seat] = if over { Duration::ZERO } else { self.turn[seat] + time };
        self.game[seat] += time;
        self.turns[seat] += u32::from(over);
    }

    /// So many plies are complete.
    pub fn mark(&mut self, plies: u32) {
        while self.marks.len() <= plies as usize {
            self.marks.push((self.game, self.turns));
        }
    }

    /// Everything after so many plies was taken back, and its time.
    pub fn back(&mut self, plies: u32) {
        let plies = plies as usize;
        if let Some(mark) = self.marks.get(plies) {
            (self.game, self.turns) = *mark;
            self.turn = [Duration::ZERO; 2];
            self.marks.truncate(plies + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_back_takes_its_time_back() {
        let (mut spent, second) = (SpentTime::default(), Duration::from_secs(1));
        spent.mark(0);
        for plies in 1..=4 {
            let seat = if plies % 2 == 1 { Seat::First } else { Seat::Second };
            spent.add(seat, second * plies, true);
            spent.mark(plies);
        }
        assert_eq!((spent.game, spent.turns), ([second * 4, second * 6], [2, 2]));
        spent.add(Seat::First, second, false);
        spent.back(4);
        assert_eq!((spent.game, spent.turns), ([second * 4, second * 6], [2, 2]), "a part of a turn");
        spent.back(1);
        assert_eq!((spent.game, spent.turns), ([second, Duration::ZERO], [1, 0]));
        spent.add(Seat::Second, second, true);
        spent.mark(2);
        spent.back(9);
        assert_eq!((spent.game, spent.turns), ([second, second], [1, 1]), "there is no such ply");
    }
}
