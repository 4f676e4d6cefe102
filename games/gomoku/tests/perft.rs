//! Counts of the tree of acts.

use gomoku::{Bans, Board, Gomoku, Rules, Start};
use leitai_core::{Position, perft};

#[test]
fn every_count_is_reproduced() {
    leitai_testkit::counts_come_out::<Gomoku>(include_str!("gomoku.perft"), 30);
}

/// The perft file is read under the default rules; a free opening has others.
#[test]
fn a_free_opening_counts_stones_and_passes() {
    for bans in [Bans::Automatic, Bans::Claimed, Bans::Off] {
        let start = Board::initial(&Rules { start: Start::Free, bans, ..Rules::default() });
        assert_eq!(perft(&start, 1), 225);
        // White may pass: 225 * (224 + 1).
        assert_eq!(perft(&start, 2), 50_625);
        // After a stone: 223 stones or a pass. After a pass: 224 stones or a second pass, which ends the game.
        assert_eq!(perft(&start, 3), 225 * (224 * 224 + 225));
    }
}
