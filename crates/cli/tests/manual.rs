//! Completions and manual pages come from the command's own definitions: every command is there, in both languages.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn leitai(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(args).env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("LEITAI_LANG");
    command.output().expect("the binary starts")
}

fn said(args: &[&str]) -> String {
    let output = leitai(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = said(&["--help"]);
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<_> =
        listed.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(commands.len() > 15, "{help}");
    commands
}

#[test]
fn bash_completes_commands_and_options() {
    // From a file: the script is longer than one argument may be.
    let script = "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                  _leitai leitai \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"; echo \"${COMPREPLY[@]}\"";
    let folder = tempfile::tempdir().expect("a folder");
    let completions = folder.path().join("leitai.bash");
    std::fs::write(&completions, said(&["completions", "bash"])).expect("our folder");
    let complete = |words: &[&str]| {
        let output = Command::new("bash").args(["-c", script, "bash"]).arg(&completions).args(words).output();
        let output = output.expect("bash");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        String::from_utf8(output.stdout).expect("text").trim().to_owned()
    };
    assert_eq!(complete(&["leitai", "tou"]), "tournament");
    assert_eq!(complete(&["leitai", "tournament", "resu"]), "resume");
    assert_eq!(complete(&["leitai", "play", "--pau"]), "--pause");
    let all = complete(&["leitai", ""]);
    for command in commands() {
        assert!(all.split(' ').any(|word| word == command), "{command} is not among {all}");
    }
    assert!(!all.contains("instant"), "{all}");
}

#[test]
fn the_other_shells_are_told_every_command_in_both_languages() {
    for shell in ["zsh", "fish"] {
        let (english, chinese) =
            (said(&["completions", shell]), said(&["--lang", "zh", "completions", shell]));
        for command in commands() {
            assert!(english.contains(&command) && chinese.contains(&command), "{command} in {shell}");
        }
        assert!(english.contains("Play many games between two players, with statistics"), "{shell}");
        assert!(chinese.contains("两个棋手对弈多局并统计") && !chinese.contains("many games"), "{shell}");
    }
    let output = leitai(&["completions", "csh"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the shells are: bash, zsh, fish"), "{said}");
}

fn read(folder: &Path, page: &str) -> String {
    fs::read_to_string(folder.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

#[test]
fn every_command_has_a_page_in_both_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    for (lang, headings, words) in [
        (
            "en",
            [".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS"],
            "Play many games between two players, with statistics",
        ),
        ("zh", [".SH 名称", ".SH 用法", ".SH 选项"], "两个棋手对弈多局并统计"),
    ] {
        let pages = folder.path().join(lang).join("man1");
        said(&["--lang", lang, "man", pages.to_str().expect("text")]);
        assert_eq!(said(&["--lang", lang, "man"]), read(&pages, "leitai.1"), "the first is the one printed");
        for command in commands().iter().map(String::as_str).chain(["tournament-resume"]) {
            let page = read(&pages, &format!("leitai-{command}.1"));
            assert!(page.contains(&format!("\n.TH leitai-{command} 1 ")), "{page}");
            for heading in headings {
                assert!(
                    page.lines().any(|line| line == heading),
                    "{heading} is not in {lang} {command}:\n{page}"
                );
            }
            let others = page.lines().filter(|line| line.starts_with(".SH ") && line.is_ascii()).count();
            assert!(lang == "en" || others == 0, "{page}");
        }
        assert!(read(&pages, "leitai-match.1").contains(words));
        let listed = fs::read_dir(&pages).expect("pages").count();
        assert!(listed > commands().len(), "those of an event have pages too");
        assert!(!pages.join("leitai-instant.1").exists(), "what is hidden has no page");
    }
}

/// Commands in advice can be typed as they are.
#[test]
fn commands_in_advice_are_written_as_they_were_called() {
    let folder = tempfile::tempdir().expect("a folder");
    let called = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
        command.args(["--lang", "en"]).args(arguments).current_dir(folder.path());
        let output = command.env("LEITAI_CALLED", "./run").output().expect("leitai starts");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("text")
    };
    for (arguments, advice) in [
        (&["games"][..], "`./run games GAME` shows more"),
        (&["new", "hex"], "for example: ./run new hex --lang python"),
        (&["tournament"], "`./run tournament --help` lists them"),
        (&["people", "list", "--data", "none"], "`./run serve --data none` makes one"),
        (&["help", "play"], "`./run games GAME` lists them"),
    ] {
        let said = called(arguments);
        assert!(said.contains(advice), "{arguments:?}: {said}");
        assert!(!said.contains("`leitai "), "{said}");
    }
}
