//! The rows of the teacher's list of teams.

use super::team::{people_of, too_wide};
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use crate::submit::entrant::hall_away;
use crate::submit::standing::{in_force, standing};
use leitai_core::{Sentence, sentence};
use leitai_hall::{Entrant, Findings};
use leitai_pages::{MemberRow, TeamRow, members_table, teams_table};
use leitai_store::{Person, Role, Submission};
use leitai_tournament::{Entry, EntryId, Event, Format};
use std::collections::BTreeMap;

/// The lists of an event's teams and of their members, as files.
pub(super) fn tables(
    site: &Site,
    event: &SiteEvent,
    people: &[Person],
) -> Result<[(&'static str, String); 2], Refused> {
    let rows = rows(site, event, people)?;
    let takes_reports = event.file().begins_closed();
    let [teams, members] = [teams_table(rows.iter(), takes_reports), members_table(&rows, takes_reports)];
    Ok([("teams.csv", teams.csv()), ("members.csv", members.csv())])
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

/// The people of an entry, each of whom belongs to one entry at most, and those of the roster who have not entered: in
/// a ladder anybody may.
fn parties<'p>(
    entries: &[Entry],
    journal: Option<&Event>,
    is_ladder: bool,
    people: &'p [Person],
) -> (Vec<Vec<&'p Person>>, Vec<&'p Person>) {
    let Some(journal) = journal else {
        return (entries.iter().map(|entry| people_of(entry, people)).collect(), Vec::new());
    };
    let mut parties = vec![Vec::new(); entries.len()];
    let mut others = Vec::new();
    for person in people.iter().filter(|person| person.role < Role::Organiser && person.removed_ms.is_none())
    {
        match Entrant::of(Some(journal), person).entry {
            Some(entry) => parties[entry.id.index()].push(person),
            None if is_ladder && person.closed_ms.is_none() => others.push(person),
            None => {}
        }
    }
    (parties, others)
}

/// Why nothing was handed in.
fn nothing_yet(people: &[&Person], lacks_captain: bool) -> Sentence {
    if people.is_empty() {
        sentence!("nobody of the roster", "名单中没有此参赛者")
    } else if people.iter().all(|person| person.signed_in_ms.is_none()) {
        sentence!("has not signed in", "尚未登录")
    } else if lacks_captain {
        sentence!("has no captain to hand in", "没有队长，无人可提交")
    } else {
        sentence!("has signed in, nothing handed in", "已登录，尚未提交")
    }
}

/// One row per team or person, by class and name.
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
    let (parties, others) = parties(entries, journal, !file.begins_closed(), people);
    let time = |at: Option<i64>| at.map(|at| site.zone.at(at));
    let blank = |name: &str, class: &str, team: &[&Person]| {
        let is_alone = team.len() <= 1 && team.iter().all(|person| !is_called(&person.line.team, name));
        let lacks_captain = !is_alone && team.iter().all(|person| person.role != Role::Captain);
        let member = |person: &&Person| MemberRow {
            number: person.line.number.clone(),
            name: person.line.name.clone(),
            is_captain: person.role == Role::Captain,
            share: None,
        };
        TeamRow {
            name: name.to_owned(),
            is_team: !is_alone,
            class: class.to_owned(),
            members: team.iter().map(member).collect(),
            lacks_captain,
            signed_in: time(team.iter().filter_map(|person| person.signed_in_ms).max()),
            submitted: None,
            program: (nothing_yet(team, lacks_captain), None),
            is_in_force: false,
            report: None,
            place: None,
            completed: None,
            names: Vec::new(),
        }
    };
    let row = |(entry, team): (&Entry, Vec<&Person>)| {
        let report = reports.get(&entry.name);
        let submission = newest.get(entry.name.as_str());
        let force = holding.get(entry.name.as_str());
        let named = file.runner(entry.id, None).is_some();
        let is_in_force = force.is_some() || named;
        let played = state.as_ref().and_then(|state| state.completed(entry.id));
        let is_over = journal.is_some_and(Event::is_closed);
        let spoken = force.and_then(|id| all.iter().find(|one| one.id == *id)).and_then(wide);
        let class =
            entry.class.clone().or_else(|| Some(team.first()?.line.class.clone())).unwrap_or_default();
        let mut row = blank(&entry.name, &class, &team);
        for member in &mut row.members {
            member.share = report.and_then(|report| report.shares.get(&member.number).copied());
        }
        if let Some(one) = submission {
            let stands = standing(one, force == Some(&one.id));
            row.submitted = time(Some(one.at_ms));
            row.program = (stands, Some(format!("/submissions/{}", one.id)));
        } else if named {
            row.program = (sentence!("named in the event's file", "由赛事文件指定"), None);
        }
        TeamRow {
            is_in_force,
            report: report.map(|report| {
                let href = format!("/events/{}/report/{}", event.id, entry.id);
                (site.zone.at(report.at_ms), report.bytes, href)
            }),
            place: places.get(&entry.id).cloned(),
            // A team without a program in force has completed nothing.
            completed: if is_over && !is_in_force { Some(false) } else { played },
            names: too_wide(&entry.name).into_iter().chain(spoken).collect(),
            ..row
        }
    };
    let mut rows: Vec<_> = entries.iter().zip(parties).map(row).collect();
    rows.extend(others.into_iter().map(|person| blank("", &person.line.class, &[person])));
    // Teams by their names, people in the order of the roster.
    let called = |row: &TeamRow| {
        let number = row.members.first().filter(|_| !row.is_team).map(|member| &member.number);
        number.unwrap_or(&row.name).clone()
    };
    rows.sort_by_cached_key(|row| (row.class.clone(), called(row)));
    Ok(rows)
}

/// Whether an entry of this name is the team of that name.
fn is_called(team: &str, name: &str) -> bool {
    !team.is_empty() && (name == team || name.ends_with(&format!(" {team}")))
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
