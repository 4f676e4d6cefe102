//! Checks that Chinese texts are in Chinese.

/// The first English word of a Chinese sentence; `None` if there is none. Quotations (`“…”`), names in capitals, paths,
/// options (`--memory`), units, and brackets that hold nothing but the system's own words do not belong to the
/// sentence.
pub fn english_in(zh: &str) -> Option<String> {
    let told = own_words(zh);
    let parts = told.split(|c: char| c.is_whitespace() || (!c.is_ascii() && !c.is_alphabetic()));
    let plain = parts.filter(|part| !part.starts_with('/') && !part.starts_with("--"));
    let mut words = plain.flat_map(|part| part.split(|c: char| !c.is_ascii_alphabetic()));
    words.find(|word| word.len() > 1 && word.bytes().any(|b| b.is_ascii_lowercase())).map(str::to_owned)
}

/// Checks that a Chinese sentence is in Chinese; `place` says whose it is.
pub fn must_be_chinese(zh: &str, place: &str) {
    if let Some(word) = english_in(zh) {
        panic!(
            "{place}: `{word}` is English in the Chinese text {zh:?}; what is quoted stands between “ and ”"
        );
    }
}

/// A sentence without its quotations and without brackets that hold no Chinese.
pub fn own_words(zh: &str) -> String {
    let mut told = String::new();
    let mut rest = zh;
    while let Some(at) = rest.find(['“', '（']) {
        told.push_str(&rest[..at]);
        let (open, close) = if rest[at..].starts_with('“') { ('“', '”') } else { ('（', '）') };
        let inside = &rest[at + open.len_utf8()..];
        let end = closed(inside, open, close);
        if open == '（' && inside[..end].chars().any(is_han) {
            told.push_str(&own_words(&inside[..end]));
        }
        rest = inside[end..].strip_prefix(close).unwrap_or_default();
    }
    told + rest
}

/// The offset in `text` at which a bracket opened before it is closed.
fn closed(text: &str, open: char, close: char) -> usize {
    let mut depth = 0;
    let mut ends = text.char_indices().filter(|(_, c)| {
        depth += i32::from(*c == open) - i32::from(*c == close);
        depth < 0
    });
    ends.next().map_or(text.len(), |(at, _)| at)
}

const fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use super::english_in;

    #[test]
    fn quotations_names_and_the_systems_words_are_left_out() {
        for (zh, word) in [
            ("第 5 手超时：本手用时 2.10 秒，限 2.00 秒（处理器时间 0.01 秒）", None),
            ("阶段（“first”或“second”）", None),
            ("没有控制组：/sys/fs（Permission denied (os error 13)）", None),
            ("无法测试（新的根目录（Operation not permitted））", None),
            ("无法测试（the new root（没有权限））", Some("the")),
            ("输出“8 9 and more”，应为 0 到 8 的一个数，例如 a5-a4", None),
            ("无法启动（No such file or directory (os error 2)）", None),
            ("被信号 SIGSEGV 终止，超过 64 MB", None),
            ("程序中途退出：exited with code 1", Some("exited")),
            ("违规着法（illegal: 该格已有子）", Some("illegal")),
            ("“a”之后 than", Some("than")),
        ] {
            assert_eq!(english_in(zh).as_deref(), word, "{zh}");
        }
    }
}
