//! Records of whole games with people in them, as a site or an operator's desk writes them: acts taken back, clocks changed by
//! hand, the game broken off and gone on with, dice thrown by hand, and ended in the ways in which only such games end.

use super::staged::CLOCK;
use leitai_catalog::{ListedGame, Program, RuledGame, Setup};
use leitai_core::{
    Act, Actor, Clock, ClockChange, DialectName, Dice, Fault, Level, Lines, Means, Outbox, Rng, Seat,
    SeatInfo, Sentence, Span, Spoken, Staging, Table, Turn,
};
use std::sync::Arc;
use std::time::Duration;

const LEFT: [Option<Duration>; 2] = [None; 2];
/// When a game that was broken off goes on, in milliseconds since 1970.
const LATER: i64 = 1_795_243_999_000;

/// How such a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PeoplesEnding {
    Law,
    Resigned,
    Agreed,
    Absent,
    Ruled,
}

/// Who sits there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sitting {
    /// Two people.
    People,
    /// A person and a program.
    WithProgram,
    /// A program on another machine, relayed by an operator who throws the dice by hand, and a program.
    Desk,
}

/// A game with people.
struct Peoples {
    ruled: Arc<dyn RuledGame>,
    table: Box<dyn Table>,
    program: Option<Box<dyn Program>>,
    outbox: Outbox,
    rng: Rng,
}

/// The record of a game that ends so, after that many plies unless it is by its rules; `None` where it cannot be played so.
pub(super) fn record(
    game: ListedGame,
    sitting: Sitting,
    plies: u32,
    ending: PeoplesEnding,
) -> Option<String> {
    let presets = game.facts().presets.iter().map(|preset| preset.options);
    let ruled = std::iter::once(&[][..]).chain(presets).find_map(|options| {
        let ruled = game.open(&Setup::with(options.iter().copied())).expect("accepted");
        (!ruled.is_refereed()).then_some(ruled)
    })?;
    let program = Spoken::In(DialectName::Native);
    let seats = match sitting {
        Sitting::People => [Spoken::Person, Spoken::Person],
        Sitting::WithProgram => [Spoken::Person, program],
        Sitting::Desk => [Spoken::Relay, program],
    };
    let seats = seats.map(|dialect| SeatInfo { name: "somebody".into(), dialect, ..SeatInfo::default() });
    let operator = (sitting == Sitting::Desk).then(|| ("operator".into(), "甲".into()));
    let stage = [("sandbox".into(), "off".into())].into_iter().chain(operator).collect();
    let clock: Clock = CLOCK.parse().expect("a clock");
    let staging = Staging { clock, seats, started: 1_795_243_685_215, stage };
    let dice = (sitting != Sitting::Desk).then(|| Dice::new([3; 32]));
    let table = ruled.table(staging, dice);
    let (program, outbox, rng) = (None, Outbox::default(), Rng::new(9));
    let mut peoples = Peoples { ruled, table, program, outbox, rng };
    peoples.begin(sitting);
    peoples.plays(sitting, plies, ending)
}

fn lines(lines: &mut Lines) -> Vec<String> {
    let text = String::from_utf8_lossy(std::mem::take(lines).bytes()).into_owned();
    text.lines().map(str::to_owned).collect()
}

impl Peoples {
    /// Seats a new program where one plays, and begins.
    fn begin(&mut self, sitting: Sitting) {
        if sitting != Sitting::People {
            let clock = CLOCK.parse().expect("a clock");
            self.outbox = Outbox::default();
            let sat = self.table.sit(Seat::Second, DialectName::Native, &clock, &mut self.outbox);
            sat.expect("every game speaks it");
            self.program = self.ruled.program(Level::Random, DialectName::Native, &Means::seeded(7));
            // Its opening words.
            self.program_speaks();
        }
        self.table.begin(LEFT, &mut self.outbox);
    }

    /// The program hears what it is sent, and the table what it says.
    fn program_speaks(&mut self) {
        let (Some(program), mut said) = (&mut self.program, Lines::default()) else { return };
        for line in lines(&mut self.outbox.lines[1]) {
            program.hear(line.as_bytes(), &|| Duration::ZERO, &mut said);
        }
        for line in lines(&mut said) {
            let spent = Duration::from_micros(10);
            self.table.hear(Seat::Second, line.as_bytes(), spent, LEFT, &mut self.outbox);
        }
    }

    fn act(&mut self, act: Act<'_>) {
        let spent = Duration::from_micros(20);
        let done = self.table.act(act, spent, LEFT, &mut self.outbox);
        done.unwrap_or_else(|why| panic!("{}: {why:?}", self.table.facts().id));
    }

    /// Somebody acts who is to.
    fn steps(&mut self) {
        let turn = self.table.turn();
        if self.program.is_some() && turn.owes(Actor::Seat(Seat::Second)) {
            return self.program_speaks();
        }
        let hands = [Actor::Seat(Seat::First), Actor::Seat(Seat::Second), Actor::Chance, Actor::Arbiter];
        let by = hands.into_iter().find(|hand| turn.owes(*hand)).expect("somebody is to act");
        let choices = match by {
            Actor::Seat(seat) => self.table.choices(seat),
            Actor::Chance | Actor::Arbiter => self.table.rulings(),
        };
        let chosen = choices[self.rng.below(choices.len())].text.clone();
        self.act(Act::Play { by, acts: &[&chosen], span: Span::Part });
    }

    fn plays(mut self, sitting: Sitting, plies: u32, ending: PeoplesEnding) -> Option<String> {
        let (mut changed, mut steps) = (0, 0);
        while self.table.turn().outcome().is_none() {
            steps += 1;
            assert!(steps < 20_000, "{}: it does not end", self.table.facts().id);
            let lays = matches!(self.table.turn(), Turn::Secret(_));
            match (changed, self.table.plies()) {
                (0, 1..) => {
                    self.act(Act::Clock(ClockChange::Stop { ran: [5, 0] }, "a question"));
                    self.act(Act::Clock(ClockChange::Go, "answered"));
                    changed = 1;
                }
                (1, 3..) if !lays => {
                    let back = Act::Back { by: Seat::First, to: self.table.plies() - 1, dice: false };
                    // A layout cannot be.
                    if self.table.act(back, Duration::ZERO, LEFT, &mut self.outbox).is_ok() {
                        let seat = Seat::First;
                        self.act(Act::Clock(ClockChange::Charge { seat, us: 4_000_000 }, "a slip"));
                        if self.program.is_some() {
                            self.begin(sitting);
                        }
                        changed = 2;
                    }
                }
                (2, 4..) => {
                    self.act(Act::Again(LATER));
                    self.act(Act::Clock(ClockChange::Set { seat: Seat::Second, us: 60_000_000 }, "misread"));
                    self.begin(sitting);
                    changed = 3;
                }
                _ => {}
            }
            if ending != PeoplesEnding::Law && changed == 3 && self.table.plies() >= plies {
                self.ends(ending);
                break;
            }
            self.steps();
        }
        let is_as_asked = ending == PeoplesEnding::Law || (changed == 3 && self.table.end().is_some());
        if !is_as_asked {
            return None;
        }
        self.table.seal();
        let mut written = Vec::new();
        self.table.record(&mut written);
        Some(String::from_utf8(written).expect("text"))
    }

    fn ends(&mut self, ending: PeoplesEnding) {
        match ending {
            PeoplesEnding::Law => {}
            PeoplesEnding::Resigned => self.act(Act::Resign(Seat::First)),
            PeoplesEnding::Agreed => self.act(Act::Agree),
            PeoplesEnding::Ruled => self.act(Act::Rule(Some(Seat::First), "the hall closes")),
            PeoplesEnding::Absent => {
                let away =
                    Sentence::new("to move, and away for more than 1 min", "轮到走棋时离开超过 1 分钟");
                let away = Fault::Absent.because(&away);
                self.act(Act::Fault(Seat::First, Fault::Absent, &away));
            }
        }
    }
}
