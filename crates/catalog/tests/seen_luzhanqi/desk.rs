//! A game at a table that knows one side's pieces only goes on as it stood, after it was broken off or taken back, and
//! verifies.

use super::{LEFT, SPENT, Stage, digest_of, program, table};
use leitai_catalog::{Program, Relived, relive};
use leitai_core::{
    Act, Actor, Clock, DialectName, Heard, Level, Lines, Outbox, Record, Refusal, Rng, Seat, Turn, Viewer,
};
use std::time::Duration;

/// When a game that was broken off goes on, in milliseconds since 1970.
const LATER: i64 = 1_795_243_999_000;

/// A program in the seat that is seen, somebody who relays the other side's acts, and the referee, at a table that is left
/// and set up anew.
struct Desk {
    seen: Seat,
    dialect: DialectName,
    stage: Stage,
    program: Box<dyn Program>,
    written: Vec<u8>,
    rng: Rng,
}

impl Desk {
    fn open(seen: Seat, dialect: DialectName, seed: u64) -> Desk {
        let stage = Stage::new(table(&*super::seen(seen), &[seen], dialect));
        let program = program(Level::Random, dialect, seed);
        let mut desk = Desk { seen, dialect, stage, program, written: Vec::new(), rng: Rng::new(seed) };
        desk.sit();
        desk
    }

    /// Seats a program that is started anew, and begins.
    fn sit(&mut self) {
        let Desk { seen, dialect, .. } = *self;
        self.program = program(Level::Random, dialect, 7);
        let stage = &mut self.stage;
        stage.table.sit(seen, dialect, &Clock::default(), &mut stage.outbox).expect("it is spoken");
        self.answer();
        let stage = &mut self.stage;
        stage.table.begin(LEFT, &mut stage.outbox);
        self.answer();
    }

    /// The program answers as long as it is sent anything.
    fn answer(&mut self) {
        let mut said = Lines::default();
        loop {
            let sent = self.stage.take(self.seen).0;
            for line in sent.lines() {
                self.program.hear(line.as_bytes(), &|| Duration::ZERO, &mut said);
            }
            let answer = std::mem::take(&mut said);
            if answer.is_empty() {
                return;
            }
            for line in String::from_utf8_lossy(answer.bytes()).lines() {
                let Stage { table, outbox } = &mut self.stage;
                let heard = table.hear(self.seen, line.as_bytes(), SPENT, LEFT, outbox);
                assert!(!matches!(heard, Heard::Again | Heard::Denied), "`{line}` was refused");
            }
        }
    }

    /// Somebody clicks on one of the acts that are open.
    fn act(&mut self) {
        let by = match self.stage.table.turn() {
            Turn::Of(Actor::Arbiter) => Actor::Arbiter,
            _ => Actor::Seat(self.seen.other()),
        };
        let open = match by {
            Actor::Arbiter => self.stage.table.rulings(),
            _ => self.stage.table.choices(self.seen.other()),
        };
        let text = &open[self.rng.below(open.len())].text;
        self.stage.play(by, text);
        self.answer();
    }

    fn text(&mut self) -> String {
        self.stage.table.record(&mut self.written);
        String::from_utf8(self.written.clone()).expect("text")
    }

    /// All that anybody sees.
    fn looks(&self) -> (String, String, u32, Turn, Vec<String>) {
        let table = &self.stage.table;
        let viewers = Seat::BOTH.map(Viewer::Seat).into_iter().chain([Viewer::Spectator, Viewer::Arbiter]);
        let scenes = viewers.map(|viewer| format!("{:?}", table.scene(viewer))).collect();
        (table.position(), table.digest(), table.plies(), table.turn(), scenes)
    }

    /// The process ends, and another opens the record.
    fn breaks_off(&mut self) {
        let (text, looks) = (self.text(), self.looks());
        let record = Record::read(&text).expect("a record");
        let Relived { table, .. } = relive(&record, None).unwrap_or_else(|why| panic!("{why}\n{text}"));
        self.stage = Stage::new(table);
        assert_eq!(self.looks(), looks);
        let Stage { table, outbox } = &mut self.stage;
        table.act(Act::Again(LATER), Duration::ZERO, LEFT, outbox).expect("it goes on");
        self.sit();
        if !looks.3.owes(Actor::Seat(self.seen)) {
            assert_eq!(self.looks(), looks);
        }
    }

    /// The game is over, and its whole record verifies.
    fn verify(mut self) {
        self.stage.table.seal();
        let (text, digest) = (self.text(), self.stage.table.digest());
        assert_eq!(digest_of(&text), digest, "{text}");
    }

    /// Takes back to a ply; whether that was possible.
    fn takes_back(&mut self, to: u32) -> bool {
        let Stage { table, outbox } = &mut self.stage;
        match table.act(Act::Back { by: self.seen, to, dice: false }, Duration::ZERO, LEFT, outbox) {
            Ok(()) => {
                assert_eq!(table.plies(), to);
                self.stage.outbox = Outbox::default();
                self.sit();
                true
            }
            Err(Refusal::NotBack(_)) => false,
            Err(other) => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_game_with_a_referee_goes_on_after_it_was_broken_off_and_taken_back() {
    let mut done = [0; 2];
    for (seen, dialect) in
        Seat::BOTH.into_iter().flat_map(|seat| [(seat, DialectName::Native), (seat, DialectName::Sau)])
    {
        for seed in 0..4 {
            let mut desk = Desk::open(seen, dialect, seed);
            for acts in 0.. {
                if desk.stage.table.turn().outcome().is_some() {
                    break;
                }
                if acts == 150 {
                    let Stage { table, outbox } = &mut desk.stage;
                    table.act(Act::Agree, Duration::ZERO, LEFT, outbox).expect("both agree");
                    break;
                }
                match desk.rng.below(12) {
                    0 => {
                        let to = desk.rng.below(desk.stage.table.plies() as usize + 1) as u32;
                        done[0] += usize::from(desk.takes_back(to));
                    }
                    1 => {
                        desk.breaks_off();
                        done[1] += 1;
                    }
                    _ => desk.act(),
                }
            }
            desk.verify();
        }
    }
    assert!(done[0] >= 40 && done[1] >= 60, "{done:?}");
}
