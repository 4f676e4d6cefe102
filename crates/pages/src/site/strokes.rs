//! Characters as lines, for what is written on pieces where there are no fonts: digits, letters, and the names of the
//! pieces of Luzhanqi.

/// A character as a line in a box that is 16 high.
#[derive(Clone, Copy)]
pub(crate) struct Strokes {
    pub(crate) path: &'static str,
    /// The width of the box.
    pub(crate) width: f32,
    /// The width of the line.
    pub(crate) line: f32,
    /// The height of the box, the step to the next character, and how far the box is below the baseline, all in sizes of
    /// the font.
    pub(crate) height: f32,
    pub(crate) step: f32,
    pub(crate) below: f32,
}

/// The line of a character; `None` for one that is on no piece.
pub(crate) fn strokes(c: char) -> Option<Strokes> {
    let digit = Strokes { path: "", width: 10.0, line: 2.6, height: 0.72, step: 0.62, below: 0.0 };
    let han = Strokes { path: "", width: 16.0, line: 1.4, height: 0.9, step: 1.0, below: 0.1 };
    let (path, of) = match c {
        '0' => ("M5 0C1 0 0 4 0 8S1 16 5 16S10 12 10 8S9 0 5 0Z", digit),
        '1' => ("M2 3L6 0V16", digit),
        '2' => ("M0 4C0 -1.5 10 -1.5 10 4C10 8 1 12 0 16H10", digit),
        '3' => ("M0 2C3 -1.5 10 -0.5 9.5 4C9 7 6 7.5 4 7.5C7 7.5 10 8.5 10 12C10 17 2 17 0 14", digit),
        '4' => ("M7.5 16V0L0 11H10", digit),
        '5' => ("M9 0H1.5L0.5 7C3 5 10 5 10 11C10 17 2 17 0 14", digit),
        '6' => ("M8 0C3 2 0 7 0 11C0 17.5 10 17.5 10 11C10 5 1 5 0 11", digit),
        '7' => ("M0 0H10L4 16", digit),
        '8' => ("M5 0C-1 0 -1 7.5 5 7.5S11 0 5 0ZM5 7.5C-2 7.5 -2 16 5 16S12 7.5 5 7.5Z", digit),
        '9' => ("M2 16C7 14 10 9 10 5C10 -1.5 0 -1.5 0 5C0 11 9 11 10 5", digit),
        'B' => ("M1 0V16H6C11 16 11 8 6 8H1M1 0H5.5C10 0 10 8 5.5 8", digit),
        'R' => ("M1 16V0H6C11 0 11 8 6 8H1M6 8L10 16", digit),
        '司' => ("M2 2H13.5V15H11M2 5.5H10.5M3 8.5H10V13H3Z", han),
        '令' => ("M1 7L8 1L15 7M5.5 7H10.5M3 9.5H13L10 13M7 12L10 15.5", han),
        '军' => ("M2 4.5V1.5H14V4.5M4 5.5H12M8 3L5 9H13M1 12H15M9 6.5V16", han),
        '长' => ("M4.5 1V15L8 13M12 1.5L5 6M1 8H15M7.5 8L15 15", han),
        '师' => ("M2 3V10M5 1V9L2.5 15M7 2.5H15.5M8.5 12.5V6H14.5V12.5M11.5 2.5V16", han),
        '旅' => (
            "M4 1V3M1 4H8M3.5 4L3 10L1 15M3.5 8H7V13.5L5.5 14.5M10.5 1L8.5 5M10 3H15.5M14.5 6L10 7.5M10 7V15L12.5 \
             13M9.5 10H15.5M12 8L15.5 15",
            han,
        ),
        '团' => ("M1.5 1.5H14.5V14.5H1.5ZM4 6H12M9.5 3.5V12H7.5M9 6.5L4.5 11.5", han),
        '营' => ("M1 3H15M5 1V5M11 1V5M2 8V6H14V8M5 8H11V10.5H5ZM4 12.5H12V15.5H4Z", han),
        '连' => (
            "M2.5 1.5L4 3M1 6H4V12L1 15M3 13.5L7 15H15.5M6.5 3H14.5M10 1L7.5 6.5H14M6 9.5H15.5M11 4.5V13",
            han,
        ),
        '排' => (
            "M1 4.5H6M3.5 1V14.5H2M1 10L6 8M9 1V15M12 1V15M6.5 4H9M6.5 8H9M6.5 12H9M12 4H15.5M12 8H15.5M12 12H15.5",
            han,
        ),
        '工' => ("M2 2.5H14M8 2.5V13.5M1 13.5H15", han),
        '兵' => ("M12 1L4 2.5V10M4 6H14M10.5 6V10M1 10H15M5.5 12L2 15.5M10.5 12L14 15.5", han),
        '地' => ("M1 5H7M4 1V12M0.5 13L7 11.5M8 7L14.5 5V10L13 10.5M11.3 1V11.5M9 3.5V14.5H15.5V12", han),
        '雷' => (
            "M3 1.5H13M1.5 6V3.5H14.5V6M8 1.5V8M4 5.5H6M10 5.5H12M4 7.5H6M10 7.5H12M3 9.5H13V15.5H3ZM3 12.5H13M8 9.5V15.5",
            han,
        ),
        '炸' => (
            "M1.5 5L2.5 8M6.5 4L5 7M4 1V8L1 15.5M4 9.5L7 14M10 1L8 6M9.5 4H15.5M11.5 4V16M11.5 8H15.5M11.5 12H15.5",
            han,
        ),
        '弹' => (
            "M1 2H5.5V5.5H1.5V9.5H5.5V14L3.5 14.5M9 1L10 3M14 1L13 3M8 4H15V10H8ZM8 7H15M6.8 12.5H16M11.5 4V16",
            han,
        ),
        '旗' => (
            "M4 1V3M1 4H8M3.5 4L3 10L1 15M3.5 8H7V13.5L5.5 14.5M10.5 1L8.5 5M10 3H15.5M8.5 6.5H15.5M10 5V12.5M14 \
             5V12.5M10 8.6H14M10 10.5H14M8 12.5H16M10.5 13.5L8.5 15.8M13.5 13.5L15.5 15.8",
            han,
        ),
        _ => return None,
    };
    Some(Strokes { path, ..of })
}

#[cfg(test)]
mod tests {
    use super::strokes;
    use std::fs;
    use std::path::Path;

    #[test]
    fn whatever_a_drawing_has_on_its_pieces_can_be_written() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../draw/tests/golden");
        let mut seen = String::new();
        for path in fs::read_dir(folder).expect("our folder").flatten().map(|file| file.path()) {
            if path.extension().is_none_or(|ending| ending != "svg") {
                continue;
            }
            let svg = fs::read_to_string(&path).expect("our file");
            let drawing = roxmltree::Document::parse(&svg).expect("a drawing");
            let looks = drawing.descendants().filter(|node| node.tag_name().name() == "defs");
            let texts =
                looks.flat_map(|looks| looks.descendants().filter(|it| it.tag_name().name() == "text"));
            for c in texts.filter_map(|text| text.text()).flat_map(str::chars) {
                assert!(strokes(c).is_some(), "{c} in {}", path.display());
                seen.push(c);
            }
        }
        assert!(seen.contains("军旗") && seen.contains('6'), "{seen}");
    }
}
