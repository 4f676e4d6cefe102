//! Passages that two sources share, followed token by token.

use crate::token::Token;
use std::collections::HashMap;
use std::ops::Range;

/// A passage in one source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceRange {
    /// The range of its bytes.
    pub bytes: Range<usize>,
    /// Its first and last line, counted from 1.
    pub lines: (usize, usize),
}

/// The same passage in both sources of a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// Its place in each source.
    pub at: [SourceRange; 2],
    /// The number of its tokens.
    pub tokens: usize,
}

/// A source, and which of its parts do not count.
pub(crate) struct Read<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) tokens: Vec<Token>,
    /// The hash of the run that begins at each token.
    pub(crate) runs: Vec<u64>,
    /// The places of the fingerprints that count.
    pub(crate) prints: Vec<u32>,
    /// Marks the tokens that do not count.
    pub(crate) is_handed_out: Vec<bool>,
}

impl Read<'_> {
    /// The number of tokens that count.
    pub(crate) fn own(&self) -> usize {
        self.is_handed_out.iter().filter(|handed_out| !**handed_out).count()
    }
}

/// If a fingerprint occurs more often in one source, further places are ignored: they are the same line many times
/// over.
const MOST_PLACES: usize = 12;

/// Passages of at least `least` tokens that do not overlap, in the order of the first source.
pub(crate) fn passages(one: &Read<'_>, other: &Read<'_>, least: usize) -> Vec<(usize, usize, usize)> {
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for place in &other.prints {
        let of_print = places.entry(other.runs[*place as usize]).or_default();
        if of_print.len() < MOST_PLACES {
            of_print.push(*place as usize);
        }
    }
    // How far each diagonal has been followed.
    let mut followed: HashMap<isize, usize> = HashMap::new();
    let mut found = Vec::new();
    for place in &one.prints {
        let i = *place as usize;
        for j in places.get(&one.runs[i]).into_iter().flatten().copied() {
            let diagonal = i as isize - j as isize;
            if followed.get(&diagonal).is_some_and(|end| i < *end) {
                continue;
            }
            let is_same = |i: usize, j: usize| {
                one.tokens[i].code == other.tokens[j].code && !one.is_handed_out[i] && !other.is_handed_out[j]
            };
            let room = i.min(j);
            let back = (1..=room).take_while(|back| is_same(i - back, j - back)).count();
            let room = (one.tokens.len() - i).min(other.tokens.len() - j);
            let on = (0..room).take_while(|on| is_same(i + on, j + on)).count();
            followed.insert(diagonal, i + on.max(1));
            if back + on >= least {
                found.push((i - back, j - back, back + on));
            }
        }
    }
    laid_out(found, [one.tokens.len(), other.tokens.len()], least)
}

/// Takes the longest passages first, and of each one only what no earlier one has taken.
fn laid_out(
    mut found: Vec<(usize, usize, usize)>,
    lengths: [usize; 2],
    least: usize,
) -> Vec<(usize, usize, usize)> {
    found.sort_by_key(|(i, j, length)| (std::cmp::Reverse(*length), *i, *j));
    let mut taken = lengths.map(|length| vec![false; length]);
    let mut laid = Vec::new();
    for (i, j, length) in found {
        let (mut from, mut at) = (0, 0);
        while at <= length {
            if at == length || taken[0][i + at] || taken[1][j + at] {
                if at - from >= least {
                    laid.push((i + from, j + from, at - from));
                    taken[0][i + from..i + at].fill(true);
                    taken[1][j + from..j + at].fill(true);
                }
                from = at + 1;
            }
            at += 1;
        }
    }
    laid.sort_unstable();
    laid
}

/// The byte and line range of `length` tokens beginning at `from`.
pub(crate) fn place(read: &Read<'_>, from: usize, length: usize) -> SourceRange {
    let bytes = read.tokens[from].start as usize..read.tokens[from + length - 1].end as usize;
    let lines = |text: &[u8]| text.split(|byte| *byte == b'\n').count();
    let first = lines(&read.text[..bytes.start]);
    let last = first + lines(&read.text[bytes.clone()]) - 1;
    SourceRange { bytes, lines: (first, last) }
}
