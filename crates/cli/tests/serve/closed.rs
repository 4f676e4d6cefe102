//! A site on a machine with other users: neither its folder nor what it works on can be read by them, whatever the
//! umask.

use super::site::{Site, until};
use crate::closed::open_up;
use crate::house::{PROGRAM, open_to_others, within_reach};
use leitai_store::SubmissionState;
use std::fs;

/// What the server said of files that were open to others.
const SAID: &str = "open to other users";

fn done(site: &Site, args: &[&str]) -> String {
    let done = site.house.done(args);
    let said = String::from_utf8(done.stderr).expect("text");
    assert!(done.status.success(), "{args:?}: {said}");
    said
}

#[test]
fn a_site_is_closed_to_others_whatever_the_umask() {
    let mut site = Site::new(2, None, &[]);
    site.house.is_careless = true;
    let (data, temp) = (site.data(), site.house.temp());
    let mut text = "name = \"Cup\"\ngame = \"tictactoe\"\nseed = \"1\"\n".to_owned();
    text += "[sandbox]\nat-least = \"off\"\n";
    // Built; where it is, as another user if the stage is root's; and one that is submitted below.
    for (name, program) in [("a", "bots/first.py"), ("b", "cmd:python3 bots/first.py"), ("c", "easy")] {
        text += &format!("[[entries]]\nname = {name:?}\nprogram = {program:?}\n");
    }
    let ladder = text.replace("Cup", "Ladder").replace("seed =", "preset = \"judge\"\nseed =");
    fs::create_dir_all(data.join("events/bots")).expect("our folder");
    for (name, text) in [("cup.toml", text.as_str()), ("ladder.toml", &ladder), ("bots/first.py", PROGRAM)] {
        fs::write(data.join("events").join(name), text).expect("our folder");
    }
    open_up(&data);
    assert!(within_reach(&data).len() >= 6, "the files of a careless operator");

    site.start();
    let id = site.event("Cup");
    let word = data.display().to_string();
    done(&site, &["people", "add", "t1", "--name", "Li Na", "--data", &word]);
    let (shared, number) = site.hands_in("a");
    // While programs are built, checked and played.
    let mut looks = 0;
    until(|| {
        looks += 1;
        // The temporary folder itself is everybody's.
        assert_eq!((within_reach(&data), within_reach(&temp)[1..].to_vec()), (Vec::new(), Vec::new()));
        let state = shared.submission(number).expect("a store").expect("it is there").state;
        (state == SubmissionState::Accepted).then_some(())
    });
    drop(shared);
    assert!(looks > 3, "{looks}");
    site.is_over(&id);
    let games = site.json(&format!("/api/v1/events/{id}/games"));
    assert!(!games.to_string().contains("crash"), "programs reach what they need: {games}");

    let archive = site.house.path("kept.tar.gz").display().to_string();
    done(&site, &["backup", &archive, "--data", &word]);
    let (_, said, _) = site.end();
    assert_eq!(said.matches(SAID).count(), 1, "{said}");
    // Those of a store, of records and of programs, and no more than that: those that are played where they are.
    let all_but_programs = |folder: &std::path::Path| {
        let mut open = open_to_others(folder);
        open.retain(|line| !line.contains("/events/bots"));
        open
    };
    assert_eq!(all_but_programs(&data), [""; 0]);
    assert_eq!(open_to_others(archive.as_ref()), [""; 0]);
    site.start();
    assert!(!site.end().1.contains(SAID), "it was closed before");

    // What is restored, and what was there before.
    let other = site.house.path("other");
    fs::create_dir(&other).expect("our folder");
    fs::write(other.join("old"), "x").expect("our folder");
    open_up(&other);
    let word = other.display().to_string();
    done(&site, &["restore", &archive, "--data", &word, "--replace"]);
    assert_eq!(open_to_others(&other), [""; 0]);
    assert!(other.join("events/cup/games").is_dir() && other.join("store.sqlite").is_file());
}
