//! The reason why a game ended, as a record keeps it in both languages.

use leitai_catalog::{GAMES, Replay, Setup, find};
use leitai_core::{Act, Fault, Lang, Outbox, Record, Seat, Sentence, Staging, Table, sentence};
use std::time::Duration;

fn table() -> Box<dyn Table> {
    let game = find("tictactoe").expect("listed").open(&Setup::default()).expect("a set-up");
    game.table(Staging::default(), None)
}

/// The whole record of a game that ends with this act.
fn ended(act: Act<'_>) -> String {
    let mut table = table();
    table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("the game is on");
    table.seal();
    let mut record = Vec::new();
    table.record(&mut record);
    String::from_utf8(record).expect("text")
}

fn verified(text: &str) -> Sentence {
    Replay::open(Record::read(text).expect("a record")).and_then(Replay::verify).expect("it verifies").reason
}

#[test]
fn a_fault_is_told_in_both_languages_by_its_record() {
    for fault in Fault::ALL {
        let said = sentence!("more than {}", "超过 {}", 64);
        let text = ended(Act::Fault(Seat::Second, fault, &said));
        let lines: Vec<_> = text.lines().collect();
        let note = r#"{"type":"note","seat":"second","what":"reason_zh","text":"超过 64"}"#;
        assert_eq!(lines[lines.len() - 2], note);
        assert!(lines[lines.len() - 1].contains(r#""reason":"more than 64","#), "{text}");
        let read = Record::read(&text).expect("a record");
        assert_eq!(read.end.expect("an end").reason, said);
    }
}

/// A reason in one language alone gets no note, nor does resigning or agreeing, which the verdict states.
#[test]
fn a_record_in_english_alone_is_read() {
    let left = Sentence::quoted("left the game: exited with code 1");
    let text = ended(Act::Fault(Seat::First, Fault::Crash, &left));
    assert!(!text.contains("reason_zh"), "{text}");
    assert_eq!(verified(&text), left);
    let text = ended(Act::Resign(Seat::First));
    assert!(!text.contains("reason_zh"), "{text}");
    assert_eq!(verified(&text), Sentence::new("resigned", "认输"));
    let text = ended(Act::Rule(None, "the clock stood still"));
    assert_eq!(verified(&text), Sentence::quoted("the clock stood still"));
}

/// The wording of a rule is the game's own: no note holds it, and replaying the record yields both languages.
#[test]
fn a_rule_is_told_in_both_languages_by_the_game() {
    let mut table = table();
    table.begin([None; 2], &mut Outbox::default());
    for (at, act) in ["0", "3", "1", "4", "2"].into_iter().enumerate() {
        let by = leitai_core::Actor::Seat(Seat::BOTH[at % 2]);
        let act = Act::Play { by, acts: &[act], span: leitai_core::Span::Part };
        table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("legal");
    }
    table.seal();
    let mut record = Vec::new();
    table.record(&mut record);
    let text = String::from_utf8(record).expect("text");
    assert!(!text.contains("reason_zh"), "{text}");
    let read = Record::read(&text).expect("a record");
    assert_eq!(read.end.as_ref().expect("an end").reason.to(Lang::Zh), "three in a row");
    let mut replay = Replay::open(read).expect("a game");
    while replay.step().expect("a step").is_some() {}
    assert_eq!(replay.reason(), Some(Sentence::new("three in a row", "三子连线")));
    assert_eq!(verified(&text), Sentence::new("three in a row", "三子连线"));
}

/// Every line that is not an answer is refused in Chinese too, in every dialect of every game.
#[test]
fn what_a_program_should_have_said_is_told_in_chinese() {
    let mut told = 0;
    for game in GAMES {
        for dialect in game.facts().dialects {
            for line in ["?", "0", "name x", "OK", "move zzz", "= z99", "{}", r#"{"type":"ready"}"#] {
                let presets = game.facts().presets.iter().map(|preset| preset.options);
                for options in presets.chain([&[][..]]) {
                    let setup = Setup::with(options.iter().copied());
                    let mut table = game.open(&setup).expect("a set-up").table(Staging::default(), None);
                    let mut outbox = Outbox::default();
                    if table.sit(Seat::First, *dialect, &game.facts().clock, &mut outbox).is_none() {
                        continue;
                    }
                    for line in [line, line] {
                        table.hear(Seat::First, line.as_bytes(), Duration::ZERO, [None; 2], &mut outbox);
                    }
                    let Some(end) = table.end() else { continue };
                    let zh = end.reason.to(Lang::Zh);
                    leitai_testkit::must_be_chinese(zh, &format!("{}, {dialect}", game.facts().id));
                    told += 1;
                }
            }
        }
    }
    assert!(told > 100, "{told}");
}
