//! Luzhanqi at a table that knows one side's pieces only: the program there hears, byte for byte, what it hears where both
//! sides are known, and so does the public.

mod desk;

use leitai_catalog::{ListedGame, Program, Replay, RuledGame, Setup, find};
use leitai_core::{
    Act, Actor, Clock, DialectName, Eye, Lang, Level, Lines, Means, Outbox, Record, Seat, SeatInfo, Span,
    Spoken, Staging, Table, Viewer,
};
use std::sync::Arc;
use std::time::Duration;

const LEFT: [Option<Duration>; 2] = [None; 2];
const SPENT: Duration = Duration::from_millis(3);

fn luzhanqi() -> ListedGame {
    find("luzhanqi").expect("it is listed")
}

fn seen(seat: Seat) -> Arc<dyn RuledGame> {
    let seat = seat.to_string();
    luzhanqi().open(&Setup::with([("seen", seat.as_str())])).expect("an option of the game")
}

/// A table at which programs sit in these seats, and people in the others.
fn table(ruled: &dyn RuledGame, programs: &[Seat], dialect: DialectName) -> Box<dyn Table> {
    let seats = Seat::BOTH.map(|seat| SeatInfo {
        name: "somebody".into(),
        dialect: if programs.contains(&seat) { Spoken::In(dialect) } else { Spoken::Person },
        ..SeatInfo::default()
    });
    ruled.table(Staging { clock: Clock::default(), seats, ..Staging::default() }, None)
}

fn program(level: Level, dialect: DialectName, seed: u64) -> Box<dyn Program> {
    let usual = luzhanqi().open(&Setup::default()).expect("defaults");
    usual.program(level, dialect, &Means::seeded(seed)).expect("there is one")
}

/// A table, and what it has sent.
struct Stage {
    table: Box<dyn Table>,
    outbox: Outbox,
}

impl Stage {
    fn new(mut table: Box<dyn Table>) -> Stage {
        for eye in Eye::ALL {
            table.watch(eye);
        }
        Stage { table, outbox: Outbox::default() }
    }

    fn play(&mut self, by: Actor, text: &str) {
        let act = Act::Play { by, acts: &[text], span: Span::Part };
        let played = self.table.act(act, SPENT, LEFT, &mut self.outbox);
        played.unwrap_or_else(|why| panic!("{text} by {by:?}: {why:?}"));
    }

    /// What the seat's program was sent, and what its eye and the public were told.
    fn take(&mut self, seat: Seat) -> (String, Vec<(Eye, String)>) {
        let sent = std::mem::take(&mut self.outbox.lines[seat.index()]);
        let told = std::mem::take(&mut self.outbox.told);
        let told = told.into_iter().filter(|(eye, _)| *eye != Eye::Seat(seat.other())).collect();
        (String::from_utf8_lossy(sent.bytes()).into_owned(), told)
    }
}

/// A line of a program at the usual table, or of the other one.
struct Heard {
    seat: Seat,
    line: String,
    /// What the public was told by it.
    public: Vec<String>,
}

/// A game of two programs at the usual table, and the same game at a table that sees each of them.
struct Sides {
    ruled: Arc<dyn RuledGame>,
    usual: Stage,
    seen: [Stage; 2],
    programs: [Box<dyn Program>; 2],
    /// Whether choices and scenes are compared as well, which takes longer than all else.
    looks: bool,
}

impl Sides {
    fn new(dialect: DialectName, level: Level, seed: u64) -> Sides {
        let usual = luzhanqi().open(&Setup::default()).expect("defaults");
        let mut sides = Sides {
            looks: seed < 4,
            usual: Stage::new(table(&*usual, &Seat::BOTH, dialect)),
            seen: Seat::BOTH.map(|seat| Stage::new(table(&*seen(seat), &[seat], dialect))),
            programs: Seat::BOTH.map(|seat| program(level, dialect, seed * 2 + seat.index() as u64)),
            ruled: usual,
        };
        for seat in Seat::BOTH {
            for stage in [&mut sides.usual, &mut sides.seen[seat.index()]] {
                stage.table.sit(seat, dialect, &Clock::default(), &mut stage.outbox).expect("it is spoken");
            }
        }
        sides
    }

    /// Every line that a program says until both are silent, in order.
    fn run(&mut self) {
        let mut waiting = Seat::BOTH.map(|_| Lines::default());
        for seat in Seat::BOTH {
            self.programs[seat.index()].open(&mut waiting[seat.index()]);
        }
        let mut begun = false;
        loop {
            let mut is_silent = true;
            for seat in Seat::BOTH {
                let said = std::mem::take(&mut waiting[seat.index()]);
                let said = String::from_utf8_lossy(said.bytes()).into_owned();
                for line in said.lines() {
                    self.hear(seat, line);
                    is_silent = false;
                }
            }
            for seat in Seat::BOTH {
                let sent = self.compare(seat);
                is_silent &= sent.is_empty();
                for line in sent.lines() {
                    let out = &mut waiting[seat.index()];
                    self.programs[seat.index()].hear(line.as_bytes(), &|| Duration::ZERO, out);
                }
            }
            if !is_silent {
                continue;
            }
            if begun {
                return;
            }
            begun = true;
            for stage in std::iter::once(&mut self.usual).chain(&mut self.seen) {
                stage.table.begin(LEFT, &mut stage.outbox);
            }
        }
    }

    /// A program's line reaches the usual table and the one that sees the program; the other one is relayed what follows.
    fn hear(&mut self, seat: Seat, line: &str) {
        let told = self.usual.outbox.told.len();
        self.usual.table.hear(seat, line.as_bytes(), SPENT, LEFT, &mut self.usual.outbox);
        let public = self.usual.outbox.told[told..].iter().filter(|(eye, _)| *eye == Eye::Public);
        let heard =
            Heard { seat, line: line.to_owned(), public: public.map(|(_, told)| told.clone()).collect() };
        for at in Seat::BOTH {
            self.follow(at, &heard);
        }
    }

    fn follow(&mut self, at: Seat, heard: &Heard) {
        let stage = &mut self.seen[at.index()];
        if at == heard.seat {
            stage.table.hear(at, heard.line.as_bytes(), SPENT, LEFT, &mut stage.outbox);
        }
        // Everybody hears what follows from it.
        let words = self.ruled.relayed(at, heard.seat, &heard.public, None).expect("its own reports");
        for word in words {
            let is_asked = stage.table.rulings().iter().any(|open| open.text == word.m);
            if !word.if_open || is_asked {
                stage.play(word.by, &word.m);
            }
        }
    }

    /// What a program is sent at the usual table; at the table that sees it, it is the same.
    fn compare(&mut self, seat: Seat) -> String {
        // Each of the two is told in turn, so the usual table's reports are kept for the second.
        let told = self.usual.outbox.told.clone();
        let usual = self.usual.take(seat);
        if seat == Seat::First {
            self.usual.outbox.told = told;
        }
        let there = self.seen[seat.index()].take(seat);
        assert_eq!(usual, there, "{seat}");
        let [one, other] = [&self.usual.table, &self.seen[seat.index()].table];
        if self.looks {
            assert_eq!(one.choices(seat), other.choices(seat));
        }
        for viewer in [Viewer::Seat(seat), Viewer::Spectator].into_iter().filter(|_| self.looks) {
            assert_eq!(one.scene(viewer), other.scene(viewer), "{viewer:?}");
        }
        assert_eq!(
            (one.plies(), one.turn().owes(Actor::Seat(seat))),
            (other.plies(), other.turn().owes(Actor::Seat(seat)))
        );
        usual.0
    }
}

/// Games in one dialect: every fifth of a player that attacks, so that flags fall.
fn hear_the_same(dialect: DialectName) {
    let games = leitai_testkit::extent("LUZHANQI_SEEN_TABLES", 70, 1_000);
    let mut flags = 0;
    for seed in 0..games {
        let level = if seed % 5 == 0 { Level::Easy } else { Level::Random };
        let mut sides = Sides::new(dialect, level, seed);
        sides.run();
        let end = sides.usual.table.end().unwrap_or_else(|| panic!("{dialect}: no end")).clone();
        flags += u32::from(end.reason.to(Lang::En) == "took the flag");
        for stage in &mut sides.seen {
            let there = stage.table.end().expect("the same end");
            assert_eq!((there.winner, there.plies), (end.winner, end.plies), "{dialect}, {seed}");
            if seed < 10 {
                verified(&mut *stage.table);
            }
        }
    }
    assert!(flags >= 5, "{dialect}: {flags} flags");
}

#[test]
fn a_program_and_the_public_hear_the_same_in_junqi() {
    hear_the_same(DialectName::Junqi);
}

#[test]
fn a_program_and_the_public_hear_the_same_in_native() {
    hear_the_same(DialectName::Native);
}

#[test]
fn a_program_and_the_public_hear_the_same_in_sau() {
    hear_the_same(DialectName::Sau);
    let spoken = [DialectName::Junqi, DialectName::Native, DialectName::Sau];
    assert_eq!(luzhanqi().facts().dialects, spoken, "each has its test");
}

/// Seals and verifies a game that has ended.
fn verified(table: &mut dyn Table) {
    let mut text = Vec::new();
    table.seal();
    table.record(&mut text);
    let text = String::from_utf8(text).expect("text");
    assert_eq!(digest_of(&text), table.digest());
}

/// The digest of a record that verifies.
fn digest_of(text: &str) -> String {
    let record = Record::read(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let verified = Replay::open(record).and_then(Replay::verify);
    verified.unwrap_or_else(|why| panic!("{why}\n{text}")).digest.into_owned()
}
