//! A replay at the terminal: what is shown, and what the keys do.

use super::faults::{FaultNote, faults};
use super::record_list::RecordList;
use super::show::Show;
use crate::failure::Failure;
use crate::keys::{Key, Keys};
use crate::screen::Screen;
use crate::stop;
use leitai_catalog::ListedGame;
use leitai_core::{Eye, Facts, Lang, Record, Sentence, Words, say};
use leitai_draw::{cut, pad};
use leitai_protocol::printable;
use std::time::{Duration, Instant};

/// Boards per four seconds, from the slowest pace to the fastest.
const PACES: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
/// The default pace: one board per second.
const USUAL: usize = 2;
/// How often the terminal size and signals are checked.
const GLANCE: Duration = Duration::from_millis(200);
/// Columns for the name of a file.
const NAME: usize = 28;

/// The keys, and what they do.
const KEYS: [(&str, Words); 12] = [
    ("Space", Words::new("play, pause", "播放、暂停")),
    ("+ -", Words::new("faster, slower", "加快、减慢")),
    ("Left Right", Words::new("one step back, one step forward", "后退、前进一步")),
    ("Home End", Words::new("the first board, the last", "最初的局面、最后的局面")),
    ("12 Enter", Words::new("the board after step 12", "第 12 步之后的局面")),
    ("n p", Words::new("the next game in the folder, the previous one", "文件夹中的下一局、上一局")),
    (
        "f F",
        Words::new(
            "the next fault (a line refused, a crash, a loss on time), the previous one",
            "下一处违规（着法被拒、崩溃、超时）、上一处",
        ),
    ),
    (
        "e",
        Words::new(
            "what the next eye saw: the referee, each side, the public",
            "换一方的视角：裁判、双方、公众",
        ),
    ),
    ("Up Down", Words::new("scroll a board taller than the screen", "滚动高于屏幕的棋盘")),
    ("Backspace", Words::new("take back a digit", "删去一位数字")),
    ("?", Words::new("this list", "本列表")),
    ("q", Words::new("leave", "退出")),
];

/// The state of the replay.
pub(super) struct Viewer {
    lang: Lang,
    records: RecordList,
    record: Record,
    facts: &'static Facts,
    faults: Vec<FaultNote>,
    show: Show,
    eye: Option<Eye>,
    /// The board shown.
    at: usize,
    playing: bool,
    pace: usize,
    digits: String,
    /// The message of the last key.
    said: String,
    helps: bool,
    scrolled: usize,
}

impl Viewer {
    /// Shows the selected game of the records, as an eye saw it or whole.
    pub(super) fn open(records: RecordList, eye: Option<Eye>, lang: Lang) -> Result<Viewer, Failure> {
        let failed = |why: Sentence| Failure::file(records.path(), &why);
        let record = records.read().map_err(failed)?;
        let (facts, faults, show) = staged(&record, eye, lang).map_err(failed)?;
        let (digits, said) = (String::new(), String::new());
        Ok(Viewer {
            lang,
            records,
            record,
            facts,
            faults,
            show,
            eye,
            at: 0,
            playing: false,
            pace: USUAL,
            digits,
            said,
            helps: false,
            scrolled: 0,
        })
    }

    /// Runs until the person leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        let stop = stop::flag();
        let mut keys = Keys::open()?;
        let mut screen = Screen::new(true);
        let mut due = Instant::now();
        loop {
            self.draw(&mut screen);
            loop {
                if stop::raised(&stop) {
                    return Err(Failure::Interrupted);
                }
                let left = due.saturating_duration_since(Instant::now());
                let wait = if self.playing { left.min(GLANCE) } else { GLANCE };
                if let Some(key) = keys.next(wait) {
                    if key == Key::Quit {
                        return Ok(());
                    }
                    let was = self.playing;
                    self.strike(key);
                    if self.playing && !was {
                        due = Instant::now() + self.beat();
                    }
                    break;
                }
                if self.playing && Instant::now() >= due {
                    due = Instant::now() + self.beat();
                    self.go_on();
                    break;
                }
                if screen.is_resized() {
                    break;
                }
            }
        }
    }

    /// How long each board is shown.
    fn beat(&self) -> Duration {
        Duration::from_secs(4) / PACES[self.pace]
    }

    fn last(&self) -> usize {
        self.show.frames.len() - 1
    }

    /// Advances playback by one board.
    fn go_on(&mut self) {
        self.at = (self.at + 1).min(self.last());
        self.playing = self.at < self.last();
    }

    fn strike(&mut self, key: Key) {
        self.said.clear();
        // Any key closes the list of keys.
        if std::mem::take(&mut self.helps) {
            return;
        }
        let digits = std::mem::take(&mut self.digits);
        let last = self.last();
        match key {
            Key::Digit(digit) => {
                // A longer number would be beyond every game.
                self.digits = if digits.len() < 7 { digits + &digit.to_string() } else { digits };
                self.playing = false;
            }
            Key::Rub => self.digits = digits[..digits.len().saturating_sub(1)].to_owned(),
            Key::Enter if !digits.is_empty() => self.jump(&digits),
            Key::Right | Key::Enter => self.stand(self.at.saturating_add(1).min(last)),
            Key::Left => self.stand(self.at.saturating_sub(1)),
            Key::First => self.stand(0),
            Key::Last => self.stand(last),
            Key::Space => {
                self.playing = !self.playing;
                if self.playing && self.at == last {
                    self.at = 0;
                }
            }
            Key::Faster => self.pace = (self.pace + 1).min(PACES.len() - 1),
            Key::Slower => self.pace = self.pace.saturating_sub(1),
            Key::NextGame => self.turn(true),
            Key::PreviousGame => self.turn(false),
            Key::Eye => self.change_eye(),
            Key::NextFault => self.seek_fault(true),
            Key::PreviousFault => self.seek_fault(false),
            Key::Up => self.scrolled = self.scrolled.saturating_sub(1),
            Key::Down => self.scrolled = self.scrolled.saturating_add(1),
            Key::Help => self.helps = true,
            Key::Other => self.said = say!(self.lang, "? lists the keys", "“?”列出按键"),
            Key::Quit => {}
        }
    }

    /// Shows one board and stays there.
    fn stand(&mut self, at: usize) {
        (self.at, self.playing) = (at, false);
    }

    /// Shows the board of a fault; the fault that ended the game is described below the last board.
    fn point_at(&mut self, at: usize) {
        self.stand(at);
        self.scrolled = if at == self.last() { usize::MAX } else { 0 };
    }

    fn jump(&mut self, digits: &str) {
        let last = self.last();
        match digits.parse().ok().filter(|at| *at <= last) {
            Some(at) => self.stand(at),
            None => {
                self.said = say!(
                    self.lang,
                    "there is no step {digits}: they go from 0 to {last}",
                    "没有第 {digits} 步：共 0 到 {last} 步"
                );
            }
        }
    }

    /// Switches to the next eye, at the same moment of the game.
    fn change_eye(&mut self) {
        let before = self.eye;
        self.eye = match before {
            None => Some(Eye::ALL[0]),
            Some(eye) => Eye::ALL.get(eye.index() + 1).copied(),
        };
        let passed = self.show.frames[self.at].passed;
        match staged(&self.record, self.eye, self.lang) {
            Ok((_, _, show)) => {
                self.show = show;
                self.at = self.frame(passed);
            }
            Err(why) => {
                self.eye = before;
                why.to(self.lang).clone_into(&mut self.said);
            }
        }
        if !self.facts.hidden {
            self.said = say!(self.lang, "nothing is hidden in this game", "本棋种没有隐藏信息");
        }
    }

    /// The last board reached after that many lines of the record.
    fn frame(&self, passed: usize) -> usize {
        let frames = self.show.frames.iter();
        frames.enumerate().take_while(|(_, frame)| frame.passed <= passed).last().map_or(0, |(at, _)| at)
    }

    /// The boards where something went wrong.
    fn fault_frames(&self) -> Vec<usize> {
        let mut frames: Vec<_> = self.faults.iter().map(|fault| self.frame(fault.passed)).collect();
        frames.dedup();
        frames
    }

    fn turn(&mut self, forward: bool) {
        let (lang, place) = (self.lang, self.records.place());
        while self.records.turn(forward) {
            // Skips a game that cannot be shown.
            if self.take_out().is_ok() {
                return self.stand(0);
            }
        }
        self.put_back(place);
        self.said = if forward {
            say!(lang, "this is the last game of the folder", "已是文件夹中的最后一局")
        } else {
            say!(lang, "this is the first game of the folder", "已是文件夹中的第一局")
        };
    }

    /// Selects the game again that is shown.
    fn put_back(&mut self, place: (usize, usize)) {
        let forward = self.records.place() < place;
        while self.records.place() != place && self.records.turn(forward) {}
    }

    /// Shows the selected game.
    fn take_out(&mut self) -> Result<(), Sentence> {
        let record = self.records.read()?;
        let (facts, faults, show) = staged(&record, self.eye, self.lang)?;
        (self.record, self.facts, self.faults, self.show) = (record, facts, faults, show);
        self.at = self.at.min(self.last());
        self.scrolled = 0;
        Ok(())
    }

    fn seek_fault(&mut self, forward: bool) {
        let here = self.fault_frames();
        let found = if forward {
            here.into_iter().find(|at| *at > self.at)
        } else {
            here.into_iter().rev().find(|at| *at < self.at)
        };
        if let Some(at) = found {
            return self.point_at(at);
        }
        let (lang, place) = (self.lang, self.records.place());
        while self.records.turn(forward) {
            // Skips a game that can no longer be read.
            let Ok(record) = self.records.read() else { continue };
            if faults(&record, self.facts, lang).is_empty() || self.take_out().is_err() {
                continue;
            }
            let frames = self.fault_frames();
            let at = if forward { frames.first() } else { frames.last() };
            return self.point_at(at.copied().unwrap_or(0));
        }
        self.put_back(place);
        self.playing = false;
        self.said = if forward {
            say!(lang, "no fault from here to the end of the folder", "从此处到文件夹末尾没有违规")
        } else {
            say!(lang, "no fault before this in the folder", "文件夹中此前没有违规")
        };
    }

    fn draw(&mut self, screen: &mut Screen) {
        let foot = self.foot();
        if self.helps {
            let lines = KEYS.iter().map(|(key, what)| format!("  {}{}\n", pad(key, 12), what.to(self.lang)));
            return screen.show(&format!("{}\n{foot}", lines.collect::<String>()));
        }
        self.scrolled = screen.scroll(&self.show.screen(self.at), self.scrolled, &foot, self.lang);
    }

    /// The text below the board: faults at this position, and the controls.
    fn foot(&self) -> String {
        let lang = self.lang;
        let here = self.faults.iter().filter(|fault| !fault.said.is_empty());
        let here = here.filter(|fault| self.eye.is_none() && self.frame(fault.passed) == self.at);
        let mut lines: Vec<_> = here.map(|fault| fault.said.clone()).collect();
        if !self.said.is_empty() {
            lines.push(self.said.clone());
        }
        let eye = match self.eye {
            None => say!(lang, "referee", "裁判"),
            Some(Eye::Seat(seat)) => self.facts.seat(seat).to(lang).to_owned(),
            Some(Eye::Public) => say!(lang, "the public", "公众"),
        };
        let pace = f64::from(PACES[self.pace]) / 4.0;
        let pace = if self.playing {
            say!(lang, "playing {pace}/s", "播放 {pace} 步/秒")
        } else {
            say!(lang, "paused", "暂停")
        };
        let (number, count) = self.records.place();
        let name = self.records.path().file_name().unwrap_or_default();
        let name = cut(&printable(name.as_encoded_bytes()), NAME);
        let mut status = say!(
            lang,
            "{pace}  eye: {eye}  game {number}/{count} {name}  ?: keys",
            "{pace}  视角：{eye}  第 {number}/{count} 局 {name}  ? 按键"
        );
        if !self.digits.is_empty() {
            let digits = &self.digits;
            status += &say!(lang, "  step {digits}", "  第 {digits} 步");
        }
        lines.push(status);
        lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}

type Staged = (&'static Facts, Vec<FaultNote>, Show);

/// Prepares a record for an eye.
fn staged(record: &Record, eye: Option<Eye>, lang: Lang) -> Result<Staged, Sentence> {
    let game: ListedGame = record.about.game.parse().map_err(|error| Sentence::of(&error))?;
    let facts = game.facts();
    let show = Show::of(record.clone(), eye, lang).map_err(|error| Sentence::of(&error))?;
    Ok((facts, faults(record, facts, lang), show))
}
