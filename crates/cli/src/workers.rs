//! `leitai workers`: lists the workers of a store, and controls them.

mod admitted;
mod line;

use crate::args::whole;
use crate::failure::Failure;
use crate::language::note;
use crate::out;
use crate::store_args::PulseArgs;
use jiff::Timestamp;
use leitai_core::{Lang, Sentence, Tell, say, sentence};
use leitai_hall::{MachineFacts, lasting};
use leitai_store::{Actor, AdmittedWorker, CrewOrder, CrewSeen, HeldBack, SecondPlaying};
use line::Line;
use std::cmp::Reverse;
use std::time::Duration;

/// Most games listed that two machines did not play alike.
const DIFFERING: u32 = 50;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What the workers of a machine are to do: `resume`, `pause`, `drain` or `bar`; or `admit`, which makes a token
    /// for a worker of this name, `limit`, which sets how many games it may hold, and `revoke`, which revokes the
    /// token; without an order they are listed
    #[arg(value_name = "ORDER", requires = "machine", value_parser = order)]
    order: Option<WorkerOrder>,
    /// The machine, by the name under which it is listed
    machine: Option<String>,
    /// The store that they play for: `postgres://USER@HOST/NAME`, or `sqlite:PATH` on this machine
    #[arg(long, value_name = "ADDRESS")]
    server: String,
    #[command(flatten)]
    pulse: PulseArgs,
    /// List only the workers of this class, or `admit` the worker to its games; default: all are listed, and `default`
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// How many games the processes of an admitted worker may hold at once, together; default: as many as they say they
    /// play plus 128 for each, and at most 512 in all
    #[arg(long, value_name = "GAMES", value_parser = whole(1, 1_000_000))]
    most: Option<u32>,
    /// `on`: only admitted workers play, whatever others ask for; `off`: all do
    #[arg(long, value_name = "ON|OFF", value_parser = ["on", "off"], conflicts_with = "order")]
    admitted_only: Option<String>,
    /// Apply `--admitted-only` to the games of this event; default: to those of every event
    #[arg(long, value_name = "EVENT", requires = "admitted_only")]
    event: Option<String>,
    /// One JSON object for each process, each paused or barred machine, and each game that two machines played
    /// differently
    #[arg(long)]
    json: bool,
}

/// An order about a machine.
#[derive(Clone, Copy)]
enum WorkerOrder {
    /// An order for its workers.
    Crew(CrewOrder),
    /// Creates a token for it.
    Admit,
    /// Limits how many games it may hold.
    Limit,
    /// Revokes its token.
    Revoke,
}

fn order(text: &str) -> Result<WorkerOrder, Sentence> {
    let crew = || CrewOrder::ALL.into_iter().find(|order| order.name() == text).map(WorkerOrder::Crew);
    let order = match text {
        "admit" => Some(WorkerOrder::Admit),
        "limit" => Some(WorkerOrder::Limit),
        "revoke" => Some(WorkerOrder::Revoke),
        _ => crew(),
    };
    order.ok_or_else(|| {
        sentence!(
            "it takes `resume`, `pause`, `drain`, `bar`, `admit`, `limit` or `revoke`",
            "可用：`resume`、`pause`、`drain`、`bar`、`admit`、`limit`、`revoke`"
        )
    })
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let shared = args.pulse.open(&args.server, args.class.as_deref())?;
    if args.most.is_some() && !matches!(args.order, Some(WorkerOrder::Admit | WorkerOrder::Limit)) {
        return Err(Failure::Usage(sentence!(
            "--most is for `admit` and `limit`",
            "--most 只用于 `admit` 与 `limit`"
        )));
    }
    if let Some(turn) = &args.admitted_only {
        return admitted::demand(&shared, args.event.as_deref(), turn == "on", args.json, lang);
    }
    if let Some((order, machine)) = args.order.zip(args.machine.as_deref()) {
        let order = match order {
            WorkerOrder::Crew(_) if args.class.is_some() => {
                return Err(Failure::Usage(sentence!(
                    "--class is for lists and for `admit`: other orders apply to every class",
                    "--class 只用于列表与 `admit`：其他命令对该机器的所有类别有效"
                )));
            }
            WorkerOrder::Crew(order) => order,
            WorkerOrder::Admit => return admitted::admit(&shared, machine, args.most, args.json, lang),
            WorkerOrder::Limit => return admitted::limit(&shared, machine, args.most, args.json, lang),
            WorkerOrder::Revoke => return admitted::revoke(&shared, machine, args.json, lang),
        };
        let crews = shared.crews().map_err(|error| Failure::hall(&error))?;
        if order != CrewOrder::Work && !crews.iter().any(|crew| crew.name == machine) {
            note(&sentence!(
                "no worker of `{machine}` has asked for games within a day; `leitai workers` lists the names",
                "一天内没有名为“{machine}”的对局机领取对局；`leitai workers` 列出名称"
            ));
        }
        let changed =
            shared.order_crews(Actor::CONSOLE, machine, order).map_err(|error| Failure::hall(&error))?;
        if !args.json {
            out::line(&said(machine, order, changed).told(lang));
        }
        return Ok(());
    }
    let mut crews = shared.crews().map_err(|error| Failure::hall(&error))?;
    let mut held = shared.held_back().map_err(|error| Failure::hall(&error))?;
    if let Some(class) = &args.class {
        crews.retain(|crew| crew.class == *class);
        // A machine is held back whatever it plays, and the class of an absent one is unknown.
        held.retain(|held| crews.iter().any(|crew| crew.name == held.name));
    }
    let differing = shared.differing(DIFFERING).map_err(|error| Failure::hall(&error))?;
    // Machines that differ most come first.
    crews.sort_by_key(|crew| Reverse(differing.iter().filter(|second| second.is_of(&crew.name)).count()));
    let mut admitted = shared.admitted_workers().map_err(|error| Failure::hall(&error))?;
    admitted.retain(|worker| args.class.as_ref().is_none_or(|class| worker.class == *class));
    let demands = shared.admitted_only().map_err(|error| Failure::hall(&error))?;
    if args.json {
        for (what, since_ms) in &demands {
            out::json(&Line::AdmittedOnly { event: what.event(), since_ms: *since_ms });
        }
        for AdmittedWorker { name, role, class, by, at_ms, most } in &admitted {
            out::json(&Line::Admitted { machine: name, role, class, by, at_ms: *at_ms, most: *most });
        }
        for second in &differing {
            let SecondPlaying { event, game, first, second, outcome, ply } = second;
            let (machines, how) = ([first.as_str(), second], outcome.name());
            out::json(&Line::Differs { event, game, machines, how, ply: *ply });
        }
        for crew in &crews {
            out::json(&Line::of(crew));
        }
        for HeldBack { name, order, by, at_ms, failed } in &held {
            let (order, at_ms, failed) = (order.name(), *at_ms, *failed);
            out::json(&Line::HeldBack { machine: name, order, by, at_ms, failed });
        }
        return Ok(());
    }
    if let (true, Some(class)) = (crews.is_empty() && admitted.is_empty(), &args.class) {
        out::line(&say!(
            lang,
            "no worker of the class {class} has asked for games within a day",
            "一天内没有类别为 {class} 的对局机领取对局"
        ));
    } else if crews.is_empty() && held.is_empty() && admitted.is_empty() {
        out::line(&say!(
            lang,
            "no worker has asked for games within a day; start one with `leitai worker --server {server}`",
            "一天内没有对局机领取对局；可用 `leitai worker --server {server}` 启动"; server = shared.address()
        ));
    }
    for (what, _) in &demands {
        out::line(&admitted::demanded(what).told(lang));
    }
    for second in &differing {
        out::line(second.words().to(lang));
    }
    for crew in &crews {
        out::line(&row(crew).told(lang));
    }
    for worker in &admitted {
        out::line(&admitted::row(worker).told(lang));
    }
    tell_held_back(&held, &crews, lang);
    Ok(())
}

/// Machines that get no games and why: those that are not there, and those that the store paused.
fn tell_held_back(held: &[HeldBack], crews: &[CrewSeen], lang: Lang) {
    for held in held {
        let HeldBack { name, order, .. } = held;
        // Of one that is there, its own line says how it stands, but not why the store did so.
        if held.failed.is_some() || !crews.iter().any(|crew| crew.name == *name) {
            let (how, why) = (order.words().told(lang), held.words().told(lang));
            out::line(&say!(lang, "{name}: {how} ({why})", "{name}：{how}（{why}）"));
        }
    }
}

fn said(machine: &str, order: CrewOrder, changed: bool) -> Sentence {
    match order {
        _ if !changed => sentence!(
            "nothing changes for {machine}: that was already so, or it has no workers",
            "{machine} 没有变化：原已如此，或没有它的对局机"
        ),
        CrewOrder::Work => sentence!("{machine} gets games again", "{machine} 重新领取对局"),
        CrewOrder::Pause => sentence!(
            "{machine} gets no more games until `resume`; running games are finished",
            "{machine} 不再领取对局，直到 `resume`；进行中的对局会下完"
        ),
        CrewOrder::Drain => sentence!(
            "the workers of {machine} finish their games and exit",
            "{machine} 的对局机下完进行中的对局后退出"
        ),
        CrewOrder::Bar => sentence!(
            "until `resume`, {machine} gets no games, those it held are played elsewhere, and its results are not \
             accepted",
            "{machine} 不再领取对局，手中的对局改由其他机器进行，其成绩不予采纳，直到 `resume`"
        ),
    }
}

fn row(crew: &CrewSeen) -> Sentence {
    let CrewSeen { name, class, seats, playing, order, is_silent, seen_ms, .. } = crew;
    let MachineFacts { cores, processor, speed, level, version } = MachineFacts::of_value(&crew.about);
    let (how, speed) = (order.words(), speed / 1_000_000);
    let level = level.map_or("?".to_owned(), |level| level.to_string());
    let quiet = Timestamp::now().as_millisecond().saturating_sub(*seen_ms).max(0) as u64;
    let ago = lasting(Duration::from_millis(quiet));
    let head = sentence!(
        "{name} ({class}): {how}, {playing} of {seats} games at once; {cores} cores, {processor}, speed {speed}, level {level}, \
         version {version}",
        "{name}（{class}）：{how}，同时 {seats} 局，进行中 {playing} 局；{cores} 核，{processor}，速度 {speed}，沙箱 {level} 级，版本 {version}";
        name, class, how, playing, seats, cores, processor, speed, level, version
    );
    if *is_silent {
        head.then(&sentence!("; silent for {ago}", "；已 {ago} 没有消息"; ago))
    } else {
        head
    }
}
