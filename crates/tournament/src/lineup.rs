//! Who plays in a stage, and where.

use crate::docket::Docket;
use crate::draw::{self, FromClass};
use crate::event::Event;
use crate::plan::{Bracket, Entrants, Format, Sections, StagePlan};
use crate::section::{Ground, RankedEntry, Section};
use crate::{Entry, EntryId, Sentence, Spot, Stage, bracket, table};
use leitai_core::{Noun, Words, sentence};

/// The draw of a stage.
pub(crate) struct Lineup {
    pub(crate) sections: Vec<Line>,
    pub(crate) lots: Vec<Sentence>,
}

/// The draw of a section.
pub(crate) struct Line {
    pub(crate) name: Sentence,
    pub(crate) members: Vec<EntryId>,
    /// The places of a knock-out; otherwise empty.
    pub(crate) bracket: Vec<Option<EntryId>>,
}

/// An entry that came through the stage before.
#[derive(Clone, Copy)]
struct Through {
    entry: EntryId,
    section: usize,
    place: u32,
}

struct Drawing<'a> {
    event: &'a Event,
    plan: &'a StagePlan,
    stage: u16,
    lots: Vec<Sentence>,
}

/// Draws a stage from the entries, or from the stage `before` with its plan, as `docket` shows it.
pub(crate) fn line_up(
    event: &Event,
    docket: &Docket<'_>,
    plan: &StagePlan,
    stage: u16,
    before: Option<(&Stage, &StagePlan)>,
) -> Lineup {
    let mut drawing = Drawing { event, plan, stage, lots: Vec::new() };
    let field = match before {
        None => {
            let enter = event.entries.iter().map(|entry| Through { entry: entry.id, section: 0, place: 1 });
            enter.filter(|it| plan.format != Format::Ladder || docket.in_force(it.entry).is_some()).collect()
        }
        Some((stage, before)) => drawing.through(docket, stage, before),
    };
    let sections = drawing.sections(&field);
    let lots = drawing.lots;
    Lineup { sections, lots }
}

impl Drawing<'_> {
    fn entry(&self, id: EntryId) -> &Entry {
        &self.event.entries[id.index()]
    }

    /// The entries that come through from the stage before. An entry that has left does not; the next one takes its
    /// place.
    fn through(&mut self, docket: &Docket<'_>, before: &Stage, plan: &StagePlan) -> Vec<Through> {
        let ground = Ground { event: self.event, seed: &self.event.seed, plan, docket };
        let sections = before.sections.iter().enumerate().map(|(at, section)| {
            let mut places = table::places(&ground, section);
            places.retain(|place| place.place.is_some() && docket.left(place.entry).is_none());
            (at, section, places)
        });
        let sections: Vec<_> = sections.collect();
        match self.plan.entrants {
            Entrants::All => Vec::new(),
            Entrants::Best(count) => {
                let best = |(at, _, places): &(usize, &Section, Vec<RankedEntry>)| {
                    self.best(*at, places, count.into())
                };
                let (best, lots): (Vec<_>, Vec<_>) = sections.iter().map(best).unzip();
                self.lots.extend(lots.into_iter().flatten());
                best.concat()
            }
            Entrants::ChampionsAndSeconds { total } => self.champions_and_seconds(&sections, total.into()),
        }
    }

    /// The best `count` entries of a section; a lot decides among those that share the last place that goes
    /// through.
    fn best(&self, section: usize, places: &[RankedEntry], count: usize) -> (Vec<Through>, Option<Sentence>) {
        let through = |place: u32, entry| Through { entry, section, place };
        let (mut best, mut lot) = (Vec::new(), None);
        for level in places.chunk_by(|a, b| a.place == b.place) {
            let room = count - best.len().min(count);
            let at = best.len() as u32 + 1;
            let entries = level.iter().map(|place| place.entry);
            if level.len() <= room {
                best.extend(entries.map(|entry| through(at, entry)));
            } else if room > 0 {
                let label = format!("through from {}.{section} at place {at}", self.stage - 1);
                let drawn = draw::lot(&self.event.seed, &label, entries);
                best.extend(drawn.order.into_iter().take(room).map(|entry| through(at, entry)));
                lot = Some(drawn.why);
            }
        }
        (best, lot)
    }

    fn champions_and_seconds(
        &mut self,
        sections: &[(usize, &Section, Vec<RankedEntry>)],
        total: usize,
    ) -> Vec<Through> {
        let at = |rank: usize| {
            sections.iter().filter_map(move |(section, played, places)| {
                let entry = places.get(rank)?.entry;
                Some((Through { entry, section: *section, place: rank as u32 + 1 }, *played))
            })
        };
        let champions: Vec<_> = at(0).map(|(champion, _)| champion).collect();
        let mut seconds: Vec<_> = at(1)
            .map(|(second, played)| {
                (games_won_in_final(played, second.entry), self.entry(second.entry).seed_score, second)
            })
            .collect();
        seconds.sort_by_key(|(won, score, _)| std::cmp::Reverse((*won, *score)));
        let mut ranked = Vec::new();
        for level in seconds.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let lot = draw::lot(&self.event.seed, "best seconds", level.iter().map(|(_, _, it)| it.entry));
            if level.len() > 1 {
                self.lots.push(lot.why);
            }
            let find =
                |entry| level.iter().find(|(_, _, it)| it.entry == entry).map(|(won, _, it)| (*won, *it));
            ranked.extend(lot.order.into_iter().filter_map(find));
        }
        let room = total.saturating_sub(champions.len());
        for (rank, (won, it)) in (1..).zip(&ranked) {
            let (name, goes) = (self.event.name(it.entry), rank <= room);
            let goes = if goes {
                Words::new("goes through", "晋级")
            } else {
                Words::new("does not go through", "未晋级")
            };
            self.lots.push(sentence!(
                "{name} is second no. {rank}: {won} won in the final, then by seed score; {goes}",
                "{name}在亚军中列第{rank}：决赛胜{won}局，其次按种子分，{goes}";
                name, rank, won = Noun::GAMES.of(won), goes
            ));
        }
        champions.into_iter().chain(ranked.into_iter().take(room).map(|(_, it)| it)).collect()
    }

    fn sections(&mut self, field: &[Through]) -> Vec<Line> {
        match self.plan.sections {
            Sections::One => vec![self.line(self.plan.name.clone(), field, "places")],
            Sections::Classes => {
                let class = |it: &Through| self.entry(it.entry).class.clone().unwrap_or_default();
                let mut classes: Vec<_> = field.iter().map(class).collect();
                classes.sort_unstable();
                classes.dedup();
                let lines = classes.into_iter().map(|name| {
                    let members: Vec<_> = field.iter().copied().filter(|it| class(it) == name).collect();
                    (name, members)
                });
                let lines: Vec<_> = lines.collect();
                lines
                    .into_iter()
                    .map(|(name, members)| {
                        let label = format!("seeds of class {name}");
                        self.line(Sentence::new(name.clone(), name), &members, &label)
                    })
                    .collect()
            }
            Sections::Groups { of } => self.groups(field, of.into()),
        }
    }

    fn groups(&mut self, field: &[Through], of: usize) -> Vec<Line> {
        let label = format!("groups of stage {}", self.stage);
        let order = self.order(field, &format!("seeds of stage {}", self.stage));
        // After a stage every entry is seeded by its place there; before, only entries with a seed score are.
        let is_seeded = |entry: &&EntryId| self.stage > 0 || self.entry(**entry).seed_score.is_some();
        let seeded = order.iter().filter(is_seeded).count();
        let count = field.len().div_ceil(of);
        let (groups, lots) = draw::groups(&order, seeded, count, &self.event.seed, &label);
        self.lots.extend(lots);
        let line = |(n, members): (usize, Vec<EntryId>)| Line {
            name: sentence!("group {n}", "第{n}组"),
            members,
            bracket: Vec::new(),
        };
        let mut lines: Vec<_> = (1..).zip(groups).map(line).collect();
        if matches!(self.plan.format, Format::KnockOut { .. }) {
            for line in &mut lines {
                let seed = |entry: &EntryId| order.iter().position(|it| it == entry);
                line.members.sort_by_key(seed);
                line.bracket = bracket::by_seeds(&line.members);
            }
        }
        lines
    }

    /// The order of seeds: by seed score in the first stage, later by the place in the stage before; equals by lot.
    fn order(&mut self, field: &[Through], label: &str) -> Vec<EntryId> {
        let mut order = Vec::new();
        let mut field = field.to_vec();
        field.sort_by_key(|it| it.place);
        for level in field.chunk_by(|a, b| a.place == b.place) {
            let label =
                if self.stage > 0 { format!("{label}, place {}", level[0].place) } else { label.to_owned() };
            let entries = level.iter().map(|it| self.entry(it.entry)).collect();
            let seeds = draw::seeding(entries, &self.event.seed, &label);
            order.extend(seeds.entries);
            self.lots.extend(seeds.lots);
        }
        order
    }

    fn line(&mut self, name: Sentence, field: &[Through], label: &str) -> Line {
        let label = format!("{label} of stage {}", self.stage);
        let (members, bracket) = match &self.plan.format {
            Format::KnockOut { bracket: Bracket::Seeds, .. } => {
                let members = self.order(field, &label);
                let bracket = bracket::by_seeds(&members);
                (members, bracket)
            }
            Format::KnockOut { bracket: Bracket::Halves, .. } => {
                let entrants: Vec<_> =
                    field.iter().map(|it| FromClass { entry: it.entry, class: it.section }).collect();
                let (halves, lots) = draw::halves(&entrants, &self.event.seed, &label);
                self.lots.extend(lots);
                (halves.concat(), bracket::by_halves(&halves))
            }
            Format::Swiss { .. } => (self.order(field, &label), Vec::new()),
            Format::RoundRobin => {
                let lot = draw::lot(&self.event.seed, &label, field.iter().map(|it| it.entry));
                self.lots.push(lot.why);
                (lot.order, Vec::new())
            }
            // By sign-up: the champions of a gauntlet are listed first, and the order of a ladder has no meaning.
            Format::Gauntlet { .. } | Format::Ladder => {
                let mut members: Vec<_> = field.iter().map(|it| it.entry).collect();
                members.sort_unstable();
                (members, Vec::new())
            }
        };
        Line { name, members, bracket }
    }
}

/// The number of games an entry won in the last round of its section.
fn games_won_in_final(section: &Section, entry: EntryId) -> u16 {
    let last = section.rounds.saturating_sub(1);
    let of_final =
        section.matches().find(|it| matches!(it.id.spot, Spot::Table { round, .. } if round == last));
    of_final.map_or(0, |it| it.won[usize::from(it.sides[1] == entry)])
}
