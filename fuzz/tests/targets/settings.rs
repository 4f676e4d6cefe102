//! Short texts that people type: clocks, seeds, names.

use leitai_core::{Clock, DialectName, Dice, Lang, Level};
use leitai_fuzz::{Bytes, fuzz};

#[test]
fn clocks_are_read_or_refused_by_name() {
    fuzz!(2000, |bytes: &mut Bytes<'_>| {
        let part = *bytes.pick(&[
            "start=5s",
            "move=1.5s",
            "game=15m",
            "move=none",
            "game=90000ms",
            "inc=2ms",
            "",
            "counted",
        ]);
        let text = format!("{part},{}", bytes.text("start=5s,move=2s,game=90s,inc=1s,counted"));
        match text.parse::<Clock>() {
            Ok(clock) => {
                assert_eq!(clock.to_string().parse::<Clock>(), Ok(clock), "{text:?} is written {clock}");
                assert_eq!(clock.with(""), Ok(clock));
            }
            Err(error) => {
                let error = error.to_string();
                let named = error.split('`').nth(1).expect("the wrong part");
                let shown = leitai_core::harmless(&text);
                assert!(shown.contains(named) || named.contains('\u{fffd}'), "{text:?}: {error}");
            }
        }
    });
}

#[test]
fn seeds_are_read_or_refused() {
    fuzz!(2000, |bytes: &mut Bytes<'_>| {
        let dice = Dice::new(std::array::from_fn(|_| bytes.byte()));
        assert_eq!(Dice::from_hex(&dice.seed()), Some(dice.clone()));
        let text = bytes.text(&dice.seed());
        if let Some(dice) = Dice::from_hex(&text) {
            assert_eq!(dice.seed(), text.to_ascii_lowercase());
        }
    });
}

#[test]
fn names_are_read_as_written_and_no_other() {
    fuzz!(500, |bytes: &mut Bytes<'_>| {
        let dialect = bytes.pick(&DialectName::ALL).name();
        let level = bytes.pick(&Level::ALL).name();
        for like in [dialect, level, "zh_CN.UTF-8"] {
            let text = bytes.text(like);
            let dialect = DialectName::ALL.into_iter().find(|name| name.name() == text);
            assert_eq!(text.parse::<DialectName>().ok(), dialect);
            let level = Level::ALL.into_iter().find(|level| level.name() == text);
            assert_eq!(text.parse::<Level>().ok(), level);
            if let Ok(lang) = text.parse::<Lang>() {
                assert!(text.starts_with(&lang.to_string()));
            }
        }
    });
}
