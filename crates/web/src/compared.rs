//! The programs of an event, compared with each other.

use leitai_core::{Sentence, sentence};
use leitai_likeness::{Pair, Source, Thresholds, compare};
use leitai_pages::ComparedSource;
use leitai_store::Submission;
use std::collections::{BTreeMap, BTreeSet};

/// The most pairs that are listed: their sources are kept in memory meanwhile.
const MOST: usize = 100;

/// What a comparison found.
pub(crate) struct Compared {
    pub(crate) pairs: Vec<Pair>,
    /// All sources; those of no pair are without their text.
    pub(crate) sources: Vec<ComparedSource>,
    /// How many submissions were compared.
    pub(crate) count: usize,
}

/// A file, by its name.
pub(crate) type NamedFile = (String, Vec<u8>);

/// The newest submission of each entry.
pub(crate) fn newest(all: Vec<(Submission, Vec<u8>)>) -> Vec<(Submission, Vec<u8>)> {
    let newest: BTreeMap<String, (Submission, Vec<u8>)> =
        all.into_iter().map(|one| (one.0.entry.clone(), one)).collect();
    newest.into_values().collect()
}

fn ending(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

/// Files of a form, which have no names: each is read in every language in which somebody submitted.
fn named(files: &[Vec<u8>], endings: &BTreeSet<&str>) -> Vec<NamedFile> {
    let each = (1..).zip(files);
    each.flat_map(|(at, text)| endings.iter().map(move |it| (format!("{at}.{it}"), text.clone()))).collect()
}

impl Compared {
    /// Compares what was submitted with itself and with the files of the mother set. What was handed out does not count,
    /// nor do the files of `given`. `name` is the name under which an entry is shown.
    pub(crate) fn of(
        submitted: &[(Submission, Vec<u8>)],
        (mother, handed_out): (&[Vec<u8>], &[Vec<u8>]),
        mut given: Vec<NamedFile>,
        least: f64,
        name: impl Fn(&str) -> String,
    ) -> Compared {
        let endings: BTreeSet<&str> = submitted.iter().map(|(one, _)| ending(&one.name)).collect();
        given.extend(named(handed_out, &endings));
        let mother = named(mother, &endings);
        let own = submitted.iter().map(|(one, text)| Source { author: &one.entry, name: &one.name, text });
        let own: Vec<_> = own.collect();
        let [known, given] = [&mother, &given].map(|files| {
            files.iter().map(|(name, text)| Source { author: "", name, text }).collect::<Vec<_>>()
        });
        let thresholds = Thresholds { least, ..Thresholds::default() };
        let report = compare(&own, &known, &given, thresholds, &|_| true);
        let mut pairs = report.map_or_else(Vec::new, |report| report.pairs);
        let all = [own.as_slice(), known.as_slice()].concat();
        pairs.retain(|pair| {
            let [one, other] = pair.of.map(|of| ending(all[of].name));
            pair.of[1] < own.len() || one == other
        });
        pairs.truncate(MOST);
        let shown: BTreeSet<usize> = pairs.iter().flat_map(|pair| pair.of).collect();
        let kept = all.iter().enumerate().map(|(at, source)| {
            let submission = submitted.get(at).map(|(one, _)| one.id);
            let file = source.name.split('.').next().unwrap_or_default();
            ComparedSource {
                author: match submission {
                    Some(_) => Sentence::quoted(name(source.author)),
                    None => sentence!("known program {file}", "母程序 {file}"),
                },
                entry: source.author.to_owned(),
                submission,
                text: if shown.contains(&at) { source.text.to_vec() } else { Vec::new() },
            }
        });
        Compared { pairs, sources: kept.collect(), count: own.len() }
    }
}
