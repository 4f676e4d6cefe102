//! The ranking of the event, made from the places in its stages and sections.

use super::EventState;
use crate::{RankedEntry, Sentence};
use leitai_core::sentence;
use std::collections::BTreeSet;

impl EventState<'_> {
    /// Every entry's place in the event: those of the last stage first, then those that did not get that far, stage
    /// by stage, by their places in their sections. Who has no place in a stage has the one of the stage before. If
    /// there are several, each place names the one it comes from.
    pub fn ranking(&self) -> Vec<RankedEntry> {
        let mut ranking: Vec<RankedEntry> = Vec::new();
        let mut ranked = BTreeSet::new();
        for (number, stage) in self.stages.iter().enumerate().rev() {
            let number = number as u16;
            let sections = 0..stage.sections.len() as u16;
            let mut rest: Vec<_> = sections
                .flat_map(|section| {
                    let places = self.places(number, section).into_iter();
                    places.map(move |place| RankedEntry { reached: Some([number, section]), ..place })
                })
                .filter(|place| !ranked.contains(&place.entry) && (place.place.is_some() || number == 0))
                .collect();
            rest.sort_by_key(|place| (place.place.is_none(), place.place, place.entry));
            let from = ranking.iter().filter(|place| place.place.is_some()).count() as u32;
            let mut shared = (None, 0);
            for (at, mut place) in (1..).zip(rest) {
                if place.place != shared.0 {
                    shared = (place.place, at);
                }
                ranked.insert(place.entry);
                place.place = place.place.map(|_| from + shared.1);
                ranking.push(place);
            }
        }
        ranking.sort_by_key(|place| (place.place.is_none(), place.place));
        let mixes = ranking.windows(2).any(|two| two[0].reached != two[1].reached);
        for place in &mut ranking {
            if mixes {
                self.say_where(place);
            } else {
                place.reached = None;
            }
        }
        ranking
    }

    /// The name of a section, unique within the event.
    pub fn section_name(&self, stage: u16, section: u16) -> Sentence {
        let name = self.event.plan.stages.get(usize::from(stage)).map(|plan| plan.name.clone());
        let (name, sections) = (
            name.unwrap_or_default(),
            self.stages.get(usize::from(stage)).map_or(&[][..], |it| &it.sections),
        );
        match sections {
            [] | [_] => name,
            many => match many.get(usize::from(section)) {
                Some(section) => {
                    let section = &section.name;
                    sentence!("{name}, {section}", "{name}，{section}"; name, section)
                }
                None => name,
            },
        }
    }

    /// Adds how far the entry came, which determines its place before its results there do.
    fn say_where(&self, place: &mut RankedEntry) {
        let (Some(rank), Some([stage, section])) = (place.place, place.reached) else { return };
        let (reached, why) = (self.section_name(stage, section), &place.why);
        place.why = sentence!(
            "place {rank} of the event, having reached {reached}: {why}",
            "总第 {rank} 名，止于{reached}：{why}"; rank, reached, why
        );
    }
}
