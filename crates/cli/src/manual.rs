//! `leitai completions` and `leitai man`: completions and manual pages, generated from the command line's own
//! definitions.

use crate::failure::Failure;
use crate::version::version;
use crate::{help, out};
use clap::Command as Definition;
use clap_complete::Shell;
use leitai_core::{Lang, Sentence, say, sentence};
use std::fs;
use std::path::PathBuf;

/// The supported shells.
const SHELLS: [(&str, Shell); 3] = [("bash", Shell::Bash), ("zsh", Shell::Zsh), ("fish", Shell::Fish)];
/// The headings of a page as they are generated, and in Chinese.
const HEADINGS: [(&str, &str); 4] =
    [("NAME", "名称"), ("SYNOPSIS", "用法"), ("DESCRIPTION", "说明"), ("VERSION", "版本")];

#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// bash, zsh or fish
    #[arg(value_parser = shell)]
    shell: Shell,
}

#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// Write the pages of all commands into this folder; otherwise that of `leitai` is printed
    folder: Option<PathBuf>,
}

fn shell(text: &str) -> Result<Shell, Sentence> {
    let known = SHELLS.iter().find(|(name, _)| *name == text).map(|(_, shell)| *shell);
    let names = SHELLS.map(|(name, _)| name).join(", ");
    known.ok_or_else(|| sentence!("the shells are: {names}", "可用：{names}"))
}

/// Prints what a shell needs to complete the commands of `leitai`.
pub(crate) fn completions(args: &CompletionsArgs, leitai: Definition, lang: Lang) {
    let mut whole = help::in_language(leitai, lang);
    whole.build();
    // Bash would offer hidden commands too.
    let mut command = Definition::new("leitai")
        .version(version())
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(whole.get_arguments())
        .subcommands(whole.get_subcommands().filter(|sub| !sub.is_hide_set()));
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "leitai", &mut text);
    out::bytes(&text);
}

/// Prints the page of `leitai`, or writes those of all its commands.
pub(crate) fn man(args: &ManArgs, leitai: Definition, lang: Lang) -> Result<(), Failure> {
    let mut command = help::in_language(leitai, lang);
    command.build();
    let mut pages = Vec::new();
    write(&command, lang, &mut pages);
    let Some(folder) = &args.folder else {
        out::text(&pages.remove(0).1);
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| Failure::system(folder.as_path(), &error))?;
    for (name, text) in &pages {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| Failure::system(path.as_path(), &error))?;
    }
    let (count, folder) = (pages.len(), folder.display());
    out::line(&say!(lang, "{count} pages: {folder}", "{count} 页：{folder}"));
    Ok(())
}

/// The pages of a command and of all under it, each with the name of its file; the command's own is the first.
fn write(command: &Definition, lang: Lang, pages: &mut Vec<(String, String)>) {
    let page = clap_mangen::Man::new(command.clone());
    let name = page.get_filename();
    let page = page.source(format!("leitai {}", version())).manual("Leitai 擂台");
    let mut text = Vec::new();
    // Into memory: it cannot fail.
    let _ = page.render(&mut text);
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().map(|line| match (lang, line.strip_prefix(".SH ")) {
        (Lang::Zh, Some(heading)) => {
            let said = HEADINGS.iter().find(|(english, _)| *english == heading);
            format!(".SH {}\n", said.map_or(heading, |(_, chinese)| chinese))
        }
        _ => format!("{line}\n"),
    });
    pages.push((name, lines.collect()));
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        write(sub, lang, pages);
    }
}
