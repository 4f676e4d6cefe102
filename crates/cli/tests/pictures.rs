//! The drawings on the first pages are those of the records in `pictures`, as games are drawn now. `UPDATE_GOLDEN=1`
//! draws them again; those of the site are screenshots, which `tests/browser/screenshots.mjs` takes.

use leitai_testkit::come_out_as_written;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a drawing shows of its record.
enum Shows {
    /// The whole game.
    Film,
    /// The board after that many steps.
    Board(usize),
}

/// The drawing, its record, the language of its words, and what it shows.
const PICTURES: [(&str, &str, &str, Shows); 4] = [
    ("connect6.svg", "connect6.jsonl", "en", Shows::Film),
    ("connect6.zh.svg", "connect6.jsonl", "zh", Shows::Film),
    ("draughts.svg", "draughts.jsonl", "en", Shows::Board(24)),
    ("tictactoe.svg", "tictactoe.jsonl", "en", Shows::Board(9)),
];

fn drawn(record: &Path, lang: &str, shows: &Shows) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (option, at, picture) = match shows {
        Shows::Film => ("--film", "film.svg".to_owned(), "film.svg".to_owned()),
        Shows::Board(step) => ("--svg", "boards".to_owned(), format!("boards/{step:04}.svg")),
    };
    let done = Command::new(env!("CARGO_BIN_EXE_leitai"))
        .args(["--lang", lang, "replay"])
        .arg(record)
        .arg(option)
        .arg(folder.path().join(at))
        .output()
        .expect("leitai starts");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    fs::read_to_string(folder.path().join(picture)).expect("the drawing")
}

#[test]
fn the_drawings_of_the_first_pages_are_drawn_as_games_are_now() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pictures = here.join("../../docs/pictures");
    let files = fs::read_dir(&pictures).expect("pictures").flatten();
    let mut there: Vec<_> = files.map(|entry| entry.path()).collect();
    there.retain(|path| path.extension().is_some_and(|ending| ending == "svg"));
    assert_eq!(there.len(), PICTURES.len(), "each drawing has its record");
    for (name, record, lang, shows) in &PICTURES {
        come_out_as_written([pictures.join(name)], |_| {
            drawn(&here.join("tests/pictures").join(record), lang, shows)
        });
    }
}
