//! Every Chinese text in the sources, in whatever form (`Words`, `sentence!`, `say!`, `errors!`, a table), has its
//! English text beside it, holds the same values, and is Chinese.

use crate::names::sources;
use crate::tidy::shown;
use leitai_testkit::{english_in, own_words};
use std::fs;

/// Where Chinese text appears without English, and why.
const ALONE: [(&str, &str); 12] = [
    ("crates/cli/src/help.rs", "its English is the comments that the parser reads"),
    ("crates/cli/src/new.rs", "a page in both languages"),
    ("crates/hall/src/event_file/overrides.rs", "its English is what the reader of TOML says"),
    ("crates/pages/src/event/data.rs", "columns named in both languages"),
    ("crates/report/src/shell.rs", "a page in both languages"),
    ("crates/sheet/src/head.rs", "the words of a form of sheet"),
    ("crates/roster/src/column.rs", "what schools call the columns of their lists"),
    ("crates/roster/src/guess.rs", "what is in the cells of their lists"),
    ("crates/roster/src/people.rs", "how the lines below their lists begin"),
    ("crates/web/src/organise/marks.rs", "what schools call a column of marks"),
    ("games/draughts/src/contest.rs", "the words of a form of sheet"),
    ("crates/hall/src/moment.rs", "how dates and times are written in China"),
];
/// The same, for what a person may type during a game.
const TYPED: &str = "games/gomoku/src/notation.rs";

/// What the site says, to people whom it calls 您.
const OF_THE_SITE: [&str; 4] = ["crates/pages/", "crates/web/", "crates/report/", "crates/hall/"];

/// Words that stay unchanged in any language: names of tools and formats, commands, options, and their values.
const NAMES: &str = "Leitai Delegate Elo Landlock AppArmor Debian Linux Windows macOS Wine SQLite PostgreSQL Java Go Kotlin Ctrl Botzone DOMjudge Excel Word OpenDocument Big Gomocup Piskvork HexWorld Little Golem Shift Latin \
    xls xlsb xlsx \
    all allow always apt arbiter at auto automatic base best berger between buchholz by capture cgroup claim \
    claimed class cmd count cpu ctrl cut dead deciding default designated dialect difference elo faults fflush fgets \
    first forbidden free game games gb golden halves head help home human inc install keep landlock leitai league \
    least lot lsm main malloc max memory mini ms move moves name national new no nobody node none of off on opening or \
    out own pass pids platform play plies pnpm points ponder postgres powersave preset program python replay report \
    resume root rounds rows columns run sau second seconds seed server setarch sgf shared sha size sonneborn sprt sqlite \
    start stats stderr stdout store sudo swap sysctl systemd sched autogroup enabled kernel scope alpha beta to bench calibration easy openings players truth \
    tournament type userns utf wins worker yes zh en lang record jobs governor performance tiers uclamp crash override End Home aarch arbitration captain chief chmod clock \
    course csv draw judge leader nodes organiser panel printf public referee school shell bash zsh fish stage sum uphold";

/// A part of a source: a string literal, or a punctuation mark.
#[derive(Debug, PartialEq)]
enum Part {
    Text(String, usize),
    Mark(char),
}

/// The parts of a source in order, without comments and blanks.
fn parts(source: &str) -> Vec<Part> {
    let (mut parts, mut rest, mut line) = (Vec::new(), source, 1);
    let step = |rest: &mut &str, line: &mut usize, length: usize| {
        *line += rest[..length].matches('\n').count();
        *rest = &rest[length..];
    };
    while let Some(mark) = rest.chars().next() {
        let from = line;
        if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            step(&mut rest, &mut line, length);
        } else if let Some((open, close)) = raw(rest).filter(|_| !in_word(source, rest)) {
            let inside = &rest[open..];
            let length = inside.find(&close).unwrap_or(inside.len());
            parts.push(Part::Text(inside[..length].to_owned(), from));
            step(&mut rest, &mut line, open + length + close.len());
        } else if mark == '"' {
            let length = quoted(&rest[1..]);
            parts.push(Part::Text(unescaped(&rest[1..=length]), from));
            step(&mut rest, &mut line, length + 2);
        } else if let Some(length) = character(rest) {
            step(&mut rest, &mut line, length);
        } else {
            if !mark.is_whitespace() {
                parts.push(Part::Mark(mark));
            }
            step(&mut rest, &mut line, mark.len_utf8());
        }
    }
    parts
}

/// Whether `rest` begins inside a word of `source`.
fn in_word(source: &str, rest: &str) -> bool {
    source[..source.len() - rest.len()].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The length of a raw string's opening, and what closes it.
fn raw(rest: &str) -> Option<(usize, String)> {
    let hashes = rest.strip_prefix('r')?;
    let count = hashes.len() - hashes.trim_start_matches('#').len();
    hashes[count..].starts_with('"').then(|| (count + 2, format!("\"{}", "#".repeat(count))))
}

/// The offset at which a string opened before `rest` ends.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    let end = rest.char_indices().find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(rest.len(), |(at, _)| at)
}

/// A string with its continued lines joined; other escapes become blanks.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        rest = if let Some(joined) = after.strip_prefix('\n') {
            joined.trim_start()
        } else {
            plain.push(' ');
            after.get(1..).unwrap_or_default()
        };
    }
    plain + rest
}

/// The length of a character literal; `None` for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let length = match inside.strip_prefix('\\') {
        Some(escaped) => 2 + escaped.get(1..)?.find('\'')?,
        None => inside.chars().next()?.len_utf8(),
    };
    inside[length..].starts_with('\'').then_some(length + 2)
}

const fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

fn is_chinese(text: &str) -> bool {
    text.contains(is_han)
}

/// The English text before the part at `at`, if both are in one expression, and whether there is nothing but a comma
/// between.
fn english(parts: &[Part], at: usize) -> Option<(&str, bool)> {
    for (back, part) in parts[..at].iter().rev().enumerate() {
        match part {
            Part::Mark(';' | '{' | '}') => return None,
            Part::Text(text, _) => return (!is_chinese(text)).then_some((text, back == 1)),
            Part::Mark(_) => {}
        }
    }
    None
}

/// The named values of a format string, each once. `en` and `zh` count as one value in two languages.
fn values(format: &str) -> Vec<String> {
    let plain = format.replace("{{", "").replace("}}", "");
    let mut names: Vec<String> = plain
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split('}').next())
        .map(|inside| inside.split(':').next().unwrap_or_default())
        .map(|name| if name.parse::<u8>().is_ok() { "" } else { name })
        .map(|name| if name == "en" { "zh" } else { name }.to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// A Chinese text without its values and code.
fn prose(zh: &str) -> String {
    let without = |text: String, open: char, close: char| {
        let mut kept = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once(open) {
            kept.push_str(before);
            kept.push(' ');
            rest = after.split_once(close).map_or("", |(_, after)| after);
        }
        kept + rest
    };
    let text = without(zh.to_owned(), '{', '}');
    let text = without(without(text, '`', '`'), '\'', '\'');
    // The name of an option.
    let options = text.split("--").enumerate();
    let rest = options.map(|(at, part)| match at {
        0 => part,
        _ => part.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '-'),
    });
    rest.collect::<Vec<_>>().join(" ")
}

/// What is wrong with a Chinese text and its English counterpart.
fn wrong(en: Option<(&str, bool)>, zh: &str) -> Option<String> {
    if let Some((en, true)) = en
        && values(en) != values(zh)
    {
        return Some(format!("its English holds other values: {en}"));
    }
    if let Some((en, _)) = en
        && let Some(mark) = en.chars().find(|c| "，。；：（）“”、？！".contains(*c))
    {
        return Some(format!("its English holds `{mark}`"));
    }
    let prose = prose(zh);
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    let words = prose.split_inclusive(|c: char| !c.is_ascii_alphabetic());
    let kept: String = words
        .map(|word| {
            let alone = word.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
            if names.contains(&alone) { &word[alone.len()..] } else { word }
        })
        .collect();
    if let Some(word) = english_in(&kept) {
        return Some(format!("`{word}` is English"));
    }
    let marks: Vec<char> = own_words(&prose).chars().collect();
    let beside = marks.windows(2).find(|pair| {
        let [a, b] = [pair[0], pair[1]];
        (is_han(a) && ",;!?()".contains(b)) || (",;!?()".contains(a) && is_han(b)) || (is_han(a) && b == ':')
    });
    beside.map(|pair| format!("punctuation of English beside Chinese: {}{}", pair[0], pair[1]))
}

#[test]
fn whatever_is_said_in_chinese_stands_beside_its_english() {
    let (mut faults, mut seen, mut alone) = (Vec::new(), 0, Vec::new());
    for folder in ["crates", "games"] {
        for path in sources(folder) {
            let name = shown(&path);
            if name.starts_with("crates/testkit/") || name == TYPED {
                continue;
            }
            let source = fs::read_to_string(&path).expect("a source");
            let parts = parts(source.split("#[cfg(test)]").next().unwrap_or_default());
            for (at, part) in parts.iter().enumerate() {
                let Part::Text(zh, line) = part else { continue };
                if !is_chinese(zh) {
                    continue;
                }
                seen += 1;
                let en = english(&parts, at);
                let stands_alone = ALONE.iter().any(|(known, _)| *known == name);
                if en.is_none() && !stands_alone {
                    faults.push(format!("{name}:{line}: no English beside: {zh}"));
                }
                if en.is_none() && stands_alone {
                    alone.push(name.clone());
                    continue;
                }
                if let Some(what) = wrong(en, zh) {
                    faults.push(format!("{name}:{line}: {what}: {zh}"));
                }
                if zh.contains('你') && OF_THE_SITE.iter().any(|folder| name.starts_with(folder)) {
                    faults.push(format!("{name}:{line}: the site says 您: {zh}"));
                }
            }
        }
    }
    assert!(seen > 1500, "only {seen} texts were seen");
    // Every listed file must still need its exception: an outdated entry would hide new faults.
    for (name, _) in ALONE {
        assert!(alone.iter().any(|known| known == name), "{name} has no Chinese alone");
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn each_fault_is_found() {
    let pair = |en, zh| wrong(Some((en, true)), zh);
    assert_eq!(pair("{name} wins in {plies} plies", "{name} 胜，共 {plies} 手"), None);
    assert_eq!(pair("write `start=5s`", "请写 `start=5s`"), None);
    assert_eq!(pair("{} of {}", "{1} 中的 {0}"), None);
    for (en, zh) in [
        ("{n} game{s}", "{n} 局"),
        ("{name} wins", "胜"),
        ("it wins", "{name} 胜"),
        ("it loses", "它 loses"),
        ("it wins", "胜,负"),
        ("it wins", "胜（它）(负)"),
        ("it wins：", "胜"),
    ] {
        assert!(pair(en, zh).is_some(), "{en} / {zh}");
    }
    let parts =
        parts("f(\"a\\\"b\", \"中\"); // \"x\"\n let c = '\"'; r#\"文\"#; x::<'a>(\"en\", \"又\\\n   行\")");
    let texts: Vec<_> = parts.iter().filter(|part| matches!(part, Part::Text(..))).collect();
    assert_eq!(texts.len(), 5, "{texts:?}");
    assert_eq!(*texts[4], Part::Text("又行".to_owned(), 2));
    let at = |wanted: &Part| parts.iter().position(|part| part == wanted).expect("it is there");
    assert_eq!(english(&parts, at(texts[4])), Some(("en", true)));
    assert_eq!(english(&parts, at(texts[2])), None, "it stands alone");
}
