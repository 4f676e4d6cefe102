//! `leitai engine`: a built-in player as a program.

use crate::args::{dialect, dialect_name, pair, speakable, whole};
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::players::no_level;
use leitai_catalog::{Aloud, ListedGame, Setup};
use leitai_core::{BadClock, Clock, DialectName, Level, Lines, Means, NoShelf, Sentence, Shelf, sentence};
use leitai_shelf::TableFolder;
use std::io::{BufRead, Write};
use std::num::NonZeroU64;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: NamedGame,
    /// How strongly it plays (`leitai games GAME` lists the levels)
    #[arg(long, value_parser = level)]
    level: Level,
    /// The dialect it speaks; default: the game's usual dialect
    #[arg(long, value_parser = dialect_name)]
    dialect: Option<DialectName>,
    /// A rule option of the game, for dialects that cannot express it, as name=value
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// Keep running between turns in a dialect that starts a program for each (botzone)
    #[arg(long)]
    stay: bool,
    /// Seed of its random choices; default: a new one each time
    #[arg(long)]
    seed: Option<u64>,
    /// Limits that it keeps by itself if the dialect tells no times, e.g. move=2s,game=90s,inc=1s (added after each
    /// turn)
    #[arg(long, value_parser = clock)]
    clock: Option<Clock>,
    /// Most nodes that it searches per turn; without a clock, its only limit
    #[arg(long)]
    nodes: Option<NonZeroU64>,
    /// Memory for the tables it builds itself, in MB; default: 128
    #[arg(long, value_parser = whole(1, MOST_MEMORY))]
    memory: Option<u32>,
}

/// Largest accepted `--memory`, in MB.
const MOST_MEMORY: u32 = 1 << 20;

/// Reads `--clock` in the notation of records, which may state that getting ready counts.
fn clock(text: &str) -> Result<Clock, Sentence> {
    text.parse().map_err(|error: BadClock| Sentence::of(&error))
}

pub(crate) fn level(text: &str) -> Result<Level, Sentence> {
    text.parse().map_err(|()| {
        let names: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
        sentence!("the levels are: {}", "可用级别：{}", names.join(", "))
    })
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let begun = Instant::now();
    let dialect = dialect(args.game.facts(), args.dialect)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let setup = Setup { options: args.options.clone(), ..Setup::default() };
    let game = args.game.0.open(&setup).map_err(|e| Failure::usage(&e))?;
    // Options that are not given arrive in the conversation.
    if !args.options.is_empty() {
        speakable(&*game, dialect)?;
    }
    let shelf = &*shelf_of(args.game.0);
    let memory = args.memory.map_or(Means::MEMORY, |memory| u64::from(memory) << 20);
    let Some(mut program) = game.program(args.level, dialect, &Means { seed, memory, shelf }) else {
        return Err(no_level(args.level, args.game.facts()));
    };
    program.keep(args.clock.unwrap_or(Clock::NONE), args.nodes.map(NonZeroU64::get));
    program.think_aloud(Box::new(aloud));
    let mut stdin = std::io::stdin().lock();
    let mut stdout = std::io::stdout();
    let mut out = Lines::default();
    let mut line = Vec::new();
    if args.stay {
        program.stay();
    }
    program.open(&mut out);
    // If the program is started for each turn, the clock has run since its start.
    let mut making = begun.elapsed();
    let mut stays = true;
    loop {
        // If the platform is gone, there is no reason to stay. A program's last output is sent before it exits.
        if stdout.write_all(out.bytes()).and_then(|()| stdout.flush()).is_err() || !stays {
            return Ok(());
        }
        out.clear();
        line.clear();
        match stdin.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Ok(()),
            Ok(_) => {}
        }
        let start = Instant::now();
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let before = std::mem::take(&mut making);
        stays = program.hear(text, &|| before + start.elapsed(), &mut out);
    }
}

/// The user's tables of a game.
pub(crate) fn shelf_of(game: ListedGame) -> Box<dyn Shelf> {
    match TableFolder::of_user() {
        Some(folder) => Box::new(folder.shelf(game)),
        None => Box::new(NoShelf),
    }
}

/// Prints a player's thoughts. Errors are ignored: the game does not depend on them.
fn aloud(said: &Aloud<'_>) {
    let _ = match said {
        Aloud::Lines(lines) => {
            let mut stdout = std::io::stdout();
            stdout.write_all(lines.bytes()).and_then(|()| stdout.flush())
        }
        Aloud::Log(text) => writeln!(std::io::stderr(), "{text}"),
    };
}

/// A random seed: the keys of the standard library's hash maps come from the system.
pub(crate) fn random_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
