//! The totals of a match.

use super::lines::{EloLine, Summary};
use super::losses::Losses;
use super::machine::timing;
use super::question::InQuestion;
use super::repeats::Repeats;
use super::strength::{points, strength};
use crate::sprt::{SeatPairs, Test};
use leitai_arena::{Calibration, Conditions, SeriesGame};
use leitai_core::{Fault, Lang, Seat, Tell, VerdictName, say};
use leitai_draw::{pad, width};
use leitai_tournament::rating::{Elo, GameScore, Score};
use std::collections::BTreeMap;
use std::time::Duration;

/// The totals of the games so far.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) score: Score,
    /// Pairs of games with seats swapped, repeats left out.
    pub(crate) pairs: SeatPairs,
    /// The test of the match, if it is one.
    pub(crate) test: Option<Test>,
    /// Verdicts of the games each player lost by a fault.
    pub(crate) faults: [BTreeMap<&'static str, u64>; 2],
    pub(crate) first_wins: u64,
    /// Games that the referee ended by agreed rules.
    pub(crate) adjudicated: u64,
    pub(crate) plies: u64,
    pub(crate) longest: [Duration; 2],
    /// Processor time of each player's programs.
    pub(crate) cpu: [Duration; 2],
    pub(crate) repeats: Repeats,
    /// How often games were played again because the machine had disturbed them.
    pub(crate) replays: u64,
    pub(crate) in_question: InQuestion,
    /// The first game that each player lost by a fault.
    pub(crate) losses: Losses,
}

impl Tally {
    /// Adds the next game; games come in the order of their numbers.
    pub(crate) fn add(&mut self, game: &SeriesGame) {
        let score = match game.winner() {
            Some(0) => GameScore::Win,
            Some(_) => GameScore::Loss,
            None => GameScore::Draw,
        };
        self.score.add(score);
        let is_repeat = self.repeats.has(game);
        if !is_repeat
            && self.pairs.add(game.index, score)
            && let Some(test) = &mut self.test
        {
            test.weigh(self.pairs.counted);
        }
        let outcome = game.ended.outcome;
        if let Some(seat) = outcome.faulty() {
            *self.faults[game.player(seat)].entry(outcome.why.verdict().name()).or_default() += 1;
        }
        self.first_wins += u64::from(outcome.winner == Some(Seat::First));
        self.adjudicated += u64::from(outcome.why.verdict() == VerdictName::Adjudicated);
        self.plies += u64::from(game.ended.plies);
        self.replays += u64::from(game.replays);
        self.in_question.add(game);
        self.losses.add(game);
        for seat in Seat::BOTH {
            let player = game.player(seat);
            self.longest[player] = self.longest[player].max(game.ended.used[seat.index()].1);
            self.cpu[player] += game.ended.cpu[seat.index()];
        }
    }

    /// Whether the test of the match has been decided, or cannot be.
    pub(crate) fn is_done(&self) -> bool {
        self.test.is_some_and(|test| test.decided() || self.repeats.is_all())
    }

    fn faults(&self, player: usize) -> u64 {
        self.faults[player].values().sum()
    }

    /// A's strength, estimated from pairs if there are any, as the test weighs them.
    pub(crate) fn elo(&self) -> Option<Elo> {
        let single = self.score.elo()?;
        let Some(paired) = self.pairs.counted.elo() else { return Some(single) };
        // A game outside any pair may be the only one that a player lost.
        let is_one_sided = paired.difference.is_infinite() && single.difference.is_finite();
        Some(if is_one_sided { Elo { difference: single.difference, ..paired } } else { paired })
    }

    /// For the progress bar.
    pub(super) fn short(&self) -> String {
        let Score { wins, draws, losses } = self.score;
        let elo = self.elo().filter(|elo| elo.error.is_finite()).map(points).unwrap_or_default();
        let test = self.test.map(|test| format!("  {}", test.short())).unwrap_or_default();
        format!("+{wins} ={draws} -{losses}  {elo}{test}")
    }

    /// As one JSON object.
    pub(super) fn summary(&self, seed: u64, seconds: f64, conditions: &Conditions) -> Summary {
        let machine = conditions.calibration.unwrap_or_else(Calibration::once);
        Summary {
            r#type: "summary",
            games: self.score.games(),
            a_wins: self.score.wins,
            b_wins: self.score.losses,
            draws: self.score.draws,
            a_faults: self.faults(0),
            b_faults: self.faults(1),
            a_cpu_seconds: self.cpu[0].as_secs_f64(),
            b_cpu_seconds: self.cpu[1].as_secs_f64(),
            a_slowest_seconds: self.longest[0].as_secs_f64(),
            b_slowest_seconds: self.longest[1].as_secs_f64(),
            elo: EloLine::of(self.elo()),
            pairs: self.pairs.counted.counts,
            repeats: self.repeats.count(),
            adjudicated: self.adjudicated,
            openings: None,
            a_settings: Vec::new(),
            b_settings: Vec::new(),
            seed,
            seconds,
            replays: self.replays,
            disturbed: self.in_question.count(),
            in_question: self.in_question.numbers(),
            speed: machine.speed as f64 / 1e6,
            jitter_ms: machine.jitter.as_secs_f64() * 1e3,
            timing: timing(conditions, self.in_question.count() > 0),
            sprt: self.test.map(|test| test.summary()),
        }
    }

    /// The totals as text: the score of both players, what it shows, and what speaks against it.
    pub(crate) fn text(&self, names: &[String; 2], lang: Lang) -> String {
        let Score { wins, draws, losses } = self.score;
        let games = self.score.games();
        let mut text = String::new();
        let columns = names.iter().map(|name| width(name)).max().unwrap_or(0) + 2;
        for (player, (won, lost)) in [(wins, losses), (losses, wins)].into_iter().enumerate() {
            let name = pad(&names[player], columns);
            let (longest, cpu) = (self.longest[player].told(lang), self.cpu[player].told(lang));
            let digits = games.to_string().len();
            text += &say!(
                lang,
                "  {name}{won:digits$} won  {draws:digits$} drawn  {lost:digits$} lost   longest move {longest}, CPU {cpu}",
                "  {name}胜 {won:digits$}  和 {draws:digits$}  负 {lost:digits$}   最长一手 {longest}，处理器 {cpu}"
            );
            let faults = self.faults[player].iter();
            let faults: Vec<_> = faults.map(|(name, n)| format!("{} {n}", fault(name, lang))).collect();
            if !faults.is_empty() {
                text += &say!(lang, "   lost by faults: {}", "   因违规判负：{}", faults.join(", "));
            }
            text.push('\n');
        }
        if let Some(elo) = self.elo() {
            text += &format!("  {}\n", strength(elo, &names[0], lang));
            text += &say!(
                lang,
                "  the first seat won {} of {games}\n",
                "  先手胜 {} / {games}\n",
                self.first_wins
            );
        }
        if self.adjudicated > 0 {
            let ended = self.adjudicated;
            text += &say!(
                lang,
                "  ended by the referee as agreed: {ended} of {games}\n",
                "  由裁判按约定结束：{ended} / {games}\n"
            );
        }
        if let Some(test) = &self.test {
            text += &test.report(&names[0], lang);
            text += &self.pairs.text(lang);
        }
        text += &self.repeats.text(self.test.is_some(), lang);
        if self.replays > 0 {
            let again = self.replays;
            text += &say!(
                lang,
                "  disturbed by the machine: played again {again}×\n",
                "  受机器干扰：重下 {again} 次\n"
            );
        }
        text + &self.in_question.text(lang)
    }
}

/// A fault's name for a person: in English the stable name, as in records.
pub(crate) fn fault(name: &'static str, lang: Lang) -> &'static str {
    let fault = Fault::ALL.into_iter().find(|fault| fault.name() == name);
    fault.filter(|_| lang == Lang::Zh).map_or(name, |fault| fault.words().to(lang))
}
