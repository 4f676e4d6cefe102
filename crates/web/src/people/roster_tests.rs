//! What teachers and students do in their browsers, from the roster on.

// What they type is not among our sentences.
#[cfg(test)]
use crate::people::cookies::SESSION;
use crate::people::tests::{Browser, PASSWORD, T, Tried};
use axum::http::StatusCode;
use leitai_store::{Deed, Role};
use std::fs;
use std::path::Path;

/// The text between two others on a page.
fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    page.split(before).nth(1).and_then(|rest| rest.split(after).next()).unwrap_or_default()
}

#[test]
fn a_teacher_takes_over_a_roster_and_a_student_signs_in() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let import = |teacher: &mut Browser<'_>, what: &str, text: &str| {
        let fields = [("text", text), ("first", "number"), ("until", "2999-12-31"), ("do", what)];
        teacher.sends("/people/import", "/people/import", &fields)
    };
    let bad = "学号,姓名\n2501,王小明\n2501,又一人\n,无名\n";
    for what in ["look", "import"] {
        let refused = import(&mut teacher, what, bad);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            refused.text.contains("is already in line 2") && refused.text.contains("2501,又一人"),
            "{}",
            refused.text
        );
        assert!(
            refused.text.contains("<td class=\"n\">4</td>") && !refused.text.contains("value=\"import\"")
        );
    }
    assert!(!teacher.get("/people").text.contains("2501"), "nothing is half imported");
    let good = "学号,姓名,班级,队伍,种子分\n2501,王小明,1班,飞鹰,87.5\n2502,=cmd(),1班,,\n";
    let preview = import(&mut teacher, "look", good);
    assert!(
        preview.text.contains("2 new, 0 changed, 0 as before; 1 who are not in it are kept."),
        "{}",
        preview.text
    );
    assert!(!teacher.get("/people").text.contains("2501"), "it is a preview");
    assert_eq!(import(&mut teacher, "import", good).leads_to(), "/people?done=import");
    let again = import(&mut teacher, "look", &good.replace("87.5", "90"));
    assert!(
        again.text.contains("0 new, 1 changed, 1 as before")
            && again.text.contains("<bdi>87.5</bdi></td><td><bdi>90</bdi>"),
        "{}",
        again.text
    );
    let list = teacher.get("/people?show=waiting").text;
    assert!(list.contains("/person/2501") && list.contains("87.5") && !list.contains("/person/t1"));
    let csv = teacher.get("/people/list.csv").text;
    assert!(csv.contains("\"'=cmd()\""), "{csv}");
    assert!(teacher.get("/people/list.json").text.contains("\"seed_score\""));

    let mut student = tried.visitor();
    let sign_in = [("number", "2501"), ("password", "2501"), ("back", "/docs?a=1")];
    assert_eq!(student.sends("/sign-in", "/sign-in", &sign_in).leads_to(), "/docs?a=1");
    student.sends("/first", "/first", &[("password", PASSWORD), ("again", PASSWORD)]);
    student.sends("/first", "/first", &[("nickname", "飞鹰")]);
    let account = student.get("/account").text;
    assert!(account.contains("王小明") && account.contains("value=\"飞鹰\""), "{account}");
    assert!(!account.contains("87.5"), "his grade is the teacher's");
    assert_eq!(student.get("/people").status, StatusCode::NOT_FOUND);
    let list = teacher.get("/people?show=waiting").text;
    assert!(!list.contains("/person/2501") && list.contains("/person/2502"));
    assert!(teacher.get("/people").text.contains("飞鹰"));
    let audit = teacher.get("/people/audit?lang=zh").text;
    assert!(audit.contains("新增 2 人") && audit.contains("设置昵称"), "{audit}");
}

#[test]
fn a_roster_that_is_unsure_is_asked_about_and_an_absent_column_keeps_what_was() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut send = |text: &str, more: &[(&str, &str)]| {
        let fields = [("text", text), ("first", "number"), ("until", "2999-12-31")];
        teacher.sends("/people/import", "/people/import", &[&fields[..], more].concat())
    };
    let first = "学号,姓名,班级,队伍\n2501,王小明,1班,飞鹰\n2502,李娜,1班,飞鹰\n";
    assert_eq!(send(first, &[("do", "import")]).leads_to(), "/people?done=import");

    // Nothing is imported before the columns are confirmed, whichever button is pressed.
    let text = "1,2501,王小明,男,2班\n2,2502,李娜,女,1班\n";
    let asked = send(text, &[("do", "import")]);
    assert_eq!(asked.status, StatusCode::OK);
    assert!(asked.text.contains("say what each column is") && !asked.text.contains("value=\"import\""));
    for (at, guess) in ["-", "number", "name", "-", "class"].iter().enumerate() {
        let select = between(&asked.text, &format!("name=\"column-{at}\">"), "</select>");

        assert!(select.contains(&format!("value=\"{guess}\" selected=\"\">")), "{at}: {select}");
    }
    let of = between(&asked.text, "name=\"of\" value=\"", "\"").to_owned();
    let columns = [
        ("of", of.as_str()),
        ("header", "0"),
        ("column-0", "-"),
        ("column-1", "number"),
        ("column-2", "name"),
        ("column-3", "-"),
        ("column-4", "class"),
    ];
    let preview = send(text, &[&columns[..], &[("do", "look")]].concat()).text;
    assert!(preview.contains("0 new, 1 changed, 1 as before"), "{preview}");
    assert!(preview.contains("<bdi>1班</bdi></td><td><bdi>2班</bdi>"), "{preview}");
    assert!(preview.contains("no column for team, seed score: what is there is kept"), "{preview}");
    // What was confirmed of one table holds for no other.
    let other = format!("{text}3,2503,又一人,男,1班\n");
    assert!(
        send(&other, &[&columns[..], &[("do", "import")]].concat()).text.contains("say what each column is")
    );
    // Browsers send line breaks in their own way.
    let text = text.replace('\n', "\r\n");
    let sent = send(&text, &[&columns[..], &[("do", "import")]].concat());
    assert_eq!(sent.leads_to(), "/people?done=import");
    let list = teacher.get("/people").text;
    assert!(list.matches("飞鹰").count() == 2 && list.contains("2班"), "{list}");
}

#[test]
fn what_is_no_roster_is_named_and_what_was_typed_stays() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut send = |text: &str| {
        let fields = [("text", text), ("first", "number"), ("until", "2999-12-31"), ("do", "look")];
        teacher.sends("/people/import", "/people/import", &fields)
    };
    for (text, part) in [
        ("<html><table>", "web page"),
        ("学号,姓名\n2.02340E+09,徐杰\n", "lost their last digits"),
        ("学号,密码\n2501,王\n", "none as the name"),
    ] {
        let refused = send(text).text;
        let typed = text.lines().next().unwrap_or_default().replace('<', "&lt;").replace('>', "&gt;");
        assert!(refused.contains(part) && refused.contains(&typed), "{part}: {refused}");
        assert!(!refused.contains("value=\"import\""), "{part}");
    }
}

#[test]
fn a_forgotten_password_is_replaced_by_a_code_that_works_once() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut student = tried.settled("2501", Role::Student);
    let shown = |teacher: &mut Browser<'_>| {
        between(&teacher.get("/person/2501").text, "<p class=\"code\"><code>", "<").to_owned()
    };
    assert_eq!(teacher.sends("/person/2501", "/person/2501/code", &[]).leads_to(), "/person/2501");
    let code = shown(&mut teacher);
    assert_eq!(code.len(), 14, "{code}");
    // Reloading the page gives no other code, and no other organiser is shown this one.
    assert_eq!(shown(&mut teacher), code);
    assert_eq!(shown(&mut tried.settled("t2", Role::Organiser)), "");
    assert!(student.get("/account").leads_to().starts_with("/sign-in"), "his sessions are over");
    let comes = |password: &str| {
        let mut browser = tried.visitor();
        let sent = browser.sends("/sign-in", "/sign-in", &[("number", "2501"), ("password", password)]);
        (sent.status, browser)
    };
    assert_eq!(comes(PASSWORD).0, StatusCode::UNAUTHORIZED, "the old one holds no more");
    let (status, mut browser) = comes(&code.to_uppercase());
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert_eq!(shown(&mut teacher), "", "it is used");
    assert_eq!(comes(&code).0, StatusCode::UNAUTHORIZED, "once");
    let chosen =
        browser.sends("/first", "/first", &[("password", "another horse"), ("again", "another horse")]);
    assert_eq!(chosen.leads_to(), "/first");
    assert_eq!(browser.get("/first").leads_to(), "/account", "he has a nickname");
    assert_eq!(comes("another horse").0, StatusCode::SEE_OTHER);
}

/// Whether any file in a folder contains these bytes.
fn is_kept(folder: &Path, bytes: &[u8]) -> bool {
    fs::read_dir(folder).expect("our folder").flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return is_kept(&path, bytes);
        }
        fs::read(path).is_ok_and(|all| all.windows(bytes.len()).any(|part| part == bytes))
    })
}

#[test]
fn slips_are_shown_to_who_made_them_and_let_in() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let fields =
        [("text", "2501,Ann\n2502,Bo\n"), ("first", "random"), ("until", "2999-12-31"), ("do", "import")];
    assert_eq!(teacher.sends("/people/import", "/people/import", &fields).leads_to(), "/people/slips");
    let printed = teacher.get("/people/slips");
    assert_eq!(printed.headers["cache-control"], "no-store");
    let slips = printed.text;
    let of = |page: &str, name: &str| {
        between(between(page, &format!("<bdi>{name}<"), "</li>"), "<code>", "<").to_owned()
    };
    let password = of(&slips, "Ann");
    assert!(password.len() == 14 && slips.contains("Bo") && slips.contains("/sign-in"), "{slips}");
    // Reloaded, even in another language, the page is the same: the printed slips stay valid. They are on no disk.
    for page in ["/people/slips", "/people/slips?lang=zh"] {
        let again = teacher.get(page).text;
        assert_eq!([of(&again, "Ann"), of(&again, "Bo")], [password.clone(), of(&slips, "Bo")], "{page}");
    }
    assert!(
        teacher.get("/people?lang=en").text.contains("href=\"/people/slips\""),
        "the list leads back to it"
    );
    assert!(!is_kept(tried.folder.path(), password.as_bytes()), "{password}");
    assert!(is_kept(tried.folder.path(), b"2501"), "where the rest of the list is");
    let mut other = tried.settled("t2", Role::Administrator);
    let theirs = other.get("/people/slips").text;
    assert!(!theirs.contains("<code>") && theirs.contains("the browser that made them"), "{theirs}");
    let comes = |password: &str| {
        let mut browser = tried.visitor();
        let sent = browser.sends("/sign-in", "/sign-in", &[("number", "2501"), ("password", password)]);
        (sent.status, browser)
    };
    assert_eq!(comes("2501").0, StatusCode::UNAUTHORIZED, "the number is no password");
    assert_eq!(comes(&password).0, StatusCode::SEE_OTHER);
    let (status, mut browser) = comes(&password);
    assert_eq!(status, StatusCode::SEE_OTHER, "until another is chosen");
    browser.sends("/first", "/first", &[("password", PASSWORD), ("again", PASSWORD)]);
    assert_eq!(comes(&password).0, StatusCode::UNAUTHORIZED);
    let left = teacher.get("/people/slips").text;
    assert!(
        !left.contains("Ann") && left.contains("1 are no longer valid"),
        "what holds no more is not printed: {left}"
    );
    // New ones are made only on request, by whichever organiser; then the earlier ones are no longer shown.
    let fields = [("until", "2000-01-01")];
    assert_eq!(other.sends("/people", "/people/slips", &fields).leads_to(), "/people/slips");
    let again = other.get("/people/slips").text;
    assert!(!again.contains("Ann") && !of(&again, "Bo").is_empty(), "{again}");
    assert_ne!(of(&again, "Bo"), of(&slips, "Bo"));
    let left = teacher.get("/people/slips").text;
    assert!(!left.contains("<code>") && left.contains("2 are no longer valid"), "{left}");
    let bad = teacher.sends("/people", "/people/until", &[("until", "tomorrow")]);
    assert_eq!(bad.status, StatusCode::BAD_REQUEST);
    assert_eq!(
        teacher.sends("/people", "/people/until", &[("until", "2999-12-31")]).leads_to(),
        "/people?done=until"
    );
}

#[test]
fn who_guesses_keeps_nobody_out_of_his_own_browser() {
    let tried = Tried::open();
    tried.settled("2501", Role::Student);
    let comes = |browser: &mut Browser<'_>, password: &str| {
        browser.sends("/sign-in", "/sign-in", &[("number", "2501"), ("password", password)]).status
    };
    let (mut own, mut other) = (tried.visitor(), tried.visitor());
    assert_eq!(comes(&mut own, PASSWORD), StatusCode::SEE_OTHER);
    own.sends("/account", "/sign-out", &[]);
    while comes(&mut other, "wrong") == StatusCode::UNAUTHORIZED {}
    for browser in [&mut other, &mut tried.visitor()] {
        assert_eq!(comes(browser, PASSWORD), StatusCode::TOO_MANY_REQUESTS, "whoever asks has to wait");
    }
    assert_eq!(comes(&mut own, PASSWORD), StatusCode::SEE_OTHER);
}

#[test]
fn one_looks_after_ones_own_account_and_no_other() {
    let tried = Tried::open();
    let (mut one, mut other) = (tried.settled("2501", Role::Student), tried.settled("2502", Role::Student));
    let mut phone = tried.visitor();
    phone.sends("/sign-in", "/sign-in", &[("number", "2501"), ("password", PASSWORD)]);
    let account = one.get("/account").text;
    let session = between(&account, "name=\"session\" value=\"", "\"").to_owned();
    assert_eq!(session.len(), 64, "{account}");
    let end = |browser: &mut Browser<'_>| browser.sends("/account", "/account/end", &[("session", &session)]);
    assert_eq!(end(&mut other).status, StatusCode::NOT_FOUND, "somebody else's");
    assert_eq!(phone.get("/account").status, StatusCode::OK);
    assert_eq!(end(&mut one).leads_to(), "/account?done=end");
    assert!(phone.get("/account").leads_to().starts_with("/sign-in"));

    let taken = one.sends("/account", "/account/nickname", &[("nickname", "NICK 2502")]);
    assert_eq!(taken.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(taken.text.contains("already taken") && taken.text.contains("value=\"NICK 2502\""));
    assert_eq!(
        one.sends("/account", "/account/nickname", &[("nickname", "Lion")]).leads_to(),
        "/account?done=nickname"
    );

    let change = |browser: &mut Browser<'_>, old: &str, new: &str| {
        browser.sends("/account", "/account/password", &[("old", old), ("password", new), ("again", new)])
    };
    assert!(change(&mut one, "wrong", "another horse").text.contains("old password is wrong"));
    let before = one.cookies[SESSION].clone();
    assert_eq!(change(&mut one, PASSWORD, "another horse").leads_to(), "/account?done=password");
    assert_ne!(one.cookies[SESSION], before);
    assert_eq!(one.sends("/account", "/sign-out", &[]).leads_to(), "/");
    assert!(!one.cookies.contains_key(SESSION) && one.get("/account").leads_to().starts_with("/sign-in"));
}

#[test]
fn organisers_look_after_those_below_them() {
    let tried = Tried::open();
    let mut organiser = tried.settled("t1", Role::Organiser);
    let mut administrator = tried.settled("t0", Role::Administrator);
    let mut student = tried.settled("2501", Role::Student);
    tried.settled("t2", Role::Organiser);
    let token = |browser: &mut Browser<'_>| {
        between(&browser.get("/people/import").text, "name=\"t\" value=\"", "\"").to_owned()
    };
    let (t1, t0) = (token(&mut organiser), token(&mut administrator));
    for number in ["t0", "t1", "t2", "nobody"] {
        for deed in ["close", "code", "role", "open"] {
            let sent =
                organiser.posts(&format!("/person/{number}/{deed}"), &[("t", &t1), ("role", "student")]);
            assert_eq!(sent.status, StatusCode::NOT_FOUND, "{number} {deed}");
        }
    }
    let raise = organiser.posts("/person/2501/role", &[("t", &t1), ("role", "organiser")]);
    assert_eq!(raise.status, StatusCode::NOT_FOUND, "nobody gives what he is himself");
    assert_eq!(
        organiser.posts("/person/2501/role", &[("t", &t1), ("role", "captain")]).status,
        StatusCode::SEE_OTHER
    );
    assert!(student.get("/account").text.contains("captain"));
    assert_eq!(
        administrator.posts("/person/t2/role", &[("t", &t0), ("role", "student")]).status,
        StatusCode::SEE_OTHER
    );
    assert_eq!(organiser.posts("/person/2501/close", &[("t", &t1)]).status, StatusCode::SEE_OTHER);
    assert!(student.get("/account").leads_to().starts_with("/sign-in"));
    assert!(organiser.get("/person/2501").text.contains("/person/2501/open"));
    assert_eq!(organiser.posts("/person/2501/open", &[("t", &t1)]).status, StatusCode::SEE_OTHER);
    assert_eq!(organiser.posts("/person/2501/fly", &[("t", &t1)]).status, StatusCode::NOT_FOUND);
    let lines =
        tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 4)).expect("the store answers");
    let deeds: Vec<_> =
        lines.iter().map(|line| (line.actor.as_str(), line.deed, line.about.as_str())).collect();
    let read = ("t1", Deed::ReadPeople, "2501");
    assert_eq!(
        deeds,
        [("t1", Deed::Open, "2501"), read, ("t1", Deed::Close, "2501"), ("t0", Deed::Role, "t2")]
    );
}

#[test]
fn a_roster_leaves_out_whom_its_sender_may_not_change() {
    let tried = Tried::open();
    let mut admin = tried.settled("admin", Role::Administrator);
    let mut teacher = tried.settled("t1", Role::Organiser);
    tried.settled("t2", Role::Organiser);
    // An organiser who has not chosen a password yet: a slip would let in whoever prints it.
    tried.enters("t3");
    tried.enters("2501");
    let people = &tried.site.accounts.people;
    tried.runtime.block_on(people.give_role(T, "t3", Role::Organiser)).expect("the store answers");
    let names = || {
        let all = tried.runtime.block_on(people.all()).expect("the store answers");
        let renamed = all.into_iter().filter(|person| person.line.name == "Renamed");
        renamed.map(|person| person.line.number).collect::<Vec<_>>()
    };
    let lines = ["admin", "t1", "t2", "t3", "2501"].map(|number| format!("{number},Renamed\n"));
    let text = format!("number,name\n{}", lines.concat());
    for (browser, skipped, changed) in [
        (&mut teacher, &["admin", "t1", "t2", "t3"][..], &["2501"][..]),
        (&mut admin, &["admin"], &["2501", "t1", "t2", "t3"]),
    ] {
        let fields = |what| [("text", text.as_str()), ("until", "2999-12-31"), ("do", what)];
        let preview = browser.sends("/people/import", "/people/import", &fields("look")).text;
        for number in ["admin", "t1", "t2", "t3", "2501"] {
            let is_named = preview.contains(&format!("{number} is skipped"));
            assert_eq!(is_named, skipped.contains(&number), "{number}: {preview}");
        }
        browser.sends("/people/import", "/people/import", &fields("import"));
        assert_eq!(names(), changed);
        let audit = browser.get("/people/audit").text;
        assert!(audit.contains(&format!("; skipped: {}", skipped.join(", "))), "{audit}");
    }
    let slips = |browser: &mut Browser<'_>| {
        browser.sends("/people", "/people/slips", &[("until", "2999-12-31")]);
        let page = browser.get("/people/slips").text;
        ["t3", "2501"].map(|number| page.contains(&format!(">{number}<")))
    };
    assert_eq!(slips(&mut teacher), [false, true]);
    assert_eq!(slips(&mut admin), [true, true]);
}
