//! `leitai likeness`: which sources have passages in common. A finding, never a verdict.

pub(crate) mod gathered;
mod side_by_side;

use crate::failure::Failure;
use crate::language::note;
use crate::progress_bar::progress_bar;
use crate::{out, stop};
use gathered::{Gathered, of_event, of_paths};
use leitai_core::{Lang, Noun, Sentence, say, sentence};
use leitai_likeness::{Pair, Thresholds, compare};
use serde::Serialize;
use std::fs;
use std::path::PathBuf;

/// Passages of a pair shown in the terminal; the pages have all of them.
const SHOWN: usize = 5;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A folder with a source or a folder of sources for each author, or the name of an event of a site
    what: String,
    /// The folder of the site, for an event
    #[arg(long, value_name = "DIR", default_value = "leitai-site")]
    data: PathBuf,
    /// The site's store, if it is not in its folder: `sqlite:PATH` or `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
    /// A file or folder of known programs to compare everybody with
    #[arg(long, value_name = "PATH")]
    mother: Vec<PathBuf>,
    /// A file or folder that was handed out: what it holds does not count, and for an event neither do its game's
    /// starters
    #[arg(long, value_name = "PATH")]
    handed_out: Vec<PathBuf>,
    /// The least share of one source that is found in the other, in percent
    #[arg(long, value_name = "PERCENT", default_value = "30", value_parser = percent)]
    least: f64,
    /// Write pages with each pair side by side into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// One JSON object per pair, and one that sums up
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct OfPair<'a> {
    r#type: &'static str,
    authors: [&'a str; 2],
    files: [&'a str; 2],
    percent: [f64; 2],
    tokens: usize,
    passages: Vec<[(usize, usize); 2]>,
}

#[derive(Serialize)]
struct Sum {
    r#type: &'static str,
    sources: usize,
    tokens: usize,
    pairs: usize,
    shared_by_most: usize,
    left_out: usize,
}

pub(crate) fn percent(text: &str) -> Result<f64, Sentence> {
    let percent = text.parse::<f64>().ok().filter(|percent| (1.0..=100.0).contains(percent));
    percent.ok_or_else(|| sentence!("it takes a number from 1 to 100", "应为 1 到 100 的数"))
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let stop = stop::flag();
    let folder = PathBuf::from(&args.what);
    let (sources, given) = if folder.is_dir() {
        (of_paths(&[folder], true)?, Gathered::default())
    } else {
        of_event(&args.what, &args.data, args.store.as_deref())?
    };
    let mother = of_paths(&args.mother, false)?;
    let handed_out = of_paths(&args.handed_out, false)?.and(given);
    if let Some(out) = &args.out {
        let is_empty = fs::read_dir(out).map_or(true, |mut inside| inside.next().is_none());
        if !is_empty {
            return Err(Failure::Usage(sentence!("{out} is not empty", "{out} 不是空文件夹"; out)));
        }
    }
    for name in &sources.left_out {
        note(&sentence!("left out: {name} (not a source file)", "未比较（不是源文件）：{name}"; name));
    }
    let bar = progress_bar(Some(sources.files.len() as u64), "{wide_bar} {pos}/{len}", args.json, lang);
    let progress = |done: usize| {
        bar.set_position(done as u64);
        !stop::raised(&stop)
    };
    let thresholds = Thresholds { least: args.least / 100.0, ..Thresholds::default() };
    let report = compare(&sources.sources(), &mother.sources(), &handed_out.sources(), thresholds, &progress);
    bar.finish_and_clear();
    let report = report.ok_or(Failure::Interrupted)?;
    let all = [sources.files.as_slice(), mother.files.as_slice()].concat();
    for pair in &report.pairs {
        tell(pair, &all, args.json, lang);
    }
    if let Some(out) = &args.out {
        side_by_side::write(out, &report, &all, lang).map_err(|error| Failure::system(out, &error))?;
    }
    let (count, pairs) = (sources.files.len(), report.pairs.len());
    if args.json {
        let (tokens, shared_by_most, left_out) =
            (report.tokens, report.shared_by_most, sources.left_out.len());
        out::json(&Sum { r#type: "likeness", sources: count, tokens, pairs, shared_by_most, left_out });
        return Ok(());
    }
    let (files, found) = (Noun::FILES.of(count), Noun::PAIRS.of(pairs));
    out::line(&say!(
        lang,
        "{files} compared, {found} alike. This is a finding, not a verdict: read both before you speak to anybody.",
        "比较了 {files} 个文件，{found} 对相似。这只是发现，不是结论：与任何人谈话之前，请先读过双方的程序。"; files, found
    ));
    Ok(())
}

fn tell(pair: &Pair, all: &[gathered::Source], json: bool, lang: Lang) {
    let of = pair.of.map(|number| &all[number]);
    let percent = pair.share.map(|share| (share * 1000.0).round() / 10.0);
    let lines = |place: &leitai_likeness::SourceRange| place.lines;
    if json {
        return out::json(&OfPair {
            r#type: "pair",
            authors: of.map(|one| one.author.as_str()),
            files: of.map(|one| one.file.as_str()),
            percent,
            tokens: pair.tokens,
            passages: pair.passages.iter().map(|passage| passage.at.each_ref().map(lines)).collect(),
        });
    }
    let ([first, second], [here, there]) = (of.map(gathered::Source::called), percent);
    let (tokens, passages) = (pair.tokens, pair.passages.len());
    out::line(&say!(
        lang,
        "{first} and {second}: {here} % of the one and {there} % of the other, {tokens} tokens in {passages} passages",
        "{first} 与 {second}：前者的 {here}%、后者的 {there}% 相同，共 {tokens} 个词法单元，{passages} 段"
    ));
    let mut longest: Vec<_> = pair.passages.iter().collect();
    longest.sort_by_key(|passage| std::cmp::Reverse(passage.tokens));
    for passage in longest.into_iter().take(SHOWN) {
        let [(a, b), (c, d)] = passage.at.each_ref().map(lines);
        out::line(&say!(lang, "  lines {a}-{b} and {c}-{d}", "  第 {a}-{b} 行与第 {c}-{d} 行"));
    }
}
