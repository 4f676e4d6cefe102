//! Any sequence of acts at a real table is played or refused.

use leitai_catalog::{Replay, RuledGame};
use leitai_core::{
    Act, Actor, End, Fault, Lang, Outbox, Record, Refusal, Seat, Sentence, Span, Staging, Table, Turn,
    Viewer, sentence,
};
use leitai_draw::{Svg, Terminal, svg, terminal};
use leitai_fuzz::{Bytes, dice, fuzz, game, ruled};
use std::time::Duration;

/// The number of attempts in one game, played or refused; after them a seat resigns.
const MOST: usize = 300;

const VIEWERS: [Viewer; 4] =
    [Viewer::Seat(Seat::First), Viewer::Seat(Seat::Second), Viewer::Spectator, Viewer::Arbiter];

/// Draws the board.
fn look(table: &dyn Table, who: Viewer) {
    let scene = table.scene(who);
    assert!(!terminal(&scene, Terminal::default()).is_empty());
    assert!(svg(&scene, Svg::default()).ends_with("</svg>\n"));
}

/// Opens a table and starts the game; any record lines written on the way stay at the table.
pub(crate) fn table(game: &dyn RuledGame, bytes: &mut Bytes<'_>) -> Box<dyn Table> {
    let mut table = game.table(Staging::default(), Some(dice(bytes)));
    table.begin([None; 2], &mut Outbox::default());
    table
}

/// A seat, usually one that owes an act.
fn seat(table: &dyn Table, bytes: &mut Bytes<'_>) -> Seat {
    let seat = *bytes.pick(&Seat::BOTH);
    let owes = |seat| table.turn().owes(Actor::Seat(seat));
    if owes(seat) || bytes.one_in(8) { seat } else { seat.other() }
}

/// Acts that a hand may try: offered by the table, similar to those, or arbitrary.
fn acts(table: &dyn Table, seat: Seat, bytes: &mut Bytes<'_>) -> Vec<String> {
    let mut choices = table.choices(seat);
    if choices.is_empty() {
        choices = table.choices(seat.other());
    }
    let count = if bytes.one_in(6) { bytes.below(4) } else { 1 };
    let act = |_| {
        let like = if choices.is_empty() { "A1" } else { &bytes.pick(&choices).text };
        if bytes.one_in(5) { bytes.text(like) } else { like.to_owned() }
    };
    (0..count).map(act).collect()
}

/// The state that a refusal must not change.
fn state(table: &dyn Table) -> (Turn, u32, String, String) {
    (table.turn(), table.plies(), table.position(), table.digest())
}

/// Makes one attempt; a refusal must change nothing.
fn attempt(table: &mut dyn Table, bytes: &mut Bytes<'_>) {
    let seat = seat(table, bytes);
    let by = if bytes.one_in(20) { *bytes.pick(&[Actor::Chance, Actor::Arbiter]) } else { Actor::Seat(seat) };
    let acts = acts(table, seat, bytes);
    let acts: Vec<&str> = acts.iter().map(String::as_str).collect();
    let span = if bytes.one_in(4) { Span::Turn } else { Span::Part };
    let before = state(table);
    let played =
        table.act(Act::Play { by, acts: &acts, span }, Duration::ZERO, [None; 2], &mut Outbox::default());
    match played {
        Ok(()) => assert!(!matches!(before.0, Turn::Over(_)), "{acts:?} was played after the end"),
        Err(refusal) => {
            assert_eq!(state(table), before, "{acts:?} was refused: {refusal:?}");
            if let Refusal::Illegal(illegal) = refusal {
                assert!(
                    illegal.at < acts.len() && !illegal.rule.en.is_empty() && !illegal.rule.zh.is_empty()
                );
            }
        }
    }
}

/// Plays whatever the input dictates, to the end; returns the whole record.
pub(crate) fn play(table: &mut dyn Table, bytes: &mut Bytes<'_>) -> String {
    for _ in 0..MOST {
        if table.turn().outcome().is_some() {
            break;
        }
        attempt(table, bytes);
        if bytes.one_in(32) {
            look(table, *bytes.pick(&VIEWERS));
        }
    }
    if table.turn().outcome().is_none() {
        let seat = *bytes.pick(&Seat::BOTH);
        let mut why =
            if bytes.one_in(2) { sentence!("over the limit", "超限") } else { Sentence::default() };
        let act = if bytes.one_in(2) {
            Act::Resign(seat)
        } else {
            // Faults that only a stage sees: any other fault needs the line that shows it.
            let unseen = [Fault::MemoryLimit, Fault::StolenTime, Fault::Crash, Fault::Absent];
            let fault = *bytes.pick(&unseen);
            why = fault.because(&why);
            Act::Fault(seat, fault, &why)
        };
        table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("the game is on");
    }
    attempt(table, bytes);
    assert!(
        Seat::BOTH.iter().all(|seat| table.choices(*seat).is_empty()),
        "there is nothing to do after the end"
    );
    look(table, *bytes.pick(&VIEWERS));
    sealed(table)
}

/// The whole record of a game that is over.
pub(crate) fn sealed(table: &mut dyn Table) -> String {
    table.seal();
    let mut record = Vec::new();
    table.record(&mut record);
    String::from_utf8(record).expect("a record is text")
}

/// Checks that the record of a whole game replays to the same end.
pub(crate) fn verifies(text: &str) {
    let record = Record::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let end = record.end.clone().expect("a sealed record has an end");
    let replayed = Replay::open(record).and_then(Replay::verify);
    // The end line has the reason in English only; replaying yields the Chinese too.
    let english = |end: End<'static>| End { reason: Sentence::quoted(end.reason.to(Lang::En)), ..end };
    assert_eq!(replayed.map(english).map_err(|error| format!("{error}\n{text}")), Ok(english(end)));
}

#[test]
fn any_acts_play_or_are_refused() {
    fuzz!(240, |bytes: &mut Bytes<'_>| {
        let game = game(bytes);
        let ruled = ruled(game, bytes);
        let mut table = table(&*ruled, bytes);
        let record = play(&mut *table, bytes);
        verifies(&record);
    });
}
