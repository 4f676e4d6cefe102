//! Passages that the doubted program has in common with others.

use super::heard_event::HeardEvent;
use super::hearing_args::Args;
use super::versions::Shown;
use crate::failure::Failure;
use crate::likeness::gathered::{Gathered, Source, of_author, starters};
use crate::stop;
use leitai_arena::Form;
use leitai_hall::Program;
use leitai_likeness::{Thresholds, compare};

/// What the program has in common with a source of another entry.
pub(super) struct Alike {
    /// The other entry.
    pub(super) with: String,
    /// The sources, the doubted one first.
    pub(super) files: [String; 2],
    /// The share of each that is found in the other, in percent.
    pub(super) percent: [f64; 2],
    /// Tokens in common.
    pub(super) tokens: usize,
    /// How many passages they are in.
    pub(super) passages: usize,
}

/// What it has in common with the sources of all others, or of the one that is named; the starters of the game, which everybody
/// was given, do not count.
pub(super) fn with_others(event: &HeardEvent, shown: &Shown, args: &Args) -> Result<Vec<Alike>, Failure> {
    let sources = sources(event, shown)?;
    let given = starters(event.begun.history.begun.game);
    let stop = stop::flag();
    let thresholds = Thresholds { least: args.least / 100.0, ..Thresholds::default() };
    let none = Gathered::default();
    let report =
        compare(&sources.sources(), &none.sources(), &given.sources(), thresholds, &|_| !stop::raised(&stop));
    let report = report.ok_or(Failure::Interrupted)?;
    let mut alike = Vec::new();
    for pair in &report.pairs {
        let of = pair.of.map(|number| &sources.files[number]);
        let Some(own) = of.iter().position(|source| source.author == event.name) else { continue };
        let (with, mine) = (of[1 - own], of[own]);
        if args.against.as_ref().is_some_and(|wanted| *wanted != with.author) || with.author == event.name {
            continue;
        }
        let percent = [pair.share[own], pair.share[1 - own]].map(|share| (share * 1000.0).round() / 10.0);
        alike.push(Alike {
            with: with.author.clone(),
            files: [mine.file.clone(), with.file.clone()],
            percent,
            tokens: pair.tokens,
            passages: pair.passages.len(),
        });
    }
    Ok(alike)
}

/// The sources of everybody: what was submitted, or what the event's file names; of the doubted entry what is shown.
fn sources(event: &HeardEvent, shown: &Shown) -> Result<Gathered, Failure> {
    let mut all = Gathered::default();
    if let Shown::Files(parcel) = shown
        && parcel.form == Form::Source
    {
        let (author, file) = (event.name.clone(), parcel.name.clone());
        all.files.push(Source { author, file, text: parcel.contents.clone() });
    }
    for (one, text) in event.submitted.iter().filter(|(one, _)| one.entry != event.name) {
        let file = format!("{}-{}", one.id, one.name);
        all.files.push(Source { author: one.entry.clone(), file, text: text.clone() });
    }
    let file = &event.begun.file;
    for (entry, runner) in
        file.entries.iter().zip(&file.runners).filter(|(entry, _)| entry.name != event.name)
    {
        if let Program::Path(path) = &runner.program
            && path.exists()
        {
            all = all.and(of_author(&entry.name, path)?);
        }
    }
    Ok(all)
}
