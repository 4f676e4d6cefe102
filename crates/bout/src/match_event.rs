//! What happens in a match, and how it ends.

use crate::games_file::GamesFileError;
use crate::match_folder::{DamagedRecord, FolderError};
use crate::tally::Tally;
use leitai_arena::{SeriesGame, StageError};
use leitai_core::errors;
use std::time::Duration;

/// What happens in the games of two players of a match.
#[derive(Clone, Copy, Debug)]
pub enum MatchEvent<'a> {
    /// A record of the match is damaged, and its game is played again.
    Damaged(&'a DamagedRecord),
    /// The match goes on.
    Resumed {
        /// How many games were played before.
        played: usize,
        /// How many had not ended, and are played again.
        unfinished: usize,
    },
    /// The games begin.
    Begun {
        /// How many are played at once.
        jobs: usize,
    },
    /// A game ended, or had been played before. Games come in the order of their numbers.
    Played {
        /// The game.
        game: &'a SeriesGame,
        /// The totals with it.
        tally: &'a Tally,
    },
    /// No more games of these two players are played, for whatever reason.
    Ended {
        /// The totals.
        tally: &'a Tally,
        /// How long it took.
        took: Duration,
    },
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games are played, or the test is decided.
    Complete,
    /// It was stopped.
    Stopped,
    /// A game was lost by a fault, and that was to end the match.
    Fault {
        /// The game's number, from 0.
        game: u32,
    },
}

errors! {
    /// Why a match cannot be played, or goes no further.
    #[derive(Debug)]
    pub enum MatchError {
        /// Its folder cannot be used.
        Folder(error: FolderError) from;
        /// Its file of games cannot be used.
        GamesFile(error: GamesFileError) from;
        /// There are too few cores for so many games at once.
        Cores(error: StageError);
        /// The stage failed.
        Stage(error: StageError) from;
    }
}
