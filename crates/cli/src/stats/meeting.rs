//! All games of two players under the same rules.

use crate::matches::folder::{Plan, number};
use crate::matches::lines::{EloLine, TestLine, is_none};
use crate::matches::tally_text;
use leitai_arena::SeriesGame;
use leitai_bout::{KeptGame, Tally};
use leitai_core::{Lang, Noun, Seat, Tell, say};
use leitai_tournament::rating::{GameScore, Score, Sprt};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Most openings listed for a person; the JSON has all of them.
const LISTED: usize = 20;

/// The games of A and B, where A began the first of them.
pub(super) struct Meeting {
    pub(super) names: [String; 2],
    pub(super) tally: Tally,
    /// Games that were still running when the test was decided.
    beyond: u64,
    /// A's score in the games it began, and in the others.
    seats: [Score; 2],
    /// For each start, in order of first appearance: A's score, and the games won by the first seat.
    starts: Vec<(Option<String>, Score, u64)>,
    /// Each player's longest move, and its record.
    slowest: [Option<(Duration, PathBuf)>; 2],
}

/// A meeting as JSON, with the field names of a match summary.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    r#type: &'static str,
    game: &'a str,
    options: &'a BTreeMap<String, String>,
    a: &'a str,
    b: &'a str,
    games: u64,
    a_wins: u64,
    b_wins: u64,
    draws: u64,
    #[serde(flatten)]
    elo: EloLine,
    pairs: [u64; 5],
    distinct: u64,
    repeats: u64,
    first_wins: u64,
    #[serde(skip_serializing_if = "is_none")]
    adjudicated: u64,
    a_as_first: [u64; 3],
    a_as_second: [u64; 3],
    a_faults: u64,
    b_faults: u64,
    a_fault_kinds: &'a BTreeMap<&'static str, u64>,
    b_fault_kinds: &'a BTreeMap<&'static str, u64>,
    a_cpu_seconds: f64,
    b_cpu_seconds: f64,
    a_slowest_seconds: f64,
    b_slowest_seconds: f64,
    a_slowest_record: Option<&'a Path>,
    b_slowest_record: Option<&'a Path>,
    plies: u64,
    disturbed: usize,
    openings: Vec<OpeningLine<'a>>,
    beyond: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestLine>,
}

#[derive(Serialize)]
struct OpeningLine<'a> {
    opening: Option<&'a str>,
    games: u64,
    a_wins: u64,
    b_wins: u64,
    draws: u64,
    first_wins: u64,
}

impl Meeting {
    /// Groups the games into meetings; the games are in the order of their files.
    pub(super) fn all(games: Vec<KeptGame>) -> Vec<Meeting> {
        let mut met: Vec<([String; 2], Vec<KeptGame>)> = Vec::new();
        let mut known: BTreeMap<[String; 2], usize> = BTreeMap::new();
        for game in games {
            let mut key = game.names.clone();
            key.sort();
            let at = *known.entry(key).or_insert_with(|| {
                met.push((game.names.clone(), Vec::new()));
                met.len() - 1
            });
            met[at].1.push(game);
        }
        met.into_iter().map(|(names, games)| Meeting::of(names, games)).collect()
    }

    fn of(names: [String; 2], games: Vec<KeptGame>) -> Meeting {
        let tally = Tally::new(test(&games));
        let mut meeting = Meeting {
            names,
            tally,
            beyond: 0,
            seats: [Score::default(); 2],
            starts: Vec::new(),
            slowest: [None, None],
        };
        let mut numbered = numbered(games, &meeting.names[0]);
        numbered.sort_by_key(|(index, _)| *index);
        for (index, game) in numbered {
            meeting.add(index, game);
        }
        meeting
    }

    fn add(&mut self, index: u32, game: KeptGame) {
        if self.tally.is_done() {
            self.beyond += 1;
            return;
        }
        // A name may play itself: then A is the one that began.
        let a_first = game.names[0] == self.names[0];
        let at = self.starts.iter().position(|(start, ..)| *start == game.start).unwrap_or_else(|| {
            self.starts.push((game.start.clone(), Score::default(), 0));
            self.starts.len() - 1
        });
        let opening = game.start.is_some().then_some(at);
        let game: SeriesGame = game.game_of(index, a_first, opening);
        self.tally.add(&game);
        let score = match game.winner() {
            Some(0) => GameScore::Win,
            Some(_) => GameScore::Loss,
            None => GameScore::Draw,
        };
        self.seats[usize::from(!a_first)].add(score);
        let (_, by_start, first_wins) = &mut self.starts[at];
        by_start.add(score);
        *first_wins += u64::from(game.ended.outcome.winner == Some(Seat::First));
        for seat in Seat::BOTH {
            let (longest, slowest) = (game.ended.used[seat.index()].1, &mut self.slowest[game.player(seat)]);
            if slowest.as_ref().is_none_or(|(known, _)| longest > *known) {
                *slowest = game.record.clone().map(|file| (longest, file));
            }
        }
    }

    pub(super) fn line<'a>(&'a self, game: &'a str, options: &'a BTreeMap<String, String>) -> Line<'a> {
        let (tally, [a, b]) = (&self.tally, &self.names);
        let counts = |score: Score| [score.wins, score.draws, score.losses];
        let slowest = |player: usize| self.slowest[player].as_ref().map(|(_, file)| &**file);
        let openings = self.starts.iter().map(|(opening, score, first_wins)| OpeningLine {
            opening: opening.as_deref(),
            games: score.games(),
            a_wins: score.wins,
            b_wins: score.losses,
            draws: score.draws,
            first_wins: *first_wins,
        });
        Line {
            r#type: "stats",
            game,
            options,
            a,
            b,
            games: tally.score.games(),
            a_wins: tally.score.wins,
            b_wins: tally.score.losses,
            draws: tally.score.draws,
            elo: EloLine::of(tally.elo()),
            pairs: tally.pairs.counted.counts,
            distinct: tally.score.games() - tally.repeats.count(),
            repeats: tally.repeats.count(),
            first_wins: tally.first_wins,
            adjudicated: tally.adjudicated,
            a_as_first: counts(self.seats[0]),
            a_as_second: counts(self.seats[1]),
            a_faults: tally.faults[0].values().sum(),
            b_faults: tally.faults[1].values().sum(),
            a_fault_kinds: &tally.faults[0],
            b_fault_kinds: &tally.faults[1],
            a_cpu_seconds: tally.cpu[0].as_secs_f64(),
            b_cpu_seconds: tally.cpu[1].as_secs_f64(),
            a_slowest_seconds: tally.longest[0].as_secs_f64(),
            b_slowest_seconds: tally.longest[1].as_secs_f64(),
            a_slowest_record: slowest(0),
            b_slowest_record: slowest(1),
            plies: tally.plies,
            disturbed: tally.in_question.len(),
            openings: openings.collect(),
            beyond: self.beyond,
            sprt: tally.test.as_ref().map(TestLine::of),
        }
    }

    /// The meeting as text; `titled` if there are several.
    pub(super) fn text(&self, titled: bool, lang: Lang) -> String {
        let (tally, [a, b]) = (&self.tally, &self.names);
        let games = tally.score.games();
        let mut text = String::new();
        if titled {
            text += &say!(lang, " {a} – {b}: {}\n", " {a} – {b}：{} 局\n", Noun::GAMES.of(games).to(lang));
        }
        text += &tally_text::text(tally, &self.names, lang);
        if tally.test.is_none() && tally.pairs.counted.pairs() > 0 {
            text += &tally_text::pairs(&tally.pairs, lang);
        }
        let [first, second] = self.seats;
        text += &say!(
            lang,
            "  {a} moving first: {} won, {} drawn, {} lost; second: {} won, {} drawn, {} lost\n",
            "  {a} 先手：胜 {} 和 {} 负 {}；后手：胜 {} 和 {} 负 {}\n",
            first.wins,
            first.draws,
            first.losses,
            second.wins,
            second.draws,
            second.losses
        );
        let distinct = games - tally.repeats.count();
        text += &say!(
            lang,
            "  distinct games: {distinct} of {games}\n",
            "  互不相同的对局：{distinct} / {games}\n"
        );
        for (name, slowest) in self.names.iter().zip(&self.slowest) {
            let Some((longest, file)) = slowest else { continue };
            let longest = longest.told(lang);
            text += &say!(
                lang,
                "  longest move of {name}: {longest}, in {}\n",
                "  {name} 最长一手：{longest}，见 {}\n",
                file.display()
            );
        }
        if self.beyond > 0 {
            let beyond = Noun::GAMES.of(self.beyond);
            text += &say!(
                lang,
                "  not counted, played alongside the deciding one: {beyond}\n",
                "  未计入（与决定性的一局同时进行）：{beyond} 局\n"; beyond
            );
        }
        text + &self.by_opening(lang)
    }

    fn by_opening(&self, lang: Lang) -> String {
        if self.starts.len() < 2 {
            return String::new();
        }
        let mut text = say!(lang, "  by opening, for {}:\n", "  按开局（{} 的成绩）：\n", self.names[0]);
        for (start, Score { wins, draws, losses }, _) in self.starts.iter().take(LISTED) {
            let own = say!(lang, "the game's own start", "初始局面");
            let start = start.as_ref().unwrap_or(&own);
            text += &say!(
                lang,
                "    {wins} won  {draws} drawn  {losses} lost   {start}\n",
                "    胜 {wins}  和 {draws}  负 {losses}   {start}\n"
            );
        }
        let more = self.starts.len().saturating_sub(LISTED);
        if more > 0 {
            text += &say!(lang, "    and {more} more\n", "    另有 {more} 个\n");
        }
        text
    }
}

/// The test of the match to which all the games belong, if it had one.
fn test(games: &[KeptGame]) -> Option<Sprt> {
    let folder = games.first()?.file.parent()?;
    let is_one = games.iter().all(|game| game.file.parent() == Some(folder) && number(&game.file).is_some());
    let plan = Plan::of(folder).filter(|_| is_one)?.ok()?;
    plan.sprt?.parse().ok()
}

/// Numbers the games so that 2n and 2n + 1 are a pair. A match has the numbers in its file names; in other records,
/// two games with the same start and swapped seats are a pair, in the order in which they come.
fn numbered(games: Vec<KeptGame>, a: &str) -> Vec<(u32, KeptGame)> {
    let (mut all, mut base) = (Vec::new(), 0_u32);
    let mut folders: Vec<(Option<PathBuf>, Vec<KeptGame>)> = Vec::new();
    for game in games {
        let folder = game.file.parent().map(Path::to_owned);
        match folders.last_mut().filter(|(known, _)| *known == folder) {
            Some((_, games)) => games.push(game),
            None => folders.push((folder, vec![game])),
        }
    }
    for (_, games) in folders {
        let is_match = games.iter().all(|game| number(&game.file).is_some());
        let mut next = base;
        let mut waiting: BTreeMap<(Option<String>, bool), Vec<u32>> = BTreeMap::new();
        for game in games {
            let index = if is_match {
                base.saturating_add(number(&game.file).unwrap_or_default())
            } else {
                let a_first = game.names[0] == a;
                let other = waiting
                    .get_mut(&(game.start.clone(), !a_first))
                    .and_then(|halves| (!halves.is_empty()).then(|| halves.remove(0)));
                other.map_or_else(
                    || {
                        waiting.entry((game.start.clone(), a_first)).or_default().push(next);
                        next
                    },
                    |half| half.saturating_add(1),
                )
            };
            next = next.max(index.saturating_add(2) & !1);
            all.push((index, game));
        }
        base = next;
    }
    all
}
