//! One person of a roster, as checked.

use leitai_core::{Name, NameError, Sentence, Words, sentence};
use leitai_draw::{clean, width};
use leitai_store::RosterEntry;

/// The maximum number of characters of a number.
pub const LONGEST_NUMBER: usize = 32;
/// The maximum number of columns of any other cell.
const WIDEST: usize = 80;

/// A person whose roster says nothing else.
pub fn person(number: &str, name: &str) -> Result<RosterEntry, Sentence> {
    entry(number, name, [None; 3])
}

/// A person with class, team and seed score, of which `None` is what the roster says nothing about.
pub(crate) fn entry(number: &str, name: &str, rest: [Option<&str>; 3]) -> Result<RosterEntry, Sentence> {
    let number = self::number(number)?;
    let name = plain(name, Words::new("name", "姓名"))?;
    let [class, team, seed_score] = rest;
    let class = class.map(|class| plain(class, Words::new("class", "班级"))).transpose()?;
    let team = team.map(|team| plain(team, Words::new("team", "队名"))).transpose()?;
    if name.is_empty() {
        return Err(sentence!("The name is missing.", "缺少姓名。"));
    }
    let seed_score = seed_score.map(str::to_owned);
    if let Some(said) = seed_score.as_deref().filter(|said| !said.is_empty() && !is_score(said)) {
        let said = clean(said).chars().take(20).collect::<String>();
        return Err(sentence!(
            "The seed score {said} is not a number, 0 or more.",
            "种子分“{said}”不是不小于 0 的数。"
        ));
    }
    Ok(RosterEntry { number, name, class, team, seed_score })
}

pub(crate) fn is_score(text: &str) -> bool {
    text.len() <= 16 && text.parse::<f64>().is_ok_and(|score| score.is_finite() && score >= 0.0)
}

/// Checks a number by which somebody signs in.
pub fn number(text: &str) -> Result<String, Sentence> {
    if text.is_empty() {
        return Err(sentence!("The number is missing.", "缺少学号。"));
    }
    let text: String = text.chars().map(narrow).collect();
    let is_fit = |c: char| c.is_ascii_alphanumeric() || ['-', '_', '.'].contains(&c);
    if text.len() > LONGEST_NUMBER || !text.chars().all(is_fit) || text.starts_with('.') {
        return Err(sentence!(
            "A number is 1 to {LONGEST_NUMBER} letters, digits, and - _ . in between.",
            "学号应为 1 至 {LONGEST_NUMBER} 个字母、数字或 - _ .。"
        ));
    }
    Ok(text)
}

/// Whether a spreadsheet program wrote a number in powers of ten, so that its last digits are lost.
pub(crate) fn has_lost_digits(text: &str) -> bool {
    let Some((digits, power)) = text.split_once(['E', 'e']) else { return false };
    digits.contains('.')
        && digits.parse::<f64>().is_ok()
        && power.starts_with('+')
        && power[1..].parse::<u8>().is_ok()
}

/// The letter, digit or sign of ordinary width.
pub(crate) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Checks a name; it may be empty.
fn plain(text: &str, what: Words) -> Result<String, Sentence> {
    let text = match Name::read(text) {
        Ok(name) => name.into_text(),
        Err(NameError::Empty) => String::new(),
        Err(error) => {
            let why = Sentence::of(&error);
            return Err(sentence!("The {what}: {why}.", "{what}：{why}。"; what, why));
        }
    };
    if width(&text) > WIDEST {
        return Err(sentence!(
            "The {what} is wider than {most} columns.",
            "{what}超过 {most} 列宽。"; what, most = WIDEST.to_string()
        ));
    }
    Ok(text)
}
