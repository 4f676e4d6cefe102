//! The progress of an event: a page that is updated on a terminal, lines elsewhere, JSON for programs.

use super::table::rows;
use crate::language::note;
use crate::out;
use crate::screen::Screen;
use leitai_core::{Lang, Noun, Sentence, Tell, VerdictName, say, sentence};
use leitai_hall::{EventChange, EventObserver, Played, PlayedProgram};
use leitai_store::{SecondOutcome, SecondPlaying};
use leitai_tournament::{Due, EntryId, Event, EventState, GameId, How, Ruling, Section, Spot};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Shortest interval between two updates of the page.
const RENEWED: Duration = Duration::from_millis(250);
/// The page of a large event takes long to compute: at least this many times that time passes before the next one.
const SHARE: u32 = 20;
/// Most rows of a table on a page.
const SHOWN: usize = 12;

/// Shows the progress of an event.
pub(super) struct EventProgress {
    lang: Lang,
    json: bool,
    quiet: bool,
    screen: Option<Screen>,
    renewed: Option<Instant>,
    pause: Duration,
    begun: Instant,
    /// Games running, with their start as seen here, and the entries playing them.
    running: BTreeMap<GameId, (Instant, [EntryId; 2])>,
    played: u64,
    /// What was said of programs while the page stood on the screen.
    changes: Vec<String>,
    faults: u64,
    /// Games that were played a second time, and games that no other machine took.
    twice: u64,
    once: u64,
    /// The number of entries, and the most games that the plan can take with them, play-offs aside.
    most: (usize, u64),
}

#[derive(Serialize)]
struct GameLine<'a> {
    r#type: &'static str,
    id: String,
    first: &'a str,
    second: &'a str,
    winner: Option<&'a str>,
    verdict: VerdictName,
    reason: &'a str,
    reason_zh: &'a str,
    plies: u32,
    replays: u32,
    record: Option<&'a str>,
    seconds: f64,
    /// The programs of First and Second, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    programs: Option<[Option<PlayedProgram>; 2]>,
}

#[derive(Serialize)]
struct RulingLine<'a> {
    r#type: &'static str,
    ruling: &'a Ruling,
}

impl EventProgress {
    pub(super) fn new(event: &Event, json: bool, quiet: bool, lang: Lang) -> EventProgress {
        EventProgress {
            lang,
            json,
            quiet,
            screen: (!json && !quiet && out::is_watched()).then(|| Screen::new(true)),
            renewed: None,
            pause: RENEWED,
            begun: Instant::now(),
            running: BTreeMap::new(),
            played: 0,
            changes: Vec::new(),
            faults: 0,
            twice: 0,
            once: 0,
            most: most_of(event),
        }
    }

    /// Leaves the last page on the screen and stops updating it.
    pub(super) fn end(&mut self) {
        self.screen = None;
        for line in self.changes.drain(..) {
            out::line(&line);
        }
        let (twice, once) = (self.twice, self.once);
        if !self.json && !self.quiet && twice > 0 {
            let twice = Noun::GAMES.of(twice);
            out::line(&say!(
                self.lang,
                "played again on another machine, as a check: {twice}",
                "已在另一台机器上复核：{twice}"
            ));
        }
        if once > 0 {
            let once = Noun::GAMES.of(once);
            note(&sentence!(
                "still to be checked on another machine, but none took them: {once}; start a worker on a second machine",
                "待另一台机器复核，但无机器领取：{once}；请在第二台机器上启动 worker"; once
            ));
        }
    }

    fn line(&self, event: &Event, played: &Played) -> String {
        let result = &played.result;
        let (first, second) = (event.name(result.first), event.name(result.second));
        let score = result.outcome.figures();
        let (id, reason, plies) = (result.id, played.details.reason.to(self.lang), played.details.plies);
        let plies = Noun::PLIES.of(plies);
        say!(
            self.lang,
            "{id}: {first} {score} {second} ({plies}): {reason}",
            "{id}：{first} {score} {second}（{plies} 手）：{reason}"; plies
        )
    }

    fn json(event: &Event, played: &Played) {
        let result = &played.result;
        out::json(&GameLine {
            r#type: "game",
            id: result.id.to_string(),
            first: event.name(result.first),
            second: event.name(result.second),
            winner: result.winner().map(|entry| event.name(entry)),
            verdict: played.details.verdict,
            reason: played.details.reason.to(Lang::En),
            reason_zh: played.details.reason.to(Lang::Zh),
            plies: played.details.plies,
            replays: played.details.replays,
            record: played.details.record.as_deref(),
            seconds: played.details.seconds,
            programs: Some(played.details.programs).filter(|programs| *programs != [None; 2]),
        });
    }

    /// Says which programs are other ones than before, and where an older one was played on purpose.
    fn changes(&mut self, event: &Event, played: &Played) {
        let sides = [played.result.first, played.result.second];
        for (entry, program) in sides.into_iter().zip(played.details.programs) {
            let Some(PlayedProgram { change: Some(change), sha256 }) = program else { continue };
            let (name, what, hash) = (event.name(entry), change.words(), &sha256.to_string()[..12]);
            let (id, what) = (played.result.id, what.to(self.lang));
            let line = say!(
                self.lang,
                "{id}: {name}: {what} (SHA-256 {hash}…)",
                "{id}：{name}：{what}（SHA-256 {hash}…）"
            );
            match self.screen {
                None => out::line(&line),
                Some(_) => self.changes.push(line),
            }
        }
    }

    fn renew(&mut self, event: &Event) {
        if self.screen.is_none() || self.renewed.is_some_and(|at| at.elapsed() < self.pause) {
            return;
        }
        let from = Instant::now();
        let page = self.screen(event);
        if let Some(screen) = &mut self.screen {
            screen.show(&page);
        }
        self.renewed = Some(Instant::now());
        self.pause = RENEWED.max(from.elapsed() * SHARE);
    }

    /// How many games count so far, including given ones, and the most there can be. A game that was replaced or is
    /// played again counts once; play-offs are added to the plan as they fall due.
    fn progress(&mut self, event: &Event, state: &EventState<'_>) -> (u64, u64) {
        if self.most.0 != event.entries().len() {
            self.most = most_of(event);
        }
        let is_play_off = |spot: &Spot| matches!(spot, Spot::PlayOff(..));
        let (mut done, mut most) = (0, self.most.1);
        for it in state.stages().iter().flat_map(|stage| &stage.sections).flat_map(Section::matches) {
            let games = it.games.len() as u64;
            done += games;
            most += if is_play_off(&it.id.spot) { games } else { 0 };
        }
        most += state.due().filter(|due| is_play_off(&due.id.of.spot)).count() as u64;
        (done, most.max(done))
    }

    fn screen(&mut self, event: &Event) -> String {
        let lang = self.lang;
        let state = event.state();
        let (done, most) = self.progress(event, &state);
        let spent = self.begun.elapsed();
        let left = most.saturating_sub(done);
        let each = spent.as_secs_f64() / self.played.max(1) as f64;
        let eta = if self.played == 0 {
            "…".to_owned()
        } else {
            Duration::from_secs_f64(each * left as f64).told(lang)
        };
        let faults = self.faults;
        let mut page = say!(
            lang,
            "{done} of at most {most}, {eta} left at most, {faults} lost by faults\n",
            "已完成 {done} 局（至多 {most} 局），至多还需 {eta}，违规负 {faults} 局\n"; most = Noun::GAMES.of(most)
        );
        for (id, (since, sides)) in self.running.iter().take(SHOWN) {
            let (at, [first, second]) = (since.elapsed().as_secs(), sides.map(|side| event.name(side)));
            page.push_str(&say!(
                lang,
                "  running {id}  {first} – {second}  {at} s\n",
                "  进行中 {id}  {first} – {second}  {at} 秒\n"
            ));
        }
        let Some(stage) = state.stages().len().checked_sub(1) else { return page };
        for section in state.stages()[stage].sections.iter().filter(|section| !section.is_over).take(4) {
            let places = state.places(stage as u16, section.number);
            page.push_str(&format!(
                "\n{} {}\n",
                event.plan().stages[stage].name.to(lang),
                section.name.to(lang)
            ));
            page.push_str(&rows(event, &state, &places[..places.len().min(SHOWN)], lang, false));
        }
        page
    }

    fn started(&mut self, due: &Due) {
        self.running.insert(due.id, (Instant::now(), [due.first, due.second]));
    }
}

/// The number of entries, and the most games that the plan can take with them.
fn most_of(event: &Event) -> (usize, u64) {
    let length = event.plan().length(event.entries());
    (event.entries().len(), length.stages.iter().map(|stage| stage.games).sum())
}

impl EventObserver for EventProgress {
    fn happened(&mut self, event: &Event, what: &EventChange<'_>) {
        match what {
            EventChange::Started(due) => self.started(due),
            EventChange::Played(played) => {
                self.running.remove(&played.result.id);
                self.played += 1;
                self.faults += u64::from(played.result.how == How::Fault);
                if self.json {
                    EventProgress::json(event, played);
                } else if !self.quiet && self.screen.is_none() {
                    out::line(&self.line(event, played));
                }
                if !self.json && !self.quiet {
                    self.changes(event, played);
                }
            }
            EventChange::Ruled(ruling) => {
                // Games that are no longer due were broken off. A ladder begins with a ruling for each entrant.
                if !self.running.is_empty() {
                    let state = event.state();
                    let due: BTreeSet<GameId> = state.due().map(|due| due.id).collect();
                    self.running.retain(|id, _| due.contains(id));
                }
                if self.json {
                    out::json(&RulingLine { r#type: "ruling", ruling });
                } else if !self.quiet && self.screen.is_none() {
                    let reason = &ruling.reason;
                    out::line(&say!(self.lang, "ruling: {reason}", "裁决：{reason}"));
                }
            }
        }
        self.renew(event);
    }

    fn was_played_twice(&mut self, second: &SecondPlaying) {
        match second.outcome {
            SecondOutcome::NotPlayed => self.once += 1,
            SecondOutcome::Same | SecondOutcome::SameKind => self.twice += 1,
            SecondOutcome::Differs | SecondOutcome::DiffersInKind => {
                self.twice += 1;
                self.screen = None;
                note(&second.words());
            }
        }
    }

    fn was_paused(&mut self, machine: &str) {
        self.screen = None;
        note(&sentence!(
            "{machine} was paused: it fails games that other machines play; `leitai workers` says more",
            "{machine} 已暂停：其他机器能下完的对局，它却失败；详见 `leitai workers`"
        ));
    }

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        self.screen = None;
        note(&sentence!(
            "{game} could not be played and needs attention: {why}", "{game} 无法进行，需要人工处理：{why}"; game, why
        ));
    }

    fn rests(&mut self, why: &Sentence, lasting: Duration) {
        self.screen = None;
        let seconds = lasting.as_secs();
        note(&sentence!("{why}; trying again in {seconds} s", "{why}；{seconds} 秒后再试"; why, seconds));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_tournament::{CountedOutcome, Entry, Plan, RecordedGame, Seed};

    /// Play-offs are added to the plan as they fall due, and the games done never exceed the games possible.
    #[test]
    fn what_is_done_stays_within_what_there_can_be() {
        let teams = vec![Entry::new(0, "甲队"), Entry::new(1, "乙队")];
        let plan = Plan::school(2, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
        let mut event = Event::new(plan, teams, Seed::new("1")).expect("an event");
        let mut live = EventProgress::new(&event, true, true, Lang::Zh);
        let mut figures = Vec::new();
        loop {
            let state = event.state();
            figures.push(live.progress(&event, &state));
            let Some(Due { id, first, second, .. }) = state.due().next() else { break };
            live.started(&state.due().next().expect("the same"));
            assert!(live.screen(&event).contains(&format!("进行中 {id}  ")), "{}", live.screen(&event));
            assert!(live.screen(&event).contains("队 – "), "names, not numbers: {}", live.screen(&event));
            live.running.clear();
            let (outcome, how, faults) = (CountedOutcome::Draw, How::Played, [0; 2]);
            event.record(RecordedGame { id, first, second, outcome, how, faults }).expect("a result");
        }
        assert_eq!(figures, [(0, 2), (1, 2), (2, 4), (3, 4), (4, 5), (5, 5)]);
    }
}
