//! The arguments of `leitai match`.

use super::names::NameArgs;
use super::referee::RefereeArgs;
use super::restart::RestartArgs;
use super::settings::SettingArgs;
use crate::args::{SetupArgs, Speech, has_folder, speech, whole};
use crate::conditions::{ConditionArgs, OwnArgs, read};
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::openings;
use leitai_arena::Affinity;
use leitai_bout::{GamesFile, Openings, Plan, is_free_for_talk};
use leitai_catalog::RuledGame;
use leitai_core::{Sentence, sentence};
use leitai_tournament::rating::Sprt;
use std::path::PathBuf;

/// Most games of a match.
const MOST: u32 = 10_000_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(required_unless_present = "resume")]
    pub(super) game: Option<NamedGame>,
    /// A level, 'cmd:program arguments', a source file, a folder or an executable
    #[arg(required_unless_present = "resume")]
    pub(super) a: Option<String>,
    /// The other player, written in the same way
    #[arg(required_unless_present = "resume")]
    pub(super) b: Option<String>,
    /// More players: then everybody plays everybody, and a cross table shows it
    pub(super) more: Vec<String>,
    #[command(flatten)]
    pub(super) robin: RobinArgs,
    #[command(flatten)]
    pub(super) names: NameArgs,
    /// Games per pair of players, swapping seats with every game; default: 2, or each opening twice; with --sprt until
    /// it is decided
    #[arg(long, value_parser = whole(1, MOST))]
    pub(super) games: Option<u32>,
    /// Stop when it is decided whether A is the stronger: elo0=0,elo1=10[,alpha=0.05,beta=0.05]
    #[arg(long, value_parser = read::<Sprt>)]
    pub(super) sprt: Option<Sprt>,
    /// Start games from the lines of this file, each twice with seats swapped: acts or a position in the game's
    /// notation, lines that begin with # being comments; or from the games of an SGF file
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// In which order openings are played: listed, or shuffled by the seed
    #[arg(long, default_value = "listed", value_parser = order)]
    pub(super) order: OpeningOrder,
    /// Start all games here: acts or a position in the game's notation, as one argument
    #[arg(long, value_name = "TEXT", conflicts_with = "openings")]
    pub(super) position: Option<String>,
    /// How many games run at once; default: the number of free cores
    #[arg(long, value_parser = whole(1, 4096))]
    pub(super) jobs: Option<u32>,
    #[command(flatten)]
    pub(super) setup: SetupArgs,
    /// The dialect both programs speak, or auto to detect it; default: the game's usual dialect
    #[arg(long, value_parser = speech)]
    pub(super) dialect: Option<Speech>,
    /// The dialect of A, or auto
    #[arg(long, value_parser = speech)]
    pub(super) dialect_a: Option<Speech>,
    /// The dialect of B, or auto
    #[arg(long, value_parser = speech)]
    pub(super) dialect_b: Option<Speech>,
    #[command(flatten)]
    pub(super) conditions: ConditionArgs,
    #[command(flatten)]
    pub(super) own: OwnArgs,
    #[command(flatten)]
    pub(super) restart: RestartArgs,
    #[command(flatten)]
    pub(super) settings: SettingArgs,
    #[command(flatten)]
    pub(super) referee: RefereeArgs,
    /// Write a record of every game into this folder, and what match it is
    #[arg(long)]
    pub(super) out: Option<PathBuf>,
    /// Continue the match of this folder, whatever stopped it; given alone, as it was begun
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub(super) resume: Option<PathBuf>,
    /// Write the raw conversation of every game with its times into this folder, one text file each
    #[arg(long, value_name = "DIR")]
    pub(super) talk: Option<PathBuf>,
    /// Write all games into this text file, one after the other, which `leitai stats` and `leitai replay` read
    #[arg(long, value_name = "FILE")]
    pub(super) games_file: Option<PathBuf>,
    /// Seed of built-in players' random choices; default: a new one each time
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// End the match with the first game that is lost by a fault (a crash, time, an illegal move), with exit code 1.
    /// Otherwise it continues, and the next game restarts that program
    #[arg(long)]
    pub(super) stop_on_fault: bool,
    /// Placement on cores: auto (each game on one core that no other stage uses; if all are taken it waits), shared
    /// (each game on one core, whoever else uses it) or none
    #[arg(long, default_value = "auto", value_parser = affinity)]
    pub(super) affinity: Affinity,
    /// Print the score on stderr after every so many games of two players
    #[arg(long, value_name = "GAMES", value_parser = whole(1, MOST))]
    pub(super) rating_interval: Option<u32>,
    /// One JSON object per game, and a summary
    #[arg(long)]
    pub(super) json: bool,
    /// Only the result
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Who of several players meets whom.
#[derive(clap::Args)]
pub(super) struct RobinArgs {
    /// With several players, only the first plays the others
    #[arg(long)]
    pub(super) gauntlet: bool,
}

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpeningOrder {
    Listed,
    Shuffled,
}

/// Reads `--order`.
fn order(text: &str) -> Result<OpeningOrder, Sentence> {
    match text {
        "listed" => Ok(OpeningOrder::Listed),
        "shuffled" => Ok(OpeningOrder::Shuffled),
        _ => Err(sentence!("it takes `listed` or `shuffled`", "应为 `listed` 或 `shuffled`")),
    }
}

/// Reads `--affinity`.
fn affinity(text: &str) -> Result<Affinity, Sentence> {
    text.parse().map_err(|_: String| sentence!("it takes auto, shared or none", "应为 auto、shared 或 none"))
}

impl Args {
    /// Refuses options for two players alone if there are more, and options for more if there are two.
    pub(super) fn suit_each_other(&self) -> Result<(), Failure> {
        let own = self.own.names_one()
            || self.restart.names_one()
            || self.names.names_one()
            || self.dialect_a.is_some()
            || self.dialect_b.is_some();
        let said = if self.more.is_empty() {
            if !self.robin.gauntlet {
                return Ok(());
            }
            sentence!("--gauntlet takes three players or more", "--gauntlet 需要三个以上棋手")
        } else if self.sprt.is_some() {
            sentence!("--sprt is a test of two players", "--sprt 是两个棋手之间的检验")
        } else if own {
            sentence!(
                "options for A or B only are for matches of two players",
                "只对 A 或 B 生效的选项用于两个棋手的比赛"
            )
        } else {
            return Ok(());
        };
        Err(Failure::Usage(said))
    }

    /// Refuses a folder of conversations, or a file of games, that holds those of another match.
    pub(super) fn are_free(&self) -> Result<(), Failure> {
        if let Some(talk) = &self.talk {
            is_free_for_talk(talk).map_err(|error| Failure::option("--talk", &error))?;
        }
        let Some(path) = &self.games_file else { return Ok(()) };
        if path.is_dir() {
            return Err(Failure::Usage(sentence!(
                "--games-file takes a file; {path} is a folder", "--games-file 需要一个文件，而 {path} 是文件夹"; path
            )));
        }
        has_folder(path)?;
        GamesFile::is_free(path).map_err(|error| Failure::option("--games-file", &error))
    }

    /// The openings of the games: as given now, else as when the match was begun.
    pub(super) fn openings(
        &self,
        game: &dyn RuledGame,
        begun: Option<&Plan>,
        seed: u64,
    ) -> Result<Openings, Failure> {
        match (&self.position, &self.openings, begun) {
            (Some(line), ..) => Openings::of_lines(std::slice::from_ref(line), game)
                .map_err(|error| Failure::option("--position", &error)),
            (None, Some(file), _) => {
                let read = openings::read(file, game)?;
                Ok(if self.order == OpeningOrder::Shuffled { read.shuffled(seed) } else { read })
            }
            (None, None, begun) => {
                let lines = begun.map_or(&[][..], |begun| &begun.openings);
                Openings::of_lines(lines, game).map_err(|error| Failure::usage(&error))
            }
        }
    }

    pub(super) fn most_games(&self, openings: &Openings) -> u32 {
        let each = openings.count().map_or(2, |count| u32::try_from(2 * count).unwrap_or(MOST).min(MOST));
        self.games.unwrap_or(if self.sprt.is_some() { MOST } else { each })
    }
}
