//! `leitai replay`: a recorded game step by step, or as pictures.

use crate::args::takes_folder;
use crate::export::save;
use crate::failure::Failure;
use crate::play::{self, at_a_terminal};
use crate::screen::Screen;
use crate::{out, verify};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use leitai_catalog::{Cut, Ending, Loss, Playback, Step};
use leitai_check::lost;
use leitai_core::{Actor, Eye, Facts, Lang, Noun, RecordError, Scene, Seat, Words, say};
use leitai_draw::{Caption, Film, Numbers, Svg, Terminal, film, svg, terminal};
use leitai_report::game_page;
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record
    file: PathBuf,
    /// Draw every position as an SVG file into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Draw the whole game as one animated SVG file
    #[arg(long, value_name = "FILE")]
    film: Option<PathBuf>,
    /// Write the whole game as one HTML file: to step through, to play, with both logs, and to print on one page
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Number the stones by their moves, in pictures and in what a page prints
    #[arg(long)]
    numbers: bool,
    /// Seconds that a position stands in the film
    #[arg(long, default_value_t = 0.8)]
    seconds: f64,
    /// Show only the position after this many steps
    #[arg(long)]
    at: Option<usize>,
    /// Show only what one eye was told
    #[arg(long, value_parser = eye())]
    eye: Option<Eye>,
    /// Print what it was told, one JSON object a line
    #[arg(long, requires = "eye", conflicts_with_all = ["svg", "film", "page", "at"])]
    json: bool,
}

fn eye() -> impl TypedValueParser<Value = Eye> {
    PossibleValuesParser::new(["first", "second", "public"])
        .try_map(|text| text.parse().map_err(|()| std::fmt::Error))
}

/// A position of the game with what was played to reach it.
struct Frame {
    scene: Scene,
    played: String,
    /// Microseconds that each seat has used so far.
    spent: [u64; 2],
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let broken = |error: RecordError| Failure::file(&args.file, &error);
    let record = verify::read(&args.file).map_err(|what| Failure::file(&args.file, &what))?;
    // What an eye was told says nothing of the loser's words.
    let loss = if args.eye.is_none() { Loss::of(&record) } else { Ok(None) };
    let cut_of = |record| match args.eye {
        Some(eye) => Cut::told(record, eye),
        None => Cut::whole(record),
    };
    if let Some(path) = &args.page {
        save(path, game_page(cut_of(record.clone()), lang, args.numbers).map_err(broken)?.as_bytes())?;
        out::line(&say!(lang, "page in {}", "网页写入 {}", path.display()));
    }
    let cut = cut_of(record);
    if args.json {
        out::text(&cut.text().map_err(broken)?);
        return Ok(());
    }
    let mut show = Show::new(cut.playback().map_err(broken)?, lang).map_err(broken)?;
    if let Some(loss) = loss.map_err(broken)? {
        // That it lost, and by what, stands before it.
        let board = show.frames.last().map(|frame| &frame.scene);
        show.why = lost(&loss, board, lang).split_off(1);
    }
    if let Some(folder) = &args.svg {
        takes_folder("--svg", folder)?;
        show.pictures(folder, args.numbers)?;
    }
    if let Some(path) = &args.film {
        show.film(path, args.seconds)?;
    }
    match args.at {
        Some(at) => out::text(&show.page(at.min(show.frames.len() - 1))),
        None if args.svg.is_some() || args.film.is_some() || args.page.is_some() => {}
        None if at_a_terminal() => show.steps()?,
        None => (0..show.frames.len()).for_each(|at| out::text(&show.page(at))),
    }
    Ok(())
}

fn said(step: &Step, facts: &Facts, lang: Lang) -> String {
    let hand = match step.by {
        None => return step.said.join("; "),
        Some(Actor::Seat(seat)) => facts.seat(seat).to(lang).to_owned(),
        Some(Actor::Chance) => say!(lang, "dice", "掷骰"),
        Some(Actor::Arbiter) => say!(lang, "referee", "裁判"),
    };
    format!("{hand} {}", step.said.join(" "))
}

/// What each seat has used of its clock.
fn clocks(spent: [u64; 2], facts: &Facts, lang: Lang) -> String {
    Seat::BOTH
        .map(|seat| format!("{} {:.1} s", facts.seat(seat).to(lang), spent[seat.index()] as f64 / 1e6))
        .join(" · ")
}

fn ended(ending: &Ending, names: &[String; 2], lang: Lang) -> String {
    let winner = ending.winner.map_or(say!(lang, "draw", "和棋"), |seat| {
        let name = &names[seat.index()];
        say!(lang, "{name} wins", "{name} 胜")
    });
    let reason = ending.reason.to(lang);
    let question = ending.question.as_deref().map_or(String::new(), |delay| questioned(delay, lang));
    say!(lang, "{winner}: {reason}", "{winner}：{reason}") + &question
}

/// That the machine disturbed the game to the last.
fn questioned(delay: &str, lang: Lang) -> String {
    match delay {
        "0 ms" => say!(
            lang,
            " (in question: the loser's program was ended from outside)",
            "（存疑：负方程序被外部终止）"
        ),
        delay => say!(
            lang,
            " (in question: the machine did not run the loser's program for {delay})",
            "（存疑：机器有 {delay} 未运行负方程序）"
        ),
    }
}

struct Show {
    title: String,
    /// What a film says of each frame: its step, who played what, what each has used of its clock.
    heads: Vec<String>,
    frames: Vec<Frame>,
    end: String,
    /// Why its loser lost, where a fault of its program ended the game and all of it may be known.
    why: Vec<String>,
    lang: Lang,
}

impl Show {
    fn new(mut playback: Playback, lang: Lang) -> Result<Show, RecordError> {
        let facts = playback.facts();
        let names = playback.seats().each_ref().map(|seat| seat.name.to_string());
        let names = play::sided(names, facts, lang);
        let mut frames = vec![Frame { scene: playback.scene(), played: String::new(), spent: [0; 2] }];
        let (mut spent, mut timed) = ([0; 2], false);
        while let Some(step) = playback.step()? {
            if let (Some(Actor::Seat(seat)), Some(us)) = (step.by, step.us) {
                spent[seat.index()] += us;
                timed = true;
            }
            let mut scene = playback.scene();
            scene.keep_owners(frames.last().map_or(&[], |before: &Frame| &before.scene.pieces));
            frames.push(Frame { scene, played: said(&step, facts, lang), spent });
        }
        let last = frames.len() - 1;
        let head = |(at, frame): (usize, &Frame)| {
            let step = say!(lang, "step {at}/{last}", "第 {at}/{last} 步");
            let used = if timed { format!("  {}", clocks(frame.spent, facts, lang)) } else { String::new() };
            format!("{step}  {}{used}", leitai_protocol::printable(frame.played.as_bytes()))
        };
        let heads = frames.iter().enumerate().map(head).collect();
        let end = playback.ending()?;
        let end = end.map_or_else(
            || say!(lang, "the record breaks off here", "记录在此中断"),
            |end| ended(&end, &names, lang),
        );
        let (game, [first, second]) = (facts.name.to(lang), &names);
        let title = say!(lang, "{game}: {first} – {second}", "{game}：{first} – {second}");
        let printable = |text: &str| leitai_protocol::printable(text.as_bytes());
        Ok(Show { title: printable(&title), heads, frames, end: printable(&end), why: Vec::new(), lang })
    }

    fn page(&self, at: usize) -> String {
        let Frame { scene, played, .. } = &self.frames[at];
        let last = self.frames.len() - 1;
        let board = terminal(scene, Terminal { color: out::colored(), lang: self.lang, names: false });
        let why = || self.why.iter().map(|line| format!("{}\n", format!("  {line}").trim_end()));
        let end =
            if at == last { format!("{}\n{}", self.end, why().collect::<String>()) } else { String::new() };
        let step = say!(self.lang, "step {at}/{last}", "第 {at}/{last} 步");
        format!("{}  {step}  {played}\n{board}\n{end}", self.title)
    }

    fn pictures(&self, folder: &Path, numbered: bool) -> Result<(), Failure> {
        let fail = |path: &Path, e: std::io::Error| Failure::system(path, &e);
        std::fs::create_dir_all(folder).map_err(|e| fail(folder, e))?;
        let mut numbers = Numbers::default();
        for (i, frame) in self.frames.iter().enumerate() {
            let on_stones = if numbered { numbers.follow(&frame.scene) } else { Vec::new() };
            let path = folder.join(format!("{i:04}.svg"));
            let caption = if i + 1 == self.frames.len() { &self.end } else { &frame.played };
            let style = Svg {
                lang: self.lang,
                title: Some(&self.title),
                caption: if caption.is_empty() { Caption::Says } else { Caption::Over(caption) },
                numbers: &on_stones,
            };
            std::fs::write(&path, svg(&frame.scene, style)).map_err(|e| fail(&path, e))?;
        }
        let (count, place) = (Noun::PICTURES.of(self.frames.len()), folder.display());
        out::line(&say!(self.lang, "{count} in {place}", "{count} 幅图写入 {place}"; count));
        Ok(())
    }

    fn film(&self, path: &Path, seconds: f64) -> Result<(), Failure> {
        let scenes: Vec<Scene> = self.frames.iter().map(|frame| frame.scene.clone()).collect();
        let style = Film {
            lang: self.lang,
            title: Some(&self.title),
            heads: &self.heads,
            can_pause: true,
            seconds_a_frame: seconds,
            ..Film::default()
        };
        save(path, film(&scenes, style).as_bytes())?;
        out::line(&say!(self.lang, "film in {}", "动画写入 {}", path.display()));
        Ok(())
    }

    /// Keys: ← → Home End, q.
    fn steps(&self) -> Result<(), Failure> {
        let _raw = Keys::open()?;
        let last = self.frames.len() - 1;
        let (mut at, mut screen) = (0, Screen::new(true));
        loop {
            let keys = say!(self.lang, "← → Home End, q: quit", "← → Home End，q 退出");
            screen.show(&format!("{}{keys}\n", self.page(at)));
            at = match Keys::next() {
                Key::Back => at.saturating_sub(1),
                Key::On => (at + 1).min(last),
                Key::First => 0,
                Key::Last => last,
                Key::Other => at,
                Key::Quit => return Ok(()),
            };
        }
    }
}

#[derive(Clone, Copy)]
enum Key {
    Back,
    On,
    First,
    Last,
    Other,
    Quit,
}

/// The terminal without line buffering and echo, until dropped.
struct Keys(Termios);

impl Keys {
    fn open() -> Result<Keys, Failure> {
        let fail = |e: rustix::io::Errno| Failure::system(&Words::new("terminal", "终端"), &e.into());
        let old = tcgetattr(std::io::stdin()).map_err(fail)?;
        let mut raw = old.clone();
        raw.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(std::io::stdin(), OptionalActions::Now, &raw).map_err(fail)?;
        Ok(Keys(old))
    }

    fn next() -> Key {
        let mut bytes = [0; 8];
        let count = std::io::stdin().lock().read(&mut bytes).unwrap_or(0);
        match &bytes[..count] {
            [] | [b'q' | 3 | 4, ..] => Key::Quit,
            b"\x1b[D" | b"\x1bOD" | b"b" | b"p" | b"h" => Key::Back,
            b"\x1b[C" | b"\x1bOC" | b"\n" | b"\r" | b" " | b"n" | b"l" => Key::On,
            b"\x1b[H" | b"\x1bOH" | b"\x1b[1~" | b"g" => Key::First,
            b"\x1b[F" | b"\x1bOF" | b"\x1b[4~" | b"G" => Key::Last,
            _ => Key::Other,
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // The terminal may be closed.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &self.0);
    }
}
