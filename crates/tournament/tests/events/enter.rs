//! Entering a running ladder, and what the journal states of submissions.

use leitai_core::ContentHash;
use leitai_tournament::{
    CountedOutcome, DecidedBy, Decision, Entry, EntryId, Event, Plan, Role, Ruling, Seat, SubmittedProgram,
};
use proptest::prelude::*;

use super::play::{event, game, lower_wins, play, teams};

const E: fn(u32) -> EntryId = EntryId;

fn enter(name: &str) -> Decision {
    Decision::Enter { name: name.to_owned(), seed_score: None, class: None }
}

fn source(text: &str) -> SubmittedProgram {
    let sha256 = ContentHash::of(text.as_bytes());
    SubmittedProgram::Source { name: "main.cpp".to_owned(), standard: Some("c++20".to_owned()), sha256 }
}

fn submit(entry: u32, program: Option<SubmittedProgram>) -> Decision {
    Decision::Submit { entry: E(entry), accepted: true, program }
}

fn decide(event: &mut Event, decision: Decision) {
    event.decide(decision, Role::Organiser, "so it is").expect("taken");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(64)))]
    /// Whenever somebody enters, standings and due games equal those of an event whose list contained the newcomer
    /// from the start, without any games played by it.
    #[test]
    fn entering_is_the_same_as_having_been_there(
        steps in proptest::collection::vec((0u32..7, any::<bool>(), 0usize..9), 1..14), salt in 0u32..1000
    ) {
        let outcome = |id: String| {
            match id.bytes().fold(salt, |hash, byte| hash.wrapping_mul(31) + u32::from(byte)) % 3 {
                0 => CountedOutcome::Draw,
                1 => CountedOutcome::Win(Seat::First),
                _ => CountedOutcome::Win(Seat::Second),
            }
        };
        let all = steps.iter().filter(|(_, enters, _)| *enters).count() as u32 + 2;
        let mut late = event(Plan::judge(2), teams(2));
        let mut there = event(Plan::judge(2), teams(all));
        for (entry, enters, games) in steps {
            let known = late.entries().len() as u32;
            if enters {
                decide(&mut late, enter(&format!("team {known}")));
            } else {
                decide(&mut late, submit(entry % known, None));
                decide(&mut there, submit(entry % known, None));
            }
            let due: Vec<_> = late.state().due().take(games).collect();
            for due in due {
                let played = game(due, outcome(due.id.to_string()));
                prop_assert!(late.record(played).expect("taken") && there.record(played).expect("taken"));
            }
            prop_assert_eq!(late.state().places(0, 0), there.state().places(0, 0));
            prop_assert_eq!(late.state().due().collect::<Vec<_>>(), there.state().due().collect::<Vec<_>>());
        }
        prop_assert_eq!(late.entries(), there.entries());
        // What was kept restores the event, whatever order the results come in.
        let anew = event(Plan::judge(2), teams(2));
        let games = late.games().iter().rev().copied();
        let anew = anew.resume(games, late.rulings().to_vec()).expect("it was kept so");
        prop_assert_eq!(anew, late);
    }
}

#[test]
fn nobody_enters_what_was_drawn_from_a_list_nor_under_a_name_that_is_there() {
    let mut school = event(Plan::school(4, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(4));
    assert!(school.decide(enter("late"), Role::Organiser, "late").is_err(), "a round robin was drawn");
    let mut ladder = event(Plan::judge(2), Vec::new());
    assert_eq!(ladder.state().due().count(), 0, "a ladder may begin with nobody");
    decide(&mut ladder, enter("甲队"));
    for wrong in ["甲队", " "] {
        let refused = ladder.decide(enter(wrong), Role::Organiser, "-").expect_err(wrong);
        assert_eq!(ladder.entries().len(), 1, "{refused}");
    }
    let revoked = ladder.decide(Decision::Revoke { ruling: 0 }, Role::Organiser, "a mistake");
    assert!(revoked.expect_err("he may have played").to_string().contains("withdrawing"));
    decide(&mut ladder, Decision::Close);
    assert!(ladder.decide(enter("乙队"), Role::Organiser, "-").is_err(), "closed");
    assert_eq!(ladder.entries(), [Entry::new(0, "甲队")]);
}

#[test]
fn the_program_in_force_is_that_of_the_newest_accepted_submission_that_stands() {
    let mut ladder = event(Plan::judge(2), teams(2));
    decide(&mut ladder, submit(1, None));
    assert_eq!(ladder.state().program(E(0)), None);
    decide(&mut ladder, submit(0, Some(source("first"))));
    decide(&mut ladder, submit(0, Some(source("second"))));
    let refused = Decision::Submit { entry: E(0), accepted: false, program: Some(source("third")) };
    decide(&mut ladder, refused);
    assert_eq!(ladder.state().program(E(0)), Some(&source("second")));
    assert_eq!(play(&mut ladder, lower_wins), 2);
    decide(&mut ladder, Decision::Revoke { ruling: 2 });
    assert_eq!(ladder.state().program(E(0)), Some(&source("first")));
    let due = |ladder: &Event| ladder.state().due().map(|due| due.id.to_string()).collect::<Vec<_>>();
    assert_eq!(due(&ladder), ["0.0.e0-e1.g0", "0.0.e0-e1.g1"]);
    // The games of another program never count for one that comes after it.
    decide(&mut ladder, submit(0, Some(source("fourth"))));
    assert_eq!(due(&ladder), ["0.0.e0s2-e1.g0", "0.0.e0s2-e1.g1"]);
}

#[test]
fn a_ruling_names_the_account_and_is_read_without_one() {
    let mut ladder = event(Plan::judge(2), teams(2));
    let by = DecidedBy { role: Role::Organiser, account: Some("2025001".to_owned()) };
    let ruling = ladder.decide(submit(0, Some(source("x"))), by, "handed in").expect("taken").clone();
    let kept = serde_json::to_string(&ruling).expect("JSON");
    let hash = ContentHash::of(b"x");
    let text = format!(
        r#"{{"decision":{{"submit":{{"entry":"e0","accepted":true,"program":{{"source":{{"name":"main.cpp","standard":"c++20","sha256":"{hash}"}}}}}}}},"by":"organiser","account":"2025001","reason":"handed in","after":{{"stage":0,"rounds":0}}}}"#
    );
    assert_eq!(kept, text);
    assert_eq!(serde_json::from_str::<Ruling>(&kept).expect("read back"), ruling);
    // As journals had it before they named programs and accounts.
    let older = r#"{"decision":{"submit":{"entry":"e1","accepted":true}},"by":"organiser","reason":"the program that the event's file names","after":{"stage":0,"rounds":0}}"#;
    let read: Ruling = serde_json::from_str(older).expect("an older line");
    assert_eq!((&read.decision, &read.account), (&submit(1, None), &None));
    assert_eq!(serde_json::to_string(&read).expect("JSON"), older, "and is written as it was");
}
