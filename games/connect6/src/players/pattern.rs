//! What a stone makes in a line, told apart finely enough to evaluate by: every line of ten cells around a point has
//! its pattern in a table.

use super::stops::{Gaps, least};
use leitai_board::{BLOCKED, DIGITS, LINES, OWN, SPAN};
use std::sync::LazyLock;

/// What a stone makes in one line, in ascending order of strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Pattern {
    /// No six fits there any more.
    Dead,
    /// A one with room for up to three windows of six.
    NarrowOne,
    /// A one with more room.
    WideOne,
    /// A two that no stone makes an open three.
    ClosedTwo,
    /// A two that one or two stones make an open three.
    OpenTwo,
    /// A two with more such stones.
    WideTwo,
    /// A three: one more stone makes a threat that a single stone stops.
    ClosedThree,
    /// A three that one particular stone makes a threat of two stones.
    OpenThree,
    /// A three that several stones make a threat of two stones.
    WideThree,
    /// A four in one window: one stone stops it.
    Four,
    /// A four in several windows that a single stone stops.
    WideFour,
    /// A four that takes two stones to stop.
    OpenFour,
    /// A five that a single stone stops.
    Five,
    /// A five that takes two stones to stop.
    OpenFive,
    /// More than two stones can stop.
    Unstoppable,
    /// Six.
    Six,
}

impl Pattern {
    /// The number of patterns.
    pub(super) const COUNT: usize = 16;
}

/// The pattern of every line, by its code.
pub(super) type Patterns = [Pattern; LINES];

/// The patterns.
pub(super) static PATTERNS: LazyLock<Box<Patterns>> = LazyLock::new(|| {
    let mut patterns: Box<Patterns> =
        vec![Pattern::Dead; LINES].try_into().expect("as many as there are lines");
    // Adding a stone makes a code larger, so each line follows from lines that are computed already.
    for code in (0..LINES).rev() {
        patterns[code] = pattern(&patterns, code);
    }
    patterns
});

fn pattern(known: &Patterns, code: usize) -> Pattern {
    let digit = |i: usize| (code / usize::from(DIGITS[i]) % 3) as u16;
    // The line with the stone in its middle.
    let cell = |k: usize| match k {
        SPAN => OWN,
        _ => digit(if k < SPAN { k } else { k - 1 }),
    };
    let free = |start: &usize| (*start..start + 6).all(|k| cell(k) != BLOCKED);
    let own = |start: usize| (start..start + 6).filter(|k| cell(*k) == OWN).count();
    let (mut rooms, mut most, mut fours) = (0, 0, Vec::new());
    for start in (0..=SPAN).filter(free) {
        rooms += 1;
        most = most.max(own(start));
        if own(start) >= 4 {
            let mut gaps = (start..start + 6).filter(|k| cell(*k) == 0).map(|k| k as u16);
            if let Some(first) = gaps.next() {
                fours.push(Gaps::of(first, gaps.next()));
            }
        }
    }
    let made = |of: &[Pattern]| {
        let gaps = (0..2 * SPAN).filter(|i| digit(*i) == 0);
        gaps.filter(|gap| of.contains(&known[code + usize::from(DIGITS[*gap])])).count()
    };
    let open = || made(&[Pattern::OpenFour, Pattern::Unstoppable]);
    match (most, least(&fours)) {
        (0, _) => Pattern::Dead,
        (6.., _) => Pattern::Six,
        (_, 3..) => Pattern::Unstoppable,
        (5, 2) => Pattern::OpenFive,
        (5, _) => Pattern::Five,
        (4, 2) => Pattern::OpenFour,
        (4, _) if fours.len() > 1 => Pattern::WideFour,
        (4, _) => Pattern::Four,
        (3, _) => match open() {
            0 => Pattern::ClosedThree,
            1 => Pattern::OpenThree,
            _ => Pattern::WideThree,
        },
        (2, _) => match made(&[Pattern::OpenThree, Pattern::WideThree]) {
            0 => Pattern::ClosedTwo,
            1..=2 => Pattern::OpenTwo,
            _ => Pattern::WideTwo,
        },
        (_, _) if rooms <= 3 => Pattern::NarrowOne,
        _ => Pattern::WideOne,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern of a line written with `x` for own stones, `.` for gaps and `o` for what blocks; `*` is the middle.
    fn of(line: &str) -> Pattern {
        let middle = line.find('*').expect("a middle");
        let digit = |i: usize| {
            let at = (middle + i + usize::from(i >= SPAN)).checked_sub(SPAN);
            match at.and_then(|at| line.as_bytes().get(at)) {
                Some(b'x') => OWN,
                Some(b'.') => 0,
                _ => BLOCKED,
            }
        };
        PATTERNS[(0..2 * SPAN).map(|i| usize::from(digit(i) * DIGITS[i])).sum::<usize>()]
    }

    #[test]
    fn lines_are_what_players_call_them() {
        for (line, pattern) in [
            ("o..*..o", Pattern::Dead),
            ("o..*...o", Pattern::NarrowOne),
            (".....*.....", Pattern::WideOne),
            ("ox*....o", Pattern::ClosedTwo),
            ("....x*.....", Pattern::WideTwo),
            ("oxx*...o", Pattern::ClosedThree),
            ("..xx*....", Pattern::OpenThree),
            ("...xx*....", Pattern::WideThree),
            ("oxxx*..o", Pattern::Four),
            ("o.xxx*..", Pattern::WideFour),
            ("..xxx*..", Pattern::OpenFour),
            ("oxxxx*.o", Pattern::Five),
            (".xxxx*.", Pattern::OpenFive),
            ("xxxx*.xx.", Pattern::Five),
            ("oxxxxx*o", Pattern::Six),
        ] {
            assert_eq!(of(line), pattern, "{line}");
        }
    }
}
