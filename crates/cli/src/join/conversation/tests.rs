//! Whole games of two programs whose site is killed and started anew between any two lines, beside the same games undisturbed.

use super::*;
use leitai_catalog::{GAMES, Program, Relived, Replay, RuledGame, Setup, relive};
use leitai_core::{
    Act, Clock, DialectName, Dice, ELSEWHERE, Heard, Level, Lines, Means as Kit, Outbox, Record, Rng, Seat,
    SeatInfo, Spoken, Staging, Table,
};
use std::collections::VecDeque;
use std::time::Duration;

const LEFT: [Option<Duration>; 2] = [None; 2];

/// A program with its conversation, and the lines on their way to it and from it.
struct Far {
    program: Box<dyn Program>,
    seed: u64,
    talk: Conversation,
    to: VecDeque<String>,
    from: VecDeque<String>,
    /// How often another was started.
    anew: u32,
}

fn texts(lines: &Lines) -> Vec<String> {
    String::from_utf8_lossy(lines.bytes()).lines().map(str::to_owned).collect()
}

fn player(ruled: &dyn RuledGame, seed: u64) -> Box<dyn Program> {
    ruled.program(Level::Random, DialectName::Native, &Kit::seeded(seed)).expect("every game has it")
}

impl Far {
    fn new(ruled: &dyn RuledGame, seed: u64) -> Far {
        let (talk, to, from) = (Conversation::default(), VecDeque::new(), VecDeque::new());
        Far { program: player(ruled, seed), seed, talk, to, from, anew: 0 }
    }

    /// It reads the next line that has come.
    fn reads(&mut self, ruled: &dyn RuledGame) {
        let Some(line) = self.to.pop_front() else { return };
        let (late, told) = match self.talk.told(&line) {
            Means::Tell(late) => (late, vec![line]),
            Means::Known(late) => (late, Vec::new()),
            Means::Anew(lines) => {
                (self.program, self.anew) = (player(ruled, self.seed), self.anew + 1);
                for line in &lines {
                    self.talk.told(line);
                }
                (Vec::new(), lines)
            }
        };
        self.from.extend(late);
        for line in told {
            let mut out = Lines::default();
            self.program.hear(line.as_bytes(), &|| Duration::ZERO, &mut out);
            let said = texts(&out);
            self.from.extend(said.into_iter().filter(|line| self.talk.says(line)));
        }
    }
}

/// The site: a table, and the record that is on its disk.
struct Site {
    table: Box<dyn Table>,
    record: Vec<u8>,
    ready: usize,
    has_begun: bool,
}

impl Site {
    fn sits(mut table: Box<dyn Table>, record: Vec<u8>, far: &mut [Far; 2]) -> Site {
        let mut outbox = Outbox::default();
        for seat in Seat::BOTH {
            table.sit(seat, DialectName::Native, &Clock::NONE, &mut outbox).expect("it is spoken");
        }
        let mut site = Site { table, record, ready: 0, has_begun: false };
        site.says(&outbox, far);
        site
    }

    /// What it writes is on the disk before anything is said.
    fn says(&mut self, outbox: &Outbox, far: &mut [Far; 2]) {
        self.table.record(&mut self.record);
        for (lines, far) in outbox.lines.iter().zip(far) {
            far.to.extend(texts(lines));
        }
    }

    fn hears(&mut self, seat: Seat, far: &mut [Far; 2]) {
        let Some(line) = far[seat.index()].from.pop_front() else { return };
        let mut outbox = Outbox::default();
        let heard = self.table.hear(seat, line.as_bytes(), Duration::ZERO, LEFT, &mut outbox);
        self.ready += usize::from(heard == Heard::Ready);
        if self.ready == 2 && !self.has_begun {
            self.has_begun = true;
            self.table.begin(LEFT, &mut outbox);
        }
        self.says(&outbox, far);
    }

    /// It is killed, with what was on its way, and stands again.
    fn again(self, far: &mut [Far; 2]) -> Site {
        let text = String::from_utf8(self.record).expect("text");
        let record = Record::read(&text).expect("a record that breaks off");
        let Relived { mut table, .. } = relive(&record, Some(Dice::new([7; 32]))).expect("it stands again");
        let again = table.act(Act::Again(1), Duration::ZERO, LEFT, &mut Outbox::default());
        assert_eq!(again, Ok(()));
        for (far, seat) in far.iter_mut().zip(["first", "second"]) {
            let answers = text.lines().filter(|line| {
                let line: Value = serde_json::from_str(line).expect("JSON");
                (line["type"] == "play" || line["type"] == "attempt") && line["by"] == seat
            });
            let answers = answers.count() as u64;
            far.to.clear();
            far.from.clear();
            far.talk.begin_again(answers);
        }
        Site::sits(table, text.into_bytes(), far)
    }
}

/// The acts of a game by programs of these seeds, whose site is killed `kills` times; how often another program was started.
fn played(ruled: &dyn RuledGame, seed: u64, kills: u32) -> (Vec<String>, u32, String) {
    let mut rng = Rng::new(seed * 31 + u64::from(kills));
    let seats =
        [(); 2].map(|()| SeatInfo { dialect: Spoken::In(DialectName::Native), ..SeatInfo::default() });
    let stage = [(ELSEWHERE.into(), "both".into())].into();
    let table = ruled.table(Staging { seats, stage, ..Staging::default() }, Some(Dice::new([7; 32])));
    let mut far = [seed * 2, seed * 2 + 1].map(|seed| Far::new(ruled, seed));
    let mut site = Site::sits(table, Vec::new(), &mut far);
    let mut kills = (0..kills).map(|_| 3 + rng.below(60)).collect::<Vec<_>>();
    let mut steps = 0;
    while site.table.turn().outcome().is_none() {
        steps += 1;
        assert!(steps < 200_000, "it does not end");
        let is_killed = kills.last_mut().is_some_and(|left| {
            *left -= usize::from(*left > 0);
            *left == 0
        });
        if is_killed && !site.record.is_empty() {
            kills.pop();
            site = site.again(&mut far);
            continue;
        }
        let seat = Seat::BOTH[rng.below(2)];
        if rng.below(2) == 0 {
            far[seat.index()].reads(ruled);
        } else {
            site.hears(seat, &mut far);
        }
    }
    site.table.seal();
    site.table.record(&mut site.record);
    let text = String::from_utf8(site.record).expect("text");
    let record = Record::read(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let end = Replay::open(record).and_then(Replay::verify);
    end.unwrap_or_else(|why| panic!("{why}\n{text}"));
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let acts = lines.filter(|line| line["type"] == "play" || line["type"] == "end");
    let acts = acts.map(|line| format!("{} {} {}", line["by"], line["acts"], line["verdict"]));
    (acts.collect(), far.iter().map(|far| far.anew).sum(), text.clone())
}

#[test]
fn a_program_that_stays_hears_and_says_each_line_once() {
    let mut kept = 0;
    for game in GAMES {
        let ruled = game.open(&Setup::default()).expect("the defaults");
        for seed in 1..4 {
            let whole = played(&*ruled, seed, 0);
            let (acts, anew, text) = played(&*ruled, seed, 4);
            assert_eq!(acts, whole.0, "{game} {seed}: {text}");
            assert_eq!(whole.1, 0);
            kept += u32::from(anew == 0);
        }
    }
    assert!(kept > 30, "most programs stay: {kept}");
}
