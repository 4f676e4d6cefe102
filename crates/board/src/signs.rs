//! Signs of coordinates: a letter for a column, a number for a row.

/// Converts a character to half width and lower case, since Chinese input methods produce full-width letters,
/// digits and signs.
pub const fn narrow(c: char) -> char {
    match c {
        '！'..='～' => ((c as u32 - '！' as u32) as u8 + b'!').to_ascii_lowercase() as char,
        c => c.to_ascii_lowercase(),
    }
}

/// The text without whitespace, each character made [narrow](narrow()).
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).map(narrow).collect()
}

/// The capital letter of a number from 0: A for 0. Requires a number below 26.
pub const fn letter(n: u8) -> char {
    (b'A' + n) as char
}

/// The small letter of a number from 0: a for 0. Requires a number below 26.
pub const fn small_letter(n: u8) -> char {
    (b'a' + n) as char
}

/// The number, from 0, of an ASCII letter of either case; `None` for anything else.
pub const fn number_of(letter: u8) -> Option<u8> {
    if letter.is_ascii_alphabetic() { Some(letter.to_ascii_lowercase() - b'a') } else { None }
}

/// The desktop platform's name of a place: the letters of its column and of its row, both given from 0. Requires
/// numbers below 26.
pub const fn letters(column: u8, row: u8) -> [char; 2] {
    [letter(column), letter(row)]
}

/// Reads two letters of either case: the column and the row, from 0.
pub const fn read_letters(letters: &[u8]) -> Option<(u8, u8)> {
    match letters {
        [column, row] => match (number_of(*column), number_of(*row)) {
            (Some(column), Some(row)) => Some((column, row)),
            _ => None,
        },
        _ => None,
    }
}

/// Writes a place: the letter of its column and the number of its row, both given from 0, so that (7, 7) is H8.
/// Requires a column below 26.
pub(crate) fn write_place(column: u8, row: u8, out: &mut String) {
    out.push(letter(column));
    write_number(row, out);
}

/// The number of a row given from 0.
pub(crate) fn write_number(row: u8, out: &mut String) {
    out.push_str(&(u16::from(row) + 1).to_string());
}

/// Reads a letter of either case followed by a number from 1: H8 is (7, 7). `None` for any other text.
pub fn read_place(text: &str) -> Option<(u8, u8)> {
    let (column, row) = text.split_at_checked(1)?;
    // `parse` alone would accept a leading plus sign.
    let row: u8 = row.parse().ok().filter(|_| row.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some((number_of(column.as_bytes()[0])?, row.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_in_any_case_and_width() {
        for (column, row) in [(0, 0), (7, 7), (18, 18), (25, 254)] {
            let mut text = String::new();
            write_place(column, row, &mut text);
            assert_eq!(read_place(&text), Some((column, row)), "{text}");
            assert_eq!(read_place(&plain(&text)), Some((column, row)), "{text}");
        }
        assert_eq!(plain(" Ｈ\u{3000}８ "), "h8");
        assert_eq!(plain("？Ｉ９"), "?i9");
        assert_eq!(plain("打点：２"), "打点:2");
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for text in ["", "H", "8", "H0", "H256", "H+8", "H-1", "H 8", "HH8", "8H", "H8x", "海8", "H８", "@1"]
        {
            assert_eq!(read_place(text), None, "{text}");
        }
    }

    #[test]
    fn letters_have_their_numbers() {
        for n in 0..26 {
            assert_eq!(number_of(letter(n) as u8), Some(n));
            assert_eq!(number_of(small_letter(n) as u8), Some(n));
        }
        assert_eq!(b"@[`{1".map(number_of), [None; 5]);
        assert_eq!((letters(0, 8), read_letters(b"Ai")), (['A', 'I'], Some((0, 8))));
        assert_eq!(["A", "A1", "ABC", "@@"].map(|text| read_letters(text.as_bytes())), [None; 4]);
    }
}
