//! A match: many games between players, what they show about their strength, and how the match goes on after an
//! interruption. Settings and results are typed; nothing here prints, or reads a command line.
//!
//! A [`Match`] is everything that determines its games; its [`Plan`] identifies it in the folder of its records. It is
//! played as [`Play`] says, and whoever plays it sees each [`MatchEvent`]. [`FoundRecords`] sums up records of any
//! matches and events afterwards.
#![warn(clippy::unwrap_used)]

mod calibration;
mod contestant;
mod cross_table;
mod fixed_search;
mod found_records;
#[cfg(test)]
mod games;
mod games_file;
mod kept_game;
mod losses;
mod match_event;
mod match_folder;
mod match_play;
mod match_setup;
mod meeting;
mod openings;
mod pairing;
mod plan;
mod record_file;
mod repeats;
mod round;
mod sequential_test;
mod shown_names;
mod suite;
mod tally;

pub use calibration::{Calibration, CalibrationError, Class, Sample, Samples};
pub use contestant::{Contestant, Demand, Setting, Unsuited, tell_apart, tells_opening};
pub use cross_table::{CrossRow, CrossTable};
pub use fixed_search::{FixedSearches, random_game};
pub use found_records::{FoundRecords, SameRules};
pub use games_file::{GamesFile, GamesFileError};
pub use kept_game::{Kept, KeptGame};
pub use losses::{FirstLosses, crash};
pub use match_event::{MatchEnd, MatchError, MatchEvent};
pub use match_folder::{DamagedRecord, FolderError, is_free_for_talk};
pub use match_setup::{Match, Origin};
pub use meeting::{Meeting, StartScore};
pub use openings::{Openings, OpeningsError, begins_elsewhere};
pub use pairing::{Pairing, Play};
pub use plan::{Entrant, MATCH_FILE, Plan, UnreadPlan, named_paths};
pub use record_file::{RecordFileError, read_games_of, read_record, record_text};
pub use repeats::Repeats;
pub use round::{Round, RoundChange};
pub use sequential_test::{SeatPairs, SequentialTest};
pub use shown_names::ShownNames;
pub use suite::{OpeningJudge, WantedSuite};
pub use tally::Tally;
