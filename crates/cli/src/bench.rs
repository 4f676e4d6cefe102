//! `leitai bench`: fixed work of the rules and of the players, with checksums; `leitai bench stage`: what the stage
//! costs per ply.

mod calibration;
pub(crate) mod kings;
pub(crate) mod pinned;
mod players;

use crate::args::whole;
use crate::bench::kings::{kings, lost, patient};
use crate::bench::pinned::{pin, unpin};
use crate::conditions::{WantedLevel, sandbox, wanted};
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::out;
use crate::watched;
use leitai_arena::{Affinity, Conditions, Series, available};
use leitai_catalog::{GAMES, Setup};
use leitai_core::{Lang, Level, Noun, Words, say, sentence};
use leitai_sandbox::system::own_file;
use leitai_sandbox::system::{OwnedFd, PollFd, PollFlags, poll, read, write};
use leitai_sandbox::{Job, Launching, PassingFolder, Sandbox, outside};
use serde::Serialize;
use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to measure
    #[arg(default_value = "nodes")]
    what: What,
    /// For this game only: what its strongest player expects, next to the results of games by its middle one (players)
    #[arg(long, value_name = "GAME")]
    calibration: Option<NamedGame>,
    /// The level that plays those games instead (players)
    #[arg(long, requires = "calibration", value_parser = crate::engine::level)]
    between: Option<Level>,
    /// How many positions of those games are judged
    #[arg(long, default_value_t = 2_000, value_parser = whole(1, 1_000_000))]
    positions: u32,
    /// How many games the stage benchmark plays
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Sandbox of the stage benchmark: auto, F, R, N, P or off; it also measures without one
    #[arg(long, default_value = "auto", value_parser = wanted)]
    sandbox: WantedLevel,
    /// One JSON object per row
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Fixed perft of every game; the total is a checksum
    Nodes,
    /// Fixed searches of every built-in player; their nodes are a checksum
    Players,
    /// Wall time per ply of games between instant programs, next to a bare ping-pong
    Stage,
    /// What a watcher costs per ply, next to the same games unwatched
    Watch,
}

/// Exchanges per ping-pong.
const EXCHANGES: u32 = 20_000;

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if let Some(game) = args.calibration {
        if args.what != What::Players {
            return Err(Failure::Usage(sentence!(
                "--calibration belongs to `bench players`",
                "--calibration 须与 `bench players` 同用"
            )));
        }
        return calibration::calibration(game, args.between, args.positions, args.json, lang);
    }
    match args.what {
        What::Nodes => nodes(args, lang),
        What::Players => players::players(args.json, lang),
        What::Stage => stage(args, lang),
        What::Watch => watched::run(args.games, args.json, lang),
    }
}

#[derive(Serialize)]
struct Row<'a> {
    r#type: &'static str,
    game: &'a str,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

fn nodes(args: &Args, lang: Lang) -> Result<(), Failure> {
    let mut total = 0u64;
    for game in GAMES {
        let (id, depth) = (game.facts().id, game.facts().bench_depth);
        let start = Instant::now();
        let counts = game.open(&Setup::default()).map_err(|e| Failure::stage(&e))?.perft(depth);
        let nodes = counts.iter().map(|(_, nodes)| nodes).sum::<u64>();
        let seconds = start.elapsed().as_secs_f64();
        total = total.wrapping_add(nodes);
        if args.json {
            out::json(&Row { r#type: "bench", game: id, depth, nodes, seconds });
        } else {
            let speed = nodes as f64 / seconds / 1e6;
            out::line(&format!("{id:<10} perft {depth}  {nodes:>12}  {speed:8.1} M/s"));
        }
    }
    if !args.json {
        out::line(&say!(lang, "total      {total:>21} nodes", "合计       {total:>21} 个节点"));
    }
    Ok(())
}

#[derive(Serialize)]
struct StageRow {
    r#type: &'static str,
    games: u32,
    plies: u64,
    floor_us: f64,
    confined_floor_us: f64,
    ply_us: f64,
    ratio: f64,
    sandbox: &'static str,
    sandboxed_us: f64,
    games_per_second: f64,
    rss_one_kb: u64,
    rss_many_kb: u64,
    kb_a_game: f64,
}

/// Games that run at once in the memory measurement.
const MANY: u32 = 50;

/// Measures the stage against the bare ping-pong. The two alternate, so that other load on the machine affects both;
/// the median counts.
fn stage(args: &Args, lang: Lang) -> Result<(), Failure> {
    let core = available()[0];
    let folder = PassingFolder::make(own_file(), "leitai-")
        .map_err(|e| Failure::system(&Words::new("temporary folder", "临时文件夹"), &e))?;
    let confined = Conditions::of(sandbox(args.sandbox)?);
    let open = Conditions::of(Sandbox::off());
    let (mut floors, mut costs, mut walled, mut plies) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut confined_floors = Vec::new();
    let rounds = 5;
    let start = Instant::now();
    for _ in 0..rounds {
        floors.push(handover(Some(core), Some(core))?);
        confined_floors.push(confined_handover(core, &confined.sandbox)?);
        let number = (args.games / rounds).max(1);
        let (cost, count) = games(number, 1, Some(core), Some(folder.path()), &open)?;
        costs.push(cost);
        walled.push(games(number, 1, Some(core), Some(folder.path()), &confined)?.0);
        plies += count;
    }
    let seconds = start.elapsed().as_secs_f64();
    let (floor, cost) = (median(&mut floors), median(&mut costs));
    let rss_one = resident();
    games(MANY, MANY, None, Some(folder.path()), &open)?;
    let rss_many = peak();
    let row = StageRow {
        r#type: "stage",
        games: args.games,
        plies,
        floor_us: floor * 1e6,
        confined_floor_us: median(&mut confined_floors) * 1e6,
        ply_us: cost * 1e6,
        ratio: cost / floor,
        sandbox: confined.sandbox.level().name(),
        sandboxed_us: median(&mut walled) * 1e6,
        games_per_second: f64::from(args.games) / seconds,
        rss_one_kb: rss_one,
        rss_many_kb: rss_many,
        kb_a_game: (rss_many.saturating_sub(rss_one)) as f64 / f64::from(MANY),
    };
    if args.json {
        out::json(&row);
        return Ok(());
    }
    let StageRow { floor_us, confined_floor_us, ply_us, ratio, kb_a_game, sandbox, sandboxed_us, .. } = row;
    let confined_ratio = sandboxed_us / confined_floor_us;
    out::line(&say!(
        lang,
        "bare ping-pong on one core   {floor_us:6.2} µs\nthe stage, a ply             {ply_us:6.2} µs  (ratio {ratio:.2}, {plies}, record written)\nping-pong in sandbox {sandbox:<3}     {confined_floor_us:6.2} µs, with two programs by turns\nthe stage, a ply there       {sandboxed_us:6.2} µs  (ratio {confined_ratio:.2})\nmemory of the stage          {rss_one} KB, and {kb_a_game:.0} KB a running game ({MANY} at once)",
        "单核往返基准                 {floor_us:6.2} 微秒\n擂台每手                     {ply_us:6.2} 微秒（比值 {ratio:.2}，{plies} 手，含记录）\n沙箱 {sandbox:<3} 中的往返           {confined_floor_us:6.2} 微秒（两个程序轮流）\n擂台在其中每手               {sandboxed_us:6.2} 微秒（比值 {confined_ratio:.2}）\n擂台内存                     {rss_one} KB，每局另加 {kb_a_game:.0} KB（同时 {MANY} 局）";
        plies = Noun::PLIES.of(plies)
    ));
    Ok(())
}

/// Plays games between two lone kings; returns seconds per ply (between the first request and the last answer) and
/// the number of plies in all.
fn games(
    games: u32,
    jobs: u32,
    core: Option<usize>,
    out: Option<&std::path::Path>,
    conditions: &Conditions,
) -> Result<(f64, u64), Failure> {
    let (game, players) = kings()?;
    let stop = AtomicBool::new(false);
    let series = Series {
        openings: Vec::new(),
        allowances: [patient(&*game); 2].map(Into::into),
        game,
        players,
        games,
        jobs: jobs as usize,
        conditions: conditions.clone(),
        affinity: if core.is_some() { Affinity::Auto } else { Affinity::None },
        out: out.map(Into::into),
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let before = pin(core);
    let (mut seconds, mut plies, mut fault) = (0.0, 0, None);
    let played = series.play(&mut |game| {
        seconds += game.ended.played.as_secs_f64();
        plies += u64::from(game.ended.plies);
        if game.ended.outcome.faulty().is_some() {
            fault = Some(game.ended.reason);
        }
    });
    unpin(before);
    played.map_err(|e| Failure::stage(&e))?;
    fault.map_or(Ok((seconds / plies as f64, plies)), |reason| Err(lost(&reason)))
}

/// Seconds for a line there and a line back between two processes, over nothing but blocking pipes.
pub(crate) fn handover(here: Option<usize>, there: Option<usize>) -> Result<f64, Failure> {
    let fail = |e: std::io::Error| Failure::system(&Words::new("ping-pong", "往返测量"), &e);
    let before = pin(there);
    let binary = std::env::current_exe().map_err(fail)?;
    let mut command = outside::own(&binary, ["instant", "echo"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = outside::start(command);
    unpin(before);
    let mut child = child.map_err(fail)?;
    let before = pin(here);
    let (Some(mut to), Some(mut from)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(fail(std::io::ErrorKind::BrokenPipe.into()));
    };
    let mut exchange = || -> std::io::Result<()> {
        to.write_all(b"TURN\n")?;
        from.read(&mut [0; 64]).map(drop)
    };
    exchange().map_err(fail)?;
    let start = Instant::now();
    for _ in 0..EXCHANGES {
        exchange().map_err(fail)?;
    }
    let seconds = start.elapsed().as_secs_f64() / f64::from(EXCHANGES);
    unpin(before);
    drop((to, from));
    child.wait().map_err(fail)?;
    Ok(seconds)
}

/// Like [`handover`], with two programs in turn, each in its own sandbox on this core: the floor for any stage.
fn confined_handover(core: usize, sandbox: &Sandbox) -> Result<f64, Failure> {
    let fail = |e: std::io::Error| Failure::system(&Words::new("ping-pong", "往返测量"), &e);
    let words = vec!["instant".into(), "echo".into()];
    let mut job = Job::of(std::env::current_exe().map_err(fail)?, words);
    job.cores = vec![core];
    let before = pin(Some(core));
    let mut cells = Vec::new();
    let mut pipes = Vec::new();
    for _ in 0..2 {
        let (running, cell) = sandbox.launch(&job).map_err(|why| fail(why.into()))?;
        let _launched = running.launching.map(Launching::finish);
        pipes.push((running.stdin, running.stdout));
        cells.push(cell);
    }
    let exchange = |(to, from): &(OwnedFd, OwnedFd)| -> std::io::Result<()> {
        write(to, b"TURN\n")?;
        poll(&mut [PollFd::new(from, PollFlags::IN)], None)?;
        read(from, &mut [0; 64])?;
        Ok(())
    };
    for pipe in &pipes {
        exchange(pipe).map_err(fail)?;
    }
    let start = Instant::now();
    for _ in 0..EXCHANGES / 2 {
        for pipe in &pipes {
            exchange(pipe).map_err(fail)?;
        }
    }
    let seconds = start.elapsed().as_secs_f64() / f64::from(EXCHANGES);
    unpin(before);
    drop(pipes);
    for mut cell in cells {
        cell.reap().map_err(fail)?;
    }
    Ok(seconds)
}

/// Median seconds from the start of a small program in a sandbox to its end.
pub(crate) fn start_time(sandbox: &Sandbox) -> Result<f64, Failure> {
    let fail = |e: std::io::Error| Failure::system(&Words::new("start of a program", "程序启动"), &e);
    let job = Job::of(std::env::current_exe().map_err(fail)?, vec!["instant".into(), "echo".into()]);
    let mut times = Vec::new();
    for _ in 0..21 {
        let start = Instant::now();
        let (running, mut cell) = sandbox.launch(&job).map_err(|why| fail(why.into()))?;
        // The program exits when its input is closed.
        drop(running.stdin);
        let _launched = running.launching.map(Launching::finish);
        cell.reap().map_err(fail)?;
        drop(cell);
        times.push(start.elapsed().as_secs_f64());
    }
    Ok(median(&mut times))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Resident memory of this process in KB; [`peak`] has its maximum.
fn resident() -> u64 {
    status("VmRSS:")
}

fn peak() -> u64 {
    status("VmHWM:")
}

fn status(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
