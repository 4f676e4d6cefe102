//! Who plays in a stage, and where.

use crate::docket::Docket;
use crate::draw::{self, FromClass};
use crate::event::Event;
use crate::groups::GroupDraw;
use crate::hand_lots::hand_drawn;
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

/// An entry that may stand for its section in the next stage.
#[derive(Clone, Copy)]
struct Candidate {
    entry: EntryId,
    section: usize,
    /// The games that it won in the final of its section; `None` if it did not play that.
    won: Option<u16>,
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
    let sections = drawing.by_hand().unwrap_or_else(|| drawing.sections(&field));
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

    /// The champion of each section, and the best seconds, up to `total`.
    fn champions_and_seconds(
        &mut self,
        sections: &[(usize, &Section, Vec<RankedEntry>)],
        total: usize,
    ) -> Vec<Through> {
        let (mut champions, mut seconds) = (Vec::new(), Vec::new());
        for (section, played, places) in sections {
            let mut two = self.first_two(*section, played, places).into_iter();
            champions.extend(two.next());
            seconds.extend(two.next());
        }
        let seconds = self.by_law(seconds, "best seconds");
        let room = total.saturating_sub(champions.len());
        for (rank, it) in (1..).zip(&seconds) {
            let (name, goes) = (self.event.name(it.entry), rank <= room);
            let goes = if goes {
                Words::new("goes through", "晋级")
            } else {
                Words::new("does not go through", "未晋级")
            };
            let won = match it.won {
                Some(won) => sentence!("{won} won in the final", "决赛胜{won}局"; won = Noun::GAMES.of(won)),
                None => Sentence::new("it did not play the final", "未进决赛"),
            };
            self.lots.push(sentence!(
                "{name} is no. {rank} of the runners-up: {won}, then by seed score; {goes}",
                "{name}在亚军中列第{rank}：{won}，其次按种子分，{goes}"; name, rank, won, goes
            ));
        }
        let place = |place| move |it: Candidate| Through { entry: it.entry, section: it.section, place };
        let seconds = seconds.into_iter().take(room).map(place(2));
        champions.into_iter().map(place(1)).chain(seconds).collect()
    }

    /// The two that stand for a section: its champion and its second, or who follows where one of them does not go
    /// on. Entries that share a place are parted by the law of the seconds.
    fn first_two(&mut self, section: usize, played: &Section, places: &[RankedEntry]) -> Vec<Candidate> {
        let mut two: Vec<Candidate> = Vec::new();
        for level in places.chunk_by(|a, b| a.place == b.place) {
            let room = 2 - two.len().min(2);
            if room == 0 {
                break;
            }
            let candidate = |entry| Candidate { entry, section, won: games_won_in_final(played, entry) };
            let level: Vec<_> = level.iter().map(|place| candidate(place.entry)).collect();
            let label = format!("through from {}.{section} at place {}", self.stage - 1, two.len() + 1);
            let level = self.by_law(level, &label);
            for pair in level.windows(2).take(room) {
                self.lots.push(self.why_before([pair[0], pair[1]], &played.name));
            }
            two.extend(level.into_iter().take(room));
        }
        let is_first = |it: &Candidate| places.iter().any(|at| at.entry == it.entry && at.place == Some(1));
        if let Some(stands_in) = two.first().filter(|it| !is_first(it)) {
            let (name, class) = (self.event.name(stands_in.entry), &played.name);
            self.lots.push(sentence!(
                "no champion of {class} goes on; {name} goes in its place", "{class}无冠军晋级，由{name}递补";
                class, name
            ));
        }
        two
    }

    /// The law of the seconds: by games won in the final of their section, who did not play it last, then by seed
    /// score, then by lot.
    fn by_law(&mut self, mut field: Vec<Candidate>, label: &str) -> Vec<Candidate> {
        let merit = |it: &Candidate| (it.won, self.entry(it.entry).seed_score);
        field.sort_by_key(|it| std::cmp::Reverse(merit(it)));
        let levels = field.chunk_by(|a, b| merit(a) == merit(b));
        let drawn: Vec<_> = levels
            .map(|level| (level, draw::lot(&self.event.seed, label, level.iter().map(|it| it.entry))))
            .collect();
        let mut ranked = Vec::new();
        for (level, lot) in drawn {
            let find = |entry: EntryId| level.iter().find(|it| it.entry == entry).copied();
            ranked.extend(lot.order.into_iter().filter_map(find));
            self.lots.extend((level.len() > 1).then_some(lot.why));
        }
        ranked
    }

    /// Why the first of two that share a place of their section comes before the other.
    fn why_before(&self, [one, other]: [Candidate; 2], section: &Sentence) -> Sentence {
        let score = |it: Candidate| self.entry(it.entry).seed_score;
        let by = if one.won != other.won {
            Words::new("more games won in the final", "决赛胜局较多")
        } else if score(one) != score(other) {
            Words::new("a higher seed score", "种子分较高")
        } else {
            Words::new("by lot", "抽签")
        };
        let [one, other] = [one, other].map(|it| self.event.name(it.entry));
        sentence!(
            "{one} and {other} share a place in {section}, and {one} goes before {other}: {by}",
            "{one}与{other}在{section}名次并列，{one}列前：{by}"; one, other, section, by
        )
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
        let placed = self.placed(&order, field.len().div_ceil(of).max(1));
        let is_placed = |entry: &&EntryId| placed.iter().flatten().any(|placed| placed == *entry);
        let to_draw: Vec<EntryId> = order.iter().filter(|entry| !is_placed(entry)).copied().collect();
        // After a stage every entry is seeded by its place there; before, only entries with a seed score are.
        let is_seeded = |entry: &&EntryId| self.stage > 0 || self.entry(**entry).seed_score.is_some();
        let seeded = to_draw.iter().filter(is_seeded).count();
        let school = |entry: EntryId| self.entry(entry).school.as_deref();
        let draw = GroupDraw {
            order: &to_draw,
            seeded,
            placed,
            school: &school,
            seed: &self.event.seed,
            label: &label,
        };
        let (groups, lots) = draw.drawn();
        self.lots.extend(lots);
        let is_knockout = matches!(self.plan.format, Format::KnockOut { .. });
        let groups = groups.into_iter().map(|mut members| {
            if is_knockout {
                members.sort_by_key(|entry| order.iter().position(|it| it == entry));
            }
            members
        });
        self.group_lines(groups)
    }

    /// The lines of groups with these members, in the order of their seeds where they play a knock-out.
    fn group_lines(&self, groups: impl IntoIterator<Item = Vec<EntryId>>) -> Vec<Line> {
        let line = |(n, members): (usize, Vec<EntryId>)| {
            let bracket = match self.plan.format {
                Format::KnockOut { .. } => bracket::by_seeds(&members),
                _ => Vec::new(),
            };
            Line { name: sentence!("group {n}", "第{n}组"), members, bracket }
        };
        (1..).zip(groups).map(line).collect()
    }

    /// The entries that are placed in a group of the first stage without a lot, by group.
    fn placed(&mut self, order: &[EntryId], count: usize) -> Vec<Vec<EntryId>> {
        let mut placed = vec![Vec::new(); count];
        if self.stage > 0 {
            return placed;
        }
        for &entry in order {
            let Some(group) = self.entry(entry).group else { continue };
            let Some(members) = usize::from(group).checked_sub(1).and_then(|at| placed.get_mut(at)) else {
                continue;
            };
            members.push(entry);
            let name = self.event.name(entry);
            self.lots.push(sentence!(
                "{name} is placed in group {group}, without a lot",
                "{name}不抽签，直接编入第{group}组"
            ));
        }
        placed
    }

    /// The first stage as lots drawn by hand have it; `None` if it is drawn from the seed.
    fn by_hand(&mut self) -> Option<Vec<Line>> {
        let event = self.event;
        let (_, (lots, witness)) = event.hand_lots().filter(|_| self.stage == 0)?;
        let sections = hand_drawn(&event.plan, &event.entries, lots).ok()?;
        self.lots.push(sentence!("drawn by hand, witnessed by {witness}", "手工抽签，见证人{witness}"));
        for (number, members) in (1..).zip(&sections) {
            let names: Vec<String> = members.iter().map(|it| event.name(*it).to_owned()).collect();
            self.lots.push(match self.plan.sections {
                Sections::One => sentence!("in the order drawn: {names}", "按签号：{names}"; names),
                _ => sentence!("group {number}: {names}", "第{number}组：{names}"; number, names),
            });
        }
        if self.plan.sections != Sections::One {
            return Some(self.group_lines(sections));
        }
        let line = |members: Vec<EntryId>| {
            let bracket = match self.plan.format {
                Format::KnockOut { .. } => bracket::by_seeds(&members),
                _ => Vec::new(),
            };
            Line { name: self.plan.name.clone(), members, bracket }
        };
        Some(sections.into_iter().map(line).collect())
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

/// The number of games that an entry won in the final of its section; `None` if it did not play in it.
fn games_won_in_final(section: &Section, entry: EntryId) -> Option<u16> {
    let last = section.rounds.checked_sub(1)?;
    let is_final = |spot| matches!(spot, Spot::Table { round, .. } if round == last);
    let of_final = section.matches().find(|it| is_final(it.id.spot))?;
    let side = of_final.sides.iter().position(|side| *side == entry)?;
    Some(of_final.won[side])
}
