//! The text of a file, in whichever encoding it was saved.

use crate::separated;
use leitai_core::{Sentence, sentence};
use leitai_encoding::{Decoded, Encoding, Skeleton, decode};

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
    let Decoded { text, encoding, .. } = decoded(bytes)?;
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let start = text.trim_start().get(..200.min(text.trim_start().len())).unwrap_or_default().to_lowercase();
    if ["<!doctype", "<html", "<table", "<?xml"].iter().any(|mark| start.starts_with(mark)) {
        return Err(sentence!(
            "This is a web page or XML, whatever it is called: open it in a spreadsheet program and save it as CSV.",
            "无论文件名是什么，这其实是网页或 XML：请用表格软件打开，另存为 CSV。"
        ));
    }
    let name = encoding.name();
    let taken =
        (encoding != Encoding::UTF_8).then(|| sentence!("The file is in {name}.", "文件编码为 {name}。"));
    Ok((text, taken))
}

fn decoded(bytes: &[u8]) -> Result<Decoded, Sentence> {
    // Most bytes are text in several encodings: where the heads of columns are known, it is that.
    let skeleton = |text: &str| {
        let frame = text.chars().filter(|c| ",\t;|\"\n".contains(*c)).collect();
        Some(Skeleton { frame, known: separated::heads(text) })
    };
    decode(bytes, None, None, skeleton).map_err(|why| {
        sentence!(
            "The file cannot be read: {why}. Save the table as .xlsx or CSV.",
            "文件无法读取：{why}。请把表格另存为 .xlsx 或 CSV。"; why
        )
    })
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
            (Encoding::GB18030.encode(simple), simple, "GB18030"),
            (Encoding::GB18030.encode(traditional), traditional, "GB18030"),
            (Encoding::BIG5.encode(traditional), traditional, "Big5"),
            (Encoding::BIG5.encode(nameless), nameless, "Big5"),
            (
                Encoding::GB18030.encode(&simple.replace("学号,姓名,班级\n", "")),
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
            (b"a\0\0b\0\0", "line 1 is not text"),
            (b"a,b\nc,\x81\xff\n", "line 2"),
            (b"\xff\xfe\x00\xd8\x00\xd8", "line 1"),
        ] {
            let why = text(bytes).expect_err("it is no text");
            assert!(why.to(Lang::En).contains(part), "{part}: {why:?}");
        }
    }
}
