//! `leitai replay`: a recorded game step by step, or as pictures.

use crate::args::takes_folder;
use crate::export::save;
use crate::failure::Failure;
use crate::play::{self, at_a_terminal};
use crate::screen::Screen;
use crate::{out, verify};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use leitai_catalog::{EyeReplay, Replay};
use leitai_core::{
    Actor, Eye, Facts, Lang, Line, Noun, QUESTION, Record, RecordError, Scene, Seat, SeatInfo, Viewer, Words,
    say,
};
use leitai_draw::{Caption, Film, Svg, Terminal, film, svg, terminal};
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
    #[arg(long, requires = "eye", conflicts_with_all = ["svg", "film", "at"])]
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
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let broken = |error: RecordError| Failure::file(&args.file, &error);
    let record = verify::read(&args.file).map_err(|what| Failure::file(&args.file, &what))?;
    let show = match args.eye {
        Some(eye) => {
            let replay = EyeReplay::open(record, eye).map_err(broken)?;
            if args.json {
                out::text(&replay.lines().map_err(broken)?);
                return Ok(());
            }
            Show::seen(replay, lang).map_err(broken)?
        }
        None => Show::whole(Replay::open(record).map_err(broken)?, lang).map_err(broken)?,
    };
    if let Some(folder) = &args.svg {
        takes_folder("--svg", folder)?;
        show.pictures(folder)?;
    }
    if let Some(path) = &args.film {
        show.film(path, args.seconds)?;
    }
    match args.at {
        Some(at) => out::text(&show.page(at.min(show.frames.len() - 1))),
        None if args.svg.is_some() || args.film.is_some() => {}
        None if at_a_terminal() => show.steps()?,
        None => (0..show.frames.len()).for_each(|at| out::text(&show.page(at))),
    }
    Ok(())
}

fn said(line: &Line<'_>, facts: &Facts, lang: Lang) -> String {
    let Line::Play { by, acts, .. } = line else { return String::new() };
    let acts: Vec<&str> = acts.iter().map(|act| &**act).collect();
    let hand = match by {
        Actor::Seat(seat) => facts.seat(*seat).to(lang).to_owned(),
        Actor::Chance => say!(lang, "dice", "掷骰"),
        Actor::Arbiter => say!(lang, "referee", "裁判"),
    };
    format!("{hand} {}", acts.join(" "))
}

fn names(seats: &[SeatInfo<'_>; 2], facts: &Facts, lang: Lang) -> [String; 2] {
    play::sided(seats.each_ref().map(|seat| seat.name.to_string()), facts, lang)
}

fn ended(winner: Option<Seat>, reason: &str, names: &[String; 2], lang: Lang) -> String {
    let winner = winner.map_or(say!(lang, "draw", "和棋"), |seat| {
        let name = &names[seat.index()];
        say!(lang, "{name} wins", "{name} 胜")
    });
    say!(lang, "{winner}: {reason}", "{winner}：{reason}")
}

/// That the machine disturbed the game to the last, if it did.
fn questioned(record: &Record, lang: Lang) -> String {
    let delay = record.lines.iter().find_map(|(_, line)| match line {
        Line::Note { what, text, .. } if what == QUESTION => Some(text),
        _ => None,
    });
    delay.map_or(String::new(), |delay| match delay.as_ref() {
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
    })
}

struct Show {
    title: String,
    frames: Vec<Frame>,
    end: String,
    lang: Lang,
}

impl Show {
    /// The game as the referee sees it.
    fn whole(mut replay: Replay, lang: Lang) -> Result<Show, RecordError> {
        let facts = replay.table().facts();
        let names = names(&replay.record().about.seats, facts, lang);
        let mut frames = vec![Frame { scene: replay.table().scene(Viewer::Arbiter), played: String::new() }];
        while let Some(line) = replay.step()? {
            let played = said(line, facts, lang);
            frames.push(Frame { scene: replay.table().scene(Viewer::Arbiter), played });
        }
        let winner = replay.record().end.as_ref().and_then(|end| end.winner);
        let end = replay.reason().map(|reason| ended(winner, reason.to(lang), &names, lang));
        let end = end.map(|end| end + &questioned(replay.record(), lang));
        Ok(Show::new(facts, &names, frames, end, lang))
    }

    /// The game as one eye was told it.
    fn seen(mut replay: EyeReplay, lang: Lang) -> Result<Show, RecordError> {
        let facts = replay.facts();
        let names = names(replay.seats(), facts, lang);
        let mut frames = vec![Frame { scene: replay.scene(), played: String::new() }];
        while let Some(told) = replay.step()? {
            frames.push(Frame { scene: replay.scene(), played: told.join("; ") });
        }
        let end = replay.outcome()?;
        let end = end.map(|end| ended(end.winner, end.why.text(lang), &names, lang));
        Ok(Show::new(facts, &names, frames, end, lang))
    }

    fn new(facts: &Facts, names: &[String; 2], frames: Vec<Frame>, end: Option<String>, lang: Lang) -> Show {
        let (game, [first, second]) = (facts.name.to(lang), names);
        let title = say!(lang, "{game}: {first} – {second}", "{game}：{first} – {second}");
        let end = end.unwrap_or_else(|| say!(lang, "the record breaks off here", "记录在此中断"));
        Show { title: leitai_protocol::printable(title.as_bytes()), frames, end, lang }
    }

    fn page(&self, at: usize) -> String {
        let Frame { scene, played } = &self.frames[at];
        let last = self.frames.len() - 1;
        let board = terminal(scene, Terminal { color: out::colored(), lang: self.lang, names: false });
        let end = if at == last { format!("{}\n", self.end) } else { String::new() };
        let step = say!(self.lang, "step {at}/{last}", "第 {at}/{last} 步");
        format!("{}  {step}  {played}\n{board}\n{end}", self.title)
    }

    fn pictures(&self, folder: &Path) -> Result<(), Failure> {
        let fail = |path: &Path, e: std::io::Error| Failure::system(path, &e);
        std::fs::create_dir_all(folder).map_err(|e| fail(folder, e))?;
        for (i, frame) in self.frames.iter().enumerate() {
            let path = folder.join(format!("{i:04}.svg"));
            let caption = if i + 1 == self.frames.len() { &self.end } else { &frame.played };
            let style = Svg {
                lang: self.lang,
                title: Some(&self.title),
                caption: Caption::Text(caption),
                ..Svg::default()
            };
            std::fs::write(&path, svg(&frame.scene, style)).map_err(|e| fail(&path, e))?;
        }
        let (count, place) = (Noun::PICTURES.of(self.frames.len()), folder.display());
        out::line(&say!(self.lang, "{count} in {place}", "{count} 幅图写入 {place}"; count));
        Ok(())
    }

    fn film(&self, path: &Path, seconds: f64) -> Result<(), Failure> {
        let scenes: Vec<Scene> = self.frames.iter().map(|frame| frame.scene.clone()).collect();
        let style =
            Film { lang: self.lang, title: Some(&self.title), seconds_a_frame: seconds, ..Film::default() };
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
