//! Results as text, for tests: a line `e0-e1 10=n` is a match, with each game a win of the first (`1`) or of the
//! second (`0`), a draw (`=`) or counted for nobody (`n`), and with seats changing from game to game; `!` after a
//! game counts a fault of its loser. A leading `p` makes it a play-off. A match ends with its line, unless `…`
//! follows; `=> e0` names the winner if the games do not determine it, `lot e0` the winner by lot.

use leitai_tournament::{
    Bye, CountedOutcome, EntryId, How, Match, MatchId, RecordedGame, Results, Rules, Scoring, Seat, Seed,
    Side, Spot, Standings, TieBreak, Verdict,
};

/// A match with its own games.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) id: MatchId,
    pub(crate) games: Vec<RecordedGame>,
    pub(crate) by_lot: bool,
    pub(crate) verdict: Verdict,
}

impl Played {
    pub(crate) fn view(&self) -> Match<'_> {
        let sides = match self.id.spot {
            Spot::Pair(a, b) => [a.entry, b.entry],
            Spot::PlayOff(a, b) => [a, b],
            Spot::Table { .. } => unreachable!("these matches are named by their sides"),
        };
        let won =
            sides.map(|side| self.games.iter().filter(|game| game.winner() == Some(side)).count() as u16);
        Match { id: self.id, sides, games: &self.games, won, by_lot: self.by_lot, verdict: self.verdict }
    }
}

/// A match between two entries, the lower first.
pub(crate) fn played(sides: [EntryId; 2], play_off: bool, games: &str) -> Played {
    let side = |entry| Side { entry, submission: 0 };
    let [a, b] = sides;
    let spot = if play_off { Spot::PlayOff(a, b) } else { Spot::Pair(side(a), side(b)) };
    let id = MatchId { stage: 0, section: 0, spot };
    let mut list: Vec<RecordedGame> = Vec::new();
    for came in games.chars() {
        let number = list.len();
        let seats = if number.is_multiple_of(2) { Seat::BOTH } else { [Seat::Second, Seat::First] };
        let outcome = match came {
            '1' => CountedOutcome::Win(seats[0]),
            '0' => CountedOutcome::Win(seats[1]),
            '=' => CountedOutcome::Draw,
            'n' => CountedOutcome::Nobody,
            _ => {
                let game = list.last_mut().expect("a fault follows its game");
                let CountedOutcome::Win(winner) = game.outcome else { panic!("a fault loses") };
                game.faults[usize::from(winner == Seat::First)] += 1;
                continue;
            }
        };
        let [first, second] = if number.is_multiple_of(2) { [a, b] } else { [b, a] };
        let how = How::Played;
        list.push(RecordedGame { id: id.game(number as u16), first, second, outcome, how, faults: [0; 2] });
    }
    let won = sides.map(|side| list.iter().filter(|game| game.winner() == Some(side)).count());
    let verdict = match won[0].cmp(&won[1]) {
        std::cmp::Ordering::Greater => Verdict::Won(a),
        std::cmp::Ordering::Less => Verdict::Won(b),
        std::cmp::Ordering::Equal => Verdict::Drawn,
    };
    Played { id, games: list, by_lot: false, verdict }
}

/// Matches, one per line.
pub(crate) fn matches(text: &str) -> Vec<Played> {
    let entry = |text: &str| text.parse::<EntryId>().expect(text);
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let first = words.next().expect("sides");
        let (sides, play_off) =
            if first == "p" { (words.next().expect("sides"), true) } else { (first, false) };
        let (a, b) = sides.split_once('-').expect("two sides");
        let rest: Vec<&str> = words.collect();
        let games = rest.first().filter(|word| !matches!(**word, "=>" | "lot" | "…")).copied().unwrap_or("");
        let mut played = played([entry(a), entry(b)], play_off, games);
        match rest[usize::from(!games.is_empty())..] {
            ["=>", winner] => played.verdict = Verdict::Won(entry(winner)),
            ["lot", winner] => (played.verdict, played.by_lot) = (Verdict::Won(entry(winner)), true),
            ["…"] => played.verdict = Verdict::Open,
            [] => {}
            ref more => panic!("{more:?} says nothing"),
        }
        played
    };
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(read).collect()
}

/// Ranks entries `e0`, `e1`, … by a list of criteria, named as in an event's file.
pub(crate) fn rank_all(
    entries: u32,
    played: &[Played],
    byes: &[Bye],
    scoring: Scoring,
    list: &str,
) -> Standings {
    let list: Vec<TieBreak> = list.split_whitespace().map(|it| it.parse().expect(it)).collect();
    let views: Vec<_> = played.iter().map(Played::view).collect();
    let entries: Vec<_> = (0..entries).map(EntryId).collect();
    let (seed, lot, bye) = (Seed::new("2025-11-12"), "final rank", scoring.win);
    let rules = Rules { scoring, bye, tie_breaks: &list, seed: &seed, lot };
    Standings::new(Results { entries: &entries, matches: &views, byes }, rules)
}
