//! The conformance kit: what every game must guarantee, tested on random games.
//!
//! A game runs it with one line in its tests: `leitai_testkit::conformance!(TicTacToe);` A game with secrets adds
//! another: `leitai_testkit::conformance_hidden!(EinStein, unseen: 0);` Its playthroughs ([`playthroughs_come_out`])
//! are in `tests/playthroughs`.

mod chinese;
mod clicks;
mod counts;
mod dialogue;
mod facts;
mod golden;
mod hidden;
mod long;
mod pair;
mod players;
mod playthrough;
mod rules;
mod skip;
mod texts;
mod walk;

pub use chinese::{english_in, must_be_chinese, own_words};
pub use clicks::{acts_are_typed_and_spoken, clicks_lead_to_one_move, other_clicks_break_a_rule};
pub use counts::{Count, counts, counts_come_out};
pub use dialogue::{any_bytes_are_heard, clients_know_what_the_referee_tells};
pub use facts::{every_level_and_dialect_is_there, presets_are_accepted};
pub use golden::come_out_as_written;
pub use hidden::{
    a_view_judges_as_the_truth_does, samples_fit_what_is_known, secret_acts_are_not_told,
    secret_acts_commute, what_is_no_secret_is_known_to_all, what_is_not_told_changes_nothing,
};
pub use long::{cases, extent, is_long, random_games};
pub use pair::{Grown, Pair};
pub use players::{
    Score, built_in_players_answer_when_the_time_is_up, built_in_players_play_whole_legal_turns,
    easy_beats_random, ladder, score, score_after, score_within,
};
pub use playthrough::playthroughs_come_out;
pub use rules::{
    a_random_move_is_one_of_the_moves, chances_are_what_chance_may_do, every_game_ends,
    moves_are_what_check_accepts, perft_counts_moves, truth_and_view_offer_the_same,
    views_are_the_fold_of_reports,
};
pub use skip::{Demands, Need, note_skip, skip, skips_in};
pub use texts::{any_text_is_read_or_refused, moves_positions_and_reports_read_back};
pub use walk::{Step, walk};

/// Runs the whole kit on a game.
#[macro_export]
macro_rules! conformance {
    ($game:ty) => {
        $crate::conformance!($game:
            every_game_ends,
            moves_are_what_check_accepts,
            a_random_move_is_one_of_the_moves,
            chances_are_what_chance_may_do,
            perft_counts_moves,
            truth_and_view_offer_the_same,
            views_are_the_fold_of_reports,
            moves_positions_and_reports_read_back,
            any_text_is_read_or_refused,
            clicks_lead_to_one_move,
            acts_are_typed_and_spoken,
            other_clicks_break_a_rule,
            clients_know_what_the_referee_tells,
            any_bytes_are_heard,
            every_level_and_dialect_is_there,
            presets_are_accepted,
            built_in_players_play_whole_legal_turns,
            built_in_players_answer_when_the_time_is_up,
        );

        #[test]
        fn playthroughs_come_out() {
            $crate::playthroughs_come_out::<$game>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"));
        }
    };
    ($game:ty: $($promise:ident),* $(,)?) => {
        $(
            #[test]
            fn $promise() {
                $crate::$promise::<$game>();
            }
        )*
    };
}

/// Checks what a game with secrets must guarantee in addition; its positions must support sampling. `unseen` is the
/// least number of acts outside secret turns to be compared between true positions that an eye cannot tell apart
/// ([`what_is_not_told_changes_nothing`]).
#[macro_export]
macro_rules! conformance_hidden {
    ($game:ty, unseen: $least:expr) => {
        $crate::conformance!($game:
            secret_acts_commute,
            secret_acts_are_not_told,
            a_view_judges_as_the_truth_does,
            samples_fit_what_is_known,
            what_is_no_secret_is_known_to_all,
        );

        #[test]
        fn what_is_not_told_changes_nothing() {
            $crate::what_is_not_told_changes_nothing::<$game>($least);
        }
    };
}
