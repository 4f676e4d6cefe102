//! Many more games at once than cores, in the strongest sandbox available: nobody loses by waiting for a core. A
//! separate program, because it takes up every core. Also games between honest programs beside hostile neighbours:
//! `LEITAI_CROWD=500 cargo test -p stage-tests --test crowd beside` plays that many; `LEITAI_AT_ONCE` is the number of
//! games at once.

use leitai_arena::{Affinity, Conditions, Launch, Player, Series, SeriesGame};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName};
use leitai_sandbox::{Limits, Sandbox};
use stage_tests::{Workshop, levels};
use std::io::{Write, stderr};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");
const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// One test at a time: each takes up every core.
static ALONE: Mutex<()> = Mutex::new(());

/// Simultaneous games of tic-tac-toe between two programs that behave alike.
struct Crowd {
    games: u32,
    /// The deed that both do once.
    deed: &'static str,
    dialect: DialectName,
    clock: &'static str,
}

impl Crowd {
    fn play(&self) -> Vec<SeriesGame> {
        let player = |name: &str| Player {
            name: name.to_owned(),
            launch: Launch::alone(
                PROGRAM.into(),
                [self.deed, "tictactoe", self.dialect.name(), "crowd"].map(Into::into).into(),
            ),
            dialect: self.dialect,
        };
        let stop = AtomicBool::new(false);
        let series = Series {
            openings: Vec::new(),
            game: find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults"),
            players: ["a", "b"].map(player),
            games: self.games,
            jobs: self.games as usize,
            allowances: [self.clock.parse::<Clock>().expect("a clock"); 2].map(Into::into),
            conditions: Conditions::of(Sandbox::strongest(LAUNCHER.as_ref())),
            affinity: Affinity::Auto,
            out: None,
            seed: 1,
            seeded_dice: true,
            stop: &stop,
        };
        let mut games = Vec::new();
        series.play(&mut |game| games.push(game)).expect("the stage holds");
        games
    }

    /// Checks that every game ends by the rules.
    fn stands(&self) {
        let start = Instant::now();
        let games = self.play();
        let spent = start.elapsed();
        let lost: Vec<_> = games.iter().filter(|game| game.ended.outcome.faulty().is_some()).collect();
        let disturbed = games.iter().filter(|game| game.ended.disturbed.is_some()).count();
        let replays: u32 = games.iter().map(|game| game.replays).sum();
        let Crowd { deed, dialect, clock, .. } = self;
        let _ = writeln!(
            stderr(),
            "{} games at once, {deed}, {dialect}, {clock}: {spent:?}; {} lost by a fault, {disturbed} in question, \
             {replays} played again",
            games.len(),
            lost.len()
        );
        assert_eq!(games.len(), self.games as usize);
        assert!(lost.is_empty(), "{lost:?}");
    }
}

/// The limit is a fifth of a second for the whole game. Neither starting its own program in a sandbox nor waiting for
/// those of others counts towards it.
#[test]
fn nobody_loses_by_waiting_for_a_core() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let instant = Crowd {
        games: leitai_testkit::extent("LEITAI_AT_ONCE", 250, 1_000),
        deed: "nothing",
        dialect: DialectName::Beyond,
        clock: "start=5s,game=200ms,inc=2ms",
    };
    instant.stands();
    // Started for each turn, and asked immediately.
    Crowd { games: 20, dialect: DialectName::BotzoneSimple, ..instant }.stands();
    // Their total work takes each of two cores two seconds.
    Crowd { games: 50, deed: "work=40", clock: "start=5s,game=500ms", ..instant }.stands();
}

/// The deeds of neighbours; the empty word means no neighbour: the control.
const NEIGHBOURS: [&str; 4] = ["", "spinners", "bomb", "burns"];
/// Games between honest programs next to neighbours, at all levels together.
const GAMES: u32 = 36;
/// That number in a long run.
const MANY: u32 = 10_000;

/// Games between honest programs that think, next to games of a neighbour on the same cores.
struct Street<'a> {
    sandbox: &'a Sandbox,
    workshop: &'a Workshop,
}

/// The results of the honest programs.
#[derive(Default)]
struct Toll {
    games: u32,
    lost: Vec<String>,
    disturbed: u32,
    replays: u32,
    /// Games of the neighbour that ended in the meantime.
    neighbours: u32,
    /// The longest turn of an honest program.
    longest: Duration,
}

impl Street<'_> {
    fn player(&self, name: &str, file: &str, words: &[&str]) -> Player {
        let start = self.workshop.make(file).expect("it compiles").expect("C is installed");
        let launch = Launch::alone(start.program.into(), words.iter().map(Into::into).collect());
        Player { name: name.to_owned(), launch, dialect: DialectName::Beyond }
    }

    fn series<'s>(
        &self,
        players: [Player; 2],
        games: u32,
        jobs: usize,
        clock: &str,
        stop: &'s AtomicBool,
    ) -> Series<'s> {
        let limits = Limits { processes: 16, ..Limits::default() };
        Series {
            openings: Vec::new(),
            game: find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults"),
            players,
            games,
            jobs,
            allowances: [clock.parse::<Clock>().expect("a clock"); 2].map(Into::into),
            conditions: Conditions { limits, ..Conditions::of(self.sandbox.clone()) },
            affinity: Affinity::Auto,
            out: None,
            seed: 1,
            seeded_dice: true,
            stop,
        }
    }

    /// Plays `games` games next to neighbours that do this deed.
    fn lives(&self, deed: &str, games: u32) -> Toll {
        let (stop, over, mut toll) = (AtomicBool::new(false), AtomicBool::new(false), Toll::default());
        // A fifth of its time, if nobody takes that time away.
        let thinkers = ["a", "b"].map(|name| self.player(name, "thinker.c", &["work=20"]));
        let honest = self.series(thinkers, games, 4, "start=5s,game=500ms", &stop);
        let deeds = [format!("case={deed}")];
        let words: Vec<&str> = deeds.iter().map(String::as_str).collect();
        let hostile =
            [self.player("neighbour", "neighbour.c", &words), self.player("guest", "honest.c", &[])];
        let hostile = self.series(hostile, u32::MAX, 2, "start=5s,move=500ms", &over);
        std::thread::scope(|scope| {
            let beside = scope.spawn(|| {
                let mut ended = 0;
                if !deed.is_empty() {
                    hostile.play(&mut |_| ended += 1).expect("the stage holds");
                }
                ended
            });
            let played = honest.play(&mut |game| toll.add(&game));
            over.store(true, Ordering::Relaxed);
            played.expect("the stage holds");
            toll.neighbours = beside.join().expect("no panic");
        });
        toll
    }
}

impl Toll {
    fn add(&mut self, game: &SeriesGame) {
        self.games += 1;
        self.replays += game.replays;
        self.disturbed += u32::from(game.ended.disturbed.is_some());
        self.longest = game.ended.used.iter().map(|(_, longest)| *longest).fold(self.longest, Duration::max);
        if game.ended.outcome.faulty().is_some() {
            self.lost.push(game.ended.reason.to(leitai_core::Lang::En).to_owned());
        }
    }
}

/// Honest programs lose no game because of what others do in theirs.
#[test]
fn nobody_loses_beside_hostile_neighbours() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let all = leitai_testkit::extent("LEITAI_CROWD", GAMES, MANY);
    let levels = levels(LAUNCHER);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
    let workshop = Workshop::new(&sources, concat!(env!("CARGO_TARGET_TMPDIR"), "/attacks").as_ref());
    let workshop = workshop.expect("a workshop");
    let games = all.div_ceil((levels.len() * (NEIGHBOURS.len() - 1)) as u32);
    let (mut wrong, mut beside) = (Vec::new(), 0);
    for sandbox in &levels {
        for deed in NEIGHBOURS {
            let start = Instant::now();
            let toll = Street { sandbox, workshop: &workshop }.lives(deed, games);
            let (level, name) = (sandbox.level(), if deed.is_empty() { "nobody" } else { deed });
            let Toll { games, lost, disturbed, replays, neighbours, longest } = toll;
            let line = format!(
                "{level}: {games} games beside {name} ({neighbours} of its games ended): {} lost, {disturbed} in \
                 question, {replays} played again, longest thought {longest:.0?}, {:.1?}",
                lost.len(),
                start.elapsed()
            );
            let _ = writeln!(stderr(), "{line}");
            if !lost.is_empty() {
                wrong.push(format!("{line}: {}", lost[0]));
            }
            beside += if deed.is_empty() { 0 } else { games };
        }
    }
    assert!(beside >= all && wrong.is_empty(), "{}", wrong.join("\n"));
}
