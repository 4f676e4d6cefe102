//! `leitai match`: many games between two players.

mod lines;
mod losses;
mod machine;
mod openings;
mod question;
mod repeats;
mod strength;

use crate::args::{GameName, SetupArgs, Speech, speech, takes_folder, whole};
use crate::conditions::ConditionArgs;
use crate::failure::Failure;
use crate::players::Workshop;
use crate::sprt::{Test, sprt};
use crate::{engine, out, stop};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use leitai_arena::{Affinity, Calibration, Conditions, Series, SeriesGame, at_once, available, is_waiting};
use leitai_check::Terms;
use leitai_core::{Fault, Lang, Noun, Sentence, Tell, say, sentence};
use leitai_draw::{pad, width};
use leitai_tournament::rating::{GameScore, Score, Sprt};
use lines::{Summary, line_of};
use losses::Losses;
use machine::{disturbance, timing, worth};
use openings::Openings;
use question::InQuestion;
use repeats::Repeats;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use strength::{points, strength};

/// Most games of a match.
const MOST: u32 = 10_000_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: GameName,
    /// A level, 'cmd:program arguments', a source file, a folder or an executable
    a: String,
    /// The other player, named alike
    b: String,
    /// How many games, seats changing with every game; default: 2, or each opening twice; with --sprt until it is decided
    #[arg(long, value_parser = whole(1, MOST))]
    games: Option<u32>,
    /// Stop when it is decided whether A is the stronger: elo0=0,elo1=10[,alpha=0.05,beta=0.05]
    #[arg(long, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Begin games by the lines of this file, each twice with seats changed: acts or a position in the game's notation;
    /// lines that begin with # are comments
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
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
    /// Write a record of every game into this folder
    #[arg(long)]
    out: Option<PathBuf>,
    /// What built-in players' random choices follow from; default: drawn anew
    #[arg(long)]
    seed: Option<u64>,
    /// Placement on cores: auto (a game on one core, which no other stage works on: where all are taken it waits),
    /// shared (on one core, whoever else works there) or none
    #[arg(long, default_value = "auto", value_parser = affinity)]
    affinity: Affinity,
    /// One JSON object a game and a summary
    #[arg(long)]
    json: bool,
    /// Only the result
    #[arg(long, short)]
    quiet: bool,
}

/// Reads `--affinity`.
fn affinity(text: &str) -> Result<Affinity, Sentence> {
    text.parse().map_err(|_: String| sentence!("it takes auto, shared or none", "应为 auto、shared 或 none"))
}

/// What the games so far add up to.
#[derive(Default)]
struct Tally {
    score: Score,
    /// The test of the match, if it is one.
    test: Option<Test>,
    /// Verdicts of the games each player lost by a fault.
    faults: [BTreeMap<&'static str, u64>; 2],
    first_wins: u64,
    plies: u64,
    longest: [Duration; 2],
    /// Processor time of each player's programs.
    cpu: [Duration; 2],
    repeats: Repeats,
    /// How often games were played again because the machine had disturbed them.
    replays: u64,
    in_question: InQuestion,
    /// The first game that each player lost by a fault.
    losses: Losses,
}

const SIDES: [&str; 2] = ["a", "b"];

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (game, clock) = args.setup.resolve(args.game)?;
    SetupArgs::needs_no_referee(&*game)?;
    args.out.as_deref().map_or(Ok(()), |out| takes_folder("--out", out))?;
    let mut workshop = Workshop::open()?;
    let mut conditions = args.conditions.resolve(args.game, &args.setup)?;
    conditions.calibration = Some(Calibration::once());
    let openings = Openings::read(args.openings.as_deref(), &*game)?;
    let terms = Terms { game: &*game, clock, conditions: &conditions };
    let speech = |named: &str, own: Option<Speech>| openings.speech(named, own.or(args.dialect));
    let mut players = [
        workshop.player(&args.a, &terms, speech(&args.a, args.dialect_a))?,
        workshop.player(&args.b, &terms, speech(&args.b, args.dialect_b))?,
    ];
    openings.are_told(&players)?;
    if players[0].name == players[1].name {
        players[0].name.push_str(" (A)");
        players[1].name.push_str(" (B)");
    }
    let names = [players[0].name.clone(), players[1].name.clone()];
    let stop = stop::flag();
    let seed = args.seed.unwrap_or_else(|| engine::random_seed() >> 11);
    let at_once = at_once(&available(), conditions.ponder);
    let jobs = args.jobs.map_or(at_once, |jobs| jobs as usize).max(1);
    let most = args.most_games(&openings);
    let at_work = jobs.min(most as usize);
    args.affinity.allows(at_work, &available(), conditions.ponder).map_err(|error| Failure::usage(&error))?;
    let series = Series {
        game,
        openings: openings.games().to_vec(),
        players,
        games: most,
        jobs,
        allowances: [clock.into(); 2],
        conditions,
        affinity: args.affinity,
        out: args.out.clone(),
        seed,
        seeded_dice: args.seed.is_some(),
        stop: &stop,
    };
    let bar = progress(args, most, lang);
    let start = Instant::now();
    let mut tally = Tally { test: args.sprt.map(Test::new), ..Tally::default() };
    let played = series.play(&mut |game| {
        // Games that were under way beside the deciding one count for nothing, so that the number of jobs
        // changes nothing.
        if tally.is_done() {
            return;
        }
        tally.add(&game);
        if tally.is_done() {
            stop::raise();
        }
        if args.json {
            out::json(&line_of(&game, openings.of(&game), &series.conditions));
        } else if !args.quiet && most <= 20 {
            bar.suspend(|| out::line(&game_line(&game, openings.of(&game), &names, lang)));
        }
        bar.set_message(tally.short());
        bar.inc(1);
    });
    bar.finish_and_clear();
    let taken = start.elapsed();
    if args.json {
        let summary = tally.summary(seed, taken.as_secs_f64(), &series.conditions);
        out::json(&Summary { openings: openings.count(), ..summary });
    } else {
        out::text(&tally.report(args, &names, lang, seed, taken));
        out::text(&worth(&series.conditions, args.quiet, lang));
        if !args.quiet {
            out::text(&tally.losses.text(&names, lang));
        }
    }
    played.map_err(|e| Failure::stage(&e))?;
    if stop::raised(&stop) && !tally.is_done() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn progress(args: &Args, most: u32, lang: Lang) -> ProgressBar {
    let hidden = args.json || args.quiet || !std::io::stderr().is_terminal();
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(u64::from(most)), target);
    let left = say!(lang, "left", "剩余");
    let template = format!("{{wide_bar}} {{pos}}/{{len}}  {{msg}}  {left} {{rest}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        // Nobody knows for how long others have the cores.
        let rest = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ =
                if is_waiting() { write!(out, "?") } else { write!(out, "{:#}", HumanDuration(state.eta())) };
        };
        bar.set_style(style.with_key("rest", rest));
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn game_line(game: &SeriesGame, opening: Option<&str>, names: &[String; 2], lang: Lang) -> String {
    let first = &names[usize::from(!game.a_first)];
    let (number, plies) = (game.index + 1, Noun::PLIES.of(game.ended.plies));
    let reason = game.ended.reason.clone();
    let reason = losses::crash(game).map_or(reason.clone(), |crash| reason.and(&crash));
    let reason = reason.told(lang) + &disturbance(game, lang);
    let opening = opening.map(|line| say!(lang, ", from {line}", "，开局 {line}")).unwrap_or_default();
    let winner = game.winner().map(|player| &names[player]);
    let result = winner
        .map_or_else(|| say!(lang, "draw", "和棋"), |winner| say!(lang, "{winner} wins", "{winner} 胜"));
    say!(
        lang,
        "game {number}: {result} ({first} first, {plies}{opening}): {reason}",
        "第 {number} 局：{result}（{first} 先手，{plies} 手{opening}）：{reason}"; plies
    )
}

impl Args {
    fn most_games(&self, openings: &Openings) -> u32 {
        let each = openings.count().map_or(2, |count| u32::try_from(2 * count).unwrap_or(MOST).min(MOST));
        self.games.unwrap_or(if self.sprt.is_some() { MOST } else { each })
    }
}

impl Tally {
    fn add(&mut self, game: &SeriesGame) {
        let score = match game.winner() {
            Some(0) => GameScore::Win,
            Some(_) => GameScore::Loss,
            None => GameScore::Draw,
        };
        self.score.add(score);
        let is_repeat = self.repeats.has(game);
        if let Some(test) = self.test.as_mut().filter(|_| !is_repeat) {
            test.add(game.index, score);
        }
        let outcome = game.ended.outcome;
        if let Some(seat) = outcome.faulty() {
            *self.faults[game.player(seat)].entry(outcome.why.verdict().name()).or_default() += 1;
        }
        self.first_wins += u64::from(outcome.winner == Some(leitai_core::Seat::First));
        self.plies += u64::from(game.ended.plies);
        self.replays += u64::from(game.replays);
        self.in_question.add(game);
        self.losses.add(game);
        for seat in leitai_core::Seat::BOTH {
            let player = game.player(seat);
            self.longest[player] = self.longest[player].max(game.ended.used[seat.index()].1);
            self.cpu[player] += game.ended.cpu[seat.index()];
        }
    }

    /// Has the test of the match come to its end, or can it not?
    fn is_done(&self) -> bool {
        self.test.is_some_and(|test| test.decided() || self.repeats.is_all())
    }

    fn faults(&self, player: usize) -> u64 {
        self.faults[player].values().sum()
    }

    fn short(&self) -> String {
        let Score { wins, draws, losses } = self.score;
        let elo = self.score.elo().filter(|elo| elo.error.is_finite()).map(points).unwrap_or_default();
        let test = self.test.map(|test| format!("  {}", test.short())).unwrap_or_default();
        format!("+{wins} ={draws} -{losses}  {elo}{test}")
    }

    fn summary(&self, seed: u64, seconds: f64, conditions: &Conditions) -> Summary {
        let machine = conditions.calibration.unwrap_or_else(Calibration::once);
        Summary {
            r#type: "summary",
            games: self.score.games(),
            a_wins: self.score.wins,
            b_wins: self.score.losses,
            draws: self.score.draws,
            a_faults: self.faults(0),
            b_faults: self.faults(1),
            a_cpu_seconds: self.cpu[0].as_secs_f64(),
            b_cpu_seconds: self.cpu[1].as_secs_f64(),
            a_slowest_seconds: self.longest[0].as_secs_f64(),
            b_slowest_seconds: self.longest[1].as_secs_f64(),
            repeats: self.repeats.count(),
            openings: None,
            seed,
            seconds,
            replays: self.replays,
            disturbed: self.in_question.count(),
            in_question: self.in_question.numbers(),
            speed: machine.speed as f64 / 1e6,
            jitter_ms: machine.jitter.as_secs_f64() * 1e3,
            timing: timing(conditions, self.in_question.count() > 0),
            sprt: self.test.map(|test| test.summary()),
        }
    }

    fn report(&self, args: &Args, names: &[String; 2], lang: Lang, seed: u64, taken: Duration) -> String {
        let Score { wins, draws, losses } = self.score;
        let (id, games, taken) = (args.game.facts().name.to(lang), self.score.games(), taken.told(lang));
        let mut text = say!(
            lang,
            "{id}: {games} in {taken}, seed {seed}\n",
            "{id}：{games} 局，用时 {taken}，种子 {seed}\n"; games = Noun::GAMES.of(games)
        );
        let columns = names.iter().map(|name| width(name)).max().unwrap_or(0) + 2;
        for (player, (won, lost)) in [(wins, losses), (losses, wins)].into_iter().enumerate() {
            let name = pad(&names[player], columns);
            let (longest, cpu) = (self.longest[player].told(lang), self.cpu[player].told(lang));
            let digits = games.to_string().len();
            text += &say!(
                lang,
                "  {name}{won:digits$} won  {draws:digits$} drawn  {lost:digits$} lost   longest move {longest}, CPU {cpu}",
                "  {name}胜 {won:digits$}  和 {draws:digits$}  负 {lost:digits$}   最长一手 {longest}，处理器 {cpu}"
            );
            let faults = self.faults[player].iter();
            let faults: Vec<_> = faults.map(|(name, n)| format!("{} {n}", fault(name, lang))).collect();
            if !faults.is_empty() {
                text += &say!(lang, "   lost by faults: {}", "   因违规判负：{}", faults.join(", "));
            }
            text.push('\n');
        }
        if let Some(elo) = self.score.elo() {
            text += &format!("  {}\n", strength(elo, &names[0], lang));
            text += &say!(
                lang,
                "  the first seat won {} of {games}\n",
                "  先手胜 {} / {games}\n",
                self.first_wins
            );
        }
        if let Some(test) = &self.test {
            text += &test.report(&names[0], lang);
        }
        text += &self.repeats.text(self.test.is_some(), lang);
        if self.replays > 0 {
            let again = self.replays;
            text += &say!(
                lang,
                "  disturbed by the machine: played again {again}×\n",
                "  受机器干扰：重下 {again} 次\n"
            );
        }
        text += &self.in_question.text(lang);
        if let Some(out) = &args.out {
            text += &say!(lang, "  records: {}\n", "  记录：{}\n", out.display());
        }
        text
    }
}

/// A fault's name as a person reads it; the stable name in English, as records have it.
fn fault(name: &'static str, lang: Lang) -> &'static str {
    let fault = Fault::ALL.into_iter().find(|fault| fault.name() == name);
    fault.filter(|_| lang == Lang::Zh).map_or(name, |fault| fault.words().to(lang))
}
