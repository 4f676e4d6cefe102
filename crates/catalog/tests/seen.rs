//! Tables that know one seat's secrets only, and are told the rest by a referee and by whoever types what the other side
//! does: the seat's program hears the same bytes as at a table that knows everything, and says the same, in every dialect of
//! the game; the public is told the same. Their records verify, and such a game stands again as it stood.

use leitai_catalog::{GAMES, ListedGame, Program, Relived, Replay, RuledGame, Setup, relive};
use leitai_core::{
    Act, Actor, Clock, DialectName, Eye, Heard, Level, Lines, Means, Outbox, Record, Rng, SEEN, Seat,
    SeatInfo, Span, Spoken, Staging, Table,
};
use std::sync::Arc;
use std::time::Duration;

const LEFT: [Option<Duration>; 2] = [None; 2];

/// The game that has such tables and is told by what everybody hears: it is tested beside this.
const ELSEWHERE: [&str; 1] = ["luzhanqi"];

/// A table at which a program sits in one seat; the other's acts, and the referee's, are typed.
struct Game {
    ruled: Arc<dyn RuledGame>,
    dialect: DialectName,
    own: Seat,
    table: Box<dyn Table>,
    program: Box<dyn Program>,
    /// What the program has said and the table has not heard.
    waiting: Vec<String>,
    outbox: Outbox,
    /// Everything that was sent to the program.
    sent: String,
}

impl Game {
    fn open(
        listed: ListedGame,
        given: &[(&str, &str)],
        own: Seat,
        dialect: DialectName,
        level: Level,
    ) -> Game {
        let ruled = listed.open(&Setup::with(given.iter().copied())).expect("a set-up");
        let mut seats = [Spoken::Person, Spoken::Person];
        seats[own.index()] = Spoken::In(dialect);
        let seats = seats.map(|dialect| SeatInfo { name: "somebody".into(), dialect, ..SeatInfo::default() });
        let staging = Staging { clock: Clock::default(), seats, ..Staging::default() };
        let mut table = ruled.table(staging, None);
        for eye in Eye::ALL {
            table.watch(eye);
        }
        let program = ruled.program(level, dialect, &Means::seeded(7)).expect("there is one");
        let mut game = Game {
            ruled,
            dialect,
            own,
            table,
            program,
            waiting: Vec::new(),
            outbox: Outbox::default(),
            sent: String::new(),
        };
        game.sit(level);
        game
    }

    /// Seats a program of its own and begins.
    fn sit(&mut self, level: Level) {
        let sat = self.table.sit(self.own, self.dialect, &Clock::default(), &mut self.outbox);
        let mut is_ready = sat.expect("it is spoken").says_nothing_first;
        self.program = self.ruled.program(level, self.dialect, &Means::seeded(7)).expect("there is one");
        let mut said = Lines::default();
        self.program.open(&mut said);
        self.waiting = texts(&said);
        for _ in 0..100 {
            if is_ready {
                break;
            }
            self.deliver();
            while let Some(heard) = self.hear() {
                is_ready |= heard == Heard::Ready;
            }
        }
        assert!(is_ready, "the program does not get ready in {}", self.dialect);
        self.table.begin(LEFT, &mut self.outbox);
    }

    /// The table hears a line of the program.
    fn hear(&mut self) -> Option<Heard> {
        let line = (!self.waiting.is_empty()).then(|| self.waiting.remove(0))?;
        let spent = Duration::from_millis(3);
        Some(self.table.hear(self.own, line.as_bytes(), spent, LEFT, &mut self.outbox))
    }

    /// The program hears what it is sent.
    fn deliver(&mut self) {
        let lines = std::mem::take(&mut self.outbox.lines[self.own.index()]);
        for line in texts(&lines) {
            let mut said = Lines::default();
            self.program.hear(line.as_bytes(), &|| Duration::ZERO, &mut said);
            self.waiting.extend(texts(&said));
            self.sent += &line;
            self.sent.push('\n');
        }
    }

    /// Whoever owes an act does this one.
    fn act(&mut self, word: &str) {
        let by = self.table.turn().next().unwrap_or_else(|| panic!("{word} after the end"));
        let act = Act::Play { by, acts: &[word], span: Span::Part };
        let done = self.table.act(act, Duration::from_millis(5), LEFT, &mut self.outbox);
        done.unwrap_or_else(|why| panic!("{word}: {why:?} at {}", self.table.position()));
    }

    fn owes(&self, by: Actor) -> bool {
        self.table.turn().owes(by)
    }

    /// What was told to this eye since the last call for all of them.
    fn told(told: &[(Eye, String)], eye: Eye) -> Vec<String> {
        told.iter().filter(|(whose, _)| *whose == eye).map(|(_, report)| report.clone()).collect()
    }

    /// The record so far, which is empty if it was taken before.
    fn record(&mut self) -> String {
        let mut record = Vec::new();
        self.table.record(&mut record);
        String::from_utf8(record).expect("text")
    }
}

fn texts(lines: &Lines) -> Vec<String> {
    String::from_utf8_lossy(lines.bytes()).lines().map(str::to_owned).collect()
}

/// Plays a game at a table that sees all, and tells a referee's words at one that sees the secrets of `own`. Returns the
/// number of words.
fn play(listed: ListedGame, own: Seat, dialect: DialectName, seed: u64) -> usize {
    let plies = ["20", "40", "80", "200"][seed as usize % 4];
    let level = if seed.is_multiple_of(2) { Level::Easy } else { Level::Random };
    let seen = own.to_string();
    let mut options = vec![("max_plies", plies), (SEEN, "both")];
    options.retain(|(name, _)| listed.facts().options.iter().any(|spec| spec.name == *name));
    let mut all = Game::open(listed, &options, own, dialect, level);
    options.pop();
    options.push((SEEN, &seen));
    let mut part = Game::open(listed, &options, own, dialect, level);
    let (mut rng, mut said) = (Rng::new(seed), 0);
    let place = format!("{listed} in {dialect}, {own}, seed {seed}");
    while all.table.end().is_none() {
        assert_eq!(all.outbox.lines[own.index()], part.outbox.lines[own.index()], "{place}");
        all.deliver();
        part.deliver();
        assert_eq!(all.waiting, part.waiting, "{place}");
        let by_own = all.owes(Actor::Seat(own));
        if by_own {
            assert!(part.owes(Actor::Seat(own)), "{place}");
            assert_eq!(all.table.choices(own), part.table.choices(own), "{place}");
        }
        if let Some(heard) = all.hear() {
            // What the program said and did is heard alike; what came of a try is not said yet.
            let same = part.hear().expect("both programs say the same");
            assert!(heard == same || matches!(heard, Heard::Over(_)) && same == Heard::Acted, "{place}");
        } else {
            let choices = all.table.choices(own.other());
            all.act(&choices[rng.below(choices.len())].text);
        }
        let told = std::mem::take(&mut all.outbox.told);
        let reports = Game::told(&told, Eye::Seat(if by_own { own } else { own.other() }));
        let winner = all.table.end().and_then(|end| end.winner);
        let by = if by_own { own } else { own.other() };
        for word in all.ruled.relayed(own, by, &reports, winner).expect("its own reports") {
            if !word.if_open || part.table.rulings().iter().any(|open| open.text == word.m) {
                assert_eq!(part.table.turn().next(), Some(word.by), "{place}: {}", word.m);
                part.act(&word.m);
                said += 1;
            }
        }
        let again = std::mem::take(&mut part.outbox.told);
        for eye in [Eye::Seat(own), Eye::Public] {
            assert_eq!(Game::told(&again, eye), Game::told(&told, eye), "{place}: {eye}");
        }
    }
    let ends = [&all, &part].map(|game| game.table.end().cloned().expect("it is over"));
    assert_eq!((ends[0].winner, ends[0].verdict), (ends[1].winner, ends[1].verdict), "{place}");
    all.deliver();
    part.deliver();
    // The last line of `native` has the reason, which is the referee's word.
    let [en, word] = ends.each_ref().map(|end| end.reason.to(leitai_core::Lang::En));
    assert_eq!(all.sent, part.sent.replace(word, en), "{place}");
    if !seed.is_multiple_of(3) {
        return said;
    }
    part.table.seal();
    let record = Record::read(&part.record()).expect("a record");
    let verified =
        Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{place}: {why}"));
    assert_eq!(verified.digest, part.table.digest(), "{place}");
    said
}

/// The games that have such tables.
fn refereed() -> impl Iterator<Item = ListedGame> {
    let has = |listed: &&ListedGame| listed.facts().options.iter().any(|spec| spec.name == SEEN);
    GAMES.iter().filter(has).filter(|listed| !ELSEWHERE.contains(&listed.facts().id)).copied()
}

#[test]
fn the_seat_and_the_public_hear_the_same() {
    let (mut games, mut said) = (0, 0);
    for listed in refereed() {
        for dialect in listed.facts().dialects {
            for own in Seat::BOTH {
                for seed in 0..leitai_testkit::cases(36).into() {
                    said += play(listed, own, *dialect, seed);
                    games += 1;
                }
            }
        }
    }
    assert!(games >= 200 && said > 20 * games, "{said} words in {games} games");
}

/// One of these games, played by whoever owes an act: a program, and people who type anything that is open.
fn typed(game: &mut Game, rng: &mut Rng) {
    game.deliver();
    if game.owes(Actor::Seat(game.own)) {
        assert!(!game.waiting.is_empty(), "the program is asked and says nothing");
    }
    if game.hear().is_some() {
        return;
    }
    let open =
        if game.owes(Actor::Arbiter) { game.table.rulings() } else { game.table.choices(game.own.other()) };
    game.act(&open[rng.below(open.len())].text);
}

#[test]
fn a_refereed_game_stands_again_as_it_stood() {
    let (mut backs, mut breaks) = (0, 0);
    for listed in refereed() {
        for seed in 0..leitai_testkit::cases(12).into() {
            let own = Seat::BOTH[seed as usize % 2];
            let seen = own.to_string();
            let mut game = Game::open(listed, &[(SEEN, &seen)], own, DialectName::Native, Level::Easy);
            let (mut rng, mut text) = (Rng::new(seed), String::new());
            for step in 0..400 {
                if game.table.end().is_some() {
                    break;
                }
                match rng.below(24) {
                    0 => {
                        let to = rng.below(game.table.plies() as usize + 1) as u32;
                        let back = Act::Back { by: own.other(), to, dice: false };
                        if game.table.act(back, Duration::ZERO, LEFT, &mut game.outbox).is_ok() {
                            assert_eq!(game.table.plies(), to, "step {step}");
                            game.outbox = Outbox::default();
                            game.sit(Level::Easy);
                            backs += 1;
                        }
                    }
                    1 => {
                        text += &game.record();
                        let record = Record::read(&text).expect("a record");
                        let seen = |table: &dyn Table| {
                            (table.position(), table.digest(), table.plies(), table.turn(), table.rulings())
                        };
                        let before = seen(&*game.table);
                        let Relived { table, .. } = relive(&record, None).expect("it stands again");
                        game.table = table;
                        game.outbox = Outbox::default();
                        assert_eq!(seen(&*game.table), before);
                        let again = Act::Again(1_795_243_999_000);
                        game.table.act(again, Duration::ZERO, LEFT, &mut game.outbox).expect("it goes on");
                        game.sit(Level::Easy);
                        assert_eq!(seen(&*game.table), before);
                        breaks += 1;
                    }
                    _ => typed(&mut game, &mut rng),
                }
            }
            if game.table.end().is_none() {
                game.table.act(Act::Agree, Duration::ZERO, LEFT, &mut game.outbox).expect("both agree");
            }
            game.table.seal();
            text += &game.record();
            let record = Record::read(&text).expect("a record");
            let verified = Replay::open(record).and_then(Replay::verify);
            let verified = verified.unwrap_or_else(|why| panic!("{listed}, seed {seed}: {why}\n{text}"));
            assert_eq!(verified.digest, game.table.digest());
        }
    }
    assert!(backs >= 10 && breaks >= 10, "{backs} taken back, {breaks} broken off");
}
