//! Lines that would be legal turns if they were written slightly differently.

use leitai_core::{Phrase, Sentence, sentence};

/// How a line was written wrongly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slip {
    /// Upper and lower case are mixed up.
    Case,
    /// These words stand before the answer: a prompt, a remark.
    Before(String),
    /// These words stand after the answer: more than the answer.
    Behind(String),
    /// The word that begins the line is missing.
    Lacks(String),
    /// Stray punctuation: brackets, commas, a full stop.
    Signs,
    /// Numbers are too high by one: the program counts from 1, the dialect from 0.
    FromOne,
    /// Numbers are too low by one: the program counts from 0.
    FromZero,
    /// The two coordinates of each place are swapped.
    Exchanged,
}

/// Punctuation that people put around coordinates or between them.
const SIGNS: &str = "()[]{}<>\"'`;,.:-";

/// The slip that turns an unreadable line into a legal turn, and that turn. `heard` reads a line; `word` begins a line
/// in the program's dialect.
pub(super) fn respelt(
    line: &str,
    word: Option<&str>,
    heard: impl Fn(&str) -> Option<Phrase>,
) -> Option<(Slip, Phrase)> {
    let line = line.trim();
    let cased = [line.to_ascii_uppercase(), line.to_ascii_lowercase()];
    let (head, rest) = line.split_once(char::is_whitespace).unwrap_or(("", line));
    let (upper, lower) = (rest.to_ascii_uppercase(), rest.to_ascii_lowercase());
    let mixed = [format!("{head} {upper}"), format!("{head} {lower}")];
    let worded = word.filter(|word| !line.starts_with(*word));
    let whole = |slip: Slip, text: String| (text.trim() != line).then_some((slip, text));
    let tries = cased.into_iter().chain(mixed).map(|text| whole(Slip::Case, text));
    let tries = tries.chain(worded.map(|word| whole(Slip::Lacks(word.to_owned()), format!("{word} {line}"))));
    let tries = tries.chain(ends(line));
    let tries = tries.chain([
        whole(
            Slip::Signs,
            line.replace(|c| SIGNS.contains(c), " ").split_whitespace().collect::<Vec<_>>().join(" "),
        ),
        whole(Slip::Signs, line.replace(|c: char| SIGNS.contains(c) || c.is_whitespace(), "")),
        whole(Slip::Signs, line.split_whitespace().collect::<Vec<_>>().join(",")),
        whole(Slip::FromOne, counted(line, -1).unwrap_or_default()),
        whole(Slip::FromZero, counted(line, 1).unwrap_or_default()),
        whole(Slip::Exchanged, exchanged(line).unwrap_or_default()),
    ]);
    tries.flatten().find_map(|(slip, text)| Some((slip, heard(&text)?)))
}

/// The line without some of its first or last words.
fn ends(line: &str) -> impl Iterator<Item = Option<(Slip, String)>> {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ':' | '>' | '?' | '=' | ']');
    let gaps = move || line.match_indices(is_gap).map(|(at, sign)| at + sign.len());
    let parts = move |at: usize| (line[..at].trim(), line[at..].trim());
    let is_split = |(before, after): &(&str, &str)| !before.is_empty() && !after.is_empty();
    let before = gaps().map(parts).filter(is_split);
    let before = before.map(|(before, after)| Some((Slip::Before(before.to_owned()), after.to_owned())));
    let behind = gaps().map(parts).filter(is_split);
    before.chain(behind.map(|(answer, more)| Some((Slip::Behind(more.to_owned()), answer.to_owned()))))
}

/// The line with `by` added to every number; `None` if it has no number, or one would become negative.
fn counted(line: &str, by: i64) -> Option<String> {
    let (mut out, mut changed) = (String::new(), false);
    for part in runs(line) {
        match part.parse::<i64>() {
            Ok(number) if number + by >= 0 => {
                changed = true;
                out += &(number + by).to_string();
            }
            Ok(_) => return None,
            Err(_) => out += part,
        }
    }
    changed.then_some(out)
}

/// The line with its numbers swapped pair by pair, or the letters of its last word swapped.
fn exchanged(line: &str) -> Option<String> {
    let mut parts = runs(line);
    let numbers: Vec<usize> = (0..parts.len()).filter(|i| parts[*i].parse::<u32>().is_ok()).collect();
    if numbers.len() >= 2 && numbers.len().is_multiple_of(2) {
        numbers.chunks_exact(2).for_each(|pair| parts.swap(pair[0], pair[1]));
        return Some(parts.concat());
    }
    let (head, last) = line.rsplit_once(' ').map_or(("", line), |(head, last)| (head, last));
    let letters: Vec<char> = last.chars().collect();
    if letters.len() >= 2
        && letters.len().is_multiple_of(2)
        && letters.iter().all(char::is_ascii_alphanumeric)
    {
        let last: String = letters.chunks_exact(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        return Some(format!("{head} {last}").trim().to_owned());
    }
    None
}

/// The line split into runs of digits and the text between them.
fn runs(line: &str) -> Vec<&str> {
    line.split_inclusive(|c: char| !c.is_ascii_digit())
        .flat_map(|run| {
            let digits = run.find(|c: char| !c.is_ascii_digit()).unwrap_or(run.len());
            let (number, sign) = run.split_at(digits);
            [number, sign]
        })
        .filter(|run| !run.is_empty())
        .collect()
}

impl Slip {
    /// What the program's author should look at; `said` is how the turn is written.
    pub(super) fn advice(&self, said: &str) -> Sentence {
        let slip = match self {
            Slip::Case => Sentence::new("check upper and lower case", "注意字母的大小写"),
            Slip::Before(words) => sentence!(
                "`{words}` comes before the answer: print no prompts and no remarks, they are taken for answers",
                "答案之前多了“{words}”：不要输出提示或说明，它们会被当作回答"
            ),
            Slip::Behind(words) => sentence!(
                "`{words}` after the answer is too much: one answer on the line, and nothing else",
                "答案之后多了“{words}”：一行只写一个回答，不写别的"
            ),
            Slip::Lacks(word) => sentence!("the line must begin with `{word}`", "这一行应以“{word}”开头"),
            Slip::Signs => Sentence::new("check spaces, commas and brackets", "注意空格、逗号和括号"),
            Slip::FromOne => Sentence::new(
                "its numbers are too high by one: it counts from 1, and the protocol from 0",
                "数字都大了 1：它从 1 数起，而协议从 0 数起",
            ),
            Slip::FromZero => Sentence::new(
                "its numbers are too low by one: it counts from 0, and the protocol from 1",
                "数字都小了 1：它从 0 数起，而协议从 1 数起",
            ),
            Slip::Exchanged => {
                Sentence::new("the two coordinates of a place are swapped", "每个位置的两个坐标写反了")
            }
        };
        slip.then(&sentence!("; here it is written `{said}`", "；在这里应写成“{said}”"))
    }
}
