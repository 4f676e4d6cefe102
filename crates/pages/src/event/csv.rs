//! Tables for spreadsheet programs.

use leitai_draw::clean;

/// Rows in RFC 4180 format, after a byte order mark: without one, spreadsheet programs misread the encoding of
/// Chinese text.
pub(crate) fn csv(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = String::from("\u{feff}");
    for row in rows {
        let cells: Vec<_> = row.iter().map(|cell| field(cell)).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    text
}

/// A cell that no spreadsheet program takes for a formula: text that begins like one is prefixed with an
/// apostrophe, unless it is a number or a percentage.
fn field(text: &str) -> String {
    let text = clean(text);
    let begins = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let text = if begins && text.strip_suffix('%').unwrap_or(&text).parse::<f64>().is_err() {
        format!("'{text}")
    } else {
        text
    };
    if text.contains([',', '"', ';']) || text.starts_with('\'') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (cell, written) in [
            ("=cmd()", "\"'=cmd()\""),
            ("  @SUM(A1)", "\"'  @SUM(A1)\""),
            ("+1+2", "\"'+1+2\""),
            ("-3.5", "-3.5"),
            ("-30%", "-30%"),
            ("-1%+2", "\"'-1%+2\""),
            ("＝1", "\"'＝1\""),
            ("a,\"b\"", "\"a,\"\"b\"\"\""),
            ("甲队\n=x", "甲队 =x"),
        ] {
            assert_eq!(field(cell), written, "{cell}");
        }
    }

    #[test]
    fn a_table_begins_with_its_mark_and_ends_its_lines() {
        let rows = [vec!["队".to_owned(), "1".to_owned()]];
        assert_eq!(csv(rows), "\u{feff}队,1\r\n");
    }
}
