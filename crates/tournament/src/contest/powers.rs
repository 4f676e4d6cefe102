//! Who may make which decisions in a contest, from an account of one's own: one table of roles and decisions.
//!
//! In whose name a decision can be made at all is said by its [kind](DecisionKind); this says who makes it in the hall.
//! Organisers keep every right that they have in any event.

use super::deed::Duty;
use crate::{DecisionKind, Role};

/// At a table: its referee, and the chief referee.
const TABLES: &[Role] = &[Role::Referee, Role::ChiefReferee];
/// A result that something is wrong with: whoever is at the table, and who stands above.
const DOUBTS: &[Role] = &[Role::Referee, Role::ChiefReferee, Role::ArbitrationPanel];
/// What touches more than a game at a table: the chief referee (裁判长).
const CHIEF: &[Role] = &[Role::ChiefReferee];
/// What changes a result that was recorded, and what is heard: 如需重新比赛，须得到评委专家组同意.
const ABOVE: &[Role] = &[Role::ChiefReferee, Role::ArbitrationPanel];
/// 仲裁组.
const PANEL: &[Role] = &[Role::ArbitrationPanel];
/// 须通过领队向仲裁组反映: the account of a team.
const TEAM: &[Role] = &[Role::Leader];
/// Nobody at the hall.
const NOBODY: &[Role] = &[];

/// Each kind of decision, and who makes it.
const POWERS: &[(&str, &[Role])] = &[
    ("withdraw", CHIEF),
    ("disqualify", CHIEF),
    ("late", TABLES),
    ("excuse", TABLES),
    ("forfeit", TABLES),
    ("meddling", TABLES),
    ("override", ABOVE),
    ("question", DOUBTS),
    ("uphold", ABOVE),
    ("replay", ABOVE),
    ("confirm", TABLES),
    ("present", TABLES),
    ("consent", TABLES),
    ("slip", TABLES),
    ("referee-slip", TABLES),
    ("equipment", TABLES),
    ("scattered", TABLES),
    ("propose-stop", TABLES),
    ("agreed", TABLES),
    ("result", DOUBTS),
    ("lots", CHIEF),
    ("object", TEAM),
    ("answer-objection", PANEL),
    ("endorse", CHIEF),
    ("hearing", ABOVE),
    ("submit", NOBODY),
    ("close", NOBODY),
    ("revoke", CHIEF),
];

impl DecisionKind {
    /// Whether somebody with this role in a contest makes decisions of this kind.
    pub fn is_of(&self, role: Role) -> bool {
        POWERS.iter().any(|(name, roles)| *name == self.name && roles.contains(&role))
    }
}

impl Duty {
    /// In whose name somebody with this duty decides.
    pub const fn role(&self) -> Role {
        match self {
            Duty::Referee(_) => Role::Referee,
            Duty::ChiefReferee => Role::ChiefReferee,
            Duty::ArbitrationPanel => Role::ArbitrationPanel,
        }
    }

    /// The kinds of decisions that somebody with this duty makes, in their order.
    pub fn kinds(&self) -> Vec<&'static DecisionKind> {
        DecisionKind::ALL.iter().filter(|kind| kind.is_of(self.role())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leader, captain, referee, chief referee, panel, organiser.
    const EXPECTED: &str = "\
        withdraw ...c..
        disqualify ...c..
        late ..rc..
        excuse ..rc..
        forfeit ..rc..
        meddling ..rc..
        override ...cp.
        question ..rcp.
        uphold ...cp.
        replay ...cp.
        confirm ..rc..
        present ..rc..
        consent ..rc..
        slip ..rc..
        referee-slip ..rc..
        equipment ..rc..
        scattered ..rc..
        propose-stop ..rc..
        agreed ..rc..
        result ..rcp.
        lots ...c..
        object l.....
        answer-objection ....p.
        endorse ...c..
        hearing ...cp.
        submit ......
        close ......
        revoke ...c..";

    #[test]
    fn every_pair_of_role_and_decision_is_as_listed() {
        let signs = ['l', 'k', 'r', 'c', 'p', 'o'];
        let line = |kind: &DecisionKind| {
            let may = Role::ALL.into_iter().zip(signs);
            let may: String = may.map(|(role, sign)| if kind.is_of(role) { sign } else { '.' }).collect();
            format!("{} {may}", kind.name)
        };
        let all: Vec<String> = DecisionKind::ALL.iter().map(line).collect();
        assert_eq!(all, EXPECTED.lines().map(str::trim).collect::<Vec<_>>());
    }

    #[test]
    fn nobody_makes_what_cannot_be_made_in_his_name() {
        for kind in DecisionKind::ALL {
            for role in Role::ALL {
                assert!(!kind.is_of(role) || kind.by.contains(&role), "{} by {role:?}", kind.name);
            }
        }
        assert_eq!(POWERS.len(), DecisionKind::ALL.len(), "each kind is listed once");
    }
}
