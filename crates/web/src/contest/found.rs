//! The contest of an address, and what its reader is in it.

use crate::asked::Asked;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_contests::SiteContest;
use leitai_arena::now_ms;
use leitai_core::{GameName, sentence};
use leitai_hall::DeedError;
use leitai_store::Role;
use leitai_tournament::awards::Barred;
use leitai_tournament::contest::{Contest, Team, TeamId};
use std::collections::BTreeMap;

impl Site {
    /// The contest of an address. Waits for the store.
    pub(crate) fn contest(&self, id: &str) -> Result<SiteContest, Refused> {
        let found = self.contests.find(&self.events, id).map_err(|error| Refused::halted(&error))?;
        found.ok_or_else(|| {
            Refused::nothing(
                sentence!("There is no such contest.", "没有这场比赛。"),
                sentence!("/events lists all of them.", "全部比赛见 /events。"),
            )
        })
    }

    /// The addresses of the events of a contest's drawn games, by game, as far as the site has them.
    pub(super) fn contest_events(&self, contest: &Contest) -> BTreeMap<String, String> {
        let all = contest.events();
        let address = |(game, drawn): (&GameName<'static>, &leitai_tournament::contest::DrawnGame)| {
            let event = self.events.named(&drawn.event)?;
            Some((game.to_string(), event.id.clone()))
        };
        all.filter_map(address).collect()
    }
}

impl Asked {
    /// The contest of an address, off the threads that answer.
    pub(super) async fn contest(&self, id: &str) -> Result<SiteContest, Refused> {
        let id = id.to_owned();
        self.aside(move |site, _| site.contest(&id)).await
    }
}

/// Those whom an earlier contest barred from this one's year, as far as they look like one of these teams. Waits for the store.
pub(super) fn barred_among<'t>(
    site: &Site,
    found: &SiteContest,
    teams: impl Iterator<Item = &'t Team>,
) -> Result<Vec<Barred>, Refused> {
    let year = found.kept.year(&site.zone, now_ms());
    let all = site.events.shared().barred_in(year).map_err(|error| match error {
        DeedError::Hall(error) => Refused::halted(&error),
        _ => Refused::no_page(),
    })?;
    let there: Vec<&Team> = teams.filter(|team| team.withdrawn.is_none()).collect();
    let meets = |barred: &Barred, team: &Team| {
        let school = Some(team.form.school.as_str()).filter(|school| !school.is_empty());
        barred.meets(&team.form.name, school, year)
    };
    Ok(all.into_iter().filter(|barred| there.iter().any(|team| meets(barred, team))).collect())
}

/// Whether somebody organises.
pub(super) fn organises(me: &SignedIn) -> bool {
    me.person.role >= Role::Organiser
}

/// Whether somebody may see what is for those who serve at a contest; for others there is nothing.
pub(super) fn serves(contest: &Contest, me: &SignedIn) -> Result<(), Refused> {
    let is_one = organises(me) || contest.duty(&me.person.line.number).is_some();
    if is_one { Ok(()) } else { Err(Refused::no_page()) }
}

/// Whether somebody may act at a table.
pub(super) fn serves_at(contest: &Contest, me: &SignedIn, table: u32) -> bool {
    organises(me) || contest.serves(&me.person.line.number, table)
}

/// A team, for its own account and for organisers; for others there is nothing.
pub(super) fn own_team<'c>(contest: &'c Contest, me: &SignedIn, team: &str) -> Result<&'c Team, Refused> {
    let id: TeamId = team.parse().map_err(|_| Refused::no_page())?;
    let team = contest.team(id).ok_or_else(Refused::no_page)?;
    let is_own = team.account.as_deref() == Some(me.person.line.number.as_str());
    if is_own || organises(me) { Ok(team) } else { Err(Refused::no_page()) }
}
