//! The pages about the people of a site, for organisers.

use crate::event::{Cell, Column, Said, Speech, TypedTable};
use crate::html::Html;
use crate::site::frame::{facts, frame, messages, token};
use crate::site::qr_code::qr_code;
use crate::site::texts::Texts;
use crate::{Nav, Reader, percent_encoded};
use leitai_core::{Sentence, Tell as _, Words, sentence};
use leitai_hall::LocalTime;

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
    pub signed_in: Option<LocalTime>,
    /// When the first password or code expires.
    pub opens_until: Option<LocalTime>,
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
    pub slips_until: Option<LocalTime>,
    /// The day filled into the forms, as `2026-12-31`.
    pub until: &'a str,
    /// The token of its forms.
    pub token: &'a str,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// The list as a table, for the page and for export to spreadsheets and programs.
pub fn people_table(rows: &[PersonRow]) -> TypedTable {
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
    let time = |at: &Option<LocalTime>| Cell::some(at.clone(), |at| Cell::Moment(at, None));
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
            time(&row.signed_in),
            time(&row.opens_until),
        ]
    };
    TypedTable::new("people", columns, rows.iter().map(cells).collect())
}

/// `/people`.
pub fn people(reader: &Reader<'_>, view: &PeopleView<'_>) -> Html {
    let t = Texts(reader.lang);
    let counts = sentence!(
        "{} people, {} without a password of their own",
        "共 {} 人，{} 人尚未设置密码",
        view.people,
        view.waiting
    );
    let body = html! {
        h1 { (t.people()) }
        (messages(reader, None, view.done))
        p { (counts.to(reader.lang)) }
        p { a class="do" href="/people/import" { (t.import()) } }
        @if let Some(until) = &view.slips_until {
            p class="done" { a href="/people/slips" { (t.slips_again()) } " · " (until.told(reader.lang)) }
        }
        ul class="lists" {
            li {
                @if view.only_waiting {
                    a href="/people" { (t.everybody()) }
                } @else {
                    a href="/people?show=waiting" { (t.waiting_only()) }
                }
            }
            li { a href="/people/audit" { (t.audit()) } }
            li { a href="/people/list.csv" { "CSV" } }
            li { a href="/people/list.json" { "JSON" } }
        }
        @if view.rows.is_empty() {
            p class="soft" { (t.nobody()) }
        } @else {
            (people_table(view.rows).html(Speech::Only(reader.lang), "", &sentence!("People", "人员")))
        }
        @if view.waiting > 0 {
            h2 { (t.first_passwords()) }
            p class="soft" { (t.first_passwords_what()) }
            form class="fields" method="post" action="/people/until" {
                (token(view.token))
                label for="until" { (t.first_until()) }
                input id="until" name="until" type="date" value=(view.until) required="";
                button class="quiet" { (t.keep_day()) }
                button class="quiet" formaction="/people/slips" { (t.print_slips()) }
            }
        }
    };
    frame(reader, t.people(), Nav::Account, &body)
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

/// `/person/NUMBER`.
pub fn person(reader: &Reader<'_>, view: &PersonView<'_>) -> Html {
    let (t, lang, row) = (Texts(reader.lang), reader.lang, view.row);
    let [number, name, class, team] = &row.line;
    let time = |at: &Option<LocalTime>| at.as_ref().map(|at| at.told(lang)).unwrap_or_default();
    let (signed_in, opens_until) = (time(&row.signed_in), time(&row.opens_until));
    let about = [
        (t.number(), &**number),
        (t.class(), class),
        (t.team(), team),
        (t.seed_score(), &row.seed_score),
        (t.nickname(), row.nickname.as_deref().unwrap_or_default()),
        (t.role(), row.role.to(lang)),
        (t.account(), row.stands.to(lang)),
        (t.signed_in(), &*signed_in),
        (t.first_until(), &*opens_until),
    ];
    let body = html! {
        h1 { bdi { (name) } }
        (messages(reader, None, view.done))
        @if let Some(code) = view.code { p class="code" { code { (code) } } }
        (facts(about.into_iter().filter(|(_, text)| !text.is_empty())))
        @if view.manages { (managed(view, t)) }
        p { a href="/people" { (t.people()) } }
    };
    frame(reader, name, Nav::Account, &body)
}

/// What may be done about a person.
fn managed(view: &PersonView<'_>, t: Texts) -> Html {
    let address = format!("/person/{}", percent_encoded(&view.row.line[0]));
    let one = |does: &str, text: &str| {
        html! {
            form method="post" action={ (address) "/" (does) } {
                (token(view.token))
                button class="quiet" { (text) }
            }
        }
    };
    html! {
        p { a href={ (address) "/export.json" } download="" { (t.export()) } }
        @if view.is_closed {
            (one("open", t.open_account()))
        } @else {
            h2 { (t.role()) }
            form class="fields" method="post" action={ (address) "/role" } {
                (token(view.token))
                label for="role" { (t.role()) }
                select id="role" name="role" {
                    @for (id, words, is_his) in view.roles {
                        option value=(id) selected=[is_his.then_some("")] { (words.to(t.0)) }
                    }
                }
                button class="quiet" { (t.keep()) }
            }
            h2 { (t.forgotten()) }
            p class="soft" { (t.forgotten_what()) }
            (one("code", t.give_code()))
            h2 { (t.close_account()) }
            p class="soft" { (t.close_account_what()) }
            (one("close", t.close_account()))
        }
        h2 { (t.remove_account()) }
        p class="soft" { (t.remove_account_what()) }
        form class="fields" method="post" action={ (address) "/remove" } {
            (token(view.token))
            label for="confirm" { (t.remove_confirm()) }
            input id="confirm" name="confirm" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required="";
            button class="quiet" { (t.remove_account()) }
        }
    }
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
    /// That nobody else reaches that address.
    pub warning: Option<&'a Sentence>,
    /// Until when the passwords are valid, and until when this page shows them; `None` if the reader has made none
    /// recently.
    pub until: Option<[LocalTime; 2]>,
    /// How many of those made are no longer valid.
    pub gone: usize,
}

/// `/people/slips`: first passwords on slips, shown for some minutes to the person who made them.
pub fn slips(reader: &Reader<'_>, view: &SlipsView<'_>) -> Html {
    let t = Texts(reader.lang);
    let gone = sentence!(
        "Of those that were made, {} are no longer valid: a password was chosen, or there are newer ones.",
        "另有 {} 张已失效：已设置密码，或已重新生成。",
        view.gone
    );
    let code = qr_code(&format!("{}/sign-in", view.address));
    let slip = |row: &SlipRow, until: &str| {
        html! {
            li {
                p { b { bdi { (row.name) } } @if !row.class.is_empty() { " " bdi { (row.class) } } }
                dl {
                    div { dt { (t.number()) } dd { b { (row.number) } } }
                    div { dt { (t.first_password()) } dd { code { (row.password) } } }
                    div { dt { (t.slip_where()) } dd { (view.address) "/sign-in" } }
                    div { dt { (t.slip_until()) } dd { (until) } }
                }
                (code)
            }
        }
    };
    let body = html! {
        h1 class="no-print" { (t.slips()) }
        div class="no-print" { (messages(reader, view.warning, None)) }
        @if let Some([until, shown]) = &view.until {
            p class="no-print" { (t.slips_what()) }
            p class="no-print" { (t.slips_shown()) " " b { (shown.told(reader.lang)) } }
            ul class="slips" { @for row in view.rows { (slip(row, &until.told(reader.lang))) } }
            @if view.gone > 0 {
                p class="no-print soft" { (gone.to(reader.lang)) }
            } @else if view.rows.is_empty() {
                p class="soft" { (t.slips_none()) }
            }
        } @else {
            p { (t.slips_gone()) }
        }
        p class="no-print" { a href="/people" { (t.people()) } }
    };
    frame(reader, t.slips(), Nav::Account, &body)
}

/// A row of the audit list.
pub struct AuditRow {
    /// When.
    pub at: LocalTime,
    /// Who.
    pub actor: String,
    /// What.
    pub deed: Words,
    /// The person concerned; may be empty.
    pub about: String,
    /// Its details.
    pub details: Sentence,
}

/// `/people/audit`; `more` is the row before which the next page begins.
pub fn audit(reader: &Reader<'_>, rows: &[AuditRow], more: Option<u64>) -> Html {
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
        vec![Cell::Moment(row.at.clone(), None), name(&row.actor), deed, name(&row.about), details]
    };
    let table = TypedTable::new("audit", columns, rows.iter().map(cells).collect());
    let table = table.html(Speech::Only(reader.lang), "", &sentence!("Audit log", "操作记录"));
    let body = html! {
        h1 { (t.audit()) }
        p class="soft" { (t.audit_what()) }
        (table)
        @if let Some(before) = more { p { a href={ "/people/audit?before=" (before) } { (t.earlier()) } } }
        p { a href="/people" { (t.people()) } }
    };
    frame(reader, t.audit(), Nav::Account, &body)
}
