//! The pages of people, with strangers' words on them; other tests hold them to what every page guarantees.

use crate::fixture::{ZONE, time};
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_hall::{LocalTime, Trouble};
use leitai_pages::{
    AccountView, AuditRow, BadRow, DataView, FirstView, Html, ImportView, PeopleView, PersonRow, PersonView,
    Preview, Reader, RosterChange, RosterColumns, SessionView, SignInView, SlipRow, SlipsView, Theme,
    TokenView, TokensView, account, audit, data, first, import, people, people_table, person, sign_in, slips,
    tokens,
};

fn row(name: &str) -> PersonRow {
    PersonRow {
        line: ["2501", name, "1班", "飞鹰"].map(str::to_owned),
        seed_score: "87.5".to_owned(),
        nickname: Some(name.to_owned()),
        role: Words::new("student", "学生"),
        stands: sentence!("signed in", "已登录"),
        signed_in: Some(time()),
        opens_until: None,
    }
}

/// What the columns of a roster are taken for, unsure.
fn columns(name: &str, unsure: &Sentence) -> RosterColumns {
    RosterColumns {
        of: "0123".to_owned(),
        unsure: Some(unsure.clone()),
        kinds: vec![("number", Words::new("number", "学号")), ("-", Words::new("ignored", "忽略"))],
        columns: vec![("number", name.to_owned()), ("-", String::new())],
        rows: vec![vec![name.to_owned(), String::new()]],
        header: 1,
        lines: vec![(1, name.to_owned())],
    }
}

/// A preview with a changed person and a remark.
fn preview(name: &str, said: &Sentence) -> Preview {
    let [number, old, new] = [name, name, ""].map(str::to_owned);
    let changes = vec![RosterChange { number, what: Words::new("class", "班级"), old, new }];
    let (taken, remarks) = (vec![said.clone()], vec![said.clone()]);
    Preview { added: 1, same: 2, changed: 1, changes, missing: 3, taken, remarks }
}

/// Slips with a person of this name, and a page on which none are shown any more.
fn slips_of(reader: &Reader<'_>, name: &str) -> [Html; 2] {
    let [number, class] = ["2501", "1班"].map(str::to_owned);
    let slip = SlipRow { number, name: name.to_owned(), class, password: "abcd-efgh-jkmn".to_owned() };
    let (address, until, rows) = ("http://10.0.0.1:8080", Some([time(), time()]), &[slip][..]);
    let printed = SlipsView { rows, address, warning: None, until, gone: 3 };
    let gone = SlipsView { rows: &[], until: None, gone: 0, ..printed };
    [slips(reader, &printed), slips(reader, &gone)]
}

/// A token of this name, last used then.
fn token_view(name: &str, seen: Option<LocalTime>) -> TokenView {
    TokenView {
        id: "0f".repeat(32),
        name: name.to_owned(),
        scopes: vec![Words::new("read", "读取")],
        ends: time(),
        seen,
    }
}

/// Every page of people, by name, about somebody of this name.
pub(crate) fn pages(lang: Lang, name: &str) -> Vec<(&'static str, String)> {
    let reader = Reader { lang, theme: Theme::System, zone: &ZONE, here: "/account", address: "" };
    let (trouble, token) = (Sentence::quoted(name), "0123456789abcdef");
    let troubles = [None, Some("password"), Some("nickname"), Some("old"), Some("name")]
        .map(|path| Trouble { path, what: trouble.clone() });
    let view = SignInView { number: name, back: name, token, trouble: Some(&trouble) };
    let step = |wants_password| {
        let view = FirstView { number: "2501", token, wants_password, nickname: name, troubles: &troubles };
        first(&reader, &view)
    };
    let session = |is_this| SessionView {
        id: "0f".repeat(32),
        began: time(),
        seen: time(),
        place: name.to_owned(),
        is_this,
    };
    let own = AccountView {
        number: "2501",
        name,
        class: "1班",
        team: "",
        role: Words::new("student", "学生"),
        nickname: name,
        token,
        sessions: &[session(true), session(false)],
        unread: &[crate::organise::notice(name)],
        organises: true,
        troubles: &troubles,
        done: Some(&trouble),
    };
    let held = |seen| token_view(name, seen);
    let own_tokens = TokensView {
        form: token,
        tokens: &[held(None), held(Some(time()))],
        scopes: &[
            ("read", Words::new("read", "读取")),
            ("submit", Words::new("hand in programs", "提交程序")),
        ],
        days: &[30, 7],
        name,
        text: Some("leitai_0123"),
        troubles: &troubles,
        done: Some(&trouble),
    };
    let rows = [row(name), row("甲")];
    let list = PeopleView {
        rows: &rows,
        people: 2,
        waiting: 1,
        only_waiting: false,
        slips_until: Some(time()),
        until: "2026-12-31",
        token,
        done: Some(&trouble),
    };
    let one = PersonView {
        row: &rows[0],
        token,
        manages: true,
        is_closed: false,
        roles: &[
            ("student", Words::new("student", "学生"), true),
            ("captain", Words::new("captain", "队长"), false),
        ],
        code: Some("abcd-efgh-jkmn"),
        done: Some(&trouble),
    };
    let bad = [BadRow { line: 2, text: name.to_owned(), why: trouble.clone() }];
    let (preview, columns) = (preview(name, &trouble), columns(name, &trouble));
    let roster = |bad, preview| {
        let (text, is_random, until, columns) = (name, true, "2026-12-31", Some(&columns));
        import(&reader, &ImportView { token, text, is_random, until, columns, bad, preview })
    };
    let (at, [actor, about]) = (time(), [name, "2501"].map(str::to_owned));
    let deed =
        AuditRow { at, actor, deed: Words::new("signed in", "登录"), about, details: trouble.clone() };
    let [printed, gone] = slips_of(&reader, name);
    let pages = [
        ("sign-in", sign_in(&reader, &view)),
        ("first password", step(true)),
        ("nickname", step(false)),
        ("account", account(&reader, &own)),
        ("tokens", tokens(&reader, &own_tokens)),
        ("own data", data(&reader, &DataView { token, trouble: Some(&trouble) })),
        ("people", people(&reader, &list)),
        ("nobody", people(&reader, &PeopleView { rows: &[], waiting: 0, ..list })),
        ("person", person(&reader, &one)),
        ("closed", person(&reader, &PersonView { is_closed: true, code: None, ..one })),
        ("bad roster", roster(&bad, None)),
        ("good roster", roster(&[], Some(&preview))),
        ("slips", printed),
        ("no slips", gone),
        ("audit", audit(&reader, &[deed], Some(7))),
    ];
    pages.map(|(name, page)| (name, page.into_string())).into()
}

#[test]
fn a_form_is_sent_with_its_token_and_every_field_has_a_label() {
    for (page, text) in pages(Lang::En, "甲") {
        is_a_form_of_ours(page, &text);
    }
}

/// Every form of a page is sent with the page's token, and each of its fields is named.
pub(crate) fn is_a_form_of_ours(page: &str, text: &str) {
    for form in text.split("<form").skip(1).filter_map(|rest| rest.split("</form>").next()) {
        assert!(form.contains("method=\"post\""), "{page}: {form}");
        assert!(form.contains("name=\"t\" value=\"0123456789abcdef\""), "{page}: {form}");
        for field in form.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let is_told =
                ["for", "describedby", "list"].iter().any(|by| form.contains(&format!("{by}=\"{field}\"")));
            assert!(is_told, "{page}: {field}");
        }
    }
}

/// Grades are for teachers: a person's own page has none, nor have the slips to hand out.
#[test]
fn seed_scores_are_for_organisers_alone() {
    let with: Vec<_> = pages(Lang::En, "甲").into_iter().filter(|(_, text)| text.contains("87.5")).collect();
    assert_eq!(with.iter().map(|(page, _)| *page).collect::<Vec<_>>(), ["people", "person", "closed"]);
}

#[test]
fn the_list_leaves_the_page_without_formulas() {
    let table = people_table(&[row("=cmd()")]);
    assert!(table.csv().contains("\"'=cmd()\""), "{}", table.csv());
    assert!(table.json().contains("\"=cmd()\""), "{}", table.json());
}
