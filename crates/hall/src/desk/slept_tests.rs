//! A desk whose machine was asleep, or whose time of day was set, while a clock ran.

use super::desk::Desk;
use super::desk_deed::DeskDeed;
use super::desk_setup::{DeskGames, DeskSetup};
use super::desk_shown::{DeskShown, DeskState};
use super::machine_clocks::{MachineClocks, ReadsClocks, ThisMachine};
use crate::locked::locked;
use leitai_arena::Conditions;
use leitai_core::{Clock, ClockChange, Lang, Line, Record, Seat};
use leitai_sandbox::Sandbox;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// This machine, which was asleep for so long besides.
#[derive(Clone, Default)]
struct Sleeper(Arc<Mutex<Duration>>);

impl ReadsClocks for Sleeper {
    fn read(&self) -> MachineClocks {
        let now = ThisMachine.read();
        MachineClocks { since_boot: now.since_boot + *locked(&self.0), ..now }
    }
}

#[track_caller]
fn until(desk: &Desk, so: impl Fn(&DeskShown) -> bool) -> Arc<DeskShown> {
    let began = Instant::now();
    loop {
        let shown = desk.shown();
        if so(&shown) {
            return shown;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "{:?} {:?}", shown.state, shown.slept);
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn an_hour_asleep_is_on_nobodys_clock_and_the_desk_says_so() {
    let (folder, sleeper) = (tempfile::tempdir().expect("a folder"), Sleeper::default());
    let (all, hour) = (Duration::from_mins(15), Duration::from_hours(1));
    let setup = DeskSetup {
        game: leitai_catalog::find("gomoku").expect("a game"),
        options: vec![("opening".to_owned(), "free".to_owned())],
        program: None,
        seat: Seat::First,
        teams: ["Aa".to_owned(), "Bb".to_owned()],
        operator: "Rr".to_owned(),
        clock: Clock { game: Some(all), ..Clock::NONE },
        by_hand: false,
        games: DeskGames::Swapped(2),
        rehearsal: None,
    };
    let conditions = Conditions::of(Sandbox::off());
    let desk = Desk::on(Box::new(sleeper.clone()), folder.path().to_owned(), setup, conditions);
    let desk = desk.unwrap_or_else(|why| panic!("{why}"));
    desk.begin().expect("a game");
    until(&desk, |shown| shown.state == DeskState::Runs && shown.clocks[0].asked.is_some());
    let play = |acts: &str| {
        let shown = desk.shown();
        let deed = DeskDeed::Play { version: shown.version, acts: acts.to_owned() };
        desk.deed(deed).expect("a game");
        until(&desk, |now| {
            now.version > shown.version && now.clocks.iter().any(|clock| clock.asked.is_some())
        });
    };
    play("H8");
    // Second's clock runs while the lid is closed for an hour.
    // A little more: the two clocks are not read at the same instant.
    *locked(&sleeper.0) = hour + Duration::from_millis(200);
    let shown = until(&desk, |shown| matches!(shown.state, DeskState::Stopped(_)));
    let slept = shown.slept.expect("it says so");
    assert!(slept >= hour && slept < hour + Duration::from_secs(2), "{slept:?}");
    for clock in shown.clocks {
        let left = clock.left.expect("a clock of the whole game");
        assert!(clock.asked.is_none() && left <= all && left > Duration::from_mins(14), "{:?}", shown.clocks);
    }
    let to_do = desk.what_to_do(&shown);
    assert!(to_do.to(Lang::En).starts_with("This machine was asleep for 60 min 0 s"), "{to_do:?}");
    assert!(to_do.to(Lang::Zh).starts_with("本机曾休眠 60 分 0 秒"), "{to_do:?}");
    // The referee gives the hour to nobody, or to a side; then play goes on, and it is said no more.
    desk.deed(DeskDeed::Charge(Seat::Second, Duration::from_mins(1), "his lid".to_owned())).expect("a game");
    desk.deed(DeskDeed::Go).expect("a game");
    let shown = until(&desk, |shown| shown.state == DeskState::Runs);
    assert_eq!(shown.slept, None);
    play("A1");
    assert!(desk.shown().slept.is_none(), "said once");
    desk.close();
    until(&desk, |shown| shown.state == DeskState::Waits);
    let text = std::fs::read_to_string(folder.path().join("game-1.part")).expect("its record");
    let record = Record::read(&text).unwrap_or_else(|why| panic!("{why}"));
    let clocks = record.lines.iter().filter_map(|(_, line)| match line {
        Line::Clock { change, reason } => Some((*change, reason.to_string())),
        _ => None,
    });
    let clocks: Vec<_> = clocks.collect();
    assert!(
        matches!(&clocks[..], [(ClockChange::Stop { .. }, why), (ClockChange::Charge { .. }, _), (ClockChange::Go, _)]
            if why == "the machine was asleep for 3600 s"),
        "{clocks:?}"
    );
}
