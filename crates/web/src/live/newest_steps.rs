//! The newest steps of one game, encoded once for all watchers.

use axum::body::Bytes;
use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// How many are kept for pages that reconnect.
const KEPT: usize = 256;

/// The position of a page in a game: the life of the game, and how many of its changes the page has. Written
/// `LIFE.N`. A life is drawn at random whenever the first line of a game's record can be drawn, so a number from an
/// earlier life of the game or of the server never fits by accident. Life 0 stands for nothing, as in a game that
/// waits to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mark {
    pub(crate) life: u32,
    pub(crate) number: u64,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}.{}", self.life, self.number)
    }
}

impl FromStr for Mark {
    type Err = ();
    fn from_str(text: &str) -> Result<Mark, ()> {
        let (life, number) = text.split_once('.').ok_or(())?;
        let life = u32::from_str_radix(life, 16).map_err(|_| ())?;
        let mark = Mark { life, number: number.parse().map_err(|_| ())? };
        // Only one spelling is valid.
        if mark.to_string() == text { Ok(mark) } else { Err(()) }
    }
}

/// The last changes of a game in one language, in the bytes sent to the socket.
#[derive(Clone, Debug, Default)]
pub(crate) struct NewestSteps {
    life: u32,
    /// The number of the first of `frames`; numbers begin at 1.
    first: u64,
    frames: Arc<VecDeque<Bytes>>,
    /// Whether nothing follows.
    over: bool,
}

/// What a page has missed.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Missed {
    Nothing,
    /// These, up to the mark.
    Frames(Vec<Bytes>, Mark),
    /// Too much, or the game began anew: the page must fetch the board again.
    Whole(Mark),
}

impl NewestSteps {
    /// The steps of a life without any yet; life 0 for a game of which nothing is known.
    pub(crate) fn new(life: u32) -> NewestSteps {
        NewestSteps { life, first: 1, ..NewestSteps::default() }
    }

    /// The mark of its end.
    pub(crate) fn mark(&self) -> Mark {
        Mark { life: self.life, number: self.first + self.frames.len() as u64 - 1 }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Whether it ended and does not count.
    pub(crate) fn is_broken_off(&self) -> bool {
        self.over && self.life == 0
    }

    pub(crate) fn push(&mut self, frame: Bytes) {
        let frames = Arc::make_mut(&mut self.frames);
        frames.push_back(frame);
        if frames.len() > KEPT {
            frames.pop_front();
            self.first += 1;
        }
    }

    pub(crate) fn end(&mut self) {
        self.over = true;
    }

    /// What came after a mark.
    pub(crate) fn since(&self, mark: Mark) -> Missed {
        let end = self.mark();
        if mark == end {
            return Missed::Nothing;
        }
        if mark.life != self.life || mark.number > end.number || mark.number + 1 < self.first {
            return Missed::Whole(end);
        }
        let known = (mark.number + 1 - self.first) as usize;
        Missed::Frames(self.frames.iter().skip(known).cloned().collect(), end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frame(number: u64) -> Bytes {
        Bytes::from(number.to_string())
    }

    #[test]
    fn whoever_comes_back_gets_what_was_missed_and_nothing_twice() {
        let mut newest = NewestSteps::new(7);
        let start = newest.mark();
        assert_eq!(newest.since(start), Missed::Nothing);
        (1..=3).for_each(|number| newest.push(frame(number)));
        let at = |number| Mark { life: 7, number };
        assert_eq!(newest.since(start), Missed::Frames(vec![frame(1), frame(2), frame(3)], at(3)));
        assert_eq!(newest.since(at(2)), Missed::Frames(vec![frame(3)], at(3)));
        assert_eq!(newest.since(at(3)), Missed::Nothing);
    }

    #[test]
    fn who_is_too_far_behind_or_from_another_life_is_told_so() {
        let mut newest = NewestSteps::new(7);
        (1..=KEPT as u64 + 10).for_each(|number| newest.push(frame(number)));
        let at = |life, number| Mark { life, number };
        let end = at(7, KEPT as u64 + 10);
        assert_eq!(newest.since(at(7, 9)), Missed::Whole(end));
        assert!(matches!(newest.since(at(7, 10)), Missed::Frames(frames, _) if frames.len() == KEPT));
        assert_eq!(newest.since(at(6, 12)), Missed::Whole(end), "a number of another life");
        assert_eq!(newest.since(at(7, 1_000)), Missed::Whole(end), "a number that was never given");
    }

    #[test]
    fn a_mark_reads_back_and_nothing_else_is_one() {
        let mark = Mark { life: 0xdead, number: 12 };
        assert_eq!(mark.to_string(), "0000dead.12");
        assert_eq!("0000dead.12".parse(), Ok(mark));
        for text in [
            "",
            "12",
            "dead.12",
            "0000dead.",
            "0000dead.-1",
            "0000dead.1x",
            "zzzzzzzz.1",
            "+000dead.1",
            "0000DEAD.1",
            "0000dead.01",
            "0000dead.+1",
            "0000dead.99999999999999999999",
        ] {
            assert_eq!(text.parse::<Mark>(), Err(()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_mark_as_it_is_written_or_none(text in "\\PC{0,24}|[+0-9a-fA-F]{7,9}\\.[+0-9]{0,21}") {
            if let Ok(mark) = text.parse::<Mark>() {
                prop_assert_eq!(mark.to_string(), text);
            }
        }

        #[test]
        fn what_is_missed_is_all_that_came_or_the_whole(pushed in 0..600_u64, life in 6..8_u32, number: u64) {
            let mut newest = NewestSteps::new(7);
            (1..=pushed).for_each(|number| newest.push(frame(number)));
            // Small numbers are usually among those given.
            for number in [number, number % 700] {
                match newest.since(Mark { life, number }) {
                    Missed::Nothing => prop_assert_eq!((life, number), (7, pushed)),
                    Missed::Frames(frames, end) => {
                        prop_assert_eq!((life, end), (7, newest.mark()));
                        prop_assert_eq!(frames, (number + 1..=pushed).map(frame).collect::<Vec<_>>());
                    }
                    Missed::Whole(end) => {
                        prop_assert_eq!(end, newest.mark());
                        prop_assert!(life != 7 || number > pushed || pushed - number > KEPT as u64);
                    }
                }
            }
        }
    }
}
