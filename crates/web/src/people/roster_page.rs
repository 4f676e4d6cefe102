//! Importing a roster: first a preview, then the import.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::course::team::too_wide;
use crate::off_thread::off_thread;
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::organise::{give_slips, not_a_date};
use crate::people::signed_in::{Me, SignedIn};
use crate::refusal::Refused;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use leitai_core::{ContentHash, Sentence, sentence};
use leitai_pages::{BadRow, ImportView, Preview, RosterChange, RosterColumns};
use leitai_roster::{BadLine, Column, Guess, Layout, Roster, Row, Table};
use leitai_store::{Opener, Person, Right, RosterEffect, RosterLine};
use std::collections::{BTreeSet, HashMap, HashSet};

pub(crate) fn routes() -> Vec<Address> {
    vec![at("/people/import").read(By::Organisers, page).change(By::Organisers, import)]
}

/// How many rows of a table are shown under its header.
const SHOWN: usize = 5;
/// How many lines may be chosen as the header.
const HEADERS: usize = 12;

/// The fields of the form.
struct RosterForm {
    text: String,
    is_random: bool,
    until: String,
}

/// What the page says of a roster.
#[derive(Default)]
struct Said {
    columns: Option<RosterColumns>,
    bad: Vec<BadRow>,
    preview: Option<Preview>,
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    wanted: &RosterForm,
    said: &Said,
    status: StatusCode,
) -> Response<Body> {
    let view = ImportView {
        token: &me.token.form(),
        text: &wanted.text,
        is_random: wanted.is_random,
        until: &wanted.until,
        columns: said.columns.as_ref(),
        bad: &said.bad,
        preview: said.preview.as_ref(),
    };
    let page = leitai_pages::import(&asked.asking.reader(), &view);
    Content::html(page).answer(status, &asked.headers)
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    let wanted = RosterForm { text: String::new(), is_random: false, until: asked.usual_day() };
    Ok(show(&asked, &me, &wanted, &Said::default(), StatusCode::OK))
}

async fn import(Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let file = posted.bytes("file");
    // A file takes precedence over typed text.
    let bytes = if file.is_empty() { posted.bytes("text") } else { file }.to_vec();
    let (is_random, until) = (posted.text("first") == "random", posted.text("until"));
    let until_ms = asked.asking.zone.end_of(&until);
    let no_date = until_ms.is_none().then(|| BadRow { line: 0, text: String::new(), why: not_a_date() });
    let mut wanted = RosterForm { text: String::new(), is_random, until };
    // A large one takes longer to read than others should wait.
    let read = off_thread(move || Table::read(&bytes)).await;
    let read = read.unwrap_or_else(|| Err(sentence!("The table cannot be read.", "表格无法读取。")));
    let table = match read {
        Ok(table) => table,
        Err(why) => {
            // What was typed stays; what a file holds is no text.
            wanted.text = posted.typed("text");
            let bad = no_date.into_iter().chain([BadRow { line: 0, text: String::new(), why }]).collect();
            let said = Said { bad, ..Said::default() };
            return Ok(show(&asked, &me, &wanted, &said, StatusCode::UNPROCESSABLE_ENTITY));
        }
    };
    wanted.text.clone_from(&table.text);
    let guess = Guess::of(&table);
    let (layout, unsure) = match chosen(&posted, &table) {
        Some(layout) => (layout, None),
        None => (guess.layout, guess.unsure),
    };
    let (columns, bad) = (columns(&table, &layout, unsure.clone()), Vec::from_iter(no_date));
    let mut said = Said { columns: Some(columns), bad, ..Said::default() };
    if unsure.is_some() {
        return Ok(show(&asked, &me, &wanted, &said, StatusCode::OK));
    }
    let roster = match Roster::read(&table, &layout) {
        Ok(roster) => roster,
        Err(bad) => {
            said.bad.extend(bad.into_iter().map(|bad| row(&table.rows, bad)));
            return Ok(show(&asked, &me, &wanted, &said, StatusCode::UNPROCESSABLE_ENTITY));
        }
    };
    let Some(until_ms) = until_ms else {
        return Ok(show(&asked, &me, &wanted, &said, StatusCode::UNPROCESSABLE_ENTITY));
    };
    let people = &asked.site.accounts.people;
    if posted.text("do") != "import" {
        said.preview = Some(preview(&asked, &me, roster).await?);
        return Ok(show(&asked, &me, &wanted, &said, StatusCode::OK));
    }
    let (by, opener) = (me.actor(), (!is_random).then_some(Opener::Number));
    let imported =
        people.import(by, &roster.entries, opener, Some(until_ms)).await.map_err(|error| away(&error))?;
    if is_random && !imported.added.is_empty() {
        let added: HashSet<_> = imported.added.into_iter().collect();
        return give_slips(&asked, &me, until_ms, |person| added.contains(&person.line.number)).await;
    }
    Ok(leads_to("/people?done=import"))
}

/// What a person chose for the columns of this very table, if so.
fn chosen(posted: &Posted, table: &Table) -> Option<Layout> {
    let is_of_it = posted.text("of") == ContentHash::of(table.text.as_bytes()).to_string();
    let header = posted.text("header").parse().ok().filter(|_| is_of_it)?;
    let column = |at| Column::read(&posted.text(&format!("column-{at}"))).unwrap_or(Column::Ignored);
    Some(Layout { header, columns: (0..table.width()).map(column).collect() })
}

/// What each column of a table is taken for, with its first rows.
fn columns(table: &Table, layout: &Layout, unsure: Option<Sentence>) -> RosterColumns {
    let line = |row: &Row| (row.line, leitai_draw::cut(&row.cells.join(" "), 40));
    let after = table.rows.iter().filter(|row| row.line > layout.header);
    RosterColumns {
        of: ContentHash::of(table.text.as_bytes()).to_string(),
        unsure,
        kinds: Column::ALL.map(|column| (column.name(), column.words())).into(),
        columns: (0..table.width())
            .map(|at| {
                (layout.columns.get(at).unwrap_or(&Column::Ignored).name(), layout.head(table, at).to_owned())
            })
            .collect(),
        rows: after
            .take(SHOWN)
            .map(|row| (0..table.width()).map(|at| leitai_draw::cut(row.cell(at), 24)).collect())
            .collect(),
        header: layout.header,
        lines: table.rows.iter().take(HEADERS).map(line).collect(),
    }
}

/// A bad line with its text.
fn row(rows: &[Row], BadLine { line, why }: BadLine) -> BadRow {
    let at = rows.binary_search_by_key(&line, |row| row.line);
    let text = at.ok().and_then(|at| rows.get(at)).map(|row| row.cells.join(","));
    BadRow { line, text: leitai_draw::cut(&text.unwrap_or_default(), 60), why }
}

/// What importing the roster would do.
async fn preview(asked: &Asked, me: &SignedIn, roster: Roster) -> Result<Preview, Refused> {
    let there = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    let there: HashMap<String, Person> =
        there.into_iter().map(|person| (person.line.number.clone(), person)).collect();
    let mut preview = Preview { missing: there.len(), taken: roster.taken, ..Preview::default() };
    let teams: BTreeSet<&str> = roster.entries.iter().filter_map(|entry| entry.team.as_deref()).collect();
    preview.remarks = teams.into_iter().filter_map(too_wide).collect();
    for entry in &roster.entries {
        let was = there.get(&entry.number);
        preview.missing -= usize::from(was.is_some());
        match (RosterEffect::of(entry, was, Right::Below(me.person.role)), was) {
            (RosterEffect::Changed, Some(was)) => {
                preview.changed += 1;
                preview.changes.extend(changes(&was.line, &entry.over(Some(&was.line))));
            }
            (RosterEffect::Skipped, Some(was)) => preview.remarks.push(skipped(was)),
            (RosterEffect::Same, _) => preview.same += 1,
            _ => preview.added += 1,
        }
    }
    Ok(preview)
}

/// What becomes different of a person, old and new.
fn changes(was: &RosterLine, now: &RosterLine) -> Vec<RosterChange> {
    let of = |line: &RosterLine| [&line.name, &line.class, &line.team, &line.seed_score].map(String::clone);
    let what = [Column::Name, Column::Class, Column::Team, Column::SeedScore];
    let all = what.into_iter().zip(of(was).into_iter().zip(of(now)));
    let changed = all.filter(|(_, (was, now))| was != now);
    changed
        .map(|(what, (old, new))| RosterChange { number: now.number.clone(), what: what.words(), old, new })
        .collect()
}

/// Why a person stays as he is.
fn skipped(person: &Person) -> Sentence {
    let (number, role) = (&person.line.number, person.role.words());
    sentence!(
        "{number} is skipped: only somebody in a higher role changes an account of this role ({role}).",
        "跳过 {number}：该账号的角色（{role}）只能由角色更高的人修改。"; number, role
    )
}
