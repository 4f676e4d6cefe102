//! A ruling on an event in a folder of this machine, which another process may be running.

use super::messages::{failed, tell, what_is_next};
use crate::failure::Failure;
use crate::language::note;
use crate::tournament::begun_event::BegunEvent;
use crate::tournament::event_folder::{closed, tell_torn};
use crate::{called, out};
use leitai_core::{Lang, Sentence, Words, say, sentence};
use leitai_hall::{
    EventFile, GameHost, RulingMade, RulingRequest, RulingWaits, Unready, conditions, rule_in_folder,
};
use leitai_sandbox::system::own_file;
use leitai_tournament::{Decision, EntryId, GameId};
use std::path::Path;

pub(super) fn run(
    path: &Path,
    found: &BegunEvent,
    mut request: RulingRequest,
    lang: Lang,
) -> Result<(), Failure> {
    let BegunEvent { file, folder, .. } = found;
    let refused = submission(path, found, &mut request, lang)?;
    closed(folder);
    let made = rule_in_folder(folder, &file.name, &request, &mut |waits| waiting(&waits));
    let RulingMade { before, after, broken_off, is_run, torn } = made.map_err(|error| failed(&error))?;
    tell_torn(folder, torn.as_ref());
    tell(&before.event, &after.event, lang);
    if !broken_off.is_empty() {
        let games = listed(&broken_off);
        out::line(&say!(lang, "  broken off and discarded: {games}", "  已中断且不保留：{games}"));
    }
    if let Some(why) = refused {
        note(&sentence!(
            "the current program stays, as the new one cannot be started: {why}",
            "新程序无法启动，当前程序不变：{why}"; why
        ));
    }
    let again = path.display();
    let taker = if is_run {
        say!(lang, "the process that runs the event continues with them", "正在主持赛事的进程会继续")
    } else {
        let leitai = called::name();
        say!(
            lang,
            "continue with: {leitai} tournament resume {again}",
            "继续请运行：{leitai} tournament resume {again}"
        )
    };
    what_is_next(&after.event, &taker, lang);
    Ok(())
}

fn waiting(waits: &RulingWaits) {
    note(&match waits {
        RulingWaits::ForRunner(holder) => sentence!(
            "{holder} runs the event and does not react; the ruling waits for it; Ctrl-C withdraws it",
            "{holder} 正在主持赛事，但没有响应；裁决等待其响应；按 Ctrl-C 可撤回"; holder
        ),
        RulingWaits::ForGames(games) => {
            let games = listed(games);
            sentence!(
                "waiting for these games to end: {games}; Ctrl-C withdraws it",
                "等待以下对局结束：{games}；按 Ctrl-C 可撤回"
            )
        }
    });
}

fn listed(games: &[GameId]) -> String {
    games.iter().map(GameId::to_string).collect::<Vec<_>>().join(", ")
}

/// Builds the submitted program, as the event's file names it now. If its source is at fault, the submission is
/// listed but replaces nothing, and the reason is returned.
fn submission(
    path: &Path,
    found: &BegunEvent,
    request: &mut RulingRequest,
    lang: Lang,
) -> Result<Option<Sentence>, Failure> {
    let Decision::Submit { entry, accepted, .. } = request.decision else { return Ok(None) };
    // The programs of the other entries need not exist.
    let others = found.file.entries.iter().filter(|other| other.id != entry);
    let others = others.map(|other| other.name.clone()).collect();
    let file = EventFile::read_without(path, &others).map_err(|error| Failure::usage(&error))?;
    let Some(runner) = file.runners.get(entry.index()) else { return Err(no_program(found, entry)) };
    let named = runner.program.of_the_file().map_err(|error| Failure::usage(&error))?;
    let mut why = None;
    if accepted {
        let conditions = conditions(&file, own_file()).map_err(|error| Failure::hall(&error))?;
        let host = GameHost::open(conditions)
            .map_err(|error| Failure::system(&Words::new("temporary folder", "临时文件夹"), &error))?;
        match host.ready(&runner.program) {
            Ok(()) => {}
            Err(Unready::Source(said)) => why = Some(said),
            Err(error @ Unready::Machine(_)) => return Err(Failure::stage(&error)),
        }
    }
    // A ruling without a reason from the person is refused.
    if let Some(why) = why.as_ref().filter(|_| !request.reason.trim().is_empty()) {
        request.reason = format!("{}: {}", request.reason, why.to(lang));
    }
    let accepted = accepted && why.is_none();
    request.decision = Decision::Submit { entry, accepted, program: Some(named) };
    Ok(why)
}

fn no_program(found: &BegunEvent, entry: EntryId) -> Failure {
    let name = found.history.event.name(entry);
    Failure::Usage(sentence!("the event's file names no program of {name}", "赛事文件中没有 {name} 的程序"))
}
