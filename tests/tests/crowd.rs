//! Many more games at once than cores, in the strongest sandbox there is: nobody loses by waiting for a core. A program
//! of its own, since it takes every core.

use leitai_arena::{Affinity, Conditions, Game, Launch, Player, Series};
use leitai_catalog::{Setup, find};
use leitai_core::DialectName;
use leitai_sandbox::Sandbox;
use std::io::{Write, stderr};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");
const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// So many games of tic-tac-toe at once, both playing alike.
struct Crowd {
    games: u32,
    /// What both do once.
    deed: &'static str,
    dialect: DialectName,
    clock: &'static str,
}

impl Crowd {
    fn play(&self) -> Vec<Game> {
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
            game: find("tictactoe").expect("the game"),
            setup: Setup::default(),
            players: ["a", "b"].map(player),
            games: self.games,
            jobs: self.games as usize,
            clock: self.clock.parse().expect("a clock"),
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

    /// Every game ends by the law.
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

/// A fifth of a second for the whole game. Starting its program in a sandbox takes none of it, and neither does waiting
/// for those of others.
#[test]
fn nobody_loses_by_waiting_for_a_core() {
    let instant = Crowd {
        games: 250,
        deed: "nothing",
        dialect: DialectName::Beyond,
        clock: "start=5s,game=200ms,inc=2ms",
    };
    instant.stands();
    // Started for each turn, and asked at once.
    Crowd { games: 20, dialect: DialectName::BotzoneSimple, ..instant }.stands();
    // The work of all takes each of two cores for two seconds.
    Crowd { games: 50, deed: "work=40", clock: "start=5s,game=500ms", ..instant }.stands();
}
