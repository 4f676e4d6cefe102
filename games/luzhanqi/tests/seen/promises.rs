//! What every game promises, at tables that know one side's pieces only.

use super::{FirstIsSeen, SecondIsSeen};

/// The promises of the kit. `clients_know_what_the_referee_tells` is not among them, since no program plays the hidden
/// side: that a program hears the same at such a table is shown with tables side by side.
macro_rules! promises {
    ($game:ty) => {
        leitai_testkit::conformance!($game:
            every_game_ends,
            moves_are_what_check_accepts,
            a_random_move_is_one_of_the_moves,
            perft_counts_moves,
            truth_and_view_offer_the_same,
            views_are_the_fold_of_reports,
            moves_positions_and_reports_read_back,
            clicks_lead_to_one_move,
            any_bytes_are_heard,
            every_level_and_dialect_is_there,
            presets_are_accepted,
            built_in_players_play_whole_legal_turns,
            built_in_players_answer_when_the_time_is_up,
            secret_acts_commute,
            secret_acts_are_not_told,
            a_view_judges_as_the_truth_does,
            what_is_no_secret_is_known_to_all,
        );
    };
}

mod first {
    promises!(super::FirstIsSeen);
}

mod second {
    promises!(super::SecondIsSeen);

    /// Whichever side is seen, texts are the same.
    #[test]
    fn any_text_is_read_or_refused() {
        leitai_testkit::any_text_is_read_or_refused::<super::SecondIsSeen>();
    }
}
