//! The rows of the teacher's list of teams.

use super::team::{people_of, too_wide};
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use crate::submit::entrant::hall_away;
use crate::submit::standing::{in_force, standing};
use leitai_core::{Sentence, sentence};
use leitai_hall::Findings;
use leitai_pages::{MemberRow, TeamRow, members_table, teams_table};
use leitai_store::{Person, Role, Submission};
use leitai_tournament::{Entry, EntryId, Format};
use std::collections::BTreeMap;

/// The lists of an event's teams and of their members, as files.
pub(super) fn tables(
    site: &Site,
    event: &SiteEvent,
    people: &[Person],
) -> Result<[(&'static str, String); 2], Refused> {
    let rows = rows(site, event, people)?;
    Ok([("teams.csv", teams_table(rows.iter()).csv()), ("members.csv", members_table(&rows).csv())])
}

/// The place of each entry in its class, in words; in a knock-out that is the title it has earned.
fn places(event: &SiteEvent) -> BTreeMap<EntryId, Sentence> {
    let known = event.known();
    let Some(known) = known.as_ref() else { return BTreeMap::new() };
    if known.history.event.games().is_empty() {
        return BTreeMap::new();
    }
    let state = known.history.event.state();
    let Some(first) = state.stages().first() else { return BTreeMap::new() };
    let ranked = first.sections.iter().flat_map(|section| state.places(section.stage, section.number));
    let plan = known.history.event.plan();
    let is_knockout = matches!(plan.stages[0].format, Format::KnockOut { .. });
    let numbered = |place: u32| sentence!("no. {place}", "第 {place} 名");
    let said = ranked.filter_map(|it| {
        let number = it.place.filter(|_| !is_knockout).map(numbered);
        Some((it.entry, it.title.or(number)?))
    });
    said.collect()
}

/// One row per team, by class and name.
pub(super) fn rows(site: &Site, event: &SiteEvent, people: &[Person]) -> Result<Vec<TeamRow>, Refused> {
    let shared = site.events.shared();
    let all = shared.submitted(&event.name, None).map_err(|error| hall_away(&error))?;
    let reports = shared.reports(&event.name).map_err(|error| hall_away(&error))?;
    let (places, holding) = (places(event), in_force(&all));
    let newest: BTreeMap<&str, &Submission> = all.iter().map(|one| (one.entry.as_str(), one)).collect();
    let known = event.known();
    let (file, journal) = (event.file(), known.as_ref().map(|known| &known.history.event));
    let state = journal.map(|event| event.state());
    let entries = journal.map_or(file.entries.as_slice(), |event| event.entries());
    let row = |entry: &Entry| {
        let team = people_of(entry, people);
        let report = reports.get(&entry.name);
        let submission = newest.get(entry.name.as_str());
        let force = holding.get(entry.name.as_str());
        let named = file.runner(entry.id, None).is_some();
        let is_in_force = force.is_some() || named;
        let played = state.as_ref().and_then(|state| state.completed(entry.id));
        let is_over = journal.is_some_and(leitai_tournament::Event::is_closed);
        let spoken = force.and_then(|id| all.iter().find(|one| one.id == *id)).and_then(wide);
        let is_alone = team.len() <= 1 && team.iter().all(|person| person.line.number == entry.name);
        TeamRow {
            name: entry.name.clone(),
            class: entry.class.clone().unwrap_or_default(),
            members: team
                .iter()
                .map(|person| MemberRow {
                    number: person.line.number.clone(),
                    name: person.line.name.clone(),
                    is_captain: person.role == Role::Captain,
                    share: report.and_then(|report| report.shares.get(&person.line.number).copied()),
                })
                .collect(),
            lacks_captain: !is_alone && team.iter().all(|person| person.role != Role::Captain),
            program: submission.map(|one| {
                let stands = standing(one, force == Some(&one.id));
                (stands, format!("/submissions/{}", one.id))
            }),
            is_in_force,
            report: report.map(|report| {
                let href = format!("/events/{}/report/{}", event.id, entry.id);
                (site.zone.at(report.at_ms), report.bytes, href)
            }),
            place: places.get(&entry.id).cloned(),
            // A team without a program in force has completed nothing.
            completed: if is_over && !is_in_force { Some(false) } else { played },
            names: too_wide(&entry.name).into_iter().chain(spoken).collect(),
        }
    };
    let mut rows: Vec<_> = entries.iter().map(row).collect();
    rows.sort_by(|a, b| (&a.class, &a.name).cmp(&(&b.class, &b.name)));
    Ok(rows)
}

/// The finding about a name spoken by a program, if it is too wide.
fn wide(submission: &Submission) -> Option<Sentence> {
    let Findings { en, zh } = Findings::of(submission);
    let said = |found: Vec<leitai_hall::Finding>| {
        let found = found.into_iter().find(|found| found.step == "name" && found.advice.is_some())?;
        Some(format!("{}: {}", found.found, found.advice?))
    };
    Some(Sentence::new(said(en)?, said(zh)?))
}
