//! The cost of a conversation per ply, for the table's and the program's end together: every line of a whole game read
//! and written, compared with merely copying the same bytes. Items are plies: a million a second is a microsecond each.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use leitai_catalog::{Setup, Visitor, find, visit};
use leitai_core::{
    Actor, COMMON_OPTIONS, Clock, Dialect, DialectName, Dice, Eye, Game, Heard, Level, Line, Lines, Means,
    MoveOf, Options, Outbox, Position, Report, Seat, Staging, State, View, ViewOf,
};
use std::time::Duration;

fn main() {
    divan::main();
}

/// One thing that a dialect does during a game.
enum Step<G: Game> {
    Told(Seat, ViewOf<G>, Report<G::Position>, bool),
    Ask(Seat, ViewOf<G>),
    Hear(Seat, ViewOf<G>, Vec<u8>),
}

/// A game between two built-in players in one dialect, as seen by its two conversations.
struct Recorded<G: Game> {
    name: DialectName,
    options: Options,
    rules: <G::Position as Position>::Rules,
    steps: Vec<Step<G>>,
    plies: u32,
}

/// What was said and what was played, in order.
enum Event {
    Said(Seat, Vec<u8>),
    Played(Actor, Vec<String>),
}

/// A game at a real table.
fn game(id: &str, name: DialectName) -> (Vec<Event>, u32) {
    let game = find(id).expect("listed").open(&Setup::default()).expect("the defaults");
    let mut table = game.table(Staging::default(), Some(Dice::new([7; 32])));
    let (mut outbox, mut events, mut ready) = (Outbox::default(), Vec::new(), 0);
    let mut waiting = [Lines::default(), Lines::default()];
    let mut programs = Seat::BOTH.map(|seat| {
        let sat = table.sit(seat, name, &Clock::default(), &mut outbox).expect("spoken");
        ready += usize::from(sat.says_nothing_first);
        let program = game.program(Level::Random, name, &Means::seeded(7 + seat.index() as u64));
        let mut program = program.expect("spoken");
        program.stay();
        program.open(&mut waiting[seat.index()]);
        program
    });
    if ready == 2 {
        table.begin([None; 2], &mut outbox);
    }
    while table.turn().outcome().is_none() {
        for seat in Seat::BOTH {
            let lines = std::mem::take(&mut waiting[seat.index()]);
            for line in lines.bytes().split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
                // Nothing is heard after the end.
                if table.turn().outcome().is_some() {
                    break;
                }
                events.push(Event::Said(seat, line.to_vec()));
                let heard = table.hear(seat, line, Duration::ZERO, [None; 2], &mut outbox);
                ready += usize::from(heard == Heard::Ready);
                if heard == Heard::Ready && ready == 2 {
                    table.begin([None; 2], &mut outbox);
                }
                let mut record = Vec::new();
                table.record(&mut record);
                for line in record.split(|b| *b == b'\n') {
                    if let Ok(Line::Play { by, acts, .. }) = serde_json::from_slice(line) {
                        let acts = acts.into_iter().map(std::borrow::Cow::into_owned);
                        events.push(Event::Played(by, acts.collect()));
                    }
                }
            }
            let sent = std::mem::take(&mut outbox.lines[seat.index()]);
            for line in sent.bytes().split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
                programs[seat.index()].hear(line, &|| Duration::ZERO, &mut waiting[seat.index()]);
            }
        }
    }
    (events, table.plies())
}

impl<G: Game> Recorded<G> {
    fn of(name: DialectName) -> Self {
        let options = Options::parse(COMMON_OPTIONS.iter().chain(G::FACTS.options), []).expect("defaults");
        let rules = G::rules(&options).expect("defaults");
        let (events, plies) = game(G::FACTS.id, name);
        let mut position = G::Position::initial(&rules);
        let mut views = Seat::BOTH.map(|seat| G::Position::first_view(&rules, Eye::Seat(seat)));
        let due = Seat::BOTH.into_iter().filter(|seat| position.turn().owes(Actor::Seat(*seat)));
        let mut steps: Vec<_> = due.map(|seat| Step::Ask(seat, views[seat.index()].clone())).collect();
        for event in events {
            match event {
                Event::Said(seat, line) => steps.push(Step::Hear(seat, views[seat.index()].clone(), line)),
                Event::Played(by, acts) => {
                    for act in acts {
                        let m = G::read(&act).expect("canonical");
                        play(&mut position, &mut views, by, &m, &mut steps);
                    }
                }
            }
        }
        Recorded { name, options, rules, steps, plies }
    }

    fn dialect(&self) -> Box<dyn Dialect<G::Position>> {
        G::dialect(self.name, &self.options).expect("spoken")
    }
}

fn play<G: Game>(
    position: &mut G::Position,
    views: &mut [ViewOf<G>; 2],
    by: Actor,
    m: &MoveOf<G>,
    steps: &mut Vec<Step<G>>,
) {
    let before = position.turn();
    let effect = position.play(by, m);
    let after = position.turn();
    for seat in Seat::BOTH {
        let view = &mut views[seat.index()];
        let mut reports = Vec::new();
        position.tell(by, m, &effect, Eye::Seat(seat), &mut reports);
        for report in reports {
            view.learn(&report);
            steps.push(Step::Told(seat, view.clone(), report, before.goes_on(after, by)));
        }
        if before.asks(after, by, seat) {
            steps.push(Step::Ask(seat, view.clone()));
        }
    }
}

/// A recorded game with its type erased.
trait Talk {
    fn plies(&self) -> u32;
    /// Both dialects do all their work for the game; what they write is shown to `see`.
    fn speak(&self, see: &mut dyn FnMut(&Lines));
}

impl<G: Game> Talk for Recorded<G> {
    fn plies(&self) -> u32 {
        self.plies
    }

    fn speak(&self, see: &mut dyn FnMut(&Lines)) {
        let mut dialects = Seat::BOTH.map(|seat| (seat, self.dialect()));
        let mut out = Lines::default();
        for (seat, dialect) in &mut dialects {
            dialect.open(*seat, &self.rules, &mut out);
            dialect.begin([None; 2], &mut out);
        }
        for step in &self.steps {
            match step {
                Step::Told(seat, view, report, goes_on) => {
                    dialects[seat.index()].1.report(view, report, *goes_on, &mut out);
                }
                Step::Ask(seat, view) => dialects[seat.index()].1.ask(view, [None; 2], &mut out),
                Step::Hear(seat, view, line) => {
                    if let Err(garbled) = dialects[seat.index()].1.hear(view, line) {
                        panic!("`{}` where {garbled} was expected", String::from_utf8_lossy(line));
                    }
                }
            }
            see(&out);
            out.clear();
        }
    }
}

/// A game and a dialect in which it is played.
struct Case {
    id: &'static str,
    name: DialectName,
    make: fn(DialectName) -> Box<dyn Talk>,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.id)
    }
}

/// Every dialect of every game that can express the game's default rules.
#[derive(Default)]
struct Cases(Vec<Case>);

impl Visitor for Cases {
    fn game<G: Game>(&mut self) {
        let make: fn(DialectName) -> Box<dyn Talk> = |name| Box::new(Recorded::<G>::of(name));
        let game = find(G::FACTS.id).expect("listed").open(&Setup::default()).expect("the defaults");
        let spoken = G::DIALECTS.iter().filter(|name| game.speaks(**name));
        self.0.extend(spoken.map(|name| Case { id: G::FACTS.id, name: *name, make }));
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Cases::default();
    visit(&mut cases);
    cases.0.sort_by_key(|case| case.name.name());
    cases.0
}

#[divan::bench(args = cases(), sample_count = 50)]
fn plies(bencher: Bencher, case: &Case) {
    let talk = (case.make)(case.name);
    bencher.counter(ItemsCount::new(talk.plies())).bench_local(|| talk.speak(&mut |out| _ = black_box(out)));
}

/// The floor: the lines that were written, merely copied.
#[divan::bench(args = cases(), sample_count = 50)]
fn plies_copied(bencher: Bencher, case: &Case) {
    let talk = (case.make)(case.name);
    let mut lines = Vec::new();
    talk.speak(&mut |out| {
        lines.extend(String::from_utf8_lossy(out.bytes()).lines().map(str::to_owned));
    });
    let mut out = Lines::default();
    bencher.counter(ItemsCount::new(talk.plies())).bench_local(|| {
        for line in &lines {
            out.line(line);
            black_box(&out);
            out.clear();
        }
    });
}
