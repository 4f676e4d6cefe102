//! `leitai operate`: the desk of an operator, whose team's program plays here and whose opponent's program plays on another
//! machine.

mod board_text;
mod checked;
mod commands;
mod consent_words;
mod explained;
mod side_word;
mod state_line;
pub(crate) mod terminal;
mod typed_lines;
#[cfg(feature = "web")]
pub(crate) mod window;
#[cfg(not(feature = "web"))]
#[path = "operate/without_window.rs"]
pub(crate) mod window;

use crate::args::{takes_folder, whole};
use crate::engine::{level, random_seed};
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::players::{Workshop, no_level};
use crate::terms_args::{Terms, TermsArgs};
use crate::{out, stop};
use leitai_check::ExaminationTerms;
use leitai_core::{Lang, Level, Name, Seat, Sentence, say, sentence};
use leitai_hall::{DeskFolder, DeskGames, DeskSetup, Rehearsal};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The folder of matches whose folder is not named.
const ROOT: &str = "operate";
/// Rehearsals are kept in a folder of their own there.
const REHEARSALS: &str = "rehearsal";
/// The preset of matches in the hall.
const PRESET: &str = "school";
/// How many games a match has, in each of which another side begins.
const GAMES: u32 = 2;

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "what a person may ask for")]
// It is the team's own machine.
#[command(mut_arg("ponder", |arg| arg.default_value("on")))]
pub(crate) struct Args {
    /// The game
    game: NamedGame,
    /// Our program: a level, 'cmd:program arguments', a source file, a folder or an executable
    program: String,
    /// Our program has the second seat in the first game
    #[arg(long)]
    second: bool,
    #[command(flatten)]
    terms: TermsArgs,
    /// Start the other side's clock by hand, not as soon as our program has played
    #[arg(long)]
    clock_by_hand: bool,
    /// How many games, with sides swapped after each; default: 2, or the first to win four where the preset says so
    #[arg(long, value_parser = whole(1, 99))]
    games: Option<u32>,
    /// Our team's name; default: that of the program
    #[arg(long, value_name = "NAME", value_parser = name)]
    team: Option<String>,
    /// The other team's name
    #[arg(long, value_name = "NAME", value_parser = name)]
    other: Option<String>,
    /// Your name, for the record
    #[arg(long, value_name = "NAME", value_parser = name)]
    operator: Option<String>,
    /// The folder of the match; default: operate/GAME-N, the newest one that is not over
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Begin another match, in the next folder
    #[arg(long, conflicts_with = "folder")]
    new: bool,
    /// Rehearse against this built-in level, with slips and crashes thrown in
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    rehearse: Option<Level>,
    /// Seed of what a rehearsal throws in
    #[arg(long, requires = "rehearse")]
    seed: Option<u64>,
    /// Print what should be right before a game, and end: exit code 1 if anything is not
    #[arg(long, conflicts_with = "terminal", group = "shows")]
    check: bool,
    /// With --check or --terminal, one JSON object per line
    #[arg(long, requires = "shows")]
    json: bool,
    /// Everything at this terminal, without a browser
    #[arg(long, group = "shows")]
    terminal: bool,
    /// The loopback address of the page; default: 127.0.0.1 with the port of last time, or any
    #[arg(long, value_name = "ADDRESS", conflicts_with = "terminal", default_value = "127.0.0.1:0", value_parser = loopback)]
    listen: SocketAddr,
    /// Print the address of the page without opening a browser
    #[arg(long, conflicts_with = "terminal")]
    no_browser: bool,
}

/// Reads an address to listen on.
pub(crate) fn address(text: &str) -> Result<SocketAddr, Sentence> {
    text.parse().map_err(|_| {
        sentence!(
            "it takes an address with a port, e.g. 127.0.0.1:8090",
            "应为带端口的地址，例如 127.0.0.1:8090"
        )
    })
}

/// Reads `--listen`.
fn loopback(text: &str) -> Result<SocketAddr, Sentence> {
    Some(address(text)?).filter(|address| address.ip().is_loopback()).ok_or_else(|| {
        sentence!(
            "only this machine may reach the desk: 127.0.0.1:PORT",
            "只有本机可以访问操作席：请写 127.0.0.1:端口"
        )
    })
}

/// Reads a name that people read.
pub(crate) fn name(text: &str) -> Result<String, Sentence> {
    Name::read(text).map(Name::into_text).map_err(|why| Sentence::of(&why))
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let Terms { game, clock, conditions, preset } = args.terms.resolve(args.game, Some(PRESET))?;
    args.folder.as_deref().map_or(Ok(()), |folder| takes_folder("--folder", folder))?;
    let mut workshop = Workshop::open()?;
    let terms = ExaminationTerms { game: &*game, clock, conditions: &conditions };
    let mut program = workshop.player(&args.program, &terms, args.terms.dialect)?;
    args.terms.speak_freely(&mut program, &*game);
    let games = match args.games {
        None if preset.first_to_four => DeskGames::FirstToFour,
        games => DeskGames::Swapped(games.unwrap_or(GAMES)),
    };
    let setup = DeskSetup {
        game: args.game.0,
        options: game.given().to_vec(),
        teams: [
            args.team.clone().unwrap_or_else(|| program.name.clone()),
            args.other.clone().unwrap_or_else(|| say!(lang, "other side", "对方")),
        ],
        program: Some(program),
        seat: if args.second { Seat::Second } else { Seat::First },
        operator: args.operator.clone().unwrap_or_default(),
        clock,
        by_hand: args.clock_by_hand,
        games,
        rehearsal: args.rehearse,
    };
    if let Some(level) = args.rehearse.filter(|level| !args.game.facts().levels.contains(level)) {
        return Err(no_level(level, args.game.facts()));
    }
    let kept = args.folder.as_deref().unwrap_or(Path::new(ROOT));
    if args.check {
        return checked::run(&setup, &conditions, kept, args.json, lang);
    }
    let taken = match &args.folder {
        Some(folder) => DeskFolder::take(folder.clone(), setup, conditions),
        None if args.rehearse.is_some() => {
            DeskFolder::below(&Path::new(ROOT).join(REHEARSALS), &setup, &conditions, args.new)
        }
        None => DeskFolder::below(Path::new(ROOT), &setup, &conditions, args.new),
    };
    let taken = taken.map_err(|error| terminal::failure(&error))?;
    let begun = args.rehearse.map(|level| {
        let seed = args.seed.unwrap_or_else(random_seed);
        Rehearsal::begin(taken.desk(), level, seed).map_err(|error| terminal::failure(&error))
    });
    let rehearsal = begun.transpose()?;
    if taken.desk().stands_again() {
        terminal::begin(taken.desk(), args.json, lang)?;
    }
    let ended = if args.terminal {
        terminal::run(taken.desk(), &stop::flag(), args.json, lang)
    } else {
        window::run(taken.desk(), args.listen, !args.no_browser, lang)
    };
    for line in rehearsal.iter().flat_map(|rehearsal| rehearsal.report().lines()) {
        out::line(line.to(lang));
    }
    ended
}
