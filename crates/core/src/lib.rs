//! The core of Leitai: whose turn it is, what the rules say, and what each eye knows.
//!
//! **A view is the fold of the reports its eye received.** [`Position::play`] returns the true effect of an act;
//! [`Position::tell`] turns that effect into reports for each eye; a [`View`] starts empty and changes only by
//! [`learn`](View::learn)ing reports. [`Position::view`] computes the same view from scratch and serves as its
//! check in tests.
//!
//! **Words.** An *act* is the smallest thing that one hand does: a stone, a roll of the die, a piece laid unseen. It is
//! a value of [`State::Move`], and [`State::moves`] lists the acts that are open, as a move generator does. A *turn* is
//! a run of acts by one hand ([`Turn::goes_on`]), and a *ply* is a turn that a seat has completed. What people call a
//! *move* is a turn: so clocks (`move=2s`) and pages say. The *rules* of a game are what its [`Position`] holds;
//! [`Position::Rules`] is what may be chosen of them. An end by the rules is called `Law` in records, and so
//! [here](VerdictName::Law).
//!
//! This crate does no I/O, reads no clock, starts no thread and compiles to wasm32.

mod adjudication;
mod budget;
mod clock;
mod clock_change;
mod content_hash;
mod dialect;
mod dice;
mod digest;
mod due;
mod eye;
mod game;
mod game_name;
mod habit;
mod hidden;
mod info;
mod level;
mod name;
mod options;
mod outcome;
mod perft;
mod player;
mod record;
mod relayed;
mod rng;
mod scene;
mod seat;
mod seat_info;
mod sheet;
mod shelf;
mod shown_name;
mod spent_time;
mod spoken;
mod stage_fault;
mod starter;
mod state;
mod table;
mod turn;

pub use adjudication::{
    ADJUDICATE, Adjudication, Agreement, BadAdjudication, Expected, Longest, SCORE, Scores, read_thousandths,
    thousandths, told_expectation,
};
pub use budget::{Budget, Pace, TimeLeft};
pub use clock::{BadClock, Clock, Left, read_time, write_time};
pub use clock_change::{ClockChange, MOST_CORRECTED};
pub use content_hash::{ContentHash, NoContentHash};
pub use dialect::{
    Client, Cue, Dialect, DialectName, Garbled, Lifecycle, Lines, Openings, Said, Search, Span,
};
pub use dice::Dice;
pub use digest::{Digest, Seal};
pub use due::Due;
pub use eye::Eye;
pub use game::{Choice, Facts, Game, MoveOf, Preset, RulesOf, Seen, ViewOf};
pub use game_name::{BadGameName, GameName};
pub use habit::{Habit, Habits};
pub use hidden::{shown_json, turns_text};
pub use leitai_lang::{
    FileFlaw, Lang, Noun, Sentence, Tell, Words, errors, harmless, is_hidden, meant, nearest,
    same_in_every_language, say, sentence, utf8, wide_sign, wide_sign_in_toml,
};
pub use level::Level;
pub use name::{Name, NameError, compared};
pub use options::{BadOption, COMMON_OPTIONS, Kind, OptionSpec, OptionWord, Options, SEEN};
pub use outcome::{Fault, Illegal, Outcome, VerdictName, Why, denied, illegal};
pub use perft::{divide, perft};
pub use player::{BuiltIn, Engine, Info, Means, Proved};
pub use record::{
    About, ELSEWHERE, End, FAILS, FLOOD, GIVEN_BACK, Line, MARGIN, OPERATOR, QUESTION, REASON_ZH, REFEREE,
    Record, RecordError, SENT, Staging, TELL, TELL_LEAST, UNASKED, VERSION, announced_in,
};
pub use relayed::Relayed;
pub use rng::Rng;
pub use scene::{
    Button, Form, Ground, Label, Mark, MarkKind, Piece, Place, Say, Scene, Shape, Spot, Stroke, Tone,
};
pub use seat::{Actor, Seat};
pub use seat_info::{SeatInfo, Spoken};
pub use sheet::{
    Foreign, Heading, Sheet, SheetEnd, SheetError, SheetForm, SheetGame, SheetName, SheetResult,
};
pub use shelf::{BuildTable, NoShelf, Shelf, ShelvedTable, TableSpec};
pub use shown_name::{announced_beside, shown_name};
pub use spent_time::SpentTime;
pub use spoken::SpokenDialect;
pub use stage_fault::{Period, StageFault, not_ready, with_half};
pub use starter::Starter;
pub use state::{Open, Played, Position, Report, Sample, State, View, random_of_list};
pub use table::{Act, Heard, Outbox, Phrase, Reading, Refusal, Table, Viewer};
pub use turn::{Ruling, Turn};
