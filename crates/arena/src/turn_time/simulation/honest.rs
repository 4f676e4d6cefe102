//! Honest games under the rule and under the one before.

use super::Dice;
use super::machine::{Machine, Micros};
use super::players::{seat, thinker};
use super::stage::{Rule, Setup, Stage};
use super::surroundings::Surroundings;
use std::time::Duration;

/// How many times a game that the machine disturbed is played again.
const REPLAYS: u64 = 3;

/// How honest games went.
#[derive(Default, Clone, Copy, Debug)]
struct Tally {
    games: u32,
    lost: u32,
    replays: u32,
    given: Duration,
}

/// Plays a game, and again where the machine disturbed it.
fn play(rule: Rule, around: Surroundings, number: u64, tally: &mut Tally) {
    tally.games += 1;
    for attempt in 0..=REPLAYS {
        let mut dice = Dice(number * 31 + attempt * 7_919);
        let limit: Micros = [100_000, 100_000, 200_000, 500_000][dice.within(0, 4) as usize];
        let mut machine = Machine::new(1);
        machine.now += dice.within(0, 1 << 20);
        let grouped = dice.within(0, 2) == 0;
        for i in 0..2 {
            let is_by_wall = dice.within(0, 3) == 0;
            let act = thinker(Dice(dice.next()), [20, 80], limit, is_by_wall);
            seat(&mut machine, i, act, Vec::new(), grouped, 1);
            machine.hold(i, true);
        }
        let setup = Setup { rule, ..Setup::new(limit, 6) };
        let long = limit * 6 / 2;
        // Nobody is stopped again in the game that is played instead.
        let is_over = attempt > 0 && around.happens_once();
        let around = if is_over { Surroundings::Quiet } else { around };
        around.add(&mut machine, 1, &mut dice, long);
        let played = Stage::new(machine, setup).play();
        tally.given += played.given;
        if played.lost.is_none() {
            return;
        }
        if !played.again || attempt == REPLAYS {
            tally.lost += 1;
            return;
        }
        tally.replays += 1;
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are for the documentation")]
fn the_machine_costs_no_more_honest_games_than_under_the_rule_before() {
    let games: u64 = leitai_testkit::extent("LEITAI_HONEST_GAMES", 800, 10_000);
    let (mut of_new, mut of_old) = (0, 0);
    for around in Surroundings::ALL {
        let [mut new, mut old] = [Tally::default(); 2];
        for number in 0..games / Surroundings::ALL.len() as u64 {
            play(Rule::New, around, number, &mut new);
            play(Rule::Old, around, number, &mut old);
        }
        println!(
            "{around:?}: {} games; lost {} (before: {}), played again {} ({}), given back {:.0} ms a game",
            new.games,
            new.lost,
            old.lost,
            new.replays,
            old.replays,
            new.given.as_secs_f64() * 1_000.0 / f64::from(new.games)
        );
        assert!(new.lost <= old.lost, "{around:?}: {new:?} {old:?}");
        of_new += new.lost;
        of_old += old.lost;
    }
    println!("{games} honest games: lost {of_new}, under the rule before {of_old}");
}
