//! The pages about the people of a site, for organisers.

use crate::event::{Cell, Column, Said, Speech, Table};
use crate::site::frame::{Frame, told, written};
use crate::site::texts::Texts;
use crate::{Nav, Reader, percent_encoded};
use askama::Template;
use leitai_core::{Sentence, Words, sentence};
use leitai_draw::clean;

/// A person in the list.
pub struct PersonRow {
    /// Number, name, class, team.
    pub line: [String; 4],
    /// The seed score; empty if there is none.
    pub seed_score: String,
    /// The nickname.
    pub nickname: Option<String>,
    /// The person's role on the site.
    pub role: Words,
    /// The state of the account.
    pub stands: Sentence,
    /// When the person last signed in.
    pub signed_in: Option<String>,
    /// When the first password or code expires.
    pub opens_until: Option<String>,
}

/// The list of people.
pub struct PeopleView<'a> {
    /// The people shown.
    pub rows: &'a [PersonRow],
    /// How many people there are.
    pub people: usize,
    /// How many have no password of their own.
    pub waiting: usize,
    /// Whether only these are shown.
    pub only_waiting: bool,
    /// Until when the slips that the reader has just made are shown, if there are any.
    pub slips_until: Option<&'a str>,
    /// The day filled into the forms, as `2026-12-31`.
    pub until: &'a str,
    /// The token of its forms.
    pub token: &'a str,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

#[derive(Template)]
#[template(path = "people.html")]
struct People<'a> {
    t: Texts,
    counts: String,
    waiting: usize,
    only_waiting: bool,
    slips_until: Option<&'a str>,
    until: &'a str,
    token: &'a str,
    done: Option<String>,
    table: String,
}

/// The list as a table, for the page and for export to spreadsheets and programs.
pub fn people_table(rows: &[PersonRow]) -> Table {
    let columns = vec![
        Column::new("number", Words::new("Number", "学号")).names_row(),
        Column::new("name", Words::new("Name", "姓名")),
        Column::new("class", Words::new("Class", "班级")),
        Column::new("team", Words::new("Team", "队伍")),
        Column::new("seed_score", Words::new("Seed score", "种子分")),
        Column::new("nickname", Words::new("Nickname", "昵称")),
        Column::new("role", Words::new("Role", "角色")).said(Said::InBoth),
        Column::new("account", Words::new("Account", "账号")).said(Said::InBoth),
        Column::new("signed_in", Words::new("Last signed in", "最近登录")),
        Column::new("first_until", Words::new("First password until", "初始密码截止")),
    ];
    let text = |text: &String| if text.is_empty() { Cell::Nothing } else { Cell::Name(text.clone(), None) };
    let cells = |row: &PersonRow| {
        let [number, name, class, team] = &row.line;
        vec![
            Cell::Name(number.clone(), Some(format!("/person/{}", percent_encoded(number)))),
            text(name),
            text(class),
            text(team),
            text(&row.seed_score),
            Cell::some(row.nickname.as_ref(), |name| Cell::Name(name.clone(), None)),
            Cell::Said(Sentence::from(row.role)),
            Cell::Said(row.stands.clone()),
            Cell::some(row.signed_in.clone(), Cell::Text),
            Cell::some(row.opens_until.clone(), Cell::Text),
        ]
    };
    Table::new("people", columns, rows.iter().map(cells).collect())
}

/// `/people`.
pub fn people(reader: &Reader<'_>, view: &PeopleView<'_>) -> String {
    let t = Texts(reader.lang);
    let counts = sentence!(
        "{} people, {} without a password of their own",
        "共 {} 人，{} 人尚未设置密码",
        view.people,
        view.waiting
    );
    let caption = sentence!("People", "人员");
    let table = people_table(view.rows).html(Speech::Only(reader.lang), "", &caption);
    let body = written(&People {
        t,
        counts: counts.to(reader.lang).to_owned(),
        waiting: view.waiting,
        only_waiting: view.only_waiting,
        slips_until: view.slips_until,
        until: view.until,
        token: view.token,
        done: told(view.done, reader.lang),
        table: if view.rows.is_empty() { String::new() } else { table },
    });
    Frame { title: t.people(), nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}

/// One person.
pub struct PersonView<'a> {
    /// The person's row in the list.
    pub row: &'a PersonRow,
    /// The token of its forms.
    pub token: &'a str,
    /// Whether the reader may change anything.
    pub manages: bool,
    /// Whether the account is closed.
    pub is_closed: bool,
    /// Roles that may be given: name, words, and whether the person has it.
    pub roles: &'a [(&'static str, Words, bool)],
    /// A code just given, which is shown once.
    pub code: Option<&'a str>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

#[derive(Template)]
#[template(path = "person.html")]
struct Person<'a> {
    t: Texts,
    name: String,
    about: Vec<(&'static str, String)>,
    address: String,
    token: &'a str,
    manages: bool,
    is_closed: bool,
    roles: Vec<(&'static str, &'static str, bool)>,
    code: Option<&'a str>,
    done: Option<String>,
}

/// `/person/NUMBER`.
pub fn person(reader: &Reader<'_>, view: &PersonView<'_>) -> String {
    let (t, lang, row) = (Texts(reader.lang), reader.lang, view.row);
    let [number, name, class, team] = row.line.each_ref().map(|text| clean(text));
    let all = [
        (t.number(), number.clone()),
        (t.class(), class),
        (t.team(), team),
        (t.seed_score(), clean(&row.seed_score)),
        (t.nickname(), clean(row.nickname.as_deref().unwrap_or_default())),
        (t.role(), row.role.to(lang).to_owned()),
        (t.account(), row.stands.to(lang).to_owned()),
        (t.signed_in(), row.signed_in.clone().unwrap_or_default()),
        (t.first_until(), row.opens_until.clone().unwrap_or_default()),
    ];
    let body = written(&Person {
        t,
        name: name.clone(),
        about: all.into_iter().filter(|(_, text)| !text.is_empty()).collect(),
        address: format!("/person/{}", percent_encoded(&number)),
        token: view.token,
        manages: view.manages,
        is_closed: view.is_closed,
        roles: view.roles.iter().map(|(name, words, is_his)| (*name, words.to(lang), *is_his)).collect(),
        code: view.code,
        done: told(view.done, lang),
    });
    Frame { title: &name, nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}

/// A first password to cut out.
pub struct SlipRow {
    /// The number.
    pub number: String,
    /// The name.
    pub name: String,
    /// The class; may be empty.
    pub class: String,
    /// The password.
    pub password: String,
}

/// The page of first passwords to print.
pub struct SlipsView<'a> {
    /// One for each person.
    pub rows: &'a [SlipRow],
    /// Where people sign in: scheme and host.
    pub address: &'a str,
    /// Until when the passwords are valid.
    pub until: &'a str,
    /// Until when this page shows them; `None` if the reader has made none recently.
    pub shown_until: Option<&'a str>,
    /// How many of those made are no longer valid.
    pub gone: usize,
}

#[derive(Template)]
#[template(path = "slips.html")]
struct Slips<'a> {
    t: Texts,
    rows: Vec<[String; 4]>,
    address: String,
    until: &'a str,
    shown_until: Option<&'a str>,
    gone: Option<String>,
}

/// `/people/slips`: first passwords on slips, shown for some minutes to the person who made them.
pub fn slips(reader: &Reader<'_>, view: &SlipsView<'_>) -> String {
    let t = Texts(reader.lang);
    let row = |row: &SlipRow| [&row.number, &row.name, &row.class, &row.password].map(|text| clean(text));
    let rows = view.rows.iter().map(row).collect();
    let gone = sentence!(
        "Of those that were made, {} are no longer valid: a password was chosen, or there are newer ones.",
        "另有 {} 张已失效：已设置密码，或已重新生成。",
        view.gone
    );
    let gone = (view.gone > 0).then(|| gone.to(reader.lang).to_owned());
    let SlipsView { until, shown_until, .. } = *view;
    let body = written(&Slips { t, rows, address: clean(view.address), until, shown_until, gone });
    Frame { title: t.slips(), nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}

/// A row of the audit list.
pub struct AuditRow {
    /// When.
    pub at: String,
    /// Who.
    pub actor: String,
    /// What.
    pub deed: Words,
    /// The person concerned; may be empty.
    pub about: String,
    /// Its details.
    pub details: Sentence,
}

#[derive(Template)]
#[template(path = "audit.html")]
struct Audit {
    t: Texts,
    table: String,
    more: Option<u64>,
}

/// `/people/audit`; `more` is the row before which the next page begins.
pub fn audit(reader: &Reader<'_>, rows: &[AuditRow], more: Option<u64>) -> String {
    let t = Texts(reader.lang);
    let columns = vec![
        Column::new("at", Words::new("When", "时间")),
        Column::new("actor", Words::new("Who", "操作者")),
        Column::new("deed", Words::new("What", "操作")).said(Said::InBoth),
        Column::new("about", Words::new("Whom", "对象")),
        Column::new("details", Words::new("Details", "详情")).said(Said::InBoth),
    ];
    let name = |text: &String| if text.is_empty() { Cell::Nothing } else { Cell::Name(text.clone(), None) };
    let cells = |row: &AuditRow| {
        let deed = Cell::Said(Sentence::from(row.deed));
        let details = Cell::Said(row.details.clone());
        vec![Cell::Text(row.at.clone()), name(&row.actor), deed, name(&row.about), details]
    };
    let table = Table::new("audit", columns, rows.iter().map(cells).collect());
    let table = table.html(Speech::Only(reader.lang), "", &sentence!("Who did what", "操作记录"));
    let body = written(&Audit { t, table, more });
    Frame { title: t.audit(), nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
}
