//! `leitai analyze`: a recorded game judged ply by ply.

use crate::engine::shelf_of;
use crate::export::save;
use crate::failure::Failure;
use crate::play::sided;
use crate::progress_bar::progress_bar;
use crate::{out, stop};
use leitai_bout::read_record;
use leitai_catalog::{Analysis, AnalysisError, Moment, turning, turning_words};
use leitai_core::{Actor, Lang, Level, Means, Noun, Record, Seat, say, sentence};
use serde::Serialize;
use std::path::PathBuf;

/// Default nodes per ply: some seconds at most in most games.
const NODES: u64 = 50_000;
/// Plies shown of a principal variation.
const LINE: usize = 6;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record
    file: PathBuf,
    /// The level that judges; default: the strongest built-in player of the game
    #[arg(long, value_parser = crate::engine::level)]
    level: Option<Level>,
    /// Nodes searched at every ply; the same number gives the same results
    #[arg(long, default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// In a game with hidden information, judge the true position: by the mean result of games played on from it
    #[arg(long)]
    truth: bool,
    /// Draw the expected result at each ply as an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// One JSON object per ply, and one for the game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PlyLine<'a> {
    r#type: &'static str,
    ply: u32,
    by: Actor,
    acts: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_first: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<ProvedLine>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    best: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

#[derive(Serialize)]
struct ProvedLine {
    winner: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acts: Option<u16>,
}

#[derive(Serialize)]
struct Summary {
    r#type: &'static str,
    game: &'static str,
    level: Level,
    nodes: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truth: bool,
    plies: u32,
    accuracy: [Option<f32>; 2],
    peers: [bool; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    luck_first: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved_from: Option<u32>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let record = read_record(&args.file).map_err(|what| Failure::file(&args.file, &what))?;
    let game: leitai_catalog::ListedGame =
        record.about.game.parse().map_err(|error| Failure::file(&args.file, &error))?;
    let level = match args.level {
        Some(level) => level,
        None => game.facts().strongest_level(),
    };
    if args.truth && !game.facts().hidden {
        let name = game.facts().name;
        return Err(Failure::Usage(sentence!(
            "--truth: {name} has no hidden information; both sides already know everything",
            "--truth：{name}没有隐藏信息，双方本来就知道全部"; name
        )));
    }
    let stop = stop::flag();
    let bar = progress_bar(Some(record.lines.len() as u64), "{wide_bar} {pos}/{len}", args.json, lang);
    let shelf = shelf_of(game);
    let means = Means { shelf: &*shelf, ..Means::seeded(0) };
    let judged = if args.truth { Analysis::of_truth } else { Analysis::of };
    let analysis = judged(&record, level, args.nodes, &means, &mut |at| {
        bar.set_position(at as u64);
        !stop::raised(&stop)
    });
    bar.finish_and_clear();
    let analysis = analysis.map_err(|error| match error {
        AnalysisError::Stopped => Failure::Interrupted,
        AnalysisError::Record(error) => Failure::file(&args.file, &error),
        error => Failure::usage(&error),
    })?;
    if let Some(path) = &args.svg {
        let plot = leitai_pages::analysis_plot(&analysis, &names(&record, &analysis, lang), lang);
        save(path, (plot.into_string() + "\n").as_bytes())?;
    }
    if args.json {
        json(&analysis, level, args);
    } else {
        out::text(&text(&record, &analysis, level, args, lang));
    }
    Ok(())
}

/// The names of the two sides, made printable; with their sides if the names are equal.
fn names(record: &Record, analysis: &Analysis, lang: Lang) -> [String; 2] {
    let names = record.names();
    let names = sided(names, analysis.game.facts(), lang);
    names.map(|name| leitai_protocol::printable(name.as_bytes()))
}

fn json(analysis: &Analysis, level: Level, args: &Args) {
    for moment in &analysis.moments {
        let judged = moment.judged.as_ref();
        out::json(&PlyLine {
            r#type: "ply",
            ply: moment.ply,
            by: moment.by,
            acts: &moment.acts,
            expected_first: moment.before,
            lost: moment.lost,
            proved: moment.proved.map(|proved| ProvedLine { winner: proved.winner, acts: proved.acts }),
            best: judged.map_or(&[], |judged| &judged.line),
            depth: judged.map(|judged| judged.depth),
            nodes: judged.map(|judged| judged.nodes),
        });
    }
    out::json(&Summary {
        r#type: "analysis",
        game: analysis.game.facts().id,
        level,
        nodes: args.nodes,
        truth: args.truth,
        plies: analysis.moments.last().map_or(0, |moment| moment.ply),
        accuracy: analysis.accuracy,
        peers: analysis.peers,
        luck_first: analysis.luck,
        proved_from: analysis.proved_from().map(|(ply, _)| ply),
    });
}

/// Formats an expected result for First as a percentage.
fn percent(expected: f32) -> String {
    format!("{:.0} %", expected * 100.0)
}

fn text(record: &Record, analysis: &Analysis, level: Level, args: &Args, lang: Lang) -> String {
    let facts = analysis.game.facts();
    let names = names(record, analysis, lang);
    let [first, second] = &names;
    let mut text = say!(
        lang,
        "{game}: {first} – {second}\njudged by {level}, {nodes} per ply; expected result of {seat}, = where it is proved:\n\n",
        "{game}：{first} – {second}\n由 {level} 评估，每手 {nodes}；所示为{seat}的期望得分，带 = 的已经证明：\n\n";
        game = facts.name.to(lang), nodes = Noun::NODES.of(args.nodes), seat = facts.seat(Seat::First).to(lang)
    );
    for moment in &analysis.moments {
        text += &row(moment, lang);
    }
    text.push('\n');
    for said in analysis.findings(&names, args.truth) {
        text += said.to(lang);
        text.push('\n');
    }
    text
}

/// One line of the table: number, acts played, expectation, loss, and what was better.
fn row(moment: &Moment, lang: Lang) -> String {
    let number = match moment.by {
        Actor::Seat(_) => format!("{:>4}", moment.ply),
        _ => "    ".to_owned(),
    };
    let hand = match moment.by {
        Actor::Chance => say!(lang, "dice ", "骰子 "),
        Actor::Arbiter => say!(lang, "referee ", "裁判 "),
        Actor::Seat(_) => String::new(),
    };
    let mark = if moment.proved.is_some() { "= " } else { "" };
    let expected = moment.before.map_or_else(|| "–".to_owned(), |value| mark.to_owned() + &percent(value));
    let played = format!("{hand}{}", moment.acts.join(" "));
    let mut row = format!("{number}  {played:<24} {expected:>7}");
    if let Some((lost, rank)) = moment.lost.and_then(|lost| Some((lost, turning(lost)?))) {
        let words = turning_words(rank);
        row += &format!("  −{:.2} {}", lost, words.to(lang));
        let better = moment.judged.as_ref().map_or(&[][..], |judged| &judged.line);
        if !better.is_empty() {
            let better = better[..better.len().min(LINE)].join(" ");
            row += &say!(lang, "; best was {better}", "；更好的是 {better}");
        }
    }
    row.push('\n');
    row
}
