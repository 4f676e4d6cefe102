//! A recorded game judged ply by ply: what each was worth, what was given away, and what the dice gave.

use crate::analyst::Judgement;
use crate::{ListedGame, Setup};
use leitai_core::{
    Actor, Level, Line, Means, Record, RecordError, Seat, Sentence, Turn, VerdictName, errors, sentence,
};

/// What a ply lost by, at least, of a whole result: a slip, a mistake, a blunder.
pub const TURNING: [f32; 3] = [0.05, 0.1, 0.2];

/// A game as it was judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The game.
    pub game: ListedGame,
    /// Its plies and throws, in order.
    pub moments: Vec<Moment>,
    /// The result for First, 0 to 1, where the law decided it.
    pub result: Option<f32>,
    /// The accuracy of each side in hundredths: the mean over its plies, where a ply that loses nothing counts 100, one that
    /// loses the largest of [`TURNING`] or more counts 0, and one between them in proportion. None without a ply
    /// that could be judged.
    pub accuracy: [Option<f32>; 2],
    /// What the dice gave First in all: positive is luck of First's.
    pub luck: Option<f32>,
}

/// A ply of a seat, or a throw of the dice.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The number of the ply, from 1; a throw has that of the ply before it.
    pub ply: u32,
    /// The hand.
    pub by: Actor,
    /// What was played, in the game's notation.
    pub acts: Vec<String>,
    /// What the game was worth to First before it, 0 to 1; by what the seat on turn could know, unless the truth was asked
    /// for.
    pub before: Option<f32>,
    /// How a seat's position was judged.
    pub judged: Option<Judgement>,
    /// How much of a result the ply gave away. None for throws, for plies that nobody could judge, and while there are
    /// secrets: what a seat then learns by its ply is not its merit or its fault.
    pub lost: Option<f32>,
}

errors! {
    /// Why a game cannot be judged.
    #[derive(Clone, PartialEq, Debug)]
    pub enum AnalysisError {
        /// The record is broken.
        Record(error: RecordError) => "{error}", "{error}";
        /// The game has no such player.
        NoLevel {
            /// The game.
            game: &'static str,
            /// The level.
            level: Level,
        } =>
            "{game} has no built-in player `{level}`; `leitai games {game}` lists them",
            "{game} 没有内置棋手“{level}”；可用 `leitai games {game}` 查看";
        /// No player of the game says what it expects.
        NoJudge {
            /// The game.
            game: &'static str,
            /// The level.
            level: Level,
        } =>
            "`{level}` of {game} does not evaluate positions; choose a stronger level",
            "{game} 的“{level}”不评估局面；请指定更强的级别";
        /// Whoever waited for it did not want to wait longer.
        Stopped => "interrupted", "已中断";
    }
}

impl Moment {
    /// Was the act played that the player who judges holds for the best?
    pub fn is_best(&self) -> bool {
        self.judged
            .as_ref()
            .is_some_and(|judged| !self.acts.is_empty() && judged.line.starts_with(&self.acts))
    }
}

impl Analysis {
    /// Judges a game with a player of `level` that searches `nodes` at every ply: the same figures for the same nodes. Hears
    /// how many lines are behind it after each, and stops where it answers false.
    ///
    /// # Errors
    /// The record is broken, the game has no such player or none that judges, or the listener stopped it.
    pub fn of(
        record: &Record,
        level: Level,
        nodes: u64,
        means: &Means<'_>,
        heard: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Analysis, AnalysisError> {
        Analysis::judged(record, level, nodes, means, false, heard)
    }

    /// The same, but while there are secrets by the truth ([`Analyst::judge_truth`](crate::Analyst::judge_truth)), not by what
    /// the seat on turn could know.
    ///
    /// # Errors
    /// As of [`Analysis::of`].
    pub fn of_truth(
        record: &Record,
        level: Level,
        nodes: u64,
        means: &Means<'_>,
        heard: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Analysis, AnalysisError> {
        Analysis::judged(record, level, nodes, means, true, heard)
    }

    fn judged(
        record: &Record,
        level: Level,
        nodes: u64,
        means: &Means<'_>,
        by_truth: bool,
        heard: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Analysis, AnalysisError> {
        let broken = |line: usize, what: Sentence| AnalysisError::Record(RecordError { line, what });
        let game: ListedGame = record.about.game.parse().map_err(|error| broken(1, Sentence::of(&error)))?;
        let id = game.facts().id;
        let ruled = game.open(&Setup::of(&record.about)).map_err(|error| broken(1, Sentence::of(&error)))?;
        let mut analyst = ruled.analyst(level, means).ok_or(AnalysisError::NoLevel { game: id, level })?;
        let mut moments: Vec<Moment> = Vec::new();
        // Up to which the one before it lost nothing that could be told.
        let mut open = Vec::new();
        let mut before = analyst.turn();
        let (mut ply, mut fresh) = (0, true);
        for (at, (number, line)) in record.lines.iter().enumerate() {
            let Line::Play { by, acts, given, .. } = line else { continue };
            if !heard(at) {
                return Err(AnalysisError::Stopped);
            }
            if fresh {
                ply += u32::from(matches!(by, Actor::Seat(_)));
                let is_open = analyst.is_open();
                open.push(is_open);
                let is_truth = by_truth && !is_open;
                // What both were given is nobody's merit.
                let is_own = *by != Actor::Chance && !given && !is_truth;
                let judged = if is_own { analyst.judge(nodes) } else { None };
                let judged = judged.filter(|judged| *by == Actor::Seat(judged.seat));
                let value = match by {
                    _ if is_truth => analyst.judge_truth(),
                    Actor::Chance => analyst.judge_throw(nodes),
                    _ => judged.as_ref().map(Judgement::for_first),
                };
                moments.push(Moment { ply, by: *by, acts: Vec::new(), before: value, judged, lost: None });
            }
            for act in acts {
                before = analyst.turn();
                analyst.play(*by, act).map_err(|what| broken(*number, what))?;
            }
            if let Some(moment) = moments.last_mut() {
                moment.acts.extend(acts.iter().map(ToString::to_string));
            }
            fresh = !before.goes_on(analyst.turn(), *by);
        }
        if !moments.is_empty() && moments.iter().all(|moment| moment.before.is_none()) {
            return Err(AnalysisError::NoJudge { game: id, level });
        }
        let result = match analyst.turn() {
            Turn::Over(outcome) => Some(Seat::First.result(outcome.winner)),
            _ => record
                .end
                .as_ref()
                .filter(|end| end.verdict == VerdictName::Law)
                .map(|end| Seat::First.result(end.winner)),
        };
        Ok(summed(game, moments, &open, result))
    }

    /// Where a proved result begins that held to the end: the ply, and who wins by it.
    pub fn proved_from(&self) -> Option<(u32, Option<Seat>)> {
        let winner_of = |moment: &Moment| moment.judged.as_ref()?.proved.map(|proved| proved.winner);
        let mut found = None;
        // Where nobody had a choice nothing was judged, and nothing could change.
        for moment in self.moments.iter().rev().filter(|moment| moment.judged.is_some()) {
            match (winner_of(moment), found) {
                (Some(winner), None) => found = Some((moment.ply, winner)),
                (Some(winner), Some((_, held))) if winner == held => found = Some((moment.ply, winner)),
                _ => break,
            }
        }
        found
    }

    /// Where a side let a certain win go: the ply and the seat. Both are proved, the win before it and that there is none
    /// after it.
    pub fn proofs_dropped(&self) -> Vec<(u32, Seat)> {
        let moments: Vec<_> = self.moments.iter().filter(|moment| moment.judged.is_some()).collect();
        let won = |moment: &Moment| {
            let judged = moment.judged.as_ref()?;
            (judged.proved?.winner == Some(judged.seat)).then_some((moment.ply, judged.seat))
        };
        let gone = |moment: &Moment, seat: Seat| {
            let judged = moment.judged.as_ref();
            judged.and_then(|judged| judged.proved).is_some_and(|proved| proved.winner != Some(seat))
        };
        let pairs = moments.windows(2).filter_map(|pair| {
            let (ply, seat) = won(pair[0])?;
            gone(pair[1], seat).then_some((ply, seat))
        });
        pairs.collect()
    }
}

/// What each ply lost, and what follows from all of them.
fn summed(game: ListedGame, mut moments: Vec<Moment>, open: &[bool], result: Option<f32>) -> Analysis {
    let (mut luck, mut threw) = (0.0, false);
    for i in 0..moments.len() {
        // A ply that nobody judged had no choice: what came of it came of the one before.
        let after = moments[i + 1..].iter().find_map(|later| later.before).or(result);
        let (Some(before), Some(after)) = (moments[i].before, after) else { continue };
        match moments[i].by {
            Actor::Seat(seat) if open[i] && open.get(i + 1).is_none_or(|open| *open) => {
                let lost = if seat == Seat::First { before - after } else { after - before };
                // Who judges would have played the same: what differs is how far it saw.
                let lost = if moments[i].is_best() { 0.0 } else { lost.max(0.0) };
                moments[i].lost = Some(lost);
            }
            Actor::Chance => {
                threw = true;
                luck += after - before;
            }
            _ => {}
        }
    }
    let worst = TURNING[TURNING.len() - 1];
    let accuracy = Seat::BOTH.map(|seat| {
        let of_seat = moments.iter().filter(|moment| moment.by == Actor::Seat(seat));
        let counts: Vec<f32> = of_seat
            .filter_map(|moment| moment.lost)
            .map(|lost| 100.0 * (1.0 - (lost / worst).min(1.0)))
            .collect();
        (!counts.is_empty()).then(|| counts.iter().sum::<f32>() / counts.len() as f32)
    });
    Analysis { game, moments, result, accuracy, luck: threw.then_some(luck) }
}

/// How bad a loss is, from 0 (a slip) to 2 (a blunder); none below all of [`TURNING`].
pub fn turning(lost: f32) -> Option<usize> {
    TURNING.iter().rposition(|least| lost >= *least)
}

/// What is said of a ply by how much it lost.
pub fn turning_words(rank: usize) -> Sentence {
    match rank {
        0 => sentence!("a slip", "不精确"),
        1 => sentence!("a mistake", "失误"),
        _ => sentence!("a blunder", "败着"),
    }
}
