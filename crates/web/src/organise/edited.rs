//! An event's file changed in the browser while the event runs, and by two at once.

use super::told::{deeds, until, while_it_runs};
use crate::people::tried::{Answered, Browser, Tried};
use axum::http::StatusCode;
use leitai_store::{Deed, Role};
use std::fs;

/// The form of a page as it is filled in, with these changes.
fn filled(page: &str, changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let plain = |text: &str| text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let mut fields = Vec::new();
    for part in page.split("name=\"was:").skip(1) {
        let (path, rest) = part.split_once("\" value=\"").expect("a value");
        let was = plain(rest.split('"').next().unwrap_or_default());
        let typed = changes.iter().find(|(of, _)| *of == path).map_or(was.as_str(), |(_, to)| *to);
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
        assert!(form.contains("every lot is drawn from it"), "the reason is told: {form}");
        for (changes, why) in [
            (("clock", "game=7s"), "would be another one"),
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
        // What is fixed cannot be sent either.
        let whole = filled(&form, &[]);
        let mut whole: Vec<_> = whole.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        whole.extend([("name", "Other"), ("was:name", "Cup"), ("seed", "7"), ("was:seed", "")]);
        assert_eq!(teacher.sends(&page, &page, &whole).status, StatusCode::SEE_OTHER, "it changes nothing");
        assert_eq!(fs::read_to_string(&path).expect("our file"), FILE);

        let changes = [("clock", "move=3s"), ("place", "3号楼"), ("board.publish", "10m")];
        let changed = edits(&mut teacher, &page, &changes);
        assert_eq!(changed.leads_to(), format!("{page}?done=edit"), "{}", changed.text);
        let text = fs::read_to_string(&path).expect("our file");
        assert!(text.starts_with("# by hand\n") && text.contains("place = \"3号楼\" # where"), "{text}");
        assert!(text.contains("level = \"N\"") && text.contains("publish = \"10m\""), "{text}");
        // What reads the event has it at once, and whoever runs it reads it again.
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
    // The form that was open all the while changes another field, and has the old date.
    let late = filled(&open, &[("clock", "inc=1s")]);
    let late: Vec<_> = late.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let told = teacher.sends(&page, &page, &late);
    assert_eq!(told.status, StatusCode::CONFLICT, "{}", told.text);
    assert_eq!(fs::read_to_string(&path).expect("our file"), text, "nothing was overwritten");
    for said in
        ["meanwhile this was changed: Monday", "name=\"was:date\" value=\"Monday\"", "value=\"inc=1s\""]
    {
        assert!(told.text.contains(said), "{said}: {}", told.text);
    }
    // Sent again it holds beside the other's change.
    let again = filled(&told.text, &[("clock", "inc=1s")]);
    let again: Vec<_> = again.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(teacher.sends(&page, &page, &again).status, StatusCode::SEE_OTHER);
    let both = fs::read_to_string(&path).expect("our file");
    assert!(both.contains("date = \"Monday\"") && both.contains("clock = \"inc=1s\""), "{both}");
    let lines = deeds(&tried, 9).into_iter().filter(|(_, deed, _)| *deed == Deed::Edit).count();
    assert_eq!(lines, 2, "one for each");
    // What is sent as it stands changes nothing.
    assert_eq!(edits(&mut other, &page, &[]).status, StatusCode::SEE_OTHER);
    assert_eq!(fs::read_to_string(&path).expect("our file"), both);
}
