//! Analyses a recorded game ply by ply: what each ply was worth, what it gave away, and what the dice contributed.

use crate::analyst::Judgement;
use crate::losses::{Totals, carry_proofs, totals};
use crate::moment::Moment;
use crate::program::OWN;
use crate::{ListedGame, Setup};
use leitai_core::{
    Actor, Level, Line, Means, Record, RecordError, Seat, Sentence, Turn, VerdictName, errors,
};

/// An analysed game.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The game.
    pub game: ListedGame,
    /// Its plies and dice throws, in order.
    pub moments: Vec<Moment>,
    /// The result for First, 0 to 1, if the rules decided the game.
    pub result: Option<f32>,
    /// The accuracy of each side in hundredths: the mean over its plies, where a ply that loses nothing counts 100, one
    /// that loses the largest of [`TURNING`](crate::TURNING) or more counts 0, and one in between counts in proportion. `None` if no
    /// ply of that side could be judged, or the side is a [peer](Analysis::peers) of the judge.
    pub accuracy: [Option<f32>; 2],
    /// The level that judged.
    pub judge: Level,
    /// Which sides were built-in players of the judge's level or a higher one: what it thinks of their plies says nothing of
    /// how good they were.
    pub peers: [bool; 2],
    /// The total effect of the dice on First's result: positive means that First was lucky.
    pub luck: Option<f32>,
}

errors! {
    /// Why a game cannot be analysed.
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
        /// No player of the game reports an expected result.
        NoJudge {
            /// The game.
            game: &'static str,
            /// The level.
            level: Level,
        } =>
            "`{level}` of {game} does not evaluate positions; choose a stronger level",
            "{game} 的“{level}”不评估局面；请指定更强的级别";
        /// The listener stopped the analysis.
        Stopped => "interrupted", "已中断";
    }
}

impl Analysis {
    /// Judges a game with a player of `level` that searches `nodes` nodes at every ply; the same nodes give the same
    /// figures. Before each play, `heard` gets the number of record lines already passed; returning false stops the
    /// analysis.
    ///
    /// # Errors
    /// The record is broken, the game has no such player or its player does not judge, or the listener stopped the
    /// analysis.
    pub fn of(
        record: &Record,
        level: Level,
        nodes: u64,
        means: &Means<'_>,
        heard: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Analysis, AnalysisError> {
        Analysis::judged(record, level, nodes, means, false, heard)
    }

    /// Like [`Analysis::of`], but while there are secrets it judges by the truth
    /// ([`Analyst::judge_truth`](crate::Analyst::judge_truth)), not by what the seat on turn could know.
    ///
    /// # Errors
    /// The same as for [`Analysis::of`].
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
        // For each moment, whether the position before it was open: only between open positions is a loss computed.
        let mut open = Vec::new();
        let mut before = analyst.turn();
        let (mut ply, mut step, mut fresh) = (0, 0, true);
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
                // Acts of an opening given to both seats are nobody's merit.
                let is_own = *by != Actor::Chance && !given && !is_truth;
                let judged = if is_own { analyst.judge(nodes) } else { None };
                let judged = judged.filter(|judged| *by == Actor::Seat(judged.seat));
                let value = match by {
                    _ if is_truth => analyst.judge_truth(),
                    Actor::Chance => analyst.judge_throw(nodes),
                    _ => judged.as_ref().map(Judgement::for_first),
                };
                let proved = judged.as_ref().and_then(|judged| judged.proved);
                moments.push(Moment {
                    ply,
                    step,
                    by: *by,
                    acts: Vec::new(),
                    before: value,
                    judged,
                    proved,
                    lost: None,
                });
            }
            for act in acts {
                before = analyst.turn();
                analyst.play(*by, act).map_err(|what| broken(*number, what))?;
            }
            if let Some(moment) = moments.last_mut() {
                moment.acts.extend(acts.iter().map(ToString::to_string));
            }
            fresh = !before.goes_on(analyst.turn(), *by);
            step += 1;
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
        carry_proofs(&mut moments, &open);
        let peers = Seat::BOTH.map(|seat| level_of(record, seat).is_some_and(|own| own >= level));
        let Totals { accuracy, luck } = totals(&mut moments, &open, result, peers);
        Ok(Analysis { game, moments, result, accuracy, judge: level, peers, luck })
    }

    /// Where a proved result that held to the end begins: the ply, and the seat that wins.
    pub fn proved_from(&self) -> Option<(u32, Option<Seat>)> {
        let mut found = None;
        // A moment of which nothing is known offered no choice, so nothing could change there.
        let known = |moment: &&Moment| moment.judged.is_some() || moment.proved.is_some();
        for moment in self.moments.iter().rev().filter(known) {
            match (moment.proved.map(|proved| proved.winner), found) {
                (Some(winner), None) => found = Some((moment.ply, winner)),
                (Some(winner), Some((_, held))) if winner == held => found = Some((moment.ply, winner)),
                _ => break,
            }
        }
        found
    }

    /// Where a side let a proved win slip: the ply and the seat. Both facts are proved: the win before the ply, and its
    /// absence after it.
    pub fn proofs_dropped(&self) -> Vec<(u32, Seat)> {
        let moments: Vec<_> = self.moments.iter().filter(|moment| moment.judged.is_some()).collect();
        let won = |moment: &Moment| {
            let seat = moment.judged.as_ref()?.seat;
            (moment.proved?.winner == Some(seat)).then_some((moment.ply, seat))
        };
        let gone =
            |moment: &Moment, seat: Seat| moment.proved.is_some_and(|proved| proved.winner != Some(seat));
        let pairs = moments.windows(2).filter_map(|pair| {
            let (ply, seat) = won(pair[0])?;
            gone(pair[1], seat).then_some((ply, seat))
        });
        pairs.collect()
    }
}

/// The level of the built-in player in a seat, by the name that it announced, or else by its own.
fn level_of(record: &Record, seat: Seat) -> Option<Level> {
    let about = &record.about.seats[seat.index()];
    let announced = record.announced(seat).and_then(|name| name.strip_prefix(OWN));
    announced.or(Some(&about.name)).filter(|_| !about.dialect.is_by_hand()).and_then(|name| name.parse().ok())
}
