//! The conversations that the pages show, `docs/protocols/*.md`, are transcripts of the games'.
//!
//! Above each fence with lines of both ends stands `<!-- GAME/NAME -->`: the `>` and `<` lines of
//! `games/GAME/tests/transcripts/NAME.txt` are what it holds. `UPDATE_GOLDEN=1` writes them there.

use super::root;
use leitai_testkit::come_out_as_written;
use std::fs;

fn is_spoken(line: &str) -> bool {
    line.starts_with("> ") || line.starts_with("< ")
}

/// What a transcript's platform and program say.
fn conversation(name: &str) -> String {
    let (game, name) = name.split_once('/').unwrap_or_else(|| panic!("`{name}` is no GAME/NAME"));
    let path = root().join(format!("games/{game}/tests/transcripts/{name}.txt"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.split_inclusive('\n').filter(|line| is_spoken(line)).collect()
}

/// The page with every conversation as its transcript has it.
fn page(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    let mut above = "";
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line.starts_with("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if body.iter().any(|line| is_spoken(line)) {
                let name = above.strip_prefix("<!-- ").and_then(|name| name.strip_suffix(" -->"));
                let first = body.first().unwrap_or(&"");
                out += &conversation(name.unwrap_or_else(|| {
                    panic!(
                        "the conversation `{first} …` needs `<!-- GAME/NAME -->`, its transcript, above it"
                    )
                }));
            } else {
                for line in body {
                    out += &format!("{line}\n");
                }
            }
            out += "```\n";
        }
        above = line;
    }
    out
}

#[test]
fn every_conversation_on_a_page_is_a_transcript() {
    let pages = fs::read_dir(root().join("docs/protocols")).expect("the pages");
    let mut pages: Vec<_> = pages.flatten().map(|page| page.path()).collect();
    pages.sort();
    assert!(pages.len() >= 4, "only {} pages were found", pages.len());
    come_out_as_written(pages, page);
}
