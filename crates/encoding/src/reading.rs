//! The ways in which bytes can be read that nobody declares an encoding for, and which of them is meant.

use crate::encoding::Encoding;
use crate::skeleton::Skeleton;
use crate::words::Words;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, GBK, SHIFT_JIS};

/// Fewer bytes beyond ASCII are some names: the detector takes Chinese ones for Korean.
const FEW: usize = 12;

/// Bytes read in one encoding.
pub(crate) struct Reading {
    pub(crate) encoding: Encoding,
    pub(crate) text: String,
    skeleton: Option<Skeleton>,
    words: Words,
}

impl Reading {
    /// The bytes in this encoding; `None` if they are no text in it. With `is_cut` the last character may be broken.
    fn of(encoding: Encoding, bytes: &[u8], is_cut: bool) -> Option<Reading> {
        let text = encoding.0.decode_without_bom_handling(bytes).0;
        let whole = if is_cut { text.trim_end_matches('\u{fffd}') } else { &text };
        if whole.contains(is_no_text) {
            return None;
        }
        let words = Words::of(whole, encoding == Encoding::LATIN_1);
        Some(Reading { encoding, text: text.into_owned(), skeleton: None, words })
    }

    fn is_doubtful(&self) -> bool {
        self.words.bad > 0 && self.words.bad >= self.words.good
    }
}

/// Characters that no text has, in whatever language: what a wrong encoding makes of it.
fn is_no_text(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}' | '\u{fffd}')
}

/// The readings that fit the bytes, their format and their words, the likeliest first. They differ in their skeletons
/// only if neither can be told from the other.
pub(crate) fn readings(
    bytes: &[u8],
    is_cut: bool,
    skeleton: impl Fn(&str) -> Option<Skeleton>,
) -> Vec<Reading> {
    let mut all: Vec<Reading> =
        Encoding::DETECTED.iter().filter_map(|encoding| Reading::of(*encoding, bytes, is_cut)).collect();
    if all.len() > 1 {
        for reading in &mut all {
            reading.skeleton = skeleton(&reading.text);
        }
        keep(&mut all, |reading| reading.skeleton.is_some());
        let most = all.iter().filter_map(|reading| reading.skeleton.as_ref()).map(|its| its.known).max();
        keep(&mut all, |reading| reading.skeleton.as_ref().map(|its| its.known) == most);
        keep(&mut all, |reading| !reading.is_doubtful());
        let guess = guess(bytes);
        // A stable sort: of equals the most usual stays first.
        all.sort_by_key(|reading| (reading.encoding != guess, reading.words.bad));
    }
    all
}

/// Another reading than the first, with another skeleton.
pub(crate) fn disputed(all: &[Reading]) -> Option<&Reading> {
    let first = all.first()?;
    all.iter().find(|other| other.skeleton != first.skeleton)
}

/// Keeps what fits, if anything does.
fn keep(all: &mut Vec<Reading>, fits: impl Fn(&Reading) -> bool) {
    if all.iter().any(&fits) {
        all.retain(fits);
    }
}

/// The detector's guess. Whatever other single bytes it takes them for, here they are Latin-1.
fn guess(bytes: &[u8]) -> Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let is_short = bytes.iter().filter(|byte| !byte.is_ascii()).count() < FEW;
    if guess == GBK || (is_short && [EUC_KR, EUC_JP].contains(&guess)) {
        Encoding::GB18030
    } else if [BIG5, GB18030, SHIFT_JIS, EUC_KR, EUC_JP].contains(&guess) {
        Encoding(guess)
    } else {
        Encoding::LATIN_1
    }
}
