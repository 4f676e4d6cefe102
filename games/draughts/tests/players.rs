//! The built-in players against each other.

#[test]
fn easy_beats_random_in_twenty_games_of_twenty() {
    leitai_testkit::easy_beats_random::<draughts::Draughts>(&[], 20, 20);
}
