//! `leitai replay`: a recorded game step by step, or as pictures.

mod faults;
mod record_list;
mod show;
mod viewer;

use crate::args::{has_folder, takes_folder};
use crate::export::save;
use crate::failure::Failure;
use crate::out;
use crate::screen::at_a_terminal;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use leitai_core::{Eye, Lang, RecordError, say};
use leitai_report::game_page;
use record_list::RecordList;
use show::{Show, cut};
use std::path::PathBuf;
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
    /// Number the stones by their moves, in pictures and on the printed page
    #[arg(long)]
    numbers: bool,
    /// Seconds that the film shows each position
    #[arg(long, default_value_t = 0.8)]
    seconds: f64,
    /// Show only the position after this many steps
    #[arg(long)]
    at: Option<usize>,
    /// Show only what one side, or the public, was told
    #[arg(long, value_parser = eye())]
    eye: Option<Eye>,
    /// Print what it was told, one JSON object per line
    #[arg(long, requires = "eye", conflicts_with_all = ["svg", "film", "page", "at"])]
    json: bool,
}

fn eye() -> impl TypedValueParser<Value = Eye> {
    PossibleValuesParser::new(["first", "second", "public"])
        .try_map(|text| text.parse().map_err(|()| std::fmt::Error))
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
        Some(at) => out::text(&show.screen(at.min(show.frames.len() - 1))),
        None if is_printed => {}
        None => (0..show.frames.len()).for_each(|at| out::text(&show.screen(at))),
    }
    Ok(())
}
