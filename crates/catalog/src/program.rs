//! A built-in player as a program: lines in, lines out, like any other program.

use crate::own_clock::OwnClock;
use leitai_core::{
    Actor, Budget, Client, Clock, Cue, Engine, Eye, Game, Info, Lines, MoveOf, Position, Report, RulesOf,
    Seat, State, View, ViewOf,
};
use std::time::Duration;

/// What stands before the level in the name that a built-in player announces.
pub(crate) const OWN: &str = "Leitai ";

/// One of our own programs at the far end of a conversation.
pub trait Program: Send {
    /// Makes the program stay between its turns, where its dialect lets it choose.
    fn stay(&mut self);

    /// Sets the clock that the program keeps where the conversation tells it none, and the most nodes that it searches
    /// per turn.
    fn keep(&mut self, clock: Clock, nodes: Option<u64>);

    /// From now on the program reports its thinking while it thinks: at most one line per tenth of a second, less and
    /// less often in a long turn, and always the last one.
    fn think_aloud(&mut self, say: Listener);

    /// Writes what the program says before it is spoken to.
    fn open(&mut self, out: &mut Lines);

    /// Takes one line from the platform, without its line end. `elapsed` returns the time since the line came. Returns
    /// false if the program leaves, with `out` as its last words.
    fn hear(&mut self, line: &[u8], elapsed: &dyn Fn() -> Duration, out: &mut Lines) -> bool;
}

/// What a program says before its answer.
pub enum Aloud<'a> {
    /// Lines for the platform, in their dialect.
    Lines(&'a Lines),
    /// Not a part of the conversation: the dialect has no room for it.
    Log(&'a str),
}

/// Receives what a program says before its answer.
pub type Listener = Box<dyn FnMut(&Aloud<'_>) + Send>;

/// The time for a turn where nothing limits it.
const USUAL: Duration = Duration::from_secs(1);
/// The time from the beginning of a turn to the first line about its thinking, and the least time between two of them.
/// Each wait is twice as long as the one before, so that records have room for long turns; the last line does not wait.
const BREATH: Duration = Duration::from_millis(100);

/// A player of one game in a conversation.
pub(crate) struct EngineProgram<G: Game> {
    client: Box<dyn Client<G::Position>>,
    engine: Box<dyn Engine<G::Position>>,
    name: String,
    /// The rules named by the conversation, or else by the program's user; `None` leaves the dialect's defaults.
    rules: Option<RulesOf<G>>,
    seat: Seat,
    own_clock: OwnClock,
    /// The most nodes that a turn may search.
    nodes: Option<u64>,
    /// The time limit of a turn, as the platform stated it.
    turn_limit: Option<Duration>,
    /// The number of turns that it has ended in this game.
    played: u32,
    /// Whether it is within a turn.
    in_turn: bool,
    aloud: Option<Listener>,
    view: ViewOf<G>,
    cues: Vec<Cue<G::Position>>,
}

impl<G: Game> EngineProgram<G> {
    pub(crate) fn new(
        client: Box<dyn Client<G::Position>>,
        engine: Box<dyn Engine<G::Position>>,
        rules: Option<RulesOf<G>>,
        name: String,
    ) -> Self {
        let seat = Seat::First;
        let first = rules.clone().unwrap_or_default();
        let view = <G::Position as Position>::first_view(&first, Eye::Seat(seat));
        EngineProgram {
            client,
            engine,
            name,
            rules,
            seat,
            own_clock: OwnClock::default(),
            nodes: None,
            turn_limit: None,
            played: 0,
            in_turn: false,
            aloud: None,
            view,
            cues: Vec::new(),
        }
    }

    fn learn(&mut self, report: &Report<G::Position>) {
        let me = Actor::Seat(self.seat);
        let owed = self.view.turn().owes(me);
        self.view.learn(report);
        if owed && !self.view.turn().owes(me) {
            (self.played, self.in_turn) = (self.played + 1, false);
        }
        self.engine.observe(report, &self.view);
    }

    /// The budget of the next turn, with `told` left of the game if the platform reports it.
    fn budget<'a>(&self, told: Option<Duration>, elapsed: &'a dyn Fn() -> Duration) -> Budget<'a> {
        let mut left = self.own_clock.left(&G::PACE, self.played);
        left.game = told.or(left.game);
        left.turn = self.turn_limit.or(left.turn);
        let limited = told.is_some() || self.turn_limit.is_some() || self.own_clock.is_limited();
        let (aim, never) = if limited || self.nodes.is_none() {
            G::PACE.share(&left, USUAL)
        } else {
            // Only the nodes end the turn, or the same turn would differ from machine to machine.
            (Duration::MAX, Duration::MAX)
        };
        Budget { aim, never, is_saved: left.is_saved(), is_awaited: true, nodes: self.nodes, elapsed }
    }

    /// Plays a turn; returns false if the program leaves after it.
    fn think(&mut self, told: Option<Duration>, elapsed: &dyn Fn() -> Duration, out: &mut Lines) -> bool {
        let me = Actor::Seat(self.seat);
        let mut moves = Vec::new();
        self.view.moves(me, &mut moves);
        // Asked out of turn, or sent a state in which there is nothing to do: the platform's error.
        if moves.is_empty() {
            return true;
        }
        let budget = self.budget(told, elapsed);
        let mut turn = Vec::new();
        if let Some(aloud) = &mut self.aloud {
            let mut said = Remarks::<G> {
                client: &*self.client,
                aloud: &mut **aloud,
                elapsed,
                due: elapsed() + BREATH,
                wait: BREATH,
                kept: None,
            };
            self.engine.think(self.seat, &self.view, &budget, &mut |info| said.hear(info), &mut turn);
            said.end();
        } else {
            self.engine.think(self.seat, &self.view, &budget, &mut |_| (), &mut turn);
        }
        let mut told = Vec::new();
        self.client.say(&self.view, &turn, out, &mut told);
        self.own_clock.charge(elapsed(), !std::mem::replace(&mut self.in_turn, true));
        let mut stays = true;
        for cue in told {
            match cue {
                Cue::Learn(report) => self.learn(&report),
                Cue::Quit => stays = false,
                _ => {}
            }
        }
        stays
    }
}

/// Passes on what a player reports of its thinking in one turn.
struct Remarks<'a, G: Game> {
    client: &'a dyn Client<G::Position>,
    aloud: &'a mut (dyn FnMut(&Aloud<'_>) + Send),
    elapsed: &'a dyn Fn() -> Duration,
    /// When it may speak again, and how long it had to wait for that.
    due: Duration,
    wait: Duration,
    /// The latest report that has not been passed on.
    kept: Option<Info<MoveOf<G>>>,
}

impl<G: Game> Remarks<'_, G> {
    fn hear(&mut self, info: Info<MoveOf<G>>) {
        self.kept = Some(info);
        let now = (self.elapsed)();
        if now >= self.due {
            self.wait *= 2;
            self.due = now + self.wait;
            self.end();
        }
    }

    /// Passes on the report that was kept.
    fn end(&mut self) {
        let Some(info) = self.kept.take() else { return };
        let spell = |m: &MoveOf<G>| {
            let mut text = String::new();
            G::write(m, &mut text);
            text
        };
        let text = info.spelt(spell).to_string();
        let mut lines = Lines::default();
        if self.client.remark(&text, &mut lines) {
            (self.aloud)(&Aloud::Lines(&lines));
        } else {
            (self.aloud)(&Aloud::Log(&text));
        }
    }
}

impl<G: Game> Program for EngineProgram<G> {
    fn stay(&mut self) {
        self.client.stay();
    }

    fn keep(&mut self, clock: Clock, nodes: Option<u64>) {
        self.own_clock = OwnClock::of(clock);
        self.nodes = nodes;
    }

    fn think_aloud(&mut self, say: Listener) {
        self.aloud = Some(say);
    }

    fn open(&mut self, out: &mut Lines) {
        self.client.open(&self.name, out);
    }

    fn hear(&mut self, line: &[u8], elapsed: &dyn Fn() -> Duration, out: &mut Lines) -> bool {
        let mut cues = std::mem::take(&mut self.cues);
        self.client.hear(&self.view, line, &mut cues);
        let mut stays = true;
        for cue in cues.drain(..) {
            match cue {
                Cue::Rules(rules) => self.rules = Some(rules),
                Cue::Start(seat, rules) => {
                    (self.seat, self.played, self.in_turn) = (seat, 0, false);
                    self.own_clock.start();
                    let rules = self.rules.as_ref().unwrap_or(&rules);
                    self.view = <G::Position as Position>::first_view(rules, Eye::Seat(seat));
                }
                Cue::From(view) => self.view = view,
                // A platform may err too: a report of something impossible is not learnt.
                Cue::Learn(report) => {
                    if self.view.admits(&report) {
                        self.learn(&report);
                    }
                }
                Cue::TurnLimit(limit) => self.turn_limit = Some(limit),
                Cue::Think(left) => stays &= self.think(left, elapsed, out),
                Cue::Answer(line) => out.line(line.replace("{name}", &self.name)),
                Cue::End => {}
                Cue::Quit => stays = false,
            }
        }
        self.cues = cues;
        stays
    }
}

#[cfg(test)]
mod tests;
