//! Records add up to what their match showed.

use crate::found_records::{FoundRecords, SameRules};
use crate::games::{any_two, cells, how, plan, tictactoe};
use crate::match_event::MatchEvent;
use crate::meeting::Meeting;
use crate::pairing::Play;
use crate::tally::Tally;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What is known of a match after its games, besides times.
fn known(tally: &Tally) -> String {
    let Tally { score, pairs, test, faults, first_wins, adjudicated, plies, repeats, .. } = tally;
    format!(
        "{score:?} {:?} {test:?} {faults:?} {first_wins} {adjudicated} {plies} {}",
        pairs.counted,
        repeats.count()
    )
}

fn found(paths: &[&Path]) -> FoundRecords {
    let mut found = FoundRecords::default();
    for path in paths {
        found.add(path).expect("records");
    }
    found
}

#[test]
fn records_add_up_to_what_their_match_showed() {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let mut of = tictactoe(1000);
    (of.openings, of.test) = (any_two(&*of.game), "elo0=0,elo1=300".parse().ok());
    let how = Play { out: Some(folder.path().to_owned()), ..how(&stop) };
    let (mut shown, mut games) = (String::new(), 0);
    of.play(&plan(&of), None, &how, &mut |_, event| {
        if let MatchEvent::Ended { tally, .. } = event {
            (shown, games) = (known(tally), tally.score.games());
        }
    })
    .expect("played");
    assert!((2..18).contains(&games), "the test is decided: {shown}");
    fs::write(folder.path().join("game-000999.part"), "").expect("ours");
    fs::write(folder.path().join("game-000998.jsonl"), "{\"type\":\"game\"").expect("ours");
    // A folder that is named twice counts once.
    let FoundRecords { games: kept, unfinished, unreadable, .. } = found(&[folder.path(), folder.path()]);
    assert_eq!((unfinished.len(), unreadable.len()), (1, 1));
    let all = kept.len() as u64;
    let same = SameRules::group(kept).pop().expect("games");
    assert_eq!((&*same.game, same.meetings.len()), ("tictactoe", 1));
    let meeting = &same.meetings[0];
    assert_eq!(meeting.names, ["rows", "corners"]);
    assert_eq!(known(&meeting.tally), shown);
    assert_eq!(meeting.beyond, all - games);
    assert_eq!(meeting.seats.iter().map(|score| score.games()).sum::<u64>(), games);
    assert_eq!(meeting.starts.len() as u64, games.div_ceil(2));
    assert_eq!(meeting.starts.iter().map(|start| start.score.games()).sum::<u64>(), games);
    assert!(meeting.slowest.iter().flatten().all(|(_, file)| file.is_file()));
}

#[test]
fn several_matches_make_a_cross_table() {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let mut of = tictactoe(2);
    of.players.push(cells("edges", [1, 3, 5, 7, 0, 2, 4, 6, 8]));
    let how = Play { out: Some(folder.path().to_owned()), ..how(&stop) };
    of.play(&plan(&of), None, &how, &mut |_, _| {}).expect("played");
    let same = SameRules::group(found(&[folder.path()]).games).pop().expect("games");
    let cross = Meeting::cross_table(&same.meetings);
    assert_eq!((cross.players(), cross.games()), (3, 6));
    let rows = cross.rows();
    assert!((rows.iter().map(|row| row.points).sum::<f64>() - 6.0).abs() < 1e-9, "{rows:?}");
    assert!(rows.iter().all(|row| row.games == 4), "{rows:?}");
}

/// Games that a match seems to have numbered, though nobody changed seats, are no pairs; the control are the same games
/// with the seats of every other one swapped, whatever the numbers of their files.
#[test]
fn the_seats_decide_what_is_a_pair() {
    let pairs = |numbers: [u32; 4], seats: [[&str; 2]; 4]| {
        let folder = tempfile::tempdir().expect("a folder");
        for (number, [first, second]) in numbers.into_iter().zip(seats) {
            let about = json!({
                "type": "game", "leitai": 1, "game": "tictactoe", "options": {}, "clock": "move=2s",
                "seats": [{"name": first, "dialect": "beyond"}, {"name": second, "dialect": "beyond"}],
                "started": 1, "stage": {},
            });
            let digest = number.to_string();
            let end = json!({
                "type": "end", "winner": "first", "verdict": "Law", "reason": "r", "plies": 5, "digest": digest,
            });
            let file = folder.path().join(format!("game-{number:06}.jsonl"));
            fs::write(file, format!("{about}\n{end}\n")).expect("ours");
        }
        let same = SameRules::group(found(&[folder.path()]).games).pop().expect("games");
        same.meetings[0].tally.pairs.counted.counts
    };
    let (ab, ba) = (["A", "B"], ["B", "A"]);
    assert_eq!(pairs([0, 1, 2, 3], [ab; 4]), [0; 5], "nobody changed seats");
    assert_eq!(pairs([0, 1, 2, 3], [ab, ba, ab, ba]), [0, 0, 2, 0, 0], "a match");
    assert_eq!(pairs([0, 1, 2, 3], [ab, ab, ba, ba]), [0, 0, 2, 0, 0], "seats changed after two");
    assert_eq!(pairs([1, 2, 3, 4], [ab, ba, ab, ba]), [0, 0, 2, 0, 0], "one file is gone");
    assert_eq!(pairs([0, 1, 2, 4], [ab, ab, ba, ab]), [0, 0, 1, 0, 0], "one game changed seats");
}
