//! A program on the workbench: what was seen of it at its last saves.

use super::watch_line::{FindingLine, RoundEnds, RoundLine, WatchLine};
use leitai_catalog::ListedGame;
use leitai_core::Level;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A program of the user's, and what is known of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OwnProgram {
    /// Where it is, from the workbench's folder: a source file, a folder of them or an executable.
    pub path: PathBuf,
    /// The game that it was tried in.
    #[serde(default)]
    pub game: Option<ListedGame>,
    /// Against whom.
    #[serde(default)]
    pub against: Option<Level>,
    /// Whether the last check that was over found no fault, and no game was lost by one; `None` before the first.
    #[serde(default)]
    pub is_ready: Option<bool>,
    /// The newest round.
    #[serde(default)]
    pub now: Option<SeenRound>,
    /// The last one before it that was over.
    #[serde(default)]
    pub before: Option<SeenRound>,
    /// Whether it is tried at each save now.
    #[serde(skip)]
    pub is_watched: bool,
    /// Why it is watched no more, if that was not asked for.
    #[serde(skip)]
    pub trouble: Option<String>,
    /// Whether it was added by its path, and is listed wherever it is.
    #[serde(default)]
    pub is_added: bool,
}

/// What was seen of a round, in the language in which it was asked for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeenRound {
    /// Its number.
    pub number: u32,
    /// When it began, in milliseconds since 1970 (UTC).
    pub at_ms: i64,
    /// What its games wait for, while they do.
    #[serde(skip)]
    pub waits: Option<String>,
    /// How many of its games are over, of how many, once one is.
    #[serde(skip)]
    pub progress: Option<[u32; 2]>,
    /// What the check found.
    pub findings: Vec<FindingLine>,
    /// Its games, once they are over.
    pub played: Option<RoundLine>,
    /// How it ended; `None` while it lasts.
    pub ends: Option<RoundEnds>,
    /// Why there was nothing to check.
    pub why: Option<String>,
}

impl OwnProgram {
    /// A program of which nothing is known yet.
    pub(super) fn at(path: PathBuf) -> OwnProgram {
        OwnProgram {
            path,
            game: None,
            against: None,
            is_ready: None,
            now: None,
            before: None,
            is_watched: false,
            trouble: None,
            is_added: false,
        }
    }

    /// Takes in what a watcher says; returns whether a round is over by it.
    pub(super) fn hears(&mut self, line: WatchLine) -> bool {
        match line {
            WatchLine::Begins { round, at_ms } => {
                let last = self.now.replace(SeenRound { number: round, at_ms, ..SeenRound::default() });
                self.before = last.filter(|last| last.played.is_some()).or(self.before.take());
                return false;
            }
            WatchLine::Waits { why } => self.round().waits = why,
            WatchLine::Progress { games, of } => self.round().progress = Some([games, of]),
            WatchLine::Finding(finding) => self.round().findings.push(finding),
            WatchLine::Round(played) => self.round().played = Some(played),
            WatchLine::Ends { how, why, .. } => {
                let round = self.round();
                (round.ends, round.why) = (Some(how), why);
                (round.waits, round.progress) = (None, None);
                let is_faultless = round.played.as_ref().is_some_and(|played| played.faults.is_empty());
                if how != RoundEnds::BrokenOff {
                    self.is_ready = Some(how == RoundEnds::Played && is_faultless);
                }
                return true;
            }
        }
        false
    }

    fn round(&mut self) -> &mut SeenRound {
        self.now.get_or_insert_default()
    }

    /// Nobody watches it any more.
    pub(super) fn is_left(&mut self, trouble: Option<String>) {
        (self.is_watched, self.trouble) = (false, trouble);
        if let Some(round) = self.now.as_mut().filter(|round| round.ends.is_none()) {
            round.ends = Some(RoundEnds::BrokenOff);
            (round.waits, round.progress) = (None, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(program: &mut OwnProgram, lines: &[&str]) {
        for line in lines {
            program.hears(serde_json::from_str(line).expect("a line"));
        }
    }

    const FINDING: &str = r#"{"type":"finding","ok":false,"step":"game","seat":"first","what":"a","found":"b","shown":[],"advice":null}"#;
    const ROUND: &str = r#"{"type":"round","round":1,"won":11,"drawn":0,"lost":9,"faults":{},"longest_ms":28,"better":null,"worse":null,"by_chance":null,"out":null}"#;

    #[test]
    fn a_program_is_what_its_last_round_showed() {
        let mut program = OwnProgram::at("bot.py".into());
        assert_eq!(program.is_ready, None);
        heard(&mut program, &[r#"{"type":"begins","round":1,"at_ms":5}"#]);
        assert_eq!(program.is_ready, None, "it is being checked");
        let waits = |program: &OwnProgram| program.now.as_ref().and_then(|round| round.waits.clone());
        heard(&mut program, &[r#"{"type":"waits","why":"for a core"}"#]);
        assert_eq!(waits(&program).as_deref(), Some("for a core"));
        heard(&mut program, &[r#"{"type":"waits","why":null}"#]);
        assert_eq!(waits(&program), None);
        heard(&mut program, &[r#"{"type":"progress","games":3,"of":20}"#]);
        assert_eq!(program.now.as_ref().and_then(|round| round.progress), Some([3, 20]));
        heard(&mut program, &[ROUND, r#"{"type":"ends","round":1,"how":"played","why":null}"#]);
        assert_eq!(program.is_ready, Some(true));
        // While the next lasts, the last counts.
        heard(&mut program, &[r#"{"type":"begins","round":2,"at_ms":6}"#, FINDING]);
        assert_eq!(program.is_ready, Some(true));
        assert_eq!(
            program.before.as_ref().and_then(|round| round.played.as_ref()).map(|one| one.won),
            Some(11)
        );
        heard(&mut program, &[r#"{"type":"ends","round":2,"how":"faulty","why":null}"#]);
        assert_eq!(program.is_ready, Some(false));
        heard(&mut program, &[r#"{"type":"begins","round":3,"at_ms":7}"#]);
        program.is_left(None);
        assert_eq!(program.now.as_ref().and_then(|round| round.ends), Some(RoundEnds::BrokenOff));
        assert_eq!(program.before.as_ref().map(|round| round.number), Some(1), "what was played last");
        let text = serde_json::to_string(&program).expect("text");
        assert_eq!(serde_json::from_str::<OwnProgram>(&text).expect("the same"), program);
    }

    #[test]
    fn games_lost_by_faults_are_no_readiness() {
        let mut program = OwnProgram::at("bot.py".into());
        let lost = ROUND.replace("\"faults\":{}", "\"faults\":{\"timeout\":2}");
        heard(&mut program, &[&lost, r#"{"type":"ends","round":1,"how":"played","why":null}"#]);
        assert_eq!(program.is_ready, Some(false));
    }
}
