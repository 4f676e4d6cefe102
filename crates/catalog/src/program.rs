//! A built-in player as a program: lines in, lines out, like anyone's.

use leitai_core::{
    Actor, Budget, Client, Cue, Engine, Eye, Game, Lines, Position, Report, RulesOf, Seat, State, TimeLeft,
    View, ViewOf,
};
use std::time::Duration;

/// A program of ours at the far end of a conversation.
pub trait Program: Send {
    /// It is to stay between its turns, where its dialect lets it choose.
    fn stay(&mut self);

    /// What it says before it is spoken to.
    fn open(&mut self, out: &mut Lines);

    /// One line from the platform, without its line end. `elapsed` tells the time since the line came.
    /// False: it leaves, with `out` as its last words.
    fn hear(&mut self, line: &[u8], elapsed: &dyn Fn() -> Duration, out: &mut Lines) -> bool;
}

/// What a turn may take where nothing limits it.
const USUAL: Duration = Duration::from_secs(1);

/// A player of one game in a conversation.
pub(crate) struct EngineProgram<G: Game> {
    client: Box<dyn Client<G::Position>>,
    engine: Box<dyn Engine<G::Position>>,
    name: String,
    /// The rules that the conversation named, or else its user; none leaves the defaults of the dialect.
    rules: Option<RulesOf<G>>,
    seat: Seat,
    /// What no turn may take longer than.
    turn_limit: Option<Duration>,
    /// Turns asked of it in this game.
    played: u32,
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
            turn_limit: None,
            played: 0,
            view,
            cues: Vec::new(),
        }
    }

    fn learn(&mut self, report: &Report<G::Position>) {
        self.view.learn(report);
        self.engine.told(report, &self.view);
    }

    /// Says a turn; false: it leaves after it.
    fn think(&mut self, left: Option<Duration>, elapsed: &dyn Fn() -> Duration, out: &mut Lines) -> bool {
        let me = Actor::Seat(self.seat);
        let mut moves = Vec::new();
        self.view.moves(me, &mut moves);
        // Asked out of turn, or told what leaves nothing to do: a platform's error.
        if moves.is_empty() {
            return true;
        }
        let time = TimeLeft { game: left, turn: self.turn_limit, played: self.played, ..TimeLeft::default() };
        self.played += 1;
        let (aim, never) = G::PACE.share(&time, USUAL);
        let budget = Budget { aim, never, nodes: None, elapsed };
        let mut turn = Vec::new();
        self.engine.think(self.seat, &self.view, &budget, &mut |_| (), &mut turn);
        let mut told = Vec::new();
        self.client.say(&self.view, &turn, out, &mut told);
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

impl<G: Game> Program for EngineProgram<G> {
    fn stay(&mut self) {
        self.client.stay();
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
                    (self.seat, self.played) = (seat, 0);
                    let rules = self.rules.as_ref().unwrap_or(&rules);
                    self.view = <G::Position as Position>::first_view(rules, Eye::Seat(seat));
                }
                // A platform may err too: what cannot have happened is not learnt.
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
