//! `gtp`, the Go Text Protocol version 2, and `htp`, its frame with Hex's words: the platform is the
//! controller. A command is one line; its answer begins with `=` or `?` and ends with an empty line.

mod asked;
mod client;
mod words;

pub use client::GtpClient;
pub use words::{GtpWords, Style, Vertex, color, play, read_color};

use crate::{cut, printable};
use asked::{Asked, Begun, What};
use client::SEAT;
use leitai_core::{
    Dialect, DialectName, Garbled, Habit, Habits, Illegal, Left, Lines, Openings, Outcome, Said, Seat,
    Sentence, Span, SpokenDialect, sentence,
};
use std::collections::VecDeque;
use std::marker::PhantomData;
use words::{MoveOf, RESIGN, ReportOf, RulesOf, ViewOf, initial, plain, vertex};

/// How much of a program's name or complaint is quoted, in bytes.
const QUOTED: usize = 120;
/// Most commands kept of a program's list.
const LISTED: usize = 1 << 10;
/// Asks for the commands that a program knows.
const LIST: &str = "list_commands";
/// Words of which every list of commands contains at least one.
const COMMON: [&str; 5] = ["boardsize", "clear_board", "genmove", "play", "quit"];

/// The controller's side.
///
/// A program is sent only commands that it listed; one that has no list, or does not list the request for an act,
/// is sent only what no game can do without. Answers are matched to commands by their order and their form: a
/// program that answers a command twice, or not at all, is understood as long as its acts can be told apart from
/// its other answers.
pub struct Gtp<W> {
    seat: Seat,
    ready: bool,
    name: Option<String>,
    /// Commands that are not answered yet, in the order they were sent.
    asked: VecDeque<Asked>,
    /// Commands for before the game that wait for the list.
    unsaid: Vec<Asked>,
    /// The commands that the program has listed so far.
    list: Vec<String>,
    /// What has begun and still lacks its empty line.
    begun: Begun,
    /// Whether the program has a stone on its board that was not accepted yet.
    ahead: bool,
    /// Whether the program is sent only what no game can do without.
    least: bool,
    /// Commands that the program's user wants sent before the game.
    wanted: Vec<String>,
    /// Whether it is spared the questions about itself, or wants its lines to end in CR LF.
    habits: Habits,
    words: PhantomData<fn() -> W>,
}

impl<W: GtpWords> Gtp<W> {
    /// The dialect with a game's words, both ends: `gtp`, or `htp` in the style of Hex.
    pub const SPOKEN: SpokenDialect<W::Position> = SpokenDialect {
        name: match W::STYLE {
            Style::Go => DialectName::Gtp,
            Style::Hex => DialectName::Htp,
        },
        platform: |_| Box::new(Gtp::<W>::default()),
        program: || Box::new(GtpClient::<W>::default()),
    };

    /// The command that asks for an act.
    const GENERATE: &'static str = if W::HIDDEN { "reg_genmove" } else { "genmove" };
}

impl<W> Default for Gtp<W> {
    fn default() -> Self {
        Gtp {
            seat: Seat::First,
            ready: false,
            name: None,
            asked: VecDeque::new(),
            unsaid: Vec::new(),
            list: Vec::new(),
            begun: Begun::Nothing,
            ahead: false,
            least: false,
            wanted: Vec::new(),
            habits: Habits::new(&[Habit::Usual, Habit::Bare, Habit::OtherEnd]),
            words: PhantomData,
        }
    }
}

impl<W: GtpWords> Gtp<W> {
    /// Sends a line.
    fn line(&self, text: &str, out: &mut Lines) {
        let before_lf = if self.habits.now() == Habit::OtherEnd { "\r" } else { "" };
        out.line(format_args!("{text}{before_lf}"));
    }

    fn say(&mut self, command: String, what: What, out: &mut Lines) {
        self.line(&command, out);
        self.asked.push_back(Asked { command, what, habit: self.habits.now() });
    }

    fn later(&mut self, command: String, what: What) {
        self.unsaid.push(Asked { command, what, habit: self.habits.now() });
    }

    /// Whether the program stated what it knows. A list without the request for an act does not count.
    fn has_list(&self) -> bool {
        self.lists(Self::GENERATE)
    }

    fn lists(&self, name: &str) -> bool {
        self.list.iter().any(|listed| listed == name)
    }

    /// Whether the program knows an optional command.
    fn knows(&self, name: &str) -> bool {
        self.has_list() && self.lists(name)
    }

    /// Ends the list: commands that the program does not know are not sent.
    fn leave_out(&mut self) {
        let has_list = self.has_list();
        let mut unsaid = std::mem::take(&mut self.unsaid);
        unsaid.retain(|asked| {
            let name = asked.command.split(' ').next().unwrap_or_default();
            match name {
                _ if asked.what == What::Wanted => true,
                // With another board shape or an unknown seat, it would be another game.
                "rectangular_boardsize" | SEAT => true,
                _ if has_list => self.lists(name),
                _ => asked.what == What::Must,
            }
        });
        self.unsaid = unsaid;
    }

    /// Drops the waiting commands to which this answer, by its form, cannot belong: they were not answered.
    fn skip_unanswered(&mut self, text: &str) {
        let is_plain = |asked: &Asked| matches!(asked.what, What::May | What::Must | What::Wanted);
        if self.ready
            && is_act::<W>(text)
            && let Some(at) = self.asked.iter().position(|asked| !is_plain(asked))
        {
            self.asked.drain(..at);
        }
    }

    /// Whether an answer belongs neither to the command that waits first nor to any other.
    fn is_surplus(&self, sign: u8, text: &str) -> bool {
        match self.asked.front() {
            // An act is never empty.
            Some(asked) => asked.what == What::Move && sign == b'=' && text.is_empty(),
            None => !is_act::<W>(text),
        }
    }

    /// Some Hex programs take one number for the board size and refuse two: they are sent the size again as one
    /// number, and then that the board is empty.
    fn says_size_again(&mut self, refused: &str) -> bool {
        let size = refused.strip_prefix("boardsize ").and_then(|sides| sides.split_once(' '));
        let Some((size, _)) = size.filter(|(columns, rows)| columns == rows) else { return false };
        self.later(format!("boardsize {size}"), What::Must);
        self.later("clear_board".to_owned(), What::Must);
        true
    }

    /// Handles `= text`, the answer to the oldest unanswered command.
    fn succeeded(&mut self, what: What, text: &str) -> Result<Said<MoveOf<W>>, Garbled> {
        match what {
            What::List => {
                self.begun = Begun::List;
                self.listed(text);
                Ok(Said::Nothing)
            }
            What::Name => {
                self.name = (!text.is_empty()).then(|| cut(text, QUOTED).to_owned());
                Ok(Said::Nothing)
            }
            What::May | What::Must | What::Wanted => Ok(Said::Nothing),
            What::Move if text.eq_ignore_ascii_case(RESIGN) => Ok(Said::Resign),
            What::Move => {
                self.ahead = !W::HIDDEN;
                let span = if W::HIDDEN { Span::Part } else { Span::Turn };
                let m = W::STYLE.read(text).and_then(W::act);
                m.map(|m| Said::Acts(vec![m], span)).ok_or_else(|| expected::<W>())
            }
        }
    }

    /// Handles the end of an answer. A list without any known command is not one: the program did not know
    /// `list_commands` and has given its name.
    fn ended(&mut self) {
        if self.begun == Begun::Silence {
            return;
        }
        let is_name = std::mem::replace(&mut self.begun, Begun::Nothing) == Begun::List
            && !self.list.is_empty()
            && !COMMON.iter().any(|word| self.lists(word));
        if is_name && self.asked.pop_front_if(|asked| asked.what == What::Name).is_some() {
            let name = std::mem::take(&mut self.list).join(" ");
            self.name = Some(cut(&name, QUOTED).to_owned());
            self.leave_out();
        }
    }

    /// Handles a line of the list; some programs list several commands on one line.
    fn listed(&mut self, text: &str) {
        let room = LISTED.saturating_sub(self.list.len());
        self.list.extend(text.split_ascii_whitespace().take(room).map(str::to_owned));
    }
}

/// Whether this is an act or a resignation.
fn is_act<W: GtpWords>(text: &str) -> bool {
    text.eq_ignore_ascii_case(RESIGN) || W::STYLE.read(text).and_then(W::act).is_some()
}

/// A description of valid answers to `genmove`, for people.
fn expected<W: GtpWords>() -> Garbled {
    let mut said = match W::STYLE {
        Style::Go => Sentence::new(
            "`= ` and a vertex (D4, without I, rows from the bottom)",
            "“= ”与一个点（D4，不用 I，行自下而上）",
        ),
        Style::Hex => {
            Sentence::new("`= ` and a cell (d4, rows from the top)", "“= ”与一个格（d4，行自上而下）")
        }
    };
    for (vertex, name) in [(Vertex::Pass, "pass"), (Vertex::Swap, "swap-pieces")] {
        if W::act(vertex).is_some() {
            said = said.then(&sentence!(", `{name}`", "、“{name}”"));
        }
    }
    Garbled(said.then(&Sentence::new(" or `resign`", "或“resign”")))
}

/// The part of an answer that follows the number of its command.
fn without_id(rest: &[u8]) -> &[u8] {
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    &rest[digits..]
}

impl<W: GtpWords> Dialect<W::Position> for Gtp<W> {
    fn say_least(&mut self) {
        self.least = true;
    }

    fn has_settings(&self) -> bool {
        true
    }

    fn set(&mut self, name: &str, value: &str) {
        self.wanted.push(format!("{name} {value}").trim_end().to_owned());
    }

    fn open(&mut self, seat: Seat, rules: &RulesOf<W>, out: &mut Lines) {
        self.seat = seat;
        let asks = !self.least && self.habits.now() != Habit::Bare;
        if asks {
            self.say(LIST.to_owned(), What::List, out);
            self.say("name".to_owned(), What::Name, out);
        }
        let (columns, rows) = W::size(rules);
        let size = match W::STYLE {
            Style::Hex => format!("boardsize {columns} {rows}"),
            Style::Go if columns == rows => format!("boardsize {columns}"),
            Style::Go => format!("rectangular_boardsize {columns} {rows}"),
        };
        self.later(size, What::Must);
        let mut settings = Vec::new();
        W::settings(rules, &mut settings);
        for command in settings {
            self.later(command, What::May);
        }
        self.later("clear_board".to_owned(), What::Must);
        if W::HIDDEN {
            self.later(format!("{SEAT} {}", color(seat)), What::Must);
        }
        for command in std::mem::take(&mut self.wanted) {
            self.later(command, What::Wanted);
        }
        if !asks {
            self.leave_out();
            self.open_further(out);
        }
    }

    fn recall(&mut self, habit: Habit) {
        self.habits.recall(habit);
    }

    fn habit(&self) -> Habit {
        self.habits.now()
    }

    fn open_further(&mut self, out: &mut Lines) {
        if self.asked.is_empty() {
            for Asked { command, what, .. } in std::mem::take(&mut self.unsaid) {
                self.say(command, what, out);
            }
        }
    }

    fn say_again(&mut self, out: &mut Lines) {
        if self.asked.front().is_some_and(|asked| asked.what == What::List)
            && self.habits.turn_to(Habit::Bare)
        {
            self.begun = Begun::Silence;
            self.asked.clear();
            self.leave_out();
            self.open_further(out);
        }
    }

    fn awaits(&self) -> Option<String> {
        if self.begun == Begun::Silence {
            return Some(LIST.to_owned());
        }
        self.asked.front().map(|asked| asked.command.clone())
    }

    fn begin(&mut self, left: Left, out: &mut Lines) {
        // Hex programs have no word for the time settings: each `time_left` gives them the time.
        if let (Style::Go, Some(left), true) =
            (W::STYLE, left[self.seat.index()], self.knows("time_settings"))
        {
            self.say(format!("time_settings {} 0 0", left.as_secs().max(1)), What::May, out);
        }
    }

    fn report(&mut self, after: &ViewOf<W>, report: &ReportOf<W>, _: bool, out: &mut Lines) {
        self.ahead = false;
        let mut commands = Vec::new();
        W::tell(self.seat, after, report, &mut commands);
        for command in commands {
            self.say(command, What::Must, out);
        }
    }

    fn openings(&self) -> Openings {
        // In a game with hidden information, the reports of one seat do not fit the other seat's program.
        if W::HIDDEN { Openings::None } else { Openings::Acts }
    }

    fn given(&mut self, after: &ViewOf<W>, report: &ReportOf<W>, _: bool, out: &mut Lines) {
        let mut commands = Vec::new();
        W::tell(self.seat, after, report, &mut commands);
        // What a program knows by having said it is sent in the form for the other side.
        if commands.is_empty() {
            W::tell(self.seat.other(), after, report, &mut commands);
        }
        for command in commands {
            self.say(command, What::Must, out);
        }
    }

    fn ask(&mut self, _: &ViewOf<W>, left: Left, out: &mut Lines) {
        let color = initial(self.seat);
        if let (Some(left), true) = (left[self.seat.index()], self.knows("time_left")) {
            let stones = if W::STYLE == Style::Go { " 0" } else { "" };
            self.say(format!("time_left {color} {}{stones}", left.as_secs()), What::May, out);
        }
        self.say(format!("{} {color}", Self::GENERATE), What::Move, out);
    }

    fn hear(&mut self, _: &ViewOf<W>, line: &[u8]) -> Result<Said<MoveOf<W>>, Garbled> {
        let line = plain(line);
        let (sign, text) = match line.trim_ascii() {
            [sign @ (b'=' | b'?'), rest @ ..] => (*sign, printable(without_id(rest).trim_ascii())),
            other => {
                if other.is_empty() {
                    self.ended();
                    return Ok(Said::Nothing);
                }
                if self.begun == Begun::List {
                    self.listed(&printable(other));
                }
                let is_noise = matches!(self.begun, Begun::Nothing | Begun::Silence);
                return Ok(if is_noise { Said::Noise } else { Said::Nothing });
            }
        };
        // An answer is accepted at its first line, so that programs which omit the empty line are understood as
        // well.
        self.begun = Begun::Answer;
        if sign == b'=' {
            self.skip_unanswered(&text);
        }
        if self.is_surplus(sign, &text) {
            return Ok(Said::Noise);
        }
        let Some(Asked { command, what, habit }) = self.asked.pop_front() else {
            return Err(Garbled::expected(
                "no answer: every command has one already",
                "没有回答：每条命令都已得到回答",
            ));
        };
        let said = match what {
            what if sign == b'=' => self.succeeded(what, &text)?,
            What::List | What::Name | What::May => Said::Noise,
            What::Must if self.says_size_again(&command) => Said::Noise,
            // Those that were sent with it are said again too.
            What::Must
                if !self.ready && (habit != self.habits.now() || self.habits.turn_to(Habit::OtherEnd)) =>
            {
                self.later(command, What::Must);
                Said::Noise
            }
            What::Must | What::Wanted | What::Move => {
                let text = cut(&text, QUOTED);
                return Ok(Said::Fails(sentence!(
                    "it answered `? {text}` to `{command}`",
                    "对“{command}”回答“? {text}”"
                )));
            }
        };
        if what == What::Name {
            self.leave_out();
        }
        if !self.ready && self.asked.is_empty() && self.unsaid.is_empty() {
            self.ready = true;
            return Ok(Said::Ready(self.name.take()));
        }
        Ok(said)
    }

    fn spell(&self, _: &ViewOf<W>, turn: &[MoveOf<W>], out: &mut Lines) {
        for m in turn {
            out.line(format_args!("= {}", vertex::<W>(m)));
        }
    }

    fn refused(&mut self, _: &Illegal, out: &mut Lines) {
        if std::mem::take(&mut self.ahead) {
            self.say("undo".to_owned(), What::Must, out);
        }
    }

    fn close(&mut self, _: &Outcome, _: &mut Lines) {}

    fn may_stay(&self) -> bool {
        true
    }

    fn dismiss(&self, out: &mut Lines) {
        self.line("quit", out);
    }

    fn strict(&self) -> bool {
        true
    }

    fn grace_ms(&self) -> u64 {
        1000
    }
}
