//! Teams that may not take part next year: 如果弃赛，须经裁判长允许，否则，将取消该队下一年度校内参赛资格。

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::in_force::standing;
use crate::{Decision, EntryId, Event, Role, Ruling, Sentence};
use leitai_core::{compared, sentence};

/// A team that is barred, kept until it would sign up again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Barred {
    /// The registered name.
    pub team: String,
    /// Its school or college, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub school: Option<String>,
    /// The contest that it left.
    pub contest: String,
    /// The year in which it may not take part.
    pub year: i32,
    /// Who ruled that it withdrew.
    pub by: Role,
    /// The reason of the ruling, in the words of the person who made it.
    pub reason: String,
}

impl Barred {
    /// The entries of an event that withdrew without the chief referee's leave, by rulings that stand, in the order of
    /// sign-up, each once. `year` is that of the event; they are barred in the next.
    pub fn of_event<'n>(
        event: &Event,
        contest: &str,
        year: i32,
        school: impl Fn(EntryId) -> Option<&'n str>,
    ) -> Vec<Barred> {
        let mut withdrawn: BTreeMap<EntryId, &Ruling> = BTreeMap::new();
        for (_, ruling) in standing(event.rulings()) {
            if let Decision::Withdraw { entry, leave: false } = ruling.decision {
                withdrawn.entry(entry).or_insert(ruling);
            }
        }
        let barred = withdrawn.into_iter().map(|(entry, ruling)| Barred {
            team: event.entries().get(entry.index()).map(|it| it.name.clone()).unwrap_or_default(),
            school: school(entry).map(str::to_owned),
            contest: contest.to_owned(),
            year: year.saturating_add(1),
            by: ruling.by,
            reason: ruling.reason.clone(),
        });
        barred.collect()
    }

    /// Whether a team that signs up for a contest in `year` is this one: the same name, of the same school where both
    /// are known. It is a warning; the organiser decides.
    pub fn meets(&self, team: &str, school: Option<&str>, year: i32) -> bool {
        let same = |a: &str, b: &str| compared(a) == compared(b);
        let of_school = match (self.school.as_deref(), school) {
            (Some(own), Some(school)) => same(own, school),
            _ => true,
        };
        year == self.year && same(&self.team, team) && of_school
    }

    /// Who is barred, when and why.
    pub fn words(&self) -> Sentence {
        let Barred { team, contest, year, reason, .. } = self;
        sentence!(
            "{team} withdrew from {contest} without the chief referee's leave and is barred in {year}: {reason}",
            "{team}在{contest}中未经裁判长允许弃赛，取消 {year} 年参赛资格：{reason}"
        )
    }
}
