//! Why a program lost, according to its record: what is found for each slip, and that a sound line is never blamed.

use leitai_catalog::{Audience, Cause, Cut, Loss, Replay, Secrets, Setup, Slip, Turning, find};
use leitai_core::{
    Act, Clock, DialectName, Fault, Lang, Outbox, Phrase, Record, Seat, SeatInfo, Sentence, Spoken, Staging,
};
use std::time::Duration;

/// The record of a game between two programs that say these lines; First begins.
fn played(game: &str, dialect: DialectName, lines: &[(Seat, &str)], last: Option<Act<'_>>) -> Record {
    let game = find(game).expect("listed").open(&Setup::default()).expect("a set-up");
    let seat = |name: &str| SeatInfo {
        name: name.to_owned().into(),
        dialect: Spoken::In(dialect),
        ..SeatInfo::default()
    };
    let clock = Clock::default();
    let staging = Staging { clock, seats: [seat("a"), seat("b")], ..Staging::default() };
    let (mut table, mut outbox) = (game.table(staging, None), Outbox::default());
    for seat in Seat::BOTH {
        table.sit(seat, dialect, &clock, &mut outbox).expect("it is spoken");
        for line in greeting(dialect) {
            table.hear(seat, line.as_bytes(), Duration::ZERO, [None; 2], &mut outbox);
        }
    }
    table.begin([None; 2], &mut outbox);
    for (seat, line) in lines {
        table.hear(*seat, line.as_bytes(), Duration::ZERO, [None; 2], &mut outbox);
    }
    if let Some(act) = last {
        table.act(act, Duration::ZERO, [None; 2], &mut outbox).expect("the game is on");
    }
    table.note(Seat::First, "stderr", "thinking\n\u{1b}[2Jbest 3");
    table.seal();
    let mut record = Vec::new();
    table.record(&mut record);
    Record::read(&String::from_utf8(record).expect("text")).expect("a record")
}

fn greeting(dialect: DialectName) -> &'static [&'static str] {
    match dialect {
        DialectName::Sau => &["name A"],
        DialectName::Beyond => &["Beyond.Game.Tic-tac-toe.1.0", "A"],
        DialectName::Judge | DialectName::Gomocup => &["OK"],
        _ => &[],
    }
}

/// First's loss by the last of its lines; checks that the record verifies.
fn lost(game: &str, dialect: DialectName, lines: &[&str]) -> Loss {
    let seats = Seat::BOTH.into_iter().cycle();
    let record = played(game, dialect, &seats.zip(lines.iter().copied()).collect::<Vec<_>>(), None);
    let verified = Replay::open(record.clone()).and_then(Replay::verify);
    assert!(verified.is_ok(), "{game} {lines:?}: {verified:?}");
    Loss::of(&record).expect("it is played again").expect("a loss")
}

fn advice(loss: &Loss) -> [String; 2] {
    let advice = loss.cause.as_ref().expect("a cause").advice();
    [Lang::En, Lang::Zh].map(|lang| advice.to(lang).to_owned())
}

fn phrase(acts: &str, said: &str) -> Phrase {
    Phrase { acts: vec![acts.to_owned()], said: said.to_owned() }
}

use DialectName::{Beyond, Judge, Sau};

#[test]
fn a_refused_line_is_told_in_both_ways_with_what_would_be_legal() {
    let loss = lost("amazons", Sau, &["move ADABAC"]);
    assert_eq!((loss.seat, loss.fault, loss.plies), (Seat::First, Fault::Illegal, 0));
    assert_eq!((loss.line.as_deref(), &*loss.acts), (Some("move ADABAC"), &["a7a9(a8)".to_owned()][..]));
    assert_eq!((loss.phrases.len(), loss.choices.len()), (3, 2176));
    assert!(loss.phrases.iter().all(|phrase| phrase.said.starts_with("move ")), "{:?}", loss.phrases);
    assert_eq!(loss.log, ["thinking", "\\u{1b}[2Jbest 3"], "nothing that a terminal would obey");
    // A line that equals its act is not repeated.
    assert_eq!(lost("tictactoe", Beyond, &["4", "0", "4"]).line, None);
}

#[test]
fn the_line_itself_and_the_log_are_the_authors_alone() {
    let record = played("amazons", Sau, &[(Seat::First, "move ADABAC")], None);
    let text = |audience| {
        let cut = Cut::of(record.clone(), audience, Secrets::default(), Duration::ZERO).expect("listed");
        cut.expect("something to see").text().expect("it replays")
    };
    for (audience, may) in [
        (Audience::Public, false),
        (Audience::Author(Seat::Second), false),
        (Audience::Author(Seat::First), true),
        (Audience::Referee, true),
    ] {
        let text = text(audience);
        assert_eq!(text.contains("ADABAC") && text.contains("thinking"), may, "{audience:?}: {text}");
        assert_eq!(text.contains("ADABAC") || text.contains("thinking"), may, "{audience:?}: {text}");
    }
}

#[test]
fn a_slip_in_the_spelling_is_found() {
    for (game, dialect, line, slip, acts, said) in [
        ("tictactoe", Beyond, "9", Slip::FromOne, "8", "8"),
        ("tictactoe", Beyond, "(4)", Slip::Signs, "4", "4"),
        ("tictactoe", Beyond, "your move: 4", Slip::Before("your move:".into()), "4", "4"),
        ("tictactoe", Beyond, "4 is best", Slip::Behind("is best".into()), "4", "4"),
    ] {
        let loss = lost(game, dialect, &[line]);
        assert_eq!(loss.cause, Some(Cause::Spelling(slip, phrase(acts, said))), "{line}");
        let [en, zh] = advice(&loss);
        assert!(en.contains(&format!("`{said}`")) && zh.contains(&format!("“{said}”")), "{en} {zh}");
    }
    // A line that no slip explains has no cause.
    for line in ["77", "none", "?", "x y"] {
        assert_eq!(lost("tictactoe", Beyond, &[line]).cause, None, "{line}");
    }
}

#[test]
fn a_turn_in_another_notation_or_dialect_is_named() {
    let loss = lost("amazons", Sau, &["move d1d7g7"]);
    assert_eq!(loss.cause, Some(Cause::Notation(phrase("d1d7(g7)", "move DJDDGD"))));
    let loss = lost("tictactoe", Beyond, &[r#"{"type":"play","moves":["4"]}"#]);
    assert_eq!(loss.cause, Some(Cause::Dialect(DialectName::Native)));
    // Not legal, and not a line of its dialect either.
    let loss = lost("amazons", Sau, &["move DJEJFJ", "move d1d7g7"]);
    assert!(matches!(loss.cause, Some(Cause::Foreign(_))), "{:?}", loss.cause);
    assert_eq!(lost("draughts", Judge, &["OK"]).cause, Some(Cause::Greeting));
}

#[test]
fn places_counted_otherwise_are_found_at_the_first_move() {
    let loss = lost("amazons", Sau, &["move ADABAC"]);
    assert_eq!(loss.cause, Some(Cause::Turned(Turning::Rows, "a4a2(a3)".to_owned())));
    let [en, zh] = advice(&loss);
    assert!(en.contains("rows from the other edge") && zh.contains("从另一边数起"), "{en} {zh}");
    // Later on its board is wrong, not its counting: it has counted correctly before.
    let loss = lost("amazons", Sau, &["move DJEJFJ", "move ADABAC", "move ADABAC"]);
    assert_eq!((loss.fault, loss.cause), (Fault::Illegal, Some(Cause::Missed(2, true))));
    let loss = lost("amazons", Sau, &["move DJEJFJ", "move ADABAC", "move JDJBJC"]);
    assert_eq!((loss.fault, loss.cause), (Fault::Illegal, None));
}

#[test]
fn what_stands_there_already_is_told_by_whose_it_is() {
    for (lines, cause) in [
        (&["4", "0", "4"][..], Cause::Repeated(1)),
        (&["4", "0", "0"], Cause::Missed(2, true)),
        (&["4", "0", "1", "2", "0"], Cause::Missed(2, false)),
    ] {
        assert_eq!(lost("tictactoe", Beyond, lines).cause, Some(cause), "{lines:?}");
    }
}

#[test]
fn two_answers_in_one_turn_are_told_from_one_before_the_game() {
    let twice = [(Seat::First, "4"), (Seat::First, "5")];
    let loss = Loss::of(&played("tictactoe", Beyond, &twice, None)).expect("again").expect("a loss");
    assert_eq!((loss.fault, loss.cause), (Fault::Protocol, Some(Cause::Twice)));
    let early = [(Seat::Second, "5")];
    let loss = Loss::of(&played("tictactoe", Beyond, &early, None)).expect("again").expect("a loss");
    assert_eq!((loss.seat, loss.fault, loss.cause), (Seat::Second, Fault::Protocol, None));
}

/// SAU ignores anything that is not a message; a program that omits the keyword waits for a reply that never comes.
#[test]
fn an_answer_that_nobody_heard_is_found_where_time_ran_out() {
    let late = Sentence::new("out of time", "超时");
    let act = || Some(Act::Fault(Seat::First, Fault::TimeLimit, &late));
    let loss = |lines: &[(Seat, &str)]| {
        Loss::of(&played("amazons", Sau, lines, act())).expect("again").expect("a loss")
    };
    let lacks = Cause::Spelling(Slip::Lacks("move".into()), phrase("d1d7(g7)", "move DJDDGD"));
    assert_eq!(loss(&[(Seat::First, "DJDDGD")]).cause, Some(lacks));
    assert_eq!(loss(&[(Seat::First, "hm")]).cause, None);
    // Said before the opponent's move, the line was not an answer to it.
    let before = [(Seat::First, "move DJEJFJ"), (Seat::First, "DJDDGD"), (Seat::Second, "move ADABAC")];
    assert_eq!(loss(&before).line, None);
}

#[test]
fn a_crash_is_told_by_the_log_and_not_by_the_reason() {
    let mut record = played("tictactoe", Beyond, &[(Seat::First, "4")], None);
    assert!(Loss::of(&record).expect("again").is_none(), "it is not over");
    let left = Fault::Crash.because(&Sentence::new("exited with code 1", "返回码 1"));
    record = played("tictactoe", Beyond, &[], Some(Act::Fault(Seat::First, Fault::Crash, &left)));
    let text = record.text().replace(
        "thinking\\n",
        "one\\ntwo\\nthree\\nTraceback (most recent call last):\\n  File \\\"/x/a.py\\\", line 4, in <module>\\n    f()\\nIndexError: no\\n",
    );
    let loss = Loss::of(&Record::read(&text).expect("a record")).expect("again").expect("a loss");
    assert_eq!(
        loss.crash,
        Some(Sentence::new("a.py line 4, IndexError: no", "“a.py”第 4 行“IndexError: no”"))
    );
    assert_eq!(loss.reason.to(Lang::En), "left the game: exited with code 1");
    let log = [
        "Traceback (most recent call last):",
        "  File \"a.py\", line 4, in <module>",
        "    f()",
        "IndexError: no",
    ];
    assert_eq!(loss.log[..4], log, "the end of it, and no folder of the stage's");
    assert_eq!(loss.log.len(), 5);
}

#[test]
fn who_lost_by_the_rules_or_sat_there_in_person_has_no_loss() {
    let lines: Vec<_> = Seat::BOTH.into_iter().cycle().zip(["0", "3", "1", "4", "2"]).collect();
    assert!(Loss::of(&played("tictactoe", Beyond, &lines, None)).expect("again").is_none());
    let text = played("tictactoe", Beyond, &[(Seat::First, "9")], None).text();
    let person = text.replacen("\"dialect\":\"beyond\"", "\"dialect\":\"person\"", 1);
    assert!(Loss::of(&Record::read(&person).expect("a record")).expect("again").is_none());
}
