//! An event: entries, a seed and recorded results.

use crate::decision::{Decision, Drawn, Ruling};
use crate::docket::Docket;
use crate::hand_lots::{group_count, group_sizes};
use crate::plan::{Flaw, Format, Plan, Sections, flaw};
use crate::{Entry, EntryId, GameId, RecordedGame, Seed, Sentence, Spot};
use leitai_core::{errors, sentence};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An event. Everything it reports is a function of these values; results may arrive in any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub(crate) plan: Plan,
    pub(crate) entries: Vec<Entry>,
    pub(crate) seed: Seed,
    /// Sorted by id.
    pub(crate) games: Vec<RecordedGame>,
    pub(crate) rulings: Vec<Ruling>,
    /// The names under which entries are shown, where they differ from the registered ones.
    pub(crate) shown_names: Arc<BTreeMap<EntryId, String>>,
}

errors! {
    /// Why a result or decision is not accepted.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct EventRefusal {
        /// What is wrong, and what to do.
        pub why: Sentence,
    };
}

pub(crate) fn refuse<T>(why: Sentence) -> Result<T, EventRefusal> {
    Err(EventRefusal { why })
}

impl Event {
    /// An event before its first game. Entries must be numbered by their place in the list, and names must differ.
    pub fn new(plan: Plan, entries: Vec<Entry>, seed: Seed) -> Result<Self, Flaw> {
        plan.check()?;
        check_entries(&plan, &entries)?;
        if seed.text().is_empty() || seed.text().contains(['\n', '\r']) {
            return Err(flaw("seed", "a seed is one line of text", "种子须为一行文字"));
        }
        let (games, rulings, shown_names) = (Vec::new(), Vec::new(), Arc::default());
        Ok(Event { plan, entries, seed, games, rulings, shown_names })
    }

    /// Restores the event from what was kept of it: results in any order, rulings in theirs.
    pub fn resume(
        mut self,
        games: impl IntoIterator<Item = RecordedGame>,
        rulings: impl IntoIterator<Item = Ruling>,
    ) -> Result<Self, EventRefusal> {
        let rulings: Vec<Ruling> = rulings.into_iter().collect();
        // Results name entries that joined later, and rulings name results.
        for ruling in &rulings {
            self.check_newcomer(&ruling.decision)?;
            self.take_in(&ruling.decision);
        }
        let known = self.games.len();
        self.games.extend(games);
        self.games[known..].iter().try_for_each(|game| self.check_game(game))?;
        // The earlier games are sorted already: when only a few are added, a stable sort does little more than
        // scan.
        self.games.sort_by_key(|game| game.id);
        self.games.dedup();
        if let Some(twice) = self.games.windows(2).find(|two| two[0].id == two[1].id) {
            return conflict(twice[0].id);
        }
        for ruling in rulings {
            self.check(&ruling.decision, ruling.by, &ruling.reason)?;
            self.rulings.push(ruling);
        }
        Ok(self)
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The entries, the original ones and those that joined since, in the order of sign-up.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The seed of all lots.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Every result as it was recorded, sorted by id, including those that no longer count.
    pub fn games(&self) -> &[RecordedGame] {
        &self.games
    }

    /// Every ruling, in order.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// The result of a game as it was recorded.
    pub fn game(&self, id: GameId) -> Option<&RecordedGame> {
        self.games.binary_search_by_key(&id, |game| game.id).ok().map(|at| &self.games[at])
    }

    /// Records a result. Returns true if it is new; the same result again changes nothing. Refuses a different
    /// result for the same game, and a game that is already forfeited because a side has left the event.
    pub fn record(&mut self, game: RecordedGame) -> Result<bool, EventRefusal> {
        let at = self.place_of(&game)?;
        if let Some(at) = at {
            self.games.insert(at, game);
        }
        Ok(at.is_some())
    }

    /// The result that [`record`](Event::record) would return, without recording: a result is stored elsewhere
    /// before it counts here.
    pub fn would_record(&self, game: &RecordedGame) -> Result<bool, EventRefusal> {
        self.place_of(game).map(|at| at.is_some())
    }

    /// Where a result is to be inserted; `None` if it is recorded already.
    fn place_of(&self, game: &RecordedGame) -> Result<Option<usize>, EventRefusal> {
        self.check_game(game)?;
        self.check_forfeited(game)?;
        match self.games.binary_search_by_key(&game.id, |known| known.id) {
            Ok(at) if self.games[at] == *game => Ok(None),
            Ok(_) => conflict(game.id),
            Err(at) => Ok(Some(at)),
        }
    }

    /// Adds the entry that joins by a decision.
    pub(crate) fn take_in(&mut self, decision: &Decision) {
        self.entries.extend(self.newcomer(decision));
    }

    /// The entry that joins by a decision, if one does.
    fn newcomer(&self, decision: &Decision) -> Option<Entry> {
        let Decision::Enter { name, seed_score, class } = decision else { return None };
        let id = EntryId(self.entries.len() as u32);
        let (seed_score, class) = (*seed_score, class.clone());
        Some(Entry { seed_score, class, ..Entry::new(id.0, name.clone()) })
    }

    /// Whether an entry that joins by a decision can be added to the existing ones.
    pub(crate) fn check_newcomer(&self, decision: &Decision) -> Result<(), EventRefusal> {
        let Some(entry) = self.newcomer(decision) else { return Ok(()) };
        match check_entry(&self.plan, &entry) {
            Err((_, why)) => refuse(why),
            Ok(()) if self.entries.iter().any(|known| known.name == entry.name) => {
                refuse(another_is_called_so())
            }
            Ok(()) => Ok(()),
        }
    }

    pub(crate) fn is_known(&self, entry: EntryId) -> bool {
        entry.index() < self.entries.len()
    }

    /// Whether submissions are closed by a ruling in force.
    pub fn is_closed(&self) -> bool {
        // Most events have no such ruling, and this is asked at each.
        let closes = |ruling: &Ruling| ruling.decision == Decision::Close;
        self.rulings.iter().any(closes)
            && crate::in_force::standing(&self.rulings).any(|(_, ruling)| closes(ruling))
    }

    /// Whether it is a ladder whose submissions are not closed: it is not over, whatever has been played.
    pub fn is_open_ladder(&self) -> bool {
        self.plan.stages[0].format == Format::Ladder && !self.is_closed()
    }

    fn check_game(&self, game: &RecordedGame) -> Result<(), EventRefusal> {
        let id = game.id;
        if !self.is_known(game.first) || !self.is_known(game.second) || game.first == game.second {
            return refuse(sentence!(
                "{id}: {} and {} are not two entries of this event",
                "{id}：{}与{}不是本赛事的两个参赛者",
                game.first,
                game.second
            ));
        }
        let named = match id.of.spot {
            Spot::Pair(a, b) => Some([a.entry, b.entry]),
            Spot::PlayOff(a, b) => Some([a, b]),
            Spot::Table { .. } => None,
        };
        if named.is_some_and(|named| !named.contains(&game.first) || !named.contains(&game.second)) {
            return refuse(sentence!(
                "{id} is not a game of {} and {}",
                "{id}不是{}与{}的对局",
                game.first,
                game.second
            ));
        }
        if usize::from(id.of.stage) >= self.plan.stages.len() {
            return refuse(sentence!(
                "{id}: this event has no stage {}",
                "{id}：本赛事没有第{}阶段",
                id.of.stage
            ));
        }
        Ok(())
    }

    /// An entry that left has forfeited its unplayed games: a later result would change what was drawn on that
    /// basis.
    fn check_forfeited(&self, game: &RecordedGame) -> Result<(), EventRefusal> {
        if self.rulings.is_empty() || self.game(game.id).is_some() {
            return Ok(());
        }
        let docket = Docket::new(&[], &self.rulings, Drawn::ALL);
        match [game.first, game.second].into_iter().find(|side| docket.is_gone(*side, game.id.of)) {
            Some(gone) => refuse(sentence!(
                "{} is forfeited: {} has left the event",
                "{}已判弃权：{}已退出赛事",
                game.id,
                self.name(gone)
            )),
            None => Ok(()),
        }
    }
}

fn conflict<T>(id: GameId) -> Result<T, EventRefusal> {
    refuse(sentence!(
        "{id} already has a different result; an arbiter may override it, but it cannot be recorded twice",
        "{id}已有不同成绩；可由仲裁改判，不可重复登记"
    ))
}

fn check_entries(plan: &Plan, entries: &[Entry]) -> Result<(), Flaw> {
    let mut names = std::collections::BTreeSet::new();
    // Entries may join a ladder while it runs.
    if entries.is_empty() && plan.stages[0].format != Format::Ladder {
        return Err(flaw("entries", "an event needs at least 1 entry", "至少需要一个参赛者"));
    }
    for (at, entry) in entries.iter().enumerate() {
        let at_entry = |field: &str| format!("entries[{at}].{field}");
        if entry.id.index() != at {
            return Err(flaw(
                &at_entry("id"),
                "entries must be numbered by their place in the list",
                "编号须与名单次序一致",
            ));
        }
        check_entry(plan, entry).map_err(|(field, what)| Flaw { at: at_entry(field), what })?;
        if !names.insert(entry.name.as_str()) {
            return Err(Flaw { at: at_entry("name"), what: another_is_called_so() });
        }
    }
    check_placed(plan, entries)
}

/// Entries are placed in groups that there are, and in which there is room.
fn check_placed(plan: &Plan, entries: &[Entry]) -> Result<(), Flaw> {
    let (count, all) = (group_count(&plan.stages[0], entries.len()), entries.len());
    let mut placed = vec![0; count.unwrap_or_default()];
    let with_group = entries.iter().enumerate().filter_map(|(at, entry)| Some((at, entry, entry.group?)));
    for (at, entry, group) in with_group {
        let wrong = |what| Err(Flaw { at: format!("entries[{at}].group"), what });
        let Some(count) = count else {
            return wrong(Sentence::new(
                "the first stage of this plan is not divided into groups by lot; remove it",
                "本赛程第一阶段不按抽签分组：请删去",
            ));
        };
        let place = usize::from(group).wrapping_sub(1);
        let Some(members) = placed.get_mut(place) else {
            return wrong(sentence!(
                "there is no group {group}: {all} entries make groups 1 to {count}",
                "没有第{group}组：{all}个参赛者分为第1至第{count}组"; group, all, count
            ));
        };
        *members += 1;
        if group_sizes(all, &placed)[place].is_none() {
            let (name, least, most) = (&entry.name, all / count, all.div_ceil(count));
            return wrong(sentence!(
                "group {group} has no room for {name}: {all} entries make {count} groups of {least} to {most}",
                "第{group}组已无空位给{name}：{all}个参赛者分为{count}组，每组{least}至{most}个"; group, name, all, count, least, most
            ));
        }
    }
    Ok(())
}

/// What is wrong with a single entry, and in which field.
fn check_entry(plan: &Plan, entry: &Entry) -> Result<(), (&'static str, Sentence)> {
    if entry.name.trim().is_empty() {
        return Err(("name", Sentence::new("an entry needs a name", "参赛者须有名称")));
    }
    let by_class = plan.stages.iter().any(|stage| stage.sections == Sections::Classes);
    if by_class && entry.class.is_none() {
        return Err((
            "class",
            Sentence::new("the plan plays by classes; give this entry's class", "本赛事按班进行，须填写班级"),
        ));
    }
    Ok(())
}

fn another_is_called_so() -> Sentence {
    Sentence::new("another entry has this name; names must differ", "名称与他人重复")
}
