//! Digits as lines, in a box of 10 by 16, for numbers on pieces where there are no fonts.

/// The line of a digit; `None` for any other character.
pub(crate) fn digit(c: char) -> Option<&'static str> {
    Some(match c {
        '0' => "M5 0C1 0 0 4 0 8S1 16 5 16S10 12 10 8S9 0 5 0Z",
        '1' => "M2 3L6 0V16",
        '2' => "M0 4C0 -1.5 10 -1.5 10 4C10 8 1 12 0 16H10",
        '3' => "M0 2C3 -1.5 10 -0.5 9.5 4C9 7 6 7.5 4 7.5C7 7.5 10 8.5 10 12C10 17 2 17 0 14",
        '4' => "M7.5 16V0L0 11H10",
        '5' => "M9 0H1.5L0.5 7C3 5 10 5 10 11C10 17 2 17 0 14",
        '6' => "M8 0C3 2 0 7 0 11C0 17.5 10 17.5 10 11C10 5 1 5 0 11",
        '7' => "M0 0H10L4 16",
        '8' => "M5 0C-1 0 -1 7.5 5 7.5S11 0 5 0ZM5 7.5C-2 7.5 -2 16 5 16S12 7.5 5 7.5Z",
        '9' => "M2 16C7 14 10 9 10 5C10 -1.5 0 -1.5 0 5C0 11 9 11 10 5",
        _ => return None,
    })
}
