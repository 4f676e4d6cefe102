//! The criteria that part entries of equal points, in the order chosen by the organiser.

mod entry_results;
mod opponents;
pub(crate) mod play_off;

use crate::{Sentence, Unreadable};
use leitai_core::{Words, same_in_every_language, sentence};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

pub(crate) use entry_results::EntryResults;
pub use entry_results::Tally;

/// A tie-break criterion. Whether it counts games or matches depends on the scoring.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TieBreak {
    /// Points from the games between exactly two tied entries (双方胜负关系). Ties of more than two are left as
    /// they are.
    HeadToHead,
    /// Points from the games among the tied entries.
    MiniLeague,
    /// The number of wins: games, or matches if matches are counted; a bye that scores is a win.
    Wins,
    /// The points of the opponents beaten, and half the points of those drawn with.
    SonnebornBerger,
    /// The points of the opponents, each once per match, leaving out the lowest; a bye that scores counts as an
    /// opponent with one's own points.
    Buchholz {
        /// How many of the lowest are left out.
        cut: u8,
    },
    /// Games won minus games lost.
    GameDifference,
    /// Faults in all games; fewer are better.
    Faults,
    /// A play-off of two games, which this criterion requires (加赛快棋).
    PlayOff,
    /// One more game, which this criterion requires (一局定胜负).
    DecidingGame,
    /// A lot from the published seed.
    Lot,
}

/// A figure of a criterion, exact to a quarter. Text: `7`, `-2`, `31.25`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Figure(pub(crate) i64);

/// All but [`TieBreak::Buchholz`], which covers every cut.
const NAMED: [(TieBreak, &str); 9] = [
    (TieBreak::HeadToHead, "head-to-head"),
    (TieBreak::MiniLeague, "mini-league"),
    (TieBreak::Wins, "wins"),
    (TieBreak::SonnebornBerger, "sonneborn-berger"),
    (TieBreak::GameDifference, "game-difference"),
    (TieBreak::Faults, "faults"),
    (TieBreak::PlayOff, "play-off"),
    (TieBreak::DecidingGame, "deciding-game"),
    (TieBreak::Lot, "lot"),
];

impl TieBreak {
    /// The school's list: 首先按双方胜负关系排定名次；如果双方还是战平，需加赛10分钟包干快棋（两盘）；若仍然平局，最后抽签
    /// 或掷骰子确定先后手，只比一局定胜负. More than two tied: their mini-league first; a drawn deciding game: lot.
    pub const SCHOOL: [TieBreak; 5] = [
        TieBreak::HeadToHead,
        TieBreak::MiniLeague,
        TieBreak::PlayOff,
        TieBreak::DecidingGame,
        TieBreak::Lot,
    ];

    /// Its name.
    pub fn words(self) -> Sentence {
        match self {
            TieBreak::HeadToHead => Sentence::new("head-to-head", "相互胜负"),
            TieBreak::MiniLeague => Sentence::new("the mini-league of those tied", "同分者之间的小循环"),
            TieBreak::Wins => Sentence::new("wins", "胜数"),
            TieBreak::SonnebornBerger => Sentence::new("Sonneborn–Berger", "索伯分"),
            TieBreak::Buchholz { cut: 0 } => Sentence::new("Buchholz", "对手分"),
            TieBreak::Buchholz { cut } => {
                sentence!("Buchholz without the lowest {cut}", "对手分（去掉最低 {cut} 个）")
            }
            TieBreak::GameDifference => Sentence::new("game difference", "净胜局"),
            TieBreak::Faults => Sentence::new("fewer faults", "违规较少"),
            TieBreak::PlayOff => Sentence::new("the play-off", "加赛"),
            TieBreak::DecidingGame => Sentence::new("the deciding game", "决胜局"),
            TieBreak::Lot => Sentence::new("lot", "抽签"),
        }
    }

    /// Whether it looks only at the tied entries. If so, it may part again those left of a larger tie.
    pub(crate) fn among_the_tied(self) -> bool {
        use TieBreak::{DecidingGame, HeadToHead, MiniLeague, PlayOff};
        matches!(self, HeadToHead | MiniLeague | PlayOff | DecidingGame)
    }
}

impl Figure {
    pub(crate) const fn whole(number: i64) -> Self {
        Figure(number * 4)
    }

    pub(crate) const fn halves(number: i64) -> Self {
        Figure(number * 2)
    }

    pub(crate) const fn quarters(number: i64) -> Self {
        Figure(number)
    }

    /// The figure in quarters.
    pub const fn in_quarters(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let part = ["", ".25", ".5", ".75"][(size % 4) as usize];
        write!(f, "{sign}{}{part}", size / 4)
    }
}

same_in_every_language!(Figure);

impl fmt::Display for TieBreak {
    /// The name in an event's file: `head-to-head`, `buchholz-cut-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TieBreak::Buchholz { cut: 0 } => f.write_str("buchholz"),
            TieBreak::Buchholz { cut } => write!(f, "buchholz-cut-{cut}"),
            named => f.write_str(NAMED.iter().find(|(it, _)| it == named).map_or("", |(_, name)| name)),
        }
    }
}

impl FromStr for TieBreak {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let cut = |text: &str| text.parse().ok().filter(|cut| text == format!("{cut}") && *cut > 0);
        if let Some((named, _)) = NAMED.iter().find(|(_, name)| *name == text) {
            Ok(*named)
        } else if text == "buchholz" {
            Ok(TieBreak::Buchholz { cut: 0 })
        } else if let Some(cut) = text.strip_prefix("buchholz-cut-").and_then(cut) {
            Ok(TieBreak::Buchholz { cut })
        } else {
            Err(Unreadable::new(
                text,
                Words::new(
                    "a tie-break: head-to-head, mini-league, wins, sonneborn-berger, buchholz, buchholz-cut-1, \
                     game-difference, faults, play-off, deciding-game or lot",
                    "破同分办法：head-to-head、mini-league、wins、sonneborn-berger、buchholz、buchholz-cut-1、\
                     game-difference、faults、play-off、deciding-game 或 lot",
                ),
            ))
        }
    }
}

impl TryFrom<String> for TieBreak {
    type Error = Unreadable;
    fn try_from(text: String) -> Result<Self, Unreadable> {
        text.parse()
    }
}

impl From<TieBreak> for String {
    fn from(criterion: TieBreak) -> String {
        criterion.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were_written() {
        let names = NAMED.map(|(_, name)| name);
        for name in names.into_iter().chain(["buchholz", "buchholz-cut-1", "buchholz-cut-12"]) {
            let criterion: TieBreak = name.parse().expect(name);
            assert_eq!(criterion.to_string(), name);
        }
        for text in ["", "Lot", "buchholz-cut-0", "buchholz-cut-01", "buchholz-cut-256", "goals"] {
            let error = text.parse::<TieBreak>().expect_err(text).to_string();
            assert!(error.contains("sonneborn-berger"), "{error}");
        }
    }

    #[test]
    fn figures_are_exact_and_print_quarters() {
        let figures = [Figure::whole(7), Figure::halves(-3), Figure::quarters(125), Figure::quarters(-1)];
        assert_eq!(figures.map(|figure| figure.to_string()), ["7", "-1.5", "31.25", "-0.25"]);
    }
}
