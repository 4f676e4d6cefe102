//! Contests in their readers' browsers.

use crate::people::tests::{Browser, T, Tried};
use crate::site_contests::SiteContests;
use crate::site_event::SiteEvent;
use axum::http::StatusCode;
use leitai_core::GameName;
use leitai_hall::{ContestDraft, EventFile, Hall, TeamObjection};
use leitai_store::{Deed, Role};
use leitai_tournament::Seed;
use leitai_tournament::contest::{ContestDeed, Duty, Member, TeamForm, TeamId};
use std::sync::Arc;

/// A contest of two games, opened at the console; its address.
pub(crate) fn opened(tried: &Tried, name: &str) -> String {
    let draft = ContestDraft {
        name: name.to_owned(),
        games: "tictactoe, hex".to_owned(),
        place: "Hall 3".to_owned(),
        closes: "2999-10-22 24:00".to_owned(),
        hours: "2999-11-12 14:00 – 17:30".to_owned(),
        tables: "3".to_owned(),
        ..ContestDraft::default()
    };
    let terms = draft.read(&tried.site.zone).expect("terms");
    tried.site.events.shared().begin_contest(T, &terms).expect("begins");
    SiteContests::address(&tried.site.events, name)
}

pub(super) fn form(name: &str, member: &str) -> TeamForm {
    TeamForm {
        name: name.to_owned(),
        games: [GameName::given("tictactoe")].into(),
        members: vec![Member {
            name: member.to_owned(),
            number: format!("no {member}"),
            ..Member::default()
        }],
        contact: format!("phone of {member}"),
        ..TeamForm::default()
    }
}

pub(super) fn does(tried: &Tried, name: &str, deed: &ContestDeed) {
    let done = tried.site.events.shared().do_in_contest(T, name, deed, None);
    done.unwrap_or_else(|error| panic!("{error}"));
}

/// The same with two teams, the first of this account, who is a referee of this table; drawn, its event begun, and its match
/// called to that table. Its address, and the event.
pub(crate) fn under_way(tried: &Tried, name: &str, account: &str, table: u32) -> (String, Arc<SiteEvent>) {
    let id = opened(tried, name);
    for (team, member, account) in [("Eagles", "Zhang", Some(account)), ("Dragons", "Li", None)] {
        let account = account.map(str::to_owned);
        does(tried, name, &ContestDeed::SignUp { form: form(team, member), account });
    }
    let described = tried.site.events.shared().describe(T, name, TeamId(0), ("", b"%PDF-1.7 a plan"));
    described.unwrap_or_else(|error| panic!("{error}"));
    let duty = Duty::Referee(vec![table]);
    does(tried, name, &ContestDeed::Appoint { account: account.to_owned(), duty });
    does(tried, name, &ContestDeed::Close);
    let site = &tried.site;
    let (shared, of) = (site.events.shared(), (name, &GameName::given("tictactoe")));
    let place = (site.events.folder(), &site.zone);
    let event = shared.draw_game(T, of, &[TeamId(0), TeamId(1)], place).expect("drawn");
    site.events.look();
    let event = site.events.named(&event).expect("its file is there");
    begins(tried, &event);
    announces(tried, name);
    let due = shared.due_at_tables(&shared.contest(name).expect("there")).expect("a store");
    let (due, _) = due.into_iter().next().expect("a match");
    let deed = ContestDeed::Call { table, game: due.game, of: due.of, teams: due.teams };
    does(tried, name, &deed);
    (id, event)
}

/// The event as its journal has it by now, as the site's own thread would read it.
pub(crate) fn reads_on(tried: &Tried, event: &SiteEvent) {
    let (file, folder, shared) =
        (EventFile::clone(&event.file()), event.folder(), tried.site.events.shared());
    let hall = Hall::open_shared(file, shared, &folder, false, || Seed::new("1"));
    event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
}

/// An objection of the first team with a document, made at the console.
pub(crate) fn objects(tried: &Tried, name: &str, event: &SiteEvent) {
    let objection = TeamObjection {
        team: TeamId(0),
        game: &GameName::given("tictactoe"),
        about: None,
        words: "The second game began too early.",
        document: b"%PDF-1.7 the clock",
    };
    let made = tried.site.events.shared().object(T, name, &objection, &tried.site.zone);
    made.unwrap_or_else(|error| panic!("{error}"));
    reads_on(tried, event);
}

/// The plan of a contest is announced as it would be now.
pub(super) fn announces(tried: &Tried, name: &str) {
    let shared = tried.site.events.shared();
    let planned = shared.proposed_plan(name, &tried.site.zone, leitai_arena::now_ms());
    let matches = planned.unwrap_or_else(|error| panic!("{error}")).matches();
    does(tried, name, &ContestDeed::Plan { matches });
}

/// The value of a hidden field of a page.
pub(super) fn hidden(page: &str, field: &str) -> String {
    let value = page.split(&format!("name=\"{field}\" value=\"")).nth(1);
    let value = value.and_then(|rest| rest.split('"').next());
    value.unwrap_or_else(|| panic!("no {field}: {page}")).to_owned()
}

/// The event begins, as the site's own thread would begin it.
pub(super) fn begins(tried: &Tried, event: &SiteEvent) {
    let (file, folder, shared) =
        (EventFile::clone(&event.file()), event.folder(), tried.site.events.shared());
    let hall = Hall::open_shared(file, shared, &folder, true, || Seed::new("1"));
    event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
}

pub(super) fn sent(browser: &mut Browser<'_>, page: &str, fields: &[(&str, &str)], to: &str) {
    let answer = browser.sends(page, page, fields);
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{page} {fields:?}: {}", answer.text);
    assert!(answer.leads_to().contains(to), "{page} {fields:?}: {}", answer.leads_to());
}

#[test]
#[expect(clippy::too_many_lines, reason = "one contest, from its set-up to a result")]
fn a_contest_goes_from_its_set_up_to_a_result() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let [mut one, mut other] = ["2501", "2502"].map(|number| tried.settled(number, Role::Student));
    let mut referee = tried.settled("r1", Role::Student);

    // Set up: what is wrong is said beside its field, and what was typed stays.
    let new = "/organise/contests/new";
    let usual = teacher.get(new).text;
    assert!(
        usual.contains("Phantom Go") && usual.contains("30 min"),
        "the ten games with their clocks: {usual}"
    );
    let fields = [
        ("name", "School 2999"),
        ("games", "tictactoe"),
        ("hours", "2999-11-12 14:00 – 17:30"),
        ("tables", "2"),
    ];
    let opens = [&fields[..], &[("closes", "2999-10-22 24:00"), ("do", "open")]].concat();
    let opened = teacher.sends(new, new, &opens);
    assert!(opened.leads_to().starts_with("/organise/contests/"), "{}", opened.text);
    let own = opened.leads_to().split('?').next().expect("a path").to_owned();
    let public = own.trim_start_matches("/organise").to_owned();
    let again = teacher.sends(new, new, &opens);
    assert!(again.text.contains("already a contest with this name"), "{}", again.text);
    assert!(
        teacher.get("/organise").text.contains(&own) && tried.visitor().get("/events").text.contains(&public)
    );

    // Sign-up: everything that is wrong at once.
    let sign_up = format!("{public}/sign-up");
    let wrong = one.sends(&sign_up, &sign_up, &[("name", " "), ("contact", "phone 13800")]);
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    for told in ["choose at least one game", "at least one member", "value=\"phone 13800\""] {
        assert!(wrong.text.contains(told), "{told}: {}", wrong.text);
    }
    for (browser, name, member) in [(&mut one, "Eagles", "Zhang"), (&mut other, "Dragons", "Li")] {
        let fields = [
            ("name", name),
            ("game-tictactoe", "on"),
            ("member-0-name", member),
            ("member-0-number", member),
            ("contact", "phone 13800"),
        ];
        sent(browser, &sign_up, &fields, "done=sign-up");
    }
    let seen = tried.visitor().get(&public).text;
    assert!(seen.contains("Eagles") && !seen.contains("Zhang") && !seen.contains("phone 13800"), "{seen}");
    let [eagles, dragons] = ["t0", "t1"].map(|team| format!("{public}/teams/{team}"));
    assert!(one.get(&eagles).text.contains("Zhang"));
    assert_eq!([one.get(&dragons).status, referee.get(&eagles).status], [StatusCode::NOT_FOUND; 2]);
    assert!(tried.visitor().get(&eagles).leads_to().starts_with("/sign-in"));
    let changed = [
        ("do", "change"),
        ("name", "Eagles"),
        ("game-tictactoe", "on"),
        ("member-0-name", "Zhang"),
        ("college", "Data"),
    ];
    sent(&mut one, &eagles, &changed, "done=change");
    assert!(one.get(&format!("{eagles}/form")).text.contains("Signature"));
    let described = format!("{eagles}/description");
    let taken = one.uploads_to(&eagles, &described, &[], ("plan.pdf", b"%PDF-1.7 how it thinks"));
    assert!(taken.leads_to().ends_with("done=describe"), "{}", taken.text);
    assert_eq!(one.get(&described).bytes, b"%PDF-1.7 how it thinks");
    assert_eq!(other.get(&described).status, StatusCode::NOT_FOUND);
    assert_eq!(teacher.get(&described).status, StatusCode::OK);

    // Duties, and the draw once sign-up is closed.
    sent(
        &mut teacher,
        &own,
        &[("do", "appoint"), ("account", "r1"), ("duty", "referee"), ("tables", "2")],
        "appoint",
    );
    let draw = format!("{own}/draw");
    let early = [("do", "draw"), ("game", "tictactoe"), ("teams", "t0 t1")];
    assert!(teacher.sends(&own, &draw, &early).text.contains("sign-up is not closed"));
    sent(&mut teacher, &own, &[("do", "close")], "done=close");
    assert!(
        one.sends(&eagles, &eagles, &[("do", "withdraw"), ("why", "ill")]).text.contains("sign-up is closed")
    );
    sent(&mut teacher, &draw, &early, "done=draw");
    let event = tried.site.events.all().into_iter().next().expect("its event");
    begins(&tried, &event);
    let shown = tried.visitor().get(&format!("{public}/draw/tictactoe")).text;
    assert!(shown.contains("sha256sum") && shown.contains("printf %s 'SEED|"), "{shown}");

    // Check-in, and the tables: a referee at his own, nobody else.
    let check_in = format!("{public}/check-in");
    assert_eq!(
        [one.get(&check_in).status, tried.visitor().get(&check_in).status],
        [StatusCode::NOT_FOUND, StatusCode::SEE_OTHER]
    );
    assert!(!referee.get(&check_in).text.contains("Zhang"), "members are the team's and the organisers'");
    let shared = referee.sends(&check_in, &check_in, &[("team", "t0"), ("t0-machine", "")]);
    assert!(shared.text.contains("which machine"), "{}", shared.text);
    sent(
        &mut referee,
        &check_in,
        &[("team", "t0"), ("t0-machine", "PC 7"), ("t0-program", "v3")],
        "check-in",
    );
    let twice = referee.sends(&check_in, &check_in, &[("team", "t1"), ("t1-machine", "PC 7")]);
    assert!(twice.text.contains("one program a machine"), "{}", twice.text);
    assert!(referee.get(&check_in).text.contains("1 of 2 teams"));
    let tables = format!("{public}/tables");
    let waits = referee.get(&tables).text;
    let of = waits
        .split("name=\"match\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a match")
        .to_owned();
    let call = |table| [("do", "call"), ("game", "tictactoe"), ("match", of.as_str()), ("table", table)];
    assert_eq!(referee.sends(&tables, &tables, &call("1")).status, StatusCode::NOT_FOUND, "not his table");
    sent(&mut referee, &tables, &call("2"), "/tables/2?done=call");
    let table = format!("{tables}/2");
    let late = referee.get(&table).text;
    assert!(late.contains("data-until=") && late.contains("nobody there"), "{late}");
    for team in ["t0", "t1"] {
        sent(&mut referee, &table, &[("do", "arrive"), ("team", team)], "done=arrive");
    }
    let ready = referee.get(&table).text;
    let game = ready
        .split("name=\"of\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a game")
        .to_owned();
    sent(&mut referee, &table, &[("do", "start"), ("of", &game)], "done=start");
    assert!(tried.visitor().get(&format!("{public}/hall")).text.contains("Eagles"));

    // The result: by whoever serves there, and once.
    let result = format!("{table}/result");
    let sheet = [("of", game.as_str()), ("winner", "t0"), ("how", "rules"), ("said", "")];
    let none = referee.sends(&table, &result, &[("of", "x"), ("how", "x")]);
    for told in ["Choose the game", "Choose the record", "Choose how the game ended"] {
        assert!(none.text.contains(told), "{told}: {}", none.text);
    }
    assert_eq!(one.sends("/account", &result, &sheet).status, StatusCode::NOT_FOUND, "no duty");
    let brought = referee.sends(&table, &result, &sheet);
    assert!(brought.leads_to().ends_with("done=result"), "{}", brought.text);
    assert!(referee.sends(&table, &result, &sheet).leads_to().ends_with("done=before"));
    let differs = [("of", game.as_str()), ("winner", "draw"), ("how", "rules")];
    assert!(referee.sends(&table, &result, &differs).text.contains("a ruling changes it"));
    sent(&mut referee, &table, &[("do", "clear")], "done=clear");
    let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 200)).expect("a store");
    let by = |deed| {
        lines.iter().filter(|line| line.deed == deed).map(|line| line.actor.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(by(Deed::BringFromTable), ["r1"]);
    assert!(by(Deed::ContestTable).iter().all(|actor| *actor == "r1"));
}

#[test]
fn a_table_of_teams_is_imported_whole_or_not_at_all() {
    let tried = Tried::open();
    let (id, mut teacher) = (opened(&tried, "Cup"), tried.settled("t1", Role::Organiser));
    let teams = format!("/organise/contests/{id}/teams");
    let wrong = "team,games,members\nA,go,Zhao\nB,hex,Qian; Sun; Li; Zhou\nC,hex,Wu";
    let refused = teacher.sends(&teams, &teams, &[("do", "import"), ("import", wrong)]);
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    for told in
        ["line 2: there is no game <code>go</code>", "line 3: a team has at most 3 members", "C,hex,Wu"]
    {
        assert!(refused.text.contains(told), "{told}: {}", refused.text);
    }
    assert!(refused.text.contains("No team has signed up"), "nothing was taken");
    let right = "队名,棋种,队员\n飞鹰,海克斯棋,张三 / 2501 / 1班\n<b>龙</b>,tictactoe；hex,李四";
    sent(&mut teacher, &teams, &[("do", "import"), ("import", right)], "done=import&count=2");
    let csv = teacher.get(&format!("{teams}/registry.csv")).text;
    assert!(csv.contains("飞鹰") && csv.contains("张三 / 2501 / 1班"), "{csv}");
    sent(&mut teacher, &teams, &[("do", "import"), ("import", right)], "count=0");
    let public = tried.visitor().get(&format!("/contests/{id}/list.csv")).text;
    assert!(public.contains("飞鹰") && !public.contains("张三"), "{public}");
    assert!(!tried.visitor().get(&format!("/contests/{id}")).text.contains("<b>龙"));
    for page in [&teams, &format!("/organise/contests/{id}/draw"), &format!("/contests/{id}/slips")] {
        assert!(!teacher.get(&format!("{page}?lang=zh")).text.contains("<b>龙"), "{page}");
    }
}

#[test]
fn while_an_event_is_frozen_no_new_pairing_is_shown() {
    let tried = Tried::open();
    let (id, event) = under_way(&tried, "Cup", "r1", 1);
    let hall = format!("/contests/{id}/hall");
    let shows = || tried.visitor().get(&hall).text.contains("Eagles");
    assert!(shows());
    event.freeze(Some(leitai_arena::now_ms()));
    assert!(shows(), "its pairing was drawn before");
}

/// An address, what is wrong in its form, and what is said of it.
type WrongForm<'a> = (String, &'a [(&'a str, &'a str)], &'a [&'a str]);

#[test]
fn every_form_of_a_contest_tells_all_its_errors() {
    let tried = Tried::open();
    let (id, _) = under_way(&tried, "Cup", "r1", 1);
    let mut teacher = tried.settled("t1", Role::Organiser);
    let other = opened(&tried, "Other");
    let wrong: [WrongForm<'_>; 6] = [
        (
            "/organise/contests/new".to_owned(),
            &[
                ("name", " "),
                ("games", "go"),
                ("closes", "soon"),
                ("hours", "then"),
                ("tables", "0"),
                ("preset", "x"),
                ("do", "open"),
            ],
            &[
                "no game <code>go</code>",
                "<code>soon</code>",
                "<code>then</code>",
                "from 1 to 500",
                "school, national",
            ],
        ),
        (
            format!("/organise/contests/{id}/terms"),
            &[("closes", "soon"), ("tables", "x"), ("do", "open")],
            &["<code>soon</code>", "from 1 to 500"],
        ),
        (
            format!("/organise/contests/{id}"),
            &[("do", "appoint"), ("account", "nobody"), ("duty", "x"), ("tables", "99")],
            &["no account with this number", "Choose a duty"],
        ),
        (
            format!("/organise/contests/{id}/teams"),
            &[("do", "enter"), ("name", " "), ("member-0-name", ""), ("member-0-number", "7")],
            &["choose at least one game"],
        ),
        (
            format!("/contests/{other}/sign-up"),
            &[("name", "A")],
            &["choose at least one game", "at least one member"],
        ),
        (
            format!("/contests/{id}/teams/t0"),
            &[("do", "change"), ("name", "")],
            &["choose at least one game", "at least one member"],
        ),
    ];
    for (page, fields, told) in wrong {
        let answer = teacher.sends(&page, &page, fields);
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{page}: {}", answer.text);
        for told in told {
            assert!(answer.text.contains(told), "{page}: {told}: {}", answer.text);
        }
    }
}
