//! Tables on pages that must agree with the games' facts: one row per game under `<!-- every game -->`.
//! `UPDATE_GOLDEN=1` writes the rows.

use leitai_catalog::GAMES;
use leitai_core::{Facts, Lang, Words};
use leitai_testkit::come_out_as_written;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A row: the game, linked to its page; its dialects, linked to theirs (some share one); its players; its picture, if
/// there is one.
fn row(facts: &Facts, lang: Lang) -> String {
    let ending = Words::new(".md", ".zh-CN.md").to(lang);
    let between = Words::new(", ", "、").to(lang);
    let page = |name: &str| format!("docs/protocols/{name}{ending}");
    let dialects = facts.dialects.iter().filter(|name| root().join(page(name.name())).is_file());
    let dialects: Vec<_> = dialects.map(|name| format!("[`{name}`]({})", page(name.name()))).collect();
    let levels: Vec<_> = facts.levels.iter().map(|level| format!("`{level}`")).collect();
    let picture = format!("docs/pictures/{}.svg", facts.id);
    // A film with words has a Chinese twin and so does not suit a table.
    let is_film = root().join(format!("docs/pictures/{}.zh.svg", facts.id)).is_file();
    let shown = root().join(&picture).is_file() && !is_film;
    let picture =
        if shown { format!(" <img src=\"{picture}\" width=\"90\" alt=\"\">") } else { String::new() };
    format!(
        "| [{}](games/{}/README{ending}) | {} | {} |{picture} |\n",
        facts.name.to(lang),
        facts.id,
        dialects.join(between),
        levels.join(between)
    )
}

/// The page, with its tables generated from the facts.
fn rewritten(text: &str, lang: Lang) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line == "<!-- every game -->" {
            // The head and its rule belong to the page.
            for head in lines.by_ref().take(2) {
                out += &format!("{head}\n");
            }
            while lines.next_if(|line| line.starts_with('|')).is_some() {}
            out.extend(GAMES.iter().map(|game| row(game.facts(), lang)));
        }
    }
    out
}

#[test]
fn the_table_of_games_says_what_the_facts_say() {
    for (name, lang) in [("README.md", Lang::En), ("README.zh-CN.md", Lang::Zh)] {
        let path = root().join(name);
        let text = std::fs::read_to_string(&path).expect("the page");
        assert!(text.contains("\n<!-- every game -->\n|"), "{name} has no table of games");
        come_out_as_written([path], |text| rewritten(text, lang));
    }
}
