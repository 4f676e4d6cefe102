//! The steps of an examination, and the findings of each.

use crate::examination::{Examination, Unfinished};
use crate::finding::{Finding, Mark};
use crate::findings::measured;
use crate::names::Names;
use leitai_core::{DialectName, Lang, Noun, Seat, say};
use leitai_draw::width;
use std::time::Duration;

/// A name wider than this many columns gets no score in the course championship.
pub const WIDEST_NAME: usize = 12;

/// A step of an examination.
pub enum Step<'a> {
    /// The game in this seat begins.
    Begins(Seat),
    /// A move was played in the game in progress, by either side.
    Moved(Progress),
    /// The game in progress was broken off.
    BrokenOff(&'a Unfinished),
    /// A game was played.
    Examined(&'a Examination<'a>),
    /// The program broke off, and its executable names files that are not in its folder.
    Lacks(&'a Names),
    /// The program did not get ready, but answers in another dialect.
    Answers(DialectName),
    /// The name that the program gave.
    Name {
        /// The name.
        name: &'a str,
        /// Whether the platform whose dialect it speaks limits names, so that one wider than [`WIDEST_NAME`] is a fault.
        is_limited: bool,
    },
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The seat of the program under examination.
    pub seat: Seat,
    /// Plies played.
    pub plies: u32,
    /// Time since the programs were started.
    pub took: Duration,
    /// The number of plies of the game in the other seat, once it was played.
    pub expected: Option<u32>,
    /// The most plies that a game can have.
    pub most: u32,
}

impl Progress {
    /// The time left if this game is as long as the other one; `None` if that is not known.
    pub fn left(&self) -> Option<Duration> {
        self.until(self.expected?)
    }

    /// The time left if the game is as long as a game can be, at the pace so far.
    pub fn most_left(&self) -> Option<Duration> {
        self.until(self.most)
    }

    fn until(&self, plies: u32) -> Option<Duration> {
        let left = plies.checked_sub(self.plies)?;
        (self.plies > 0).then(|| self.took * left / self.plies)
    }
}

impl Step<'_> {
    /// What was found, in the order in which a game shows it; nothing for a step that only begins something.
    pub fn findings(&self, lang: Lang) -> Vec<Finding> {
        match self {
            Step::Begins(_) | Step::Moved(_) => Vec::new(),
            Step::BrokenOff(unfinished) => vec![broken_off(unfinished, lang)],
            Step::Examined(examination) => examination.findings(lang),
            Step::Lacks(names) => lacks(names, lang),
            Step::Answers(dialect) => vec![answers(*dialect, lang)],
            Step::Name { name, is_limited } => vec![its_name(name, *is_limited, lang)],
        }
    }
}

fn broken_off(unfinished: &Unfinished, lang: Lang) -> Finding {
    let Unfinished { seat, plies, seen } = unfinished;
    let plies = Noun::PLIES.of(plies);
    let found = match seen.ready {
        _ if seen.longest > Duration::ZERO => {
            let longest = measured(seen.longest, lang);
            say!(
                lang,
                "no fault in {plies}; its longest move took {longest}",
                "{plies} 手之内没有错误；最长一手 {longest}"; plies, longest = &longest
            )
        }
        Some(ready) => {
            let ready = measured(ready, lang);
            say!(lang, "it was ready after {ready} and has not moved", "{ready} 后准备就绪，尚未走棋")
        }
        None if seen.says_nothing_first => say!(lang, "it has not moved", "尚未走棋"),
        None => say!(lang, "it was not ready yet", "尚未准备就绪"),
    };
    let heading = say!(lang, "the last lines (> to it, < from it):", "最后几行（> 发给它，< 它的输出）：");
    let lines = seen.lines.iter().map(|line| format!("  {line}"));
    Finding {
        mark: Mark::Remark,
        seat: Some(*seat),
        step: "broken-off".into(),
        what: say!(lang, "broken off", "中断"),
        found,
        shown: std::iter::once(heading).chain(lines).collect(),
        advice: None,
        option: None,
    }
}

fn lacks(names: &Names, lang: Lang) -> Vec<Finding> {
    let finding = |found, shown: &[String], advice, option| Finding {
        mark: Mark::Remark,
        seat: None,
        step: "files".into(),
        what: say!(lang, "files that it names", "它提到的文件"),
        found,
        shown: shown.to_vec(),
        advice: Some(advice),
        option,
    };
    let lacking = finding(
        say!(lang, "not in the folder that it runs in:", "不在它运行的文件夹中："),
        &names.lacking,
        say!(
            lang,
            "put those it needs next to it, and name the executable by its path or submit the folder",
            "请将其中需要的放在它旁边，并以路径指定可执行文件，或提交整个文件夹"
        ),
        None,
    );
    let outside = finding(
        say!(lang, "in folders that it cannot see:", "所在文件夹不对它开放："),
        &names.outside,
        say!(
            lang,
            "copy those it needs next to it; if it looks only there, build it with the path `.` for its data",
            "请将其中需要的复制到它旁边；若它只在那里查找，请以 `.` 为数据路径重新编译"
        ),
        Some(say!(
            lang,
            "--sandbox off lets it see them, if you trust it",
            "若信任它，可用 --sandbox off 运行，则它看得到这些文件"
        )),
    );
    [lacking, outside].into_iter().filter(|finding| !finding.shown.is_empty()).collect()
}

fn answers(dialect: DialectName, lang: Lang) -> Finding {
    Finding {
        mark: Mark::Remark,
        seat: None,
        step: "dialect".into(),
        what: say!(lang, "another dialect", "其他协议"),
        found: say!(lang, "it answers {dialect}", "它能应答 {dialect} 协议"),
        shown: Vec::new(),
        advice: Some(say!(lang, "make it speak the protocol that was asked for", "请让它改用所要求的协议")),
        option: Some(say!(
            lang,
            "--dialect {dialect} checks it in that protocol",
            "可用 --dialect {dialect} 按该协议检查"
        )),
    }
}

/// Whether a name is a fault of the program that gave it.
pub(crate) fn is_too_wide(name: &str, is_limited: bool) -> bool {
    is_limited && width(name) > WIDEST_NAME
}

fn its_name(name: &str, is_limited: bool, lang: Lang) -> Finding {
    let columns = width(name);
    let is_wide = columns > WIDEST_NAME;
    let advice = say!(
        lang,
        "the course championship gives no score to a name wider than {WIDEST_NAME} columns (6 Chinese characters or 12 letters)",
        "课程锦标赛中，队名宽于 {WIDEST_NAME} 列（6 个汉字或 12 个英文字母）者无成绩"
    );
    Finding {
        mark: match is_wide {
            true if is_too_wide(name, is_limited) => Mark::Bad,
            true => Mark::Remark,
            false => Mark::Good,
        },
        seat: None,
        step: "name".into(),
        what: say!(lang, "its name", "队名"),
        found: say!(
            lang, "`{name}`, {columns} wide", "“{name}”，宽 {columns} 列"; columns = Noun::COLUMNS.of(columns)
        ),
        shown: Vec::new(),
        advice: is_wide.then_some(advice),
        option: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_game_is_reckoned_from_the_other() {
        let after = |plies, expected| {
            let took = Duration::from_secs(30);
            Progress { seat: Seat::Second, plies, took, expected, most: 100 }.left()
        };
        assert_eq!(after(10, Some(40)), Some(Duration::from_secs(90)));
        assert_eq!(after(40, Some(40)), Some(Duration::ZERO));
        for (plies, expected) in [(0, Some(40)), (41, Some(40)), (10, None)] {
            assert_eq!(after(plies, expected), None);
        }
    }
}
