//! The registry: what is reported of each team when a contest is over (大赛获奖名单…上报), as rows of a table.

use super::Prize;
use crate::Sentence;
use leitai_core::{Lang, Words};

/// A team in one game. Texts are as they were entered; whoever writes them into a file quotes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegistryRow {
    /// The team.
    pub team: String,
    /// Its school.
    pub school: Option<String>,
    /// Its college (学院).
    pub college: Option<String>,
    /// The game, by its name in both languages.
    pub game: Sentence,
    /// Its place; `None` if it has none.
    pub place: Option<u32>,
    /// Its prize, if it receives one.
    pub prize: Option<Prize>,
    /// Its members, the captain first.
    pub members: Vec<String>,
    /// Its teachers.
    pub teachers: Vec<String>,
}

/// What separates names in a cell: a sign that no name holds, and that no table takes for its own.
const GAP: &str = "、";

impl RegistryRow {
    /// The columns, in order.
    pub const COLUMNS: [Words; 8] = [
        Words::new("team", "队名"),
        Words::new("school", "学校"),
        Words::new("college", "学院"),
        Words::new("game", "项目"),
        Words::new("place", "名次"),
        Words::new("prize", "奖项"),
        Words::new("members", "队员"),
        Words::new("teachers", "指导教师"),
    ];

    /// The cells, one for each column; what is missing is an empty one.
    pub fn cells(&self, lang: Lang) -> [String; 8] {
        let joined = |names: &[String]| names.join(if lang == Lang::Zh { GAP } else { "; " });
        [
            self.team.clone(),
            self.school.clone().unwrap_or_default(),
            self.college.clone().unwrap_or_default(),
            self.game.to(lang).to_owned(),
            self.place.map(|place| place.to_string()).unwrap_or_default(),
            self.prize.map(|prize| prize.words().to(lang).to_owned()).unwrap_or_default(),
            joined(&self.members),
            joined(&self.teachers),
        ]
    }

    /// Sorts rows as they are reported: game by game in the order of `games`, by place, teams without one last, then by
    /// name.
    pub fn sort(rows: &mut [RegistryRow], games: &[Sentence]) {
        rows.sort_by_cached_key(|row| {
            let game = games.iter().position(|game| *game == row.game).unwrap_or(games.len());
            (game, row.place.is_none(), row.place, row.team.clone())
        });
    }
}
