//! The list of people, for organisers.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::secret::Code;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use leitai_arena::now_ms;
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::{LocalTime, Zone};
use leitai_pages::event::Form;
use leitai_pages::{AuditRow, PeopleView, PersonRow, SlipRow, SlipsView};
use leitai_store::{AuditLine, Deed, Opener, Person, Right, Role, RosterLine};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// The default lifetime of first passwords in days.
const DAYS: i64 = 14;
/// How many lines of the audit list a page has.
const LINES: u32 = 200;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/people").read(By::Organisers, page).shows(Shows::People),
        at("/people/list.csv").read(By::Organisers, csv).shows(Shows::People),
        at("/people/list.json").read(By::Organisers, json).shows(Shows::People),
        at("/people/slips").read(By::Organisers, shown_slips).change(By::Organisers, slips),
        at("/people/until").change(By::Organisers, until),
        at("/people/audit").read(By::Organisers, audit).shows(Shows::People),
    ]
}

/// A person's row in the list.
pub(crate) fn row(person: &Person, zone: &Zone) -> PersonRow {
    let time = |at: i64| zone.at(at);
    let stands = match (person.closed_ms, person.signed_in_ms) {
        (Some(at), _) => {
            let at = time(at);
            sentence!("closed on {at}", "{at} 关闭"; at)
        }
        (None, None) => sentence!("has not signed in", "尚未登录"),
        (None, Some(_)) if !person.is_settled() => {
            sentence!("has not finished the first sign-in", "首次登录未完成")
        }
        (None, Some(_)) => sentence!("signed in", "已登录"),
    };
    PersonRow {
        line: [&person.line.number, &person.line.name, &person.line.class, &person.line.team]
            .map(String::clone),
        seed_score: person.line.seed_score.clone(),
        nickname: person.nickname.clone(),
        role: person.role.words(),
        stands,
        signed_in: person.signed_in_ms.map(time),
        opens_until: person
            .opener
            .filter(|_| !person.has_password)
            .and(person.opens_until_ms)
            .filter(|at| *at < i64::MAX)
            .map(time),
    }
}

/// Whether the person has nothing but a first password, if that.
fn waits(person: &Person) -> bool {
    !person.has_password && person.closed_ms.is_none()
}

async fn everybody(asked: &Asked) -> Result<Vec<Person>, Refused> {
    asked.site.accounts.people.all().await.map_err(|error| away(&error))
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    let people = everybody(&asked).await?;
    let only_waiting = query(&asked.uri, "show").as_deref() == Some("waiting");
    let shown = people.iter().filter(|person| !only_waiting || waits(person));
    let rows: Vec<_> = shown.map(|person| row(person, &asked.asking.zone)).collect();
    let done = match query(&asked.uri, "done").as_deref() {
        Some("until") => Some(sentence!("The date is saved.", "日期已保存。")),
        Some("import") => Some(sentence!("The roster was imported.", "名单已导入。")),
        _ => None,
    };
    let slips = asked.site.accounts.slips.get(&me.token, "").map(|(_, left)| asked.ends(left));
    let view = PeopleView {
        slips_until: slips,
        rows: &rows,
        people: people.len(),
        waiting: people.iter().filter(|person| waits(person)).count(),
        only_waiting,
        until: &asked.usual_day(),
        token: &me.token.form(),
        done: done.as_ref(),
    };
    Ok(asked.answer(&Content::html(leitai_pages::people(&asked.asking.reader(), &view))))
}

async fn table(asked: Asked, form: Form) -> Answer {
    let rows: Vec<_> =
        everybody(&asked).await?.iter().map(|person| row(person, &asked.asking.zone)).collect();
    Ok(asked.answer(&Content::table(&leitai_pages::people_table(&rows), form)))
}

async fn csv(asked: Asked) -> Answer {
    table(asked, Form::Csv).await
}

async fn json(asked: Asked) -> Answer {
    table(asked, Form::Json).await
}

/// Makes first passwords on slips for everybody who has not chosen a password.
async fn slips(Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let until = asked.day(&posted.text("until"))?;
    let right = Right::Below(me.person.role);
    give_slips(&asked, &me, until, |person| waits(person) && right.covers(person.role)).await
}

/// Makes new first passwords for those people, and redirects to the page to print. That page can be reloaded
/// safely; sending the form again would make other passwords and invalidate those printed.
pub(crate) async fn give_slips(
    asked: &Asked,
    me: &SignedIn,
    until_ms: i64,
    whom: impl Fn(&Person) -> bool + Send,
) -> Answer {
    let fresh = &asked.site.accounts.slips;
    let _door = fresh.door.lock().await;
    let people = everybody(asked).await?;
    let mut codes: HashMap<String, Code> = people
        .iter()
        .filter(|person| whom(person))
        .map(|person| (person.line.number.clone(), Code::random()))
        .collect();
    let digests: Vec<_> = codes.iter().map(|(number, code)| (number.clone(), code.digest())).collect();
    let given = asked.site.accounts.people.slips(me.actor(), &digests, Some(until_ms)).await;
    let given: HashSet<String> = given.map_err(|error| away(&error))?.into_iter().collect();
    codes.retain(|number, _| given.contains(number));
    fresh.keep(&me.token, "", (codes, until_ms));
    Ok(leads_to("/people/slips"))
}

/// The slips that this session made last, as far as they are valid: people who have chosen a password or were given
/// another are left out.
async fn shown_slips(Me(me): Me, asked: Asked) -> Answer {
    let made = asked.site.accounts.slips.get(&me.token, "");
    let mut rows = Vec::new();
    let (mut until, mut gone) = (None, 0);
    if let Some((made, left)) = &made {
        let (codes, until_ms) = &**made;
        until = Some([asked.asking.zone.at(*until_ms), asked.ends(*left)]);
        for person in everybody(&asked).await? {
            let Some(code) = codes.get(&person.line.number) else { continue };
            if person.opener == Some(Opener::Slip(code.digest())) && waits(&person) {
                let RosterLine { number, name, class, .. } = person.line;
                rows.push(SlipRow { number, name, class, password: code.to_string() });
            }
        }
        gone = codes.len() - rows.len();
    }
    let own = asked.site.address.of(&asked.headers);
    let (address, warning) = (own.text.as_str(), &own.warning());
    let view = SlipsView { rows: &rows, address, warning: warning.as_ref(), until, gone };
    Ok(asked.answer(&Content::html(leitai_pages::slips(&asked.asking.reader(), &view))))
}

async fn until(Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let until = asked.day(&posted.text("until"))?;
    let set = asked.site.accounts.people.opens_until(me.actor(), until).await;
    set.map_err(|error| away(&error))?;
    Ok(leads_to("/people?done=until"))
}

/// What is wrong with a day that is none.
pub(crate) fn not_a_date() -> Sentence {
    sentence!("This is not a date: write it as 2026-12-31.", "这不是日期：请写作 2026-12-31。")
}

impl Asked {
    /// The end of a day of the site, in milliseconds since 1970-01-01 UTC.
    pub(crate) fn day(&self, text: &str) -> Result<i64, Refused> {
        let nothing = || sentence!("Nothing was changed.", "没有做任何改动。");
        self.asking.zone.end_of(text).ok_or_else(|| Refused::unclear(not_a_date(), nothing()))
    }

    /// The default expiry day of first passwords.
    pub(crate) fn usual_day(&self) -> String {
        self.asking.zone.day_after(now_ms(), DAYS)
    }

    /// When something will no longer be shown.
    pub(crate) fn ends(&self, left: Duration) -> LocalTime {
        self.asking.zone.at(now_ms() + left.as_millis() as i64)
    }
}

/// The audit list, newest first.
async fn audit(asked: Asked) -> Answer {
    let before = query(&asked.uri, "before").and_then(|before| before.parse().ok()).unwrap_or(u64::MAX);
    let lines = asked.site.accounts.audit.lines(before, LINES).await.map_err(|error| away(&error))?;
    let zone = &asked.asking.zone;
    let more = lines.last().filter(|line| line.seq > 1).map(|line| line.seq);
    let rows: Vec<_> = lines
        .into_iter()
        .map(|line| AuditRow {
            details: details(&line, zone),
            at: zone.at(line.at_ms),
            actor: line.actor,
            deed: line.deed.words(),
            about: line.about,
        })
        .collect();
    let page = leitai_pages::audit(&asked.asking.reader(), &rows, more);
    Ok(asked.answer(&Content::html(page)))
}

/// The details of a deed in words.
fn details(line: &AuditLine, zone: &Zone) -> Sentence {
    let (deed, of) = (line.deed, &line.details);
    if line.is_begun() {
        return sentence!("begun", "开始");
    }
    let number = |name: &str| of[name].as_i64().unwrap_or_default();
    let text = |name: &str| of[name].as_str().unwrap_or_default().to_owned();
    match deed {
        Deed::Import => {
            let [added, changed, same] = ["added", "changed", "same"].map(number);
            let said = sentence!(
                "{added} new, {changed} changed, {same} as before",
                "新增 {added} 人，修改 {changed} 人，{same} 人不变"
            );
            let skipped = of["skipped"].as_array().map(Vec::as_slice).unwrap_or_default();
            let skipped: Vec<_> = skipped.iter().filter_map(|number| number.as_str()).collect();
            if skipped.is_empty() {
                return said;
            }
            let skipped = skipped.join(", ");
            said.then(&sentence!("; skipped: {skipped}", "；跳过：{skipped}"))
        }
        Deed::Slips => sentence!("{} people", "{} 人", number("people")),
        Deed::Until => zone.at(number("until_ms")).said(),
        Deed::Add | Deed::Role => {
            let role = text("role").parse::<Role>().map_or(Words::new("", ""), Role::words);
            Sentence::new(role.en, role.zh)
        }
        Deed::SignIn => Sentence::quoted(text("place")),
        Deed::Nickname => Sentence::quoted(text("nickname")),
        Deed::OpenEvent | Deed::BringResult | Deed::BringFromTable => Sentence::quoted(text("game")),
        Deed::Report => {
            let (entry, bytes) = (text("entry"), number("bytes"));
            sentence!("{entry}: {bytes} bytes", "{entry}：{bytes} 字节")
        }
        Deed::Sparring => {
            let entry = text("entry");
            if of["allows"].as_bool() == Some(true) {
                sentence!("{entry}: allowed", "{entry}：允许")
            } else {
                sentence!("{entry}: not allowed", "{entry}：不允许")
            }
        }
        Deed::ReadSource | Deed::ReadLog => {
            let submission = number("submission");
            if of["submission"].is_null() {
                return sentence!("all submissions", "全部提交");
            }
            sentence!("submission {submission}", "第 {submission} 份提交")
        }
        Deed::ReadReport => Sentence::quoted(text("entry")),
        Deed::ReadPeople => Sentence::quoted(text("page")),
        Deed::Rule | Deed::RuleByDuty | Deed::Object | Deed::Limits | Deed::Edit => {
            Sentence::new(text("en"), text("zh"))
        }
        Deed::Notice | Deed::Withdraw => {
            let notice = number("notice");
            sentence!("notice {notice}", "第 {notice} 号通知")
        }
        Deed::Ask | Deed::Answer => {
            let question = number("question");
            sentence!("question {question}", "第 {question} 号提问")
        }
        Deed::AddColumn => {
            let column = number("column");
            sentence!("column {column}: ", "第 {column} 列：").then(&Sentence::new(text("en"), text("zh")))
        }
        Deed::FillColumn | Deed::PublishColumn | Deed::HideColumn => {
            let column = number("column");
            sentence!("column {column}", "第 {column} 列")
        }
        Deed::Token => Sentence::quoted(format!("{} ({})", text("name"), text("scopes"))),
        Deed::Code
        | Deed::Close
        | Deed::Open
        | Deed::Password
        | Deed::EndSession
        | Deed::Pause
        | Deed::Resume
        | Deed::Freeze
        | Deed::Reveal
        | Deed::EndToken
        | Deed::Export
        | Deed::Remove
        | Deed::PauseWorkers
        | Deed::DrainWorkers
        | Deed::BarWorkers
        | Deed::ResumeWorkers
        | Deed::RevokeWorker
        | Deed::DemandAdmitted
        | Deed::AdmitAll => Sentence::default(),
        Deed::LimitWorker => match of["most"].as_i64() {
            Some(most) => sentence!("at most {most} at once", "同时至多 {most} 局"),
            None => sentence!("as many as it says", "按其自报"),
        },
        Deed::AdmitWorker => Sentence::quoted(text("class")),
        Deed::Contest | Deed::ContestTeam | Deed::ContestTable => in_contest(of),
    }
}

/// What was done in a contest, and to what.
fn in_contest(of: &Value) -> Sentence {
    let parts =
        ["deed", "team", "game", "account"].map(|name| of[name].as_str().unwrap_or_default().to_owned());
    let table = of["table"].as_i64().map(|table| format!("#{table}"));
    let parts: Vec<_> = parts.into_iter().chain(table).filter(|part| !part.is_empty()).collect();
    Sentence::quoted(parts.join(" "))
}
