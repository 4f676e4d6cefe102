//! Games with a person at the table: whatever is taken back, and however often the game is broken off, it goes on as it
//! stood, programs play on, and the record verifies.

use leitai_catalog::{GAMES, ListedGame, Program, Relived, Replay, RuledGame, Setup, relive};
use leitai_core::{
    Act, Actor, Clock, DialectName, Dice, Heard, Level, Line, Lines, Means, Outbox, Record, Refusal, Rng,
    Seat, SeatInfo, Span, Spoken, Staging, Table, Turn, Viewer,
};
use std::sync::Arc;
use std::time::Duration;

const LEFT: [Option<Duration>; 2] = [None; 2];
/// When a game that was broken off goes on, in milliseconds since 1970.
const LATER: i64 = 1_795_243_999_000;

/// A person in the first seat, a built-in player in the second.
struct Game {
    ruled: Arc<dyn RuledGame>,
    dialect: DialectName,
    table: Box<dyn Table>,
    program: Option<Box<dyn Program>>,
    outbox: Outbox,
    dice: Dice,
    written: Vec<u8>,
    rng: Rng,
}

impl Game {
    fn open(listed: ListedGame, dialect: DialectName, seed: u64) -> Option<Game> {
        let ruled = listed.open(&Setup::default()).expect("defaults");
        if !ruled.speaks(dialect) || ruled.is_refereed() {
            return None;
        }
        let seats = [Spoken::Person, Spoken::In(dialect)].map(|spoken| SeatInfo {
            name: "somebody".into(),
            dialect: spoken,
            ..SeatInfo::default()
        });
        let staging = Staging { clock: Clock::default(), seats, ..Staging::default() };
        let dice = Dice::new([seed as u8; 32]);
        let table = ruled.table(staging, Some(dice.clone()));
        let (outbox, written, rng) = (Outbox::default(), Vec::new(), Rng::new(seed));
        let mut game = Game { ruled, dialect, table, program: None, outbox, dice, written, rng };
        game.begin();
        Some(game)
    }

    /// Seats a program of its own and begins.
    fn begin(&mut self) {
        let sat = self.table.sit(Seat::Second, self.dialect, &Clock::default(), &mut self.outbox);
        let sat = sat.expect("it is spoken");
        let means = Means::seeded(7);
        let mut program = self.ruled.program(Level::Random, self.dialect, &means).expect("there is one");
        let mut said = Lines::default();
        program.open(&mut said);
        self.program = Some(program);
        let mut is_ready = sat.says_nothing_first;
        for round in 0.. {
            if is_ready {
                break;
            }
            let (dialect, facts) = (self.dialect, self.table.facts().id);
            assert!(round < 100, "{facts} in {dialect}: the program does not get ready: {}", self.text());
            is_ready |= self.hear(&mut said);
            self.tell(&mut said);
        }
        self.table.begin(LEFT, &mut self.outbox);
        self.answer();
    }

    /// The table hears what was said; whether the program is ready by it.
    fn hear(&mut self, said: &mut Lines) -> bool {
        let text = String::from_utf8_lossy(std::mem::take(said).bytes()).into_owned();
        let mut is_ready = false;
        for line in text.lines() {
            let spent = Duration::from_millis(3);
            let heard = self.table.hear(Seat::Second, line.as_bytes(), spent, LEFT, &mut self.outbox);
            assert!(!matches!(heard, Heard::Again | Heard::Denied), "`{line}` was refused");
            is_ready |= heard == Heard::Ready;
        }
        is_ready
    }

    /// The program hears what it is sent.
    fn tell(&mut self, said: &mut Lines) {
        let sent = std::mem::take(&mut self.outbox.lines[1]);
        let text = String::from_utf8_lossy(sent.bytes()).into_owned();
        for line in text.lines() {
            let Some(program) = &mut self.program else { return };
            if !program.hear(line.as_bytes(), &|| Duration::ZERO, said) {
                self.program = None;
            }
        }
    }

    /// The program answers as long as it is asked.
    fn answer(&mut self) {
        let mut said = Lines::default();
        for _ in 0..10_000 {
            if self.program.is_none() {
                let means = Means::seeded(9);
                self.program = self.ruled.program(Level::Random, self.dialect, &means);
            }
            self.tell(&mut said);
            if said.is_empty() {
                let is_due = self.table.turn().owes(Actor::Seat(Seat::Second));
                let (dialect, facts) = (self.dialect, self.table.facts().id);
                assert!(
                    !is_due,
                    "{facts} in {dialect}: the program is asked and says nothing: {}",
                    self.text()
                );
                return;
            }
            self.hear(&mut said);
            if self.program.is_none() {
                let _ = self.table.left(Seat::Second, Duration::ZERO, LEFT, &mut self.outbox);
            }
        }
        panic!("the program says more and more");
    }

    /// The person plays one of the acts that are open.
    fn act(&mut self) {
        let choices = self.table.choices(Seat::First);
        let choice = &choices[self.rng.below(choices.len())];
        let act = Act::Play { by: Actor::Seat(Seat::First), acts: &[&choice.text], span: Span::Part };
        let done = self.table.act(act, Duration::from_millis(5), LEFT, &mut self.outbox);
        done.unwrap_or_else(|why| panic!("{}: {why:?}", choice.text));
        self.answer();
    }

    /// Everything that was written so far.
    fn text(&mut self) -> String {
        self.table.record(&mut self.written);
        String::from_utf8(self.written.clone()).expect("text")
    }

    /// All that anybody sees.
    fn seen(&self) -> (String, String, u32, Turn, Vec<String>) {
        let scenes =
            [Viewer::Seat(Seat::First), Viewer::Seat(Seat::Second), Viewer::Spectator, Viewer::Arbiter];
        let scenes = scenes.map(|viewer| format!("{:?}", self.table.scene(viewer)));
        (self.table.position(), self.table.digest(), self.table.plies(), self.table.turn(), scenes.to_vec())
    }

    /// The process ends, and another opens the record.
    fn breaks_off(&mut self) {
        let (text, seen) = (self.text(), self.seen());
        let record = Record::read(&text).expect("a record");
        let dice = record.about.dice.as_ref().map(|_| self.dice.clone());
        let Relived { table, spent, .. } =
            relive(&record, dice).unwrap_or_else(|why| panic!("{why}\n{text}"));
        self.table = table;
        self.outbox = Outbox::default();
        assert_eq!(self.text(), text, "nothing is written twice");
        let [first, second] = spent.turns;
        assert!(first + second <= self.table.plies() && spent.game[0] >= Duration::from_millis(5) * first);
        assert_eq!(self.seen(), seen);
        self.table.act(Act::Again(LATER), Duration::ZERO, LEFT, &mut self.outbox).expect("it goes on");
        self.begin();
        if seen.3.owes(Actor::Seat(Seat::First)) {
            assert_eq!(self.seen(), seen);
        }
    }

    /// Takes back to a ply; whether that was possible.
    fn takes_back(&mut self, to: u32) -> bool {
        let back = Act::Back { by: Seat::First, to, dice: false };
        match self.table.act(back, Duration::ZERO, LEFT, &mut self.outbox) {
            Ok(()) => {
                assert_eq!(self.table.plies(), to);
                self.outbox = Outbox::default();
                self.begin();
                true
            }
            Err(Refusal::NotBack(_)) => false,
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// Plays a game to its end; returns how often it was taken back and broken off.
fn play(game: &mut Game, most: usize) -> [usize; 2] {
    let mut done = [0; 2];
    for acts in 0.. {
        if game.table.turn().outcome().is_some() {
            break;
        }
        if acts > most {
            game.table.act(Act::Agree, Duration::ZERO, LEFT, &mut game.outbox).expect("both agree");
            break;
        }
        assert!(game.table.turn().owes(Actor::Seat(Seat::First)), "{:?}", game.table.turn());
        match game.rng.below(8) {
            0 if done[0] < 6 => {
                let to = game.rng.below(game.table.plies() as usize + 1) as u32;
                done[0] += usize::from(game.takes_back(to));
            }
            1 if done[1] < 6 => {
                game.breaks_off();
                done[1] += 1;
            }
            _ => game.act(),
        }
    }
    done
}

#[test]
fn what_was_taken_back_and_broken_off_goes_on_and_verifies() {
    let (mut done, mut spoken) = ([0; 2], 0);
    for listed in GAMES {
        for dialect in listed.facts().dialects {
            for seed in 0..2 {
                let Some(mut game) = Game::open(*listed, *dialect, seed) else { continue };
                let is_told = {
                    let again = game.takes_back(99_999);
                    assert!(!again, "there is no such ply");
                    is_told_again(&mut game)
                };
                if !is_told {
                    continue;
                }
                spoken += 1;
                let [backs, breaks] = play(&mut game, 60);
                done = [done[0] + backs, done[1] + breaks];
                game.table.seal();
                let text = game.text();
                let record =
                    Record::read(&text).unwrap_or_else(|why| panic!("{listed} {dialect}: {why}\n{text}"));
                let ends = record.lines.iter().filter(|(_, line)| matches!(line, Line::Back { .. })).count();
                assert_eq!(ends, backs, "what was taken back stays readable");
                let digest = game.table.digest();
                let digested = Replay::digested(record.clone()).expect("it is replayed");
                let verified = Replay::open(record).and_then(Replay::verify);
                let verified = verified
                    .unwrap_or_else(|why| panic!("{listed} in {dialect}, seed {seed}: {why}\n{text}"));
                assert_eq!(verified.digest, digest);
                assert!(digested.len() > 1, "{listed}");
            }
        }
    }
    assert!(spoken >= 40 && done[0] >= 60 && done[1] >= 60, "{spoken} conversations, {done:?}");
}

/// Whether the dialect can tell a program a game again: what cannot be told is refused with that reason.
fn is_told_again(game: &mut Game) -> bool {
    let first = game.table.plies();
    let record = game.text();
    let refused = game.table.act(
        Act::Back { by: Seat::First, to: first, dice: false },
        Duration::ZERO,
        LEFT,
        &mut game.outbox,
    );
    assert!(refused.is_err(), "nothing was played since: {record}");
    game.ruled.tells_again(game.dialect)
}

/// A table at which somebody enters what both sides play, with dice thrown at the board.
fn entered(listed: ListedGame, spoken: [Spoken; 2]) -> Box<dyn Table> {
    let ruled = listed.open(&Setup::default()).expect("defaults");
    let seats = spoken.map(|dialect| SeatInfo { name: "somebody".into(), dialect, ..SeatInfo::default() });
    let mut table = ruled.table(Staging { clock: Clock::default(), seats, ..Staging::default() }, None);
    table.begin(LEFT, &mut Outbox::default());
    table
}

/// Plays one of the acts that are open to whoever is to act first.
fn plays(table: &mut dyn Table, rng: &mut Rng) {
    let turn = table.turn();
    let by = turn.next().expect("the game is not over");
    let open = match by {
        Actor::Seat(seat) => table.choices(seat),
        Actor::Chance | Actor::Arbiter => table.rulings(),
    };
    let text = &open[rng.below(open.len())].text;
    let act = Act::Play { by, acts: &[text], span: Span::Part };
    table
        .act(act, Duration::ZERO, LEFT, &mut Outbox::default())
        .unwrap_or_else(|why| panic!("{text}: {why:?}"));
}

/// Layouts are taken back as long as nothing else was played, and only where a referee has entered both; the record verifies.
#[test]
fn layouts_are_taken_back_before_the_first_move_where_both_are_entered() {
    let is_laying = |table: &dyn Table| matches!(table.turn(), Turn::Secret(_));
    let mut games = 0;
    for listed in GAMES {
        let relayed = [Spoken::Relay; 2];
        if !is_laying(&*entered(*listed, relayed)) {
            continue;
        }
        games += 1;
        for seed in 0..6 {
            let (mut table, mut rng) = (entered(*listed, relayed), Rng::new(seed));
            let back = |table: &mut dyn Table, to| {
                let back = Act::Back { by: Seat::First, to, dice: false };
                table.act(back, Duration::ZERO, LEFT, &mut Outbox::default())
            };
            for _ in 0..3 {
                let stops = rng.below(60);
                for _ in 0..stops {
                    if is_laying(&*table) {
                        plays(&mut *table, &mut rng);
                    }
                }
                let to = rng.below(table.plies() as usize + 1) as u32;
                if back(&mut *table, to).is_ok() {
                    assert!(table.plies() == to && is_laying(&*table), "{listed}, seed {seed}");
                }
            }
            while is_laying(&*table) {
                plays(&mut *table, &mut rng);
            }
            let laid = table.position();
            for _ in 0..3 {
                plays(&mut *table, &mut rng);
            }
            let (position, plies) = (table.position(), table.plies());
            assert!(position != laid && plies > 2, "{listed}: play has begun");
            for to in [0, 1] {
                let why = back(&mut *table, to).expect_err("too late");
                assert!(
                    matches!(&why, Refusal::NotBack(why) if why.to(leitai_core::Lang::En).contains("before the first move")),
                    "{why:?}"
                );
            }
            assert_eq!((table.position(), table.plies()), (position, plies), "nothing has changed");
            table.act(Act::Agree, Duration::ZERO, LEFT, &mut Outbox::default()).expect("both agree");
            table.seal();
            let (mut text, digest) = (Vec::new(), table.digest());
            table.record(&mut text);
            let text = String::from_utf8(text).expect("text");
            let record = Record::read(&text).unwrap_or_else(|why| panic!("{listed}: {why}\n{text}"));
            let verified = Replay::open(record).and_then(Replay::verify);
            let verified = verified.unwrap_or_else(|why| panic!("{listed}, seed {seed}: {why}\n{text}"));
            assert_eq!(verified.digest, digest);
        }
        // Where a side sits itself, it has seen what the other laid, or who was quicker.
        for spoken in [[Spoken::Person; 2], [Spoken::Relay, Spoken::Person]] {
            let (mut table, mut rng) = (entered(*listed, spoken), Rng::new(1));
            plays(&mut *table, &mut rng);
            let back = Act::Back { by: Seat::First, to: 0, dice: false };
            let refused = table.act(back, Duration::ZERO, LEFT, &mut Outbox::default());
            assert!(matches!(refused, Err(Refusal::NotBack(_))), "{listed}");
        }
    }
    assert_eq!(games, 2, "those in which pieces are laid in secret");
}
