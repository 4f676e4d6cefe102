//! Matches that go on after an interruption, and folders that are never overwritten.

use crate::games::{any_two, game, how, plan, played, tictactoe};
use crate::match_event::{MatchEnd, MatchError};
use crate::match_folder::{FolderError, number};
use crate::match_setup::Match;
use crate::pairing::Play;
use crate::plan::MATCH_FILE;
use leitai_core::{Lang, Tell};
use leitai_sandbox::system::locks;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The files of a folder and what is in them.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).expect("a folder").flatten();
    let named = files.map(|file| (file.file_name().to_string_lossy().into_owned(), file.path()));
    named.map(|(name, path)| (name, fs::read(path).expect("a file"))).collect()
}

#[test]
fn a_match_goes_on_as_it_would_have() {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let mut of = tictactoe(18);
    of.openings = any_two(&*of.game);
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let (end, expected, before) = played(&of, &whole, how(&stop)).expect("played");
    assert_eq!((end, expected.len(), before), (MatchEnd::Complete, 18, 0));
    // What an interruption leaves: some games, half a record under its full name and a fragment; and a file of others.
    fs::create_dir(&broken).expect("ours");
    for (name, bytes) in contents(&whole) {
        match &*name {
            "game-000002.jsonl" => fs::write(broken.join(name), &bytes[..bytes.len() / 2]),
            name if name < "game-000005" || name == MATCH_FILE => fs::write(broken.join(name), bytes),
            _ => Ok(()),
        }
        .expect("ours");
    }
    fs::write(broken.join("game-000017.part"), "{").expect("ours");
    fs::write(broken.join("notes.txt"), "mine").expect("ours");
    let (end, found, before) = played(&of, &broken, how(&stop)).expect("it goes on");
    assert_eq!((end, found, before), (MatchEnd::Complete, expected.clone(), 4));
    let kept = contents(&broken);
    assert_eq!(kept.keys().filter_map(|name| number(Path::new(name))).count(), 18, "{:?}", kept.keys());
    assert!(kept.contains_key("game-000002.jsonl.damaged") && kept.contains_key("notes.txt"));
    assert!(!kept.contains_key("game-000017.part"));
    // Once more plays nothing and shows the same; more games can be added.
    assert_eq!(played(&of, &broken, how(&stop)).expect("it is over").1, expected);
    assert_eq!(contents(&broken), kept);
    let more = played(&Match { games: 20, ..of }, &broken, how(&stop)).expect("it goes on");
    assert_eq!((more.1.len(), &more.1[..18], more.2), (20, &expected[..], 18));
}

#[test]
fn nothing_is_overwritten() {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let (of, out) = (tictactoe(2), folder.path().join("out"));
    let refused = |begins: bool| {
        let begun = (!begins).then(|| plan(&of));
        let how = Play { out: Some(out.clone()), ..how(&stop) };
        match of.play(&plan(&of), begun.as_ref(), &how, &mut |_, _| {}) {
            Err(MatchError::Folder(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    played(&of, &out, how(&stop)).expect("played");
    let before = contents(&out);
    assert!(matches!(refused(true), FolderError::Match(_)));
    assert_eq!(contents(&out), before);
    let lock = fs::File::open(&out).expect("a folder");
    locks::take(&lock).expect("nobody's");
    assert!(matches!(refused(false), FolderError::Busy(_)));
    locks::release(&lock).expect("ours");
    // A record of another match under a name of this one.
    let record = fs::read_to_string(out.join("game-000000.jsonl")).expect("a record");
    fs::write(out.join("game-000001.jsonl"), record).expect("ours");
    assert!(matches!(refused(false), FolderError::Foreign(file) if file.ends_with("game-000001.jsonl")));
    fs::remove_file(out.join(MATCH_FILE)).expect("ours");
    assert!(matches!(refused(true), FolderError::Records(_)));
}

#[test]
fn another_match_is_not_taken_for_this_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("mine");
    fs::write(&program, "1").expect("ours");
    let mut of = tictactoe(2);
    of.players[0].named = format!("cmd:{}", program.display());
    let then = plan(&of);
    let differs = |now: &Match| then.differs(&plan(now)).map(|why| why.told(Lang::En));
    assert_eq!(differs(&Match { games: 9, ..of.clone() }), None, "there may be more games");
    let mut others: Vec<(Match, &str)> = vec![
        (Match { game: game("hex"), ..of.clone() }, "the game was tictactoe and is now hex"),
        (Match { seed: 2, ..of.clone() }, "the seed was 7 and is now 2"),
        (Match { openings: any_two(&*of.game), ..of.clone() }, "the openings was – and is now 0 1 / 1 2"),
        (Match { is_gauntlet: true, ..of.clone() }, "clock and limits was clock-a="),
        (Match { test: "elo0=0,elo1=5".parse().ok(), ..of.clone() }, "the test was – and is now elo0=0"),
        (
            Match { players: [&of.players[..], &of.players[..1]].concat(), ..of.clone() },
            "the number of players was 2",
        ),
    ];
    let mut slower = of.clone();
    slower.allowances[1].clock.turn = Some(Duration::from_secs(9));
    others.push((slower, "clock and limits was clock-a="));
    let mut told = of.clone();
    told.players[1].settings.push(("threads".to_owned(), "2".to_owned()));
    others.push((told, "a player was cmd:corners (sau) and is now cmd:corners (sau) threads=2"));
    for (other, why) in &others {
        let said = differs(other).unwrap_or_default();
        assert!(said.starts_with(why), "{said}, not {why}");
    }
    fs::write(&program, "2").expect("ours");
    assert_eq!(differs(&of).as_deref(), Some("the program of rows was changed"));
}
