//! What somebody may have meant who wrote something that is not there.

/// The name that differs least from `text`, case aside, if it differs by a third of its letters at most.
pub fn nearest<T: AsRef<str>>(text: &str, names: impl IntoIterator<Item = T>) -> Option<T> {
    let text: Vec<char> = text.to_lowercase().chars().collect();
    let apart = |name: &str| {
        let name: Vec<char> = name.to_lowercase().chars().collect();
        let most = name.len().max(text.len()) / 3;
        Some(distance(&text, &name)).filter(|apart| *apart <= most)
    };
    let known = names.into_iter().filter_map(|name| Some((apart(name.as_ref())?, name)));
    known.min_by_key(|(apart, _)| *apart).map(|(_, name)| name)
}

/// The fewest letters that must be put in, left out or changed to make one of the other (Levenshtein).
fn distance(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut before = i;
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let changed = before + usize::from(a != b);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn what_was_meant_is_found_and_nothing_else() {
        let names = ["amazons", "hex", "nogo", "亚马逊棋"];
        for (text, meant) in [
            ("amazns", Some("amazons")),
            ("Amazon", Some("amazons")),
            ("hxe", None),
            ("hx", Some("hex")),
            ("亚玛逊棋", Some("亚马逊棋")),
            ("ludo", None),
            ("", None),
        ] {
            assert_eq!(nearest(text, names), meant, "{text}");
        }
    }
}
