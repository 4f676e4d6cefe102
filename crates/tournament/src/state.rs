//! The state of an event: what was drawn, what is due, the current places, and how a decision changes them.

mod of_people;
pub(crate) mod pairings;
mod ranking;

use std::collections::BTreeSet;

use crate::decision::{DecidedBy, Decision, Drawn, Ruling};
use crate::docket::Docket;
use crate::event::{Event, EventRefusal};
use crate::league::League;
use crate::lineup::{Lineup, line_up};
use crate::plan::{Format, StagePlan};
use crate::section::{Due, Ground, RankedEntry, Section};
use crate::{
    EntryId, GameId, Match, MatchId, RecordedGame, Sentence, Spot, Stage, SubmittedProgram, TieBreak,
    Verdict, knockout, rounds, table,
};

/// The state of an event, derived from its results.
pub struct EventState<'a> {
    event: &'a Event,
    docket: Docket<'a>,
    stages: Vec<Stage>,
}

impl Event {
    /// The current state of the event.
    pub fn state(&self) -> EventState<'_> {
        EventState::of(self)
    }

    /// Takes a decision, and returns the ruling to be stored.
    pub fn decide(
        &mut self,
        decision: Decision,
        by: impl Into<DecidedBy>,
        reason: &str,
    ) -> Result<&Ruling, EventRefusal> {
        let ruling = self.ruled(decision, by, reason)?;
        self.take(ruling);
        Ok(&self.rulings[self.rulings.len() - 1])
    }

    /// The ruling that [`decide`](Event::decide) would make now, without making it: a ruling is stored elsewhere before it
    /// counts here.
    pub fn ruled(
        &self,
        decision: Decision,
        by: impl Into<DecidedBy>,
        reason: &str,
    ) -> Result<Ruling, EventRefusal> {
        let DecidedBy { role, account } = by.into();
        self.check(&decision, role, reason)?;
        self.check_newcomer(&decision)?;
        self.check_now(&decision)?;
        let after = if self.plan.draws_on() { self.state().drawn(&decision) } else { Drawn::default() };
        Ok(Ruling { decision, by: role, account, reason: reason.to_owned(), after })
    }

    /// Takes in a ruling that was made elsewhere, after all that is known here.
    pub fn admit(&mut self, ruling: Ruling) -> Result<(), EventRefusal> {
        self.check_newcomer(&ruling.decision)?;
        self.check(&ruling.decision, ruling.by, &ruling.reason)?;
        self.take(ruling);
        Ok(())
    }

    /// Makes a ruling that it [made](Event::ruled) and to which nothing was added since.
    pub fn take(&mut self, ruling: Ruling) {
        self.take_in(&ruling.decision);
        self.rulings.push(ruling);
    }

    /// Whether a ruling may [undo](Event::undone) games at all.
    pub fn may_undo(&self) -> bool {
        let plays_off =
            |tie_break: &TieBreak| matches!(tie_break, TieBreak::PlayOff | TieBreak::DecidingGame);
        self.plan.stages.iter().any(|stage| {
            matches!(stage.format, Format::KnockOut { .. }) || stage.tie_breaks.iter().any(plays_off)
        })
    }

    /// The games that were played and count here, but not in `after`, which is this event with one more decision:
    /// games of a knock-out or a play-off whose sides would no longer meet. The game that the decision is about is
    /// not one of them.
    pub fn undone(&self, after: &Event) -> Vec<&RecordedGame> {
        let follows = |game: &&RecordedGame| match game.id.of.spot {
            Spot::PlayOff(..) => true,
            Spot::Table { .. } => {
                let stage = self.plan.stages.get(usize::from(game.id.of.stage));
                stage.is_some_and(|stage| matches!(stage.format, Format::KnockOut { .. }))
            }
            Spot::Pair(..) => false,
        };
        let decided = after.rulings.last().and_then(|ruling| ruling.decision.game());
        let (was, is) = (self.state().counted(), after.state().counted());
        let undone = |game: &&RecordedGame| {
            was.contains(&game.id) && !is.contains(&game.id) && decided != Some(game.id)
        };
        self.games.iter().filter(follows).filter(undone).collect()
    }
}

impl<'a> EventState<'a> {
    pub(crate) fn of(event: &'a Event) -> Self {
        let docket = Docket::new(&event.games, &event.rulings, Drawn::ALL);
        let mut state = EventState { event, docket, stages: Vec::new() };
        // What the next draw sees of the stage before, if a later ruling changed that stage.
        let mut seen: Option<Stage> = None;
        for (number, plan) in (0u16..).zip(&event.plan.stages) {
            // The entrants are drawn according to the rulings made before this stage.
            let then = number.checked_sub(1).map_or_else(Drawn::default, Drawn::during);
            let then = Docket::new(&event.games, &event.rulings, then);
            let before = seen.as_ref().or(state.stages.last()).zip(event.plan.stages[..number.into()].last());
            let lineup = line_up(event, &then, plan, number, before);
            let stage = state.play(&state.docket, plan, number, &lineup);
            seen = rounds::is_later(&event.rulings, Drawn::during(number)).then(|| {
                let seen = Docket::new(&event.games, &event.rulings, Drawn::during(number));
                state.play(&seen, plan, number, &lineup)
            });
            let goes_on = seen.as_ref().unwrap_or(&stage).is_over;
            state.stages.push(stage);
            if !goes_on {
                break;
            }
        }
        state
    }

    fn ground<'d>(&'d self, plan: &'d StagePlan) -> Ground<'d> {
        Ground { event: self.event, seed: &self.event.seed, plan, docket: &self.docket }
    }

    /// Derives a stage from a docket.
    fn play(&self, docket: &Docket<'_>, plan: &StagePlan, number: u16, lineup: &Lineup) -> Stage {
        let ground = Ground { event: self.event, seed: &self.event.seed, plan, docket };
        let mut sections = Vec::with_capacity(lineup.sections.len());
        for (at, line) in (0..).zip(&lineup.sections) {
            let mut section = Section::new(number, at, line.name.clone(), line.members.clone());
            match &plan.format {
                Format::KnockOut { .. } => knockout::read(&ground, &line.bracket, &mut section),
                Format::Swiss { .. } => {
                    let rounds = self.event.plan.swiss_rounds(plan, line.members.len() as u64);
                    let seen = |drawn| {
                        let then = Drawn { stage: number, rounds: drawn };
                        let rulings = &self.event.rulings;
                        rounds::is_later(rulings, then).then(|| Docket::new(&self.event.games, rulings, then))
                    };
                    rounds::read(&ground, rounds, &mut section, seen);
                }
                Format::RoundRobin | Format::Gauntlet { .. } | Format::Ladder => {
                    if let Some(league) = League::new(&ground, &line.members) {
                        league.read(&ground, &mut section);
                    }
                }
            }
            if plan.format == Format::Ladder {
                section.is_played &= docket.is_closed();
            }
            table::play_off(&ground, &mut section);
            sections.push(section);
        }
        let is_over = sections.iter().all(|section| section.is_over);
        Stage { sections, lots: lineup.lots.clone(), is_over }
    }

    /// The stages drawn so far.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Whether the last stage is over and nothing is due in any before it.
    pub fn is_over(&self) -> bool {
        self.stages.len() == self.event.plan.stages.len() && self.stages.iter().all(|stage| stage.is_over)
    }

    /// The games that count, whether played or awarded.
    pub(crate) fn counted(&self) -> BTreeSet<GameId> {
        let sections = self.stages.iter().flat_map(|stage| &stage.sections);
        sections.flat_map(|section| &section.games).map(|game| game.id).collect()
    }

    /// One section of a stage.
    pub fn section(&self, stage: u16, section: u16) -> Option<&Section> {
        self.stages.get(usize::from(stage))?.sections.get(usize::from(section))
    }

    /// One match; `None` if it is not drawn or not begun.
    pub fn a_match(&self, id: MatchId) -> Option<Match<'_>> {
        self.section(id.stage, id.section)?.a_match(id)
    }

    /// The games that may be played now, in their recommended order: rounds before tables, sections in turn, so
    /// that everyone has played about equally often. They are computed lazily: take as many as there are tables.
    pub fn due(&self) -> impl Iterator<Item = Due> + '_ {
        (0u16..).zip(&self.stages).filter(|(_, stage)| !stage.is_over).flat_map(move |(number, stage)| {
            let plan = &self.event.plan.stages[usize::from(number)];
            let drawn = stage.sections.iter().flat_map(|section| {
                let open = section.rows.iter().filter(|row| row.verdict == Verdict::Open);
                open.map(move |row| (section, row.id, row.sides))
            });
            // In a league open matches come in the order of their rounds; elsewhere every drawn match has a row.
            let is_league =
                stage.sections.first().is_some_and(|section| self.league(plan, section).is_some());
            let drawn = drawn.filter(move |(_, id, _)| !is_league || matches!(id.spot, Spot::PlayOff(..)));
            let leagues = is_league.then(|| self.league_due(plan, stage)).into_iter().flatten();
            leagues
                .chain(drawn)
                .flat_map(move |(section, id, sides)| self.games_due(plan, section, id, sides))
        })
    }

    fn league<'s>(&'s self, plan: &'s StagePlan, section: &'s Section) -> Option<League<'s>> {
        League::new(&self.ground(plan), &section.members)
    }

    fn league_due<'s>(
        &'s self,
        plan: &'s StagePlan,
        stage: &'s Stage,
    ) -> impl Iterator<Item = (&'s Section, MatchId, [EntryId; 2])> {
        let leagues = stage.sections.iter().filter_map(|section| {
            let league = self.league(plan, section)?;
            let scheduled = section.rows.iter().filter(|row| matches!(row.id.spot, Spot::Pair(..)));
            let decided = scheduled.filter(|row| row.verdict != Verdict::Open);
            let is_open = league.open_rounds(decided.map(|row| row.sides));
            Some((section, league, is_open))
        });
        let leagues: Vec<_> = leagues.collect();
        let rounds = leagues.iter().map(|(_, league, _)| league.rounds()).max().unwrap_or(0);
        let leagues = std::rc::Rc::new(leagues);
        (0..rounds).flat_map(move |round| {
            let leagues = leagues.clone();
            (0..leagues.len()).flat_map(move |at| {
                let (section, league, is_open) = &leagues[at];
                let is_open = is_open.get(round as usize).is_some_and(|is_open| *is_open);
                let pairs = is_open.then(|| league.round(round)).into_iter().flatten();
                let open = pairs.filter_map(|sides| {
                    let id = section.id(league.spot(sides));
                    let decided = section.row(id).is_some_and(|row| row.verdict != Verdict::Open);
                    (!decided).then_some((*section, id, sides))
                });
                open.collect::<Vec<_>>()
            })
        })
    }

    fn games_due<'s>(
        &'s self,
        plan: &'s StagePlan,
        section: &Section,
        id: MatchId,
        sides: [EntryId; 2],
    ) -> impl Iterator<Item = Due> + 's {
        let games = plan.match_plan(id.spot, section.rounds);
        let played = section.a_match(id).map_or(&[][..], |it| it.games);
        let progress = games.progress(id, sides, &self.event.seed, played);
        progress.due.into_iter().filter_map(move |next| {
            let repetition = self.docket.repetition(id, next.number, sides)?;
            let id = GameId { of: id, number: next.number, repetition };
            Some(Due { id, first: next.first, second: next.second, side_ms: plan.clock(id.of.spot) })
        })
    }

    /// Games of a ladder that no longer count, since one of the two entries now plays with another program.
    pub fn replaced(&self) -> Vec<GameId> {
        let mut replaced = Vec::new();
        let stages = self.stages.iter().zip(&self.event.plan.stages);
        for (stage, plan) in stages.filter(|(_, plan)| plan.format == Format::Ladder) {
            for section in &stage.sections {
                let Some(league) = self.league(plan, section) else { continue };
                let games = self.docket.section(section.stage, section.number);
                let is_out = |game: &&RecordedGame| {
                    matches!(game.id.of.spot, Spot::Pair(..)) && league.sides(game.id.of.spot).is_none()
                };
                replaced.extend(games.iter().filter(is_out).map(|game| game.id));
            }
        }
        replaced
    }

    /// The program with which an entry plays in a ladder: that of its newest accepted submission; `None` without
    /// one, or if the journal does not state it.
    pub fn program(&self, entry: EntryId) -> Option<&SubmittedProgram> {
        self.docket.in_force(entry)?.1
    }

    /// Why two entries meet in a match; `None` if it is not drawn.
    pub fn why(&self, id: MatchId) -> Option<Sentence> {
        let section = self.section(id.stage, id.section)?;
        if let Some(reason) = section.reasons.get(&id) {
            return Some(reason.clone());
        }
        let plan = &self.event.plan.stages[usize::from(id.stage)];
        let ground = self.ground(plan);
        let league = League::new(&ground, &section.members)?;
        league.sides(id.spot).map(|sides| league.reason(&ground, sides))
    }

    /// Why they sit as they do in a game; `None` if its match is not drawn.
    pub fn why_seats(&self, id: GameId) -> Option<Sentence> {
        let section = self.section(id.of.stage, id.of.section)?;
        let plan = &self.event.plan.stages[usize::from(id.of.stage)];
        let sides = match section.a_match(id.of) {
            Some(it) => it.sides,
            None => self.league(plan, section)?.sides(id.of.spot)?,
        };
        let games = plan.match_plan(id.of.spot, section.rounds);
        Some(games.why_seats(id.of, sides, &self.event.seed, id.number, |entry| self.event.name(entry)))
    }

    /// The result of a match and how it came about; `None` if it is not begun.
    pub fn result(&self, id: MatchId) -> Option<Sentence> {
        let section = self.section(id.stage, id.section)?;
        let it = section.a_match(id)?;
        let plan = self.event.plan.stages[usize::from(id.stage)].match_plan(id.spot, section.rounds);
        let mut lots = plan.progress(id, it.sides, &self.event.seed, it.games).lots;
        if it.by_lot && lots.is_empty() {
            lots.push(knockout::lot(&self.event.seed, id, it.sides).why);
        }
        let said = it.words(|entry| self.event.name(entry));
        let with_lots = lots.iter().fold(said, Sentence::and);
        let rulings = crate::in_force::standing(&self.event.rulings);
        let on_it = rulings.filter(|(_, ruling)| {
            !ruling.decision.is_note() && ruling.decision.game().is_some_and(|game| game.of == id)
        });
        Some(
            on_it.fold(with_lots, |said, (_, ruling)| {
                said.and(&Sentence::new(&ruling.reason, &ruling.reason))
            }),
        )
    }

    /// Whether an entry [completed](RecordedGame::completed) all its games properly, won or lost; `None` before the
    /// first that says so.
    pub fn completed(&self, entry: EntryId) -> Option<bool> {
        let sections = self.stages.iter().flat_map(|stage| &stage.sections);
        let games = sections.flat_map(|section| &section.games);
        games.filter_map(|game| game.completed(entry)).reduce(|all, one| all && one)
    }

    /// The current places of a section.
    pub fn places(&self, stage: u16, section: u16) -> Vec<RankedEntry> {
        let (Some(read), Some(plan)) =
            (self.section(stage, section), self.event.plan.stages.get(usize::from(stage)))
        else {
            return Vec::new();
        };
        table::places(&self.ground(plan), read)
    }

    /// How far the event has been drawn in the part that a decision affects.
    pub(crate) fn drawn(&self, decision: &Decision) -> Drawn {
        let stage = self.stages.len().saturating_sub(1) as u16;
        let is_swiss = |section: &&Section| {
            let plan = &self.event.plan.stages[usize::from(section.stage)];
            matches!(plan.format, Format::Swiss { .. })
        };
        let concerns = |section: &&Section| {
            let game = decision
                .game()
                .is_some_and(|game| game.of.section == section.number && game.of.stage == stage);
            game || decision.entries().iter().any(|entry| section.members.contains(entry))
                || matches!(decision, Decision::Revoke { .. })
        };
        let sections = self.stages.last().map_or(&[][..], |stage| &stage.sections);
        let rounds = sections.iter().filter(is_swiss).filter(concerns).map(|section| section.rounds).max();
        Drawn { stage, rounds: rounds.unwrap_or(0) }
    }
}
