//! Changing an event's file in the browser while the event is running, also by two people at once.

use super::tests::{deeds, until, while_it_runs};
use crate::people::tests::{Answered, Browser, Tried};
use crate::site_event::SiteEvent;
use axum::http::StatusCode;
use leitai_arena::Language;
use leitai_hall::{Following, Submitted};
use leitai_store::{Actor, Deed, Role};
use leitai_tournament::{DecidedBy, Decision, Role as TournamentRole};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The filled-in form of a page, with these changes.
fn filled(page: &str, changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let plain = |text: &str| text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let mut fields = Vec::new();
    for part in page.split("name=\"was:").skip(1) {
        let (path, rest) = part.split_once("\" value=\"").expect("a value");
        let was = plain(rest.split('"').next().unwrap_or_default());
        // For several lines the form sends a hash of the earlier text.
        let lines =
            rest.split_once("<textarea ").filter(|(_, area)| area.starts_with(&format!("id=\"{path}\"")));
        let stands = lines.and_then(|(_, area)| area.split_once(">\n")?.1.split_once("</textarea>"));
        let stands = stands
            .map_or(was.clone(), |(stands, _)| plain(stands).replace("&quot;", "\"").replace('\n', "\r\n"));
        let typed = changes.iter().find(|(of, _)| *of == path).map_or(stands.as_str(), |(_, to)| *to);
        fields.push((path.to_owned(), typed.to_owned()));
        fields.push((format!("was:{path}"), was));
    }
    fields
}

/// Changes these fields of the form of an event and sends it.
pub(crate) fn edits(browser: &mut Browser<'_>, page: &str, changes: &[(&str, &str)]) -> Answered {
    let fields = filled(&browser.get(page).text, changes);
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.sends(page, page, &fields)
}

const FILE: &str = "# by hand\nname = \"Cup\"\ngame = \"gomoku\"\nplace = \"<i>Hall</i> & 1\" # where\nentries = [\
    { name = \"a\", program = \"random\" }, { name = \"b\", program = \"random\" }]\n[sandbox]\nlevel = \"N\"\n";

#[test]
fn an_event_is_changed_while_it_runs_and_what_began_with_it_is_not() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let path = tried.folder.path().join("events/cup.toml");
    fs::write(&path, FILE).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    let page = format!("/organise/{}/edit", event.id);
    while_it_runs(&tried, &event, || {
        assert!(teacher.get(&format!("/organise/{}", event.id)).text.contains(&page));
        let form = teacher.get(&page).text;
        assert!(
            form.contains("name=\"clock\"") && form.contains("value=\"&lt;i&gt;Hall&lt;/i&gt; &amp; 1\"")
        );
        for fixed in ["name", "game", "seed", "preset", "games", "options", "plan", "entries"] {
            assert!(!form.contains(&format!("name=\"{fixed}\"")), "{fixed}: {form}");
        }
        for why in [
            "every lot is drawn from it",
            "since the first game was due",
            "enters a ladder, does so by a ruling",
        ] {
            assert!(form.contains(why), "the reason is told: {why}: {form}");
        }
        for (changes, why) in [
            (("clock", "game=7s"), "would make it a different one"),
            (("clock", "soon"), "aria-invalid"),
            (("sandbox.level", "off"), "one of: auto"),
            (("submit.closes", "2999-10-22 24:00 +08:00"), "neither a ladder"),
        ] {
            let refused = edits(&mut teacher, &page, &[changes]);
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
            let typed = format!("value=\"{}\"", changes.1);
            assert!(refused.text.contains(why) && refused.text.contains(&typed), "{why}: {}", refused.text);
        }
        assert_eq!(fs::read_to_string(&path).expect("our file"), FILE, "nothing was written");
        // A fixed field cannot be changed by sending it, either.
        let whole = filled(&form, &[]);
        let mut whole: Vec<_> = whole.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        whole.extend([("name", "Other"), ("was:name", "Cup"), ("seed", "7"), ("was:seed", "")]);
        let late = teacher.sends(&page, &page, &whole);
        assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.text);
        assert!(late.text.contains("can no longer be changed"), "it is told: {}", late.text);
        assert_eq!(fs::read_to_string(&path).expect("our file"), FILE);

        let changes = [("clock", "move=3s"), ("place", "3号楼"), ("board.publish", "10m")];
        let changed = edits(&mut teacher, &page, &changes);
        assert_eq!(changed.leads_to(), format!("{page}?done=edit"), "{}", changed.text);
        let text = fs::read_to_string(&path).expect("our file");
        assert!(text.starts_with("# by hand\n") && text.contains("place = \"3号楼\" # where"), "{text}");
        assert!(text.contains("level = \"N\"") && text.contains("publish = \"10m\""), "{text}");
        // Readers of the event get it at once, and whoever runs it reads it again.
        assert_eq!(event.file().place.as_deref(), Some("3号楼"));
        assert_eq!(event.file().clock.turn.map(|turn| turn.as_secs()), Some(3));
        assert_eq!(event.published.every().map(|every| every.as_secs()), Some(600));
        until("the hall has read it", || !event.rests.is_stale());
        assert!(!event.is_paused() && event.trouble().is_none());
    });
    assert_eq!(deeds(&tried, 1), [("t1".to_owned(), Deed::Edit, "Cup".to_owned())]);
    let told = tried.visitor().get(&format!("/events/{}", event.id)).text;
    assert!(told.contains("none → move=3s") && told.contains("3号楼"), "everybody is told: {told}");
    let mut student = tried.settled("2501", Role::Student);
    assert_eq!(student.get(&page).status, StatusCode::NOT_FOUND);
}

#[test]
fn of_two_who_change_an_event_the_second_is_told_and_overwrites_nothing() {
    let tried = Tried::open();
    let (mut teacher, mut other) =
        (tried.settled("t1", Role::Organiser), tried.settled("t2", Role::Organiser));
    let path = tried.folder.path().join("events/cup.toml");
    fs::write(&path, FILE).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    let page = format!("/organise/{}/edit", event.id);
    let open = teacher.get(&page).text;
    assert_eq!(edits(&mut other, &page, &[("date", "Monday")]).status, StatusCode::SEE_OTHER);
    let text = fs::read_to_string(&path).expect("our file");
    // The form was open all the while: it changes another field, and has the old date.
    let late = filled(&open, &[("clock", "inc=1s")]);
    let late: Vec<_> = late.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let told = teacher.sends(&page, &page, &late);
    assert_eq!(told.status, StatusCode::CONFLICT, "{}", told.text);
    assert_eq!(fs::read_to_string(&path).expect("our file"), text, "nothing was overwritten");
    for said in
        ["this was changed in the meantime: Monday", "name=\"was:date\" value=\"Monday\"", "value=\"inc=1s\""]
    {
        assert!(told.text.contains(said), "{said}: {}", told.text);
    }
    // Sent again, it is saved along with the other's change.
    let again = filled(&told.text, &[("clock", "inc=1s")]);
    let again: Vec<_> = again.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(teacher.sends(&page, &page, &again).status, StatusCode::SEE_OTHER);
    let both = fs::read_to_string(&path).expect("our file");
    assert!(both.contains("date = \"Monday\"") && both.contains("clock = \"inc=1s\""), "{both}");
    let lines = deeds(&tried, 9).into_iter().filter(|(_, deed, _)| *deed == Deed::Edit).count();
    assert_eq!(lines, 4, "two for each: that it began, and that it was done");
    // A form without changes changes nothing.
    assert_eq!(edits(&mut other, &page, &[]).status, StatusCode::SEE_OTHER);
    assert_eq!(fs::read_to_string(&path).expect("our file"), both);
}

const COURSE: &str = "name = \"Course\"\ngame = \"tictactoe\"\npreset = \"course\"\nsecond-stage = 2\n\n[submit]\n\
    closes = \"2999-10-22 24:00 +08:00\"\n\n# the best of spring\n[[entries]]\nname = \"飞鹰\" # one\nclass = \"1班\"\n\
    seed-score = \"83.625\"\n\n[[entries]]\nname = \"飞虎\"\nclass = \"1班\"\n";

/// A course with two entries, waiting for programs.
fn course(tried: &Tried) -> Arc<SiteEvent> {
    let path = tried.folder.path().join("events/course.toml");
    fs::write(&path, COURSE).expect("our folder");
    tried.site.events.look().pop().expect("an event")
}

/// The names of the entries, as the site knows them.
fn names(event: &SiteEvent) -> Vec<String> {
    let known = event.known();
    let entries = known.as_ref().map_or(&[][..], |known| known.history.event.entries());
    entries.iter().map(|entry| entry.name.clone()).collect()
}

#[test]
fn until_its_first_game_is_due_entries_and_plan_change_in_the_browser() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let event = course(&tried);
    let page = format!("/organise/{}/edit", event.id);
    while_it_runs(&tried, &event, || {
        let form = teacher.get(&page).text;
        for open in ["entries", "options", "plan", "second-stage"] {
            assert!(form.contains(&format!("name=\"{open}\"")), "{open}: {form}");
        }
        assert!(form.contains("飞鹰, , 1班, 83.625\n飞虎, , 1班</textarea>"), "{form}");
        for fixed in ["name", "game", "seed", "preset"] {
            assert!(!form.contains(&format!("name=\"{fixed}\"")), "{fixed}: {form}");
        }
        for (changes, why) in [
            (("entries", "飞鹰, , 1班\r\n飞鹰, , 2班"), "line 2: "),
            (("entries", "飞鹰, cmd:id, 1班"), "in the folder of events"),
            (("options", "colour = red"), "colour"),
            (("plan", "[submit]\r\nsize = \"1KB\""), "begin with"),
        ] {
            let refused = edits(&mut teacher, &page, &[changes]);
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{why}: {}", refused.text);
            assert!(refused.text.contains(why), "{why}: {}", refused.text);
            assert!(
                refused.text.contains(changes.1.split(['\r', '"']).next().expect("a text")),
                "what was typed stays"
            );
        }
        assert_eq!(fs::read_to_string(&event.source).expect("our file"), COURSE, "nothing was written");

        let entries = "飞鹰, , 1班, 91.375\r\n飞龙, , 1班, 70, 王小明\r\n飞虎, , 1班";
        let changed = edits(&mut teacher, &page, &[("entries", entries), ("second-stage", "4")]);
        assert_eq!(changed.leads_to(), format!("{page}?done=edit"), "{}", changed.text);
        until("the hall begins with it", || names(&event) == ["飞鹰", "飞龙", "飞虎"]);
        until("the site has the file", || event.file().entries.len() == 3);
        assert!(event.trouble().is_none(), "{:?}", event.trouble());
        let text = fs::read_to_string(&event.source).expect("our file");
        assert!(text.contains("second-stage = 4") && text.contains("members = [\"王小明\"]"), "{text}");
        // Unchanged entries keep their comments in the file.
        assert_eq!(
            edits(&mut teacher, &page, &[("entries", "飞鹰, , 1班, 91.375\n飞虎, , 1班")]).status,
            StatusCode::SEE_OTHER
        );
        until("the hall begins with it", || names(&event) == ["飞鹰", "飞虎"]);
    });
    let told = tried.visitor().get(&format!("/events/{}", event.id)).text;
    assert!(told.contains("飞龙 added") && told.contains("飞龙 removed"), "everybody is told: {told}");
    for grade in ["83.625", "91.375", "王小明"] {
        assert!(!told.contains(grade), "{grade}");
        let audit = teacher.get("/people/audit").text;
        assert!(!audit.contains(grade), "{grade}: {audit}");
    }
    let edits_noted = deeds(&tried, 20).into_iter().filter(|(_, deed, _)| *deed == Deed::Edit).count();
    assert_eq!(edits_noted, 4, "begun, and done");
    // After a restart it is the same.
    let hall = tried.site.events.shared().history("Course").expect("a store").0;
    assert_eq!(hall.begun.entries.len(), 2);
}

#[test]
fn who_has_handed_in_stays_and_once_a_game_is_due_all_of_it_does() {
    let tried = Tried::open();
    let mut teacher = tried.settled("t1", Role::Organiser);
    let event = course(&tried);
    let (page, shared) = (format!("/organise/{}/edit", event.id), tried.site.events.shared());
    while_it_runs(&tried, &event, || {
        let submitted = Submitted {
            event: "Course",
            entry: "飞虎",
            by: Actor::CONSOLE,
            language: Language::of(Path::new("main.py")).expect("a language"),
            standard: None,
            contents: b"print()",
            enters: None,
        };
        shared.submit(&submitted, &event.rules()).expect("it is taken");
        for (changes, why) in
            [(("entries", "飞鹰, , 1班\n飞龙, , 1班"), "飞虎 has handed in"), (("entries", ""), "")]
        {
            let text = fs::read_to_string(&event.source).expect("our file");
            let refused = edits(&mut teacher, &page, &[changes]);
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
            assert!(refused.text.contains(why), "{why}: {}", refused.text);
            assert_eq!(fs::read_to_string(&event.source).expect("our file"), text, "it stands as it stood");
        }
        // The class and grade of an entry may change.
        assert_eq!(
            edits(&mut teacher, &page, &[("entries", "飞鹰, , 1班\n飞虎, , 1班, 12.5")]).status,
            StatusCode::SEE_OTHER
        );
        until("the hall begins with it", || {
            event.known().as_ref().is_some_and(|known| known.history.begun.entries[1].seed_score.is_some())
        });
        // The form was opened before submissions were closed; the first game is now due.
        let open = teacher.get(&page).text;
        let close = DecidedBy { role: TournamentRole::Organiser, account: None };
        shared.rule("Course", &Decision::Close, close, "it is time", Following::Stands).expect("a ruling");
        let text = fs::read_to_string(&event.source).expect("our file");
        let late = filled(&open, &[("entries", "飞鹰, , 1班\n飞虎, , 1班\n飞龙, , 1班")]);
        let late: Vec<_> = late.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let told = teacher.sends(&page, &page, &late);
        // It is refused whether or not the site has noticed that yet.
        let heard = told.status == StatusCode::CONFLICT && told.text.contains("can no longer be changed");
        let unheard = told.status == StatusCode::UNPROCESSABLE_ENTITY && told.text.contains("game is due");
        assert!(heard || unheard, "{} {}", told.status, told.text);
        assert_eq!(fs::read_to_string(&event.source).expect("our file"), text, "nothing was written");
        until("the site knows", || {
            event.known().as_ref().is_some_and(|known| known.history.event.is_closed())
        });
        let shown = teacher.get(&page).text;
        assert!(
            !shown.contains("name=\"entries\"") && shown.contains("since the first game was due"),
            "{shown}"
        );
    });
}

#[test]
fn a_file_that_was_changed_when_the_server_was_killed_begins_the_event_anew() {
    let tried = Tried::open();
    let event = course(&tried);
    while_it_runs(&tried, &event, || assert_eq!(names(&event), ["飞鹰", "飞虎"]));
    let text = COURSE.replace("飞虎", "飞龙");
    fs::write(&event.source, &text).expect("our folder");
    while_it_runs(&tried, &event, || {
        until("the hall begins with it", || names(&event) == ["飞鹰", "飞龙"]);
    });
    assert!(event.trouble().is_none(), "{:?}", event.trouble());
}
