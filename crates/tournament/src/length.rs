//! How long a plan can take.

use leitai_core::{Noun, sentence};
use std::collections::BTreeMap;

use crate::plan::{Entrants, Format, Plan, Sections, StagePlan};
use crate::{Circle, Entry, MatchPlan, Pace, Sentence};

/// The longest time that a plan can take, if every game runs until both sides have used up their time, including
/// all that the rules let them earn back, and a round begins when the previous one is over. Play-offs are extra;
/// their number depends on the ties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Length {
    /// Stage by stage.
    pub stages: Vec<StageLength>,
    /// The hall's hours, in milliseconds.
    pub hall_ms: Option<u64>,
    /// What the length of a game was computed from, if not from a side's time alone.
    pub pace: Option<Pace>,
}

/// The longest time of one stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageLength {
    /// Its name.
    pub name: Sentence,
    /// How many entries play in it, at most.
    pub entrants: u64,
    /// Rounds.
    pub rounds: u64,
    /// Games, at most.
    pub games: u64,
    /// The longest time, in milliseconds, with the pauses between rounds; `None` if nothing limits a game.
    pub longest_ms: Option<u64>,
    /// How many times the hall opens for it at most, each time for its hours; `None` without hours, if nothing
    /// limits a game, or if the hours are too short for one match.
    pub openings: Option<u64>,
    /// The most that each play-off adds, in milliseconds; 0 if ties are not played off, `None` if nothing limits a
    /// game.
    pub each_play_off_ms: Option<u64>,
}

impl StageLength {
    /// The figures in words: entries, games and rounds, and the longest time.
    pub fn words(&self) -> Sentence {
        let (entrants, games) = (Noun::ENTRIES.of(self.entrants), Noun::GAMES.of(self.games));
        let rounds = Noun::ROUNDS.of(self.rounds);
        let mut words = sentence!(
            "at most {entrants}, {games} in {rounds}",
            "至多 {entrants} 个参赛者、{rounds} 轮 {games} 局"; entrants, games, rounds
        );
        if let Some(longest) = self.longest_ms.map(clock) {
            words = words.then(&sentence!(", {longest}", "、{longest}"));
        }
        match self.openings {
            Some(openings) if openings > 1 => words.then(&sentence!(
                ", for which the hall opens {times}", "，场地须开放 {times} 次"; times = Noun::TIMES.of(openings)
            )),
            _ => words,
        }
    }
}

impl Length {
    /// The longest time of all stages, in milliseconds; `None` if nothing limits a game.
    pub fn longest_ms(&self) -> Option<u64> {
        self.stages.iter().try_fold(0, |sum: u64, stage| Some(sum.saturating_add(stage.longest_ms?)))
    }

    /// How many times the hall opens at most, with every stage starting on a new opening; `None` if a stage does
    /// not state it.
    pub fn openings(&self) -> Option<u64> {
        self.stages.iter().try_fold(0, |sum: u64, stage| Some(sum.saturating_add(stage.openings?)))
    }

    /// Whether the plan is over before the hall closes, however long its games take; `None` without hours.
    pub fn fits(&self) -> Option<bool> {
        self.hall_ms.map(|hall| self.longest_ms().is_some_and(|longest| longest <= hall))
    }

    /// The longest time compared with the hall's hours, and what it was computed from.
    pub fn words(&self) -> Sentence {
        let Some(longest) = self.longest_ms().map(clock) else { return self.endless() };
        let play_off = self.stages.iter().filter_map(|stage| stage.each_play_off_ms).max().unwrap_or(0);
        let mut words = match (self.hall_ms, self.fits()) {
            (Some(hall), Some(true)) => sentence!(
                "the plan takes {longest} at most; the hall is open for {}",
                "赛程最长{longest}，场地开放{}",
                clock(hall)
            ),
            (Some(hall), _) => {
                let hall = clock(hall);
                let over = sentence!(
                    "the plan may take {longest}, but the hall is open for {hall}",
                    "赛程最长{longest}，超过场地开放的{hall}"
                );
                over.then(&self.remedy())
            }
            (None, _) => {
                sentence!("the plan takes {longest} at most", "赛程最长{longest}")
            }
        };
        if play_off > 0 {
            words = words.and(&sentence!(
                "each tie that is played off adds up to {}",
                "每次加赛至多另需{}",
                clock(play_off)
            ));
        }
        self.pace.map_or(words.clone(), |pace| words.and(&pace.words()))
    }

    /// What to do if the hall is not open for long enough.
    fn remedy(&self) -> Sentence {
        match self.openings() {
            Some(openings) => sentence!(
                ": let it open {times}, each stage anew, or plan fewer games, shorter clocks or more tables",
                "：须开放 {times} 次（各阶段另行开始），或减少对局、缩短时限、增加赛台";
                times = Noun::TIMES.of(openings)
            ),
            None => Sentence::new(
                ", too short for one match: plan fewer games or shorter clocks",
                "，不足以进行一场对阵：请减少对局或缩短时限",
            ),
        }
    }

    fn endless(&self) -> Sentence {
        let words = Sentence::new(
            "the plan has no longest time: its clock limits neither a game nor a move (set `game` or `move`)",
            "赛程没有最长时间：时限既不限全局也不限每手（请设 game 或 move）",
        );
        let Some(hall) = self.hall_ms.map(clock) else { return words };
        words.and(&sentence!("the hall is open for {hall}", "场地开放{hall}"))
    }
}

/// `H:MM:SS`.
fn clock(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The matches of a round, and the games that each may need.
pub(crate) struct Round {
    pub(crate) matches: u64,
    pub(crate) games: u64,
}

impl Plan {
    /// How long the event can take with these entries.
    pub fn length(&self, entries: &[Entry]) -> Length {
        let mut sizes: Vec<u64> = Vec::new();
        let mut stages = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            sizes = sizes_of(stage, entries, &sizes);
            stages.push(self.stage_length(stage, &sizes));
        }
        Length { stages, hall_ms: self.hall_ms, pace: self.pace }
    }

    /// The rounds of each stage, with all its sections in parallel: what is known of them before the draw.
    pub(crate) fn rounds_of_stages(&self, entries: &[Entry]) -> Vec<Vec<Round>> {
        let mut sizes: Vec<u64> = Vec::new();
        let rounds = self.stages.iter().map(|stage| {
            sizes = sizes_of(stage, entries, &sizes);
            self.rounds(stage, &sizes)
        });
        rounds.collect()
    }

    /// The number of rounds of a Swiss system among `entrants`: as the stage sets it; otherwise as many as fit into
    /// the hall's hours however long the games take, at least 1; without hours as many as single out one winner.
    /// Never more than there are opponents.
    pub fn swiss_rounds(&self, stage: &StagePlan, entrants: u64) -> u16 {
        let round = Round { matches: entrants / 2, games: stage.games.most_games().into() };
        let needed = match (&stage.format, self.hall_ms) {
            (Format::Swiss { rounds: Some(rounds) }, _) => u64::from(*rounds),
            // There is no pause after the last round.
            (_, Some(hall)) => hall
                .saturating_add(self.pause_ms)
                .checked_div(self.round_ms(stage, &round).unwrap_or(u64::MAX).saturating_add(self.pause_ms))
                .map_or(u64::MAX, |fit| fit.max(1)),
            (_, None) => entrants.max(1).next_power_of_two().ilog2().into(),
        };
        needed.min(opponents(entrants)).min(u16::MAX.into()) as u16
    }

    /// The longest time of a game with `side_ms` per side, in milliseconds; `None` if nothing limits it.
    pub fn game_ms(&self, side_ms: u64) -> Option<u64> {
        self.pace.map_or(Some(side_ms.saturating_mul(2)), |pace| pace.game_ms(side_ms))
    }

    fn round_ms(&self, stage: &StagePlan, round: &Round) -> Option<u64> {
        let turns = round.matches.div_ceil(self.tables.into()).saturating_mul(round.games);
        Some(turns.saturating_mul(self.game_ms(stage.side_ms)?))
    }

    /// How many times the hall opens for these rounds, if a match that has begun must end before it closes.
    fn openings(&self, stage: &StagePlan, rounds: &[Round], hall: u64) -> Option<u64> {
        let game = self.game_ms(stage.side_ms)?;
        let (mut openings, mut spent) = (0u64, hall);
        for round in rounds {
            let each = game.saturating_mul(round.games);
            let mut left = round.matches.div_ceil(self.tables.into());
            if left == 0 || each == 0 {
                continue;
            }
            let fit = |ms: u64| ms / each;
            let here = spent.saturating_add(if spent == hall { 0 } else { self.pause_ms });
            let now = fit(hall.saturating_sub(here)).min(left);
            if now > 0 {
                (spent, left) = (here + now * each, left - now);
            }
            if left > 0 {
                let most = Some(fit(hall)).filter(|most| *most > 0)?;
                openings = openings.saturating_add(left.div_ceil(most));
                spent = ((left - 1) % most + 1) * each;
            }
        }
        Some(openings)
    }

    fn stage_length(&self, stage: &StagePlan, sizes: &[u64]) -> StageLength {
        let rounds = self.rounds(stage, sizes);
        let openings = self.hall_ms.and_then(|hall| self.openings(stage, &rounds, hall));
        let pauses = (rounds.len() as u64).saturating_sub(1).saturating_mul(self.pause_ms);
        let longest_ms = rounds
            .iter()
            .try_fold(pauses, |sum, round| Some(sum.saturating_add(self.round_ms(stage, round)?)));
        let is_played_off = |criterion: &crate::TieBreak| {
            matches!(criterion, crate::TieBreak::PlayOff | crate::TieBreak::DecidingGame)
        };
        let is_played_off =
            stage.tie_breaks.iter().any(is_played_off) && !matches!(stage.format, Format::KnockOut { .. });
        let play_off = self
            .game_ms(stage.play_off_ms.min(stage.side_ms))
            .map(|game| game.saturating_mul(stage.play_off().most_games().into()));
        StageLength {
            name: stage.name.clone(),
            entrants: sizes.iter().sum(),
            rounds: rounds.len() as u64,
            games: rounds.iter().map(|round| round.matches * round.games).sum(),
            longest_ms,
            openings,
            each_play_off_ms: if is_played_off { play_off } else { Some(0) },
        }
    }

    /// The rounds of a stage, with all sections in parallel.
    fn rounds(&self, stage: &StagePlan, sizes: &[u64]) -> Vec<Round> {
        let count = sizes.iter().map(|&size| self.section_rounds(stage, size)).max().unwrap_or(0);
        (0..count)
            .map(|round| {
                let here = sizes.iter().map(|&size| self.matches_in(stage, size, round));
                let matches = here.clone().map(|(matches, _)| matches).sum();
                // Sections of different sizes are in different rounds; the longest match counts.
                let games = here.filter(|(matches, _)| *matches > 0).map(|(_, plan)| plan.most_games()).max();
                Round { matches, games: games.unwrap_or(0).into() }
            })
            .collect()
    }

    fn section_rounds(&self, stage: &StagePlan, size: u64) -> u64 {
        match stage.format {
            Format::RoundRobin | Format::Ladder => Circle::new(size as u32).rounds().into(),
            Format::Gauntlet { champions } => size.saturating_sub(champions.into()),
            Format::Swiss { .. } => self.swiss_rounds(stage, size).into(),
            Format::KnockOut { .. } => size.max(1).next_power_of_two().ilog2().into(),
        }
    }

    /// The number of matches in a round of a section, and their plan.
    fn matches_in(&self, stage: &StagePlan, size: u64, round: u64) -> (u64, MatchPlan) {
        let rounds = self.section_rounds(stage, size);
        if round >= rounds {
            return (0, stage.games);
        }
        match stage.format {
            Format::RoundRobin | Format::Ladder | Format::Swiss { .. } => (size / 2, stage.games),
            Format::Gauntlet { champions } => (size.min(champions.into()), stage.games),
            Format::KnockOut { .. } => {
                let places = size.max(1).next_power_of_two();
                let matches = if round == 0 { size - places / 2 } else { places >> (round + 1) };
                (matches, stage.format.round_plan((rounds - round - 1) as usize, stage.games))
            }
        }
    }
}

/// The largest number of rounds without a rematch.
fn opponents(entrants: u64) -> u64 {
    if entrants.is_multiple_of(2) { entrants.saturating_sub(1) } else { entrants }
}

/// The sizes of a stage's sections, computed from the entries or from the sections of the stage before.
fn sizes_of(stage: &StagePlan, entries: &[Entry], before: &[u64]) -> Vec<u64> {
    let field = match stage.entrants {
        Entrants::All => entries.len() as u64,
        Entrants::Best(count) => before.iter().map(|&size| size.min(count.into())).sum(),
        Entrants::ChampionsAndSeconds { total } => {
            let champions = before.len() as u64;
            let seconds = before.iter().filter(|&&size| size > 1).count() as u64;
            champions + seconds.min(u64::from(total).saturating_sub(champions))
        }
    };
    match stage.sections {
        Sections::One => vec![field],
        Sections::Groups { of } => {
            let count = field.div_ceil(of.into()).max(1);
            (0..count).map(|at| field / count + u64::from(at < field % count)).collect()
        }
        Sections::Classes => {
            let mut classes = BTreeMap::new();
            for entry in entries {
                *classes.entry(entry.class.as_deref()).or_insert(0) += 1;
            }
            classes.into_values().collect()
        }
    }
}
