//! Outcomes that no line of the record gives: what only the stage saw, as far as the record proves it.

use super::Audit;
use super::started_seats::{StartedSeats, UNSTARTED};
use leitai_core::{
    Actor, Fault, Lang, Period, Seat, Sentence, StageFault, Turn, VerdictName, not_ready, sentence, with_half,
};
use std::time::Duration;

/// The limits on output, in bytes, that apply unless the first line names others.
const LONGEST_LINE: u64 = 64 << 10;
const LONGEST_TURN: u64 = 1 << 20;
/// The stage's figures are rounded to a hundredth of a second.
const ROUNDED: Duration = Duration::from_millis(5);

impl Audit {
    /// Whether the outcome was laid over a game that had begun.
    pub(super) fn is_laid_in_game(&self) -> bool {
        let in_game = matches!(
            self.end.verdict,
            VerdictName::Resigned | VerdictName::Agreed | VerdictName::Fault(Fault::TimeLimit)
        );
        in_game && self.ready == [true; 2]
    }

    /// Checks a fault that no line shows: the seat may have lost by it at this point, and the reason has that fault's
    /// wording.
    pub(super) fn check_fault(&self, fault: Fault, loser: Seat) -> Result<(), Sentence> {
        let proved = match fault {
            Fault::Illegal | Fault::Protocol => {
                return Err(sentence!(
                    "lost by `{fault}`, but no line says how (records of version 1 may lack it: they cannot be \
                     verified)",
                    "因“{fault}”告负，但没有一行写明经过（第 1 版的记录可能缺少这一行，无法校验）"; fault = fault.name()
                ));
            }
            Fault::OutputLimit => {
                let limit = |name: &str, usual| {
                    self.about.stage.get(name).map_or(Some(usual), |size| read_size(size))
                };
                let line = limit("output-line", LONGEST_LINE).map(|limit| StageFault::LongLine { limit });
                let turn = limit("output-turn", LONGEST_TURN).map(|limit| StageFault::LongTurn { limit });
                let mut floods = [line, turn].into_iter().flatten();
                self.has_flood(loser)
                    && floods.any(|flood| self.is_said_or_begun(&fault.because(&flood.said())))
            }
            Fault::NotReady => self.is_unready(loser),
            Fault::TimeLimit => self.is_late(loser),
            // Only the stage saw them.
            Fault::StolenTime | Fault::MemoryLimit | Fault::Crash | Fault::Absent => self.is_named(fault),
        };
        if proved {
            return Ok(());
        }
        Err(sentence!(
            "this record does not bear out the reason given for `{fault}`: {reason}",
            "原因与“{fault}”及本记录不符：{reason}"; fault = fault.name(), reason = &self.end.reason
        ))
    }

    fn owes(&self, seat: Seat) -> bool {
        self.table.turn().owes(Actor::Seat(seat))
    }

    /// Whether the game's end has exactly this reason in both languages.
    fn is_said(&self, said: &Sentence) -> bool {
        [Lang::En, Lang::Zh].into_iter().all(|lang| self.end.reason.to(lang) == said.to(lang))
    }

    /// Like `is_said`, but older records name the option that lifts the limit.
    fn is_said_or_begun(&self, said: &Sentence) -> bool {
        [(Lang::En, " (--"), (Lang::Zh, "（可用 --")].into_iter().all(|(lang, option)| {
            let rest = self.end.reason.to(lang).strip_prefix(said.to(lang));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(option))
        })
    }

    /// Like `is_said`, but the reason may end with the unfinished line that the program had printed.
    fn is_said_with_half(&self, said: Sentence) -> bool {
        let reason = self.end.reason.to(Lang::En);
        let half = reason
            .strip_prefix(said.to(Lang::En))
            .and_then(|half| half.strip_prefix("; it had printed `")?.strip_suffix("` without a line end"));
        self.is_said(&with_half(said, half.unwrap_or_default()))
    }

    /// Whether the reason begins with the fault's own words.
    fn is_named(&self, fault: Fault) -> bool {
        let (words, [en, zh]) = (fault.words(), [Lang::En, Lang::Zh].map(|lang| self.end.reason.to(lang)));
        // Where both languages have the same text, there is no note in Chinese.
        en.starts_with(words.en) && (en == zh || zh.starts_with(words.zh))
    }

    fn is_unready(&self, loser: Seat) -> bool {
        let fault = Fault::NotReady;
        let reason = self.end.reason.to(Lang::En);
        if StartedSeats::of(&self.end).refused == Some(loser) || reason.starts_with(UNSTARTED[0]) {
            return !self.begun;
        }
        let named = reason.strip_prefix(fault.words().en).and_then(|rest| rest.strip_prefix(": "));
        if named.is_some_and(|rest| rest.starts_with("it cannot be started again: ")) {
            return self.begun && self.lifecycles[loser.index()].may_leave && self.is_named(fault);
        }
        if named.is_some_and(|rest| rest.starts_with(UNSTARTED[0])) {
            return !self.begun && self.is_named(fault);
        }
        let to = named.and_then(|rest| rest.strip_prefix("no answer to `")?.split_once("` within "));
        let limit = self.about.clocks()[loser.index()].start.filter(|_| !self.ready[loser.index()]);
        limit.is_some_and(|limit| {
            self.is_said_with_half(fault.because(&not_ready(limit, to.map(|(to, _)| to))))
        })
    }

    /// Whether a time limit was exceeded as the reason states, in a turn that the seat owes.
    fn is_late(&self, loser: Seat) -> bool {
        let reason = self.end.reason.to(Lang::En);
        let said = reason.split_once("; it had printed `").map_or(reason, |(said, _)| said);
        let Some(fault) = StageFault::of_time(said) else { return false };
        let is_ruled = self.table.ruling().is_some_and(|ruling| ruling.clock == Some(loser));
        if !self.begun || !(self.owes(loser) || is_ruled) || !self.is_said_with_half(fault.said()) {
            return false;
        }
        let StageFault::Late { ply, used, limit, of, .. } = fault else { return true };
        let lays = matches!(self.table.turn(), Turn::Secret(_))
            && self.lifecycles[loser.index()].lays_before_the_clock;
        let [turn, game] = self.times.used(loser);
        let clock = self.about.clocks()[loser.index()];
        let (allowed, before) = match of {
            Period::Start if lays => (clock.start, turn),
            Period::Turn if !lays => (clock.turn, turn),
            Period::Game if !lays => (self.times.allowed(loser), game),
            _ => return false,
        };
        // A person plays under the table's limits, which the first line may omit.
        let person = self.about.seats[loser.index()].dialect.is_by_hand();
        let is_limit = person || allowed.is_some_and(|allowed| allowed.abs_diff(limit) <= ROUNDED);
        ply == self.table.plies() + 1
            && is_limit
            && used >= limit
            && used + ROUNDED >= (limit + self.times.margin()).max(before)
    }
}

/// Reads a size such as `64KB`, as limits are written.
fn read_size(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = ["B", "KB", "MB", "GB"].iter().position(|unit| *unit == &text[digits.len()..])?;
    digits.parse::<u64>().ok()?.checked_shl(10 * shift as u32)
}
