//! An event as it goes: a page that renews itself on a terminal, lines elsewhere, JSON for programs.

use super::table::rows;
use crate::language::note;
use crate::out;
use crate::screen::Screen;
use leitai_core::{Lang, Noun, Sentence, Tell, VerdictName, say, sentence};
use leitai_hall::{EventChange, EventObserver, Played};
use leitai_tournament::{Due, Event, GameId, How, Ruling};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often the page is renewed at most.
const RENEWED: Duration = Duration::from_millis(250);
/// The page of a large event is a long computation: at least this many times as long passes until the next.
const SHARE: u32 = 20;
/// Rows of a table that a page shows at most.
const SHOWN: usize = 12;

/// Whoever watches an event.
pub(super) struct Live {
    lang: Lang,
    json: bool,
    quiet: bool,
    screen: Option<Screen>,
    renewed: Option<Instant>,
    pause: Duration,
    begun: Instant,
    /// Games that ran while somebody watched, and since when they do.
    running: BTreeMap<GameId, Instant>,
    played: u64,
    faults: u64,
    /// Most games that the plan can take.
    most: u64,
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
}

#[derive(Serialize)]
struct RulingLine<'a> {
    r#type: &'static str,
    ruling: &'a Ruling,
}

impl Live {
    pub(super) fn new(event: &Event, json: bool, quiet: bool, lang: Lang) -> Live {
        let most = event.plan().length(event.entries()).stages.iter().map(|stage| stage.games).sum();
        Live {
            lang,
            json,
            quiet,
            screen: (!json && !quiet && out::is_watched()).then(|| Screen::new(true)),
            renewed: None,
            pause: RENEWED,
            begun: Instant::now(),
            running: BTreeMap::new(),
            played: 0,
            faults: 0,
            most,
        }
    }

    /// The last page stays; nothing is renewed any more.
    pub(super) fn end(&mut self) {
        self.screen = None;
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
        });
    }

    fn renew(&mut self, event: &Event) {
        if self.screen.is_none() || self.renewed.is_some_and(|at| at.elapsed() < self.pause) {
            return;
        }
        let from = Instant::now();
        let page = self.page(event);
        if let Some(screen) = &mut self.screen {
            screen.show(&page);
        }
        self.renewed = Some(Instant::now());
        self.pause = RENEWED.max(from.elapsed() * SHARE);
    }

    fn page(&self, event: &Event) -> String {
        let lang = self.lang;
        let state = event.state();
        let done = event.games().len() as u64;
        let spent = self.begun.elapsed();
        let left = self.most.saturating_sub(done);
        let each = spent.as_secs_f64() / self.played.max(1) as f64;
        let eta = if self.played == 0 {
            "…".to_owned()
        } else {
            Duration::from_secs_f64(each * left as f64).told(lang)
        };
        let (most, faults) = (self.most, self.faults);
        let mut page = say!(
            lang,
            "{done} of at most {most}, {eta} left at most, {faults} lost by faults\n",
            "已完成 {done} 局（至多 {most} 局），至多还需 {eta}，违规负 {faults} 局\n"; most = Noun::GAMES.of(most)
        );
        for (id, since) in self.running.iter().take(SHOWN) {
            let at = since.elapsed().as_secs();
            page.push_str(&say!(lang, "  running {id}  {at} s\n", "  进行中 {id}  {at} 秒\n"));
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
        self.running.insert(due.id, Instant::now());
    }
}

impl EventObserver for Live {
    fn happened(&mut self, event: &Event, what: &EventChange<'_>) {
        match what {
            EventChange::Started(due) => self.started(due),
            EventChange::Played(played) => {
                self.running.remove(&played.result.id);
                self.played += 1;
                self.faults += u64::from(played.result.how == How::Fault);
                if self.json {
                    Live::json(event, played);
                } else if !self.quiet && self.screen.is_none() {
                    out::line(&self.line(event, played));
                }
            }
            EventChange::Ruled(ruling) => {
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

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        self.screen = None;
        note(&sentence!(
            "{game} could not be played; it needs an operator: {why}", "{game} 无法进行，需要人工处理：{why}"; game, why
        ));
    }
}
