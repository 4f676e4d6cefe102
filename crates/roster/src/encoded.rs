//! The text of a file, in whichever encoding it was saved.

use crate::separated;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use leitai_core::{Sentence, sentence};
use std::borrow::Cow;

type Why = fn() -> Sentence;

/// What a file is, by how it begins, if it is nothing that can be read here, and what to do.
const OTHERS: [(&[u8], Why); 4] = [
    (b"\xd0\xcf\x11\xe0", || {
        sentence!(
            "This is a file of Excel 97 (.xls), or one with a password: save it as .xlsx without a password.",
            "这是 Excel 97 格式（.xls）或加了密码的文件：请另存为 .xlsx，不设密码。"
        )
    }),
    (b"%PDF", || {
        sentence!(
            "This is a PDF file: export the roster as a table (.csv).",
            "这是 PDF 文件：请把名单导出为表格（.csv）。"
        )
    }),
    (b"\x89PNG", || {
        sentence!("This is a picture: export the roster as a table.", "这是图片：请把名单导出为表格。")
    }),
    (b"\xff\xd8\xff", || {
        sentence!("This is a picture: export the roster as a table.", "这是图片：请把名单导出为表格。")
    }),
];

/// The text of a file with lines that end in `\n`, and in which encoding it was, if not in UTF-8.
pub(crate) fn text(bytes: &[u8]) -> Result<(String, Option<Sentence>), Sentence> {
    if let Some((_, why)) = OTHERS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(why());
    }
    let (text, encoding) = decoded(bytes)?;
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let start = text.trim_start().get(..200.min(text.trim_start().len())).unwrap_or_default().to_lowercase();
    if ["<!doctype", "<html", "<table", "<?xml"].iter().any(|mark| start.starts_with(mark)) {
        return Err(sentence!(
            "This is a web page or XML, whatever it is called: open it in a spreadsheet program and save it as CSV.",
            "无论文件名是什么，这其实是网页或 XML：请用表格软件打开，另存为 CSV。"
        ));
    }
    let name = if encoding == GB18030 { "GB18030" } else { encoding.name() };
    let taken = (encoding != UTF_8).then(|| sentence!("The file is in {name}.", "文件编码为 {name}。"));
    Ok((text, taken))
}

fn decoded(bytes: &[u8]) -> Result<(Cow<'_, str>, &'static Encoding), Sentence> {
    let (encoding, bytes) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding, &bytes[mark..]),
        None => (without_mark(bytes)?, bytes),
    };
    let text = encoding
        .decode_without_bom_handling_and_without_replacement(bytes)
        .filter(|text| !text.contains('\0'));
    text.map(|text| (text, encoding)).ok_or_else(|| unreadable(bytes, encoding))
}

/// The encoding of a file that does not begin with a mark.
fn without_mark(bytes: &[u8]) -> Result<&'static Encoding, Sentence> {
    let start = &bytes[..bytes.len().min(1 << 12)];
    let zeros = |odd: usize| start.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if even + odd > 0 {
        // Of digits, separators and line breaks one byte is zero in UTF-16, and always the same of the two.
        return match (even, odd) {
            (even, odd) if odd > 8 * even => Ok(UTF_16LE),
            (even, odd) if even > 8 * odd => Ok(UTF_16BE),
            _ => Err(sentence!(
                "This is not a text file: save the table as .xlsx or CSV.",
                "这不是文本文件：请把表格另存为 .xlsx 或 CSV。"
            )),
        };
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Ok(UTF_8);
    }
    // Most bytes are text in both: where the heads of columns are known, it is that.
    let heads = |encoding: &'static Encoding| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        Some(separated::heads(&text))
    };
    match (heads(GB18030), heads(BIG5)) {
        (Some(_), None) => Ok(GB18030),
        (None, Some(_)) => Ok(BIG5),
        (Some(one), Some(other)) if one != other => Ok(if one > other { GB18030 } else { BIG5 }),
        (None, None) => Err(unreadable(bytes, GB18030)),
        (Some(_), Some(_)) => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(bytes, true);
            Ok(if detector.guess(None, Utf8Detection::Deny) == BIG5 { BIG5 } else { GB18030 })
        }
    }
}

/// Where a file is no text.
fn unreadable(bytes: &[u8], encoding: &'static Encoding) -> Sentence {
    let text = encoding.decode_without_bom_handling(bytes).0;
    let line = 1 + text.split(['\u{fffd}', '\0']).next().unwrap_or_default().matches('\n').count();
    sentence!(
        "The file is not text in UTF-8, UTF-16, GB18030 or Big5: line {line} cannot be read. Save the table as .xlsx or CSV.",
        "文件不是 UTF-8、UTF-16、GB18030 或 Big5 文本：第 {line} 行无法读取。请把表格另存为 .xlsx 或 CSV。"; line = line.to_string()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    /// The bytes of a text in UTF-16.
    fn utf_16(text: &str, to: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to).collect()
    }

    #[test]
    fn a_file_is_read_in_the_encoding_it_was_saved_in() {
        let simple = "学号,姓名,班级\n2501,王小明,计科1班\n2502,李娜,计科2班\n";
        let traditional = "學號,姓名,班級\n2501,王小明,資工一班\n2502,陳怡君,資工二班\n";
        let nameless = "2501,陳怡君,資訊工程學系一年級\n2502,林冠宇,資訊工程學系一年級\n";
        let marked = |text: &str| [&b"\xef\xbb\xbf"[..], text.as_bytes()].concat();
        let le = |text: &str| utf_16(text, u16::to_le_bytes);
        let be = |text: &str| utf_16(text, u16::to_be_bytes);
        for (bytes, wanted, name) in [
            (simple.as_bytes().to_vec(), simple, ""),
            (marked(simple), simple, ""),
            (le(simple), simple, "UTF-16LE"),
            (be(simple), simple, "UTF-16BE"),
            (le(&format!("\u{feff}{simple}")), simple, "UTF-16LE"),
            (be(&format!("\u{feff}{simple}")), simple, "UTF-16BE"),
            (GB18030.encode(simple).0.into_owned(), simple, "GB18030"),
            (GB18030.encode(traditional).0.into_owned(), traditional, "GB18030"),
            (BIG5.encode(traditional).0.into_owned(), traditional, "Big5"),
            (BIG5.encode(nameless).0.into_owned(), nameless, "Big5"),
            (
                GB18030.encode(&simple.replace("学号,姓名,班级\n", "")).0.into_owned(),
                "2501,王小明,计科1班\n2502,李娜,计科2班\n",
                "GB18030",
            ),
        ] {
            let (text, taken) = text(&bytes).unwrap_or_else(|why| panic!("{wanted}: {why:?}"));
            assert_eq!(text, wanted);
            let taken = taken.map(|taken| taken.to(Lang::En).to_owned()).unwrap_or_default();
            assert!(taken.contains(name) && taken.is_empty() == name.is_empty(), "{name}: {taken}");
        }
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (bytes, part) in [
            (&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], "Excel 97"),
            (b"%PDF-1.7", "PDF"),
            (b"\x89PNG\r\n", "picture"),
            (b" <html><table>", "web page"),
            (b"a\0\0b\0\0", "not a text file"),
            (b"a,b\nc,\xff\xff\n", "line 2"),
            (b"\xff\xfe\x00\xd8\x00\xd8", "line 1"),
        ] {
            let why = text(bytes).expect_err("it is no text");
            assert!(why.to(Lang::En).contains(part), "{part}: {why:?}");
        }
    }
}
