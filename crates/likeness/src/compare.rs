//! Compares all sources with each other.

use crate::fingerprint::{runs, winnowed};
use crate::passage::{Passage, Read, passages, place};
use crate::syntax::Syntax;
use crate::token::tokens;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A source to be compared.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The author: sources of one author are not compared with each other.
    pub author: &'a str,
    /// The file name; its extension determines the language.
    pub name: &'a str,
    /// The contents.
    pub text: &'a [u8],
}

/// The thresholds of a comparison.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thresholds {
    /// The number of tokens in a fingerprint.
    pub run: usize,
    /// The size of a window, in fingerprints: one of each window is kept.
    pub window: usize,
    /// The fewest tokens of a passage: shorter ones occur in every other program.
    pub passage: usize,
    /// The least part of one source, from 0 to 1, that must be found in the other for a pair to be listed.
    pub least: f64,
    /// The fewest tokens that a pair must share.
    pub least_tokens: usize,
    /// The most pairs that are listed, beginning with the most alike.
    pub most: usize,
}

impl Default for Thresholds {
    /// Fingerprints of 10 tokens, of which one in each window of 8 is kept; passages of 20 tokens; pairs in which one
    /// source has at least 30 % of its own and 80 tokens from the other; 500 pairs.
    fn default() -> Thresholds {
        Thresholds { run: 10, window: 8, passage: 20, least: 0.3, least_tokens: 80, most: 500 }
    }
}

impl Thresholds {
    /// The length in tokens from which a shared passage is always found.
    pub const fn sure(&self) -> usize {
        self.run + self.window - 1
    }
}

/// Two sources that have passages in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The indices of the two sources in the list; those of the mother set follow the sources.
    pub of: [usize; 2],
    /// How much of each source is found in the other, from 0 to 1, not counting handed-out code.
    pub share: [f64; 2],
    /// How many tokens they share.
    pub tokens: usize,
    /// The passages that they share.
    pub passages: Vec<Passage>,
}

impl Pair {
    /// The larger of the two shares: a program hidden in a longer one is revealed by the share of the shorter.
    pub fn most(&self) -> f64 {
        self.share[0].max(self.share[1])
    }
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The pairs, the most alike first; for any two authors only their most alike pair.
    pub pairs: Vec<Pair>,
    /// The number of tokens of all sources.
    pub tokens: usize,
    /// The number of fingerprints that are ignored because more than half of the authors, and at least four, have them.
    pub shared_by_most: usize,
}

/// Compares sources with each other and with a `mother` set, whose sources are not compared among themselves. Whatever
/// occurs in `handed_out` does not count. `progress` receives the number of sources done and stops the comparison by
/// returning false; then there is no report.
pub fn compare(
    sources: &[Source<'_>],
    mother: &[Source<'_>],
    handed_out: &[Source<'_>],
    thresholds: Thresholds,
    progress: &dyn Fn(usize) -> bool,
) -> Option<Report> {
    let run = run(thresholds);
    // At least as long as a passage: anybody writes a shorter run by chance, even in the middle of copied code.
    let whole = thresholds.passage.max(run);
    let given: HashSet<u64> = handed_out.iter().flat_map(|source| read(source, whole).runs).collect();
    let mut all: Vec<Read<'_>> = Vec::with_capacity(sources.len() + mother.len());
    for source in sources.iter().chain(mother) {
        let mut read = read(source, run);
        read.prints = winnowed(&read.runs, thresholds.window.max(1));
        for (place, _) in runs(&read.tokens, whole).iter().enumerate().filter(|(_, run)| given.contains(run))
        {
            read.is_handed_out[place..place + whole].fill(true);
        }
        read.prints.retain(|place| !read.is_handed_out[*place as usize]);
        all.push(read);
    }
    let mut names = HashMap::new();
    let authors: Vec<usize> = sources
        .iter()
        .map(|source| {
            let next = names.len();
            *names.entry(source.author).or_insert(next)
        })
        .collect();
    // Each source of the mother set has an author of its own and does not count towards what most authors have.
    let (mothers, people) = (sources.len(), names.len());
    let author = |source: usize| if source < mothers { authors[source] } else { people + source - mothers };
    let mut having: HashMap<u64, Vec<u32>> = HashMap::new();
    for (source, read) in all.iter().enumerate() {
        for place in &read.prints {
            let of = having.entry(read.runs[*place as usize]).or_default();
            if of.last() != Some(&(source as u32)) {
                of.push(source as u32);
            }
        }
    }
    let by_most = |of: &Vec<u32>| {
        let mut who: Vec<_> = of.iter().map(|of| author(*of as usize)).filter(|who| *who < people).collect();
        who.sort_unstable();
        who.dedup();
        who.len() > 3 && 2 * who.len() > people
    };
    let common: HashSet<u64> = having.iter().filter(|(_, of)| by_most(of)).map(|(print, _)| *print).collect();
    having.retain(|print, of| of.len() > 1 && !common.contains(print));
    for read in &mut all {
        let aside: Vec<usize> =
            (0..read.runs.len()).filter(|place| common.contains(&read.runs[*place])).collect();
        for place in aside {
            read.is_handed_out[place..place + run].fill(true);
        }
        read.prints.retain(|place| !common.contains(&read.runs[*place as usize]));
    }
    let mut best: BTreeMap<(usize, usize), Pair> = BTreeMap::new();
    let own: Vec<usize> = all.iter().map(Read::own).collect();
    let kinds: Vec<usize> = all
        .iter()
        .map(|read| read.prints.iter().map(|place| read.runs[*place as usize]).collect::<HashSet<_>>().len())
        .collect();
    let mut shared = vec![0_u32; all.len()];
    for one in 0..sources.len() {
        if !progress(one) {
            return None;
        }
        shared.fill(0);
        let mut seen = HashSet::new();
        for place in &all[one].prints {
            let print = all[one].runs[*place as usize];
            if seen.insert(print) {
                let others = having.get(&print).into_iter().flatten().filter(|other| **other as usize > one);
                others.for_each(|other| shared[*other as usize] += 1);
            }
        }
        for other in one + 1..all.len() {
            if shared[other] == 0 || author(one) == author(other) {
                continue;
            }
            // A fingerprint represents about (window + 1) / 2 tokens: pairs with half of what is needed are examined.
            let fewest = kinds[one].min(kinds[other]).max(1);
            if f64::from(shared[other]) < 0.5 * thresholds.least * fewest as f64 {
                continue;
            }
            let pair = pair([one, other], &all, &own, thresholds);
            let known = (author(one).min(author(other)), author(one).max(author(other)));
            let is_more = best.get(&known).is_none_or(|before| before.most() < pair.most());
            if pair.most() >= thresholds.least && pair.tokens >= thresholds.least_tokens && is_more {
                best.insert(known, pair);
            }
        }
    }
    let mut pairs: Vec<Pair> = best.into_values().collect();
    pairs.sort_by(|a, b| b.most().total_cmp(&a.most()).then(b.tokens.cmp(&a.tokens)).then(a.of.cmp(&b.of)));
    pairs.truncate(thresholds.most);
    let tokens = all[..mothers].iter().map(|read| read.tokens.len()).sum();
    Some(Report { pairs, tokens, shared_by_most: common.len() })
}

fn run(thresholds: Thresholds) -> usize {
    thresholds.run.max(1)
}

fn read<'a>(source: &Source<'a>, run: usize) -> Read<'a> {
    let tokens = tokens(source.text, Syntax::of(source.name));
    let (runs, is_handed_out) = (runs(&tokens, run), vec![false; tokens.len()]);
    Read { text: source.text, tokens, runs, prints: Vec::new(), is_handed_out }
}

fn pair(of: [usize; 2], all: &[Read<'_>], own: &[usize], thresholds: Thresholds) -> Pair {
    let [one, other] = of.map(|source| &all[source]);
    let found = passages(one, other, thresholds.passage.max(run(thresholds)));
    let tokens = found.iter().map(|(_, _, length)| length).sum();
    let part = |of: usize| if own[of] == 0 { 0.0 } else { tokens as f64 / own[of] as f64 };
    let passage = |(i, j, length): (usize, usize, usize)| Passage {
        at: [place(one, i, length), place(other, j, length)],
        tokens: length,
    };
    Pair { of, share: of.map(part), tokens, passages: found.into_iter().map(passage).collect() }
}
