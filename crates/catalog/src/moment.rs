//! A ply of an analysed game, and how bad a loss is.

use crate::analyst::Judgement;
use leitai_core::{Actor, Proved, Sentence, sentence};

/// The least loss, as a fraction of a whole result, that counts as a slip, a mistake or a blunder.
pub const TURNING: [f32; 3] = [0.05, 0.1, 0.2];

/// A ply of a seat, or a throw of the dice.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The number of the ply, from 1; a throw has the number of the ply before it.
    pub ply: u32,
    /// How many lines of acts the record has before it.
    pub step: usize,
    /// Who acted.
    pub by: Actor,
    /// What was played, in the game's notation.
    pub acts: Vec<String>,
    /// What the game was worth to First before this moment, 0 to 1, judged by what the seat on turn could know, unless
    /// the analysis is by the truth.
    pub before: Option<f32>,
    /// How the seat's position was judged.
    pub judged: Option<Judgement>,
    /// What is proved of the position; everything else is the judge's belief. Found by the judge, or what follows from that: of
    /// a lost position every ply leads to a won one, and a position from which a ply led to a won one was won.
    pub proved: Option<Proved>,
    /// How much of a result the ply gave away. `None` for throws, for plies that could not be judged or were the only ones,
    /// and while there are secrets: what a seat then learns from its own ply is neither its merit nor its fault.
    pub lost: Option<f32>,
}

impl Moment {
    /// Whether the seat had no other turn.
    pub(crate) fn is_forced(&self) -> bool {
        self.judged.as_ref().is_some_and(|judged| judged.is_forced)
    }

    /// Whether the act that was played is the one that the judging player considers best.
    pub fn is_best(&self) -> bool {
        self.judged
            .as_ref()
            .is_some_and(|judged| !self.acts.is_empty() && judged.line.starts_with(&self.acts))
    }
}

/// How bad a loss is, from 0 (a slip) to 2 (a blunder); `None` below the smallest of [`TURNING`].
pub fn turning(lost: f32) -> Option<usize> {
    TURNING.iter().rposition(|least| lost >= *least)
}

/// What people call a ply of that rank.
pub fn turning_words(rank: usize) -> Sentence {
    match rank {
        0 => sentence!("a slip", "不精确"),
        1 => sentence!("a mistake", "失误"),
        _ => sentence!("a blunder", "败着"),
    }
}
