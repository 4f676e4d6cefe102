//! The kit that every game runs.

// Not yet `clients_know_what_the_referee_tells`: the kit's own conversation does not ask the seat that is
// first to move when the other was the last to lay.
leitai_testkit::conformance!(luzhanqi::Luzhanqi:
    every_game_ends,
    moves_are_what_check_accepts,
    chances_are_what_chance_may_do,
    perft_counts_moves,
    truth_and_view_offer_the_same,
    views_are_the_fold_of_reports,
    moves_positions_and_reports_read_back,
    any_text_is_read_or_refused,
    clicks_lead_to_one_move,
    any_bytes_are_heard,
    every_level_and_dialect_is_there,
    presets_are_accepted,
    built_in_players_play_whole_legal_turns,
);
leitai_testkit::conformance_hidden!(luzhanqi::Luzhanqi);
