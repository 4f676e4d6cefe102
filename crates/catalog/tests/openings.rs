//! Games begun by openings: their records, and which openings are refused.

use super::records::verify;
use leitai_catalog::{Analysis, GAMES, ListedGame, Replay, RuledGame, Setup, find};
use leitai_core::{
    Act, Actor, DialectName, Lang, Level, Line, Means, Outbox, Record, Rng, Seat, Sentence, Span, Staging,
    Table,
};
use std::sync::Arc;
use std::time::Duration;

fn usual(game: ListedGame) -> Arc<dyn RuledGame> {
    game.open(&Setup::default()).expect("the defaults")
}

fn begun(game: &str, line: &str) -> Result<Arc<dyn RuledGame>, [String; 2]> {
    let error = |error| [Lang::En, Lang::Zh].map(|lang| Sentence::of(&error).to(lang).to_owned());
    usual(find(game).expect("a game")).begun(line).map_err(error)
}

/// Plays on at random to the end, or for at most `most` acts; returns the text of the acts.
fn played_on(table: &mut dyn Table, rng: &mut Rng, most: usize) -> Vec<String> {
    let mut acts = Vec::new();
    while acts.len() < most && table.turn().outcome().is_none() {
        let turn = table.turn();
        let seat = Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat))).expect("a seat");
        let choices = table.choices(seat);
        let text = choices[rng.below(choices.len())].text.clone();
        let act = Act::Play { by: Actor::Seat(seat), acts: &[&text], span: Span::Part };
        table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("a choice");
        acts.push(text);
    }
    acts
}

#[test]
fn a_game_goes_on_from_acts_or_from_the_position_that_they_reach() {
    let mut open = 0;
    for game in GAMES {
        let ruled = usual(*game);
        if game.facts().hidden || game.facts().chance {
            let refused = ruled.begun("A1").err().map(|error| error.to_string()).unwrap_or_default();
            assert!(refused.contains("has secrets or dice"), "{game}: {refused}");
            continue;
        }
        open += 1;
        let mut rng = Rng::new(open);
        let mut table = ruled.table(Staging::default(), None);
        table.begin([None; 2], &mut Outbox::default());
        let line = played_on(&mut *table, &mut rng, 5).join(" ");
        let position = table.position();
        for (line, given) in [(&line, 5), (&position, 0)] {
            let begun = ruled.begun(line).expect(line);
            assert_eq!(begun.opening().as_ref(), Some(line), "{game}");
            let mut table = begun.table(Staging::default(), None);
            table.begin([None; 2], &mut Outbox::default());
            assert_eq!(table.position(), position, "{game}");
            played_on(&mut *table, &mut rng, usize::MAX);
            table.seal();
            let mut text = Vec::new();
            table.record(&mut text);
            let text = String::from_utf8(text).expect("text");
            assert_eq!(verify(&text), Ok(()), "{game}");
            let record = Record::read(&text).expect("a record");
            let marked = |line: &(usize, Line<'_>)| matches!(line.1, Line::Play { given: true, us: 0, .. });
            assert_eq!(record.lines.iter().filter(|line| marked(line)).count(), given, "{game}");
            // A game that breaks off in the middle of its opening is still a game.
            let cut: Vec<&str> = text.lines().take(3).collect();
            let cut = Record::read(&cut.join("\n")).expect("a record");
            while Replay::open(cut.clone()).expect("a game").step().expect("legal").is_none() {}
        }
    }
    assert!(open >= 8, "{open}");
}

#[test]
fn what_is_no_opening_says_what_is_wrong_and_what_would_be_right() {
    let wrong = |line: &str| begun("tictactoe", line).err().unwrap_or_default();
    let [en, zh] = wrong("4 nine");
    assert!(en.starts_with("act 2, `nine`, cannot be read (a number from 0 "), "{en}");
    assert!(en.ends_with("; legal: 0 2 5 7 …"), "{en}");
    assert!(zh.starts_with("第 2 个着法“nine”看不懂"), "{zh}");
    let [en, zh] = wrong("4 0 4");
    assert_eq!(en, "act 3, 4, is illegal: cell occupied; legal: 1 2 5 7 …");
    assert!(zh.contains("合法的有 1 2 5 7 …"), "{zh}");
    let [en, zh] = wrong("XX.O");
    assert!(en.starts_with("`XX.O` is neither acts (a number from 0 "), "{en}");
    assert!(zh.contains("也不是局面"), "{zh}");
    assert_eq!(wrong("0 3 1 4 2")[0], "nothing is left to play after it: three in a row");
    assert_eq!(wrong("XXXOO....")[0], "nothing is left to play after it: three in a row");
}

#[test]
fn dialects_are_asked_whether_they_can_say_it() {
    use DialectName::{Beyond, Botzone, BotzoneSimple, Gtp, Htp, Native, Sau};
    let able = |game: &str, line: &str| -> Vec<DialectName> {
        let begun = begun(game, line).expect(line);
        let dialects = begun.facts().dialects.iter().copied();
        dialects.filter(|name| begun.tells_opening(*name)).collect()
    };
    assert_eq!(able("tictactoe", "4 0"), [Beyond, Native, Sau, Botzone, BotzoneSimple]);
    assert_eq!(able("tictactoe", "X...O...."), [Beyond, Native]);
    assert_eq!(able("hex", "F6 E7"), [Native, Htp, Botzone, BotzoneSimple]);
    assert_eq!(able("nogo", "E5 A1"), [Native, Gtp, Botzone, BotzoneSimple]);
    // The judge protocol does not tell a program its own side's acts.
    assert_eq!(able("draughts", "5,0-4,1"), [Native, Sau]);
    // Nobody can take a seat at a table in a dialect that cannot express the opening.
    let hex = begun("hex", "F6 E7").expect("an opening");
    let clock = &hex.facts().clock;
    let sits = |name| {
        let mut table = hex.table(Staging::default(), None);
        table.sit(Seat::First, name, clock, &mut Outbox::default()).is_some()
    };
    assert_eq!([Sau, Htp].map(sits), [false, true]);
}

#[test]
fn what_both_were_given_is_neither_merit_nor_fault() {
    let game = begun("tictactoe", "7 4 0 8").expect("an opening");
    let mut table = game.table(Staging::default(), None);
    table.begin([None; 2], &mut Outbox::default());
    let act = Act::Play { by: Actor::Seat(Seat::First), acts: &["3"], span: Span::Part };
    table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("legal");
    let mut text = Vec::new();
    table.record(&mut text);
    let record = Record::read(&String::from_utf8(text).expect("text")).expect("a record");
    let judged =
        Analysis::of(&record, Level::Best, 10_000, &Means::seeded(1), &mut |_| true).expect("judged");
    let known: Vec<bool> = judged.moments.iter().map(|moment| moment.before.is_some()).collect();
    assert_eq!(known, [false, false, false, false, true]);
}
