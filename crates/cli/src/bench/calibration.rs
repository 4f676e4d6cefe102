//! `leitai bench players --calibration GAME`: a player's expectations compared with the actual results.

use super::players::SEED;
use crate::engine::shelf_of;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::players::no_level;
use crate::progress_bar::progress_bar;
use crate::{out, stop};
use leitai_bout::{Calibration, CalibrationError, Sample, Samples};
use leitai_catalog::Setup;
use leitai_core::{Facts, Lang, Level, Means, Noun, say};
use serde::Serialize;

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
    let bar = progress_bar(Some(positions.into()), "{wide_bar} {pos}/{len}", json, lang);
    let samples = trial.samples(positions as usize, &mut |judged| bar.set_position(judged as u64));
    bar.finish_and_clear();
    let samples = samples.map_err(|error| match error {
        CalibrationError::JudgesNothing { .. } => Failure::usage(&error),
        CalibrationError::Lost(_) => Failure::stage(&error),
    })?;
    let found = GameCalibration { facts, level, against, samples };
    if json {
        found.json();
    } else {
        out::text(&found.text(lang));
    }
    Ok(())
}

/// The calibration of one game.
struct GameCalibration {
    facts: &'static Facts,
    level: Level,
    against: Level,
    samples: Samples,
}

impl GameCalibration {
    fn json(&self) {
        for Sample { number, ply, expected, proved, result } in &self.samples.all {
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
        for (class, row) in self.samples.classes().iter().enumerate() {
            let mean = |sum: f64| (row.positions > 0).then(|| short(sum / f64::from(row.positions)));
            let (expected, result) = (mean(row.expected), mean(row.result));
            let positions = row.positions;
            out::json(&Row { r#type: "class", game: self.facts.id, class, positions, expected, result });
        }
        let (largest, fitted) = self.found();
        out::json(&Summary {
            r#type: "calibration",
            game: self.facts.id,
            level: self.level,
            against: self.against,
            games: self.samples.games,
            positions: self.samples.all.len(),
            nodes: Calibration::NODES,
            largest: largest.map(short),
            power: fitted.map(|(power, _)| short(power)),
            largest_then: fitted.and_then(|(_, largest)| largest).map(short),
        });
    }

    /// The largest difference, and the best-fitting power with the largest difference under it; `None` where too
    /// little is known.
    fn found(&self) -> (Option<f64>, Option<(f64, Option<f64>)>) {
        let then = |power| (power, self.samples.tempered(power).largest_difference());
        (self.samples.largest_difference(), self.samples.power().map(then))
    }

    fn text(&self, lang: Lang) -> String {
        let mut text = say!(
            lang,
            "{game}: {positions} of {games} between two {against}, judged by {level} ({nodes} each)\n\n",
            "{game}：{against} 对 {against} 共 {games} 局，由 {level} 评估 {positions} 个局面（每个 {nodes} 节点）\n\n";
            game = self.facts.name, positions = Noun::POSITIONS.of(self.samples.all.len()),
            games = Noun::GAMES.of(self.samples.games), against = self.against, level = self.level,
            nodes = Noun::NODES.of(Calibration::NODES)
        );
        text += &say!(
            lang,
            " expected  positions   mean  result  difference\n",
            " 期望区间     局面数   平均    结果        差\n"
        );
        for (at, class) in self.samples.classes().iter().enumerate() {
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
        let (largest, enough) = (shown(largest), Samples::ENOUGH);
        text += &say!(
            lang,
            "\nlargest difference {largest} (classes of at least {enough})\n",
            "\n最大差 {largest}（只计不少于 {enough} 个局面的区间）\n"
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

/// Rounds to four decimals: more is not known.
fn short(number: f64) -> f64 {
    (number * 1e4).round() / 1e4 + 0.0
}
