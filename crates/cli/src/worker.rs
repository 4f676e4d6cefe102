//! `leitai worker`: plays games on this machine for events that run elsewhere.

use crate::args::whole;
use crate::failure::Failure;
use crate::language::note;
use crate::store_args::SharedArgs;
use crate::{out, stop};
use leitai_arena::{Affinity, available};
use leitai_core::{Lang, Noun, Sentence, is_hidden, say, sentence};
use leitai_hall::{Crew, Stop, Worked};
use leitai_sandbox::system::own_file;
use leitai_store::{CrewOrder, Dropped, GameKey};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The store that the events share: `postgres://USER@HOST/NAME`, or `sqlite:PATH` on this machine
    #[arg(long, value_name = "ADDRESS")]
    server: String,
    #[command(flatten)]
    shared: SharedArgs,
    /// How many games run at once; default: the number of free cores
    #[arg(long, value_parser = whole(1, 4096))]
    jobs: Option<u32>,
    /// The machine's name, for people, and for the store to tell machines apart; default: its host name
    #[arg(long, value_name = "NAME", value_parser = machine)]
    machine: Option<String>,
    /// Play only as an admitted worker (`leitai workers admit`), never with a password that gives full access
    #[arg(long)]
    admitted_only: bool,
    /// Seconds that running games get to end after the first signal, before they are returned; default: as long as they
    /// take. Make it a little less than whatever ends this process waits
    #[arg(long, value_name = "SECONDS", value_parser = whole(0, 1_000_000))]
    grace: Option<u32>,
    /// One JSON object for each game that is taken, and for its outcome
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    event: &'a str,
    game: &'a str,
    why: Option<&'a str>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let shared = args.shared.open_for_workers(&args.server)?;
    if args.admitted_only && shared.admitted().is_none() {
        let place = shared.place();
        return Err(Failure::Usage(sentence!(
            "{place}: this is not an admitted worker but a user with full access to the store; `leitai workers admit \
             NAME --server {place}` makes a token for it",
            "{place}：此处登录的不是已准入的对局机，而是可对存储做任何事的用户；用 `leitai workers admit 名称 --server {place}` 为它创建令牌"
        )));
    }
    if shared.admitted().is_none() {
        let demands = shared.admitted_only().map_err(|error| Failure::hall(&error))?;
        if demands.iter().any(|(what, _)| what.event().is_none()) {
            let place = shared.place();
            return Err(Failure::Usage(sentence!(
                "{place}: only admitted workers get games here; `leitai workers admit NAME --server {place}` makes a token for this one",
                "{place}：此处只有已准入的对局机可以对局；用 `leitai workers admit 名称 --server {place}` 为本机创建令牌"
            )));
        }
    }
    let jobs = args.jobs.map_or_else(|| available().len(), |jobs| jobs as usize);
    let (place, class) = (shared.place().to_owned(), shared.class().to_owned());
    let given = || args.machine.clone().unwrap_or_else(name);
    let name = shared.admitted().map_or_else(given, str::to_owned);
    if !args.json {
        out::line(&say!(
            lang,
            "{jobs} at once for {place}, class {class}; Ctrl-C once waits for running games, twice returns them",
            "为 {place} 同时进行 {jobs} 局，类别 {class}；按一次 Ctrl-C 等待进行中的对局结束，按两次则退回";
            jobs = Noun::GAMES.of(jobs)
        ));
    }
    let stop = Arc::new(Stop::default());
    stop::in_two_steps(&stop, args.grace.map(|seconds| Duration::from_secs(seconds.into())));
    let played = AtomicU64::new(0);
    let crew = Crew::new(Arc::new(shared), jobs, Affinity::Auto, own_file()).lent(ordered);
    let told = |event: &str, game: &GameKey, worked: &Worked| {
        if let Worked::Stands(_) = worked {
            played.fetch_add(1, Ordering::Relaxed);
        }
        if args.json {
            json(event, game, worked);
        } else {
            text(event, game, worked, lang);
        }
    };
    crew.work(&name, &stop, &told).map_err(|error| Failure::hall(&error))?;
    let played = played.into_inner();
    if !args.json {
        out::line(&say!(lang, "{played} played", "共完成 {played} 局"; played = Noun::GAMES.of(played)));
    }
    Ok(())
}

/// Reports an organiser's order for this machine.
fn ordered(order: CrewOrder) {
    note(&match order {
        CrewOrder::Work => sentence!("an organiser lets this machine play again", "组织者已恢复本机"),
        CrewOrder::Pause => sentence!(
            "an organiser has paused this machine: it finishes running games and waits",
            "组织者已暂停本机：下完进行中的对局后等待"
        ),
        CrewOrder::Drain => sentence!(
            "an organiser has drained this machine: it finishes running games and exits",
            "组织者已让本机收工：下完进行中的对局后退出"
        ),
        CrewOrder::Bar => sentence!("an organiser has barred this machine", "组织者已禁用本机"),
    });
}

/// Checks a machine's name: `#` is reserved for telling its processes apart.
fn machine(text: &str) -> Result<String, Sentence> {
    if text.is_empty() || text.contains(|sign: char| sign == '#' || is_hidden(sign)) {
        return Err(sentence!(
            "a machine's name must not be empty or contain `#`",
            "机器名称不能为空，也不能含“#”"
        ));
    }
    Ok(text.to_owned())
}

/// The host name, as the default name of the machine.
fn name() -> String {
    leitai_sandbox::system::name().machine
}

fn json(event: &str, game: &str, worked: &Worked) {
    let (r#type, why) = match worked {
        Worked::Took => ("took", None),
        Worked::Stands(played) => ("stands", Some(played.details.reason.to(Lang::En))),
        Worked::Dropped(Dropped::Cancelled) => ("dropped", Some("cancelled")),
        Worked::Dropped(Dropped::Late) => ("dropped", Some("another worker plays it now")),
        Worked::Back(why) => ("back", why.as_ref().map(|why| why.to(Lang::En))),
    };
    out::json(&Line { r#type, event, game, why });
}

fn text(event: &str, game: &str, worked: &Worked, lang: Lang) {
    match worked {
        Worked::Took => {}
        Worked::Stands(played) => {
            let (plies, reason) = (played.details.plies, played.details.reason.to(lang));
            out::line(&say!(
                lang,
                "{event} {game}: {reason} ({plies})",
                "{event} {game}：{reason}（{plies} 手）"; plies = Noun::PLIES.of(plies)
            ));
        }
        Worked::Dropped(Dropped::Cancelled) => {
            out::line(&say!(lang, "{event} {game}: cancelled", "{event} {game}：已取消"));
        }
        Worked::Dropped(Dropped::Late) => out::line(&say!(
            lang,
            "{event} {game}: another worker plays it now; dropped",
            "{event} {game}：已由其他机器进行，本局作废"
        )),
        Worked::Back(None) => out::line(&say!(lang, "{event} {game}: returned", "{event} {game}：已退回")),
        Worked::Back(Some(why)) => {
            note(&sentence!(
                "{event} {game}: cannot be played here: {why}", "{event} {game}：本机无法进行：{why}"; event, game, why
            ));
        }
    }
}
