//! The meeting before the contest, to which each team sends somebody (the school's text, 7.1.3).

use super::fold::Contest;
use super::team::TeamId;
use crate::Sentence;
use leitai_core::sentence;

/// Most characters of who came.
const MOST_OF_NAME: usize = 60;

impl Contest {
    /// When it was entered that somebody of a team came to the meeting, and who; `None` if nobody was.
    pub fn attended(&self, team: TeamId) -> Option<&(i64, String)> {
        self.met.get(&team)
    }

    /// The teams that have not left and of which nobody came to the meeting, in the order of sign-up.
    pub fn absent_from_meeting(&self) -> impl Iterator<Item = TeamId> {
        let all = self.teams.iter().filter(|team| team.withdrawn.is_none());
        all.map(|team| team.id).filter(|team| !self.met.contains_key(team))
    }

    pub(super) fn check_attend(&self, team: TeamId, who: &str) -> Result<(), Sentence> {
        let known = self.there(team)?;
        let (name, count) = (&known.form.name, who.trim().chars().count());
        if count == 0 && !self.met.contains_key(&team) {
            return Err(sentence!("say who came for {name}", "请写明 {name} 由谁到会"));
        }
        if count > MOST_OF_NAME {
            return Err(sentence!(
                "who came has at most {MOST_OF_NAME} characters",
                "到会者至多 {MOST_OF_NAME} 字"
            ));
        }
        Ok(())
    }

    pub(super) fn take_attendance(&mut self, at_ms: i64, team: TeamId, who: &str) {
        match who.trim() {
            "" => drop(self.met.remove(&team)),
            who => drop(self.met.insert(team, (at_ms, who.to_owned()))),
        }
    }
}
