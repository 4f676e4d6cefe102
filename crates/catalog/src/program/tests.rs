//! The budget that a program gives its player, seen through a player that only records it.

use super::*;
use leitai_core::{DialectName, TimeLeft};
use nogo::NoGo;
use std::sync::{Arc, Mutex};

type Position = <NoGo as Game>::Position;
/// The time to aim for in a turn, the time not to exceed, and its nodes.
type Noted = (Duration, Duration, Option<u64>);

/// Plays the first legal act.
struct Probe(Arc<Mutex<Vec<Noted>>>);

impl Engine<Position> for Probe {
    fn think(
        &mut self,
        me: Seat,
        view: &Position,
        budget: &Budget<'_>,
        _: &mut dyn FnMut(Info<MoveOf<NoGo>>),
        turn: &mut Vec<MoveOf<NoGo>>,
    ) {
        self.0.lock().expect("one thread").push((budget.aim, budget.never, budget.nodes));
        let mut moves = Vec::new();
        view.moves(Actor::Seat(me), &mut moves);
        turn.push(moves.swap_remove(0));
    }
}

/// The budgets of First's turns against an opponent that answers from the other end of the board; each turn takes
/// `spent`.
fn budgets(
    dialect: DialectName,
    clock: &str,
    nodes: Option<u64>,
    spent: Duration,
    turns: usize,
) -> Vec<Noted> {
    let noted = Arc::default();
    let probe = Box::new(Probe(Arc::clone(&noted)));
    let client = NoGo::client(dialect).expect("it is spoken");
    let mut program = EngineProgram::<NoGo>::new(client, probe, None, "probe".to_owned());
    program.keep(clock.parse().expect("a clock"), nodes);
    let mut out = Lines::default();
    let mut hear = |line: &str| assert!(program.hear(line.as_bytes(), &|| spent, &mut out));
    hear("name?");
    hear("new black");
    for turn in 1..turns {
        hear(&format!("move {}A", (b'I' - 2 * turn as u8) as char));
    }
    noted.lock().expect("one thread").clone()
}

#[test]
fn where_no_clock_is_told_it_keeps_its_own() {
    let seconds = Duration::from_secs;
    let of = |spent| budgets(DialectName::Sau, "game=30s,inc=1s", None, spent, 4);
    let (quick, slow) = (of(Duration::from_millis(1)), of(seconds(8)));
    assert_eq!(quick.len(), 4);
    assert_eq!(quick[0], slow[0]);
    // 30 s, less three turns of 8 s, and 1 s back after each.
    let left = |used: Duration, played: u32| TimeLeft {
        game: (seconds(30) + seconds(1) * played).checked_sub(used),
        increment: seconds(1),
        played,
        ..TimeLeft::default()
    };
    let unseen = Duration::from_millis(6);
    assert_eq!((slow[3].0, slow[3].1), NoGo::PACE.share(&left(seconds(24) + unseen, 3), USUAL));
    assert!(slow[3].1 < quick[3].1);
}

#[test]
fn where_nothing_is_named_a_turn_takes_its_usual_time() {
    let noted = budgets(DialectName::Sau, "", None, Duration::ZERO, 2);
    assert_eq!(noted, [(USUAL, 3 * USUAL, None); 2]);
}

#[test]
fn nodes_alone_end_a_turn_without_a_clock() {
    let noted = budgets(DialectName::Sau, "", Some(500), Duration::from_hours(1), 2);
    assert_eq!(noted, [(Duration::MAX, Duration::MAX, Some(500)); 2]);
    let timed = budgets(DialectName::Sau, "move=2s", Some(500), Duration::ZERO, 1);
    assert!(timed[0].1 < Duration::from_secs(2) && timed[0].2 == Some(500), "{timed:?}");
}

#[test]
fn what_the_platform_tells_overrules_what_it_reckoned() {
    let noted = Arc::default();
    let probe = Box::new(Probe(Arc::clone(&noted)));
    let client = NoGo::client(DialectName::Native).expect("it is spoken");
    let mut program = EngineProgram::<NoGo>::new(client, probe, None, "probe".to_owned());
    program.keep("game=900s".parse().expect("a clock"), None);
    let mut out = Lines::default();
    for line in [
        r#"{"type":"hello","protocol":"leitai","version":1,"game":"nogo","seat":"second","options":{}}"#,
        r#"{"type":"told","report":"first A1"}"#,
        // The second entry is its own time.
        r#"{"type":"turn","left":[5,60000]}"#,
    ] {
        assert!(program.hear(line.as_bytes(), &|| Duration::ZERO, &mut out));
    }
    let left = TimeLeft { game: Some(Duration::from_mins(1)), ..TimeLeft::default() };
    let (aim, never) = NoGo::PACE.share(&left, USUAL);
    assert_eq!(*noted.lock().expect("one thread"), [(aim, never, None)]);
}
