//! When a referee ends a game before its rules do, if this was requested for the game: pure values, and the text
//! form in which a record keeps them.

use crate::{Outcome, Seat, Sentence, Why, Words, errors, sentence};
use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// The key in `stage` under which a record keeps an [`Adjudication`].
pub const ADJUDICATE: &str = "adjudicate";
/// The note with a seat's expectation of the game when it played, in thousandths, where expectations may end the
/// game.
pub const SCORE: &str = "score";

/// An expectation in thousandths: 0 is a loss, 500 a draw, 1000 a win.
pub type Expected = u16;

/// A certain win, in thousandths.
const WIN: Expected = 1000;
const DRAW: Expected = WIN / 2;
/// Most plies that a rule may name.
const MOST: u32 = 100_000;

/// When a referee ends a game. Nothing is adjudicated unless requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// The game is taken as won by one side when both programs expect that.
    pub win: Option<Agreement>,
    /// The game is taken as a draw when both programs expect one.
    pub draw: Option<Agreement>,
    /// The game ends after a number of plies.
    pub longest: Option<Longest>,
}

/// Both programs expect the same result for a number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// For how many plies in a row; at least 2, so that both programs have stated it.
    pub plies: NonZeroU32,
    /// How far from the certain result each expectation may be, in thousandths, below 500.
    pub within: Expected,
    /// Not before this many plies.
    pub from: u32,
}

/// The end of a game by its length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Longest {
    /// After this many plies.
    pub plies: NonZeroU32,
    /// Whether the seat ahead by what the rules count then wins; otherwise the game is a draw.
    pub counts: bool,
}

errors! {
    /// A rule of adjudication that could not be read, with what is accepted.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum BadAdjudication {
        /// The text is not an agreement.
        Agreement(text: String) =>
            "`{text}`: write plies=6,score=0.05 (2 plies or more; a score from 0 to 0.499; from=40 to begin later)",
            "“{text}”：请写作 `plies=6,score=0.05`（至少 2 手；`score` 为 0 到 0.499；`from=40` 表示更晚开始）";
        /// A part is given twice.
        Twice(name: String) => "`{name}` is given twice; write it once", "“{name}”写了两次，应只写一次";
        /// The text is not a length.
        Longest(text: String) =>
            "`{text}`: write a number of plies, as 200, or 200,count to count by the law of the game",
            "“{text}”：请写手数，例如 200；写 200,count 则按该棋的规则计数";
    }
}

impl FromStr for Agreement {
    type Err = BadAdjudication;
    fn from_str(text: &str) -> Result<Agreement, BadAdjudication> {
        let bad = || BadAdjudication::Agreement(text.to_owned());
        let (mut plies, mut within, mut from) = (None, None, 0);
        let mut named: Vec<&str> = Vec::new();
        for part in text.split(',') {
            let (name, value) = part.trim().split_once('=').ok_or_else(bad)?;
            if named.contains(&name) {
                return Err(BadAdjudication::Twice(name.to_owned()));
            }
            named.push(name);
            match (name, value) {
                ("plies", value) => plies = read_plies(value).filter(|plies| plies.get() > 1),
                ("score", value) => within = read_expected(value).filter(|within| *within < DRAW),
                ("from", value) => from = value.parse().ok().filter(|from| *from <= MOST).ok_or_else(bad)?,
                _ => return Err(bad()),
            }
        }
        Ok(Agreement { plies: plies.ok_or_else(bad)?, within: within.ok_or_else(bad)?, from })
    }
}

impl fmt::Display for Agreement {
    /// Canonical: read back by [`Agreement::from_str`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plies={},score={}", self.plies, thousandths(self.within))?;
        if self.from > 0 { write!(f, ",from={}", self.from) } else { Ok(()) }
    }
}

impl FromStr for Longest {
    type Err = BadAdjudication;
    fn from_str(text: &str) -> Result<Longest, BadAdjudication> {
        let (plies, counts) = match text.split_once(',') {
            Some((plies, "count")) => (plies, true),
            _ => (text, false),
        };
        let plies = read_plies(plies).ok_or_else(|| BadAdjudication::Longest(text.to_owned()))?;
        Ok(Longest { plies, counts })
    }
}

impl fmt::Display for Longest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.plies, if self.counts { ",count" } else { "" })
    }
}

impl FromStr for Adjudication {
    type Err = ();
    fn from_str(text: &str) -> Result<Adjudication, ()> {
        let mut rules = Adjudication::default();
        for part in text.split(' ') {
            match part.split_once(':').ok_or(())? {
                ("resign", rule) => rules.win = Some(rule.parse().map_err(drop)?),
                ("draw", rule) => rules.draw = Some(rule.parse().map_err(drop)?),
                ("max-plies", rule) => rules.longest = Some(rule.parse().map_err(drop)?),
                _ => return Err(()),
            }
        }
        Ok(rules)
    }
}

impl fmt::Display for Adjudication {
    /// The form kept in records; empty if no rule was requested.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = [
            self.win.map(|rule| format!("resign:{rule}")),
            self.draw.map(|rule| format!("draw:{rule}")),
            self.longest.map(|rule| format!("max-plies:{rule}")),
        ];
        f.write_str(&rules.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

impl Adjudication {
    /// Whether any rule was requested.
    pub fn is_asked_for(&self) -> bool {
        *self != Adjudication::default()
    }

    /// Whether any rule depends on the programs' expectations.
    pub fn hears_scores(&self) -> bool {
        self.win.is_some() || self.draw.is_some()
    }
}

/// The expectations that First wins, stated by the seats when they played, ply by ply; `None` where a seat stated
/// none.
#[derive(Clone, Default, Debug)]
pub struct Scores(Vec<(Seat, Option<Expected>)>);

impl Scores {
    /// A seat has completed a turn and expects this result of the game for itself, in thousandths.
    pub fn ply(&mut self, seat: Seat, expected: Option<Expected>) {
        let of_first = |expected: Expected| match seat {
            Seat::First => expected,
            Seat::Second => WIN.saturating_sub(expected),
        };
        self.0.push((seat, expected.map(of_first)));
    }

    /// Whether both seats expected `result` for First throughout the last plies that the rule counts.
    fn agree(&self, rule: Agreement, result: Expected) -> bool {
        let plies = self.0.len();
        let Some(begin) = plies.checked_sub(rule.plies.get() as usize) else { return false };
        let last = &self.0[begin..];
        plies >= rule.from as usize
            && Seat::BOTH.into_iter().all(|seat| last.iter().any(|(by, _)| *by == seat))
            && last.iter().all(|(_, said)| said.is_some_and(|said| said.abs_diff(result) <= rule.within))
    }

    /// The result of applying these rules to the game after a ply; `plies` are completed in all, and `tally` is
    /// what the rules of the game count for each seat, if they count anything. `None` if the game goes on.
    pub fn ended(
        &self,
        rules: &Adjudication,
        plies: u32,
        tally: Option<[u32; 2]>,
    ) -> Option<(Outcome, Sentence)> {
        let over = |winner, reason| Some((Outcome { winner, why: Why::Adjudicated }, reason));
        if let Some(rule) = rules.win {
            let won = Seat::BOTH
                .into_iter()
                .find(|seat| self.agree(rule, if *seat == Seat::First { WIN } else { 0 }));
            if let Some(winner) = won {
                let (count, least) = (rule.plies.get(), thousandths(WIN - rule.within));
                let side = name(winner);
                return over(
                    Some(winner),
                    sentence!(
                        "adjudicated at ply {plies}: for {count} plies both programs expected {side} to have {least} of a \
                         point or more",
                        "第 {plies} 手裁定：连续 {count} 手双方程序都预期{side}得分不低于 {least}";
                        plies, count, side, least
                    ),
                );
            }
        }
        if let Some(rule) = rules.draw.filter(|rule| self.agree(*rule, DRAW)) {
            let (count, within) = (rule.plies.get(), thousandths(rule.within));
            return over(
                None,
                sentence!(
                    "adjudicated at ply {plies}: for {count} plies both programs expected a draw, within {within} of a point",
                    "第 {plies} 手裁定：连续 {count} 手双方程序都预期和棋，相差不超过 {within} 分"
                ),
            );
        }
        let rule = rules.longest.filter(|rule| plies >= rule.plies.get())?;
        let Some([first, second]) = tally.filter(|_| rule.counts) else {
            return over(
                None,
                sentence!("adjudicated after {plies} plies: a draw", "满 {plies} 手裁定：和棋"),
            );
        };
        let winner = match first.cmp(&second) {
            Ordering::Greater => Some(Seat::First),
            Ordering::Less => Some(Seat::Second),
            Ordering::Equal => None,
        };
        over(
            winner,
            sentence!(
                "adjudicated after {plies} plies: by what the rules count, {first} to {second}",
                "满 {plies} 手裁定：按规则计数，先手 {first}，后手 {second}"
            ),
        )
    }
}

fn name(seat: Seat) -> Words {
    match seat {
        Seat::First => Words::new("the first seat", "先手"),
        Seat::Second => Words::new("the second seat", "后手"),
    }
}

/// The result that a program expects for itself, from a line of its thoughts: `expected` followed by a number from
/// 0, a loss, to 1, a win. The last one counts.
pub fn told_expectation(line: &str) -> Option<Expected> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, '=' | ':' | ',' | ';' | '"');
    let words: Vec<&str> = line.split(is_between).filter(|word| !word.is_empty()).collect();
    let said = words.windows(2).filter(|pair| pair[0].eq_ignore_ascii_case("expected"));
    said.filter_map(|pair| read_expected(pair[1])).next_back()
}

/// A number from 0 to 1, to the nearest thousandth.
fn read_expected(text: &str) -> Option<Expected> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !text.is_empty();
    let number = text.parse::<f64>().ok().filter(|number| is_plain && *number <= 1.0)?;
    Some((number * f64::from(WIN)).round() as Expected)
}

/// An expectation as [`Scores`] keeps it, in the form of a record's note: three digits after the point.
pub fn thousandths(expected: Expected) -> String {
    format!("{}.{:03}", expected / WIN, expected % WIN)
}

/// Reads back exactly what [`thousandths`] writes.
pub fn read_thousandths(text: &str) -> Option<Expected> {
    read_expected(text).filter(|expected| thousandths(*expected) == text)
}

fn read_plies(text: &str) -> Option<NonZeroU32> {
    text.trim().parse().ok().filter(|plies: &NonZeroU32| plies.get() <= MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The winner by the referee's decision, if the game ended: `Some(None)` if it is drawn, `None` if it goes on.
    #[expect(clippy::option_option, reason = "a game that goes on is neither won nor drawn")]
    fn after(rules: &str, said: &[Option<Expected>], tally: Option<[u32; 2]>) -> Option<Option<Seat>> {
        let rules: Adjudication = rules.parse().expect("rules");
        assert_eq!(rules.to_string().parse(), Ok(rules));
        let mut scores = Scores::default();
        for (said, seat) in said.iter().zip(Seat::BOTH.into_iter().cycle()) {
            scores.ply(seat, *said);
        }
        let ended = scores.ended(&rules, said.len() as u32, tally);
        ended.map(|(outcome, _)| outcome.winner)
    }

    #[test]
    fn a_part_is_given_once() {
        for (text, twice) in
            [("plies=4,plies=6,score=0.05", "plies"), ("plies=4,score=0.05,from=2,from=2", "from")]
        {
            assert_eq!(text.parse::<Agreement>(), Err(BadAdjudication::Twice(twice.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_win_needs_both_to_say_it_in_every_ply() {
        let rules = "resign:plies=4,score=0.050";
        let [sure, lost] = [Some(980), Some(30)];
        assert_eq!(after(rules, &[sure, lost, sure, lost], None), Some(Some(Seat::First)));
        assert_eq!(after(rules, &[lost, sure, lost, sure], None), Some(Some(Seat::Second)));
        assert_eq!(after(rules, &[sure, lost, sure], None), None, "too few");
        assert_eq!(after(rules, &[sure, lost, sure, None], None), None, "one was silent");
        assert_eq!(after(rules, &[sure, sure, sure, sure], None), None, "both hope to win");
        assert_eq!(after(rules, &[sure, lost, Some(940), lost], None), None, "one was less sure");
        assert_eq!(after("resign:plies=2,score=0.050,from=6", &[sure, lost, sure, lost], None), None);
        // One side alone makes no agreement, however often it plays.
        let mut scores = Scores::default();
        (0..9).for_each(|_| scores.ply(Seat::First, sure));
        assert!(scores.ended(&rules.parse().expect("rules"), 9, None).is_none());
    }

    #[test]
    fn draws_and_lengths_end_games_too() {
        let even = [Some(510), Some(490), Some(500), Some(520)];
        assert_eq!(after("draw:plies=4,score=0.020", &even, None), Some(None));
        assert_eq!(after("draw:plies=4,score=0.019", &even, None), None);
        let [lead, level] = [Some([3, 4]), Some([4, 4])];
        assert_eq!(after("max-plies:4", &even, lead), Some(None), "it does not count");
        assert_eq!(after("max-plies:4,count", &even, lead), Some(Some(Seat::Second)));
        assert_eq!(after("max-plies:4,count", &even, level), Some(None));
        assert_eq!(after("max-plies:5,count", &even, lead), None);
        assert_eq!(
            after("resign:plies=4,score=0.010 draw:plies=4,score=0.020 max-plies:9", &even, None),
            Some(None)
        );
    }

    #[test]
    fn rules_that_say_nothing_are_refused() {
        for text in [
            "",
            "plies=6",
            "score=0.1",
            "plies=1,score=0.1",
            "plies=6,score=0.5",
            "plies=6,score=-0.1",
            "plies=6;score=0",
        ] {
            assert!(text.parse::<Agreement>().is_err(), "{text}");
        }
        for text in ["", "0", "200,law", "-1", "1000000"] {
            assert!(text.parse::<Longest>().is_err(), "{text}");
        }
        assert!("".parse::<Adjudication>().is_err() && "resign".parse::<Adjudication>().is_err());
    }

    #[test]
    fn an_expectation_is_found_among_other_words() {
        for (line, expected) in [
            ("depth 9 nodes 1234 expected 0.632 line J10", Some(632)),
            ("expected=1", Some(1000)),
            ("Expected: 0.5, then expected 0.25", Some(250)),
            ("expected 1.5", None),
            ("expected -0.1", None),
            ("expected nan", None),
            ("expected", None),
            ("as expected", None),
            ("unexpected 0.5", None),
        ] {
            assert_eq!(told_expectation(line), expected, "{line}");
        }
        assert_eq!(["0.632", "1.000"].map(read_thousandths), [Some(632), Some(1000)]);
        assert_eq!(["0.63", "0.6320", "2.000", "x"].map(read_thousandths), [None; 4]);
    }
}
