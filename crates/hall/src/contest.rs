//! Contests of a store: several events that share teams, hall and awards. What is done to one is decided here, whoever asks.

mod awarded;
mod awarded_contest;
#[cfg(test)]
mod away_tests;
mod basis;
mod bring_back;
mod collected;
mod contest_file;
mod contest_fixtures;
mod deeds;
mod drawing;
mod due_at_tables;
mod event_of_game;
mod from_table;
mod kept_contest;
mod latest;
mod objecting;
#[cfg(test)]
mod people_tests;
mod planned;
mod planned_contest;
mod program_description;
mod proposed_seeds;
mod ruled;
mod sealed_text;
mod take_along;
mod taken_result;
mod taken_tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typed_tests;

pub use awarded_contest::{AwardedContest, AwardedGame, AwardsStand};
pub use bring_back::{BackResult, BroughtBack};
pub use collected::Collected;
pub use contest_file::{ContestDraft, game_written};
pub use drawing::game_folder;
pub(crate) use kept_contest::ContestFolds;
pub use kept_contest::{CONTEST_PREFIX, KeptContest};
pub(crate) use latest::Latest;
pub use objecting::TeamObjection;
pub(crate) use planned_contest::ContestPlans;
pub use planned_contest::PlannedContest;
pub use program_description::MOST_OF_DESCRIPTION;
pub use take_along::Wanted;
pub use taken_result::{SheetWinner, TakenResult, TakenShown};
pub use taken_tables::{DESK_FILE, MOST_OF_RETURN, TakenGame, TakenMatchSetup, TakenTables};
