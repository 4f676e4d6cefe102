//! `leitai bench players --calibration GAME`: a player's expectations compared with the actual results.

use super::players::SEED;
use crate::analyze::progress;
use crate::engine::shelf_of;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::players::no_level;
use crate::{out, stop};
use leitai_catalog::{Judgement, RuledGame, Setup};
use leitai_core::{
    Act, Actor, Dice, Facts, Lang, Level, Line, Means, Noun, Outbox, Rng, Seat, Sentence, Span, Staging,
    Table, Turn, say, sentence,
};
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Nodes per judgement, the default of `leitai analyze`.
const NODES: u64 = 20_000;
/// Positions judged per game, approximately.
const A_GAME: u32 = 10;
/// Games without dice or secrets begin with one to this many random acts, so that they differ.
const RANDOM: u64 = 7;
/// Classes with fewer positions are not evaluated.
const ENOUGH: u32 = 50;
const CLASSES: usize = 10;

/// A judged position and the result of its game, both for the seat to act.
#[derive(Clone, Copy)]
struct Sample {
    /// The game's number, and the plies played before the position.
    number: u32,
    ply: u32,
    expected: f64,
    proved: bool,
    result: f64,
}

/// Positions with about the same expectation, summed up.
#[derive(Clone, Copy, Default)]
struct Class {
    positions: u32,
    expected: f64,
    result: f64,
}

#[derive(Serialize)]
struct PositionRow {
    r#type: &'static str,
    game: &'static str,
    number: u32,
    ply: u32,
    expected: f64,
    proved: bool,
    result: f64,
}

#[derive(Serialize)]
struct Row {
    r#type: &'static str,
    game: &'static str,
    class: usize,
    positions: u32,
    expected: Option<f64>,
    result: Option<f64>,
}

#[derive(Serialize)]
struct Summary {
    r#type: &'static str,
    game: &'static str,
    level: Level,
    against: Level,
    games: u32,
    positions: usize,
    nodes: u64,
    largest: Option<f64>,
    power: Option<f64>,
    largest_then: Option<f64>,
}

/// Plays a level (by default the game's middle one) against itself until `positions` positions have been judged or
/// the user interrupts.
pub(super) fn calibration(
    game: NamedGame,
    between: Option<Level>,
    positions: u32,
    json: bool,
    lang: Lang,
) -> Result<(), Failure> {
    let (ruled, facts) = (game.0.open(&Setup::default()).map_err(|e| Failure::usage(&e))?, game.facts());
    let level = facts.strongest_level();
    let middle = if facts.levels.contains(&Level::Medium) { Level::Medium } else { Level::Easy };
    let against = between.unwrap_or(middle);
    if !facts.levels.contains(&against) {
        return Err(no_level(against, facts));
    }
    let (shelf, stop) = (shelf_of(game.0), stop::flag());
    let means = Means { shelf: &*shelf, ..Means::seeded(SEED) };
    let trial = Calibration { game: &*ruled, level, against, means, stop: &stop };
    let bar = progress(positions as usize, json, lang);
    let (mut samples, mut games, mut step) = (Vec::new(), 0u32, 1);
    while samples.len() < positions as usize && !stop::raised(&stop) {
        if let Some((judged, plies)) = trial.play(games, step).map_err(Failure::Stage)? {
            step = (plies / A_GAME).max(1);
            samples.extend(judged);
            bar.set_position(samples.len() as u64);
        }
        games += 1;
        if games == 20 && samples.is_empty() {
            let id = facts.id;
            return Err(Failure::Usage(sentence!(
                "`{level}` of {id} does not judge positions",
                "{id} 的“{level}”不评估局面"
            )));
        }
    }
    bar.finish_and_clear();
    samples.truncate(positions as usize);
    let found = Found { facts, level, against, games, samples };
    if json {
        found.json();
    } else {
        out::text(&found.text(lang));
    }
    Ok(())
}

/// The calibration of one game.
struct Found {
    facts: &'static Facts,
    level: Level,
    against: Level,
    games: u32,
    samples: Vec<Sample>,
}

impl Found {
    fn json(&self) {
        for Sample { number, ply, expected, proved, result } in &self.samples {
            out::json(&PositionRow {
                r#type: "position",
                game: self.facts.id,
                number: *number,
                ply: *ply,
                expected: short(*expected),
                proved: *proved,
                result: *result,
            });
        }
        let classes = classed(&self.samples);
        for (class, row) in classes.iter().enumerate() {
            let mean = |sum: f64| (row.positions > 0).then(|| short(sum / f64::from(row.positions)));
            let (expected, result) = (mean(row.expected), mean(row.result));
            let Class { positions, .. } = *row;
            out::json(&Row { r#type: "class", game: self.facts.id, class, positions, expected, result });
        }
        let (largest, fitted) = self.found();
        out::json(&Summary {
            r#type: "calibration",
            game: self.facts.id,
            level: self.level,
            against: self.against,
            games: self.games,
            positions: self.samples.len(),
            nodes: NODES,
            largest: largest.map(short),
            power: fitted.map(|(power, _)| short(power)),
            largest_then: fitted.and_then(|(_, largest)| largest).map(short),
        });
    }

    /// The largest difference, and the best-fitting power with the largest difference under it; `None` where too
    /// little is known.
    fn found(&self) -> (Option<f64>, Option<(f64, Option<f64>)>) {
        let then = |power| (power, largest(&classed(&tempered(&self.samples, power))));
        (largest(&classed(&self.samples)), power(&self.samples).map(then))
    }

    fn text(&self, lang: Lang) -> String {
        let classes = classed(&self.samples);
        let mut text = say!(
            lang,
            "{game}: {positions} of {games} between two {against}, judged by {level} ({nodes} each)\n\n",
            "{game}：{against} 对 {against} 共 {games} 局，由 {level} 评估 {positions} 个局面（每个 {nodes} 节点）\n\n";
            game = self.facts.name, positions = Noun::POSITIONS.of(self.samples.len()),
            games = Noun::GAMES.of(self.games), against = self.against, level = self.level,
            nodes = Noun::NODES.of(NODES)
        );
        text += &say!(
            lang,
            " expected  positions   mean  result  difference\n",
            " 期望区间     局面数   平均    结果        差\n"
        );
        for (at, class) in classes.iter().enumerate() {
            let (from, to, count) = (at as f64 / 10.0, (at + 1) as f64 / 10.0, class.positions);
            text += &format!(" {from:.1}–{to:.1} {count:>12}");
            if count > 0 {
                let [expected, result] = [class.expected, class.result].map(|sum| sum / f64::from(count));
                let difference = result - expected;
                text += &format!("  {expected:.3}   {result:.3}      {difference:+.3}");
            }
            text.push('\n');
        }
        let shown = |largest: Option<f64>| largest.map_or("–".to_owned(), |it| format!("{it:.3}"));
        let (largest, fitted) = self.found();
        text += &say!(
            lang,
            "\nlargest difference {} (classes of at least {ENOUGH})\n",
            "\n最大差 {}（只计不少于 {ENOUGH} 个局面的区间）\n",
            shown(largest)
        );
        if let Some((power, then)) = fitted {
            let then = shown(then);
            text += &say!(
                lang,
                "with the odds of unproved positions raised to the power {power:.2}, which fits best: {then}\n",
                "未证明的期望，其胜负比取最相符的 {power:.2} 次方后：{then}\n"
            );
        }
        text
    }
}

/// Who plays, who judges, and the means of both.
struct Calibration<'a> {
    game: &'a dyn RuledGame,
    level: Level,
    against: Level,
    means: Means<'a>,
    stop: &'a AtomicBool,
}

impl Calibration<'_> {
    /// Plays the game of that number and judges about every `step`-th position; returns the samples and the game's
    /// plies. `None` if it was stopped, or a player broke the rules.
    fn play(&self, number: u32, step: u32) -> Result<Option<(Vec<Sample>, u32)>, Sentence> {
        let mut rng = Rng::new(SEED ^ (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let seed = rng.next();
        let mut dice = [0; 32];
        dice[..8].copy_from_slice(&seed.to_le_bytes());
        let mut table = self.game.table(Staging::default(), Some(Dice::new(dice)));
        let player = self.game.analyst(self.against, &Means { seed, ..self.means });
        let judge = self.game.analyst(self.level, &self.means);
        let (Some(mut player), Some(mut judge)) = (player, judge) else { return Ok(None) };
        let facts = self.game.facts();
        let random = if facts.hidden || facts.chance { 0 } else { 1 + u64::from(number) % RANDOM };
        let mut outbox = Outbox::default();
        table.begin([None; 2], &mut outbox);
        let (mut acted, mut seen) = (0, Vec::new());
        let outcome = loop {
            for (by, act) in news(&mut *table) {
                player.play(by, &act)?;
                judge.play(by, &act)?;
            }
            let turn = table.turn();
            if let Turn::Over(outcome) = turn {
                break outcome;
            }
            let seat = Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat)));
            let Some(seat) = seat.filter(|_| !stop::raised(self.stop)) else { return Ok(None) };
            let acts = if acted < random {
                let choices = table.choices(seat);
                vec![choices[rng.below(choices.len())].text.clone()]
            } else {
                if matches!(turn, Turn::Of(_)) && rng.below(step as usize) == 0 {
                    seen.extend(judge.judge(NODES).map(|judged| (table.plies(), judged)));
                }
                player.turn_of(seat)
            };
            acted += 1;
            let acts: Vec<&str> = acts.iter().map(String::as_str).collect();
            let act = Act::Play { by: Actor::Seat(seat), acts: &acts, span: Span::Part };
            if table.act(act, Duration::ZERO, [None; 2], &mut outbox).is_err() {
                return Ok(None);
            }
        };
        let sample = |(ply, judged): &(u32, Judgement)| Sample {
            number,
            ply: *ply,
            expected: f64::from(judged.expected),
            proved: judged.proved.is_some(),
            result: outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == judged.seat))),
        };
        Ok(Some((seen.iter().map(sample).collect(), table.plies())))
    }
}

/// The acts since the last call, chance included.
fn news(table: &mut dyn Table) -> Vec<(Actor, String)> {
    let mut lines = Vec::new();
    table.record(&mut lines);
    let lines = lines.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let acts = lines.flat_map(|line| match line {
        Line::Play { by, acts, .. } => acts.into_iter().map(|act| (by, act.into_owned())).collect(),
        _ => Vec::new(),
    });
    acts.collect()
}

/// Sorts the samples into classes by expectation.
fn classed(samples: &[Sample]) -> [Class; CLASSES] {
    let mut classes = [Class::default(); CLASSES];
    for sample in samples {
        let class = &mut classes[((sample.expected * CLASSES as f64) as usize).min(CLASSES - 1)];
        class.positions += 1;
        class.expected += sample.expected;
        class.result += sample.result;
    }
    classes
}

/// The largest difference between expectation and result among the classes of at least [`ENOUGH`] positions; `None`
/// if there are none.
fn largest(classes: &[Class]) -> Option<f64> {
    let told = classes.iter().filter(|class| class.positions >= ENOUGH);
    let differences = told.map(|class| (class.expected - class.result).abs() / f64::from(class.positions));
    differences.reduce(f64::max)
}

/// The power of the expected odds that makes the results of unproved positions likeliest. 1 is right; less means that
/// the player is overconfident. `None` if it never favoured a side.
fn power(samples: &[Sample]) -> Option<f64> {
    let odds = |sample: &Sample| {
        let expected = sample.expected.clamp(1e-4, 1.0 - 1e-4);
        (expected / (1.0 - expected)).ln()
    };
    let open: Vec<_> = samples.iter().filter(|it| !it.proved).map(|it| (odds(it), it.result)).collect();
    // The likelihood has a single maximum: its slope decreases.
    let slope = |power: f64| -> f64 {
        open.iter().map(|(odds, result)| (result - 1.0 / (1.0 + (-power * odds).exp())) * odds).sum()
    };
    if open.iter().all(|(odds, _)| odds.abs() < 1e-9) {
        return None;
    }
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
}

/// The samples, with the odds of unproved positions raised to a power.
fn tempered(samples: &[Sample], power: f64) -> Vec<Sample> {
    let told = |sample: &Sample| {
        let [for_it, against] = [sample.expected, 1.0 - sample.expected].map(|part| part.powf(power));
        let expected = for_it / (for_it + against);
        if sample.proved { *sample } else { Sample { expected, ..*sample } }
    };
    samples.iter().map(told).collect()
}

/// Rounds to four decimals: more is not known.
fn short(number: f64) -> f64 {
    (number * 1e4).round() / 1e4 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_catalog::find;

    fn sample(expected: f64, result: f64) -> Sample {
        Sample { number: 0, ply: 0, expected, proved: false, result }
    }

    #[test]
    fn who_expects_what_comes_is_right_and_who_is_too_sure_is_not() {
        // A hundred positions for each expectation; here as many were won as expected.
        let of = |said: [f64; 2], won: [u32; 2]| -> Vec<Sample> {
            let games = |(said, won)| (0..100).map(move |n| sample(said, f64::from(u8::from(n < won))));
            said.into_iter().zip(won).flat_map(games).collect()
        };
        let near = |found: Option<f64>, right: f64, by: f64| {
            assert!(found.is_some_and(|found| (found - right).abs() < by), "{found:?}, not {right}");
        };
        let right = of([0.25, 0.75], [25, 75]);
        near(power(&right), 1.0, 1e-6);
        near(largest(&classed(&right)), 0.0, 1e-9);
        let sure = of([0.1, 0.9], [25, 75]);
        // ln 3 / ln 9.
        near(power(&sure), 0.5, 1e-6);
        near(largest(&classed(&sure)), 0.15, 1e-9);
        near(largest(&classed(&tempered(&sure, 0.5))), 0.0, 1e-9);
        assert_eq!(power(&of([0.5, 0.5], [10, 60])), None, "it expects nothing");
    }

    #[test]
    fn few_positions_say_nothing_and_certainty_is_in_the_last_class() {
        let classes = classed(&[sample(1.0, 0.0), sample(0.95, 1.0), sample(0.0, 0.0)]);
        assert_eq!((classes[9].positions, classes[0].positions), (2, 1));
        assert_eq!(largest(&classes), None);
    }

    #[test]
    fn a_game_is_the_same_each_time_and_its_proofs_hold() {
        let game = find("tictactoe").expect("a game").open(&Setup::default()).expect("the defaults");
        let stop = AtomicBool::new(false);
        let means = Means::seeded(SEED);
        let trial =
            Calibration { game: &*game, level: Level::Best, against: Level::Best, means, stop: &stop };
        let mut judged = 0;
        for number in 0..20 {
            let [once, again] = [(); 2].map(|()| trial.play(number, 1).expect("legal").expect("a game"));
            assert_eq!(once.1, again.1);
            // Perfect players never lose a proved result.
            assert!(once.0.iter().all(|it| !it.proved || (it.expected - it.result).abs() < 1e-6), "{number}");
            judged += once.0.len();
        }
        assert!(judged > 20, "{judged}");
    }
}
