//! Display names of entries, in addition to the registered names under which everything is stored.

use crate::{Decision, EntryId, Event, Sentence};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Event {
    /// From now on shows these entries under these names. Registered names, seeds and results stay unchanged, and
    /// so do the reasons for refusing or accepting a result. The caller must ensure that no two entries are shown
    /// under the same name.
    pub fn show_under(&mut self, names: Arc<BTreeMap<EntryId, String>>) {
        self.shown_names = names;
    }

    /// The name of an entry as shown to people: the one it is [shown under](Event::show_under), otherwise the
    /// registered one.
    pub fn name(&self, entry: EntryId) -> &str {
        self.shown_names.get(&entry).map_or_else(|| self.name_kept(entry), String::as_str)
    }

    /// The name under which an entry is registered and all its data is stored.
    pub fn name_kept(&self, entry: EntryId) -> &str {
        self.entries.get(entry.index()).map_or("?", |entry| &entry.name)
    }

    /// The entry with this registered name.
    pub fn registered(&self, name: &str) -> Option<EntryId> {
        self.entries.iter().find(|entry| entry.name == name).map(|entry| entry.id)
    }

    /// A decision in words, with its entries under their display names.
    pub fn words(&self, decision: &Decision) -> Sentence {
        let name = |entry| self.name(entry);
        match decision {
            Decision::Enter { name: registered, seed_score, class } => {
                let shown = self.registered(registered).map_or(registered.as_str(), name);
                let (seed_score, class) = (*seed_score, class.clone());
                Decision::Enter { name: shown.to_owned(), seed_score, class }.words(name)
            }
            _ => decision.words(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DecidedBy, Lang, Plan, Role, Seed};

    #[test]
    fn an_entry_is_shown_under_another_name_and_kept_under_its_own() {
        let mut event = Event::new(Plan::judge(2), Vec::new(), Seed::new("1")).expect("a plan");
        let enter = |name: &str| Decision::Enter { name: name.to_owned(), seed_score: None, class: None };
        for name in ["Tiger", "Lion"] {
            let by = DecidedBy { role: Role::Organiser, account: None };
            event.decide(enter(name), by, "hands in").expect("new");
        }
        event.show_under(Arc::new(BTreeMap::from([(EntryId(0), "Eagle".to_owned())])));
        assert_eq!([0, 1, 2].map(|entry| event.name(EntryId(entry))), ["Eagle", "Lion", "?"]);
        assert_eq!((event.registered("Tiger"), event.registered("Eagle")), (Some(EntryId(0)), None));
        let said = event.words(&event.rulings()[0].decision);
        assert!(said.to(Lang::En).contains("Eagle") && said.to(Lang::Zh).contains("Eagle"), "{said:?}");
        let gone = event.words(&Decision::Absent { entry: EntryId(0) });
        assert!(gone.to(Lang::En).contains("Eagle"), "{gone:?}");
        // A display name is not a registered name.
        let by = DecidedBy { role: Role::Organiser, account: None };
        assert!(event.decide(enter("Tiger"), by.clone(), "hands in").is_err());
        event.decide(enter("Eagle"), by, "hands in").expect("nobody is registered so");
    }
}
