//! `leitai desk`: the desk of a referee, who enters what both sides play. No program plays, and no network is needed.

use crate::args::{SetupArgs, takes_folder, whole};
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::operate::{address, name, terminal, window};
use crate::stop;
use leitai_arena::Conditions;
use leitai_core::{Lang, Seat, say};
use leitai_hall::{DeskFolder, DeskGames, DeskSetup};
use leitai_sandbox::Sandbox;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The folder of matches whose folder is not named.
const ROOT: &str = "desk";
/// The preset of matches in the hall.
const PRESET: &str = "school";
/// How many games a match has, in each of which another side begins.
const GAMES: u32 = 2;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: NamedGame,
    #[command(flatten)]
    setup: SetupArgs,
    /// Whether each side's clock waits until you give the go-ahead; default: on where you have something to announce
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    go_ahead: Option<String>,
    /// How many games, with sides swapped after each; default: 2, or the first to win four where the preset says so
    #[arg(long, value_parser = whole(1, 99))]
    games: Option<u32>,
    /// The team that has the first seat in the first game
    #[arg(long, value_name = "NAME", value_parser = name)]
    first: Option<String>,
    /// The team that has the second seat in the first game
    #[arg(long, value_name = "NAME", value_parser = name)]
    second: Option<String>,
    /// Your name, for the record
    #[arg(long, value_name = "NAME", value_parser = name)]
    referee: Option<String>,
    /// The folder of the match; default: desk/GAME-N, the newest one that is not over
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Begin another match, in the next folder
    #[arg(long, conflicts_with = "folder")]
    new: bool,
    /// With --terminal, one JSON object per line
    #[arg(long, requires = "terminal")]
    json: bool,
    /// Everything at this terminal, without a browser
    #[arg(long)]
    terminal: bool,
    /// Where other screens are reached, e.g. 192.168.1.20:8090 in the hall's own network; your own page stays on this machine;
    /// default: 127.0.0.1 with the port of last time, or any
    #[arg(long, value_name = "ADDRESS", conflicts_with = "terminal", default_value = "127.0.0.1:0", value_parser = address)]
    listen: SocketAddr,
    /// Print the address of the page without opening a browser
    #[arg(long, conflicts_with = "terminal")]
    no_browser: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let setup = args.setup.or_at_desk(args.game, PRESET);
    let (game, clock) = setup.resolve(args.game)?;
    let facts = args.game.facts();
    let preset = setup.chosen(args.game).unwrap_or_else(|| facts.usual());
    args.folder.as_deref().map_or(Ok(()), |folder| takes_folder("--folder", folder))?;
    let games = match args.games {
        None if preset.first_to_four => DeskGames::FirstToFour,
        games => DeskGames::Swapped(games.unwrap_or(GAMES)),
    };
    // Where moves are hidden throughout, the referee announces what came of each before anybody thinks on.
    let announces = facts.hidden && !facts.chance;
    let team = |named: &Option<String>, usual: String| named.clone().unwrap_or(usual);
    let setup = DeskSetup {
        game: args.game.0,
        options: game.given().to_vec(),
        program: None,
        seat: Seat::First,
        teams: [
            team(&args.first, say!(lang, "team A", "甲队")),
            team(&args.second, say!(lang, "team B", "乙队")),
        ],
        operator: args.referee.clone().unwrap_or_default(),
        clock,
        by_hand: args.go_ahead.as_ref().map_or(announces, |named| named == "on"),
        games,
        rehearsal: None,
    };
    // Nothing runs here that a sandbox could confine.
    let conditions = Conditions::of(Sandbox::off());
    let taken = match &args.folder {
        Some(folder) => DeskFolder::take(folder.clone(), setup, conditions),
        None => DeskFolder::below(Path::new(ROOT), &setup, &conditions, args.new),
    };
    let taken = taken.map_err(|error| terminal::failure(&error))?;
    if taken.desk().stands_again() {
        terminal::begin(taken.desk(), args.json, lang)?;
    }
    if args.terminal {
        return terminal::run(taken.desk(), &stop::flag(), args.json, lang);
    }
    window::run(taken.desk(), args.listen, !args.no_browser, lang)
}
