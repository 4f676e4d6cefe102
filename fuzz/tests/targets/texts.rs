//! Texts of options, moves and positions are refused, or read and then written canonically.

use crate::play::{play, sealed, table, verifies};
use leitai_catalog::{RuledGame, Setup};
use leitai_core::{Act, Actor, COMMON_OPTIONS, Line, Outbox, Seat, Span, Staging, Table};
use leitai_fuzz::{Bytes, dice, fuzz, game, ruled, setup};

/// The most acts played before a position's text is taken.
const DEEP: usize = 60;

/// A table that is a few random acts into a game.
fn midway(game: &dyn RuledGame, bytes: &mut Bytes<'_>) -> Box<dyn Table> {
    let mut table = table(game, bytes);
    for _ in 0..bytes.below(DEEP) {
        let Some(seat) = Seat::BOTH.into_iter().find(|seat| table.turn().owes(Actor::Seat(*seat))) else {
            break;
        };
        let choices = table.choices(seat);
        let act = &bytes.pick(&choices).text;
        let act = Act::Play { by: Actor::Seat(seat), acts: &[act], span: Span::Part };
        table
            .act(act, std::time::Duration::ZERO, [None; 2], &mut Outbox::default())
            .expect("a choice is legal");
    }
    table
}

#[test]
fn options_are_read_or_refused_by_name() {
    fuzz!(600, |bytes: &mut Bytes<'_>| {
        let game = game(bytes);
        let specs: Vec<_> = COMMON_OPTIONS.iter().chain(game.facts().options).collect();
        let spec = bytes.pick(&specs);
        let mut given = setup(game, bytes);
        let name = if bytes.one_in(4) { bytes.text(spec.name) } else { spec.name.to_owned() };
        let like = *bytes.pick(&["on", "off", "0", "1", "8", "100", "10x10", "free"]);
        given.options.push((name.clone(), bytes.text(like)));
        match game.open(&given) {
            Ok(ruled) => {
                let options = ruled.options();
                let again = Setup::with(options.iter().map(|(name, value)| (*name, value.as_str())));
                let again = game.open(&again).map(|ruled| ruled.options());
                assert_eq!(again, Ok(options), "canonical options read back");
            }
            Err(error) => {
                let error = error.to_string();
                let shown = leitai_core::harmless(&name);
                assert!(error.contains(&*shown), "option {name:?} is not named: {error}");
            }
        }
    });
}

#[test]
fn moves_are_read_or_refused() {
    fuzz!(600, |bytes: &mut Bytes<'_>| {
        let game = game(bytes);
        let table = midway(&*ruled(game, bytes), bytes);
        let choices = [table.choices(Seat::First), table.choices(Seat::Second)].concat();
        for _ in 0..16 {
            let like = if choices.is_empty() { "A1" } else { &bytes.pick(&choices).text };
            let text = bytes.text(like);
            match table.read(&text) {
                Ok(written) => {
                    assert_eq!(table.read(&written), Ok(written.clone()), "{text:?} is written {written:?}");
                    assert!(!written.contains(char::is_whitespace));
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    });
}

/// An accepted position can be played to its end, and its record replayed.
#[test]
fn positions_are_read_or_refused_and_then_played() {
    fuzz!(120, |bytes: &mut Bytes<'_>| {
        let game = game(bytes);
        let start = setup(game, bytes);
        let ruled = game.open(&start).expect("the set-up was accepted");
        let position = midway(&*ruled, bytes).position();
        let dice = dice(bytes);
        for round in 0..8 {
            let text = if round == 0 { position.clone() } else { bytes.text(&position) };
            let given = Setup { position: Some(text.clone()), ..start.clone() };
            let mut table = match game.open(&given) {
                Ok(ruled) => ruled.table(Staging::default(), Some(dice.clone())),
                Err(error) => {
                    assert!(round > 0, "{position} was reached and is refused: {error}");
                    assert!(error.to_string().starts_with("position: "), "{error}");
                    continue;
                }
            };
            let written = table.position();
            assert!(!written.contains('\n'));
            let again = Setup { position: Some(written.clone()), ..start.clone() };
            let again = game.open(&again).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(again.table(Staging::default(), None).position(), written, "{text:?}");
            table.begin([None; 2], &mut Outbox::default());
            let record =
                if table.turn().outcome().is_some() { sealed(&mut *table) } else { play(&mut *table, bytes) };
            let first = record.lines().next().expect("a first line");
            let Ok(Line::Game(about)) = serde_json::from_str(first) else { panic!("{first}") };
            assert_eq!(about.position.as_deref(), Some(&*written));
            verifies(&record);
        }
    });
}
