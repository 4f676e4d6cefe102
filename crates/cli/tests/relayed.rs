//! A game at a relayed table, as the desks of both operators keep it: their records are compared, and count once.

use crate::house::{House, lines, stderr};
use leitai_arena::{Conditions, Launch, Player};
use leitai_core::{Actor, Clock, DialectName, Level, Seat};
use leitai_hall::{Desk, DeskDeed, DeskGames, DeskSetup, DeskState};
use leitai_sandbox::Sandbox;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

const LEITAI: &str = env!("CARGO_BIN_EXE_leitai");

/// A desk for one game.
fn desk(folder: &Path, game: &str, seat: Seat, teams: [&str; 2]) -> Arc<Desk> {
    let launch = Launch::built_in(LEITAI.into(), Level::Random);
    let setup = DeskSetup {
        game: leitai_catalog::find(game).expect("a game"),
        options: Vec::new(),
        program: Some(Player { name: "ours".to_owned(), launch, dialect: DialectName::Native }),
        seat,
        teams: teams.map(str::to_owned),
        operator: String::new(),
        clock: Clock { game: Some(Duration::from_mins(15)), ..Clock::NONE },
        by_hand: false,
        games: DeskGames::Swapped(1),
        rehearsal: None,
    };
    let desk = Desk::open(folder.to_owned(), setup, Conditions::of(Sandbox::off()));
    desk.unwrap_or_else(|why| panic!("{why}"))
}

/// Whether the desk is asked for an act of this hand.
fn is_asked(desk: &Desk, by: Actor) -> bool {
    let shown = desk.shown();
    shown.state == DeskState::Runs && shown.hand == Some(by) && !shown.choices.is_empty()
}

fn enters(desk: &Desk, act: &str) {
    let shown = desk.shown();
    desk.deed(DeskDeed::Play { version: shown.version, acts: act.to_owned() }).expect("a game");
    let began = Instant::now();
    while desk.shown().version == shown.version {
        let now = desk.shown();
        assert!(
            began.elapsed() < Duration::from_mins(1) && now.refused.is_none(),
            "{act}: {:?}",
            now.refused
        );
        thread::sleep(Duration::from_micros(300));
    }
}

/// Plays a game between two desks, of which each tells the other what its program plays, to its end. Their records, that of
/// First's desk first.
pub(crate) fn relayed(folder: &Path, game: &str, [first, second]: [&str; 2]) -> [PathBuf; 2] {
    let desks = [
        desk(&folder.join("a"), game, Seat::First, [first, second]),
        desk(&folder.join("b"), game, Seat::Second, [second, first]),
    ];
    for desk in &desks {
        desk.begin().expect("a game");
    }
    let began = Instant::now();
    while desks.iter().any(|desk| desk.shown().state != DeskState::Over) {
        assert!(began.elapsed() < Duration::from_mins(1), "{game}");
        thread::sleep(Duration::from_millis(1));
        let moves = desks.each_ref().map(|desk| desk.shown().moves.clone());
        for (own, desk) in desks.iter().enumerate() {
            if let Some(next) = moves[1 - own].get(moves[own].len())
                && is_asked(desk, next.by)
            {
                enters(desk, &next.acts.join(" "));
            }
        }
        if moves[0].len() != moves[1].len() {
            continue;
        }
        if desks.iter().all(|desk| is_asked(desk, Actor::Chance)) {
            let act = desks[0].shown().choices[began.elapsed().subsec_nanos() as usize % 2].text.clone();
            enters(&desks[0], &act);
        }
    }
    desks.map(|desk| desk.shown().results[0].record.clone())
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn event(house: &House, game: &str) -> PathBuf {
    let file = house.path(&format!("{game}.toml"));
    let entries = ["Eagles", "Dragons"].map(|name| format!("[[entries]]\nname = \"{name}\"\n"));
    let head = format!("name = \"Hall {game}\"\ngame = \"{game}\"\nat-tables = true\nseed = \"1\"\n");
    fs::write(&file, format!("{head}{}", entries.concat())).expect("our folder");
    let run = house.done(&["tournament", "run", text(&file)]);
    assert!(run.status.success(), "{}", stderr(&run));
    file
}

/// Exit code, lines with `--json`, and what was said of refusals.
fn brought(house: &House, file: &Path, args: &[&str]) -> (Option<i32>, Vec<serde_json::Value>, String) {
    let done = house.done(&[&["tournament", "bring", text(file), "--json"], args].concat());
    (done.status.code(), lines(&done), stderr(&done))
}

const TEAMS: [&str; 2] = ["Eagles", "Dragons"];

#[test]
fn two_records_of_a_game_that_agree_count_once_and_are_both_kept() {
    let house = House::open();
    for game in ["nogo", "tictactoe"] {
        let file = event(&house, game);
        let records = relayed(&house.path(&format!("{game}-desks")), game, TEAMS);
        let [one, other] = records.each_ref().map(|path| text(path));
        let (code, told, said) = brought(&house, &file, &[one, other]);
        assert_eq!((code, told.len()), (Some(0), 1), "{game}: {said}");
        assert_eq!(
            (&told[0]["counted"], told[0]["clocks_apart_ms"].is_array()),
            (&"now".into(), true),
            "{told:?}"
        );
        assert!(told[0]["agreed_plies"].as_u64() > Some(3), "{told:?}");
        // Again in every way: both, either, and the other way round.
        for again in [vec![other, one], vec![one], vec![other], vec![one, other, one]] {
            let (code, told, said) = brought(&house, &file, &again);
            assert!(
                code == Some(0) && told.iter().all(|line| line["counted"] == "before"),
                "{told:?} {said}"
            );
        }
        let journal = fs::read_to_string(file.with_extension("").join("journal.jsonl")).expect("a journal");
        assert_eq!(journal.matches("\"type\":\"played\"").count(), 1, "{journal}");
        assert!(journal.contains("\"by\":\"record\""), "{journal}");
        let verified = house.done(&["verify", text(&file), "--json"]);
        assert!(verified.status.success() && lines(&verified).len() == 2, "{}", stderr(&verified));
        // The other desk's record is sealed by the journal as well.
        let witness = file.with_extension("").join("witnesses");
        let witness = fs::read_dir(witness).expect("kept").next().expect("one").expect("a file").path();
        let whole = fs::read_to_string(&witness).expect("a record");
        fs::write(&witness, whole.replace("\"Eagles\"", "\"Eagle5\"")).expect("our file");
        assert!(!house.done(&["verify", text(&file)]).status.success());
    }
}

#[test]
fn the_other_desks_record_may_come_later_and_from_two_commands_at_once() {
    let house = House::open();
    let file = event(&house, "nogo");
    let records = relayed(&house.path("desks"), "nogo", TEAMS);
    // Both at once, each by its own command: one counts, and the other bears it out.
    let start = |path: &PathBuf| {
        let mut command = house.leitai(&["tournament", "bring", text(&file), text(path), "--json"]);
        command.stdout(std::process::Stdio::piped()).spawn().expect("it starts")
    };
    let both = records.each_ref().map(start).map(|child| child.wait_with_output().expect("it ends"));
    let mut counted: Vec<_> = both.iter().flat_map(lines).map(|line| line["counted"].to_string()).collect();
    counted.sort();
    assert_eq!(counted, ["\"borne-out\"", "\"now\""]);
    let verified = house.done(&["verify", text(&file), "--json"]);
    assert!(verified.status.success() && lines(&verified).len() == 2, "{}", stderr(&verified));
    let standings = house.done(&["tournament", "standings", text(&file), "--json"]);
    assert!(standings.status.success(), "{}", stderr(&standings));
}

#[test]
fn records_that_differ_count_for_nothing_and_the_ply_is_named() {
    let house = House::open();
    let file = event(&house, "nogo");
    let [one, other] = relayed(&house.path("one"), "nogo", TEAMS);
    let [another, short] = relayed(&house.path("another"), "nogo", TEAMS);
    // Of two games: the ply, both acts and both codes.
    let (code, told, said) = brought(&house, &file, &[text(&one), text(&short)]);
    assert!(code == Some(2) && told.is_empty(), "{told:?}");
    assert!(said.contains("the records differ at ply ") && said.contains("position code"), "{said}");
    // Of one game, one of which lacks its end.
    let whole = fs::read_to_string(&other).expect("a record");
    let lines_of: Vec<&str> = whole.lines().collect();
    let play = lines_of.iter().rposition(|line| line.contains("\"type\":\"play\"")).expect("an act");
    let cut = house.path("cut.jsonl");
    fs::write(&cut, lines_of[..play].join("\n") + "\n").expect("our file");
    let (code, _, said) = brought(&house, &file, &[text(&one), text(&cut)]);
    assert!(code == Some(2) && said.contains("the second record ends after ply "), "{said}");
    let (code, _, said) = brought(&house, &file, &[text(&one), text(&another), text(&other)]);
    assert!(code == Some(2) && said.contains("bring them game by game"), "{said}");
    // The code of the other desk.
    let (code, _, said) = brought(&house, &file, &[text(&one), "--code", "AAAA", "--plies", "10"]);
    assert!(
        code == Some(2) && said.contains("the other desk shows AAAA after 10 plies, and the record has "),
        "{said}"
    );
    let own = said.split("the record has ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a code");
    let plies = said.rsplit("after ").next().map(|rest| rest.trim_matches(|c: char| !c.is_ascii_digit()));
    let plies = plies.expect("plies").to_owned();
    let nothing_yet = fs::read_to_string(file.with_extension("").join("journal.jsonl")).expect("a journal");
    assert!(!nothing_yet.contains("\"played\""), "{nothing_yet}");
    let (code, told, said) =
        brought(&house, &file, &[text(&one), "--code", &own.to_lowercase(), "--plies", &plies]);
    assert!(code == Some(0) && told[0]["counted"] == "now", "{said}");
    // A record of the other desk that differs from what counts.
    let (code, _, said) = brought(&house, &file, &[text(&short)]);
    assert!(code == Some(2) && said.contains("it may be the other desk's record of "), "{said}");
    let (code, told, _) = brought(&house, &file, &[text(&other)]);
    assert!(code == Some(0) && told[0]["counted"] == "borne-out", "{told:?}");
}
