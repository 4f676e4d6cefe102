//! `leitai desk`: the desk of a referee, who enters what both sides play. No program plays, and no network is needed.

mod played;
mod taken_table;

use crate::args::{SetupArgs, takes_folder, whole};
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::operate::{address, name, terminal, window};
use crate::{out, stop};
use leitai_arena::Conditions;
use leitai_core::{Lang, Seat, Sentence, say, sentence};
use leitai_hall::{DESK_FILE, DeskFolder, DeskGames, DeskSetup};
use leitai_sandbox::Sandbox;
use played::{Played, ROOT, announces};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use taken_table::TakenFile;

/// The preset of matches in the hall.
const PRESET: &str = "school";
/// How many games a match has, in each of which another side begins.
const GAMES: u32 = 2;

/// What is played at the desk.
#[derive(Clone)]
enum Wanted {
    Game(NamedGame),
    /// Tables of a contest, in the file that was taken along.
    Taken(PathBuf),
}

impl std::str::FromStr for Wanted {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Wanted, Sentence> {
        let file = Path::new(text);
        if file.extension().is_some_and(|ending| ending == DESK_FILE) {
            return Ok(Wanted::Taken(file.to_owned()));
        }
        text.parse().map(Wanted::Game)
    }
}

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "what a person may ask for")]
pub(crate) struct Args {
    /// The game, or the file of the tables that were taken along from a contest
    #[arg(value_name = "GAME|FILE.leitai")]
    game: Wanted,
    /// Which table of the file
    #[arg(long, value_name = "NUMBER", value_parser = whole(1, 500))]
    table: Option<u32>,
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
    args.folder.as_deref().map_or(Ok(()), |folder| takes_folder("--folder", folder))?;
    let referee = args.referee.as_deref().unwrap_or_default();
    let go_ahead = args.go_ahead.as_ref().map(|named| named == "on");
    let played = Played { referee, go_ahead };
    let taken = match &args.game {
        Wanted::Game(_) if args.table.is_some() => {
            return Err(Failure::Usage(Sentence::new(
                "--table goes with the file of the tables that were taken along",
                "--table 须与取走棋桌的文件同用",
            )));
        }
        Wanted::Game(game) => of_game(args, *game, &played, lang)?,
        Wanted::Taken(file) => {
            args.takes_file()?;
            let file = TakenFile::read(file, args.folder.as_deref())?;
            let taken = file.open(args.table, &played)?;
            if !args.json {
                out::line(&file.brings_back(lang));
            }
            taken
        }
    };
    if taken.desk().stands_again() {
        terminal::begin(taken.desk(), args.json, lang)?;
    }
    if args.terminal {
        return terminal::run(taken.desk(), &stop::flag(), args.json, lang);
    }
    window::run(taken.desk(), args.listen, !args.no_browser, lang)
}

impl Args {
    /// Refuses what the file of the tables says already.
    fn takes_file(&self) -> Result<(), Failure> {
        let said = [
            ("--option, --preset, --clock", self.setup.is_given()),
            ("--games", self.games.is_some()),
            ("--first, --second", self.first.is_some() || self.second.is_some()),
            ("--new", self.new),
        ];
        match said.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((name, _)) => Err(Failure::Usage(sentence!(
                "{name}: the file of the tables says what is played",
                "{name}：进行哪些对局由棋桌文件决定"
            ))),
        }
    }
}

/// The desk of a match that is set up here.
fn of_game(args: &Args, game: NamedGame, played: &Played<'_>, lang: Lang) -> Result<DeskFolder, Failure> {
    let setup = args.setup.or_at_desk(game, PRESET);
    let (ruled, clock) = setup.resolve(game)?;
    let facts = game.facts();
    let preset = setup.chosen(game).unwrap_or_else(|| facts.usual());
    let games = match args.games {
        None if preset.first_to_four => DeskGames::FirstToFour,
        games => DeskGames::Swapped(games.unwrap_or(GAMES)),
    };
    let team = |named: &Option<String>, usual: String| named.clone().unwrap_or(usual);
    let setup = DeskSetup {
        game: game.0,
        options: ruled.given().to_vec(),
        program: None,
        seat: Seat::First,
        teams: [
            team(&args.first, say!(lang, "team A", "甲队")),
            team(&args.second, say!(lang, "team B", "乙队")),
        ],
        operator: played.referee.to_owned(),
        clock,
        by_hand: played.go_ahead.unwrap_or(announces(facts)),
        games,
        rehearsal: None,
    };
    // Nothing runs here that a sandbox could confine.
    let conditions = Conditions::of(Sandbox::off());
    let taken = match &args.folder {
        Some(folder) => DeskFolder::take(folder.clone(), setup, conditions),
        None => DeskFolder::below(Path::new(ROOT), &setup, &conditions, args.new),
    };
    taken.map_err(|error| terminal::failure(&error))
}
