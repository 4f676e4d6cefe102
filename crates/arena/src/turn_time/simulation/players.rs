//! Programs, as their threads act.

use super::Dice;
use super::machine::{Machine, Micros, TICK};
use super::task::{Act, Owner, Seen, Step};

/// How long before its time is up a cheat answers: just enough for the stage to read it.
const JUST: Micros = 60;

/// An honest program: it thinks for as much processor time, or for as long by the clock on the wall, and answers.
pub(super) fn thinker(mut dice: Dice, share: [u64; 2], limit: Micros, is_by_wall: bool) -> Act {
    let (mut turn, mut needs, mut has_answered) = (0, 0, true);
    Box::new(move |seen: &Seen| {
        let Some((asked, since)) = seen.asked else { return Step::Wait };
        if asked != turn {
            (turn, has_answered) = (asked, false);
            needs = limit * dice.within(share[0], share[1]) / 100;
        }
        if has_answered {
            return Step::Wait;
        }
        let thought = if is_by_wall { seen.now - since } else { seen.used };
        if thought < needs {
            return Step::Work((needs - thought).min(1_000));
        }
        has_answered = true;
        Step::Answer
    })
}

/// What a cheat's thread does while it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Habit {
    Burns,
    Sleeps,
    /// Works whenever a tick comes, and sleeps in between.
    MeetsTicks,
    /// Sleeps whenever a tick comes, and works in between.
    EvadesTicks,
    /// Waits for a disk now and then.
    WaitsForDisks,
    /// Waits for a disk all the time.
    WaitsForOneDisk,
    /// Sleeps and works in turns as short as it can.
    Twitches,
    /// Has threads of the kernel work, this many hundredths of its own time.
    Storms(u64),
}

fn habit(habit: Habit, seen: &Seen, left: Micros, odd: &mut u32) -> Step {
    *odd += 1;
    let to_tick = TICK - seen.now % TICK;
    let is_odd = *odd % 2 == 1;
    match habit {
        Habit::Burns => Step::Work(left.min(1_000)),
        Habit::Sleeps => Step::Sleep(left),
        Habit::MeetsTicks if to_tick > 200 => Step::Sleep((to_tick - 150).min(left)),
        Habit::MeetsTicks => Step::Work((to_tick + 50).min(left)),
        Habit::EvadesTicks if to_tick > 150 => Step::Work((to_tick - 100).min(left)),
        Habit::EvadesTicks => Step::Sleep((to_tick + 20).min(left)),
        Habit::WaitsForDisks if is_odd => Step::Disk(left.min(9_700)),
        Habit::WaitsForDisks => Step::Work(left.min(3_100)),
        Habit::WaitsForOneDisk => Step::Disk(left),
        Habit::Twitches if is_odd => Step::Sleep(left.min(30)),
        Habit::Twitches => Step::Work(left.min(20)),
        Habit::Storms(part) if is_odd => Step::Cause(100 * part / 100),
        Habit::Storms(_) => Step::Work(left.min(100)),
    }
}

/// A cheat's first thread: it answers at the very last moment, which it knows.
pub(super) fn brinkman(does: Habit) -> Act {
    let (mut odd, mut answered) = (0, 0);
    Box::new(move |seen: &Seen| {
        let Some((turn, _)) = seen.asked.filter(|(turn, _)| *turn != answered) else { return Step::Wait };
        let Some(deadline) = seen.deadline else { return Step::Work(20) };
        let left = deadline.saturating_sub(seen.now + JUST);
        if left == 0 {
            answered = turn;
            return Step::Answer;
        }
        habit(does, seen, left, &mut odd)
    })
}

/// Another thread of a cheat's: it goes on until the first is to answer, and lets the stage read that.
pub(super) fn accomplice(does: Habit, ahead: Micros) -> Act {
    let mut odd = 0;
    Box::new(move |seen: &Seen| {
        let until = seen.deadline.filter(|_| seen.asked.is_some());
        let left = until.map_or(0, |until| until.saturating_sub(seen.now + ahead));
        if left > 0 { habit(does, seen, left.min(50), &mut odd) } else { Step::Sleep(500) }
    })
}

/// Seats a program whose first thread acts so, in a group of its own or not.
pub(super) fn seat(
    machine: &mut Machine,
    seat: usize,
    first: Act,
    more: Vec<Act>,
    grouped: bool,
    cores: usize,
) {
    let own = grouped.then(|| machine.group(1.0));
    for (i, act) in std::iter::once(first).chain(more).enumerate() {
        let group = own.unwrap_or_else(|| machine.group(1.0));
        machine.add(Owner::Program(seat), i % cores, group, Some(act));
    }
}
