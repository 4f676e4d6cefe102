//! Until when leaders may object: as long as the award list is provisional.

use crate::history::History;
use crate::prizes::Prizes;
use crate::zone::Zone;
use leitai_core::{Sentence, sentence};
use leitai_tournament::Decision;
use leitai_tournament::awards::Notice;

impl History {
    /// The moment from which no objection is taken any more, in milliseconds since 1970 in UTC: the notice period after
    /// the end of the last game. `None` while games are to be played, and where no prizes are awarded.
    pub fn objections_until(&self, prizes: Option<&Prizes>) -> Option<i64> {
        let period = prizes?.notice_ms;
        let published = self.details.values().map(|how| how.ended).max()?;
        self.event.state().is_over().then(|| Notice { published, period }.until())
    }

    /// Why a decision comes too late; `None` if it does not.
    pub fn too_late(
        &self,
        decision: &Decision,
        prizes: Option<&Prizes>,
        (now, zone): (i64, &Zone),
    ) -> Option<Sentence> {
        if !matches!(decision, Decision::Object { .. }) {
            return None;
        }
        let until = self.objections_until(prizes).filter(|until| now >= *until)?;
        let until = zone.at(until).said();
        Some(sentence!(
            "objections were heard until {until}; the award list is final",
            "异议截止于{until}；获奖名单已生效"; until
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_file::EventFile;
    use crate::unplayed::details;
    use leitai_core::Lang;
    use leitai_tournament::{CountedOutcome, EntryId, Event, How, RecordedGame, Seat, Seed};
    use std::collections::BTreeMap;
    use std::path::Path;

    /// 公示无异议后: an objection is taken until the notice period has passed, and no other decision has a deadline.
    #[test]
    fn objections_are_taken_until_the_notice_period_has_passed() {
        let text = "name = \"cup\"\ngame = \"nogo\"\nentries = [{ name = \"a\", program = \"easy\" }, \
                    { name = \"b\", program = \"easy\" }]\n";
        let file = EventFile::parse(text, "cup.toml", Path::new(".")).expect("an event");
        let begun = file.begun(|| Seed::new("1"));
        let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone()).expect("fits");
        let mut history = History { begun, event, details: BTreeMap::new() };
        let object = Decision::Object { by: EntryId(0), game: None, document: None };
        let late = |history: &History, decision: &Decision, now| {
            history.too_late(decision, file.prizes.as_ref(), (now, &Zone::UTC))
        };
        while let Some(due) = { history.event.state().due().next() } {
            assert_eq!(late(&history, &object, i64::MAX), None, "games are to be played");
            let winner = if due.first.0 == 0 { Seat::First } else { Seat::Second };
            let (outcome, how, faults) = (CountedOutcome::Win(winner), How::Played, [0; 2]);
            let game =
                RecordedGame { id: due.id, first: due.first, second: due.second, outcome, how, faults };
            history.event.record(game).expect("due");
            history.details.insert(due.id, details());
        }
        let until = history.objections_until(file.prizes.as_ref()).expect("it is over");
        assert_eq!(until, 72 * 3_600_000);
        assert_eq!(late(&history, &object, until - 1), None);
        let told = late(&history, &object, until).expect("too late");
        assert!(told.to(Lang::Zh).contains("获奖名单已生效"), "{told:?}");
        let other = Decision::Excuse { entry: EntryId(0) };
        assert_eq!(late(&history, &other, i64::MAX), None);
    }
}
