//! Every attack that is known, each beside the same program without the trick.

use super::Dice;
use super::machine::{Machine, Micros};
use super::players::{Habit, accomplice, brinkman, seat, thinker};
use super::stage::{Figure, Setup, Stage};
use super::surroundings::Surroundings;
use super::task::Owner;

const SECOND: Micros = 1_000_000;

/// A program that cheats.
#[derive(Clone, Copy)]
struct Attack {
    name: &'static str,
    first: Habit,
    /// What its other threads do, and how many they are.
    others: (Habit, usize),
    /// Whether its threads compete as one.
    grouped: bool,
    /// How long before its deadline its other threads stop.
    ahead: Micros,
    setup: Setup,
}

/// What an attack gained.
#[derive(Debug, Clone, Copy)]
struct Gain {
    /// The most that a turn had beyond its limit, of each second of it and in microseconds: processor time, and this with
    /// the time in which its core was free.
    own: i64,
    had: i64,
    turns: u32,
    lost: u32,
    replays: u32,
}

impl Gain {
    const NONE: Gain = Gain { own: i64::MIN, had: i64::MIN, turns: 0, lost: 0, replays: 0 };
}

fn attack(name: &'static str, first: Habit) -> Attack {
    let (others, setup) = ((Habit::Burns, 0), Setup::new(SECOND, 3));
    Attack { name, first, others, grouped: true, ahead: 0, setup }
}

/// Has a program cheat in some games in these surroundings.
fn measured(attack: &Attack, around: Surroundings, games: u64) -> Gain {
    let mut gain = Gain::NONE;
    for game in 0..games {
        let mut dice = Dice(game * 977 + 5);
        let cores = attack.setup.cores;
        let mut machine = Machine::new(cores);
        machine.now += dice.within(0, 1 << 20);
        let (habit, count) = attack.others;
        let more = (0..count).map(|_| accomplice(habit, attack.ahead)).collect();
        seat(&mut machine, 0, brinkman(attack.first), more, attack.grouped, cores);
        let honest = thinker(Dice(dice.next()), [5, 10], attack.setup.limit, false);
        seat(&mut machine, 1, honest, Vec::new(), attack.grouped, cores);
        for core in 0..cores {
            machine.alone(Owner::Kernel, core, 1.0, None);
        }
        if attack.setup.holds {
            machine.hold(0, true);
            machine.hold(1, true);
        }
        let long = attack.setup.limit * Micros::from(attack.setup.turns) / 2;
        around.add(&mut machine, cores, &mut dice, long);
        let played = Stage::new(machine, attack.setup).play();
        for turn in played.accepted.iter().filter(|turn| turn.seat == 0) {
            gain.turns += 1;
            let limit = attack.setup.limit as i64;
            let beyond = |had: Micros, cores: i64| (had as i64 - limit * cores) * SECOND as i64 / limit;
            gain.own = gain.own.max(beyond(turn.own, cores as i64));
            gain.had = gain.had.max(beyond(turn.own + turn.idle, cores as i64));
        }
        if played.lost == Some(0) {
            gain.lost += 1;
            gain.replays += u32::from(played.again);
        }
    }
    gain
}

fn attacks() -> Vec<Attack> {
    use Habit::{Burns, EvadesTicks, MeetsTicks, Sleeps, Storms, Twitches, WaitsForDisks, WaitsForOneDisk};
    let crowd = |name, count, grouped| {
        let setup = Setup::new(SECOND, 2);
        Attack {
            others: (Burns, count),
            grouped,
            ahead: 1_500 + count as u64 * 60,
            setup,
            ..attack(name, Burns)
        }
    };
    let with = |name, change: fn(&mut Setup)| {
        let mut attack = attack(name, Burns);
        change(&mut attack.setup);
        attack
    };
    let frozen = |name, first, figure| {
        let mut attack = attack(name, first);
        attack.setup.frozen = Some(figure);
        attack
    };
    let all = vec![
        attack("control: works to the last moment", Burns),
        attack("control: sleeps to the last moment", Sleeps),
        Attack { others: (Burns, 1), ahead: 1_500, ..attack("2 threads wait for each other", Burns) },
        crowd("60 threads wait for each other", 60, true),
        crowd("60 threads, no groups", 60, false),
        crowd("300 threads", 300, true),
        crowd("300 threads, no groups", 300, false),
        Attack { others: (Burns, 60), ahead: 60, ..attack("60 threads, answers at the moment", Burns) },
        attack("works at each tick", MeetsTicks),
        attack("works between ticks", EvadesTicks),
        attack("waits for disks in between", WaitsForDisks),
        attack("waits for one disk", WaitsForOneDisk),
        Attack {
            others: (WaitsForDisks, 3),
            ahead: 1_500,
            ..attack("sleeps; threads wait for disks", Sleeps)
        },
        attack("twitches", Twitches),
        attack("kernel threads work a third as much", Storms(33)),
        attack("kernel threads work as much", Storms(100)),
        Attack { others: (Storms(100), 60), ahead: 9_000, ..attack("60 threads, a storm each", Burns) },
        with("never stopped", |setup| setup.holds = false),
        with("keeps the stage from starting the clock", |setup| setup.stumbles = true),
        with("turns of 100 ms", |setup| (setup.limit, setup.turns) = (100_000, 60)),
        with("turns of 30 ms", |setup| (setup.limit, setup.turns) = (30_000, 200)),
        with("started again each turn", |setup| setup.restarts = true),
        with("children that nobody counts", |setup| setup.counts = false),
        with("on two cores", |setup| setup.cores = 2),
        Attack {
            others: (MeetsTicks, 3),
            ahead: 1_500,
            ..with("on two cores, at ticks", |setup| setup.cores = 2)
        },
        frozen("idle times stand still", Burns, Figure::Idle),
        frozen("idle times stand still, sleeps", Sleeps, Figure::Idle),
        frozen("ticks stand still", Burns, Figure::Ticked),
        frozen("its clock stands still", Burns, Figure::Clock),
        frozen("its clock stands still, waits for disks", WaitsForDisks, Figure::Clock),
        frozen("its account stands still", Burns, Figure::Account),
    ];
    // So many threads take long to simulate.
    let is_short = |attack: &Attack| attack.others.1 < 100 || leitai_testkit::is_long();
    all.into_iter().filter(is_short).collect()
}

/// The most that an attack may gain of a second.
const MOST: i64 = 4_000;

#[test]
#[expect(clippy::print_stdout, reason = "the figures are for the documentation")]
fn no_attack_gains_time_or_another_game() {
    let games = leitai_testkit::extent("LEITAI_ATTACKS", 1, 10);
    let mut worst = Vec::new();
    for attack in attacks() {
        let mut all = Gain::NONE;
        for around in Surroundings::ALL {
            // Somebody outside may keep the stage from acting, which is not an attack.
            let is_outside = around.happens_once();
            if attack.setup.frozen == Some(Figure::Idle) && around == Surroundings::Steal {
                // Where the host takes half of a core, its figures look alive without the idle times. No program can keep
                // these from moving.
                continue;
            }
            let mut gain = measured(&attack, around, games);
            gain.replays *= u32::from(!is_outside);
            if gain.own.max(gain.had) > MOST || gain.replays > 0 {
                worst.push((attack.name, around, gain));
            }
            all.own = all.own.max(gain.own);
            all.had = all.had.max(gain.had);
            all.turns += gain.turns;
            all.lost += gain.lost;
            all.replays += gain.replays;
        }
        // Where no turn counted there is none to tell of.
        let [own, had] = [all.own, all.had].map(|gained| gained.max(-(SECOND as i64)) as f64 / 1_000.0);
        println!(
            "{:42} {own:8.1} ms of its own, {had:8.1} with free time; {} turns, {} lost, {} replays",
            attack.name, all.turns, all.lost, all.replays
        );
    }
    assert!(worst.is_empty(), "{worst:#?}");
}
