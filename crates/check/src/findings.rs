//! What one game showed of the program, step by step.

use crate::examination::Examination;
use crate::finding::{Finding, Mark};
use crate::lost::{board, legal, sent};
use leitai_arena::Exit;
use leitai_core::{DialectName, Fault, Habit, Lang, Noun, Seat, Tell, Why, Words, say};
use std::ops::Deref;
use std::time::Duration;

/// The text in place of the middle of a log that was not kept.
const CUT: &str = "bytes are not kept";

/// An examination as reported in one language.
struct ExaminationReport<'a> {
    of: &'a Examination<'a>,
    lang: Lang,
}

impl<'a> Deref for ExaminationReport<'a> {
    type Target = Examination<'a>;
    fn deref(&self) -> &Examination<'a> {
        self.of
    }
}

impl Examination<'_> {
    /// Whether the program reached the end of the game without a fault of its own.
    pub fn is_sound(&self) -> bool {
        self.ended.outcome.faulty() != Some(self.seat)
    }

    fn fault(&self) -> Option<Fault> {
        match self.ended.outcome.why {
            Why::Fault(fault) if !self.is_sound() => Some(fault),
            _ => None,
        }
    }

    /// What the game showed, in the order in which a game shows it.
    pub fn findings(&self, lang: Lang) -> Vec<Finding> {
        ExaminationReport { of: self, lang }.findings()
    }
}

impl ExaminationReport<'_> {
    fn findings(&self) -> Vec<Finding> {
        if self.heard.exit.is_none() {
            return vec![self.not_started()];
        }
        let steps = [
            self.opening(),
            self.habit(),
            self.game(),
            self.phases(),
            self.longest(),
            self.noise(),
            self.leave(),
        ];
        steps.into_iter().flatten().chain(self.log()).collect()
    }

    fn finding(&self, mark: Mark, step: &'static str, what: String, found: String) -> Finding {
        Finding {
            mark,
            seat: Some(self.seat),
            step: step.into(),
            what,
            found,
            shown: Vec::new(),
            advice: None,
            option: None,
        }
    }

    fn not_started(&self) -> Finding {
        let lang = self.lang;
        let found = self.ended.reason.told(lang);
        let mut finding = self.finding(Mark::Bad, "start", say!(lang, "its start", "启动"), found);
        finding.advice = Some(self.advice(Fault::NotReady).to(lang).to_owned());
        finding
    }

    /// The words before the game.
    fn opening(&self) -> Option<Finding> {
        let (lang, seen) = (self.lang, &self.seen);
        let what = say!(lang, "handshake", "握手应答");
        if seen.says_nothing_first {
            let found = say!(lang, "nothing is said before the game", "对局前双方都不说话");
            return Some(self.finding(Mark::Good, "opening", what, found));
        }
        let Some(ready) = seen.ready else {
            let fault = self.fault()?;
            let mut finding = self.finding(Mark::Bad, "opening", what, self.ended.reason.told(lang));
            finding.shown = self.conversation();
            finding.advice = Some(self.advice(fault).to(lang).to_owned());
            return Some(finding);
        };
        let (after, answered) = (measured(ready, lang), seen.answered.as_deref().unwrap_or_default());
        let found = match &seen.greeted {
            Some(sent) => say!(
                lang,
                "to `{sent}` it answered `{answered}` after {after}",
                "收到“{sent}”，{after} 后答“{answered}”"
            ),
            None => say!(lang, "it said `{answered}` after {after}", "{after} 后它说“{answered}”"),
        };
        Some(self.finding(Mark::Good, "opening", what, found))
    }

    /// In which form it had to be told the opening words.
    fn habit(&self) -> Option<Finding> {
        let lang = self.lang;
        let found = spoken_to(self.seen.habit, self.dialect)?.to(lang).to_owned();
        let what = say!(lang, "how it was spoken to", "发送方式");
        let mut finding = self.finding(Mark::Remark, "habit", what, found);
        finding.advice = Some(say!(
            lang,
            "that is tried again here, and kept for its next games; other platforms may not try it",
            "本平台会自动再试，并用于它以后的对局；其他平台未必如此"
        ));
        Some(finding)
    }

    /// The game as a whole, or the fault that ended it.
    fn game(&self) -> Option<Finding> {
        let lang = self.lang;
        if self.seen.ready.is_none() && !self.seen.says_nothing_first && !self.is_sound() {
            return None;
        }
        let side = self.terms.game.facts().seat(self.seat).to(lang);
        let what = match self.seat {
            Seat::First => say!(lang, "a whole game as First ({side})", "执先手（{side}）完成一局"),
            Seat::Second => say!(lang, "a whole game as Second ({side})", "执后手（{side}）完成一局"),
        };
        let (plies, reason) = (Noun::PLIES.of(self.ended.plies), self.ended.reason.to(lang));
        let Some(fault) = self.fault() else {
            let found = say!(lang, "{plies}, {reason}", "{plies} 手，{reason}"; plies);
            return Some(self.finding(Mark::Good, "game", what, found));
        };
        let found = say!(lang, "after {plies}: {reason}", "{plies} 手之后：{reason}"; plies);
        // Which side has laid its pieces by then depends on chance.
        let lays_out = self.loss.as_ref().is_some_and(|loss| loss.lays_out);
        let found = if lays_out { reason.to_owned() } else { found };
        let crash = self
            .loss
            .as_ref()
            .and_then(|loss| loss.crash.as_ref())
            .map(|crash| self.own.in_own_names(crash.to(lang)));
        let found = match crash {
            Some(crash) if fault == Fault::Crash => say!(lang, "{found}; {crash}", "{found}；{crash}"),
            _ => found,
        };
        let mut finding = self.finding(Mark::Bad, "game", what, found);
        finding.shown = self.conversation();
        if let Some(loss) = self.loss.as_ref().filter(|loss| loss.is_said()) {
            finding.shown.extend(sent(loss, lang));
            finding.shown.extend(board(loss, lang));
            finding.shown.extend(legal(loss, lang));
        }
        finding.advice = Some(self.advice(fault).to(lang).to_owned());
        finding.option = self.option(fault).map(|option| option.to(lang).to_owned());
        Some(finding)
    }

    /// The last lines in both directions.
    fn conversation(&self) -> Vec<String> {
        let lang = self.lang;
        let heading =
            say!(lang, "the last lines (> to it, < from it):", "最后几行（> 发给它，< 它的输出）：");
        let lines = self.seen.lines.iter().map(|line| format!("  {line}"));
        let mut shown: Vec<_> = std::iter::once(heading).chain(lines).collect();
        if !self.seen.lines.iter().any(|line| line.starts_with('<')) {
            shown.push(say!(lang, "  (it said nothing)", "  （它没有输出）"));
        }
        shown
    }

    /// What the game asked of the program besides moves on the board.
    fn phases(&self) -> Option<Finding> {
        let (lang, mut phases) = (self.lang, Vec::new());
        if self.seen.laid_out {
            phases.push(say!(lang, "its pieces were laid out", "布阵"));
        }
        if self.heard.dice {
            phases.push(say!(lang, "dice were thrown", "掷骰"));
        }
        for word in &self.seen.words {
            phases.push(if self.heard.acts.contains(word) {
                say!(lang, "it said {word}", "它用过 {word}")
            } else {
                say!(lang, "it could have said {word}, and did not", "可以 {word} 而未用")
            });
        }
        if self.heard.refused > 0 && self.is_sound() {
            let times = Noun::TIMES.of(self.heard.refused);
            phases.push(say!(lang, "refused and tried again {times}", "被拒后重试 {times} 次"; times));
        }
        let found = phases.join(&say!(lang, "; ", "；"));
        let what = say!(lang, "besides moves", "着法之外");
        (!phases.is_empty()).then(|| self.finding(Mark::Good, "phases", what, found))
    }

    fn longest(&self) -> Option<Finding> {
        let (lang, clock) = (self.lang, self.terms.clock);
        let (all, longest) = self.ended.used[self.seat.index()];
        if self.ended.plies == 0 || self.fault() == Some(Fault::TimeLimit) {
            return None;
        }
        let of = |limit: Option<Duration>| {
            limit.map_or(String::new(), |limit| say!(lang, " of {}", "（限 {}）", limit.told(lang)))
        };
        let whole = clock.allowed(self.ended.plies / 2);
        let (turn, game) = (of(clock.turn), of(whole));
        let (all_took, longest_took) = (measured(all, lang), measured(longest, lang));
        let found = say!(
            lang,
            "its longest move took {longest_took}{turn}, the whole game {all_took}{game}",
            "最长一手 {longest_took}{turn}，全局 {all_took}{game}"
        );
        let near = |used: Duration, limit: Option<Duration>| limit.is_some_and(|limit| used > limit / 2);
        let is_near = near(longest, clock.turn) || near(all, whole);
        let mark = if is_near { Mark::Remark } else { Mark::Good };
        let mut finding = self.finding(mark, "time", say!(lang, "its time", "用时"), found);
        finding.advice = is_near.then(|| {
            say!(
                lang,
                "more than half of a limit: a slower machine may lose the game on time",
                "已过时限的一半：在较慢的机器上可能超时"
            )
        });
        Some(finding)
    }

    /// Lines that were ignored.
    fn noise(&self) -> Option<Finding> {
        let (lang, heard) = (self.lang, &self.heard);
        if heard.ignored == 0 {
            return None;
        }
        let found = say!(
            lang,
            "ignored {lines}, starting with:",
            "有 {lines} 行输出被忽略，最初几行：";
            lines = Noun::LINES.of(heard.ignored)
        );
        let what = say!(lang, "lines nobody asked for", "多余输出");
        let mut finding = self.finding(Mark::Remark, "noise", what, found);
        finding.shown = heard.noise.iter().map(|line| format!("< {line}")).collect();
        finding.advice = Some(say!(
            lang,
            "log to stderr instead: some platforms take every line for an answer",
            "请写到 stderr：有的平台把每一行都当作回答"
        ));
        Some(finding)
    }

    /// How the program reacted to the end.
    fn leave(&self) -> Option<Finding> {
        let (lang, exit) = (self.lang, self.heard.exit.as_deref()?);
        if !self.is_sound() {
            // Nobody waited for it.
            return None;
        }
        let what = say!(lang, "exit", "退出");
        let grace = self.grace.told(lang);
        let (mark, found, advice) = match exit.parse() {
            Ok(Exit::Code(0)) => (Mark::Good, say!(lang, "it exited by itself", "自行退出"), None),
            Ok(Exit::Killed) => (
                Mark::Remark,
                say!(
                    lang,
                    "it had to be killed: it did not exit within {grace}",
                    "未在 {grace} 内退出，被强制结束"
                ),
                Some(say!(
                    lang,
                    "exit when told that the game is over, or when the input ends (fgets returns NULL, EOF)",
                    "收到结束消息，或输入结束（fgets 返回 NULL，即 EOF）时应退出"
                )),
            ),
            other => (
                Mark::Remark,
                match other.map(Exit::said) {
                    Ok(said) => say!(lang, "after the game it {}", "终局后{}", said.to(lang)),
                    Err(()) => say!(lang, "after the game it {exit}", "终局后退出异常（{exit}）"),
                },
                Some(say!(
                    lang,
                    "a program that ends normally returns 0: does it fail when its input ends?",
                    "正常结束应返回 0：输入结束时是否出错？"
                )),
            ),
        };
        let mut finding = self.finding(mark, "farewell", what, found);
        finding.advice = advice;
        Some(finding)
    }

    fn log(&self) -> Option<Finding> {
        let lang = self.lang;
        if self.heard.log.is_empty() {
            return None;
        }
        let trace = self.heard.log.iter().any(|line| line.starts_with("Traceback "));
        let what = say!(lang, "its log (stderr)", "日志（标准错误）");
        let (log, end) = (&self.heard.log, &self.heard.log_end);
        // What it was doing when it broke off is at the end.
        let breaks = trace || self.fault() == Some(Fault::Crash);
        let mut finding = if breaks {
            let found = say!(lang, "it wrote, ending with:", "最后几行：");
            self.finding(Mark::Remark, "log", what, found)
        } else {
            self.finding(Mark::Good, "log", what, say!(lang, "it wrote, beginning with:", "最初几行："))
        };
        let more = self.heard.logged - log.len();
        finding.shown = if breaks {
            end.iter().cloned().collect()
        } else {
            let rest = end.iter().skip(end.len() - more.min(end.len())).cloned();
            let between = more.saturating_sub(end.len());
            let gap =
                say!(lang, "… ({lines} more) …", "……（另有 {lines} 行）……"; lines = Noun::LINES.of(between));
            log.iter().cloned().chain((between > 0).then_some(gap)).chain(rest).collect()
        };
        finding.option = finding
            .shown
            .iter()
            .any(|line| line.contains(CUT))
            .then(|| say!(lang, "--log keeps more of it", "可用 --log 保留更多"));
        Some(finding)
    }
}

/// What had to be done for a program that speaks this dialect, for people; `None` if nothing had.
fn spoken_to(habit: Habit, dialect: DialectName) -> Option<Words> {
    Some(match (habit, dialect) {
        (Habit::Usual, _) => return None,
        (Habit::OtherEnd, DialectName::Gomocup) => Words::new(
            "it was sent lines that end in LF alone: it did not understand CR LF",
            "发给它的行只以 LF 结尾：它不理解 CR LF",
        ),
        (Habit::Bare, DialectName::Gomocup) => Words::new(
            "it was sent lines that end in LF alone, and no `ABOUT`",
            "发给它的行只以 LF 结尾，且不发“ABOUT”",
        ),
        (Habit::OtherEnd, _) => Words::new(
            "it was sent lines that end in CR LF: it did not understand LF alone",
            "发给它的行以 CR LF 结尾：它不理解单独的 LF",
        ),
        (Habit::Bare, _) => Words::new(
            "it was sent only what no game can do without: no `list_commands`, no `name`",
            "只发给它对局必需的内容：不发“list_commands”与“name”",
        ),
    })
}

/// A measured time, always in the same unit.
pub(crate) fn measured(time: Duration, lang: Lang) -> String {
    say!(lang, "{:.1} ms", "{:.1} 毫秒", time.as_secs_f64() * 1e3)
}
