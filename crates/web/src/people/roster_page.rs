//! Importing a roster: first a preview, then the import.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::course::team::too_wide;
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::organise::{day, give_slips, usual_day};
use crate::people::roster::{BadLine, read_roster};
use crate::people::signed_in::{Me, SignedIn};
use crate::refusal::Refused;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use leitai_core::{Sentence, sentence};
use leitai_pages::{BadRow, ImportView, Preview};
use leitai_store::{Opener, Person, Right, RosterEffect, RosterLine};
use std::collections::{BTreeSet, HashMap, HashSet};

pub(crate) fn routes() -> Vec<Address> {
    vec![at("/people/import").read(By::Organisers, page).change(By::Organisers, import)]
}

/// The fields of the form.
struct RosterForm {
    text: String,
    is_random: bool,
    until: String,
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    wanted: &RosterForm,
    bad: &[BadRow],
    preview: Option<&Preview>,
    status: StatusCode,
) -> Response<Body> {
    let view = ImportView {
        token: &me.token.form(),
        text: &wanted.text,
        is_random: wanted.is_random,
        until: &wanted.until,
        bad,
        preview,
    };
    let page = leitai_pages::import(&asked.asking.reader(), &view);
    Content::html(page).answer(status, &asked.headers)
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    let wanted = RosterForm { text: String::new(), is_random: false, until: usual_day() };
    Ok(show(&asked, &me, &wanted, &[], None, StatusCode::OK))
}

async fn import(Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let file = posted.bytes("file");
    // A file takes precedence over typed text.
    let bytes = if file.is_empty() { posted.bytes("text") } else { file };
    let text = leitai_sheet::decode(bytes).unwrap_or_default();
    let (is_random, until) = (posted.text("first") == "random", posted.text("until"));
    let until_ms = day(&until)?;
    let wanted = RosterForm { text, is_random, until };
    let lines = match read_roster(bytes) {
        Ok(lines) => lines,
        Err(bad) => {
            let rows: Vec<_> = bad.into_iter().map(|bad| row(&wanted.text, bad)).collect();
            return Ok(show(&asked, &me, &wanted, &rows, None, StatusCode::UNPROCESSABLE_ENTITY));
        }
    };
    let people = &asked.site.accounts.people;
    if posted.text("do") != "import" {
        let preview = preview(&asked, &me, &lines).await?;
        return Ok(show(&asked, &me, &wanted, &[], Some(&preview), StatusCode::OK));
    }
    let (by, opener) = (me.actor(), (!is_random).then_some(Opener::Number));
    let imported = people.import(by, &lines, opener, Some(until_ms)).await.map_err(|error| away(&error))?;
    if is_random && !imported.added.is_empty() {
        let added: HashSet<_> = imported.added.into_iter().collect();
        return give_slips(&asked, &me, until_ms, |person| added.contains(&person.line.number)).await;
    }
    Ok(leads_to("/people?done=import"))
}

/// A bad line with its text.
fn row(text: &str, BadLine { line, why }: BadLine) -> BadRow {
    let at = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
    let text = at.and_then(|at| text.lines().nth(at)).unwrap_or_default();
    BadRow { line, text: leitai_draw::cut(text, 60), why }
}

/// What importing the roster would do.
async fn preview(asked: &Asked, me: &SignedIn, lines: &[RosterLine]) -> Result<Preview, Refused> {
    let there = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    let there: HashMap<String, Person> =
        there.into_iter().map(|person| (person.line.number.clone(), person)).collect();
    let mut preview = Preview { missing: there.len(), ..Preview::default() };
    let teams: BTreeSet<&str> = lines.iter().map(|line| line.team.as_str()).collect();
    preview.remarks = teams.into_iter().filter_map(too_wide).collect();
    for line in lines {
        let was = there.get(&line.number);
        preview.missing -= usize::from(was.is_some());
        match (RosterEffect::of(line, was, Right::Below(me.person.role)), was) {
            (RosterEffect::Changed, Some(was)) => {
                let said = sentence!("{} → {}", "{} → {}", details(&was.line), details(line));
                preview.changes.push((line.number.clone(), said));
            }
            (RosterEffect::Skipped, Some(was)) => preview.remarks.push(skipped(was)),
            (RosterEffect::Same, _) => preview.same += 1,
            _ => preview.added += 1,
        }
    }
    Ok(preview)
}

/// Why a person stays as he is.
fn skipped(person: &Person) -> Sentence {
    let (number, role) = (&person.line.number, person.role.words());
    sentence!(
        "{number} is skipped: only somebody in a higher role changes an account of this role ({role}).",
        "跳过 {number}：该账号的角色（{role}）只能由角色更高的人修改。"; number, role
    )
}

fn details(line: &RosterLine) -> String {
    [&line.name, &line.class, &line.team, &line.seed_score].map(String::as_str).join(" · ")
}
