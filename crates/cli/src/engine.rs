//! `leitai engine`: a built-in player as a program.

use crate::args::{GameName, dialect, dialect_name, pair, speakable};
use crate::failure::Failure;
use crate::players::no_level;
use leitai_catalog::Setup;
use leitai_core::{DialectName, Level, Lines, Means, Sentence, sentence};
use std::io::{BufRead, Write};
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: GameName,
    /// How strongly it plays (`leitai games GAME` lists the levels)
    #[arg(long, value_parser = level)]
    level: Level,
    /// What it speaks; default: the game's usual dialect
    #[arg(long, value_parser = dialect_name)]
    dialect: Option<DialectName>,
    /// An option of the game's law, for dialects that cannot say it, as name=value
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// Stay between turns in a dialect that starts a program for each (botzone)
    #[arg(long)]
    stay: bool,
    /// What its random choices follow from; default: drawn anew
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn level(text: &str) -> Result<Level, Sentence> {
    text.parse().map_err(|()| {
        let names: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
        sentence!("the levels are: {}", "可用级别：{}", names.join(", "))
    })
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let dialect = dialect(args.game.facts(), args.dialect)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let setup = Setup { options: args.options.clone(), ..Setup::default() };
    let game = args.game.0.open(&setup).map_err(|e| Failure::usage(&e))?;
    // Rules that are not named come with the conversation.
    if !args.options.is_empty() {
        speakable(&*game, dialect)?;
    }
    let Some(mut program) = game.program(args.level, dialect, &Means::seeded(seed)) else {
        return Err(no_level(args.level, args.game.facts()));
    };
    let mut stdin = std::io::stdin().lock();
    let mut stdout = std::io::stdout().lock();
    let mut out = Lines::default();
    let mut line = Vec::new();
    if args.stay {
        program.stay();
    }
    program.open(&mut out);
    let mut stays = true;
    loop {
        // The platform is gone: so is the reason to stay. What a program says last is sent before it leaves.
        if stdout.write_all(out.bytes()).and_then(|()| stdout.flush()).is_err() || !stays {
            return Ok(());
        }
        if !stays {
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
        stays = program.hear(text, &|| start.elapsed(), &mut out);
    }
}

/// A seed nobody chose: the keys of the standard library's hash maps come from the system.
pub(crate) fn random_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
