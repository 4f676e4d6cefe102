//! Decisions as arguments of a command: a command for each kind, with an argument for each of its parts.

use clap::{Arg, ArgAction, ArgMatches, Command as Parser, FromArgMatches, Subcommand, value_parser};
use leitai_tournament::{DecisionKind, Part};

/// A kind of decision, and its parts as typed.
#[derive(Clone, Debug)]
pub(crate) struct Ruled {
    pub(crate) kind: &'static DecisionKind,
    pub(crate) typed: ArgMatches,
}

/// The name of the argument for a part of a decision, and of its value.
const fn named(part: Part) -> [&'static str; 2] {
    match part {
        Part::Entry | Part::Side => ["name", "NAME"],
        Part::Entries | Part::Sides | Part::Restorers => ["names", "NAMES"],
        Part::Game | Part::GameIfAny => ["game", "GAME"],
        Part::Outcome => ["result", "RESULT"],
        Part::Consent => ["consent", "WHO"],
        Part::Leave => ["leave", ""],
        Part::Invalid => ["invalid", ""],
        Part::Unrestored => ["unrestored", ""],
        Part::Accepted => ["accepted", ""],
        Part::Upheld => ["upheld", ""],
        Part::Copied => ["copied", ""],
        Part::Asked => ["to", "WHAT"],
        Part::Witness => ["witness", "WHO"],
        Part::Lots => ["lots", "LOT=NAME"],
        Part::Document => ["document", "SHA256"],
        Part::Ruling | Part::Objection | Part::Endorsed => ["number", "NUMBER"],
    }
}

/// The name of the argument for a part of a decision.
pub(crate) const fn argument(part: Part) -> &'static str {
    named(part)[0]
}

/// The kinds of decisions as commands, and the parts of each as their arguments.
fn commands() -> impl Iterator<Item = Parser> {
    DecisionKind::ALL.iter().map(|kind| {
        let arg = |part: &Part| {
            let [name, value] = named(*part);
            let arg = Arg::new(name).help(part.words().en);
            if part.is_flag() {
                return arg.long(name).action(ArgAction::SetTrue);
            }
            let arg = arg.value_name(value).required(true);
            match part {
                Part::Consent | Part::Asked | Part::Witness => arg.long(name),
                Part::GameIfAny | Part::Document => arg.long(name).required(false),
                Part::Entries | Part::Sides | Part::Lots => arg.num_args(1..),
                Part::Restorers => arg.num_args(0..=2).required(false),
                Part::Ruling | Part::Objection | Part::Endorsed => arg.value_parser(value_parser!(u32)),
                _ => arg,
            }
        };
        Parser::new(kind.name).about(kind.help.en).args(kind.parts.iter().map(arg))
    })
}

/// The help of the commands and arguments in Chinese, each by its path.
pub(crate) fn said_in_chinese() -> impl Iterator<Item = (String, &'static str)> {
    DecisionKind::ALL.iter().flat_map(|kind| {
        let path = format!("tournament rule {}", kind.name);
        let of =
            |part: &Part| (format!("tournament rule {} {}", kind.name, argument(*part)), part.words().zh);
        std::iter::once((path, kind.help.zh)).chain(kind.parts.iter().map(of))
    })
}

impl Subcommand for Ruled {
    fn augment_subcommands(command: Parser) -> Parser {
        command.subcommands(commands()).subcommand_required(true).arg_required_else_help(true)
    }

    fn augment_subcommands_for_update(command: Parser) -> Parser {
        Ruled::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        DecisionKind::named(name).is_some()
    }
}

impl FromArgMatches for Ruled {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Ruled, clap::Error> {
        let chosen = matches.subcommand().and_then(|(name, typed)| Some((DecisionKind::named(name)?, typed)));
        let Some((kind, typed)) = chosen else {
            return Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand));
        };
        Ok(Ruled { kind, typed: typed.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Ruled::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The table of rulings has a line for each kind in both languages, with every option that it takes.
    #[test]
    fn every_kind_of_decision_has_its_line_in_the_documents() {
        for page in ["events.md", "events.zh-CN.md"] {
            let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
            let text = fs::read_to_string(&page).expect("a page");
            for kind in DecisionKind::ALL {
                let line = text.lines().find(|line| {
                    let named = line.strip_prefix("| `").and_then(|line| line.strip_prefix(kind.name));
                    named.is_some_and(|rest| rest.starts_with([' ', '`']))
                });
                let line = line.unwrap_or_else(|| panic!("{} lacks {}", page.display(), kind.name));
                let has_option = |part: &&Part| {
                    part.is_flag()
                        || matches!(
                            part,
                            Part::Asked | Part::Consent | Part::Witness | Part::GameIfAny | Part::Document
                        )
                };
                let told = if kind.name == "replay" { text.as_str() } else { line };
                for part in kind.parts.iter().filter(has_option) {
                    let option = format!("--{}", argument(*part));
                    assert!(told.contains(&option), "{}: {} lacks {option}", page.display(), kind.name);
                }
            }
        }
        let names: BTreeSet<&str> = DecisionKind::ALL.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), DecisionKind::ALL.len(), "a name is one kind's");
    }
}
