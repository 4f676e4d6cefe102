//! What is known already of a game whose result is brought: it counts once, and the record of the other desk bears it out.

use super::evidence::Evidence;
use super::record_facts::{finding_of, keys, outcome_of, record_in};
use super::result::ShownBy;
use super::two_records::{Agreement, agree, are_of_two_desks};
use crate::deed_error::DeedError;
use crate::history::{Details, History, WitnessNote};
use leitai_core::{Record, Sentence, sentence};
use leitai_tournament::{CountedOutcome, Due, GameId};
use std::fs;
use std::path::Path;

/// What is known of a game whose result is brought.
pub(super) enum Known<'a> {
    /// Nothing of it is new.
    Before,
    /// It bears out the record that counts.
    BearsOut(Agreement, &'a str),
}

fn seal_of(record: &Record) -> Option<&str> {
    record.end.as_ref().and_then(|end| end.seal.as_deref())
}

fn witness_seal(details: &Details) -> Option<&str> {
    match details.at_table.as_ref()?.witness.as_ref()? {
        WitnessNote::Record { seal, .. } => seal.as_deref(),
        WitnessNote::Code { .. } => None,
    }
}

/// Whether the record of the other desk is kept.
fn has_other_record(details: &Details) -> bool {
    let witness = details.at_table.as_ref().and_then(|note| note.witness.as_ref());
    matches!(witness, Some(WitnessNote::Record { .. }))
}

/// The record that counts, as it was kept; `None` if there is none, or it is gone.
fn kept_record(folder: &Path, details: &Details) -> Option<Record> {
    let text = fs::read_to_string(folder.join(details.record.as_deref()?)).ok()?;
    Record::read(&text).ok()
}

/// The game that a record shows: one with a result by this record, one whose other desk kept what is here too, or the first
/// that is due between its two names, seated so.
pub(super) fn game_of(
    history: &History,
    folder: &Path,
    shown_by: ShownBy<'_>,
    evidence: &Evidence<'_>,
) -> Result<GameId, DeedError> {
    let ShownBy::Record(text) = shown_by else {
        return Err(DeedError::Refused(Sentence::new(
            "a sheet needs the game that it is of",
            "成绩单须指明是哪一局",
        )));
    };
    let record = record_in(text)?;
    let seals = [seal_of(&record), evidence.other_seal.as_deref()];
    let is_same = |seal: Option<&str>| seal.is_some() && seals.contains(&seal);
    let before = history
        .details
        .iter()
        .find(|(_, details)| is_same(details.seal.as_deref()) || is_same(witness_seal(details)));
    if let Some((game, _)) = before {
        return Ok(*game);
    }
    let event = &history.event;
    let names = keys(&record.about.seats.each_ref().map(|seat| &*seat.name));
    let borne_out = borne_out(history, folder, &record, &names);
    if let Some((game, Ok(()))) = borne_out.iter().find(|(_, agrees)| agrees.is_ok()) {
        return Ok(*game);
    }
    if let Some((game, Err(why))) = borne_out.into_iter().next() {
        return Err(DeedError::Refused(sentence!(
            "it may be the other desk's record of {game}, but {why}; name the game with --game if it is of another",
            "这可能是 {game} 对方的记录，但{why}；如属另一局，请用 --game 指明"; game = game.to_string(), why
        )));
    }
    let is_between = |due: &Due| keys(&[due.first, due.second].map(|side| event.name(side))) == names;
    event.state().due().find(is_between).map(|due| due.id).ok_or_else(|| {
        let [first, second] = record.about.seats.each_ref().map(|seat| seat.name.clone());
        DeedError::Refused(sentence!(
            "no game is due in which {first} moves first against {second}",
            "没有 {first}（先手）对 {second} 的待赛对局"
        ))
    })
}

/// The games between these two, seated so, that count by the record of the other desk alone; and whether this one bears each out.
fn borne_out(
    history: &History,
    folder: &Path,
    record: &Record,
    names: &[String; 2],
) -> Vec<(GameId, Result<(), Sentence>)> {
    let event = &history.event;
    let is_between = |id: &GameId| {
        let game = event.game(*id);
        game.is_some_and(|game| keys(&[game.first, game.second].map(|side| event.name(side))) == *names)
    };
    let alone = history.details.iter().filter(|(id, details)| is_between(id) && !has_other_record(details));
    let kept = alone.filter_map(|(id, details)| Some((*id, kept_record(folder, details)?)));
    kept.filter(|(_, kept)| are_of_two_desks(kept, record))
        .map(|(id, kept)| (id, agree(&kept, record).map(drop)))
        .collect()
}

/// What is known of a game already: the same result counts once, the record of the other desk bears it out, another is refused.
pub(super) fn known<'a>(
    history: &History,
    folder: &Path,
    id: GameId,
    (shown_by, evidence): (ShownBy<'a>, &Evidence<'a>),
) -> Result<Option<Known<'a>>, DeedError> {
    let Some(game) = history.event.game(id) else { return Ok(None) };
    let details = history.details.get(&id);
    let seal = details.and_then(|details| details.seal.as_deref());
    let is_new = details.is_some_and(|details| !has_other_record(details));
    let differs = |why: Option<Sentence>| {
        let [first, second] = [game.first, game.second].map(|side| history.event.name(side));
        let figures = game.outcome.figures();
        let said = sentence!(
            "{id} ({first} – {second}) has a result already, {figures}, and this one differs: a ruling changes it",
            "{id}（{first} – {second}）已有成绩 {figures}，与此不同：须由裁决改判"
        );
        Err(DeedError::Refused(
            why.map_or(said.clone(), |why| said.then(&sentence!(" ({why})", "（{why}）"; why))),
        ))
    };
    let text = match shown_by {
        ShownBy::Record(text) => text,
        ShownBy::Sheet { finding, .. } if finding_of(game) == finding => return Ok(Some(Known::Before)),
        ShownBy::Sheet { .. } => return differs(None),
    };
    let record = record_in(text)?;
    let own = seal_of(&record);
    let Some((seal, details)) = seal.zip(details) else {
        // A sheet, or a journal that kept no seal.
        let is_same =
            record.end.as_ref().is_some_and(|end| CountedOutcome::from(outcome_of(end)) == game.outcome);
        return if is_same { Ok(Some(Known::Before)) } else { differs(None) };
    };
    if own == Some(seal) {
        return Ok(Some(match (evidence.other, evidence.agreement) {
            (Some(other), Some(agreement)) if is_new => Known::BearsOut(agreement, other),
            _ => Known::Before,
        }));
    }
    if own.is_some() && own == witness_seal(details) {
        return Ok(Some(Known::Before));
    }
    if evidence.other_seal.as_deref() == Some(seal) {
        // Compared with it before this.
        let agreement = evidence.agreement.filter(|_| is_new);
        return Ok(Some(agreement.map_or(Known::Before, |agreement| Known::BearsOut(agreement, text))));
    }
    match kept_record(folder, details).filter(|kept| is_new && are_of_two_desks(kept, &record)) {
        None => differs(None),
        Some(kept) => match agree(&kept, &record) {
            Ok(agreement) => Ok(Some(Known::BearsOut(agreement, text))),
            Err(why) => differs(Some(why)),
        },
    }
}
