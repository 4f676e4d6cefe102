//! Drawings as pixels.

use flate2::Crc;
use flate2::read::ZlibDecoder;
use leitai_pages::png;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::Path;

/// A picture as its readers decode it.
struct Decoded {
    width: usize,
    pixels: Vec<u8>,
}

impl Decoded {
    /// Reads a picture, and checks each sum in it.
    fn read(file: &[u8]) -> Decoded {
        let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("it is PNG");
        let (mut head, mut data, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        let number = |bytes: &[u8]| u32::from_be_bytes(bytes.try_into().expect("four bytes")) as usize;
        while !rest.is_empty() {
            let length = number(&rest[..4]);
            let mut sum = Crc::new();
            sum.update(&rest[4..8 + length]);
            assert_eq!(sum.sum() as usize, number(&rest[8 + length..12 + length]), "the sum of a part");
            let (kind, body) = (&rest[4..8], &rest[8..8 + length]);
            kinds.push(String::from_utf8_lossy(kind).into_owned());
            match kind {
                b"IHDR" => head.extend(body),
                _ => data.extend(body),
            }
            rest = &rest[12 + length..];
        }
        assert_eq!(kinds, ["IHDR", "IDAT", "IEND"]);
        let (width, height) = (number(&head[..4]), number(&head[4..8]));
        assert_eq!(head[8..], [8, 2, 0, 0, 0], "eight bits of red, green and blue");
        let mut lines = Vec::new();
        ZlibDecoder::new(&data[..]).read_to_end(&mut lines).expect("it is whole");
        assert_eq!(lines.len(), (1 + 3 * width) * height);
        let rows = lines.chunks(1 + 3 * width);
        assert!(rows.clone().all(|row| row[0] == 0), "no filter");
        Decoded { width, pixels: rows.flat_map(|row| row[1..].to_vec()).collect() }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let first = 3 * (y * self.width + x);
        [0, 1, 2].map(|colour| self.pixels[first + colour])
    }
}

fn drawn(inside: &str) -> Decoded {
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 100 100\">{inside}</svg>");
    Decoded::read(&png(&svg, 200, 100).expect("a drawing"))
}

const PAPER: [u8; 3] = [0xf7, 0xf4, 0xee];
const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];

#[test]
fn each_element_is_where_it_is_drawn() {
    // One unit is a pixel, and (-10, -10) is the pixel (50, 0).
    for (inside, points) in [
        (
            r##"<rect x="0" y="0" width="20" height="10" fill="#ff0000"/>"##,
            [((65, 15), RED), ((81, 15), PAPER)],
        ),
        (r##"<rect width="40" height="40" rx="20" fill="#ff0000"/>"##, [((80, 30), RED), ((61, 11), PAPER)]),
        (r##"<circle cx="40" cy="40" r="10" fill="#ff0000"/>"##, [((100, 50), RED), ((111, 50), PAPER)]),
        (
            r##"<circle cx="40" cy="40" r="10" fill="none" stroke="#0000ff" stroke-width="4"/>"##,
            [((100, 50), PAPER), ((110, 50), BLUE)],
        ),
        (r##"<path d="M0 0h10v10h-10z" fill="#ff0000"/>"##, [((65, 15), RED), ((75, 15), PAPER)]),
        (
            r##"<g fill="#0000ff" transform="translate(20 20) rotate(180)"><path d="M0 0h10v10h-10z"/></g>"##,
            [((75, 25), BLUE), ((85, 35), PAPER)],
        ),
        (
            r##"<path d="M0 40H80" stroke="#ff0000" stroke-width="6" stroke-dasharray="20 20"/>"##,
            [((70, 50), RED), ((90, 50), PAPER)],
        ),
        (
            r##"<defs><g id="a"><rect width="10" height="10" fill="#ff0000"/></g></defs><use href="#a" x="50" y="50"/>"##,
            [((115, 65), RED), ((65, 15), PAPER)],
        ),
        (
            r##"<rect width="10" height="10" fill="#ff0000" visibility="hidden"/><text x="5" y="9" font-size="9">8</text>"##,
            [((65, 15), PAPER), ((66, 16), PAPER)],
        ),
        (
            r##"<defs><g id="a"><text y="20" font-size="56" fill="#0000ff">1</text></g></defs><use href="#a" x="40" y="40"/>"##,
            [((101, 50), BLUE), ((90, 50), PAPER)],
        ),
        (
            r##"<defs><g id="a"><text y="20" font-size="56" fill="#0000ff">工</text></g></defs><use href="#a" x="40" y="40"/>"##,
            [((100, 50), BLUE), ((110, 50), PAPER)],
        ),
        (
            r##"<defs><g id="a"><text y="20" font-size="56" fill="#0000ff">工?</text></g></defs><use href="#a" x="40" y="40"/>"##,
            [((72, 50), PAPER), ((100, 50), PAPER)],
        ),
    ] {
        for ((x, y), colour) in points {
            assert_eq!(drawn(inside).at(x, y), colour, "{inside} at {x}, {y}");
        }
    }
    let half = drawn(r##"<g opacity="0.5"><rect width="10" height="10" fill="#ff0000"/></g>"##).at(65, 15);
    assert_eq!(half, [251, 122, 119]);
}

#[test]
fn what_is_no_drawing_is_no_picture() {
    for svg in ["", "<svg", "<svg/>", "<svg viewBox='0 0 0 9'/>", "<svg viewBox='0 0 9'/>"] {
        assert_eq!(png(svg, 10, 10), None, "{svg}");
    }
    assert_eq!(png("<svg viewBox='0 0 9 9'/>", 0, 10), None);
    let endless = "<svg viewBox='0 0 9 9'><defs><g id='a'><use href='#a'/></g></defs><use href='#a'/></svg>";
    assert!(png(endless, 10, 10).is_some(), "it ends");
    let far = "<svg viewBox='0 0 9 9'><path d='M-1e9 0L1e9 9' stroke='#ff0000'/><path d='nonsense'/></svg>";
    assert!(png(far, 10, 10).is_some());
}

#[test]
fn every_drawing_becomes_a_picture_of_its_colours() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../draw/tests/golden");
    let files = fs::read_dir(folder).expect("our folder").flatten().map(|file| file.path());
    let drawings: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "svg")).collect();
    assert!(drawings.len() > 10, "{drawings:?}");
    for path in drawings {
        let svg = fs::read_to_string(&path).expect("our file");
        let decoded = Decoded::read(&png(&svg, 600, 315).expect("a drawing"));
        let found: BTreeSet<_> = decoded.pixels.chunks(3).map(<[u8]>::to_vec).collect();
        // The ground of a board covers far more than a pixel, so that its colour is there without a blend.
        let grounds = ["#e6c692", "#f1ecdf", "#f0d9af", "#f7f4ee"].map(|hex| {
            (1..7)
                .step_by(2)
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("a colour"))
                .collect::<Vec<_>>()
        });
        assert!(found.len() > 4 && grounds.iter().any(|ground| found.contains(ground)), "{}", path.display());
    }
}
