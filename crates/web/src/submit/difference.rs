//! A source compared with the version before it.

use leitai_encoding::likely;
use leitai_pages::{DifferenceLine, DifferenceView};
use similar::{Algorithm, DiffTag, capture_diff_slices_deadline, group_diff_ops};
use std::time::{Duration, Instant};

/// How long to search for the shortest difference; after that any will do.
const PATIENCE: Duration = Duration::from_millis(200);
/// The maximum number of lines of a source that is compared: a megabyte with more lines was not written by a
/// person.
const LONGEST: usize = 60_000;
/// How many unchanged lines are shown around a change.
const AROUND: usize = 3;
/// The maximum number of lines shown.
const SHOWN: usize = 2_000;
/// The maximum number of characters shown of a line.
const WIDEST: usize = 300;

/// What changed from one version's source to a later one, in bounded time whatever they contain.
pub(super) fn difference(before: i64, old: &[u8], new: &[u8]) -> DifferenceView {
    let (old, new) = (likely(old), likely(new));
    // Differences in line ends are not visible.
    let [old, new]: [Vec<&str>; 2] = [&old, &new].map(|text| text.lines().collect());
    let mut view = DifferenceView { before, ..DifferenceView::default() };
    if old.len().max(new.len()) > LONGEST {
        view.is_too_long = true;
        return view;
    }
    let until = Instant::now() + PATIENCE;
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(until));
    for group in group_diff_ops(ops, AROUND) {
        if !view.lines.is_empty() {
            show(&mut view, || DifferenceLine::Gap);
        }
        for op in group {
            let (tag, was, is) = op.as_tag_tuple();
            if tag == DiffTag::Equal {
                for at in is {
                    show(&mut view, || DifferenceLine::Same(at + 1, cut(new[at])));
                }
                continue;
            }
            view.removed += was.len();
            view.added += is.len();
            for at in was {
                show(&mut view, || DifferenceLine::Removed(at + 1, cut(old[at])));
            }
            for at in is {
                show(&mut view, || DifferenceLine::Added(at + 1, cut(new[at])));
            }
        }
    }
    view
}

/// Adds a line, if there is room.
fn show(view: &mut DifferenceView, line: impl FnOnce() -> DifferenceLine) {
    if view.lines.len() < SHOWN {
        view.lines.push(line());
    } else {
        view.is_cut = true;
    }
}

fn cut(line: &str) -> String {
    line.replace('\t', "    ").chars().take(WIDEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_shown_with_a_few_lines_around_it() {
        let old: Vec<String> = (1..=40).map(|number| format!("line {number}")).collect();
        let mut new = old.clone();
        new[9] = "another".to_owned();
        new.remove(29);
        let view = difference(7, (old.join("\r\n") + "\r\n").as_bytes(), new.join("\n").as_bytes());
        assert_eq!((view.before, view.added, view.removed), (7, 1, 2));
        let at = |number: usize, text: &str| DifferenceLine::Same(number, text.to_owned());
        assert_eq!(view.lines[0], at(7, "line 7"));
        assert!(view.lines.contains(&DifferenceLine::Removed(10, "line 10".to_owned())));
        assert!(view.lines.contains(&DifferenceLine::Added(10, "another".to_owned())));
        assert!(view.lines.contains(&DifferenceLine::Removed(30, "line 30".to_owned())));
        assert_eq!(view.lines.iter().filter(|line| **line == DifferenceLine::Gap).count(), 1);
        assert_eq!(view.lines.len(), 3 + 2 + 3 + 1 + 3 + 1 + 3);
        assert!(difference(7, b"a\r\nb\r\n", b"a\nb").lines.is_empty(), "ends of lines are none");
        // 中 in GB18030.
        let chinese = difference(7, b"// \xd6\xd0\n", b"// \xd6\xd0\nx\n");
        assert_eq!(chinese.lines[0], at(1, "// 中"));
    }

    #[test]
    fn a_megabyte_of_anything_holds_nobody_up() {
        let random = |seed: u64, lines: usize| {
            let mut state = seed;
            let mut text = Vec::new();
            for _ in 0..lines {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.extend(format!("{:018x}\n", state >> 44).into_bytes());
            }
            text
        };
        let start = Instant::now();
        let all = [
            (vec![0; 1 << 20], vec![b'x'; 1 << 20]),
            (vec![b'\n'; 1 << 20], vec![b'\n'; (1 << 20) - 1]),
            (random(1, 55_000), random(2, 55_000)),
        ];
        for (old, new) in &all {
            let view = difference(1, old, new);
            assert!(view.lines.len() <= SHOWN, "{}", view.lines.len());
            let bytes = view.lines.iter().map(|line| line.text().len()).sum::<usize>();
            assert!(bytes <= 4 * SHOWN * WIDEST);
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        let cut = difference(1, &all[2].0, &all[2].1);
        assert!(cut.is_cut && cut.added + cut.removed > SHOWN, "{} {}", cut.added, cut.removed);
        assert!(difference(1, &all[1].0, b"").is_too_long);
    }
}
