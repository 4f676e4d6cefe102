//! What organisers do in their browsers, from creating an event to a ruling while it is running.

// What they type is not among our sentences.
#[cfg(test)]
use crate::own_notes::tests::played;
use crate::people::tests::{Browser, Tried};
use crate::site_event::SiteEvent;
use crate::site_events::SiteEvents;
use axum::http::{StatusCode, header};
use leitai_hall::{Following, Stop, Zone};
use leitai_store::{Deed, Role};
use leitai_tournament::{DecidedBy, Decision, EntryId, Role as TournamentRole};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

const CUP: [(&str, &str); 4] = [
    ("name", "Spring Cup 春季赛"),
    ("game", "gomoku"),
    ("preset", "school"),
    ("entries", "甲队, random\n乙队, random\n丙队, random"),
];

/// Fills in the form of a new event and presses a button.
pub(super) fn sends(
    browser: &mut Browser<'_>,
    does: &str,
    fields: &[(&str, &str)],
) -> crate::people::tests::Answered {
    browser.sends("/organise/new", "/organise/new", &[fields, &[("do", does)]].concat())
}

pub(super) fn deeds(tried: &Tried, most: u32) -> Vec<(String, Deed, String)> {
    let lines =
        tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, most)).expect("the store answers");
    lines.into_iter().map(|line| (line.actor, line.deed, line.about)).collect()
}

/// Waits until another thread has made a condition true.
pub(super) fn until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Does something while the event is being run as by the server; then stops it.
pub(super) fn while_it_runs(tried: &Tried, event: &Arc<SiteEvent>, act: impl FnOnce()) {
    let stop = Stop::default();
    thread::scope(|scope| {
        scope.spawn(|| tried.site.events.run(event, &stop));
        let acted = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            until("it begins", || event.known().is_some());
            act();
        }));
        stop.abandon.store(true, Ordering::Relaxed);
        acted.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

#[test]
fn times_are_those_of_the_site_and_every_error_is_told_at_once() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let judge = [("name", "Board"), ("game", "hex"), ("preset", "judge")];
    let bad = [("submit.closes", "soon"), ("submit.interval", "often"), ("games", "two")];
    let refused = sends(&mut teacher, "open", &[&judge[..], &bad].concat());
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.text.matches("aria-invalid").count(), bad.len(), "{}", refused.text);
    let closes = [("submit.closes", "2999年10月22日　２４：００")];
    let opened = sends(&mut teacher, "open", &[&judge[..], &closes].concat());
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let event = tried.site.events.all().pop().expect("an event");
    let file = fs::read_to_string(&event.source).expect("a file");
    assert!(file.contains("closes = \"2999-10-22 24:00 +08:00\""), "{file}");
    let page = format!("/organise/{}/limits", event.id);
    let later = super::edited::edits(&mut teacher, &page, &[("submit.closes", "2999-10-23 8:00")]);
    assert_eq!(later.status, StatusCode::SEE_OTHER, "{}", later.text);
    let file = fs::read_to_string(&event.source).expect("a file");
    assert!(file.contains("closes = \"2999-10-23 08:00 +08:00\""), "{file}");
    let notices = tried.visitor().get("/notices?lang=zh").text;
    assert!(notices.contains("时区：北京时间（UTC+08:00）"), "the page says its zone: {notices}");
    assert!(notices.contains("+08:00\">20") && notices.contains("年"), "machines get the offset: {notices}");
    assert!(tried.visitor().get("/notices.atom").text.contains("+08:00</updated>"));
}

#[test]
fn an_event_is_opened_in_the_browser_and_there_at_once() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let bad =
        sends(&mut teacher, "open", &[&CUP[..], &[("clock", "mov=2s"), ("place", "<b>3号楼")]].concat());
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        bad.text.contains("aria-invalid") && bad.text.contains("value=\"&lt;b&gt;3号楼\""),
        "{}",
        bad.text
    );
    let looked = sends(&mut teacher, "look", &CUP);
    assert_eq!(looked.status, StatusCode::OK, "{}", looked.text);
    assert!(looked.text.contains("value=\"open\"") && looked.text.contains("at most 3 entries, 6 games"));
    let file = sends(&mut teacher, "file", &CUP);
    assert!(file.text.contains("name = \"Spring Cup 春季赛\"\ngame = \"gomoku\"\n"), "{}", file.text);
    let saved = file.headers[header::CONTENT_DISPOSITION].to_str().expect("text");
    assert!(saved.starts_with("attachment; filename*=UTF-8''Spring%20Cup%20%E6"), "{saved}");
    assert_eq!(tried.site.events.count(), 0, "nothing was opened yet");

    let opened = sends(&mut teacher, "open", &CUP);
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let event = tried.site.events.all().pop().expect("an event");
    assert_eq!(opened.leads_to(), format!("/organise/{}?done=open", event.id));
    assert_eq!(tried.site.events.take_fresh().len(), 1, "whoever runs events is told");
    let lying = fs::read_to_string(&event.source).expect("a file");
    assert_eq!(lying, file.text, "what was shown is what lies there");
    let name = event.source.file_name().and_then(|name| name.to_str()).expect("text");
    assert!(name.starts_with("spring-cup-") && name.ends_with(&format!("{}.toml", event.id)), "{name}");
    let page = teacher.get(opened.leads_to()).text;
    assert!(page.contains("The event is open.") && page.contains("Spring Cup 春季赛"));
    assert_eq!(teacher.get(&format!("/organise/{}/event.toml", event.id)).text, lying);
    assert!(teacher.get("/organise").text.contains(&event.id));
    assert_eq!(deeds(&tried, 1), [("t1".to_owned(), Deed::OpenEvent, "Spring Cup 春季赛".to_owned())]);

    let again = sends(&mut teacher, "open", &CUP);
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.text.contains("already an event with this name") && tried.site.events.count() == 1);
    let roster = "学号,姓名,班级,队伍,种子分\n2501,王小明,1班,飞鹰,87.5\n";
    let fields = [("text", roster), ("first", "number"), ("until", "2999-12-31"), ("do", "import")];
    teacher.sends("/people/import", "/people/import", &fields);
    assert!(teacher.get("/organise/new?people=teams").text.contains("飞鹰, , 1班, 87.5, 王小明"));
    // Nobody can run arbitrary commands through an event.
    let evil = [("name", "Evil"), ("game", "gomoku"), ("entries", "a, easy\nb, cmd:id")];
    assert_eq!(sends(&mut teacher, "open", &evil).status, StatusCode::UNPROCESSABLE_ENTITY);
    let mut student = tried.settled("2501", Role::Student);
    for path in
        ["/organise".to_owned(), "/organise/new".to_owned(), format!("/organise/{}/event.toml", event.id)]
    {
        assert_eq!(student.get(&path).status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn a_paused_event_is_paused_after_the_server_was_started_again() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    sends(&mut teacher, "open", &CUP);
    let event = tried.site.events.all().pop().expect("an event");
    let here = format!("/organise/{}", event.id);
    while_it_runs(&tried, &event, || {
        assert_eq!(
            teacher.sends(&here, &format!("{here}/pause"), &[]).leads_to(),
            format!("{here}?done=pause")
        );
        assert!(event.is_paused());
        assert!(teacher.get("/events").text.contains("paused"), "everybody sees it");
        teacher.sends(&here, &format!("{here}/pause"), &[]);
        assert!(teacher.get(&here).text.contains("/resume\""));
    });
    let events = &tried.site.events;
    let (shared, folder) = (Arc::clone(events.shared()), events.folder().to_owned());
    let again = SiteEvents::new(shared, Zone::of_machine(), folder, 4, Duration::from_hours(1));
    assert!(again.look().pop().expect("an event").is_paused(), "a pause outlasts the server");
    teacher.sends(&here, &format!("{here}/resume"), &[]);
    assert!(!event.is_paused());
    let done: Vec<Deed> = deeds(&tried, 2).into_iter().map(|(_, deed, _)| deed).collect();
    assert_eq!(done, [Deed::Resume, Deed::Pause], "each once");
}

#[test]
fn a_ruling_is_shown_before_it_is_made_and_holds_while_the_event_runs() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    sends(&mut teacher, "open", &CUP);
    let event = tried.site.events.all().pop().expect("an event");
    let here = format!("/organise/{}", event.id);
    let action = format!("{here}/rule");
    assert!(teacher.get(&action).text.contains("has not begun"));
    let rulings = || event.known().as_ref().map_or(0, |known| known.history.event.rulings().len());
    while_it_runs(&tried, &event, || {
        let form = format!("{action}?kind=withdraw&entry=e1");
        let mut fields =
            vec![("kind", "withdraw"), ("entry", "e1"), ("by", "referee"), ("reason", "no train")];
        let shown = teacher.sends(&form, &action, &fields).text;
        assert!(
            shown.contains("乙队 withdraws without permission") && shown.contains("value=\"rule\""),
            "{shown}"
        );
        assert_eq!(rulings(), 0, "it was only looked at");
        // Without the mark of what was shown, it is only shown.
        fields.push(("do", "rule"));
        let unseen = teacher.sends(&form, &action, &fields);
        assert_eq!(unseen.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(unseen.text.contains("nothing was decided"));
        let mark = shown.split("name=\"shown\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        fields.push(("shown", mark.expect("a mark")));
        assert_eq!(teacher.sends(&form, &action, &fields).leads_to(), format!("{here}?done=rule"));
        until("whoever runs the event takes it up", || rulings() == 1);
        let known = event.known();
        let ruling = &known.as_ref().expect("it runs").history.event.rulings()[0];
        assert_eq!((ruling.account.as_deref(), ruling.reason.as_str()), (Some("t1"), "no train"));
    });
    assert_eq!(deeds(&tried, 1)[0].1, Deed::Rule);
    assert!(teacher.get("/people/audit").text.contains("乙队 withdraws without permission"));
    let mut visitor = tried.visitor();
    let page = visitor.get(&format!("/events/{}", event.id)).text;
    assert!(page.contains("no train") && !page.contains("t1"), "the number is the teachers'");
    // An impossible decision is reported, and what was typed stays.
    let refused = teacher.sends(
        &format!("{action}?kind=withdraw"),
        &action,
        &[("kind", "withdraw"), ("entry", "e0"), ("leave", "on"), ("by", "referee"), ("reason", "<i>ill")],
    );
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused.text.contains("only the chief referee") && refused.text.contains("value=\"&lt;i&gt;ill\"")
    );
    for (kind, more, said) in [
        ("withdraw", ("entry", "e9"), "Choose an entry"),
        ("question", ("game", "0.0.e0-e9.g0"), "neither played nor due"),
        ("question", ("game", "<b>"), "is not a game"),
        ("revoke", ("ruling", "7"), "no ruling 7"),
        ("close", ("game", ""), "Choose a kind"),
        ("disqualify", ("e7", "on"), "at least one entry"),
        ("lots", ("lot-e0", "2"), "Name the witness"),
        ("lots", ("lot-e0", "second"), "is no lot"),
        ("lots", ("witness", "W"), "no lot is given for 甲队, 乙队"),
        ("object", ("entry", "e0"), "is decided by: leader"),
        ("object", ("document", "abc"), "Give the SHA-256"),
        ("answer-objection", ("ruling", "0"), "is decided by: arbitration panel"),
    ] {
        let fields = [("kind", kind), more, ("by", "referee"), ("reason", "r")];
        let refused = teacher.sends(&format!("{action}?kind=withdraw"), &action, &fields);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{kind}");
        assert!(refused.text.contains(said), "{kind}: {}", refused.text);
    }
}

#[test]
fn from_a_game_or_an_entry_a_ruling_is_one_click_away_and_nobody_types_codes() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let (event, game, [first, _]) = played(&tried, ["2501", "2502"]);
    let rule = format!("/organise/{}/rule", event.id);
    let me = teacher.get("/me").text;
    assert!(me.contains("Make a ruling about this game"), "{me}");
    assert!(!tried.settled("2503", Role::Student).get("/me").text.contains("ruling"));
    // The script of the game's page leads here.
    let about = teacher.get(&format!("{rule}?of={game}")).text;
    let id = event.known().as_ref().expect("it began").history.event.games()[0].id.to_string();
    let filled = format!("?kind=confirm&amp;game={id}\"");
    assert!(about.contains(&filled) && about.contains(&first) && !about.contains("kind=withdraw"), "{about}");
    let form = teacher.get(&format!("{rule}?kind=confirm&game={id}")).text;
    let hidden = format!("type=\"hidden\" name=\"game\" value=\"{id}\"");
    assert!(form.contains(&hidden) && form.contains(&format!("{first} (First)")), "{form}");
    let entry = teacher.get(&format!("{rule}?entry=2501")).text;
    assert!(entry.contains("kind=withdraw&amp;entry=e") && !entry.contains("kind=confirm"), "{entry}");
    // Everything that is missing is told at once.
    let asked = format!("{rule}?kind=replay");
    let empty = teacher.sends(&asked, &rule, &[("kind", "replay"), ("game", "x"), ("by", "referee")]);
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    for said in ["is not a game", "Say who consented", "Give the reason"] {
        assert!(empty.text.contains(said), "{said}: {}", empty.text);
    }
    // Every kind that the command line knows is offered, but for those that only ladders have.
    let all = teacher.get(&rule).text;
    let every = leitai_tournament::DecisionKind::ALL.iter();
    for kind in every.filter(|kind| kind.offered == leitai_tournament::Offered::Everywhere) {
        assert!(all.contains(&format!("?kind={}\"", kind.name)), "{}: {all}", kind.name);
    }
}

#[test]
fn a_notice_is_seen_by_everybody_and_by_a_student_until_he_has_read_it() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut student = tried.settled("2501", Role::Student);
    sends(&mut teacher, "open", &CUP);
    sends(&mut teacher, "open", &[("name", "Other"), ("game", "hex"), ("preset", "judge")]);
    let all = tried.site.events.all();
    let (other, event) = (&all[0], &all[1]);
    let here = format!("/organise/{}", event.id);
    let empty = teacher.sends(&here, &format!("{here}/notice"), &[("en", " "), ("zh", "")]);
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    let given = [("en", "Moved to <room> 5\nat ten"), ("zh", "改在五号楼")];
    assert_eq!(
        teacher.sends(&here, &format!("{here}/notice"), &given).leads_to(),
        format!("{here}?done=notice")
    );
    // Sent again with the browser's back button, it is given once.
    teacher.sends(&here, &format!("{here}/notice"), &given);
    for path in ["/", "/notices"] {
        let mut visitor = tried.visitor();
        assert!(visitor.get(path).text.contains("Moved to &lt;room&gt; 5<br>at ten"), "{path}");
        assert!(visitor.get(&format!("{path}?lang=zh")).text.contains("改在五号楼"), "{path}");
    }
    let mut visitor = tried.visitor();
    let feed = visitor.get("/notices.atom");
    assert_eq!(feed.headers[header::CONTENT_TYPE], "application/atom+xml; charset=utf-8");
    assert!(feed.text.contains("<title>Spring Cup 春季赛: Moved to &lt;room&gt; 5</title>"), "{}", feed.text);
    assert_eq!(feed.text.matches("<entry>").count(), 1, "sent twice it is one: {}", feed.text);
    assert!(!feed.text.contains("t1"), "who gave it is for organisers");

    let account = student.get("/account").text;
    assert!(account.contains("Moved to &lt;room&gt; 5"), "{account}");
    let last = account.split("name=\"last\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let last = last.expect("a number").to_owned();
    assert_eq!(student.sends("/account", "/notices/read", &[("last", &last)]).leads_to(), "/account");
    assert!(!student.get("/account").text.contains("Moved to"), "he has read it");
    assert!(teacher.get("/account").text.contains("Moved to"), "the teacher has not");

    let elsewhere = format!("/organise/{}", other.id);
    let wrong = teacher.sends(&elsewhere, &format!("{elsewhere}/withdraw"), &[("notice", &last)]);
    assert_eq!(wrong.status, StatusCode::NOT_FOUND, "it is another event's");
    teacher.sends(&here, &format!("{here}/withdraw"), &[("notice", &last)]);
    assert!(!visitor.get("/notices").text.contains("Moved to"));
    let done: Vec<Deed> = deeds(&tried, 2).into_iter().map(|(_, deed, _)| deed).collect();
    assert_eq!(done, [Deed::Withdraw, Deed::Notice]);
}

#[test]
fn a_frozen_board_tells_the_public_nothing_new_and_organisers_everything() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let mut student = tried.settled("2501", Role::Student);
    let entries =
        [("name", "Board"), ("game", "hex"), ("entries", "2501, random\nother, random\nthird, random")];
    sends(&mut teacher, "open", &entries);
    let event = tried.site.events.all().pop().expect("an event");
    let (here, public) = (format!("/organise/{}", event.id), format!("/events/{}", event.id));
    let own = format!("{here}/board");
    assert!(teacher.get(&own).text.contains("has not begun"));
    let withdraw = |tried: &Tried, entry: u32, so_many: usize| {
        let shared = Arc::clone(tried.site.events.shared());
        let decision = Decision::Withdraw { entry: EntryId(entry), leave: false };
        shared
            .rule("Board", &decision, DecidedBy::from(TournamentRole::Referee), "late", Following::Stands)
            .expect("fits");
        let rulings = || event.known().as_ref().map_or(0, |known| known.history.event.rulings().len());
        until("it is taken up", || rulings() == so_many);
    };
    while_it_runs(&tried, &event, || {
        assert!(
            tried.visitor().get(&format!("{public}/board")).text.contains("Every result is shown at once.")
        );
        teacher.sends(&here, &format!("{here}/freeze"), &[]);
        withdraw(&tried, 2, 1);
        let mut visitor = tried.visitor();
        for path in [public.clone(), format!("{public}/rulings.json"), format!("{public}/board.csv")] {
            let told = visitor.get(&path);
            assert_eq!(told.status, StatusCode::OK, "{path}");
            assert!(!told.text.contains("withdraws"), "{path}: {}", told.text);
        }
        // A page just made is served for another second.
        let told =
            |path: &str, what: &str| tried.visitor().get(&format!("{public}/{path}")).text.contains(what);
        until("it says so", || told("board", "Frozen since"));
        assert!(!told("board", "Name of 2501"), "numbers and names are the teachers'");
        let teachers = teacher.get(&own).text;
        assert!(teachers.contains("Name of 2501"), "{teachers}");
        assert!(teacher.get(&format!("{own}.csv")).text.contains("Name of 2501"));
        assert_eq!(student.get(&own).status, StatusCode::NOT_FOUND);
        teacher.sends(&here, &format!("{here}/reveal"), &[]);
        until("it is revealed", || told("rulings.json", "withdraws"));
    });
    let done = deeds(&tried, 9).into_iter().map(|(_, deed, _)| deed);
    // The teacher looked at the names, too.
    let done: Vec<Deed> = done.filter(|deed| *deed != Deed::ReadPeople).take(2).collect();
    assert_eq!(done, [Deed::Reveal, Deed::Freeze]);
}
