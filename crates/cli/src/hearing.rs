//! `leitai hearing`: whether what a team shows of a doubted program is what has played.

mod alike;
mod findings;
mod heard_event;
mod hearing_args;
mod sheet;
mod told;
mod versions;

use crate::args::dialect;
use crate::conditions::warn;
use crate::export::save;
use crate::failure::Failure;
use crate::language::note;
use crate::{out, stop};
use findings::{Findings, HeardGame, HearingVerdict};
use heard_event::HeardEvent;
pub(crate) use hearing_args::Args;
use leitai_arena::{Launch, Parcel, Player};
use leitai_core::{Lang, Sentence, Spoken, Words, say, sentence};
use leitai_hall::{
    BuildOutput, NotBuilt, NotPlayedAgain, behaviour, compare_builds, conditions, players_seed, started_as,
};
use leitai_sandbox::system::own_file;
use std::sync::atomic::AtomicBool;
use versions::{Shown, played_by, shown_by};

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let stop = stop::flag();
    let event = HeardEvent::find(args)?;
    let shown = shown_by(&event, args.source.as_deref())?;
    let played = played_by(&event);
    let conditions = conditions(&event.begun.file, own_file()).map_err(|error| Failure::hall(&error))?;
    warn(conditions.sandbox.level());
    let mut findings = Findings::new(&event, &shown, &played);
    told::source(&findings, args.json, lang);
    let compiled = match &shown {
        Shown::Files(parcel) => Some(compiled(parcel, &conditions.sandbox, &stop)?),
        Shown::Started(_) => None,
    };
    if let Some([once, twice]) = &compiled
        && let Some(parcel) = findings.to_build()
    {
        // A source that was never built has lost its games, and is no reason not to hear its team.
        match BuildOutput::of(&parcel, &conditions.sandbox, &stop) {
            Ok(other) => findings.build = Some(compare_builds([once, twice], &other)),
            Err(why) => note(&sentence!(
                "what has played cannot be built here: {why}",
                "参赛的程序在此无法编译：{why}"; why
            )),
        }
        told::build(&findings, args.json, lang);
    }
    let launch = match (&compiled, &shown) {
        (Some([once, _]), _) => once.launch.clone(),
        (None, Shown::Started(program)) => started(program, &conditions.sandbox)?,
        (None, Shown::Files(_)) => unreachable!("what is shown as files was built"),
    };
    for (id, seat, record) in event.newest_games(args.games as usize) {
        let record = match record {
            Ok(record) => record,
            Err(why) => {
                note(&sentence!("game {id}: {why}", "{id} 局：{why}"; id, why));
                continue;
            }
        };
        let spoken = match record.about.seats[seat.index()].dialect {
            Spoken::In(dialect) => dialect,
            _ => args.dialect.or(event.begun.file.dialect_of(event.entry)).map_or_else(
                || dialect(event.begun.file.game.facts(), None),
                |name| dialect(event.begun.file.game.facts(), Some(name)),
            )?,
        };
        let player = Player { name: event.name.clone(), launch: launch.clone(), dialect: spoken };
        let seed = players_seed(&event.begun.history.begun.seed, id);
        let came = match behaviour(&record, seat, &player, &conditions, seed, &stop) {
            Ok(came) => Ok(came),
            Err(NotPlayedAgain::Record(why)) => Err(why),
            Err(NotPlayedAgain::Stopped) => return Err(Failure::Interrupted),
            Err(error @ NotPlayedAgain::Stage(_)) => return Err(Failure::stage(&error)),
        };
        let against = record.about.seats[seat.other().index()].name.clone().into_owned();
        findings.games.push(HeardGame { id, against, came });
        if let Some(game) = findings.games.last() {
            told::game(game, args.json, lang);
        }
    }
    findings.alike = alike::with_others(&event, &shown, args)?;
    told::alike(&findings, args.json, lang);
    told::verdict(&findings, args.json, lang);
    if let Some(path) = &args.sheet {
        let page = sheet::page(&findings, lang);
        save(path, page.into_string().as_bytes())?;
        if !args.json {
            let path = path.display();
            out::line(&say!(lang, "sheet to print: {path}", "审查表（打印）：{path}"));
        }
    }
    if findings.verdict() == HearingVerdict::Differs { Err(Failure::No) } else { Ok(()) }
}

/// What the compiler makes of the same source twice, which tells whether its output can be compared at all.
fn compiled(
    parcel: &Parcel,
    sandbox: &leitai_sandbox::Sandbox,
    stop: &AtomicBool,
) -> Result<[BuildOutput; 2], Failure> {
    let build = || BuildOutput::of(parcel, sandbox, stop).map_err(|error| not_built(&error));
    Ok([build()?, build()?])
}

fn not_built(error: &NotBuilt) -> Failure {
    match error {
        NotBuilt::Build(why) if why.is_of_the_source() => Failure::Usage(Sentence::of(error)),
        _ => Failure::stage(error),
    }
}

/// A program that is no file to be built.
fn started(program: &leitai_hall::Program, sandbox: &leitai_sandbox::Sandbox) -> Result<Launch, Failure> {
    let launch = started_as(program, sandbox).map_err(|error| Failure::usage(&error))?;
    let nothing = Words::new(
        "nothing is known of its program; name it with --source",
        "其程序未知；请用 --source 指明",
    );
    launch.ok_or_else(|| Failure::Usage(Sentence::of(&nothing)))
}
