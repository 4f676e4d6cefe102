//! What a page is told of a clock.

use leitai_arena::SeatClock;
use leitai_pages::Face;
use std::time::{Duration, Instant};

/// The state of a clock at this moment.
pub(crate) fn face(clock: SeatClock, now: Instant) -> Face {
    let run = clock.asked.map_or(Duration::ZERO, |asked| now.saturating_duration_since(asked));
    // What was used of this turn before it was last asked was taken from what is left.
    let left = clock.left.map(|left| (left + clock.turn).as_millis() as u64);
    Face { running: clock.asked.is_some(), turn_ms: (clock.turn + run).as_millis() as u64, left_ms: left }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_that_of_the_turns_beginning_whenever_it_is_asked_for() {
        let asked = Instant::now();
        let ms = Duration::from_millis;
        // Of ten seconds two went before this turn, and one in its first act.
        let clock = SeatClock { asked: Some(asked), turn: ms(1000), left: Some(ms(7000)) };
        for (later, used) in [(0, 1000), (500, 1500)] {
            let face = face(clock, asked + ms(later));
            assert_eq!((face.running, face.turn_ms, face.left_ms), (true, used, Some(8000)));
        }
        let rests = face(SeatClock { asked: None, turn: ms(0), left: Some(ms(7000)) }, asked);
        assert_eq!((rests.running, rests.turn_ms, rests.left_ms), (false, 0, Some(7000)));
    }
}
