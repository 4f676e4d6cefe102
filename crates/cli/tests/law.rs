//! The second law of events: random events are decided by `leitai tournament standings` and by `tests/law`, which was written from
//! the rules of events in Python and shares nothing with this.

use crate::house::{House, Lots, stderr};
use leitai_hall::{Details, EventFile, JournalBody, Played};
use leitai_sandbox::SandboxLevel;
use leitai_store::FileJournal;
use leitai_testkit::extent;
use leitai_tournament::{
    CountedOutcome, Decision, Due, EntryId, Event, Finding, Format, HandLot, How, RecordedGame, Role, Seat,
    Seed,
};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Events of a test, and in a long run.
const EVENTS: u32 = 20;
const MANY: u32 = 2000;
/// Games of a large ladder.
const LADDER_GAMES: usize = 600;
/// How many the law judges at once.
const BATCH: usize = 50;

fn law() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/law/law.py")
}

fn judged(folders: &[PathBuf]) -> (bool, String) {
    let law = Command::new("python3").arg("-B").arg(law()).args(folders).output().expect("python3 starts");
    (law.status.success(), format!("{}{}", String::from_utf8_lossy(&law.stdout), stderr(&law)))
}

#[test]
fn the_second_law_decides_every_event_as_leitai_does() {
    let house = House::open();
    let first = std::env::var("LEITAI_LAW_FROM").ok().and_then(|from| from.parse().ok()).unwrap_or(0);
    let numbers: Vec<u32> = (first..first + extent("LEITAI_LAW", EVENTS, MANY)).collect();
    let mut wrong = String::new();
    for batch in numbers.chunks(BATCH) {
        let folders: Vec<_> = batch.iter().map(|number| played(&house, *number, None)).collect();
        let (agreed, said) = judged(&folders);
        if !agreed {
            wrong += &said;
        }
    }
    if let Some(kept) = std::env::var_os("LEITAI_LAW_KEEP")
        && !wrong.is_empty()
    {
        let kept = Path::new(&kept);
        let copied = Command::new("cp").arg("-r").arg(house.path("events")).arg(kept).status();
        assert!(copied.expect("cp").success());
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Large events: all games of one that ends, and the first games of a ladder, of which there may be a million.
#[test]
fn the_second_law_decides_events_of_two_hundred_and_of_a_thousand() {
    let house = House::open();
    let sizes = [200, 1000].into_iter().flat_map(|size| [0, 1, 2].map(|preset| (3000 + preset, size)));
    let folders: Vec<_> =
        sizes.map(|(number, size)| played(&house, number + size, Some(size.into()))).collect();
    let (agreed, said) = judged(&folders);
    assert!(agreed, "{said}");
}

/// The control: the law does not agree with standings or results that somebody changed.
#[test]
fn the_second_law_notices_what_was_changed() {
    let house = House::open();
    let folder = played(&house, 0, None);
    assert!(judged(std::slice::from_ref(&folder)).0, "as it was decided");
    let standings = folder.join("standings.jsonl");
    let text = fs::read_to_string(&standings).expect("written");
    let changed = text.replacen("\"place\":1", "\"place\":9", 1);
    assert_ne!(text, changed);
    fs::write(&standings, changed).expect("ours");
    let (agreed, said) = judged(std::slice::from_ref(&folder));
    assert!(!agreed && said.contains("place"), "{said}");
    fs::write(&standings, text).expect("ours");
    let journal = folder.join("journal.jsonl");
    let text = fs::read_to_string(&journal).expect("written");
    let lines: Vec<&str> = text.lines().collect();
    let without = [&lines[..4], &lines[5..]].concat().join("\n");
    fs::write(&journal, without + "\n").expect("ours");
    assert!(!judged(&[folder]).0, "a game is missing");
}

/// Writes the file of a random event, of so many entries if that is given, plays it with random results and rulings,
/// and has `leitai` decide it. A large one has no rulings, and its games are played in the order in which they are due.
fn played(house: &House, number: u32, size: Option<u64>) -> PathBuf {
    let mut lots = Lots(u64::from(number) + 1);
    let preset = ["school", "course", "judge"][number as usize % 3];
    let folder = house.path("events").join(format!("event{number}"));
    let file = folder.with_extension("toml");
    fs::create_dir_all(&folder).expect("our folder");
    fs::write(&file, described(preset, number, size, &mut lots)).expect("our folder");
    let described = EventFile::look(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let begun = described.begun(|| Seed::new("unused"));
    let mut event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone()).expect("fits");
    let journal = FileJournal::open(&folder.join("journal.jsonl"), &described.name).expect("ours");
    let append = |key: Option<&str>, body: &JournalBody| {
        journal.append(1, key, &serde_json::to_value(body).expect("JSON")).expect("ours");
    };
    append(Some("begun"), &JournalBody::Begun(begun));
    let ladder = event.plan().stages[0].format == Format::Ladder;
    let submit = |event: &mut Event, decision: Decision| {
        let by = match decision {
            Decision::Withdraw { .. } | Decision::Hearing { .. } => Role::ChiefReferee,
            Decision::Object { .. } => Role::Leader,
            Decision::Answer { .. } => Role::ArbitrationPanel,
            _ => Role::Referee,
        };
        if matches!(decision, Decision::Submit { .. } | Decision::Close) {
            if let Ok(ruling) = event.decide(decision, by, "drawn by lot") {
                append(None, &JournalBody::Ruled(ruling.clone()));
            }
            return;
        }
        let mut after = event.clone();
        let Ok(ruling) = after.decide(decision, by, "drawn by lot").cloned() else { return };
        // As where nobody asks for `--replay-following`.
        if event.undone(&after).is_empty() {
            append(None, &JournalBody::Ruled(ruling));
            *event = after;
        }
    };
    if ladder {
        for entry in 0..event.entries().len() {
            let entry = EntryId(entry as u32);
            submit(&mut event, Decision::Submit { entry, accepted: lots.below(8) > 0, program: None });
        }
    }
    if preset == "school" && size.is_none() && lots.below(3) == 0 {
        let drawn = by_hand(&event, &mut lots);
        submit(&mut event, drawn);
        if lots.below(4) == 0 {
            submit(&mut event, Decision::Revoke { ruling: 0 });
        }
    }
    let strength: Vec<u64> = event.entries().iter().map(|_| lots.below(5)).collect();
    let (is_even, rulings) = (lots.below(3) == 0, lots.below(3) > 0);
    let most = if size.is_some() && ladder { LADDER_GAMES } else { usize::MAX };
    while event.games().len() < most {
        let due: Vec<Due> = event.state().due().take(most).collect();
        if due.is_empty() {
            if !event.is_open_ladder() {
                break;
            }
            submit(&mut event, Decision::Close);
            continue;
        }
        // One of those that are due, as on several tables.
        let chosen = lots.below(due.len() as u64) as usize;
        let next = if size.is_some() { &due[..] } else { &due[chosen..=chosen] };
        for due in next {
            let game = result(*due, &strength, is_even, &mut lots);
            event.record(game).expect("a due game is taken");
            let body = JournalBody::Played(Played { result: game, details: details() });
            append(Some(&game.id.to_string()), &body);
        }
        if rulings && size.is_none() && lots.below(12) == 0 {
            let decision = ruling(&event, &mut lots, ladder);
            submit(&mut event, decision);
        }
    }
    let words = ["tournament", "standings", file.to_str().expect("text"), "--json"];
    let said = house.done(&words);
    assert!(said.status.success(), "{}", stderr(&said));
    fs::write(folder.join("standings.jsonl"), said.stdout).expect("ours");
    folder
}

/// An event's file.
fn described(preset: &str, number: u32, size: Option<u64>, lots: &mut Lots) -> String {
    let mut text = format!("name = \"event {number}\"\npreset = \"{preset}\"\nseed = \"{number}\"\n");
    let is_large = lots.below(3) == 0;
    let drawn = match preset {
        "school" => 2 + lots.below(if is_large { 30 } else { 6 }),
        "course" => 2 + lots.below(if is_large { 60 } else { 14 }),
        _ => 2 + lots.below(7),
    };
    let entries = size.unwrap_or(drawn);
    let game = if preset == "school" && lots.below(4) == 0 { "einstein" } else { "tictactoe" };
    let _ = writeln!(text, "game = \"{game}\"");
    // More than six teams are divided into groups, at least two.
    let placed = (preset == "school" && entries > 6).then(|| lots.below(4 * entries));
    let schools = if preset == "school" { lots.below(entries.min(9)) } else { 0 };
    let classes = 1 + lots.below(entries.div_ceil(3));
    if preset == "course" {
        let _ = writeln!(text, "second-stage = {}", classes + lots.below(classes + 1));
    } else if preset == "judge" {
        let _ = writeln!(text, "games = {}", 2 + 2 * lots.below(2));
    }
    for entry in 0..entries {
        let _ = writeln!(text, "[[entries]]\nname = \"n{entry}\"\nprogram = \"random\"");
        if placed == Some(entry) {
            let _ = writeln!(text, "group = \"{}\"", ["A", "B"][lots.below(2) as usize]);
        }
        if schools > 0 && lots.below(4) > 0 {
            let _ = writeln!(text, "school = \"school {}\"", lots.below(schools));
        }
        if preset == "course" {
            let class = if entry < classes { entry } else { lots.below(classes) };
            let _ = writeln!(text, "class = \"class {class}\"");
            if lots.below(4) > 0 {
                let _ = writeln!(text, "seed-score = {}", 60 + lots.below(8));
            }
        }
    }
    text
}

/// How a game ends: the stronger entry wins more often; draws, faults and games that neither wins occur.
fn result(due: Due, strength: &[u64], is_even: bool, lots: &mut Lots) -> RecordedGame {
    let Due { id, first, second, .. } = due;
    let [a, b] = [first, second].map(|entry| if is_even { 1 } else { 1 + strength[entry.index()] });
    let winner = if lots.below(a + b) < a { Seat::First } else { Seat::Second };
    let (outcome, how) = match lots.below(12) {
        0..3 => (CountedOutcome::Draw, How::Played),
        3 => (CountedOutcome::Win(winner), How::Fault),
        4 if lots.below(3) == 0 => (CountedOutcome::Nobody, How::Fault),
        _ => (CountedOutcome::Win(winner), How::Played),
    };
    RecordedGame { id, first, second, outcome, how, faults: [0; 2] }
}

/// Lots drawn by hand for the first stage, in groups as large as those of the computer's draw.
fn by_hand(event: &Event, lots: &mut Lots) -> Decision {
    let state = event.state();
    let sections = &state.stages()[0].sections;
    let group_of = |at: usize| event.plan().is_divided().then_some(at as u16 + 1);
    let mut rest: Vec<EntryId> = event.entries().iter().map(|entry| entry.id).collect();
    let mut drawn = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        let placed = |entry: &EntryId| event.entries()[entry.index()].group == Some(at as u16 + 1);
        let mut members: Vec<EntryId> = section.members.iter().copied().filter(placed).collect();
        rest.retain(|entry| !members.contains(entry));
        while members.len() < section.members.len() {
            let free: Vec<usize> =
                (0..rest.len()).filter(|at| event.entries()[rest[*at].index()].group.is_none()).collect();
            members.push(rest.remove(free[lots.below(free.len() as u64) as usize]));
        }
        let place = |place: usize| (group_of(at).is_none() || at % 2 == 0).then_some(place as u16 + 1);
        let lot = |(number, entry): (usize, &EntryId)| HandLot {
            entry: *entry,
            group: group_of(at),
            place: place(number),
        };
        drawn.extend(members.iter().enumerate().map(lot));
    }
    Decision::Lots { lots: drawn, witness: "drawn by lot".to_owned() }
}

/// Something that a referee may decide now; the event refuses some of it.
fn ruling(event: &Event, lots: &mut Lots, ladder: bool) -> Decision {
    let entry = EntryId(lots.below(event.entries().len() as u64) as u32);
    let game = event.games()[lots.below(event.games().len() as u64) as usize];
    if ladder && lots.below(2) == 0 {
        return Decision::Submit { entry, accepted: lots.below(3) > 0, program: None };
    }
    let finding =
        [Finding::Won(game.first), Finding::Won(game.second), Finding::Drawn][lots.below(3) as usize];
    // A ladder's law looks at what was played.
    if !ladder && lots.below(3) == 0 {
        return of_the_day(event, finding, lots);
    }
    match lots.below(9) {
        0 => Decision::Withdraw { entry, leave: lots.below(2) == 0 },
        1 => Decision::Disqualify { entries: vec![entry] },
        2 => Decision::Absent { entry },
        3 => Decision::Forfeit { game: game.id, by: vec![game.first] },
        4 => Decision::Meddling { game: game.id, by: game.second },
        5 => Decision::Revoke { ruling: lots.below(event.rulings().len().max(1) as u64) as u32 },
        _ => Decision::Override { game: game.id, finding },
    }
}

/// What is decided on the day in the hall: about a game that was played, or one that is due.
fn of_the_day(event: &Event, finding: Finding, lots: &mut Lots) -> Decision {
    let entry = EntryId(lots.below(event.entries().len() as u64) as u32);
    let played = event.games()[lots.below(event.games().len() as u64) as usize];
    let due = event.state().due().next().filter(|_| lots.below(2) == 0);
    let (game, by) = due.map_or((played.id, played.first), |due| (due.id, due.second));
    let finding = match (due, finding) {
        (Some(due), Finding::Won(_)) => Finding::Won(due.first),
        _ => finding,
    };
    match lots.below(12) {
        0 => Decision::Scattered { game, by },
        1 => Decision::Equipment { game, by },
        2..5 => Decision::Slip { game, by, restored: lots.below(4) > 0 },
        5 => Decision::RefereeSlip { game, restored_by: vec![by] },
        6 => Decision::RefereeSlip { game, restored_by: Vec::new() },
        7 => Decision::Agreed { game, finding },
        8 => Decision::Result { game, finding },
        9 => Decision::Hearing { entries: vec![entry], copied: lots.below(3) == 0 },
        10 => Decision::Object { by, game: Some(game), document: None },
        _ => Decision::Present { entry },
    }
}

fn details() -> Details {
    let reason = leitai_core::Sentence::quoted("drawn by lot");
    let verdict = leitai_core::VerdictName::Law;
    Details {
        verdict,
        reason,
        plies: 7,
        seconds: 0.1,
        record: None,
        programs: [None; 2],
        at_table: None,
        seal: None,
        used_ms: None,
        replays: 0,
        disturbed_ms: None,
        sandbox: SandboxLevel::Full,
        ended: 1,
    }
}
