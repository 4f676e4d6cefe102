//! One game of a program, played to be looked at.

use crate::examined::Seen;
use crate::heard::Heard;
use crate::own_files::OwnFiles;
use leitai_arena::{Conditions, Ended};
use leitai_catalog::{Loss, RuledGame};
use leitai_core::{Clock, Seat};
use std::time::Duration;

/// What programs are to play.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The game.
    pub game: &'a dyn RuledGame,
    /// Under which limits.
    pub clock: Clock,
    /// How programs run.
    pub conditions: &'a Conditions,
}

/// One game of the program, played.
pub struct Examination<'a> {
    pub(crate) terms: Terms<'a>,
    pub(crate) seat: Seat,
    pub(crate) ended: Ended,
    /// What the record says of the program.
    pub(crate) heard: Heard,
    /// How long the program might take to leave.
    pub(crate) grace: Duration,
    /// What was seen at the table.
    pub(crate) seen: Seen,
    /// How it lost, if by a fault of its own.
    pub(crate) loss: Option<Loss>,
    /// What its author calls its files.
    pub(crate) own: OwnFiles,
}

/// A game that was broken off, and what it had shown.
pub struct Unfinished {
    pub(crate) seat: Seat,
    pub(crate) plies: u32,
    pub(crate) seen: Seen,
}
