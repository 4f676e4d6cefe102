//! How many games two entries play, who sits where, and when the match is decided.

use leitai_core::{Noun, sentence};
use serde::{Deserialize, Serialize};

use crate::{CountedOutcome, EntryId, Lot, MatchId, RecordedGame, Seed, Sentence, Verdict};

/// The plan of a match between 甲 and 乙, the first and the second of its sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchPlan {
    /// This many games, all played, with seats changed after each; 甲 is First in the first game. The side with
    /// more wins takes the match.
    Games(u16),
    /// As many games as it takes to win more than half of `games`. Seats are drawn by lot for the first game, then
    /// alternate. A drawn game is played again with seats changed, at most `replays` times; then a lot decides it.
    BestOf {
        /// An odd number; 1 is "games until decided".
        games: u16,
        /// How often a drawn game is played again.
        replays: u16,
    },
    /// The order of 爱恩斯坦棋: at most seven games, 甲 is First in 1, 4 and 5, 乙 in 2, 3, 6 and 7; the first to win
    /// four wins.
    #[serde(rename = "einstein")]
    FirstToFour,
    /// Two games with seats changed; if they are even, one deciding game with seats by lot; if that is drawn, a
    /// lot.
    PlayOff,
}

/// A game that a plan asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// Its place in the match, from 0.
    pub number: u16,
    /// Who sits First.
    pub first: EntryId,
    /// Who sits Second.
    pub second: EntryId,
}

/// The state of a match after some of its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games won by either side, including those awarded by lot.
    pub won: [u16; 2],
    /// Lots that decided a game of it, and so the match or part of it.
    pub lots: Vec<Sentence>,
    /// Its state.
    pub verdict: Verdict,
    /// The games that may be played now; empty when the match is over.
    pub due: Vec<Next>,
}

/// A match as its plan sees it: the games by number, each counted once.
#[derive(Clone, Copy)]
struct Reading<'a> {
    id: MatchId,
    sides: [EntryId; 2],
    seed: &'a Seed,
    games: &'a [RecordedGame],
}

impl MatchPlan {
    /// Most games that a match of this plan can need.
    pub fn most_games(self) -> u32 {
        match self {
            MatchPlan::Games(count) => u32::from(count),
            MatchPlan::BestOf { games, replays } => u32::from(games) * (u32::from(replays) + 1),
            MatchPlan::FirstToFour => 7,
            MatchPlan::PlayOff => 3,
        }
    }

    /// Whether a match of this plan always ends with a winner, once played.
    pub fn decides(self) -> bool {
        matches!(self, MatchPlan::BestOf { .. } | MatchPlan::PlayOff | MatchPlan::FirstToFour)
    }

    /// Whether a match of this plan has any games, an odd number of them if it needs a majority, and not too many.
    pub(crate) fn is_possible(self) -> bool {
        match self {
            MatchPlan::Games(count) => count > 0,
            MatchPlan::BestOf { games, replays } => games % 2 == 1 && games < 1000 && replays < 1000,
            MatchPlan::FirstToFour | MatchPlan::PlayOff => true,
        }
    }

    /// Whether both sides sit First equally often in a match played to the end.
    pub fn is_even(self) -> bool {
        matches!(self, MatchPlan::Games(count) if count % 2 == 0)
    }

    /// The plan in words, for the event's page.
    pub fn words(self) -> Sentence {
        match self {
            MatchPlan::Games(1) => Sentence::new("one game", "一局"),
            MatchPlan::Games(n) => sentence!(
                "{n} games, seats changed after each; whoever wins more games wins the match",
                "共{n}局，每局交换先后手，胜局多者胜"
            ),
            MatchPlan::BestOf { games, replays } => Sentence::new(
                format!(
                    "best of {games}: seats of the first game by lot, then alternating; a drawn game is played \
                     again with seats changed, {} at most, then decided by lot",
                    Noun::TIMES.of(replays)
                ),
                format!(
                    "{games}局{}胜：首局抽签定先后手，此后轮换；和棋换先重赛，至多{replays}次，仍和则抽签",
                    games / 2 + 1
                ),
            ),
            MatchPlan::FirstToFour => Sentence::new(
                "at most seven games: A is First in 1, 4 and 5, B in 2, 3, 6 and 7; the first to win four wins",
                "至多七局：甲方一、四、五局先手，乙方二、三、六、七局先手，先胜四局者胜",
            ),
            MatchPlan::PlayOff => Sentence::new(
                "two games with seats changed; if tied, one deciding game with seats by lot; if drawn, a lot",
                "加赛两局，交换先后手；仍平则抽签定先后手，一局定胜负；再和则抽签",
            ),
        }
    }

    /// Why the two sides sit as they do in a game.
    pub fn why_seats<'n>(
        self,
        id: MatchId,
        sides: [EntryId; 2],
        seed: &Seed,
        number: u16,
        name: impl Fn(EntryId) -> &'n str,
    ) -> Sentence {
        let [a, b] = sides.map(name);
        let lot = |of: String| Reading { id, sides, seed, games: &[] }.lot(&format!("first seat of {of}")).1;
        match self {
            MatchPlan::Games(_) => sentence!(
                "{a} is First in the first game, and seats change after each",
                "{a}首局先手，每局交换"
            ),
            MatchPlan::FirstToFour => sentence!(
                "{a} is First in games 1, 4 and 5, {b} in 2, 3, 6 and 7",
                "{a}一、四、五局先手，{b}二、三、六、七局先手"
            ),
            MatchPlan::PlayOff if number == 2 => lot(id.game(2).to_string()),
            MatchPlan::PlayOff | MatchPlan::BestOf { .. } => {
                lot(id.to_string()).and(&Sentence::new("then they alternate", "此后轮换"))
            }
        }
    }

    /// The state of the match: a function of its games, whatever order they were played in. `games` are those that
    /// count, by number.
    pub fn progress(self, id: MatchId, sides: [EntryId; 2], seed: &Seed, games: &[RecordedGame]) -> Progress {
        let reading = Reading { id, sides, seed, games };
        match self {
            MatchPlan::Games(count) => reading.all(count),
            MatchPlan::BestOf { games, replays } => reading.best_of(games, replays),
            MatchPlan::FirstToFour => reading.first_to_four(),
            MatchPlan::PlayOff => reading.play_off(),
        }
    }
}

impl Reading<'_> {
    fn game(&self, number: u16) -> Option<&RecordedGame> {
        self.games.iter().find(|game| game.id.number == number)
    }

    /// Which side won; `None` for a draw.
    fn side_won(&self, game: &RecordedGame) -> Option<usize> {
        game.winner().map(|winner| usize::from(winner == self.sides[1]))
    }

    fn next(&self, number: u16, first: usize) -> Next {
        Next { number, first: self.sides[first], second: self.sides[1 - first] }
    }

    fn lot(&self, label: &str) -> (usize, Sentence) {
        let Lot { order, why } = self.seed.draw(label, [0, 1], |&side| self.sides[side].to_string());
        (order[0], why)
    }

    /// Who sits First in the first game.
    fn first_by_lot(&self) -> usize {
        self.lot(&format!("first seat of {}", self.id)).0
    }

    fn more(&self, won: [u16; 2]) -> Verdict {
        let scored = |game: &RecordedGame| game.outcome != CountedOutcome::Nobody;
        match won[0].cmp(&won[1]) {
            std::cmp::Ordering::Greater => Verdict::Won(self.sides[0]),
            std::cmp::Ordering::Less => Verdict::Won(self.sides[1]),
            std::cmp::Ordering::Equal if self.games.iter().any(scored) => Verdict::Drawn,
            std::cmp::Ordering::Equal => Verdict::Nobody,
        }
    }

    fn all(&self, count: u16) -> Progress {
        let mut won = [0; 2];
        let (mut due, mut games) = (Vec::new(), self.games.iter().peekable());
        for number in 0..count {
            match games.next_if(|game| game.id.number == number) {
                Some(game) => self.side_won(game).into_iter().for_each(|side| won[side] += 1),
                None => due.push(self.next(number, usize::from(number % 2))),
            }
        }
        let verdict = if due.is_empty() { self.more(won) } else { Verdict::Open };
        Progress { won, lots: Vec::new(), verdict, due }
    }

    fn best_of(&self, games: u16, replays: u16) -> Progress {
        let (mut won, mut lots) = ([0; 2], Vec::new());
        let (mut played, mut decided, mut draws) = (0, 0, 0);
        while decided < games && won.iter().all(|&wins| wins <= games / 2) {
            if draws > replays {
                let (winner, why) = self.lot(&format!("winner of {}", self.id.game(played - 1)));
                won[winner] += 1;
                lots.push(why);
                (decided, draws) = (decided + 1, 0);
                continue;
            }
            let Some(game) = self.game(played) else {
                let first = (self.first_by_lot() + usize::from(decided + draws)) % 2;
                let due = vec![self.next(played, first)];
                return Progress { won, lots, verdict: Verdict::Open, due };
            };
            match self.side_won(game) {
                Some(side) => won[side] += 1,
                None if game.outcome == CountedOutcome::Draw => {
                    (played, draws) = (played + 1, draws + 1);
                    continue;
                }
                None => {}
            }
            (played, decided, draws) = (played + 1, decided + 1, 0);
        }
        // Games that neither side won can leave both level.
        if won[0] == won[1] && won[0] > 0 {
            let (winner, why) = self.lot(&format!("winner of {}", self.id));
            won[winner] += 1;
            lots.push(why);
        }
        let verdict = if won == [0; 2] { Verdict::Nobody } else { self.more(won) };
        Progress { won, lots, verdict, due: Vec::new() }
    }

    fn first_to_four(&self) -> Progress {
        let mut won = [0; 2];
        for number in 0..7 {
            if won.contains(&4) {
                break;
            }
            let Some(game) = self.game(number) else {
                let first = usize::from(![0, 3, 4].contains(&number));
                let due = vec![self.next(number, first)];
                return Progress { won, lots: Vec::new(), verdict: Verdict::Open, due };
            };
            self.side_won(game).into_iter().for_each(|side| won[side] += 1);
        }
        Progress { won, lots: Vec::new(), verdict: self.more(won), due: Vec::new() }
    }

    fn play_off(&self) -> Progress {
        let (mut won, mut lots, mut due) = ([0; 2], Vec::new(), Vec::new());
        for number in [0, 1] {
            match self.game(number) {
                Some(game) => self.side_won(game).into_iter().for_each(|side| won[side] += 1),
                None => due.push(self.next(number, (self.first_by_lot() + usize::from(number)) % 2)),
            }
        }
        if due.is_empty() && won[0] == won[1] {
            let (first, _) = self.lot(&format!("first seat of {}", self.id.game(2)));
            match self.game(2) {
                None => due.push(self.next(2, first)),
                Some(game) => match (self.side_won(game), game.outcome) {
                    (Some(side), _) => won[side] += 1,
                    (None, CountedOutcome::Draw) => {
                        let (winner, why) = self.lot(&format!("winner of {}", self.id.game(2)));
                        won[winner] += 1;
                        lots.push(why);
                    }
                    (None, _) => {}
                },
            }
        }
        let verdict = match due.is_empty() {
            false => Verdict::Open,
            true if won[0] == won[1] => Verdict::Nobody,
            true => self.more(won),
        };
        Progress { won, lots, verdict, due }
    }
}

#[cfg(test)]
#[path = "match_plan_tests.rs"]
mod tests;
