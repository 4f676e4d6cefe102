//! Our programs' end of a conversation, as any platform hears it: `games/*/tests/transcripts/client_*.txt`
//! that begin with a `program` line.
//!
//! * `program GAME LEVEL DIALECT SEED` first, then perhaps `option NAME=VALUE`;
//! * `> LINE` the platform says; `\t` is a tab, `\0` a zero byte;
//! * `#` a comment.
//!
//! What comes out follows what caused it: `< LINE` the program says, `(leaves)` that it leaves.
//! `UPDATE_GOLDEN=1` writes what came out into the files.

use leitai_catalog::{Program, Setup, find};
use leitai_core::Lines;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn open(header: &[&str]) -> Box<dyn Program> {
    let words: Vec<&str> = header[0].split(' ').collect();
    let &[_, game, level, dialect, seed] = words.as_slice() else { panic!("`{}` is no program", header[0]) };
    let options = header[1..].iter().map(|line| {
        let (name, value) = line.strip_prefix("option ").and_then(|o| o.split_once('=')).expect("name=value");
        (name.to_owned(), value.to_owned())
    });
    let setup = Setup { options: options.collect(), ..Setup::default() };
    let (level, dialect) = (level.parse().expect("a level"), dialect.parse().expect("a dialect"));
    let game = find(game).expect("a game");
    let program = game.program(&setup, level, dialect, seed.parse().expect("a seed"));
    program.expect("a set-up").expect("the game has that level and dialect")
}

/// The transcript as it comes out from what goes in.
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
    let folders = games.filter_map(|game| fs::read_dir(game.path().join("tests/transcripts")).ok());
    let mut files: Vec<_> = folders.flatten().flatten().map(|file| file.path()).collect();
    files.retain(|path| {
        let is_client = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("client_"));
        is_client && fs::read_to_string(path).is_ok_and(|text| text.contains("\nprogram "))
    });
    files.sort();
    files
}

#[test]
fn every_program_says_what_its_transcript_says() {
    let files = files();
    assert!(files.len() >= 5, "only {} transcripts were found", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a transcript");
        let out = spoken(&text);
        if out == text {
            continue;
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, out).expect("the transcript is written");
        } else {
            let at = out.lines().zip(text.lines()).position(|(is, was)| is != was).unwrap_or(0);
            let (is, was) = (out.lines().nth(at).unwrap_or(""), text.lines().nth(at).unwrap_or(""));
            wrong.push(format!("{}:{}:\n  is  {is}\n  was {was}", path.display(), at + 1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
