//! The hall: runs an event. The tournament decides which games are due, the arena plays them, the journal stores the
//! results; standings are computed from the journal alone.

mod admissions;
mod allowance;
mod assignment;
mod begin_anew;
mod contest;
mod deed_error;
mod desk;
mod entered_program;
mod entrant;
mod error;
mod event_draft;
mod event_file;
mod event_observer;
#[cfg(test)]
mod everywhere;
mod far_game;
mod first_submissions;
mod fold;
mod follower;
mod forgetting;
mod game_order;
mod hall_journal;
mod hand_over;
mod hearing;
mod here;
mod history;
mod hold;
mod in_store;
mod kept_event;
mod kept_records;
mod locked;
mod machine_facts;
mod match_programs;
mod moment;
mod note;
mod one_run;
mod organising;
mod play;
mod played_program;
mod played_twice;
mod private_game;
mod prizes;
mod program;
mod program_cache;
mod program_error;
mod program_source;
mod random_key;
mod records;
mod reporting;
mod ruling;
mod run;
mod run_file;
mod running_games;
mod setbacks;
mod shared_store;
mod short_id;
mod spectators;
mod stop;
mod store_runtime;
mod stuck_games;
mod submit_error;
mod submitting;
mod table_result;
mod trial;
mod trial_id;
mod unbuilt;
#[cfg(test)]
mod unplayed;
mod utc_offset;
mod venue;
mod wanted_conditions;
mod workbench;
mod worker;
mod workshop;
mod zone;

pub use admissions::{Admissions, Findings, GameStands, Looked, ValidationGame};
pub use allowance::{Allowance, lasting};
pub use assignment::{Assignment, GameHost, Seated, Unready};
pub use contest::{
    AwardedContest, AwardedGame, AwardsStand, BackResult, BroughtBack, CONTEST_PREFIX, Collected,
    ContestDraft, DESK_FILE, KeptContest, MOST_OF_DESCRIPTION, MOST_OF_RETURN, PlannedContest, SheetWinner,
    TakenGame, TakenMatchSetup, TakenResult, TakenShown, TakenTables, TeamObjection, Wanted, game_folder,
    game_written,
};
pub use deed_error::DeedError;
pub use desk::{
    AgreedEnd, CORRECTION, CORRECTIONS, CheckLine, CheckState, Confirmed, Correcting, Desk, DeskDeed,
    DeskError, DeskEye, DeskFolder, DeskGames, DeskLook, DeskMachine, DeskMove, DeskResult, DeskSetup,
    DeskShown, DeskSight, DeskState, DeskViews, MendedSlip, OtherSide, Power, PowerPlan, ProgramTrial,
    Proposal, Rehearsal, RehearsalReport, Sleep, checklist, is_consent, not_put_back, what_to_do,
};
pub use entered_program::EnteredProgram;
pub use entrant::{Account, Entrant, account_of_each, entry_of, is_of_team};
pub use error::{HallError, PlayError};
pub use event_draft::{CheckedDraft, EventDraft, FIELDS, FieldKind, FileField, Trouble};
pub use event_file::{EventFile, FileError, Runner, SubmitRules};
pub use event_observer::{EventChange, EventObserver};
pub use far_game::FarGame;
pub use first_submissions::first_submissions;
pub use follower::Follower;
pub use hearing::{
    Behaviour, BuildComparison, BuildOutput, Departure, NotBuilt, NotPlayedAgain, PlayedAgain, behaviour,
    compare_builds, kept_aside, play_again, players_seed, started_as,
};
pub use history::{
    Begun, Details, History, HistoryError, JournalBody, Played, TableNote, WitnessNote, Witnessed,
};
pub use kept_records::KeptRecords;
pub use leitai_check::{Finding, WIDEST_NAME};
pub use machine_facts::MachineFacts;
pub use moment::{Moment, NoMoment};
pub use organising::{Answers, Edited, EditedField, EventForm, FilledColumn, Reach, is_mark};
pub use play::{
    CUT, FarLine, Invitation, LineHeld, LineRefused, OtherAway, OtherProgram, PlayRefused, PlayRoom,
    PlayWish, QueuePlace, Rival, SeatBoard, SeatEnd, SeatMay, SeatOffers, SeatShown, SeatedPlayer, TakenSeat,
};
pub use played_program::{PlayedProgram, ProgramChange};
pub use private_game::PrivateGame;
pub use prizes::{People, Prizes};
pub use program::Program;
pub use program_error::ProgramError;
pub use random_key::{fill_random, random_key};
pub use reporting::{MOST_OF_REPORT, SubmittedReport};
pub use ruling::{Effect, Following, ForeseenRuling, RulingMade, RulingRequest, RulingWaits, rule_in_folder};
pub use run::Hall;
pub use running_games::RunningGames;
pub use setbacks::Setbacks;
pub use shared_store::SharedStore;
pub use short_id::{NoShortId, ShortId, ShortIds};
pub use spectators::Spectators;
pub use stop::Stop;
pub use stuck_games::StuckGames;
pub use submit_error::SubmitError;
pub use submitting::{Submitted, wrong_with_source};
pub use table_result::{
    Agreement, Brought, BroughtResult, DeskRecord, GameRecords, ShownBy, TableResult, Witness,
    bring_to_folder,
};
pub use trial::{
    MOST_TRIAL_GAMES, TrialGame, TrialGames, TrialOpponent, TrialProgram, TrialRequest, TrialSide,
};
pub use unbuilt::Unbuilt;
pub use wanted_conditions::{WantedConditions, conditions};
pub use workbench::{
    FindingLine, OwnDesk, OwnProgram, RoundEnds, RoundLine, SeenRound, WatchLine, Workbench,
    WorkbenchRefused, WorkbenchShown,
};
pub use worker::{Crew, Worked};
pub use zone::{LocalTime, NoZone, Zone};
