//! The live table: the one implementation of [`Table`].

mod again;
mod beginning;
mod code;
mod hearing;
mod referee;
mod refused;
mod reliving;
mod stepping;
mod telling;

pub(crate) use refused::refused;

use crate::record_writer::RecordWriter;
use leitai_core::{
    About, Act, Actor, Choice, Clock, Dialect, DialectName, Dice, End, Eye, Facts, Fault, Game, Garbled,
    Habit, Heard, Left, Lifecycle, Line, Lines, MoveOf, Options, Outbox, Outcome, Phrase, Position, Reading,
    Refusal, Report, RulesOf, Ruling, Said, Say, Scene, Seat, Seen, Sentence, Spoken, State, TELL,
    TELL_LEAST, Table, Turn, ViewOf, Viewer, Why, illegal,
};
use leitai_protocol::printable;
use referee::Referee;
use std::borrow::Cow;
use std::time::Duration;

pub(crate) struct LiveTable<G: Game> {
    options: Options,
    rules: RulesOf<G>,
    position: G::Position,
    /// The position from which the game began.
    start: G::Position,
    /// The acts that count, in order.
    history: Vec<(Actor, MoveOf<G>)>,
    /// After how many acts each ply was complete.
    plies: Vec<usize>,
    /// What each eye knows, in the order of [`Eye::ALL`].
    views: [ViewOf<G>; 3],
    /// The reports that each eye got of the last turn about which it was told anything, and of draws after it.
    last: [Vec<Report<G::Position>>; 3],
    /// How many of them each eye got before the acts played last.
    heard: [usize; 3],
    talks: [Option<Talk<G>>; 2],
    /// The forms in which their conversations begin.
    habits: [Habit; 2],
    /// Whether the reports to each eye are passed on.
    watched: [bool; 3],
    /// The starting position, if it differs from the rules' and may be revealed.
    from: Option<String>,
    /// The acts that both seats are given before they may act themselves.
    opening: Vec<(Actor, MoveOf<G>)>,
    /// Settings of each seat's program, name and value, that its user wants passed to it.
    settings: [Vec<(String, String)>; 2],
    /// Whether programs are told only what no game can do without.
    least: bool,
    /// Whether a referee enters what both sides play.
    entered: bool,
    /// Ends the game before its rules do, where the stage asks for that.
    referee: Referee,
    /// Whether both programs have been told that the game starts.
    begun: bool,
    /// An outcome that overrides the rules'.
    laid: Option<Outcome>,
    /// For each eye, whether the next report to it begins a new turn. Checked when an eye is told something, not when
    /// something is done: an unseen act must not change what an eye is shown.
    stale: [bool; 3],
    /// The eye that saw the last turn best: that of its mover.
    mover: Eye,
    retries: [u64; 2],
    /// `None` where chance is played by hand (a replay, real dice).
    dice: Option<Dice>,
    record: RecordWriter,
}

struct Talk<G: Game> {
    name: DialectName,
    dialect: Box<dyn Dialect<G::Position>>,
    ready: bool,
    /// Whether the program is to stay for another game.
    stays: bool,
}

impl<G: Game> LiveTable<G> {
    pub(crate) fn new(
        options: Options,
        rules: RulesOf<G>,
        position: G::Position,
        opening: Vec<(Actor, MoveOf<G>)>,
        dice: Option<Dice>,
        about: &About<'static>,
    ) -> Self {
        LiveTable {
            retries: [options.whole("illegal_retries"); 2],
            views: Eye::ALL.map(|eye| position.view(eye)),
            last: [const { Vec::new() }; 3],
            heard: [0; 3],
            talks: [None, None],
            habits: [Habit::Usual; 2],
            watched: [false; 3],
            from: about.position.as_deref().filter(|_| !G::FACTS.hidden).map(str::to_owned),
            opening,
            settings: about.seats.each_ref().map(|seat| {
                let owned =
                    |(name, value): &(Cow<'_, str>, Cow<'_, str>)| (name.to_string(), value.to_string());
                seat.settings.iter().map(owned).collect()
            }),
            least: about.stage.get(TELL).is_some_and(|told| told == TELL_LEAST),
            entered: about.seats.iter().all(|seat| seat.dialect == Spoken::Relay),
            referee: Referee::of(about),
            begun: false,
            laid: None,
            stale: [true; 3],
            mover: Eye::Public,
            record: RecordWriter::open(about),
            dice,
            options,
            rules,
            start: position.clone(),
            history: Vec::new(),
            plies: Vec::new(),
            position,
        }
    }

    /// Ends the game: nothing is heard after that. A game set up at its end has ended by its rules, whatever happens to
    /// its programs before it begins.
    fn close(&mut self, outcome: Outcome, reason: Sentence, outbox: &mut Outbox) -> Outcome {
        let by_rules = self.position.turn().outcome();
        let (outcome, reason) = match by_rules {
            Some(outcome) => (outcome, outcome.why.words().into()),
            None => (outcome, reason),
        };
        if !matches!(outcome.why, Why::Law(_)) {
            self.laid = Some(outcome);
        }
        self.record.close(outcome, reason, self.dice.as_ref().map(Dice::seed));
        for seat in Seat::BOTH {
            if let Some(talk) = &mut self.talks[seat.index()] {
                let lines = &mut outbox.lines[seat.index()];
                talk.dialect.close(&outcome, lines);
                if !talk.stays {
                    talk.dialect.dismiss(lines);
                }
            }
        }
        outcome
    }

    fn fault(&mut self, seat: Seat, fault: Fault, reason: Sentence, outbox: &mut Outbox) -> Heard {
        Heard::Over(self.close(Outcome::fault(seat, fault), reason, outbox))
    }

    fn resign(&mut self, seat: Seat, outbox: &mut Outbox) -> Outcome {
        let outcome = Outcome { winner: Some(seat.other()), why: Why::Resigned };
        self.close(outcome, outcome.why.words().into(), outbox)
    }

    fn choices_of(&self, moves: &[MoveOf<G>]) -> Vec<Choice> {
        moves.iter().map(|m| Choice { text: text::<G>(m), path: G::clicks(&self.rules, m) }).collect()
    }

    /// Whether the seat may speak up with these acts: on its turn, and out of turn with an aside or with an act that is
    /// denied at no cost.
    fn is_due(&self, seat: Seat, acts: &[MoveOf<G>]) -> bool {
        let view = &self.views[seat.index()];
        let is_aside = |m| {
            let mut asides = Vec::new();
            view.asides(seat, &mut asides);
            asides.contains(m)
        };
        let is_free = |m| matches!(view.check(Actor::Seat(seat), m), Err(why) if why.free);
        self.position.turn().owes(Actor::Seat(seat))
            || acts.first().is_some_and(|m| is_aside(m) || is_free(m))
    }
}

/// The canonical text of an act.
pub(crate) fn text<G: Game>(m: &MoveOf<G>) -> String {
    let mut text = String::new();
    G::write(m, &mut text);
    text
}

/// A line without the byte order mark with which some systems begin a text.
fn unmarked(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

impl<G: Game> Table for LiveTable<G> {
    fn facts(&self) -> &'static Facts {
        const { &G::FACTS }
    }

    fn turn(&self) -> Turn {
        self.laid.map_or_else(|| self.position.turn(), Turn::Over)
    }

    fn keeps_secrets(&self) -> bool {
        self.position.keeps_secrets()
    }

    fn plies(&self) -> u32 {
        self.record.plies()
    }

    fn ruling(&self) -> Option<Ruling> {
        if self.laid.is_some() { None } else { self.position.ruling() }
    }

    fn sit(
        &mut self,
        seat: Seat,
        name: DialectName,
        clock: &Clock,
        outbox: &mut Outbox,
    ) -> Option<Lifecycle> {
        let dialect = self.opened(seat, name, clock, outbox)?;
        let lifecycle = dialect.lifecycle();
        if lifecycle.says_nothing_first {
            self.record.write(&Line::Ready { seat, name: None, us: 0 }, false);
        }
        self.talks[seat.index()] =
            Some(Talk { name, dialect, ready: lifecycle.says_nothing_first, stays: false });
        Some(lifecycle)
    }

    fn stay(&mut self, seat: Seat) -> Option<Lines> {
        let talk = self.talks[seat.index()].as_mut().filter(|talk| talk.dialect.may_stay())?;
        Some(talk.stay())
    }

    fn watch(&mut self, eye: Eye) {
        self.watched[eye.index()] = true;
    }

    fn begin(&mut self, left: Left, outbox: &mut Outbox) {
        self.start(left, outbox);
        match self.position.turn() {
            Turn::Over(outcome) => _ = self.close(outcome, outcome.why.words().into(), outbox),
            _ => self.ask(|_| true, left, outbox),
        }
    }

    fn hear(&mut self, seat: Seat, line: &[u8], spent: Duration, left: Left, outbox: &mut Outbox) -> Heard {
        let Some(talk) = &mut self.talks[seat.index()] else { return Heard::Nothing };
        if self.record.end().is_some() {
            return Heard::Nothing;
        }
        let line = unmarked(line);
        let said = talk.dialect.hear(&self.views[seat.index()], line);
        if !talk.ready {
            talk.dialect.open_further(&mut outbox.lines[seat.index()]);
        }
        self.understood(seat, said, line, spent, left, outbox)
    }

    fn is_log(&self, seat: Seat, beginning: &[u8]) -> bool {
        self.talks[seat.index()].as_ref().is_some_and(|talk| talk.dialect.is_log(unmarked(beginning)))
    }

    fn hear_unasked(&mut self, seat: Seat, line: &[u8]) {
        let Some(talk) = &mut self.talks[seat.index()] else { return };
        if self.record.end().is_some() {
            return;
        }
        match talk.dialect.hear(&self.views[seat.index()], line) {
            Ok(Said::Nothing) => {}
            Ok(Said::Debug(text)) => self.record.note(seat, "debug", &text),
            _ => self.record.note(seat, "noise", &printable(line)),
        }
    }

    fn recall(&mut self, seat: Seat, habit: Habit) {
        self.habits[seat.index()] = habit;
    }

    fn habit(&self, seat: Seat) -> Option<Habit> {
        let talk = self.talks[seat.index()].as_ref().filter(|talk| talk.ready)?;
        Some(talk.dialect.habit())
    }

    fn ask_again(&mut self, seat: Seat, outbox: &mut Outbox) {
        if let Some(talk) = &mut self.talks[seat.index()] {
            talk.dialect.ask_again(&mut outbox.lines[seat.index()]);
        }
    }

    fn say_again(&mut self, seat: Seat, outbox: &mut Outbox) {
        if let Some(talk) = self.talks[seat.index()].as_mut().filter(|talk| !talk.ready) {
            talk.dialect.say_again(&mut outbox.lines[seat.index()]);
        }
    }

    fn awaits(&self, seat: Seat) -> Option<String> {
        let talk = self.talks[seat.index()].as_ref().filter(|talk| !talk.ready)?;
        talk.dialect.awaits()
    }

    fn left(&mut self, seat: Seat, spent: Duration, left: Left, outbox: &mut Outbox) -> Option<Heard> {
        if self.record.end().is_some() {
            return None;
        }
        let said = self.talks[seat.index()].as_mut()?.dialect.left()?;
        Some(self.understood(seat, Ok(said), b"", spent, left, outbox))
    }

    fn act(&mut self, act: Act<'_>, spent: Duration, left: Left, outbox: &mut Outbox) -> Result<(), Refusal> {
        if self.record.end().is_some() {
            return Err(Refusal::NotAsked);
        }
        match act {
            Act::Play { by, acts, span } => {
                let acts: Vec<_> = acts
                    .iter()
                    .map(|text| G::read(text))
                    .collect::<Result<_, _>>()
                    .map_err(Refusal::Garbled)?;
                let due = match by {
                    Actor::Seat(seat) => self.is_due(seat, &acts),
                    other => self.position.turn().owes(other),
                };
                if !due || acts.is_empty() {
                    return Err(Refusal::NotAsked);
                }
                self.step(by, &acts, span, spent.as_micros() as u64, left, outbox).map_err(Refusal::Illegal)
            }
            Act::Resign(seat) => {
                self.resign(seat, outbox);
                Ok(())
            }
            Act::Agree => {
                self.close(Outcome { winner: None, why: Why::Agreed }, Why::Agreed.words().into(), outbox);
                Ok(())
            }
            Act::Back { by, to, dice } => self.take_back(by, to, dice).map_err(Refusal::NotBack),
            Act::Again(at) => {
                self.stand_again(at);
                Ok(())
            }
            Act::Clock(change, reason) => {
                self.record.write(&Line::Clock { change, reason: reason.into() }, false);
                Ok(())
            }
            Act::Rule(winner, reason) => {
                self.close(Outcome { winner, why: Why::Ruled }, Sentence::quoted(reason), outbox);
                Ok(())
            }
            Act::Fault(seat, fault, reason) => {
                self.fault(seat, fault, reason.clone(), outbox);
                Ok(())
            }
        }
    }

    fn again(&mut self, line: &Line<'_>, reason: &Sentence, outbox: &mut Outbox) -> Result<(), Sentence> {
        self.hear_again(line, reason, outbox)
    }

    fn relive(&mut self, line: &Line<'_>) -> Result<(), Sentence> {
        self.live_through(line)
    }

    fn end(&self) -> Option<&End<'static>> {
        self.record.end()
    }

    fn grace_ms(&self, seat: Seat) -> u64 {
        self.talks[seat.index()].as_ref().map_or(0, |talk| talk.dialect.grace_ms())
    }

    fn read(&self, typed: &str) -> Result<String, Garbled> {
        G::read(typed).map(|m| text::<G>(&m))
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let view = &self.views[seat.index()];
        let mut moves = Vec::new();
        if self.record.end().is_none() {
            view.moves(Actor::Seat(seat), &mut moves);
            view.asides(seat, &mut moves);
        }
        self.choices_of(&moves)
    }

    fn refusal(&self, seat: Seat, places: &[u16]) -> Option<Refusal> {
        let many = self.scene(Viewer::Seat(seat)).places.len();
        if places.is_empty() || places.iter().any(|at| usize::from(*at) >= many) {
            return None;
        }
        if !self.turn().owes(Actor::Seat(seat)) {
            return Some(Refusal::NotAsked);
        }
        let view = &self.views[seat.index()];
        let refused = match G::meant(view, seat, places) {
            Ok(m) => view.check(Actor::Seat(seat), &m),
            Err(rule) => illegal(rule),
        };
        refused.err().map(Refusal::Illegal)
    }

    fn phrase(&self, seat: Seat, acts: &[&str]) -> Option<Phrase> {
        let acts: Vec<_> = acts.iter().map(|text| G::read(text)).collect::<Result<_, _>>().ok()?;
        self.spelt(seat, &acts)
    }

    fn phrases(&self, seat: Seat, most: usize) -> Vec<Phrase> {
        let mut firsts = Vec::new();
        self.views[seat.index()].moves(Actor::Seat(seat), &mut firsts);
        let shown = most.min(firsts.len());
        let spread = (0..shown).map(|i| firsts[i * firsts.len() / shown].clone());
        spread.filter_map(|first| self.spelt(seat, &self.turn_from(seat, first)?)).collect()
    }

    fn heard_as(&self, seat: Seat, dialect: DialectName, line: &str) -> Option<Reading> {
        self.reading(seat, dialect, line)
    }

    fn back_to(&self, seat: Seat) -> Option<u32> {
        self.last_turn_of(seat)
    }

    fn rulings(&self) -> Vec<Choice> {
        let mut moves = Vec::new();
        if self.record.end().is_none() {
            self.position.moves(Actor::Arbiter, &mut moves);
            self.position.moves(Actor::Chance, &mut moves);
        }
        self.choices_of(&moves)
    }

    fn announced(&self, seat: Seat) -> Vec<Say> {
        let told = self.last[seat.index()].get(self.heard[seat.index()]..).unwrap_or_default();
        if told.is_empty() { Vec::new() } else { G::announced(&self.views[seat.index()], seat, told) }
    }

    fn scene(&self, who: Viewer) -> Scene {
        let (eye, seen) = match who {
            Viewer::Seat(seat) => (Eye::Seat(seat), Seen::Eye(Eye::Seat(seat), &self.views[seat.index()])),
            Viewer::Spectator => (Eye::Public, Seen::Eye(Eye::Public, &self.views[Eye::Public.index()])),
            Viewer::Arbiter => (self.mover, Seen::Truth(&self.position)),
        };
        G::scene(seen, &self.last[eye.index()])
    }

    fn position(&self) -> String {
        let mut text = String::new();
        G::write_position(&self.position, &mut text);
        text
    }

    fn code(&self) -> String {
        self.position_code()
    }

    fn digest(&self) -> String {
        self.record.digest()
    }

    fn record(&mut self, out: &mut Vec<u8>) {
        self.record.take(out);
    }

    fn note(&mut self, seat: Seat, what: &'static str, text: &str) {
        let (what, text) = (what.into(), text.into());
        self.record.write(&Line::Note { seat, what, text }, false);
    }

    fn seal(&mut self) {
        self.record.seal();
    }
}
