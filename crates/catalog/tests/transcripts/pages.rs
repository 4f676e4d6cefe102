//! The conversations shown on the pages `docs/protocols/*.md` are transcripts of the games' tests.
//!
//! Above each fence with lines of both ends is a comment `<!-- GAME/NAME -->`: the fence holds the `>` and `<` lines of
//! `games/GAME/tests/transcripts/NAME.txt`. `UPDATE_GOLDEN=1` writes them there. Under `<!-- part of GAME/NAME -->` the
//! fence holds some of them, in their order.

use super::root;
use leitai_testkit::come_out_as_written;
use std::fs;

fn is_spoken(line: &str) -> bool {
    line.starts_with("> ") || line.starts_with("< ") || line.trim_end() == "<"
}

/// The lines of a transcript's platform and program.
fn conversation(name: &str) -> String {
    let (game, name) = name.split_once('/').unwrap_or_else(|| panic!("`{name}` is no GAME/NAME"));
    let path = root().join(format!("games/{game}/tests/transcripts/{name}.txt"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // Pages do not show line ends.
    text.split_inclusive('\n').filter(|line| is_spoken(line)).map(|line| line.replace("\\x0d", "")).collect()
}

/// The page with every conversation taken from its transcript.
fn rewritten(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    let mut above = "";
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line.starts_with("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if body.iter().any(|line| is_spoken(line)) {
                let first = body.first().unwrap_or(&"");
                let name = above.strip_prefix("<!-- ").and_then(|name| name.strip_suffix(" -->"));
                let name = name.unwrap_or_else(|| {
                    panic!("the conversation `{first} …` needs `<!-- GAME/NAME -->` above it")
                });
                let (name, part) = name.strip_prefix("part of ").map_or((name, false), |name| (name, true));
                let whole = conversation(name);
                if part {
                    let mut rest = whole.lines();
                    for line in body {
                        assert!(rest.any(|spoken| spoken == line), "`{line}` does not follow in {name}");
                        out += &format!("{line}\n");
                    }
                } else {
                    out += &whole;
                }
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
    come_out_as_written(pages, rewritten);
}
