//! The rules of each game, sentence by sentence, are those of its page, and each is shown by tests that exist.

use leitai_catalog::GAMES;
use leitai_core::Lang;
use leitai_pages::{RuleSentence, rule_sentences};
use std::fs;
use std::path::{Path, PathBuf};

fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The list of rules on a game's page: its first list, or the first below the heading of the rules.
fn on_page(page: &str) -> String {
    let headings = ["## The rules", "## 规则"];
    let from = headings.iter().find_map(|heading| page.find(heading)).unwrap_or_default();
    let mut text = String::new();
    for line in
        page[from..].lines().skip_while(|line| !line.starts_with("- ")).take_while(|line| !line.is_empty())
    {
        text.push_str(line.strip_prefix("- ").unwrap_or(line.trim_start()));
        text.push(' ');
    }
    text
}

/// Without blanks: in Chinese none stand between sentences.
fn joined(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Why nothing of that name shows a sentence; `None` if something does.
fn missing(game: &str, test: &str) -> Option<String> {
    let folder = folder(game);
    if let Some(transcript) = test.strip_prefix("transcripts/") {
        let path = folder.join("tests/transcripts").join(transcript);
        return (!path.is_file()).then(|| format!("{game}: {test} is no transcript"));
    }
    let Some((module, name)) = test.rsplit_once("::") else {
        return Some(format!("{game}: {test}: FILE::TEST"));
    };
    let file = format!("{}.rs", module.replace("::", "/"));
    let of_tests = folder.join("tests").join(&file);
    let (path, is_of_tests) =
        if of_tests.is_file() { (of_tests, true) } else { (folder.join("src").join(&file), false) };
    let Ok(source) = fs::read_to_string(&path) else {
        return Some(format!("{game}: {test}: no file {file}"));
    };
    let runs = !is_of_tests || {
        let first = module.split("::").next().unwrap_or(module);
        read(&folder.join("tests/main.rs")).contains(&format!("mod {first};"))
    };
    let function = format!("fn {name}(");
    let before = source.find(&function).map(|at| &source[..at]);
    // A test in `proptest!` too has the attribute directly above it, under nothing but others.
    let is_test = before.is_some_and(|before| {
        let mut above = before.trim_end().lines().rev().map(str::trim);
        above.by_ref().take_while(|line| line.starts_with("#[")).any(|line| line == "#[test]")
    });
    (!runs || !is_test).then(|| format!("{game}: {test} is no test"))
}

#[test]
fn every_sentence_of_every_game_names_tests_that_exist() {
    let mut wrong = Vec::new();
    let mut named = 0;
    for game in GAMES {
        let id = game.facts().id;
        let sentences = rule_sentences(*game);
        assert!(sentences.len() >= 7, "{id} lists {} sentences", sentences.len());
        for sentence in &sentences {
            if sentence.tests.is_empty() {
                wrong.push(format!("{id}: nothing shows `{}`", sentence.text(Lang::En)));
            }
            named += sentence.tests.len();
            wrong.extend(sentence.tests.iter().filter_map(|test| missing(id, test)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(named > 200, "{named} tests are named");
}

#[test]
fn the_list_is_the_whole_of_the_rules_on_the_page_in_both_languages() {
    for game in GAMES {
        let id = game.facts().id;
        let sentences = rule_sentences(*game);
        for (lang, page) in [(Lang::En, "README.md"), (Lang::Zh, "README.zh-CN.md")] {
            let listed: Vec<&str> =
                sentences.iter().map(|sentence: &RuleSentence| sentence.text(lang)).collect();
            let page = on_page(&read(&folder(id).join(page)));
            assert_eq!(joined(&listed.concat()), joined(&page), "{id}: rules.toml and its page differ");
        }
    }
}

#[test]
fn what_is_no_test_is_missed() {
    assert_eq!(missing("tictactoe", "rules::x_moves_first"), None);
    assert_eq!(missing("hex", "properties::any_acts_play_or_are_refused"), None);
    assert_eq!(missing("luzhanqi", "point::there_are_133_links_and_35_of_them_are_rails"), None);
    for wrong in [
        "rules::x_moves_last",
        "rules::play",
        "nowhere::x_moves_first",
        "x_moves_first",
        "transcripts/none.txt",
    ] {
        assert!(missing("tictactoe", wrong).is_some(), "{wrong}");
    }
}
