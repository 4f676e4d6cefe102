//! The records of two desks of one game have the same course, and one that was altered anywhere has another.

use leitai_catalog::{Comparison, Course, GAMES, ListedGame, RuledGame, Setup};
use leitai_core::{
    Act, Actor, Eye, Level, Line, Means, Outbox, Record, SEEN, Seat, SeatInfo, Span, Spoken, Staging, Table,
    Turn,
};
use std::sync::Arc;
use std::time::Duration;

fn table(ruled: &dyn RuledGame, relayed: Seat) -> Box<dyn Table> {
    let mut seats = [Spoken::Person; 2];
    seats[relayed.index()] = Spoken::Relay;
    let seats = seats.map(|dialect| SeatInfo { name: "somebody".into(), dialect, ..SeatInfo::default() });
    let mut table = ruled.table(Staging { seats, ..Staging::default() }, None);
    for eye in Eye::ALL {
        table.watch(eye);
    }
    table.begin([None; 2], &mut Outbox::default());
    table
}

fn plays(table: &mut dyn Table, by: Actor, act: &str, outbox: &mut Outbox) -> bool {
    let play = Act::Play { by, acts: &[act], span: Span::Part };
    table.act(play, Duration::from_millis(5), [None; 2], outbox).is_ok()
}

/// A desk that knows the secrets of one seat, or of both in a game without any.
struct Desk {
    ruled: Arc<dyn RuledGame>,
    own: Seat,
    table: Box<dyn Table>,
    /// What it has not entered yet: whose, what, and whether it is left out where it is not open.
    waits: Vec<(Actor, String, bool)>,
}

impl Desk {
    fn new(listed: ListedGame, own: Seat) -> Desk {
        let text = own.to_string();
        let given: Vec<_> = listed.facts().options.iter().filter(|option| option.name == SEEN).collect();
        let ruled = listed.open(&Setup::with(given.iter().map(|_| (SEEN, text.as_str())))).expect("a set-up");
        Desk { table: table(&*ruled, own.other()), ruled, own, waits: Vec::new() }
    }

    fn enters(&mut self) {
        for (by, act, if_open) in self.waits.drain(..) {
            let done = plays(&mut *self.table, by, &act, &mut Outbox::default());
            assert!(done || if_open, "{act} of {by:?} at {}", self.table.position());
        }
    }

    /// Its record so far, without an end.
    fn record(&mut self) -> Record {
        let mut text = Vec::new();
        self.table.record(&mut text);
        Record::read(&String::from_utf8(text).expect("text")).expect("a record")
    }
}

/// One game as both desks have it.
fn game(listed: ListedGame, seed: u64) -> [Record; 2] {
    let has_secrets = listed.facts().options.iter().any(|option| option.name == SEEN);
    let truth = listed.open(&Setup::default()).expect("a set-up");
    let mut full = table(&*truth, Seat::Second);
    let mut desks = Seat::BOTH.map(|own| Desk::new(listed, own));
    let mut outbox = Outbox::default();
    let mut analyst = truth.analyst(Level::Random, &Means::seeded(seed)).expect("a player");
    let mut throws = seed;
    for _ in 0..120 {
        let turn = full.turn();
        let Some(by) = turn.next() else { break };
        let acts = if let Actor::Seat(seat) = by {
            analyst.turn_of(seat)
        } else {
            let choices = full.rulings();
            throws = throws.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            vec![choices[(throws >> 33) as usize % choices.len()].text.clone()]
        };
        if acts.is_empty() {
            break;
        }
        for act in acts {
            outbox.told.clear();
            if !plays(&mut *full, by, &act, &mut outbox) {
                break;
            }
            let _ = analyst.play(by, &act);
            let Actor::Seat(seat) = by else {
                for desk in &mut desks {
                    desk.waits.push((by, act.clone(), false));
                }
                continue;
            };
            let told: Vec<_> = outbox
                .told
                .iter()
                .filter(|(eye, _)| *eye == Eye::Seat(seat))
                .map(|(_, it)| it.clone())
                .collect();
            let winner = full.turn().outcome().and_then(|outcome| outcome.winner);
            for desk in &mut desks {
                if desk.own == seat || !has_secrets {
                    desk.waits.push((by, act.clone(), false));
                }
                if has_secrets {
                    let words = desk.ruled.relayed(desk.own, seat, &told, winner).expect("words");
                    desk.waits.extend(words.into_iter().map(|word| (word.by, word.m, word.if_open)));
                }
            }
        }
        if !matches!(full.turn(), Turn::Secret(_)) {
            for desk in &mut desks {
                if matches!(turn, Turn::Secret(_)) {
                    // Each lays its own first.
                    let own = Actor::Seat(desk.own);
                    desk.waits.sort_by_key(|(by, ..)| *by != own);
                }
                desk.enters();
            }
        }
    }
    desks.map(|mut desk| desk.record())
}

#[test]
fn two_desks_of_one_game_have_the_same_course() {
    for listed in GAMES {
        for seed in 1..4 {
            let [one, other] = game(*listed, seed).map(|record| Course::of(record).expect("by the rules"));
            let id = listed.facts().id;
            assert!(one.places().len() > 3, "{id}");
            assert_eq!(one.compare(&other), Comparison::Same, "{id}");
            let last = [&one, &other].map(|course| course.places().last().map(|place| &place.code));
            assert_eq!(last[0], last[1], "the codes on both screens of {id}");
        }
    }
}

#[test]
fn a_course_that_parts_is_named_where_it_parts() {
    for listed in GAMES {
        let id = listed.facts().id;
        let [one, other] = game(*listed, 1);
        let whole = Course::of(one.clone()).expect("by the rules");
        let mut shorter = other.clone();
        let is_play = |line: &Line<'_>| matches!(line, Line::Play { .. });
        let middle = shorter.lines.iter().filter(|(_, line)| is_play(line)).count() / 2;
        let mut seen = 0;
        shorter.lines.retain(|(_, line)| {
            seen += usize::from(is_play(line));
            seen <= middle
        });
        let shorter = Course::of(shorter).expect("by the rules");
        assert_eq!(whole.compare(&shorter), Comparison::OtherIsShorter, "{id}");
        assert_eq!(shorter.compare(&whole), Comparison::OneIsShorter, "{id}");
        let other = Course::of(game(*listed, 9)[1].clone()).expect("by the rules");
        let same = whole
            .places()
            .iter()
            .zip(other.places())
            .take_while(|(one, other)| (&one.said, &one.code) == (&other.said, &other.code))
            .count();
        match whole.compare(&other) {
            Comparison::Differs(one, _) => assert_eq!(one, &whole.places()[same], "{id}"),
            compared => panic!("{id}: {compared:?}"),
        }
    }
}
