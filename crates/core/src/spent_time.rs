//! The time that the two seats of a game have used.

use crate::{Clock, ClockChange, MOST_CORRECTED, Seat, Sentence, sentence};
use std::time::Duration;

/// What both seats have used by their clocks, and had used at each ply before: acts that are taken back take their time back.
/// What was corrected by hand stays corrected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpentTime {
    /// What each has used of the turn in progress, before the last request.
    pub turn: [Duration; 2],
    /// What each has used of the whole game, before the last request.
    pub game: [Duration; 2],
    /// The turns that each has completed, each of which adds its increment to the limit of the whole game.
    pub turns: [u32; 2],
    /// Whether the clocks were stopped by hand.
    pub stands: bool,
    /// What counts as used besides, or as given to the seat if negative, in microseconds.
    corrected: [i64; 2],
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

    /// An act has used so much of this seat's clock, if of any, and completed the turn of that one, if of any.
    pub fn acted(&mut self, clock: Option<Seat>, time: Duration, over: Option<Seat>) {
        if let Some(seat) = clock {
            self.add(seat, time, over == clock);
        }
        if let Some(seat) = over.filter(|_| over != clock) {
            self.add(seat, Duration::ZERO, true);
        }
    }

    /// How much of the whole game a seat may use under this clock, by the turns it has completed and what was corrected;
    /// `None` where nothing limits it.
    pub fn allowed(&self, seat: Seat, clock: &Clock) -> Option<Duration> {
        let allowed = clock.allowed(self.turns[seat])?;
        let corrected = Duration::from_micros(self.corrected[seat].unsigned_abs());
        let is_less = self.corrected[seat] > 0;
        Some(if is_less { allowed.saturating_sub(corrected) } else { allowed + corrected })
    }

    /// The clocks, which these are, are changed by hand. Changes nothing where that cannot be.
    pub fn change(&mut self, change: ClockChange, clocks: &[Clock; 2]) -> Result<(), Sentence> {
        let most = MOST_CORRECTED.as_micros().cast_signed() as i64;
        let unlimited = || sentence!("nothing limits the time of the whole game", "整局用时没有限制");
        let too_much = || {
            let hours = MOST_CORRECTED.as_secs() / 3600;
            sentence!("nobody corrects it by more than {hours} hours", "一次最多改动 {hours} 小时")
        };
        match change {
            ClockChange::Stop { .. } if self.stands => return Err(sentence!("they stand", "棋钟已停")),
            ClockChange::Stop { ran } => {
                self.stands = true;
                for (seat, ran) in Seat::BOTH.into_iter().zip(ran) {
                    self.add(seat, Duration::from_micros(ran), false);
                }
            }
            ClockChange::Go if !self.stands => return Err(sentence!("they run", "棋钟在走")),
            ClockChange::Go => self.stands = false,
            ClockChange::Charge { seat, us } => {
                // A slip that costs nothing is counted all the same.
                if us != 0 {
                    clocks[seat].game.ok_or_else(unlimited)?;
                }
                let corrected = self.corrected[seat].checked_add(us);
                let within = corrected.filter(|all| all.abs() <= most && us.abs() <= most);
                self.corrected[seat] = within.ok_or_else(too_much)?;
            }
            ClockChange::Set { seat, us } => {
                let allowed = clocks[seat].allowed(self.turns[seat]).ok_or_else(unlimited)?;
                let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
                let wanted = i64::try_from(us).ok().filter(|us| *us <= most).ok_or_else(too_much)?;
                self.corrected[seat] =
                    micros(allowed).saturating_sub(micros(self.game[seat])).saturating_sub(wanted);
            }
        }
        Ok(())
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
    fn what_is_corrected_stays_corrected() {
        let clocks: [Clock; 2] = ["game=900s", "move=2s"].map(|clock| clock.parse().expect("a clock"));
        let (mut spent, first) = (SpentTime::default(), Seat::First);
        let left = |spent: &SpentTime| {
            spent.allowed(first, &clocks[0]).expect("a limit").saturating_sub(spent.game[first]).as_secs()
        };
        spent.mark(0);
        spent.add(first, Duration::from_secs(100), true);
        spent.mark(1);
        let change = |spent: &mut SpentTime, change| spent.change(change, &clocks);
        assert!(change(&mut spent, ClockChange::Go).is_err(), "they run");
        assert_eq!(change(&mut spent, ClockChange::Stop { ran: [20_000_000, 0] }), Ok(()));
        assert_eq!((left(&spent), spent.turn[0].as_secs(), spent.stands), (780, 20, true));
        assert!(change(&mut spent, ClockChange::Stop { ran: [0; 2] }).is_err(), "they stand");
        assert_eq!(change(&mut spent, ClockChange::Charge { seat: first, us: 240_000_000 }), Ok(()));
        assert_eq!(left(&spent), 540);
        assert_eq!(change(&mut spent, ClockChange::Go), Ok(()));
        spent.back(0);
        assert_eq!((left(&spent), spent.turn[0].as_secs()), (660, 0), "what was charged is not taken back");
        for wanted in [1, 2000] {
            let set = ClockChange::Set { seat: first, us: wanted * 1_000_000 };
            assert_eq!((change(&mut spent, set), left(&spent)), (Ok(()), wanted));
        }
        for us in [i64::MAX, i64::MIN, 400_000_000_000] {
            assert!(change(&mut spent, ClockChange::Charge { seat: first, us }).is_err());
        }
        assert!(change(&mut spent, ClockChange::Set { seat: first, us: u64::MAX }).is_err());
        assert!(change(&mut spent, ClockChange::Set { seat: Seat::Second, us: 1 }).is_err(), "no such limit");
        assert_eq!(left(&spent), 2000, "a refused change changes nothing");
    }

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
