//! Built-in players as whole programs, as any platform sees them: `games/*/tests/engines/*.txt`.
//!
//! * `program GAME LEVEL DIALECT SEED` first, then perhaps `option NAME=VALUE`;
//! * `> LINE` the platform says; `\t` is a tab, `\0` a zero byte;
//! * `#` a comment.
//!
//! Each output follows the input that caused it: `< LINE` the program says, `(leaves)` that it leaves.
//! `UPDATE_GOLDEN=1` writes the actual output into the files.

use leitai_catalog::{Program, Setup, find};
use leitai_core::{Lines, Means};
use leitai_testkit::come_out_as_written;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn open(header: &[&str]) -> Box<dyn Program> {
    let words: Vec<&str> = header[0].split(' ').collect();
    let &[_, game, level, dialect, seed] = words.as_slice() else { panic!("`{}` is no program", header[0]) };
    let options = header[1..].iter().map(|line| {
        let (name, value) = line.strip_prefix("option ").and_then(|o| o.split_once('=')).expect("name=value");
        (name, value)
    });
    let game = find(game).expect("a game").open(&Setup::with(options)).expect("a set-up");
    let (level, dialect) = (level.parse().expect("a level"), dialect.parse().expect("a dialect"));
    let program = game.program(level, dialect, &Means::seeded(seed.parse().expect("a seed")));
    program.expect("the game has that level and dialect")
}

/// The transcript that results from the input lines.
fn spoken(text: &str) -> String {
    let is_header = |line: &str| ["program ", "option "].iter().any(|word| line.starts_with(word));
    let header: Vec<&str> = text.lines().filter(|line| is_header(line)).collect();
    let mut program = open(&header);
    let mut said = Lines::default();
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with('<') && *line != "(leaves)") {
        out += &format!("{line}\n");
        let Some(heard) = line.strip_prefix('>') else { continue };
        let heard = heard.strip_prefix(' ').unwrap_or(heard).replace("\\t", "\t").replace("\\0", "\0");
        let stays = program.hear(heard.as_bytes(), &|| Duration::ZERO, &mut said);
        for line in String::from_utf8_lossy(said.bytes()).lines() {
            out += format!("< {line}").trim_end();
            out += "\n";
        }
        said.clear();
        out += if stays { "" } else { "(leaves)\n" };
    }
    out
}

fn files() -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let games = fs::read_dir(games).expect("the games").flatten();
    let folders = games.filter_map(|game| fs::read_dir(game.path().join("tests/engines")).ok());
    let mut files: Vec<_> = folders.flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    files
}

#[test]
fn every_program_says_what_its_transcript_says() {
    let files = files();
    assert!(files.len() >= 5, "only {} transcripts were found", files.len());
    come_out_as_written(files, spoken);
}
