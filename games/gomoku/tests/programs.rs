//! Our program's end of its conversations, from `programs/*.txt`; the platform's end is in `transcripts/`.
//! `UPDATE_GOLDEN=1` writes what came out into the files.

use leitai_testkit::program_side;
use std::fs;
use std::path::Path;

#[test]
fn every_conversation_comes_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let files: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path()).collect();
    assert!(!files.is_empty());
    for path in files {
        let text = fs::read_to_string(&path).expect("a transcript");
        let out = program_side::<gomoku::Gomoku>(&text);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, out).expect("the transcript is written");
        } else {
            assert_eq!(out, text, "{}", path.display());
        }
    }
}
