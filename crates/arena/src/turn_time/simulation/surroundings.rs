//! What else happens on a simulated machine.

use super::Dice;
use super::machine::{Machine, Micros};
use super::task::{Act, Owner, Seen, Step};

/// What disturbs a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Surroundings {
    Quiet,
    Build,
    /// One that weighs ten times as much.
    Hog,
    /// One with real-time priority, now and then.
    RealTime,
    /// Many short moments.
    Bursts,
    /// The host takes the core now and then.
    Steal,
    /// Somebody stops the stage alone.
    StageStopped,
    /// The host stops the whole machine once.
    MachineStopped,
}

impl Surroundings {
    pub(super) const ALL: [Surroundings; 8] = [
        Surroundings::Quiet,
        Surroundings::Build,
        Surroundings::Hog,
        Surroundings::RealTime,
        Surroundings::Bursts,
        Surroundings::Steal,
        Surroundings::StageStopped,
        Surroundings::MachineStopped,
    ];

    /// Whether somebody outside stops the stage, or everything, once.
    pub(super) fn happens_once(self) -> bool {
        matches!(self, Surroundings::StageStopped | Surroundings::MachineStopped)
    }

    /// Adds them to each core of a machine, on which a game takes about `long`.
    pub(super) fn add(self, machine: &mut Machine, cores: usize, dice: &mut Dice, long: Micros) {
        let began = machine.now;
        for core in 0..cores {
            self.add_to(machine, core, dice, long);
        }
        match self {
            Surroundings::StageStopped => {
                let from = began + dice.within(0, long);
                machine.stops.push_back([from, from + dice.within(50_000, 2_000_000)]);
            }
            Surroundings::MachineStopped => {
                machine.stall(None, began + dice.within(0, long), dice.within(50_000, 3_000_000));
            }
            _ => {}
        }
    }

    fn add_to(self, machine: &mut Machine, core: usize, dice: &mut Dice, long: Micros) {
        let began = machine.now;
        let mut own = || Dice(dice.next());
        let mut alone = |weight, is_real_time, act| {
            machine.alone(Owner::Neighbour, core, weight, Some(act)).is_real_time = is_real_time;
        };
        match self {
            Surroundings::Build => {
                for _ in 0..own().within(1, 4) {
                    alone(1.0, false, worker(own(), [5_000, 60_000], [500, 20_000], true));
                }
            }
            Surroundings::Hog => {
                alone(10.0, false, worker(own(), [50_000, 400_000], [20_000, 600_000], false));
            }
            Surroundings::RealTime => {
                alone(1.0, true, worker(own(), [5_000, 300_000], [50_000, 500_000], false));
            }
            Surroundings::Bursts => {
                alone(1.0, false, worker(own(), [100, 3_000], [500, 9_000], false));
            }
            Surroundings::Steal => {
                let mut dice = own();
                let mut at = began;
                while at < began + long * 4 {
                    let from = at + dice.within(5_000, 150_000);
                    let lasts = dice.within(1_000, 120_000);
                    machine.stall(Some(core), from, lasts);
                    at = from + lasts;
                }
            }
            _ => {}
        }
    }
}

/// Somebody who works for some time and rests for some time.
fn worker(mut dice: Dice, works: [Micros; 2], rests: [Micros; 2], is_at_disk: bool) -> Act {
    let mut is_at_work = true;
    Box::new(move |_: &Seen| {
        is_at_work = !is_at_work;
        if is_at_work {
            return Step::Work(dice.within(works[0], works[1]));
        }
        let long = dice.within(rests[0], rests[1]);
        if is_at_disk { Step::Disk(long) } else { Step::Sleep(long) }
    })
}
