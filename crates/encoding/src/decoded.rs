//! Text that came in as bytes, and what was taken for its encoding.

use crate::encoding::Encoding;
use crate::reading::{disputed, readings};
use crate::skeleton::Skeleton;
use encoding_rs::{UTF_16BE, UTF_16LE};
use leitai_lang::{Sentence, errors, sentence};
use std::borrow::Cow;

/// The most bytes at the beginning of a line by which its encoding is judged.
const JUDGED: usize = 1 << 10;

/// A text and its encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// What it was in.
    pub encoding: Encoding,
    how: How,
}

/// How the encoding was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// By a mark, or because nothing else is valid.
    Certain,
    /// The text declares it, or somebody did.
    Declared,
    /// By the detector.
    Detected,
    /// By the detector, since the text is not in what it declares.
    Against(Encoding),
}

errors! {
    /// Why bytes are not read as text.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum EncodingError {
        /// They are text in no encoding.
        NoText {
            /// The first line that is none, from 1.
            line: usize,
        } =>
            "line {line} is not text in UTF-8, UTF-16, GB18030, Big5, Shift_JIS, EUC-KR or Latin-1",
            "第 {line} 行不是 UTF-8、UTF-16、GB18030、Big5、Shift_JIS、EUC-KR 或 Latin-1 文本";
        /// They are not in the encoding that was named.
        Not {
            /// The encoding.
            encoding: Encoding,
        } => "it is not text in {encoding}", "不是 {encoding} 编码的文本";
        /// Two encodings give different files.
        Disputed {
            /// One of them.
            one: Encoding,
            /// The other.
            other: Encoding,
        } =>
            "it can be read as {one} and as {other}, and its brackets differ between them: save it as UTF-8",
            "按 {one} 与按 {other} 都读得通，但括号不同，无法确定：请另存为 UTF-8";
    }
}

impl Decoded {
    /// What was taken for the encoding, unless it is plain UTF-8.
    pub fn taken(&self) -> Option<Sentence> {
        let encoding = self.encoding;
        match self.how {
            How::Certain | How::Declared if self.encoding == Encoding::UTF_8 => None,
            How::Certain | How::Detected => Some(sentence!("read as {encoding}", "按 {encoding} 读取")),
            How::Declared => Some(sentence!("read as {encoding}, as declared", "按所声明的 {encoding} 读取")),
            How::Against(declared) => Some(sentence!(
                "it declares {declared}, but is not in it: read as {encoding}",
                "其中声明为 {declared}，实际不是：按 {encoding} 读取"
            )),
        }
    }
}

/// The text of a file. `declared` is the encoding that it names, `named` the one that somebody names who knows; without
/// them `skeleton` judges. Errors if it is text in none, not in `named`, or if what it says depends on the guess.
pub fn decode(
    bytes: &[u8],
    declared: Option<Encoding>,
    named: Option<Encoding>,
    skeleton: impl Fn(&str) -> Option<Skeleton>,
) -> Result<Decoded, EncodingError> {
    let whole = |encoding: Encoding, bytes: &[u8]| {
        let text = encoding.0.decode_without_bom_handling_and_without_replacement(bytes)?;
        (!text.contains('\0')).then(|| text.into_owned())
    };
    let of = |text, encoding, how| Decoded { text, encoding, how };
    if let Some(encoding) = named {
        let mark = encoding_rs::Encoding::for_bom(bytes).filter(|(its, _)| *its == encoding.0);
        let text = whole(encoding, &bytes[mark.map_or(0, |(_, mark)| mark)..]);
        let not = || EncodingError::Not { encoding };
        return text.map(|text| of(text, encoding, How::Declared)).ok_or_else(not);
    }
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        let text = whole(Encoding(encoding), &bytes[mark..]).ok_or_else(|| no_text(&bytes[mark..], encoding));
        return Ok(of(text?, Encoding(encoding), How::Certain));
    }
    if let Some(encoding) = without_mark(bytes)? {
        let text = whole(encoding, bytes).ok_or_else(|| no_text(bytes, encoding.0));
        return Ok(of(text?, encoding, How::Certain));
    }
    if let Some((text, encoding)) = declared.and_then(|its| Some((whole(its, bytes)?, its))) {
        return Ok(of(text, encoding, How::Declared));
    }
    let how = declared.map_or(How::Detected, How::Against);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let how = if declared.is_some() { how } else { How::Certain };
        return Ok(of(text.to_owned(), Encoding::UTF_8, how));
    }
    let all = readings(bytes, false, skeleton);
    if let (Some(other), Some(one)) = (disputed(&all), all.first()) {
        let [one, other] = [one, other].map(|its| its.encoding);
        return Err(EncodingError::Disputed { one, other });
    }
    let first = all.into_iter().next().ok_or_else(|| no_text(bytes, encoding_rs::GB18030))?;
    Ok(of(first.text, first.encoding, how))
}

/// UTF-16 without a mark: of digits, separators and line ends one byte is zero, and always the same of the two.
fn without_mark(bytes: &[u8]) -> Result<Option<Encoding>, EncodingError> {
    let start = &bytes[..bytes.len().min(1 << 12)];
    let zeros = |odd: usize| start.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    match (zeros(0), zeros(1)) {
        (0, 0) => Ok(None),
        (even, odd) if odd > 8 * even => Ok(Some(Encoding(UTF_16LE))),
        (even, odd) if even > 8 * odd => Ok(Some(Encoding(UTF_16BE))),
        _ => Err(no_text(bytes, encoding_rs::UTF_8)),
    }
}

/// Where bytes are no text.
fn no_text(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> EncodingError {
    let text = encoding.decode_without_bom_handling(bytes).0;
    let line = 1 + text.split(['\u{fffd}', '\0']).next().unwrap_or_default().matches('\n').count();
    EncodingError::NoText { line }
}

/// A line, or another text that nothing depends on, in the likeliest encoding; where it cannot be read, with signs in
/// place of what is wrong. Its last character may be cut.
pub fn likely(bytes: &[u8]) -> Cow<'_, str> {
    let cut = match std::str::from_utf8(bytes) {
        Ok(text) => return text.into(),
        Err(error) => error.error_len().is_none().then_some(error.valid_up_to()),
    };
    if cut.is_some_and(|up_to| !bytes[..up_to].is_ascii()) {
        return String::from_utf8_lossy(bytes);
    }
    let judged = &bytes[..bytes.len().min(JUDGED)];
    let first = readings(judged, true, Skeleton::none).into_iter().next();
    let encoding = first.map_or(Encoding::GB18030, |reading| reading.encoding);
    encoding.0.decode_without_bom_handling(bytes).0
}

/// A source as UTF-8, if it is in another encoding: compilers that read only one are given that.
pub fn reencoded(source: &[u8]) -> Option<Decoded> {
    let is_utf_8 = std::str::from_utf8(source).is_ok() && !source.contains(&0);
    let read = decode(source, None, None, Skeleton::none).ok().filter(|_| !is_utf_8)?;
    Some(read)
}
