//! Why what somebody submits is not accepted.

use crate::allowance::lasting;
use crate::error::HallError;
use crate::event_draft::Trouble;
use leitai_core::{Sentence, errors, sentence};
use std::time::Duration;

errors! {
    /// Why a program is not accepted.
    #[derive(Debug)]
    pub enum SubmitError {
        /// The event does not accept submissions.
        NoLadder(event: String) =>
            "\"{event}\" takes no programs: it is not a ladder (preset = \"judge\"), and its file does not provide for submissions",
            "“{event}”不接受提交：它不是天梯赛（preset = \"judge\"），也没有 `[submit]`";
        /// The person does not submit for the team.
        NotCaptain => "The captain of your team hands in for the team.", "由队长代表队伍提交。";
        /// The person is in no team of an event that nobody enters by submitting.
        NoTeam =>
            "You are not in any team of this event: ask your teacher.",
            "您不在本赛事的任何队伍中：请联系老师。";
        /// The event has not begun.
        NotBegun => "The event has not begun.", "赛事尚未开始。";
        /// The event takes no reports.
        NoReports => "This event takes no reports.", "本赛事不收报告。";
        /// No report was handed in before, and none is now.
        NoReport => "Choose the file of the report.", "请选择报告文件。";
        /// The report is too large.
        LargeReport(most: usize) => "A report has at most {most} MB.", "报告至多 {most} MB。";
        /// Members' shares that are no percentages.
        Share(texts: Vec<String>) =>
            "Give each member a share in whole percent, from 0 to 100, not {texts}.",
            "请为每名成员填写 0 至 100 的整数百分比，而不是 {texts}。";
        /// The members' shares are not the whole.
        Shares(all: u32) =>
            "The shares add up to {all}, but must add up to 100.", "贡献合计为 {all}，应为 100。";
        /// There is no entry with that name.
        NoEntry(entry: String) =>
            "no entry is called \"{entry}\"; enter a new one first", "没有参赛者“{entry}”；新参赛者须先加入";
        /// None of the languages was chosen that this machine compiles or runs.
        Language(known: Vec<String>) =>
            "Choose the language of the program; this machine has {known}.",
            "请选择程序的语言；本机有 {known}。";
        /// There is nothing in the source.
        Empty => "the source is empty", "源代码为空";
        /// So many submissions of the entry are being processed that another must wait.
        TooMany(unsettled: i64) =>
            "{unsettled} of your submissions are still being processed: hand in the next one once one of them has its result",
            "您有 {unsettled} 份提交尚无结果：请待其中一份有结果后再提交";
        /// The source is larger than the event allows.
        Large(most: u64) => "the source has more than {most} bytes", "源文件超过 {most} 字节";
        /// The language has no such standard.
        Standard(standard: String, known: Vec<String>) =>
            "unknown standard `{standard}`; known: {known}", "没有标准“{standard}”；可选：{known}";
        /// It is too soon after the last submission.
        TooSoon(wait_ms: i64) =>
            "too soon after the last submission: wait {wait}", "距上次提交太近：请等待 {wait}", wait = after(*wait_ms);
        /// The entry's programs have used up their time for a day.
        Exhausted {
            /// Time they used in the last 24 hours.
            used: Duration,
            /// Time they may use.
            most: Duration,
            /// Milliseconds until it is below the limit again.
            wait_ms: i64,
        } =>
            "its programs have used {spent} of {limit} in the last 24 hours: wait {wait}",
            "最近 24 小时内已用 {spent}（上限 {limit}）：请等待 {wait}",
            spent = lasting(*used), limit = lasting(*most), wait = after(*wait_ms);
        /// Submissions are not open yet.
        TooEarly(wait_ms: i64) =>
            "submissions are not open yet: wait {wait}", "提交尚未开放：请等待 {wait}", wait = after(*wait_ms);
        /// The name cannot be used to enter.
        Name(name: String, why: Sentence) =>
            "\"{name}\" cannot take part: {why}", "“{name}”无法参赛：{why}";
        /// Submissions are closed.
        Closed => "submissions are closed", "提交已截止";
        /// An order of test games has so many games at most.
        Games(most: u16) => "choose 1 to {most} test games", "测试对局请选 1 至 {most} 局";
        /// There is no current program to be tested.
        NoCurrent =>
            "you have no current program: choose a file to be tested", "您还没有通过的程序：请选择要测试的文件";
        /// Nobody of that name can be played against.
        NoOpponent(name: String) =>
            "`{name}` cannot be played against: choose a built-in level, or a program whose owner allows test games",
            "不能与“{name}”测试对局：请选择内置级别，或其作者允许测试的程序";
        /// The opening is none.
        Opening(why: Sentence) => "the opening: {why}", "开局：{why}";
        /// The protocol has no words for an opening.
        Untold =>
            "the protocol of this event cannot tell a program an opening: leave it empty",
            "本赛事的协议无法告知程序开局：请留空";
        /// The person's last test games are not over.
        StillTrying =>
            "your last test games are not over: wait, or call them off", "您上次的测试对局尚未结束：请等待，或将其取消";
        /// The event cannot be read.
        Hall(error: HallError) from;
    }
}

impl SubmitError {
    /// What its form says, beside the field that it is about.
    pub fn trouble(&self) -> Trouble {
        let path = match self {
            SubmitError::Language(_) | SubmitError::Standard(..) => "language",
            SubmitError::Empty
            | SubmitError::Large(_)
            | SubmitError::NoCurrent
            | SubmitError::NoReport
            | SubmitError::LargeReport(_) => "file",
            SubmitError::Share(_) | SubmitError::Shares(_) => "shares",
            SubmitError::Games(_) => "games",
            SubmitError::NoOpponent(_) => "opponent",
            SubmitError::Opening(_) | SubmitError::Untold => "opening",
            _ => return Trouble { path: None, what: Sentence::of(self) },
        };
        let what = match self {
            SubmitError::Empty => {
                sentence!("Choose a source file, or paste the source.", "请选择源文件，或粘贴源代码。")
            }
            error => Sentence::of(error),
        };
        Trouble { path: Some(path), what }
    }
}

fn after(wait_ms: i64) -> Sentence {
    lasting(Duration::from_millis(wait_ms.max(0) as u64))
}
