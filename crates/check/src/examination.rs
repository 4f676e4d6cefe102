//! One game of a program, played for examination.

use crate::examined::Seen;
use crate::heard::Heard;
use crate::own_files::OwnFiles;
use leitai_arena::{Conditions, Ended};
use leitai_catalog::{Loss, RuledGame};
use leitai_core::{Clock, DialectName, Seat};
use std::time::Duration;

/// What programs are to play.
#[derive(Clone, Copy)]
pub struct ExaminationTerms<'a> {
    /// The game.
    pub game: &'a dyn RuledGame,
    /// The time limits.
    pub clock: Clock,
    /// The conditions under which programs run.
    pub conditions: &'a Conditions,
}

/// One game of the program, played to the end.
pub struct Examination<'a> {
    pub(crate) terms: ExaminationTerms<'a>,
    pub(crate) seat: Seat,
    pub(crate) ended: Ended,
    /// What the record shows of the program.
    pub(crate) heard: Heard,
    /// How long the program could take to exit.
    pub(crate) grace: Duration,
    /// What was observed at the table.
    pub(crate) seen: Seen,
    /// What the program was to speak.
    pub(crate) dialect: DialectName,
    /// How the program lost, if by a fault of its own.
    pub(crate) loss: Option<Loss>,
    /// The author's names for the program's files.
    pub(crate) own: OwnFiles,
}

/// A game that was broken off, and what it had shown by then.
pub struct Unfinished {
    pub(crate) seat: Seat,
    pub(crate) plies: u32,
    pub(crate) seen: Seen,
}
