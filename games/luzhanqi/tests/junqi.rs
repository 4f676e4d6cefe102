//! What the transcripts of the national protocol cannot show: the clock in `START`.

use leitai_core::{DialectName, Eye, Game, Lines, Options, Position, Seat};
use luzhanqi::{Board, Luzhanqi, Rules};
use std::time::Duration;

/// "START first time steps": its own seconds in four digits, the plies in two.
#[test]
fn start_has_the_seconds_of_ones_own_clock() {
    let second = Duration::from_secs(1);
    for (left, steps, line) in [
        ([Some(1800 * second), Some(90 * second)], 31, ["START 0 1800 31", "START 1 0090 31"]),
        ([Some(Duration::from_millis(1900)), None], 10, ["START 0 0001 10", "START 1 9999 10"]),
        ([Some(20_000 * second), None], 1000, ["START 0 9999 99", "START 1 9999 99"]),
    ] {
        let rules = Rules { no_contact_plies: steps, ..Rules::default() };
        for seat in Seat::BOTH {
            let mut dialect = Luzhanqi::dialect(DialectName::Junqi, &Options::default()).expect("listed");
            let view = Board::first_view(&rules, Eye::Seat(seat));
            let mut out = Lines::default();
            dialect.open(seat, &rules, &mut out);
            dialect.begin(left, &mut out);
            dialect.ask(&view, left, &mut out);
            let expected = format!("INFORMATION\n{}\n", line[seat.index()]);
            assert_eq!(String::from_utf8_lossy(out.bytes()), expected);
        }
    }
}
