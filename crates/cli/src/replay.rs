//! `leitai replay`: a recorded game step by step, or as pictures.

mod faults;
mod record_list;
mod viewer;

use crate::args::{has_folder, takes_folder};
use crate::export::save;
use crate::failure::Failure;
use crate::out;
use crate::play::{self, at_a_terminal};
use crate::screen::fitted;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use leitai_catalog::{Cut, Ending, Loss, Playback, Step};
use leitai_check::lost;
use leitai_core::{Actor, Eye, Facts, Lang, Noun, Record, RecordError, Scene, Seat, say};
use leitai_draw::{Caption, Film, Numbers, Svg, film, svg};
use leitai_report::game_page;
use record_list::RecordList;
use std::path::{Path, PathBuf};
use viewer::Viewer;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record, or a text file of games; at a terminal also a folder of records
    file: PathBuf,
    /// Which game of a text file of games, from 1
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    game: usize,
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
    /// Lines of the record that are behind it.
    passed: usize,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let draws = args.svg.is_some() || args.film.is_some() || args.page.is_some();
    let is_printed = args.json || args.at.is_some() || draws;
    if !is_printed && at_a_terminal() {
        return Viewer::open(RecordList::around(&args.file, args.game)?, args.eye, lang)?.run();
    }
    for path in [&args.page, &args.film].into_iter().flatten() {
        has_folder(path)?;
    }
    let broken = |error: RecordError| Failure::file(&args.file, &error);
    let record =
        RecordList::read_at(&args.file, args.game).map_err(|what| Failure::file(&args.file, &what))?;
    if let Some(path) = &args.page {
        let page = game_page(cut(record.clone(), args.eye), lang, args.numbers).map_err(broken)?;
        save(path, page.as_bytes())?;
        out::line(&say!(lang, "page in {}", "网页写入 {}", path.display()));
    }
    if args.json {
        out::text(&cut(record, args.eye).text().map_err(broken)?);
        return Ok(());
    }
    let show = Show::of(record, args.eye, lang).map_err(broken)?;
    if let Some(folder) = &args.svg {
        takes_folder("--svg", folder)?;
        show.pictures(folder, args.numbers)?;
    }
    if let Some(path) = &args.film {
        show.film(path, args.seconds)?;
    }
    match args.at {
        Some(at) => out::text(&show.page(at.min(show.frames.len() - 1))),
        None if is_printed => {}
        None => (0..show.frames.len()).for_each(|at| out::text(&show.page(at))),
    }
    Ok(())
}

/// What an eye was told, or everything.
fn cut(record: Record, eye: Option<Eye>) -> Cut {
    match eye {
        Some(eye) => Cut::told(record, eye),
        None => Cut::whole(record),
    }
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
        .map(|seat| {
            let (side, used) = (facts.seat(seat).to(lang), spent[seat.index()] as f64 / 1e6);
            say!(lang, "{side} {used:.1} s", "{side} {used:.1} 秒")
        })
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
    /// One at least.
    frames: Vec<Frame>,
    end: String,
    /// Why its loser lost, where a fault of its program ended the game and all of it may be known.
    why: Vec<String>,
    lang: Lang,
}

impl Show {
    /// The game as it was played, or as one eye was told it.
    fn of(record: Record, eye: Option<Eye>, lang: Lang) -> Result<Show, RecordError> {
        // What an eye was told says nothing of the loser's words.
        let loss = if eye.is_none() { Loss::of(&record) } else { Ok(None) };
        let names = record.about.seats.each_ref().map(|seat| seat.name.to_string());
        let mut show = Show::new(cut(record, eye).playback()?, lang)?;
        if let Some(loss) = loss? {
            // That it lost, and by what, stands before it.
            let board = show.frames.last().map(|frame| &frame.scene);
            show.why = lost(&loss, &names[loss.seat.index()], board, lang).split_off(1);
        }
        Ok(show)
    }

    fn new(mut playback: Playback, lang: Lang) -> Result<Show, RecordError> {
        let facts = playback.facts();
        let names = playback.seats().each_ref().map(|seat| seat.name.to_string());
        let names = play::sided(names, facts, lang);
        let mut frames =
            vec![Frame { scene: playback.scene(), played: String::new(), spent: [0; 2], passed: 0 }];
        let (mut spent, mut timed) = ([0; 2], false);
        while let Some(step) = playback.step()? {
            if let (Some(Actor::Seat(seat)), Some(us)) = (step.by, step.us) {
                spent[seat.index()] += us;
                timed = true;
            }
            let (mut scene, passed) = (playback.scene(), playback.passed());
            scene.keep_owners(frames.last().map_or(&[], |before: &Frame| &before.scene.pieces));
            frames.push(Frame { scene, played: said(&step, facts, lang), spent, passed });
        }
        let last = frames.len() - 1;
        let head = |(at, frame): (usize, &Frame)| {
            let step = say!(lang, "step {at}/{last}", "第 {at}/{last} 步");
            let used = if timed { clocks(frame.spent, facts, lang) } else { String::new() };
            let parts = [step, leitai_protocol::printable(frame.played.as_bytes()), used];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
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
        // Under it stands how it is watched.
        let board = fitted(scene, false, self.lang, 4);
        let why = || self.why.iter().map(|line| format!("{}\n", format!("  {line}").trim_end()));
        let end =
            if at == last { format!("{}\n{}", self.end, why().collect::<String>()) } else { String::new() };
        let step = say!(self.lang, "step {at}/{last}", "第 {at}/{last} 步");
        format!("{}  {step}  {played}\n{board}{end}", self.title)
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
}
