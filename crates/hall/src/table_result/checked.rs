//! A result checked against what is due.

use super::evidence::Evidence;
use super::record_facts::{keys, outcome_of, record_in};
use super::result::{ShownBy, TableResult};
use super::two_records::used_in;
use crate::deed_error::DeedError;
use crate::history::{Details, History, Played, TableNote};
use leitai_arena::now_ms;
use leitai_catalog::Replay;
use leitai_core::{SEEN, Seat, Sentence, VerdictName, sentence};
use leitai_sandbox::SandboxLevel;
use leitai_tournament::{CountedOutcome, Due, Finding, GameId, How, RecordedGame};

/// Checks a result against what is due.
pub(super) fn checked(
    history: &History,
    id: GameId,
    (result, evidence): (&TableResult<'_>, &Evidence<'_>),
) -> Result<Played, DeedError> {
    let event = &history.event;
    let state = event.state();
    let Some(due) = state.due().find(|due| due.id == id) else {
        return Err(DeedError::Refused(sentence!(
            "{id} is not due: it is not in the draw, or games before it have no result yet",
            "{id} 尚未排到：不在抽签结果中，或之前的对局还没有成绩"
        )));
    };
    match result.shown_by {
        ShownBy::Record(text) => of_record(history, &due, text, (result, evidence)),
        ShownBy::Sheet { finding, verdict, said } => {
            let outcome = match finding {
                Finding::Drawn => CountedOutcome::Draw,
                Finding::Nobody => CountedOutcome::Nobody,
                Finding::Won(winner) => {
                    let seat = [(due.first, Seat::First), (due.second, Seat::Second)];
                    let seat = seat.into_iter().find(|(entry, _)| *entry == winner).map(|(_, seat)| seat);
                    CountedOutcome::Win(seat.ok_or_else(|| {
                        let name = event.name(winner);
                        DeedError::Refused(sentence!("{name} does not play {id}", "{name} 不参加 {id}"))
                    })?)
                }
            };
            let reason = if said.trim().is_empty() {
                Sentence::new("as the signed sheet says", "以签字的成绩单为准")
            } else {
                Sentence::quoted(said.trim())
            };
            let how = if matches!(verdict, VerdictName::Fault(_)) { How::Fault } else { How::Played };
            let faults = faults_of(outcome, how);
            let game = RecordedGame { id, first: due.first, second: due.second, outcome, how, faults };
            let details = details(result, verdict, reason);
            Ok(Played { result: game, details })
        }
    }
}

fn faults_of(outcome: CountedOutcome, how: How) -> [u16; 2] {
    match (how, outcome) {
        (How::Fault, CountedOutcome::Win(winner)) => Seat::BOTH.map(|seat| u16::from(seat != winner)),
        _ => [0; 2],
    }
}

fn details(result: &TableResult<'_>, verdict: VerdictName, reason: Sentence) -> Details {
    let note = TableNote {
        table: result.table.map(str::to_owned),
        referee: result.referee.map(str::to_owned),
        is_sheet: matches!(result.shown_by, ShownBy::Sheet { .. }),
        witness: None,
    };
    Details {
        verdict,
        reason,
        plies: 0,
        seconds: 0.0,
        record: None,
        seal: None,
        used_ms: None,
        replays: 0,
        disturbed_ms: None,
        sandbox: SandboxLevel::Off,
        ended: now_ms(),
        programs: [None; 2],
        at_table: Some(Box::new(note)),
    }
}

/// A result by its record: of this game, by these rules, between these two in these seats, whole and verified.
fn of_record(
    history: &History,
    due: &Due,
    text: &str,
    (result, evidence): (&TableResult<'_>, &Evidence<'_>),
) -> Result<Played, DeedError> {
    let record = record_in(text)?;
    let id = due.id;
    let refuse = |why: Sentence| Err(DeedError::Refused(why));
    let wanted = &history.begun;
    let is_game = record.about.game.to_string() == wanted.game.facts().id;
    if !is_game {
        let (is, was) = (wanted.game.facts().id, record.about.game.to_string());
        return refuse(sentence!(
            "{id} is {is}, and the record is of {was}",
            "{id} 是 {is}，而记录是 {was} 的"
        ));
    }
    // Whose secrets a desk knew, and who says there what the stage finds out, is the desk's matter, not the event's.
    let is_desks = |name: &str, own: &str| name == SEEN || wanted.game.at_desk().contains(&(name, own));
    let differs = wanted.options.iter().find(|(name, value)| {
        let own = record.about.options.get(name.as_str());
        own.is_some_and(|own| own != value && !is_desks(name, own))
    });
    if let Some((name, value)) = differs {
        let own = record.about.options.get(name.as_str()).map_or("", |own| own);
        return refuse(sentence!(
            "{id} is played with {name} = {value}, and the record has {own}",
            "{id} 按 {name} = {value} 进行，而记录中为 {own}"
        ));
    }
    let names = [due.first, due.second].map(|side| history.event.name(side));
    let seats = record.about.seats.each_ref().map(|seat| &*seat.name);
    if keys(&names) != keys(&seats) {
        let ([first, second], [own, other]) = (names, seats);
        return refuse(sentence!(
            "{id} is between {first} (first) and {second}, and the record names {own} (first) and {other}",
            "{id} 由 {first}（先手）对 {second}，而记录中是 {own}（先手）对 {other}"
        ));
    }
    if record.end.is_none() {
        return refuse(sentence!("the record of {id} breaks off before the end", "{id} 的记录没有下完"));
    }
    let used = used_in(&record);
    let started = record.about.started;
    let end = Replay::open(record).and_then(Replay::verify).map_err(|error| DeedError::because(&error))?;
    let how = if matches!(end.verdict, VerdictName::Fault(_)) { How::Fault } else { How::Played };
    let outcome = CountedOutcome::from(outcome_of(&end));
    let game = RecordedGame {
        id,
        first: due.first,
        second: due.second,
        outcome,
        how,
        faults: faults_of(outcome, how),
    };
    let mut note = details(result, end.verdict, end.reason.clone());
    if let Some(at_table) = &mut note.at_table {
        at_table.witness = evidence.note(id);
    }
    let details = Details {
        record: Some(format!("games/{id}.jsonl")),
        plies: end.plies,
        seconds: (now_ms() - started).max(0) as f64 / 1000.0,
        seal: end.seal.as_deref().map(str::to_owned),
        used_ms: Some(used),
        ..note
    };
    Ok(Played { result: game, details })
}
