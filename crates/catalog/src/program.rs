//! A built-in player as a program: lines in, lines out, like anyone's.

use leitai_core::{
    Budget, By, Client, Cue, Engine, Eye, Game, Lines, Position, RulesOf, Seat, State, View, ViewOf,
};
use std::time::Duration;

/// A program of ours at the far end of a conversation.
pub trait Program: Send {
    /// What it says before it is spoken to.
    fn open(&mut self, out: &mut Lines);

    /// One line from the platform, without its line end. `elapsed` tells the time since the line came.
    /// False: it leaves.
    fn hear(&mut self, line: &[u8], elapsed: &dyn Fn() -> Duration, out: &mut Lines) -> bool;
}

/// Longest thinking of the graded levels below `best`.
const LONGEST: Duration = Duration::from_millis(900);
/// The part of the time left that one turn may take.
const SHARE: u32 = 20;

/// A player of one game in a conversation.
pub(crate) struct Seated<G: Game> {
    client: Box<dyn Client<G::Position>>,
    engine: Box<dyn Engine<G::Position>>,
    name: String,
    /// The rules that its user named; none leaves them to the conversation.
    rules: Option<RulesOf<G>>,
    seat: Seat,
    view: ViewOf<G>,
    cues: Vec<Cue<G::Position>>,
}

impl<G: Game> Seated<G> {
    pub(crate) fn new(
        client: Box<dyn Client<G::Position>>,
        engine: Box<dyn Engine<G::Position>>,
        rules: Option<RulesOf<G>>,
        name: String,
    ) -> Self {
        let seat = Seat::First;
        let first = rules.clone().unwrap_or_default();
        let view = <G::Position as Position>::first_view(&first, Eye::Seat(seat));
        Seated { client, engine, name, rules, seat, view, cues: Vec::new() }
    }

    fn think(&mut self, left: Option<Duration>, elapsed: &dyn Fn() -> Duration, out: &mut Lines) {
        let me = By::Seat(self.seat);
        let mut moves = Vec::new();
        self.view.moves(me, &mut moves);
        // Asked out of turn, or told what leaves nothing to do: a platform's error.
        if moves.is_empty() {
            return;
        }
        let time = left.map_or(LONGEST, |left| LONGEST.min(left / SHARE));
        let mut turn = Vec::new();
        self.engine.think(self.seat, &self.view, &Budget { time, elapsed }, &mut |_| (), &mut turn);
        let mut told = Vec::new();
        self.client.say(&self.view, &turn, out, &mut told);
        for cue in told {
            if let Cue::Learn(report) = cue {
                self.view.learn(&report);
            }
        }
    }
}

impl<G: Game> Program for Seated<G> {
    fn open(&mut self, out: &mut Lines) {
        self.client.open(&self.name, out);
    }

    fn hear(&mut self, line: &[u8], elapsed: &dyn Fn() -> Duration, out: &mut Lines) -> bool {
        let mut cues = std::mem::take(&mut self.cues);
        self.client.hear(&self.view, line, &mut cues);
        let mut stays = true;
        for cue in cues.drain(..) {
            match cue {
                Cue::Start(seat, rules) => {
                    self.seat = seat;
                    let rules = self.rules.as_ref().unwrap_or(&rules);
                    self.view = <G::Position as Position>::first_view(rules, Eye::Seat(seat));
                }
                // A platform may err too: what cannot have happened is not learnt.
                Cue::Learn(report) => {
                    if self.view.admits(&report) {
                        self.view.learn(&report);
                    }
                }
                Cue::Think(left) => self.think(left, elapsed, out),
                Cue::Answer(line) => out.line(line.replace("{name}", &self.name)),
                Cue::End => {}
                Cue::Quit => stays = false,
            }
        }
        self.cues = cues;
        stays
    }
}
