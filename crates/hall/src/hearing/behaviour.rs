//! Whether a program does what was recorded.

use super::played_again::{NotPlayedAgain, PlayedAgain, acts_of, play_again};
use leitai_arena::{Conditions, Player};
use leitai_core::{Record, Seat};
use std::sync::atomic::AtomicBool;

/// Where two ways to play part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The act of the program's own at which they part, from 1.
    pub act: usize,
    /// What the one has there; `None` if nothing.
    pub one: Option<String>,
    /// What the other has there.
    pub other: Option<String>,
}

/// What became of a recorded game that was played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Behaviour {
    /// It played every act again, both times. So many acts.
    Same(usize),
    /// It played the same every time, and not what is recorded: `one` is the record's.
    Other(Departure),
    /// It did not play the same every time: nothing can be compared.
    Unsteady(Departure),
}

/// How often a program has to play the same before a difference to the record counts: one that chooses at random among few
/// acts easily plays the same twice.
const CONTROLS: u32 = 5;

/// Plays a recorded game again, twice: first the program is compared with itself, then with the record. If it differs from that,
/// it is played again three times more, all of which have to be alike.
pub fn behaviour(
    record: &Record,
    seat: Seat,
    player: &Player,
    conditions: &Conditions,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Behaviour, NotPlayedAgain> {
    let play = || play_again(record, seat, player, conditions, seed, stop);
    let (PlayedAgain { acts: first }, PlayedAgain { acts: second }) = (play()?, play()?);
    if let Some(apart) = departure(&first, &second) {
        return Ok(Behaviour::Unsteady(apart));
    }
    let recorded = acts_of(&record.clone().counted(), seat);
    let Some(from_record) = departure(&recorded, &first) else { return Ok(Behaviour::Same(recorded.len())) };
    for _ in 2..CONTROLS {
        if let Some(apart) = departure(&first, &play()?.acts) {
            return Ok(Behaviour::Unsteady(apart));
        }
    }
    Ok(Behaviour::Other(from_record))
}

fn departure(one: &[String], other: &[String]) -> Option<Departure> {
    let at = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    (at < one.len() || at < other.len()).then(|| Departure {
        act: at + 1,
        one: one.get(at).cloned(),
        other: other.get(at).cloned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_part_at_the_first_act_that_differs_or_that_one_lacks() {
        let acts = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(departure(&acts("a b c"), &acts("a b c")), None);
        let apart = departure(&acts("a b c"), &acts("a x")).expect("they part");
        assert_eq!((apart.act, apart.one.as_deref(), apart.other.as_deref()), (2, Some("b"), Some("x")));
        let short = departure(&acts("a b"), &acts("a")).expect("one lacks an act");
        assert_eq!((short.act, short.one.as_deref(), short.other), (2, Some("b"), None));
    }
}
