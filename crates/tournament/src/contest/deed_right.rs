//! By what right an account does a deed in a contest: decided here alone, for whoever asks before and while it is done.

use super::deed::ContestDeed;
use super::fold::Contest;
use super::on_behalf::OnBehalf;
use super::taking::Taking;
use super::team::TeamId;
use crate::Sentence;
use leitai_core::sentence;

/// By what right an account does a deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeedRight {
    /// It is its own team's.
    Team,
    /// It is a matter of tables at which the account serves.
    Tables,
    /// None of these: only organisers may.
    Organiser,
}

impl DeedRight {
    /// In whose name an account with this right does the deed.
    pub const fn of(self, account: &str) -> OnBehalf<'_> {
        match self {
            DeedRight::Team => OnBehalf::Account(account),
            DeedRight::Tables | DeedRight::Organiser => OnBehalf::Staff,
        }
    }
}

/// Whose a deed is that teams do.
enum OfTeam<'d> {
    /// Of the account that signs up.
    SignsUp(Option<&'d str>),
    /// Of the account that signed this team up.
    Is(TeamId),
}

/// Whether teams do such a deed, and which.
fn of_team(deed: &ContestDeed) -> Option<OfTeam<'_>> {
    match deed {
        ContestDeed::SignUp { account, .. } => Some(OfTeam::SignsUp(account.as_deref())),
        ContestDeed::Change { team, .. }
        | ContestDeed::Withdraw { team, .. }
        | ContestDeed::Describe { team, .. } => Some(OfTeam::Is(*team)),
        _ => None,
    }
}

impl Contest {
    /// By what right an account does a deed.
    pub fn right_to(&self, account: &str, deed: &ContestDeed) -> DeedRight {
        let whose = match of_team(deed) {
            Some(OfTeam::SignsUp(own)) => own,
            Some(OfTeam::Is(team)) => self.team(team).and_then(|team| team.account.as_deref()),
            None => None,
        };
        if whose == Some(account) {
            return DeedRight::Team;
        }
        let tables = self.tables_of(deed);
        let serves_all = !tables.is_empty() && tables.iter().all(|table| self.serves(account, *table));
        let is_at_door = matches!(deed, ContestDeed::CheckIn { .. } | ContestDeed::Attend { .. });
        let lets_in = is_at_door && self.duty(account).is_some();
        if serves_all || lets_in { DeedRight::Tables } else { DeedRight::Organiser }
    }

    /// The tables of which a deed is a matter.
    fn tables_of(&self, deed: &ContestDeed) -> Vec<u32> {
        match deed {
            ContestDeed::Call { table, .. }
            | ContestDeed::Arrive { table, .. }
            | ContestDeed::Wait { table, .. }
            | ContestDeed::Resume { table, .. }
            | ContestDeed::Start { table, .. }
            | ContestDeed::Clear { table } => vec![*table],
            ContestDeed::Take { matches, .. } => matches.iter().map(|taken| taken.table).collect(),
            ContestDeed::Back { taking, .. } | ContestDeed::Recall { taking, .. } => {
                self.taking(taking).map(Taking::tables).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// In the name of a team an account does what is its own team's, and nothing else.
    pub(super) fn check_own(&self, by: OnBehalf<'_>, deed: &ContestDeed) -> Result<(), Sentence> {
        let OnBehalf::Account(account) = by else { return Ok(()) };
        if self.right_to(account, deed) == DeedRight::Team {
            return Ok(());
        }
        match of_team(deed) {
            None => Err(sentence!("that is for organisers and referees to do", "此事须由组织者或裁判办理")),
            Some(whose) => {
                if let OfTeam::Is(team) = whose {
                    self.there(team)?;
                }
                Err(sentence!("only its own account does that for a team", "只有队伍自己的账号可以为其办理"))
            }
        }
    }
}
