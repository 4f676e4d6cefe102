//! Every page for people exists in English and in Chinese, and the two have the same content.

use leitai_testkit::english_in;
use std::fs;
use std::path::{Path, PathBuf};

/// Pages that exist in English only, and why.
const ENGLISH_ONLY: [(&str, &str); 2] = [
    ("ARCHITECTURE.md", "for whoever changes the code, whose comments are in English too"),
    ("CHANGELOG.md", "for maintainers, beside the commits"),
];

/// Words that stay unchanged in a Chinese sentence: names of people, languages, tools and formats.
const NAMES: &str = "Leitai Beyond Botzone Gomocup Piskvork HexWorld Little Golem Shift Latin OpenSpiel Lieberum Benson Elo DOMjudge Excel Word Big alpha beta \
    Rust Python Java JavaScript Go Kotlin Pascal Delphi TypeScript Ruby Haskell Lua esbuild Windows Wine Eigen Boost OpenJDK CPython Node gcc clang rustc mono cgo pyenv rustup crate trait \
    Linux Debian Ubuntu Fedora openSUSE openEuler openKylin macOS Docker Podman QEMU Kubernetes Landlock AppArmor systemd runc bubblewrap isolate root setuid \
    cpuset fork shell scope aarch Ctrl tar apalis SQLite PostgreSQL Prometheus Unicode Cc Cf Zl Zp Apache English Argon Cookie IPv HTTPS";

const ENGLISH: &str = ".md";
const CHINESE: &str = ".zh-CN.md";

/// The numbers written in digits, sorted, because word order differs between the languages.
type Numbers = Vec<String>;

/// The parts of a page, in order. Two pages with the same content have the same parts, with the same numbers.
#[derive(Debug, PartialEq)]
enum Part {
    /// A heading with its level.
    Heading(usize, Numbers),
    /// The rows of a table, including the head and its rule.
    Table(Vec<Row>),
    /// The language of a fence, and its lines.
    Code(String, Vec<String>),
    /// A markup comment, which may name what is shown below it.
    Mark(String),
    Item(Numbers),
    Paragraph(Numbers),
}

/// The content of a table row, independent of its language.
#[derive(Debug, PartialEq)]
struct Row {
    cells: usize,
    numbers: Numbers,
    /// The words between backticks, sorted: verdicts, fields, options. A text of several words may be translated.
    names: Vec<String>,
}

/// The numbers of a line, except those in link targets and the one in a game's English name only.
fn numbers(line: &str) -> Numbers {
    let line = line.replace("Connect6", "").replace(CHINESE, "");
    let mut shown = line.split("](").enumerate().map(|(i, text)| match text.split_once(')') {
        Some((_, after)) if i > 0 => after,
        _ => text,
    });
    let text = shown.by_ref().collect::<Vec<_>>().join(" ");
    let found = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    let found = found.map(|number| number.trim_matches(['.', ',']));
    let mut found: Numbers = found.filter(|number| !number.is_empty()).map(str::to_owned).collect();
    found.sort();
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Every page under `folder`, as paths from the root.
fn pages(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if entry.path().is_dir() {
            // What is built, fetched or lent to the checkout does not belong to its pages.
            let foreign = ["out", "node_modules", "shared"].contains(&name.as_str());
            if !foreign && !name.starts_with('.') && !name.starts_with("target") {
                found.extend(pages(&path));
            }
        } else if name.ends_with(ENGLISH) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// All English pages with their Chinese counterparts.
fn pairs() -> Vec<(String, String)> {
    let english = pages("").into_iter().filter(|page| !page.ends_with(CHINESE));
    let english = english.filter(|page| ENGLISH_ONLY.iter().all(|(only, _)| only != page));
    english.map(|page| (page.clone(), page.replace(ENGLISH, CHINESE))).collect()
}

/// The number of cells in a table row; a `|` inside code is not a separator.
fn cells(row: &str) -> usize {
    let mut in_code = false;
    let row = row.replace("\\|", "");
    let bars = row.chars().filter(|c| {
        in_code ^= *c == '`';
        *c == '|' && !in_code
    });
    bars.count().saturating_sub(1)
}

fn names(row: &str) -> Vec<String> {
    let names = row.split('`').skip(1).step_by(2).filter(|name| !name.contains(|c| c == ' ' || is_han(c)));
    let mut names: Vec<_> = names.map(str::to_owned).collect();
    names.sort();
    names
}

fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || (digits.len() < line.len() && digits.starts_with(". "))
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut lines = text.lines();
    // Whether a line may continue the part before it.
    let mut open = false;
    while let Some(line) = lines.next() {
        let start = line.trim_start();
        let was_open = std::mem::replace(&mut open, !start.is_empty());
        if let Some(language) = line.strip_prefix("```") {
            let code = lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect();
            parts.push(Part::Code(language.to_owned(), code));
            open = false;
        } else if line.starts_with('#') {
            let level = line.bytes().take_while(|byte| *byte == b'#').count();
            parts.push(Part::Heading(level, numbers(line)));
            open = false;
        } else if line.starts_with('|') {
            let row = Row { cells: cells(line), numbers: numbers(line), names: names(line) };
            match parts.last_mut() {
                Some(Part::Table(rows)) if was_open => rows.push(row),
                _ => parts.push(Part::Table(vec![row])),
            }
        } else if line.starts_with("<!--") {
            parts.push(Part::Mark(line.to_owned()));
        } else if is_item(start) {
            parts.push(Part::Item(numbers(line)));
        } else if !start.is_empty() && !start.starts_with('<') {
            match parts.last_mut() {
                Some(Part::Item(known) | Part::Paragraph(known)) if was_open => {
                    known.extend(numbers(line));
                    known.sort();
                }
                _ => parts.push(Part::Paragraph(numbers(line))),
            }
        }
    }
    parts
}

const fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

/// A line of code without its trailing comment, which begins with a `#` or after three blanks; a grammar also has three
/// blanks before its `=`.
fn without_comment(line: &str) -> &str {
    let start = line.len() - line.trim_start().len();
    if line[start..].starts_with('#') {
        return "";
    }
    let line = line[start..].split(" #").next().unwrap_or("").trim_end();
    let comment = line.rfind("   ").filter(|at| !line[*at..].trim_start().starts_with('='));
    line[..comment.unwrap_or(line.len())].trim_end()
}

/// The texts between quotation marks of either kind in a line of code, which are sent literally.
fn literals(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = without_comment(line);
    while let Some(at) = rest.find(['"', '\'']) {
        let (mark, inside) = rest[at..].split_at(1);
        let end = inside.find(mark).unwrap_or(inside.len());
        found.push(&inside[..end]);
        rest = inside[end..].strip_prefix(mark).unwrap_or("");
    }
    found
}

/// Whether a line of code has the same content in both languages: except for its comment it is the same, or it is
/// translated (the names in a grammar) and sends the same.
fn is_same_code(english: &str, chinese: &str) -> bool {
    let sends_the_same = || {
        let (english, chinese) = (literals(english), literals(chinese));
        english.len() == chinese.len()
            && english.iter().zip(chinese).all(|(en, zh)| *en == zh || zh.contains(is_han))
    };
    without_comment(english) == without_comment(chinese) || (chinese.contains(is_han) && sends_the_same())
}

fn is_same(english: &Part, chinese: &Part) -> bool {
    match (english, chinese) {
        (Part::Code(en, english), Part::Code(zh, chinese)) => {
            let mut lines = english.iter().zip(chinese);
            en == zh && english.len() == chinese.len() && lines.all(|(en, zh)| is_same_code(en, zh))
        }
        (english, chinese) => english == chinese,
    }
}

/// The index of the first part in which two pages differ.
fn first_difference(english: &[Part], chinese: &[Part]) -> Option<usize> {
    (0..english.len().max(chinese.len())).find(|i| match (english.get(*i), chinese.get(*i)) {
        (Some(en), Some(zh)) => !is_same(en, zh),
        _ => true,
    })
}

/// The first difference of two pages, and the English heading under which it is found.
fn difference(english: &str, chinese: &str) -> Option<String> {
    let (ours, theirs) = (parts(english), parts(chinese));
    let at = first_difference(&ours, &theirs)?;
    let before = ours.iter().take(at).filter(|part| matches!(part, Part::Heading(..))).count();
    let mut in_code = false;
    let headings = english.lines().filter(|line| {
        in_code ^= line.starts_with("```");
        !in_code && line.starts_with('#')
    });
    let under = headings.take(before).last().unwrap_or("the beginning");
    if let (Some(Part::Code(_, english)), Some(Part::Code(_, chinese))) = (ours.get(at), theirs.get(at))
        && let Some((en, zh)) = english.iter().zip(chinese).find(|(en, zh)| !is_same_code(en, zh))
    {
        return Some(format!("under `{under}`: `{en}` is `{zh}` in Chinese"));
    }
    if let (Some(Part::Table(english)), Some(Part::Table(chinese))) = (ours.get(at), theirs.get(at))
        && let Some((en, zh)) = english.iter().zip(chinese).find(|(en, zh)| en != zh)
    {
        return Some(format!("under `{under}`: {en:?} in English, {zh:?} in Chinese"));
    }
    Some(format!("under `{under}`: {:?} in English, {:?} in Chinese", ours.get(at), theirs.get(at)))
}

/// The page without its code: fences, spans between backticks, comments, tags and link targets.
fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        if in_code || line.starts_with("```") {
            continue;
        }
        let spans = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let mut rest = spans.as_str();
        while let Some(at) = rest.find(['<', '(']) {
            let (close, link) =
                if rest[at..].starts_with('<') { ('>', true) } else { (')', rest[..at].ends_with(']')) };
            let end = rest[at..].find(close).map_or(rest.len(), |end| at + end + 1);
            out += &rest[..at];
            out += if link { " " } else { &rest[at..end] };
            rest = &rest[end..];
        }
        out += rest;
        out.push('\n');
    }
    out
}

/// The targets of a page's links, ignoring its code.
fn links(text: &str) -> Vec<String> {
    let mut in_code = false;
    let lines = text.lines().filter(|line| {
        in_code ^= line.starts_with("```");
        !in_code
    });
    let targets = lines.flat_map(|line| line.split("](").skip(1));
    targets.filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect()
}

#[test]
fn every_page_is_in_both_languages() {
    let all = pages("");
    assert!(all.len() > 50, "{} pages were found", all.len());
    for (english, chinese) in pairs() {
        assert!(all.contains(&chinese), "{english} is not in Chinese");
    }
    for chinese in all.iter().filter(|page| page.ends_with(CHINESE)) {
        assert!(all.contains(&chinese.replace(CHINESE, ENGLISH)), "{chinese} is not in English");
    }
    // An exception that no longer applies must be taken off the list.
    for (page, why) in ENGLISH_ONLY {
        assert!(
            all.contains(&page.to_owned()) && !all.contains(&page.replace(ENGLISH, CHINESE)),
            "{page}: {why}"
        );
    }
}

#[test]
fn both_languages_say_the_same() {
    let wrong = pairs().into_iter().filter_map(|(english, chinese)| {
        let found = difference(&read(&english), &read(&chinese))?;
        Some(format!("{english}, {found}"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Removing any line of a heading, table, list or code from either page of any pair, or changing a number, makes the
/// pages differ.
#[test]
fn what_one_page_leaves_out_is_missed() {
    let mut tried = 0;
    for (english, chinese) in pairs() {
        let (english, chinese) = (read(&english), read(&chinese));
        assert_eq!(difference(&english, &chinese), None);
        for (whole, other, swapped) in [(&english, &chinese, false), (&chinese, &english, true)] {
            let other = parts(other);
            let lines: Vec<&str> = whole.lines().collect();
            let mut in_code = false;
            for (i, line) in lines.iter().enumerate() {
                let is_fence = line.starts_with("```");
                in_code ^= is_fence;
                let counts = in_code || line.starts_with(['#', '|']) || is_item(line.trim_start());
                let finds = |text: &str| {
                    let text = parts(text);
                    let (en, zh) = if swapped { (&other, &text) } else { (&text, &other) };
                    first_difference(en, zh).is_some()
                };
                if counts && !is_fence {
                    let cut = [&lines[..i], &lines[i + 1..]].concat().join("\n");
                    assert!(finds(&cut), "nobody misses `{line}`");
                    tried += 1;
                }
                if let Some(number) = numbers(line).first()
                    && !in_code
                    && !line.starts_with('<')
                {
                    let changed = line.replacen(number.as_str(), "987", 1);
                    let changed = [&lines[..i], &[changed.as_str()], &lines[i + 1..]].concat().join("\n");
                    assert!(finds(&changed), "`{number}` may be changed in `{line}`");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 4000, "only {tried} lines were tried");
}

#[test]
fn chinese_pages_are_in_chinese_and_english_ones_in_english() {
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    let mut wrong = Vec::new();
    for (english, chinese) in pairs() {
        for line in prose(&read(&chinese)).lines() {
            let is_name = |word: &&str| names.contains(word);
            let words = line.split_inclusive(|c: char| !c.is_ascii_alphabetic());
            let kept =
                words.filter(|word| !is_name(&word.trim_end_matches(|c: char| !c.is_ascii_alphabetic())));
            if let Some(word) = english_in(&kept.collect::<String>()) {
                wrong.push(format!("{chinese}: `{word}` in: {line}"));
            }
        }
        for line in prose(&read(&english)).lines().filter(|line| line.contains('。')) {
            wrong.push(format!("{english}: {line}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All links have targets; those on a Chinese page lead to Chinese pages, and each page links to its counterpart at its
/// top.
#[test]
fn links_lead_to_pages_in_the_same_language() {
    let all = pages("");
    for page in &all {
        let (text, folder) = (read(page), Path::new(page).parent().expect("a folder"));
        let (here, there) = if page.ends_with(CHINESE) { (CHINESE, ENGLISH) } else { (ENGLISH, CHINESE) };
        let stem = page.strip_suffix(here).expect("a page");
        let twin = Path::new(stem).file_name().expect("a name").to_string_lossy().into_owned() + there;
        if ENGLISH_ONLY.iter().all(|(only, _)| only != page) {
            let top = text.lines().take(4).collect::<Vec<_>>().join("\n");
            assert!(links(&top).contains(&twin), "{page} does not lead to {twin} at its top");
        }
        for link in links(&text) {
            let target = link.split('#').next().unwrap_or("");
            if target.is_empty() || target.contains("://") || target == twin {
                continue;
            }
            assert!(
                root().join(folder).join(target).exists(),
                "{page} leads to {target}, which is not there"
            );
            if here == CHINESE && target.ends_with(ENGLISH) && !target.ends_with(CHINESE) {
                let chinese = root().join(folder).join(target.replace(ENGLISH, CHINESE));
                assert!(!chinese.exists(), "{page} leads to {target}, which is there in Chinese");
            }
        }
    }
}
