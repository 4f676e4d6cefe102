//! Records of whole games between our own programs as a stage runs them, with clocks and names, ended in every way that
//! a game can end.

use leitai_catalog::{ListedGame, Program, RuledGame, Setup};
use leitai_core::{
    Act, Actor, Clock, DialectName, Dice, FLOOD, Fault, Heard, Level, Lines, Means, Outbox, Period, Record,
    Seat, SeatInfo, Sentence, Spoken, StageFault, Staging, Table, not_ready,
};
use std::sync::Arc;
use std::time::Duration;

pub(super) const CLOCK: &str = "start=5s,move=2s,game=90s,inc=1s";
const LEFT: [Option<Duration>; 2] = [None; 2];

/// How a staged game ends, other than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    Law,
    /// The seat that is to act says this.
    Says(&'static str),
    /// The seat that is not to act says this.
    SaysUnasked(&'static str),
    /// An act that was legal earlier and no longer is, in the native dialect.
    Illegal,
    /// First says this as its opening words.
    Opens(&'static str),
    /// A fault that only the stage sees, of the seat that is to act; of First before the game for `NotReady`.
    Stage(Fault),
    Ruled,
}

pub(super) struct Staged {
    table: Box<dyn Table>,
    ruled: Arc<dyn RuledGame>,
    dialects: [DialectName; 2],
    programs: [Box<dyn Program>; 2],
    outbox: Outbox,
    ready: usize,
    begun: bool,
    seed: u64,
    /// The part of the record that was taken.
    written: Vec<u8>,
    /// Counts the lines heard: each takes a different time.
    heard: u64,
}

fn lines(lines: &Lines) -> Vec<Vec<u8>> {
    let lines = lines.bytes().split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec()).collect()
}

impl Staged {
    /// `None` if the two dialects share no set-up of this game.
    pub(super) fn open(
        game: ListedGame,
        dialects: [DialectName; 2],
        seed: u64,
        retries: &str,
    ) -> Option<Staged> {
        let presets = game.facts().presets.iter().map(|preset| preset.options);
        let ruled = std::iter::once(&[][..]).chain(presets).find_map(|options| {
            let options = options.iter().copied().chain([("illegal_retries", retries)]);
            let ruled = game.open(&Setup::with(options)).expect("accepted");
            dialects.iter().all(|name| ruled.speaks(*name)).then_some(ruled)
        })?;
        let clock: Clock = CLOCK.parse().expect("a clock");
        let seats = [0, 1].map(|i| SeatInfo {
            name: format!("entry {i}").into(),
            dialect: Spoken::In(dialects[i]),
            ..SeatInfo::default()
        });
        let stage =
            [("sandbox", "off"), ("version", "0.2.0")].map(|(name, value)| (name.into(), value.into()));
        let staging = Staging { clock, seats, started: 1_795_243_685_215, stage: stage.into() };
        let mut table = ruled.table(staging, Some(Dice::new([seed as u8; 32])));
        let (mut outbox, mut ready) = (Outbox::default(), 0);
        for seat in Seat::BOTH {
            let sat = table.sit(seat, dialects[seat.index()], &clock, &mut outbox).expect("it is spoken");
            ready += usize::from(sat.says_nothing_first);
        }
        let programs = Seat::BOTH.map(|seat| program(&*ruled, dialects, seed, seat));
        Some(Staged {
            table,
            ruled,
            dialects,
            programs,
            outbox,
            ready,
            begun: false,
            seed,
            written: Vec::new(),
            heard: 0,
        })
    }

    fn hear(&mut self, seat: Seat, line: &[u8]) -> Heard {
        self.heard += 1;
        let spent = Duration::from_micros(10 + self.heard % 7);
        let heard = self.table.hear(seat, line, spent, LEFT, &mut self.outbox);
        self.ready += usize::from(heard == Heard::Ready);
        self.begin_if_ready();
        heard
    }

    fn begin_if_ready(&mut self) {
        if self.ready == 2 && !self.begun {
            self.begun = true;
            self.table.begin(LEFT, &mut self.outbox);
        }
    }

    fn owing(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.begun && self.table.turn().owes(Actor::Seat(*seat)))
    }

    /// Plays until `plies` plies are complete and a seat is to act, then ends the game as requested. `None` if the game
    /// did not end that way.
    pub(super) fn record(mut self, plies: u32, ending: Ending) -> Option<String> {
        if let Ending::Opens(line) = ending {
            self.hear(Seat::First, line.as_bytes());
            return self.sealed(Seat::Second);
        }
        if ending == Ending::Stage(Fault::NotReady) {
            let limit = Duration::from_secs(5);
            self.fault(Seat::First, Fault::NotReady, &not_ready(limit, None));
            return self.sealed(Seat::Second);
        }
        self.begin_if_ready();
        for seat in Seat::BOTH {
            let mut out = Lines::default();
            self.programs[seat.index()].open(&mut out);
            for line in lines(&out) {
                self.hear(seat, &line);
            }
        }
        let mut still = 0;
        while self.table.turn().outcome().is_none() {
            if ending != Ending::Law
                && self.table.plies() >= plies
                && let Some(seat) = self.owing()
            {
                self.end(seat, ending);
                return self.sealed(seat);
            }
            still += 1;
            assert!(still < 3, "nobody says anything");
            for seat in Seat::BOTH {
                let i = seat.index();
                let (sent, mut out) = (std::mem::take(&mut self.outbox.lines[i]), Lines::default());
                let stays =
                    lines(&sent).iter().all(|line| self.programs[i].hear(line, &|| Duration::ZERO, &mut out));
                for line in lines(&out) {
                    still = 0;
                    self.hear(seat, &line);
                }
                if !stays && self.table.turn().outcome().is_none() {
                    self.table.left(seat, Duration::ZERO, LEFT, &mut self.outbox).expect("it may leave");
                    self.programs[i] = program(&*self.ruled, self.dialects, self.seed, seat);
                }
            }
        }
        (ending == Ending::Law).then(|| self.sealed(Seat::First))?
    }

    fn end(&mut self, seat: Seat, ending: Ending) {
        match ending {
            Ending::Law | Ending::Opens(_) => {}
            Ending::Says(line) => _ = self.hear(seat, line.as_bytes()),
            Ending::SaysUnasked(line) => _ = self.hear(seat.other(), line.as_bytes()),
            Ending::Illegal => {
                let mut written = Vec::new();
                self.table.record(&mut written);
                let text = String::from_utf8(written).expect("text");
                let legal = self.table.choices(seat);
                let played = Record::read(&text).expect("a record").lines;
                let acts = played.iter().filter_map(|(_, line)| match line {
                    leitai_core::Line::Play { acts, .. } => Some(acts),
                    _ => None,
                });
                let gone = acts.flatten().find(|act| legal.iter().all(|choice| choice.text != **act));
                if let Some(act) = gone {
                    let line = format!(r#"{{"type":"play","moves":["{act}"]}}"#);
                    self.hear(seat, line.as_bytes());
                }
                self.written = text.into_bytes();
            }
            Ending::Stage(fault) => self.stage_fault(seat, fault),
            Ending::Ruled => {
                let act = Act::Rule(Some(seat), "the clock stood still");
                self.table.act(act, Duration::ZERO, LEFT, &mut self.outbox).expect("it is on");
            }
        }
    }

    fn stage_fault(&mut self, seat: Seat, fault: Fault) {
        let what = |en: &str, zh: &str| Sentence::new(en, zh);
        let (used, limit) = (Duration::from_millis(2310), Duration::from_secs(2));
        let of = Period::Turn;
        let said = match fault {
            Fault::TimeLimit => {
                StageFault::Late { ply: self.table.plies() + 1, used, limit, of, worked: Some(limit) }.said()
            }
            Fault::OutputLimit => {
                self.table.note(seat, FLOOD, "xxxx");
                StageFault::LongLine { limit: 64 << 10 }.said()
            }
            Fault::MemoryLimit => what("more than 1GB", "超过 1GB"),
            _ => what("exited with code 1", "返回码 1"),
        };
        self.fault(seat, fault, &said);
    }

    fn fault(&mut self, seat: Seat, fault: Fault, said: &Sentence) {
        let named = said.to(leitai_core::Lang::En).starts_with(fault.words().en);
        let said = if named { said.clone() } else { fault.because(said) };
        let act = Act::Fault(seat, fault, &said);
        self.table.act(act, Duration::ZERO, LEFT, &mut self.outbox).expect("it is on");
    }

    fn sealed(mut self, seat: Seat) -> Option<String> {
        self.table.end()?;
        self.table.note(seat, "stderr", "a log");
        self.table.note(seat, "exit", "exited with code 0");
        self.table.seal();
        self.table.record(&mut self.written);
        Some(String::from_utf8(self.written).expect("text"))
    }
}

fn program(ruled: &dyn RuledGame, dialects: [DialectName; 2], seed: u64, seat: Seat) -> Box<dyn Program> {
    let means = Means::seeded(seed * 2 + seat.index() as u64);
    ruled.program(Level::Random, dialects[seat.index()], &means).expect("every game has random")
}
