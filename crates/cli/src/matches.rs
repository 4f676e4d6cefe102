//! `leitai match`: many games between two players.

pub(crate) mod folder;
mod games_file;
pub(crate) mod lines;
mod losses;
mod machine;
mod names;
pub(crate) mod openings;
mod question;
mod referee;
mod repeats;
mod restart;
mod robin;
mod settings;
mod shown;
mod strength;
pub(crate) mod tally;

use crate::args::{SetupArgs, Speech, speech, takes_folder, whole};
use crate::conditions::{self, ConditionArgs, OwnArgs};
use crate::failure::Failure;
use crate::language::note;
use crate::named_game::NamedGame;
use crate::players::Workshop;
use crate::sprt::{Test, sprt};
use crate::{engine, out, stop};
use folder::{Entrant, MatchFolder, Plan};
use games_file::GamesFile;
use indicatif::ProgressBar;
use leitai_arena::{
    Affinity, Allowance, Calibration, Conditions, Player, Progress, Series, at_once, available,
};
use leitai_catalog::RuledGame;
use leitai_check::Terms;
use leitai_core::{Lang, Noun, Sentence, say, sentence};
use leitai_tournament::rating::Sprt;
use lines::{Sides, Summary, line_of};
use machine::{at_once_told, cores_of_the_machine, worth};
use names::NameArgs;
use openings::Openings;
use referee::RefereeArgs;
use restart::RestartArgs;
use robin::RobinArgs;
use settings::{Setting, SettingArgs};
use shown::{game_line, headline, progress};
use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tally::Tally;

/// Most games of a match.
const MOST: u32 = 10_000_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(required_unless_present = "resume")]
    game: Option<NamedGame>,
    /// A level, 'cmd:program arguments', a source file, a folder or an executable
    #[arg(required_unless_present = "resume")]
    a: Option<String>,
    /// The other player, named alike
    #[arg(required_unless_present = "resume")]
    b: Option<String>,
    /// More players: then everybody plays everybody, and a cross table shows it
    more: Vec<String>,
    #[command(flatten)]
    robin: RobinArgs,
    #[command(flatten)]
    names: NameArgs,
    /// How many games of each two players, seats changing with every game; default: 2, or each opening twice; with --sprt until it is decided
    #[arg(long, value_parser = whole(1, MOST))]
    games: Option<u32>,
    /// Stop when it is decided whether A is the stronger: elo0=0,elo1=10[,alpha=0.05,beta=0.05]
    #[arg(long, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Begin games by the lines of this file, each twice with seats changed: acts or a position in the game's notation,
    /// lines that begin with # being comments; or the games of an SGF file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// In which order openings are played: listed, or shuffled by the seed
    #[arg(long, default_value = "listed", value_parser = order)]
    order: OpeningOrder,
    /// Begin all games here: acts or a position in the game's notation, as one text
    #[arg(long, value_name = "TEXT", conflicts_with = "openings")]
    position: Option<String>,
    /// How many games run at once; default: the number of free cores
    #[arg(long, value_parser = whole(1, 4096))]
    jobs: Option<u32>,
    #[command(flatten)]
    setup: SetupArgs,
    /// What both programs speak, or auto to find out; default: the game's usual dialect
    #[arg(long, value_parser = speech)]
    dialect: Option<Speech>,
    /// What A speaks, or auto
    #[arg(long, value_parser = speech)]
    dialect_a: Option<Speech>,
    /// What B speaks, or auto
    #[arg(long, value_parser = speech)]
    dialect_b: Option<Speech>,
    #[command(flatten)]
    conditions: ConditionArgs,
    #[command(flatten)]
    own: OwnArgs,
    #[command(flatten)]
    restart: RestartArgs,
    #[command(flatten)]
    settings: SettingArgs,
    #[command(flatten)]
    referee: RefereeArgs,
    /// Write a record of every game into this folder, which says what match it is
    #[arg(long)]
    out: Option<PathBuf>,
    /// Go on with the match of this folder, whatever ended it; alone, as it was begun
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Write the raw conversation of every game with its times into this folder, one text file each
    #[arg(long, value_name = "DIR")]
    talk: Option<PathBuf>,
    /// Write all games into this text file, one behind the other, which `leitai stats` and `leitai replay` read
    #[arg(long, value_name = "FILE")]
    games_file: Option<PathBuf>,
    /// What built-in players' random choices follow from; default: drawn anew
    #[arg(long)]
    seed: Option<u64>,
    /// End the match with the first game that is lost by a fault (a crash, time, an illegal move); exit code 1. Otherwise it
    /// goes on, and the next game starts that program anew
    #[arg(long)]
    stop_on_fault: bool,
    /// Placement on cores: auto (a game on one core, which no other stage works on: where all are taken it waits),
    /// shared (on one core, whoever else works there) or none
    #[arg(long, default_value = "auto", value_parser = affinity)]
    affinity: Affinity,
    /// Say the score on stderr after every so many games of two players
    #[arg(long, value_name = "GAMES", value_parser = whole(1, MOST))]
    rating_interval: Option<u32>,
    /// One JSON object a game and a summary
    #[arg(long)]
    json: bool,
    /// Only the result
    #[arg(long, short)]
    quiet: bool,
}

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpeningOrder {
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

const SIDES: [&str; 2] = ["a", "b"];

pub(crate) fn run(args: Args, lang: Lang) -> Result<(), Failure> {
    match args.resume.clone() {
        Some(folder) => {
            let (args, begun) = folder::resumed(args, &folder)?;
            play(&args, Some(&begun), lang)
        }
        None => play(&args, None, lang),
    }
}

/// A match whose command line was understood: what its games follow from.
struct Prepared {
    name: NamedGame,
    game: Arc<dyn RuledGame>,
    openings: Openings,
    players: Vec<Player>,
    allowances: [Allowance; 2],
    /// What each player's own program is told.
    settings: Vec<Vec<Setting>>,
    conditions: Conditions,
    plan: Plan,
}

fn prepared(args: &Args, workshop: &mut Workshop, begun: Option<&Plan>) -> Result<Prepared, Failure> {
    let (Some(name), Some(a), Some(b)) = (args.game, &args.a, &args.b) else {
        return Err(Failure::Usage(sentence!(
            "a game and two players are needed: `leitai match GAME A B`",
            "需要一种棋与两个棋手：`leitai match 游戏 A B`"
        )));
    };
    let (game, clock) = args.setup.resolve(name)?;
    SetupArgs::needs_no_referee(&*game)?;
    args.out.as_deref().map_or(Ok(()), |out| takes_folder("--out", out))?;
    args.talk.as_deref().map_or(Ok(()), |talk| takes_folder("--talk", talk))?;
    let mut conditions = args.conditions.resolve(name, &args.setup)?;
    conditions.calibration = Some(Calibration::once());
    args.referee.apply(&*game, &mut conditions)?;
    let seed = args.seed.or(begun.map(|begun| begun.seed)).unwrap_or_else(|| engine::random_seed() >> 11);
    let openings = args.openings(&*game, begun, seed)?;
    let talks = args.referee.hears_scores();
    let speech = |named: &str, own: Option<Speech>| openings.speech(named, own.or(args.dialect), talks);
    let mut allowances = args.own.resolve(clock)?;
    let mut players = Vec::new();
    let typed: Vec<&String> = [a, b].into_iter().chain(&args.more).collect();
    for (number, named) in typed.iter().enumerate() {
        let clock = allowances[number.min(1)].clock;
        let own = [args.dialect_a, args.dialect_b].get(number).copied().flatten();
        let terms = Terms { game: &*game, clock, conditions: &conditions };
        players.push(workshop.player(named, &terms, speech(named, own))?);
    }
    openings.are_told(&players, if args.position.is_some() { "--position" } else { "--openings" })?;
    args.own.suits(&players)?;
    args.restart.apply(&*game, &players, &conditions, &mut allowances)?;
    args.referee.warn(&*game, &players);
    let settings = args.settings.resolve(&*game, &players)?;
    args.names.apply(&typed, begun, &mut players);
    let plan = Plan {
        game: game.facts().id.to_owned(),
        options: game.options().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        players: typed
            .iter()
            .zip(&players)
            .zip(&settings)
            .map(|((typed, player), settings)| Entrant::new(typed, player, settings))
            .collect(),
        conditions: args.listed(&allowances, &conditions),
        openings: openings.lines().to_vec(),
        games: args.most_games(&openings),
        sprt: args.sprt.map(|sprt| sprt.to_string()),
        ..Plan::begun(seed, begun.map_or(args.seed.is_some(), |begun| begun.seeded))
    };
    Ok(Prepared { name, game, openings, players, allowances, settings, conditions, plan })
}

/// Games of two of the players.
struct Pairing<'a> {
    prepared: &'a Prepared,
    players: [usize; 2],
    /// What their games follow from.
    plan: Plan,
    out: Option<PathBuf>,
    folder: Option<MatchFolder>,
    /// Were some of them played before?
    goes_on: bool,
    is_one_of_many: bool,
}

impl Pairing<'_> {
    /// What the two may use and are told.
    fn allowances(&self) -> [Allowance; 2] {
        let Prepared { allowances, settings, .. } = self.prepared;
        [0, 1].map(|side| Allowance {
            settings: settings[self.players[side]].clone(),
            ..allowances[side].clone()
        })
    }

    /// What a file of all games calls the game of that number, from 0.
    fn round(&self, index: u32) -> String {
        let ([a, b], number) = (self.players, index + 1);
        if self.is_one_of_many { format!("{}-{}.{number}", a + 1, b + 1) } else { number.to_string() }
    }

    /// Where its files stand in a folder of the match.
    fn folder_in(&self, folder: &Path) -> PathBuf {
        let [a, b] = self.players;
        if self.is_one_of_many { folder.join(format!("{}-{}", a + 1, b + 1)) } else { folder.to_owned() }
    }
}

/// Plays a match, or the rest of one that was begun.
fn play(args: &Args, begun: Option<&Plan>, lang: Lang) -> Result<(), Failure> {
    robin::suits(args)?;
    if let (Some(talk), None) = (&args.talk, begun) {
        folder::is_free_for_talk(talk)?;
    }
    if let (Some(file), None) = (&args.games_file, begun) {
        games_file::is_free(file)?;
    }
    let mut workshop = Workshop::open()?;
    let prepared = prepared(args, &mut workshop, begun)?;
    let plan = prepared.plan.clone();
    let folder = args.out.as_ref().map(|out| MatchFolder::open(out, begun, &plan)).transpose()?;
    let played = if prepared.players.len() > 2 {
        robin::play(args, &prepared, begun.is_some(), lang)
    } else {
        let (out, goes_on) = (args.out.clone(), begun.is_some());
        let pairing = Pairing {
            prepared: &prepared,
            players: [0, 1],
            plan,
            out,
            folder,
            goes_on,
            is_one_of_many: false,
        };
        paired(args, &pairing, lang)?.1
    };
    if let (Err(Failure::Interrupted | Failure::No), Some(out)) = (&played, &args.out) {
        let out = out.display();
        note(&sentence!("go on with: `leitai match --resume {out}`", "继续：`leitai match --resume {out}`"));
    }
    played
}

/// Plays the games of two players and says what they come to, and why they ended early, if they did.
fn paired(args: &Args, pairing: &Pairing<'_>, lang: Lang) -> Result<(Tally, Result<(), Failure>), Failure> {
    let Pairing { prepared, plan, folder, .. } = pairing;
    let Prepared { game, openings, conditions, .. } = prepared;
    let (most, seed) = (plan.games, plan.seed);
    let players = pairing.players.map(|player| prepared.players[player].clone());
    let names = players.each_ref().map(|player| player.name.clone());
    let stop = stop::flag();
    let at_once = at_once(&available(), conditions.ponder);
    let jobs = args.jobs.map_or(at_once, |jobs| jobs as usize).max(1);
    let at_work = jobs.min(most as usize);
    args.affinity.allows(at_work, &available(), conditions.ponder).map_err(|error| Failure::usage(&error))?;
    if !args.json && !args.quiet && !pairing.is_one_of_many && std::io::stderr().is_terminal() {
        let usable = available().len();
        let cores = [usable, cores_of_the_machine().unwrap_or(usable)];
        note(&at_once_told(jobs, args.jobs.is_some(), cores, conditions.ponder));
    }
    let shows_games = !args.quiet && !pairing.is_one_of_many && most <= 20;
    let known = match folder {
        Some(folder) if pairing.goes_on => folder.played(plan, args.json || shows_games)?,
        _ => Vec::new(),
    };
    let series = Series {
        game: Arc::clone(game),
        openings: openings.games().to_vec(),
        players,
        games: most,
        jobs,
        allowances: pairing.allowances(),
        conditions: conditions.clone(),
        affinity: args.affinity,
        out: pairing.out.clone(),
        seed,
        seeded_dice: plan.seeded,
        stop: &stop,
    };
    let bar = progress(args, most, lang);
    let start = Instant::now();
    let sides = pairing.is_one_of_many.then_some(&names);
    let mut tally = Tally { test: args.sprt.map(Test::new), ..Tally::default() };
    let talk = args.talk.as_ref().map(|talk| pairing.folder_in(talk));
    let mut games_file = args.games_file.as_deref().map(GamesFile::open).transpose()?;
    let (event, mut unwritten) = (names.join(" – "), None);
    let before: BTreeSet<u32> = known.iter().map(|game| game.index).collect();
    // The game with which a fault ended the match.
    let mut fault = None;
    let progress = Progress { known, talk, keeps_texts: games_file.is_some() };
    let played = series.play_on(progress, &mut |game| {
        // Games that were under way beside the deciding one count for nothing, so that the number of jobs
        // changes nothing.
        if tally.is_done() || fault.is_some() {
            return;
        }
        tally.add(&game);
        // Of one that was played before it is known already: it was to go on.
        if args.stop_on_fault && game.ended.outcome.faulty().is_some() && !before.contains(&game.index) {
            fault = Some(game.index + 1);
            stop::raise();
        }
        let added =
            games_file.iter_mut().try_for_each(|file| file.add(&pairing.round(game.index), &event, &game));
        if let Err(failure) = added {
            unwritten.get_or_insert(failure);
            stop::raise();
        }
        if tally.is_done() {
            stop::raise();
        }
        if args.json {
            out::json(&Sides::of(sides, line_of(&game, openings.of(&game), conditions)));
        } else if shows_games {
            bar.suspend(|| out::line(&game_line(&game, openings.of(&game), &names, lang)));
        }
        args.go_on(&bar, &names, &tally);
    });
    bar.finish_and_clear();
    let summary = tally.summary(seed, start.elapsed().as_secs_f64(), conditions);
    if args.json {
        let [a_settings, b_settings] = pairing.allowances().map(|own| own.settings);
        let summary = Summary { openings: openings.count(), a_settings, b_settings, ..summary };
        out::json(&Sides::of(sides, summary));
    } else if pairing.is_one_of_many {
        out::text(&tally.text(&names, lang));
    } else {
        out::text(&headline(prepared.name, &summary, lang));
        out::text(&tally.text(&names, lang));
        out::text(&settings::text(&names, &pairing.allowances(), lang));
        if let Some(out) = &pairing.out {
            out::text(&say!(lang, "  records: {}\n", "  记录：{}\n", out.display()));
        }
        out::text(&worth(conditions, args.quiet, lang));
        if !args.quiet {
            out::text(&tally.losses.text(&names, lang));
        }
    }
    let ended = match (played, unwritten, fault) {
        (Err(error), _, _) => Err(Failure::stage(&error)),
        (Ok(()), Some(failure), _) => Err(failure),
        (Ok(()), None, Some(game)) => Err(ended_by_fault(game)),
        (Ok(()), None, None) if stop::raised(&stop) && !tally.is_done() => Err(Failure::Interrupted),
        (Ok(()), None, None) => Ok(()),
    };
    Ok((tally, ended))
}

/// Says that a fault in the game of that number, from 1, ended the match.
fn ended_by_fault(game: u32) -> Failure {
    note(&sentence!(
        "game {game} was lost by a fault: the match ends with it (--stop-on-fault)",
        "第 {game} 局因违规告负，比赛就此结束（--stop-on-fault）"
    ));
    Failure::No
}

impl Args {
    /// What games are begun by: where nothing says so now, as it was when the match was begun.
    fn openings(&self, game: &dyn RuledGame, begun: Option<&Plan>, seed: u64) -> Result<Openings, Failure> {
        match (&self.position, begun) {
            (Some(line), _) => Openings::of_position(line, game),
            (None, Some(begun)) if self.openings.is_none() => Openings::of_lines(&begun.openings, game),
            _ => {
                let read = Openings::read(self.openings.as_deref(), game)?;
                Ok(if self.order == OpeningOrder::Shuffled { read.shuffled(seed) } else { read })
            }
        }
    }

    /// Another game was played: the bar shows it, and now and then a line says the score.
    fn go_on(&self, bar: &ProgressBar, [a, b]: &[String; 2], tally: &Tally) {
        let (games, short) = (tally.score.games(), tally.short());
        bar.set_message(short.clone());
        bar.inc(1);
        if self.rating_interval.is_some_and(|every| games.is_multiple_of(every.into())) {
            let games = Noun::GAMES.of(games);
            let so_far = sentence!(
                "{a} – {b} after {games}: {short}", "{a} – {b}，{games}之后：{short}"; a, b, games, short
            );
            bar.suspend(|| note(&so_far));
        }
    }

    /// What its games follow from besides players, rules and openings.
    fn listed(&self, allowances: &[Allowance; 2], conditions: &Conditions) -> BTreeMap<String, String> {
        let mut listed = conditions::listed(allowances, conditions);
        listed.extend(self.robin.gauntlet.then(|| ("gauntlet".to_owned(), "yes".to_owned())));
        listed
    }

    fn most_games(&self, openings: &Openings) -> u32 {
        let each = openings.count().map_or(2, |count| u32::try_from(2 * count).unwrap_or(MOST).min(MOST));
        self.games.unwrap_or(if self.sprt.is_some() { MOST } else { each })
    }
}
