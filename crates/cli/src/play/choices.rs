//! The moves open to a person, listed in a few lines however many there are.

use leitai_core::{Lang, Noun, say};

/// Most moves listed; of more, only the beginnings are shown.
const SHOWN: usize = 100;
/// More different beginnings than this are not listed: they would be of no help.
const WAYS: usize = 40;

/// The moves with this beginning, ignoring case, or how they continue; `None` if there are moves and none begins like
/// this.
pub(crate) fn listed(moves: &[String], beginning: &str, lang: Lang) -> Option<String> {
    let lower = beginning.to_lowercase();
    let begins = |text: &&String| text.to_lowercase().starts_with(&lower);
    let found: Vec<&str> = moves.iter().filter(begins).map(String::as_str).collect();
    if found.is_empty() && !moves.is_empty() {
        return None;
    }
    let count = Noun::MOVES.of(found.len());
    if found.len() <= SHOWN {
        let all = found.join(" ");
        return Some(say!(lang, "{count}: {all}", "可走 {count} 种：{all}"; count, all));
    }
    let example = found[found.len() / 2];
    Some(match ways(&found, beginning.len()) {
        Some(ways) => {
            let (one, ways) = (ways[ways.len() / 2], ways.join(" "));
            say!(
                lang,
                "{count}, which begin with: {ways}\nType one of these, such as {one}, to see how it goes on. A move in full: {example}",
                "可走 {count} 种，开头为：{ways}\n输入其中之一（如 {one}）查看后续；完整着法例如 {example}";
                count, ways, one, example
            )
        }
        None => {
            say!(lang, "{count}, for example {example}", "可走 {count} 种，例如 {example}"; count, example)
        }
    })
}

/// The few continuations after that many bytes: by the name of a piece or point, else by letters.
fn ways<'a>(moves: &[&'a str], after: usize) -> Option<Vec<&'a str>> {
    let name = |text: &str| {
        let letters = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
        let digits = text[letters..].find(|c: char| !c.is_ascii_digit());
        digits.map_or(text.len(), |digits| letters + digits)
    };
    let letters = |text: &str| text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let goes_on = |by: &dyn Fn(&str) -> usize| {
        let mut ways: Vec<&str> = Vec::new();
        for text in moves {
            let rest = text.get(after..).unwrap_or_default();
            let way = &text[..text.len() - rest.len() + by(rest)];
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways
    };
    [goes_on(&name), goes_on(&letters)].into_iter().find(|ways| (2..=WAYS).contains(&ways.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As in a game in which a piece moves and shoots: 2 pieces, 12 squares each, 10 arrows each.
    fn many() -> Vec<String> {
        let squares = || (1..=12).map(|n| format!("{}{n}", char::from(b'a' + n as u8)));
        let moves =
            ["d1", "g1"].into_iter().flat_map(|piece| squares().map(move |to| format!("{piece}{to}")));
        moves.flat_map(|to| (1..=10).map(move |n| format!("{to}(h{n})"))).collect()
    }

    #[test]
    fn many_moves_are_told_by_their_beginnings() {
        let moves = many();
        let said = listed(&moves, "", Lang::En).expect("some");
        assert!(
            said.starts_with("240 moves, which begin with: d1 g1\nType one of these, such as g1,"),
            "{said}"
        );
        let said = listed(&moves, "D1", Lang::En).expect("some");
        assert!(said.starts_with("120 moves, which begin with: d1b1 d1c2 "), "{said}");
        let said = listed(&moves, "d1c2", Lang::Zh).expect("some");
        assert!(said.starts_with("可走 10 种：d1c2(h1) d1c2(h2)"), "{said}");
        assert_eq!(listed(&moves, "x", Lang::En), None);
        assert_eq!(listed(&[], "", Lang::En).as_deref(), Some("0 moves: "));
    }

    #[test]
    fn points_are_told_by_their_columns() {
        let points: Vec<_> = ('A'..='S').flat_map(|x| (1..=19).map(move |y| format!("{x}{y}"))).collect();
        let said = listed(&points, "", Lang::En).expect("some");
        assert!(said.starts_with("361 moves, which begin with: A B C D"), "{said}");
        let said = listed(&points, "h", Lang::En).expect("some");
        assert!(said.starts_with("19 moves: H1 H2"), "{said}");
    }
}
