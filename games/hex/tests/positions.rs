//! Positions as text: which are accepted, which are refused, and why.

use hex::{Hex, Rules};
use leitai_core::Game;

fn read(rules: Rules, text: &str) -> Result<String, String> {
    let board = Hex::read_position(text, &rules).map_err(|bad| bad.to_string())?;
    let mut out = String::new();
    Hex::write_position(&board, &mut out);
    Ok(out)
}

fn plain() -> Rules {
    Rules::new(3, false, false).unwrap()
}

#[test]
fn good_texts_are_read_leniently_and_written_canonically() {
    for (text, canonical) in [
        ("3/3/3 r", "3/3/3 r"),
        ("  3/3/2R   B ", "3/3/2r b"),
        ("r1b/1r1/b2 r", "r1b/1r1/b2 r"),
        ("1r1/brb/1r1 -", "1r1/brb/1r1 -"),
        ("1rr/bbb/1r1 -", "1rr/bbb/1r1 -"),
    ] {
        assert_eq!(read(plain(), text).as_deref(), Ok(canonical));
    }
}

#[test]
fn bad_texts_are_refused_with_the_reason() {
    for (text, why) in [
        ("", "who is on turn"),
        ("3/3/3", "who is on turn"),
        ("3/3 r", "3 rows joined by /, not 2"),
        ("3/4/3 r", "row 2 from the top must have 3 cells"),
        ("111/3/3 r", "row 1 from the top must have 3 cells"),
        ("3/2/3 r", "row 2 from the top must have 3 cells"),
        ("3/2rr/3 r", "row 2 from the top must have 3 cells"),
        ("3/99999999999999999999/3 r", "must have 3 cells"),
        ("3/x2/3 r", "`x` is not r, b or a number"),
        ("3/3/3 w", "`w` is not who is on turn"),
        ("3/3/3 -", "ends with `r`, not `-`"),
    ] {
        let refused = read(plain(), text).unwrap_err();
        assert!(refused.contains(why), "{text}: {refused}");
    }
}

#[test]
fn a_position_that_no_game_reaches_is_refused() {
    for (text, why) in [
        ("3/3/3 b", "red moves first"),
        ("rr1/3/3 b", "one stone each in turn"),
        ("3/b2/3 r", "red moves first"),
        ("r2/b2/3 b", "red moves first"),
        // Play continued after the borders were joined.
        ("1r1/brb/1r1 b", "ends with `-`"),
        ("1rb/brb/1r1 r", "ends with the stone that joins"),
        ("1rb/brb/1r1 -", "one stone each in turn"),
        ("r1r/r1r/r1r -", "one stone each in turn"),
    ] {
        let refused = read(plain(), text).unwrap_err();
        assert!(refused.contains(why), "{text}: {refused}");
    }
}

#[test]
fn two_chains_that_no_single_stone_completed_are_refused() {
    let four = Rules::new(4, false, false).unwrap();
    // Red's columns A and C are both complete: eight stones against seven.
    let refused = read(four, "rbrb/rbrb/rbrb/r1rb -").unwrap_err();
    assert!(refused.contains("ends with the stone that joins"), "{refused}");
}

#[test]
fn after_a_swap_second_may_be_a_stone_ahead() {
    let swap = Rules::new(3, true, false).unwrap();
    for text in ["3/b2/3 r", "3/br1/3 b", "3/brb/3 r", "r2/3/3 b", "r2/b2/3 r", "1r1/bbb/1r1 -"] {
        assert_eq!(read(swap, text).as_deref(), Ok(text));
    }
    assert!(read(plain(), "3/br1/3 b").is_err() && read(swap, "3/3/3 b").is_err());
}

#[test]
fn a_barred_centre_was_not_the_first_stone() {
    let barred = Rules::new(3, true, true).unwrap();
    for text in ["3/1r1/3 b", "3/1b1/3 r", "3/1rb/3 r", "3/1br/3 b"] {
        assert!(read(barred, text).unwrap_err().contains("barred"), "{text}");
    }
    for text in ["r2/3/3 b", "r2/1b1/3 r", "r2/1r1/2b b", "b2/1r1/3 b"] {
        assert_eq!(read(barred, text).as_deref(), Ok(text));
    }
}
