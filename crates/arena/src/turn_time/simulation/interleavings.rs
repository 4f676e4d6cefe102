//! Random programs among random neighbours.

use super::Dice;
use super::machine::{Machine, Micros};
use super::players::{Habit, accomplice, brinkman, seat, thinker};
use super::stage::{Setup, Stage};
use super::surroundings::Surroundings;
use super::task::Owner;
use proptest::prelude::*;

fn surroundings() -> impl Strategy<Value = Vec<Surroundings>> {
    prop::collection::vec(prop::sample::select(Surroundings::ALL.to_vec()), 0..3)
}

fn habit() -> impl Strategy<Value = Habit> {
    use Habit::{Burns, EvadesTicks, MeetsTicks, Sleeps, Storms, Twitches, WaitsForDisks, WaitsForOneDisk};
    let fixed = vec![Burns, Sleeps, MeetsTicks, EvadesTicks, WaitsForDisks, WaitsForOneDisk, Twitches];
    prop_oneof![prop::sample::select(fixed), (10..150u64).prop_map(Storms)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(12)))]

    /// A program never has the core, or a free core, for longer than its limit, whatever it and others do.
    #[test]
    fn no_program_gets_more_than_its_limit(
        first in habit(),
        others in prop::collection::vec(habit(), 0..8),
        around in surroundings(),
        limit in 20_000..600_000u64,
        cores in 1..3usize,
        grouped in any::<bool>(),
        holds in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut dice = Dice(seed);
        let mut machine = Machine::new(cores);
        machine.now += dice.within(0, 1 << 20);
        let ahead = 500 + others.len() as Micros * 60;
        let more = others.iter().map(|habit| accomplice(*habit, ahead)).collect();
        seat(&mut machine, 0, brinkman(first), more, grouped, cores);
        seat(&mut machine, 1, thinker(Dice(seed), [5, 10], limit, false), Vec::new(), grouped, cores);
        machine.alone(Owner::Kernel, 0, 1.0, None);
        for i in 0..2 {
            machine.hold(i, holds);
        }
        for one in around {
            one.add(&mut machine, cores, &mut dice, limit * 2);
        }
        let played = Stage::new(machine, Setup { cores, holds, ..Setup::new(limit, 4) }).play();
        for turn in played.accepted {
            prop_assert!(turn.own + turn.idle <= limit * cores as Micros, "{turn:?}");
        }
    }

    /// A program whose own work fits its limit with the stated grain never loses by what others do: unless they take more
    /// than is ever given back.
    #[test]
    fn no_honest_program_loses_by_others(
        around in prop::sample::select(vec![
            Surroundings::Quiet, Surroundings::Build, Surroundings::Hog, Surroundings::RealTime, Surroundings::Bursts,
            Surroundings::Steal,
        ]),
        limit in 100_000..600_000u64,
        grouped in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut dice = Dice(seed);
        let mut machine = Machine::new(1);
        machine.now += dice.within(0, 1 << 20);
        // The grain, what idle times may be rounded up by, the time since the last reading, the stage's own work.
        let needs = limit - 20_000 - 20_000 - 10_000 - limit / 50;
        let share = needs * 100 / limit;
        for i in 0..2 {
            seat(&mut machine, i, thinker(Dice(seed), [share - 1, share], limit, false), Vec::new(), grouped, 1);
            machine.hold(i, true);
        }
        around.add(&mut machine, 1, &mut dice, limit * 2);
        let played = Stage::new(machine, Setup::new(limit, 4)).play();
        let is_spent = played.given_last.as_micros() as Micros + 1_000 > limit * 9 + 10_000_000;
        prop_assert!(played.lost.is_none() || is_spent, "{played:?}");
    }
}
