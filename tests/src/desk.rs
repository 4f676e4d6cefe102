//! Takes sources from text to game, for tests.

use leitai_arena::{
    Affinity, BuildError, Cache, Conditions, Language, Launch, Player, Series, StageError, build,
};
use leitai_catalog::{Setup, find};
use leitai_core::{DialectName, Lang, Why};
use leitai_sandbox::{Limits, Sandbox};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// A source in its own folder, and a workshop.
pub struct Desk {
    /// The folder of the source.
    pub folder: TempDir,
    /// The folder of the build.
    pub workshop: TempDir,
}

impl Desk {
    /// A desk with both folders empty.
    pub fn new() -> Desk {
        let folder = || tempfile::tempdir().expect("a folder");
        Desk { folder: folder(), workshop: folder() }
    }

    /// Adds this file, creating its folders.
    #[must_use]
    pub fn with(self, name: &str, text: impl AsRef<[u8]>) -> Desk {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    /// The path of the file with that name.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Builds the file with that name.
    pub fn build(&self, name: &str, sandbox: &Sandbox) -> Result<Launch, BuildError> {
        build(&self.path(name), self.workshop.path(), sandbox)
    }
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

/// Programs that the same compiler made from the same sources in an earlier run, kept in Cargo's folder for tests; for
/// tests about how programs are played. Tests of compiling do without it.
pub fn kept(folder: &str) -> Cache {
    // More bytes than all of them need.
    Cache::at(Path::new(folder).join("compiled"), 512 << 20)
}

/// Plays tic-tac-toe against itself; the error says what went wrong.
pub fn plays(launch: &Launch, sandbox: &Sandbox, limits: Limits) -> Result<(), String> {
    match play(launch, sandbox, limits) {
        (Why::Law(_), _) => Ok(()),
        (_, reason) => Err(reason),
    }
}

/// How a game against itself ended, and why.
pub fn play(launch: &Launch, sandbox: &Sandbox, limits: Limits) -> (Why, String) {
    try_to_play(launch, sandbox, limits).expect("the stage holds")
}

/// As [`play`], where the stage itself may fail.
pub fn try_to_play(launch: &Launch, sandbox: &Sandbox, limits: Limits) -> Result<(Why, String), StageError> {
    let player =
        |name: &str| Player { name: name.to_owned(), launch: launch.clone(), dialect: DialectName::Beyond };
    let game = find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults");
    let stop = AtomicBool::new(false);
    let series = Series {
        openings: Vec::new(),
        allowances: [game.facts().clock.with("start=60s,move=60s").expect("a clock"); 2].map(Into::into),
        game,
        players: [player("a"), player("b")],
        games: 1,
        jobs: 1,
        conditions: Conditions { limits, ..Conditions::of(sandbox.clone()) },
        affinity: Affinity::Auto,
        out: None,
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut ended = None;
    series.play(&mut |game| {
        ended = Some((game.ended.outcome.why, game.ended.reason.to(Lang::En).to_owned()));
    })?;
    Ok(ended.expect("a game"))
}

/// The path of a starter program.
pub fn starter(language: Language) -> PathBuf {
    let file = match language {
        Language::C => "tictactoe.c",
        Language::Cpp => "tictactoe.cpp",
        Language::Rust => "tictactoe.rs",
        Language::Go => "tictactoe.go",
        Language::Java => "TicTacToe.java",
        Language::Python => "tictactoe.py",
        Language::JavaScript => "tictactoe.js",
        Language::CSharp => "../../../tests/tests/compile/TicTacToe.cs",
        Language::Kotlin => "../../../tests/tests/compile/tictactoe.kt",
        Language::Pascal => "../../../tests/tests/compile/tictactoe.pas",
        Language::TypeScript => "../../../tests/tests/compile/tictactoe.ts",
    };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tictactoe/starters").join(file)
}

/// A Python program that runs `prelude` before it plays: if the prelude fails, the program does not play.
pub fn python(prelude: &str) -> String {
    let starter = fs::read_to_string(starter(Language::Python)).expect("a starter");
    format!("{prelude}\n{starter}")
}
