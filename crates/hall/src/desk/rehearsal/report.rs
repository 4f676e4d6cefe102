//! What a rehearsal has shown.

use leitai_core::{Noun, Sentence, sentence};
use std::time::Duration;

/// A slip, and when it was put right.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MendedSlip {
    /// Whether this desk's operator made it.
    pub is_ours: bool,
    /// So many plies were played on it.
    pub plies: u32,
    /// So long it stood.
    pub after: Duration,
}

/// What a rehearsal has shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RehearsalReport {
    /// Plies played, in all games.
    pub plies: u32,
    /// Slips that were put right.
    pub slips: Vec<MendedSlip>,
    /// Slips that nobody put right before their game ended.
    pub missed: u32,
    /// How long our program stood still after each crash, until it was started again.
    pub crashes: Vec<Duration>,
}

impl RehearsalReport {
    /// The report, a sentence for each line.
    pub fn lines(&self) -> Vec<Sentence> {
        let plies = Noun::PLIES.of(self.plies);
        let mut lines = vec![sentence!("rehearsed: {plies}", "预演共 {plies} 手"; plies)];
        for slip in &self.slips {
            let (after, plies) = (slip.after, Noun::PLIES.of(slip.plies));
            lines.push(if slip.is_ours {
                sentence!(
                    "your slip was put right after {after}, {plies} later",
                    "您的一次输错在 {after} 后、又走 {plies} 手时改正"; after, plies
                )
            } else {
                sentence!(
                    "the other operator's slip was put right after {after}, {plies} later",
                    "对方操作员的一次输错在 {after} 后、又走 {plies} 手时改正"; after, plies
                )
            });
        }
        if self.missed > 0 {
            let missed = Noun::TIMES.of(self.missed);
            lines.push(sentence!(
                "a slip was never noticed, {missed}: compare the position codes after every ply",
                "有 {missed} 次输错始终未被发现：请每手核对局面码"; missed
            ));
        }
        for after in &self.crashes {
            lines.push(sentence!(
                "our program crashed and stood again after {after}",
                "我方程序崩溃一次，{after} 后恢复"; after
            ));
        }
        let lost: Duration =
            self.slips.iter().map(|slip| slip.after).chain(self.crashes.iter().copied()).sum();
        lines.push(sentence!("lost in all: {lost}", "共损失 {lost}"; lost));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn a_report_adds_up_what_was_lost() {
        let report = RehearsalReport {
            plies: 30,
            slips: vec![MendedSlip { is_ours: false, plies: 1, after: Duration::from_secs(8) }],
            missed: 1,
            crashes: vec![Duration::from_secs(3)],
        };
        let lines: Vec<_> = report.lines().iter().map(|line| line.to(Lang::En).to_owned()).collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[0], "rehearsed: 30 plies");
        assert_eq!(lines[4], "lost in all: 11.00 s");
    }
}
