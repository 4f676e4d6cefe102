//! The program's side of `gtp` and `htp`: a complete engine for any controller.

use super::words::{
    GtpWords, MoveOf, RESIGN, ReportOf, RulesOf, Vertex, ViewOf, drawn, plain, read_color, standing, vertex,
};
use leitai_core::{Client, Cue, Lines, Outcome, Seat, State};
use std::time::Duration;

/// The standard commands that are supported; `undo` is added where it is possible.
const COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "known_command",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
    "quit",
];

/// Takes back the last command that reported an act or asked for one. In a game with hidden information several
/// commands report the outcome of an attempt, and it is not defined which of them to take back.
const UNDO: &str = "undo";

/// Informs a program of its seat in a game with hidden information.
pub(super) const SEAT: &str = "leitai-seat";

/// Why a controller's command cannot be carried out, in the words of the specification where it has words.
type Failure = &'static str;

const SYNTAX_ERROR: Failure = "syntax error";
const ILLEGAL_MOVE: Failure = "illegal move";
const UNACCEPTABLE_SIZE: Failure = "unacceptable size";
const CANNOT_UNDO: Failure = "cannot undo";
const CANNOT_SCORE: Failure = "cannot score";

/// An act that was asked for and not answered yet.
struct Due {
    /// The number of the command.
    id: String,
    /// Whether answering also plays the act.
    plays: bool,
}

/// The time of one side as sent by the controller.
#[derive(Clone, Copy, Default)]
struct Time {
    left: Option<Duration>,
    /// The controller sends no updates: every act is assumed to cost some time.
    runs: bool,
}

/// The program's side. Several games may follow each other in one conversation.
pub struct GtpClient<W: GtpWords> {
    seat: Seat,
    /// Everything learnt in this game, by command.
    history: Vec<Vec<ReportOf<W>>>,
    times: [Time; 2],
    due: Option<Due>,
}

impl<W: GtpWords> Default for GtpClient<W> {
    fn default() -> Self {
        GtpClient { seat: Seat::First, history: Vec::new(), times: [Time::default(); 2], due: None }
    }
}

/// A command and what it applies to.
struct Call<'a, W: GtpWords> {
    view: &'a ViewOf<W>,
    arguments: &'a [&'a str],
    cues: &'a mut Vec<Cue<W::Position>>,
}

impl<W: GtpWords> Client<W::Position> for GtpClient<W> {
    fn hear(&mut self, view: &ViewOf<W>, line: &[u8], cues: &mut Vec<Cue<W::Position>>) {
        let line = plain(line);
        let line = String::from_utf8_lossy(&line);
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.is_empty() {
            return;
        }
        let is_id = |word: &&str| word.bytes().all(|digit| digit.is_ascii_digit());
        let id = if words.first().is_some_and(is_id) { words.remove(0) } else { "" };
        let (command, arguments) = words.split_first().unwrap_or((&"", &[]));
        if matches!(*command, "genmove" | "reg_genmove") {
            let due = Due { id: id.to_owned(), plays: *command == "genmove" };
            if let Some(answer) = self.generate(due, &mut Call { view, arguments, cues }) {
                say(id, &answer, cues);
            }
            return;
        }
        let answer = self.obey(command, &mut Call { view, arguments, cues });
        say(id, &answer, cues);
        if *command == "quit" {
            cues.extend([Cue::End, Cue::Quit]);
        }
    }

    fn say(
        &mut self,
        view: &ViewOf<W>,
        turn: &[MoveOf<W>],
        out: &mut Lines,
        cues: &mut Vec<Cue<W::Position>>,
    ) {
        let (Some(Due { id, plays }), Some(m)) = (self.due.take(), turn.first()) else { return };
        out.line(format_args!("={id} {}", vertex::<W>(m)));
        out.line("");
        if plays {
            self.learn(W::learn(view, self.seat, m), cues);
        }
    }
}

impl<W: GtpWords> GtpClient<W> {
    /// Executes any command except those that ask for an act, and returns its answer.
    fn obey(&mut self, command: &str, call: &mut Call<'_, W>) -> Result<String, Failure> {
        let done = |()| String::new();
        match (command, call.arguments) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok("{name}".to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("list_commands", []) => Ok(known::<W>().collect::<Vec<_>>().join("\n")),
            ("known_command", [name]) => Ok(known::<W>().any(|command| command == *name).to_string()),
            ("boardsize" | "rectangular_boardsize", [side]) => self.resize(side, side, call).map(done),
            ("boardsize" | "rectangular_boardsize", [columns, rows]) => {
                self.resize(columns, rows, call).map(done)
            }
            ("clear_board", []) => {
                self.start(&W::rules(call.view), call.cues);
                Ok(String::new())
            }
            ("komi", [komi]) => komi.parse::<f64>().map(|_| String::new()).map_err(|_| SYNTAX_ERROR),
            ("play", [color, vertex]) => self.play(color, vertex, call).map(done),
            (UNDO, []) if !W::HIDDEN => self.undo(call).map(done),
            ("time_settings", [main, period, stones]) => self.time_settings([main, period, stones]).map(done),
            ("time_left", [color, time, ..]) => self.time_left(color, time).map(done),
            ("final_score", []) => match standing(call.view.turn()) {
                Err(Some(outcome)) => Ok(W::score(call.view, &outcome)),
                _ => Err(CANNOT_SCORE),
            },
            ("showboard", []) => Ok(format!("\n{}", drawn::<W>(call.view))),
            ("quit", _) => Ok(String::new()),
            (SEAT, [color]) if W::HIDDEN => {
                self.seat = read_color(color).ok_or(SYNTAX_ERROR)?;
                self.start(&W::rules(call.view), call.cues);
                Ok(String::new())
            }
            (extension, _) if W::EXTENSIONS.contains(&extension) => self.extend(extension, call).map(done),
            (other, _) if known::<W>().any(|command| command == other) => Err(SYNTAX_ERROR),
            _ => Err("unknown command"),
        }
    }

    /// Starts a game from the empty board.
    fn start(&mut self, rules: &RulesOf<W>, cues: &mut Vec<Cue<W::Position>>) {
        self.history.clear();
        cues.push(Cue::Start(self.seat, rules.clone()));
    }

    fn resize(&mut self, columns: &str, rows: &str, call: &mut Call<'_, W>) -> Result<(), Failure> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| SYNTAX_ERROR);
        let (columns, rows) = (number(columns)?, number(rows)?);
        let sizes = u8::try_from(columns).ok().zip(u8::try_from(rows).ok());
        let rules = sizes.and_then(|(columns, rows)| W::sized(&W::rules(call.view), columns, rows));
        let rules = rules.ok_or(UNACCEPTABLE_SIZE)?;
        call.cues.push(Cue::Rules(rules.clone()));
        self.start(&rules, call.cues);
        Ok(())
    }

    fn play(&mut self, color: &str, vertex: &str, call: &mut Call<'_, W>) -> Result<(), Failure> {
        let seat = read_color(color).ok_or(SYNTAX_ERROR)?;
        // Some controllers pass this on as well; there is nothing to learn from it.
        if vertex.eq_ignore_ascii_case(RESIGN) {
            return Ok(());
        }
        let vertex = W::STYLE.read(vertex).ok_or(SYNTAX_ERROR)?;
        let m = W::act(vertex).ok_or(ILLEGAL_MOVE)?;
        let reports = W::learn(call.view, seat, &m);
        if reports.is_empty() {
            return Err(ILLEGAL_MOVE);
        }
        self.learn(reports, call.cues);
        Ok(())
    }

    fn learn(&mut self, reports: Vec<ReportOf<W>>, cues: &mut Vec<Cue<W::Position>>) {
        cues.extend(reports.iter().cloned().map(Cue::Learn));
        self.history.push(reports);
    }

    fn extend(&mut self, command: &str, call: &mut Call<'_, W>) -> Result<(), Failure> {
        if let Some(rules) = W::set(&W::rules(call.view), command, call.arguments) {
            if !self.history.is_empty() {
                return Err("the game has begun");
            }
            call.cues.push(Cue::Rules(rules.clone()));
            self.start(&rules, call.cues);
            return Ok(());
        }
        let report = W::extension(call.view, command, call.arguments);
        let report = report.ok_or("syntax error, or not possible now")?;
        self.learn(vec![report], call.cues);
        Ok(())
    }

    /// Reports cannot be unlearnt, so the game is started again without its last command.
    fn undo(&mut self, call: &mut Call<'_, W>) -> Result<(), Failure> {
        self.history.pop().ok_or(CANNOT_UNDO)?;
        self.restart(call);
        Ok(())
    }

    fn restart(&self, call: &mut Call<'_, W>) {
        call.cues.push(Cue::Start(self.seat, W::rules(call.view)));
        call.cues.extend(self.history.iter().flatten().cloned().map(Cue::Learn));
    }

    fn time_settings(&mut self, arguments: [&str; 3]) -> Result<(), Failure> {
        let [main, period, stones] = arguments.map(seconds);
        let (main, period, stones) = (main?, period?, stones?.as_secs() as u32);
        let time = if !main.is_zero() {
            Time { left: Some(main), runs: true }
        } else if stones > 0 && !period.is_zero() {
            Time { left: Some(period / stones), runs: false }
        } else {
            Time::default()
        };
        self.times = [time; 2];
        Ok(())
    }

    fn time_left(&mut self, color: &str, time: &str) -> Result<(), Failure> {
        let seat = read_color(color).ok_or(SYNTAX_ERROR)?;
        self.times[seat.index()] = Time { left: Some(seconds(time)?), runs: false };
        Ok(())
    }

    /// Handles a request for an act. Returns `None` if the program has to think, or the answer if there is one at
    /// once.
    fn generate(&mut self, due: Due, call: &mut Call<'_, W>) -> Option<Result<String, Failure>> {
        let Some(seat) = (match call.arguments {
            [color] => read_color(color),
            _ => None,
        }) else {
            return Some(Err(SYNTAX_ERROR));
        };
        match standing(call.view.turn()) {
            Ok(mover) if mover == seat => {}
            Ok(Seat::First) => return Some(Err("it is black's turn")),
            Ok(Seat::Second) => return Some(Err("it is white's turn")),
            Err(outcome) => return Some(after_the_end::<W>(seat, outcome)),
        }
        if seat != self.seat {
            // One seat's reports are not what the other seat knows.
            if W::HIDDEN {
                return Some(Err("the other side is not seen"));
            }
            self.seat = seat;
            self.restart(call);
        }
        let time = &mut self.times[seat.index()];
        call.cues.push(Cue::Think(time.left));
        if time.runs {
            time.left = time.left.map(|left| left.saturating_sub(left / SHARE));
        }
        self.due = Some(due);
        None
    }
}

/// The fraction of its time that an act is assumed to cost if the controller does not send the time left: one part
/// in this many.
const SHARE: u32 = 16;

/// The answer for a side whose game is over: the loser resigns.
fn after_the_end<W: GtpWords>(seat: Seat, outcome: Option<Outcome>) -> Result<String, Failure> {
    if outcome.is_some_and(|outcome| outcome.winner == Some(seat.other())) {
        Ok("resign".to_owned())
    } else if W::act(Vertex::Pass).is_some() {
        Ok("pass".to_owned())
    } else {
        Err("the game is over")
    }
}

/// All commands, in the order in which they are listed.
fn known<W: GtpWords>() -> impl Iterator<Item = &'static str> {
    COMMANDS.into_iter().chain([if W::HIDDEN { SEAT } else { UNDO }]).chain(W::EXTENSIONS.iter().copied())
}

fn seconds(text: &str) -> Result<Duration, Failure> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or(SYNTAX_ERROR)
}

/// Says the answer to a command: its lines, then an empty line.
fn say<P: leitai_core::Position>(id: &str, answer: &Result<String, Failure>, cues: &mut Vec<Cue<P>>) {
    let (sign, text) = match answer {
        Ok(text) => ('=', text.as_str()),
        Err(failure) => ('?', *failure),
    };
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    let blank = if first.is_empty() { "" } else { " " };
    cues.push(Cue::Answer(format!("{sign}{id}{blank}{first}")));
    cues.extend(lines.chain([""]).map(|line| Cue::Answer(line.to_owned())));
}
