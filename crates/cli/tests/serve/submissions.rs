//! Programs that are submitted to a ladder of a running site, and of one that is killed.

use super::site::{Site, event, until};
use crate::house::{Lots, PROGRAM};
use leitai_arena::Language;
use leitai_check::Mark;
use leitai_hall::{Findings, SharedStore, SubmitRules, Submitted};
use leitai_store::{Actor, Submission, SubmissionState};
use leitai_testkit::extent;
use leitai_tournament::{Decision, SubmittedProgram};
use std::fs;
use std::thread::sleep;
use std::time::Duration;

fn ladder(preset: &str) -> String {
    event("Ladder", "tictactoe", preset, &["甲", "乙"])
}

fn shared(site: &Site) -> SharedStore {
    SharedStore::open(&site.store(), "default", Duration::from_secs(2)).expect("the site's store")
}

/// All submissions, once all of them are final; the patience is for each next one.
fn settled(shared: &SharedStore) -> Vec<Submission> {
    let mut before = 0;
    loop {
        let (all, now) = until(|| {
            let all = shared.submitted("Ladder", None).expect("a store");
            let now = all.iter().filter(|one| one.state.is_final()).count();
            (now == all.len() || now > before).then_some((all, now))
        });
        if now == all.len() {
            return all;
        }
        before = now;
    }
}

/// The submissions in the journal made while the event ran, in its order.
fn in_journal(shared: &SharedStore) -> Vec<(String, bool, SubmittedProgram)> {
    let (history, _) = shared.history("Ladder").expect("it began");
    let event = &history.event;
    let of = event.rulings().iter().filter_map(|ruling| match &ruling.decision {
        Decision::Submit { entry, accepted, program: Some(program @ SubmittedProgram::Source { .. }) } => {
            Some((event.name(*entry).to_owned(), *accepted, program.clone()))
        }
        _ => None,
    });
    of.collect()
}

#[test]
fn a_program_is_compiled_checked_validated_and_stands_in_the_ladder() {
    let site = Site::open(&[("ladder.toml", &ladder("preset = \"judge\"\n[submit]\nsize = \"64KB\"\n"))]);
    let id = site.event("Ladder");
    let data = site.data().display().to_string();
    let submit = |name: &str, text: &str, more: &[&str]| {
        let file = site.house.path(name);
        fs::write(&file, text).expect("our folder");
        let file = file.display().to_string();
        let mut args = vec!["submit", &file, "--data", &data, "--event", "Ladder", "--wait"];
        args.extend(more);
        let done = site.house.done(&args);
        let [out, err] = [done.stdout, done.stderr].map(|text| String::from_utf8(text).expect("text"));
        (done.status.code(), out, err)
    };
    let (code, out, err) = submit("good.py", PROGRAM, &["--entry", "丙", "--enter", "--json"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let last: serde_json::Value = serde_json::from_str(out.lines().last().expect("lines")).expect("JSON");
    assert_eq!((&last["id"], &last["state"]), (&1.into(), &"accepted".into()));
    let (code, out, err) = submit("bad.py", "print('nonsense', flush=True)\n", &["--entry", "甲"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("your current program stays") && out.contains("FAIL handshake"), "{out}");
    let (code, out, err) = submit("no.c", "int main( { return 0; }\n", &["--entry", "乙"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("it does not compile"), "{out}");
    assert!(out.contains("main.c:1"), "the compiler's words: {out}");
    let (code, _, err) = submit("good.py", PROGRAM, &["--entry", "nobody"]);
    assert!(code == Some(2) && err.contains("no entry is called \"nobody\""), "{err}");

    let (code, _, err) = submit("large.py", &"#".repeat(65_537), &["--entry", "甲"]);
    assert!(code == Some(2) && err.contains("more than 65536 bytes"), "as the event's file says: {err}");

    let shared = shared(&site);
    let all = settled(&shared);
    let states: Vec<_> = all.iter().map(|one| (one.entry.as_str(), one.state)).collect();
    let (accepted, refused) = (SubmissionState::Accepted, SubmissionState::Refused);
    assert_eq!(states, [("丙", accepted), ("甲", refused), ("乙", refused)]);
    let marks = |one: &Submission| Findings::of(one).en.iter().any(|found| found.mark == Mark::Bad);
    assert!(!marks(&all[0]) && marks(&all[1]));
    assert!(all[2].log.as_deref().is_some_and(|log| log.contains("error")), "{:?}", all[2].log);
    let told: Vec<_> = in_journal(&shared).into_iter().map(|(name, accepted, _)| (name, accepted)).collect();
    assert_eq!(told, [("丙", true), ("甲", false), ("乙", false)].map(|(name, of)| (name.to_owned(), of)));
    // It plays both entries named in the file.
    let stands = until(|| {
        let games = site.json(&format!("/api/v1/events/{id}/games"));
        let rows = games["rows"].as_array().expect("rows").len();
        (rows == 6).then_some(rows)
    });
    assert_eq!(stands, 6);
    assert!(site.get(&format!("/events/{id}")).text().contains('丙'));
}

#[test]
fn a_submission_survives_a_server_that_is_killed_at_any_instant() {
    let times: u32 = extent("LEITAI_KILLS", 2, 50);
    let mut site = Site::open(&[("ladder.toml", &ladder("preset = \"judge\"\n[show]\npace = \"20ms\"\n"))]);
    site.event("Ladder");
    let (shared, mut lots) = (shared(&site), Lots(15));
    let hand_in = |entry: &str, text: &str| {
        let what = Submitted {
            event: "Ladder",
            entry,
            by: Actor::CONSOLE,
            language: Language::Python,
            standard: None,
            contents: text.as_bytes(),
            enters: None,
        };
        shared.submit(&what, &SubmitRules::default()).expect("taken")
    };
    for time in 0..times {
        // Two submissions of one entry, and one that fails.
        hand_in("甲", &format!("{PROGRAM}# {time}\n"));
        hand_in("甲", &format!("{PROGRAM}# {time} again\n"));
        hand_in("乙", &format!("print('no {time}', flush=True)\n"));
        sleep(Duration::from_millis(lots.below(1500)));
        site.kill();
        site.start();
    }
    let all = settled(&shared);
    assert_eq!(all.len(), 3 * times as usize);
    for one in &all {
        let passes = one.entry == "甲";
        let state = if passes { SubmissionState::Accepted } else { SubmissionState::Refused };
        assert_eq!(one.state, state, "{one:?}");
        assert!(passes || SharedStore::refusal(one).is_some(), "refused visibly: {one:?}");
    }
    let journal = in_journal(&shared);
    for entry in ["甲", "乙"] {
        let submitted: Vec<_> = all.iter().filter(|one| one.entry == entry).map(|one| one.sha256).collect();
        let told: Vec<_> = journal.iter().filter(|(name, ..)| name == entry).collect();
        let hashes: Vec<_> = told
            .iter()
            .map(|(_, _, program)| match program {
                SubmittedProgram::Source { sha256, .. } => *sha256,
                SubmittedProgram::OfTheFile { .. } => panic!("not of the file"),
            })
            .collect();
        assert_eq!(hashes, submitted, "each once, in the order in which they were taken");
        assert!(told.iter().all(|(_, accepted, _)| *accepted == (entry == "甲")));
    }
    let (code, said, _) = site.end();
    assert_eq!(code, Some(0), "{said}");
    site.house.is_still();
}
