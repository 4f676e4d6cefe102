//! What notations and scenes must guarantee.

use crate::chinese::must_be_chinese;
use crate::walk::{default_rules, walks};
use leitai_core::{Eye, Game, Garbled, Lang, MoveOf, Position, Report, Rng};

/// Moves, positions and reports can be read back from their text; a position's text is a single line.
pub fn moves_positions_and_reports_read_back<G: Game>() {
    let rules = default_rules::<G>();
    walks::<G>(20, |step| {
        let text = write::<G>(&step.m);
        assert_eq!(G::read(&text).as_ref(), Ok(&step.m), "move {text}");
        assert!(!text.contains(char::is_whitespace), "a move's text has no blanks: {text:?}");
        let mut text = String::new();
        G::write_position(&step.after, &mut text);
        assert!(!text.contains('\n'), "a position's text is one line");
        assert_eq!(G::read_position(&text, &rules).as_ref(), Ok(&step.after), "position {text}");
        for eye in Eye::ALL {
            let mut reports = Vec::new();
            step.after.tell(step.by, &step.m, &step.effect, eye, &mut reports);
            for told in reports {
                let text = report::<G>(&told);
                assert_eq!(G::read_report(&text).as_ref(), Ok(&told), "report {text}");
            }
        }
    });
}

/// Any text is read or refused, in both languages: mangled good texts and plain noise never cause a panic, and whatever
/// is read can be read back from its own text.
pub fn any_text_is_read_or_refused<G: Game>() {
    let rules = default_rules::<G>();
    let mut rng = Rng::new(3);
    let mut refused = 0;
    let mut refuse = |text: &str, Garbled(expected): &Garbled| {
        must_be_chinese(expected.to(Lang::Zh), &format!("{}: what is said of {text:?}", G::FACTS.id));
        refused += 1;
    };
    walks::<G>(5, |step| {
        let mut texts = vec![write::<G>(&step.m), String::new()];
        G::write_position(&step.after, &mut texts[1]);
        for eye in Eye::ALL {
            let mut reports = Vec::new();
            step.after.tell(step.by, &step.m, &step.effect, eye, &mut reports);
            texts.extend(reports.iter().map(report::<G>));
        }
        for text in texts {
            for _ in 0..20 {
                let text = mangle(&text, &mut rng);
                match G::read(&text) {
                    Ok(m) => assert_eq!(G::read(&write::<G>(&m)), Ok(m), "{text:?}"),
                    Err(why) => refuse(&text, &why),
                }
                match G::read_report(&text) {
                    Ok(told) => assert_eq!(G::read_report(&report::<G>(&told)), Ok(told), "{text:?}"),
                    Err(why) => refuse(&text, &why),
                }
                match G::read_position(&text, &rules) {
                    Ok(position) => {
                        let mut written = String::new();
                        G::write_position(&position, &mut written);
                        assert_eq!(G::read_position(&written, &rules), Ok(position), "{text:?}");
                    }
                    Err(why) => refuse(&text, &why),
                }
            }
        }
    });
    assert!(refused > 0, "nothing was ever refused");
}

fn report<G: Game>(report: &Report<G::Position>) -> String {
    let mut text = String::new();
    G::write_report(report, &mut text);
    text
}

pub(crate) fn write<G: Game>(m: &MoveOf<G>) -> String {
    let mut text = String::new();
    G::write(m, &mut text);
    text
}

/// `text` with a few characters changed, dropped or inserted.
pub(crate) fn mangle(text: &str, rng: &mut Rng) -> String {
    const STRANGE: [char; 16] =
        ['0', '9', 'A', 'z', ' ', ',', '-', '/', '@', '\0', '\u{1b}', '，', '９', 'Ａ', '\u{202e}', '😀'];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let c = STRANGE[rng.below(STRANGE.len())];
        match (rng.below(3), chars.len()) {
            (0, n) if n > 0 => chars[rng.below(n)] = c,
            (1, n) if n > 0 => {
                chars.remove(rng.below(n));
            }
            (_, n) => chars.insert(rng.below(n + 1), c),
        }
    }
    chars.into_iter().collect()
}
