//! Which entry of an event an account submits for.

use crate::submit_error::SubmitError;
use leitai_store::{Person, Role};
use leitai_tournament::{Decision, Entry, EntryId, Event};
use std::collections::{BTreeMap, BTreeSet};

/// An account, as seen by an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account<'a> {
    /// The number by which the person signs in.
    pub number: &'a str,
    /// The team of the roster; may be empty.
    pub team: &'a str,
    /// The class of the roster; may be empty.
    pub class: &'a str,
}

/// A person's part in an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The entry; `None` if the person takes no part yet.
    pub entry: Option<Entry>,
    /// Whether the person submits for it: for a team, only its captain does.
    pub hands_in: bool,
}

impl Entrant {
    /// The part of a person in an event; `None` before it has begun.
    pub fn of(event: Option<&Event>, person: &Person) -> Entrant {
        let line = &person.line;
        let account = Account { number: &line.number, team: &line.team, class: &line.class };
        let entry = event.and_then(|event| entry_of(event, account)).cloned();
        let is_team = entry.as_ref().is_some_and(|entry| is_of_team(entry, account));
        Entrant { entry, hands_in: !is_team || person.role >= Role::Captain }
    }

    /// Whether the entry with this registered name is the person's.
    pub fn is_of(&self, name: &str) -> bool {
        self.entry.as_ref().is_some_and(|entry| entry.name == name)
    }

    /// Why the person may not submit; `is_closed`: nobody enters by submitting.
    pub fn refusal(&self, is_closed: bool) -> Option<SubmitError> {
        if !self.hands_in {
            return Some(SubmitError::NotCaptain);
        }
        (is_closed && self.entry.is_none()).then_some(SubmitError::NoTeam)
    }
}

/// The entry of an account: the one that it entered, else the one named by its number, else its team's; `None` if it
/// takes no part. An entry made by one account belongs to no other, whatever its name: a nickname may equal anybody's
/// number or team.
pub fn entry_of<'e>(event: &'e Event, account: Account<'_>) -> Option<&'e Entry> {
    let mut entered = event.rulings().iter().filter_map(|ruling| match &ruling.decision {
        Decision::Enter { name, .. } => Some((ruling.account.as_deref()?, name.as_str())),
        _ => None,
    });
    let others: BTreeSet<&str> = entered.clone().map(|(_, name)| name).collect();
    let mut all = event.entries().iter();
    if let Some((_, name)) = entered.find(|(by, _)| *by == account.number) {
        return all.find(|entry| entry.name == name);
    }
    let mut open = all.filter(|entry| !others.contains(entry.name.as_str()));
    let numbered = open.clone().find(|entry| !account.number.is_empty() && entry.name == account.number);
    numbered.or_else(|| open.find(|entry| is_of_team(entry, account)))
}

/// The account number that owns each entry, by the rules of [`entry_of`]; teams have no owner. For entries that no
/// account entered, this is the registered name, which may be a number.
pub fn account_of_each(event: &Event) -> BTreeMap<EntryId, &str> {
    let mut entered: BTreeMap<&str, &str> = BTreeMap::new();
    for ruling in event.rulings() {
        if let (Decision::Enter { name, .. }, Some(account)) = (&ruling.decision, ruling.account.as_deref()) {
            entered.insert(name, account);
        }
    }
    let accounts: BTreeSet<&str> = entered.values().copied().collect();
    let own = event.entries().iter().filter_map(|entry| {
        let by = entered.get(entry.name.as_str()).copied();
        // An account that entered under a nickname has no other entry.
        let by = by.or_else(|| Some(entry.name.as_str()).filter(|name| !accounts.contains(name)))?;
        Some((entry.id, by))
    });
    own.collect()
}

/// Whether this entry is the team of this account, for which only its captain submits. Teams of two classes may have
/// the same name: then the class is written before the name or given with the entry.
pub fn is_of_team(entry: &Entry, account: Account<'_>) -> bool {
    let Account { team, class, .. } = account;
    if team.is_empty() {
        return false;
    }
    let is_class = entry.class.as_deref().is_none_or(|its| class.is_empty() || its == class);
    is_class && entry.name == team || !class.is_empty() && entry.name == format!("{class} {team}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_tournament::{DecidedBy, Plan, Role, Seed};

    #[test]
    fn an_account_has_the_entry_that_it_entered_else_its_number_else_its_teams() {
        let entries = ["2501", "飞鹰", "2503"].into_iter().enumerate();
        let entries = entries.map(|(id, name)| Entry::new(id as u32, name)).collect();
        let mut event = Event::new(Plan::judge(2), entries, Seed::new("1")).expect("a plan");
        let enter = |event: &mut Event, name: &str, account: Option<&str>| {
            let decision = Decision::Enter { name: name.to_owned(), seed_score: None, class: None };
            let by = DecidedBy { role: Role::Organiser, account: account.map(str::to_owned) };
            event.decide(decision, by, "hands in").map(drop)
        };
        enter(&mut event, "Tiger", Some("2503")).expect("new");
        enter(&mut event, "2504", None).expect("new");
        // Accounts enter under another's number and under a team's name: neither gets the other's entry.
        enter(&mut event, "2506", Some("2599")).expect("new");
        enter(&mut event, "飞虎", Some("2598")).expect("new");
        let of = |number, team| entry_of(&event, Account { number, team, class: "" }).map(|entry| entry.id);
        assert_eq!(of("2501", "飞鹰"), Some(EntryId(0)), "its number");
        assert_eq!(of("2502", "飞鹰"), Some(EntryId(1)), "its team");
        assert_eq!(of("2503", ""), Some(EntryId(3)), "the one that it entered");
        assert_eq!(of("2504", ""), Some(EntryId(4)));
        assert_eq!(of("2505", ""), None);
        assert_eq!((of("2506", ""), of("2507", "飞虎")), (None, None), "another entered it");
        assert_eq!((of("2599", ""), of("2598", "飞虎")), (Some(EntryId(5)), Some(EntryId(6))));
        assert_eq!(of("", ""), None);
        // The inverse mapping.
        let of_each: Vec<_> = account_of_each(&event).into_iter().map(|(entry, by)| (entry.0, by)).collect();
        let own = [(0, "2501"), (1, "飞鹰"), (3, "2503"), (4, "2504"), (5, "2599"), (6, "2598")];
        assert_eq!(of_each, own, "2503 entered under another name");
        let team = Account { number: "2502", team: "飞鹰", class: "1班" };
        assert!(is_of_team(&event.entries()[1], team) && !is_of_team(&event.entries()[0], team));
    }
    #[test]
    fn two_teams_of_one_name_are_told_apart_by_their_classes() {
        let entry = |name: &str, class: Option<&str>| Entry {
            class: class.map(str::to_owned),
            ..Entry::new(0, name)
        };
        let of = |class| Account { number: "2501", team: "1组", class };
        for (name, class, account, is_his) in [
            ("1组", Some("1班"), "1班", true),
            ("1组", Some("1班"), "2班", false),
            ("1组", Some("1班"), "", true),
            ("1组", None, "2班", true),
            ("2班 1组", Some("2班"), "2班", true),
            ("2班 1组", Some("2班"), "1班", false),
        ] {
            assert_eq!(is_of_team(&entry(name, class), of(account)), is_his, "{name} {class:?} {account}");
        }
        assert!(!is_of_team(&entry("", None), Account { number: "2501", team: "", class: "" }));
    }
}
