//! Games that the referee ended under agreed rules: the record supports that verdict, and no other.

use leitai_catalog::{Audience, Cut, Replay, Secrets, Setup, find};
use leitai_core::{
    ADJUDICATE, Clock, DialectName, End, Lang, Line, Outbox, Record, Seat, SeatInfo, Spoken, Staging,
    VerdictName,
};
use std::time::Duration;

/// A game of tic-tac-toe under these referee rules, in which both programs report these expectations for the first
/// seat.
fn played(rules: &str, expected: [&str; 2], plies: usize) -> Record {
    let game = find("tictactoe").expect("listed").open(&Setup::default()).expect("a set-up");
    let seat = |name: &'static str| SeatInfo {
        name: name.into(),
        dialect: Spoken::In(DialectName::Native),
        ..SeatInfo::default()
    };
    let stage = [(ADJUDICATE.into(), rules.to_owned().into())].into();
    let staging = Staging { seats: [seat("a"), seat("b")], stage, ..Staging::default() };
    let (mut table, mut outbox) = (game.table(staging, None), Outbox::default());
    for seat in Seat::BOTH {
        table.sit(seat, DialectName::Native, &Clock::default(), &mut outbox).expect("it is spoken");
        table.hear(seat, br#"{"type":"ready"}"#, Duration::ZERO, [None; 2], &mut outbox);
    }
    table.begin([None; 2], &mut outbox);
    for (cell, seat) in (0..plies).zip(Seat::BOTH.into_iter().cycle()) {
        let expected = expected[seat.index()];
        for line in [
            format!(r#"{{"type":"debug","text":"expected 0.5, no, expected {expected}"}}"#),
            format!(r#"{{"type":"play","moves":["{cell}"]}}"#),
        ] {
            table.hear(seat, line.as_bytes(), Duration::ZERO, [None; 2], &mut outbox);
        }
    }
    table.seal();
    let mut record = Vec::new();
    table.record(&mut record);
    Record::read(&String::from_utf8(record).expect("text")).expect("a record")
}

fn verified(record: &Record) -> Result<VerdictName, String> {
    let replay = Replay::open(record.clone()).map_err(|error| error.to_string())?;
    replay.verify().map(|end| end.verdict).map_err(|error| error.to_string())
}

fn end_of(record: &mut Record) -> &mut End<'static> {
    record.end.as_mut().expect("an end")
}

const RULES: &str = "resign:plies=4,score=0.050";

#[test]
fn what_both_said_ends_the_game_again() {
    let record = played(RULES, ["0.98", "0.02"], 6);
    let end = record.end.clone().expect("an end");
    assert_eq!((end.winner, end.verdict, end.plies), (Some(Seat::First), VerdictName::Adjudicated, 4));
    for lang in [Lang::En, Lang::Zh] {
        assert!(end.reason.to(lang).contains("0.950"), "{:?}", end.reason);
    }
    assert_ne!(end.reason.to(Lang::En), end.reason.to(Lang::Zh));
    assert_eq!(verified(&record), Ok(VerdictName::Adjudicated));
    // The public's cut verifies too.
    let cut = Cut::of(record, Audience::Public, Secrets::default(), Duration::ZERO);
    let text = cut.expect("a record").expect("it has no secrets").text().expect("text");
    assert!(!text.contains("debug"), "{text}");
    assert_eq!(verified(&Record::read(&text).expect("a record")), Ok(VerdictName::Adjudicated), "{text}");
}

#[test]
fn a_verdict_that_nothing_bears_does_not_verify() {
    let sound = played(RULES, ["0.98", "0.02"], 6);
    let changed = |change: &dyn Fn(&mut Record)| {
        let mut record = sound.clone();
        change(&mut record);
        // Sealed again, as its owner could.
        verified(&Record::read(&record.text()).expect("a record"))
    };
    assert_eq!(changed(&|_| {}), Ok(VerdictName::Adjudicated));
    let is_score = |line: &Line<'_>| matches!(line, Line::Note { what, .. } if what == "score");
    let first = |record: &Record| record.lines.iter().position(|(_, line)| is_score(line)).expect("a score");
    let said = |text: &'static str| {
        move |record: &mut Record| {
            let at = first(record);
            if let Line::Note { text: said, .. } = &mut record.lines[at].1 {
                *said = text.into();
            }
        }
    };
    for (what, found) in [
        ("another score", changed(&said("0.500"))),
        ("a score in other words", changed(&said("0.98"))),
        ("no score", changed(&|record| drop(record.lines.remove(first(record))))),
        (
            "another rule",
            changed(&|record| {
                record.about.stage.insert(ADJUDICATE.into(), "resign:plies=6,score=0.050".into());
            }),
        ),
        ("no rule", changed(&|record| record.about.stage.clear())),
        (
            "another winner",
            changed(&|record| {
                end_of(record).winner = Some(Seat::Second);
            }),
        ),
        (
            "a resignation",
            changed(&|record| {
                end_of(record).verdict = VerdictName::Resigned;
            }),
        ),
    ] {
        assert!(found.is_err(), "{what}: {found:?}");
    }
    // A game that the rules allow to go on cannot be recorded as ended by them.
    let mut on = played(RULES, ["0.98", "0.98"], 7);
    assert_eq!(verified(&on), Ok(VerdictName::Law));
    on.lines.pop();
    end_of(&mut on).verdict = VerdictName::Adjudicated;
    assert!(verified(&Record::read(&on.text()).expect("a record")).is_err());
}
