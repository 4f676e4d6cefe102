//! Lots drawn by hand and objections, at the command line.

use crate::house::{House, stderr};
use leitai_hall::{EventFile, JournalBody};
use leitai_store::FileJournal;
use leitai_tournament::Seed;
use std::fs;
use std::process::Output;

/// An event of eight in two groups that has begun, and of which nothing was played.
fn begun(house: &House) -> String {
    let folder = house.path("events").join("cup");
    let file = folder.with_extension("toml");
    fs::create_dir_all(&folder).expect("our folder");
    let entry =
        |number| format!("[[entries]]\nname = \"team {number}\"\nprogram = \"random\"\nschool = \"S\"\n");
    let entries: String = (0..8).map(entry).collect();
    fs::write(&file, format!("name = \"cup\"\ngame = \"tictactoe\"\nseed = \"1\"\n{entries}"))
        .expect("our folder");
    let described = EventFile::look(&file).expect("an event");
    let begun = JournalBody::Begun(described.begun(|| Seed::new("unused")));
    let journal = FileJournal::open(&folder.join("journal.jsonl"), &described.name).expect("ours");
    journal.append(1, Some("begun"), &serde_json::to_value(begun).expect("JSON")).expect("ours");
    file.to_str().expect("text").to_owned()
}

fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), stderr(output))
}

/// 现场抽签分组: paper lots are typed in with their witness, seen in the draw, and refused by name where one is missing.
#[test]
fn lots_drawn_by_hand_are_typed_in_with_a_witness() {
    let house = House::open();
    let file = begun(&house);
    let rule = |what: &[&str], by: &str| {
        let words = [&["tournament", "rule", &file], what, &["--by", by, "--reason", "drawn in the hall"]];
        house.done(&words.concat())
    };
    let lots = ["A=team 7", "B=team 0", "A=team 6", "B=team 1", "A=team 5", "B=team 2", "A=e4", "B=e3"];
    let drawn = |lots: &[&str]| rule(&[&["lots"], lots, &["--witness", "王老师"]].concat(), "referee");
    let missing = drawn(&lots[..7]);
    assert_eq!(missing.status.code(), Some(2), "{}", told(&missing));
    assert!(told(&missing).contains("no lot is given for team 3"), "{}", told(&missing));
    let unreadable = drawn(&["A team 7"]);
    assert!(told(&unreadable).contains("`A team 7` is no lot"), "{}", told(&unreadable));
    let taken = drawn(&lots);
    assert!(taken.status.success(), "{}", told(&taken));
    assert!(
        told(&taken).contains("lots drawn by hand, witnessed by 王老师: team 7: group 1"),
        "{}",
        told(&taken)
    );
    let twice = drawn(&lots);
    assert!(told(&twice).contains("lots drawn by hand stand already"), "{}", told(&twice));
    let run = house.done(&["tournament", "run", &file, "--quiet"]);
    assert_eq!(run.status.code(), Some(2), "it has begun: {}", told(&run));
    let resumed = house.done(&["tournament", "resume", &file, "--quiet"]);
    assert!(resumed.status.success(), "{}", told(&resumed));
    let report = house.done(&["tournament", "report", &file]);
    assert!(report.status.success(), "{}", told(&report));
    let page = fs::read_to_string(house.path("events").join("cup/report/index.html")).expect("a page");
    assert!(page.contains("drawn by hand, witnessed by 王老师") && page.contains("手工抽签，见证人王老师"));
    assert!(page.contains("group 1: team 7, team 6, team 5, team 4"), "in the order drawn");
    let late = rule(&["revoke", "0"], "referee");
    assert!(told(&late).contains("the first result is in"), "{}", told(&late));
    // 须通过领队向仲裁组反映: the leader objects, the panel answers.
    let object = rule(&["object", "team 7", "--document", "abc"], "leader");
    assert!(told(&object).contains("`abc` is not a SHA-256"), "{}", told(&object));
    let object = rule(&["object", "team 7"], "captain");
    assert!(told(&object).contains("`object` is decided by: leader; not by: captain"), "{}", told(&object));
    let object = rule(&["object", "team 7"], "leader");
    assert!(told(&object).contains("team 7 objects to the schedule"), "{}", told(&object));
    let answer = rule(&["answer-objection", "1", "--upheld"], "arbitration-panel");
    assert!(told(&answer).contains("objection 1 is upheld"), "{}", told(&answer));
}
