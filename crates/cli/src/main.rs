//! Leitai 擂台, the one binary: the stage on which programs play each other at board games.

mod analyze;
mod args;
#[cfg(feature = "web")]
mod backup;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod backup;
mod bench;
#[cfg(feature = "web")]
mod browser;
mod called;
mod check;
mod command_name;
mod conditions;
#[cfg(feature = "web")]
mod contest;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod contest;
mod course;
mod cross_text;
mod decision_args;
mod desk;
mod doctor;
#[cfg(feature = "web")]
mod dossier;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod dossier;
mod engine;
mod event_zone;
mod export;
mod failure;
#[cfg(feature = "web")]
mod far;
mod games;
#[cfg(feature = "web")]
mod hearing;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod hearing;
mod help;
mod import;
mod instant;
mod interrupts;
#[cfg(feature = "web")]
mod join;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod join;
mod keys;
mod language;
#[cfg(feature = "web")]
mod likeness;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod likeness;
mod manual;
mod matches;
mod mistaken;
mod named_commands;
mod named_game;
mod new;
mod openings;
mod operate;
mod out;
#[cfg(feature = "web")]
mod people;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod people;
mod perft;
mod play;
mod players;
mod progress_bar;
mod replay;
#[cfg(feature = "web")]
mod restore;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod restore;
mod results_until;
mod screen;
#[cfg(feature = "web")]
mod serve;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod serve;
mod starters;
mod stats;
mod stop;
mod store_args;
#[cfg(feature = "web")]
mod submit;
#[cfg(not(feature = "web"))]
#[path = "without_web.rs"]
mod submit;
mod tables;
mod terms_args;
mod tournament;
mod verify;
mod version;
mod watch;
mod watched;
mod worker;
mod workers;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use leitai_core::Lang;
use std::ffi::OsString;
use std::process::ExitCode;
use version::version;

/// Leitai 擂台: the stage on which programs play each other at board games
#[derive(Parser)]
#[command(name = "leitai", version = version(), disable_help_subcommand = true)]
struct Cli {
    /// Output language: en or zh (default: that of the environment)
    // Read by `language::decide`. Kept as text, because a command with a `--lang` of its own (`new`) stores its value
    // here.
    #[arg(long, global = true, value_parser = language::checked)]
    lang: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games, with options, clocks, dialects and players
    Games(games::Args),
    /// Play one game, with the board in the terminal
    Play(play::Args),
    /// Sit at the board for a program: relay its game by hand
    Operate(Box<operate::Args>),
    /// Sit at a table as its referee: enter both sides, without programs or a network
    Desk(Box<desk::Args>),
    /// Play many games between two players, with statistics
    Match(Box<matches::Args>),
    /// Make or check a suite of balanced openings
    Openings(openings::Args),
    /// Add up the records of any matches
    Stats(stats::Args),
    /// Run an event, from its file to its awards
    Tournament(tournament::Args),
    /// Play games of events that run on other machines
    Worker(worker::Args),
    /// List, pause, drain or bar the workers of a store
    Workers(workers::Args),
    /// Serve the web site, on which anyone can watch
    Serve(serve::Args),
    /// Manage who signs in to a site: roster, roles, codes
    People(people::Args),
    /// Run a contest of several games: sign-up, lots, tables
    Contest(contest::Args),
    /// Submit a program to an event of a site
    Submit(submit::Args),
    /// Let a program of this machine play at a table of a site
    Join(join::Args),
    /// Save a site as one archive, even while it runs
    Backup(backup::Args),
    /// Restore a site from such an archive
    Restore(restore::Args),
    /// Find programs that have passages in common
    Likeness(likeness::Args),
    /// Hear a doubted program: compile it, compare it, play its games again
    Hearing(hearing::Args),
    /// Write what a committee needs to admit the platform: rules, tests, protocols
    Dossier(dossier::Args),
    /// Count the sequences of moves to a depth
    Perft(perft::Args),
    /// Step through a recorded game, or draw it
    Replay(replay::Args),
    /// Judge what each ply of a recorded game was worth
    Analyze(analyze::Args),
    /// Play records again and compare positions and verdicts
    Verify(verify::Args),
    /// Write a record as a sheet (棋谱) that other programs read
    Export(export::Args),
    /// Read a sheet (棋谱) of another program as a record
    Import(import::Args),
    /// Run a built-in player as a program, for any platform
    Engine(engine::Args),
    /// List, build, check or remove tables of built-in players
    Tables(tables::Args),
    /// Create a starter program in a folder of its own
    New(new::Args),
    /// Check whether a program speaks its protocol, in plain words
    Check(check::Args),
    /// Check and try a program each time it is saved, and show what changed
    Watch(Box<watch::Args>),
    /// Measure what this machine has and can do
    Doctor(doctor::Args),
    /// Do fixed work with a checksum; `bench stage` times the stage
    Bench(bench::Args),
    /// Print completions for a shell: bash, zsh or fish
    Completions(manual::CompletionsArgs),
    /// Print or write pages for `man`
    Man(manual::ManArgs),
    /// The programs that the benchmarks play with
    #[command(hide = true)]
    Instant(instant::Args),
}

impl Command {
    /// Whether others may read what it writes: dossiers, pages of the manual, tables, starter programs, sheets and
    /// drawings of games. Everything else is its user's alone.
    fn is_for_others(&self) -> bool {
        use Command::{Dossier, Export, Import, Man, New, Replay, Tables};
        matches!(self, Dossier(_) | Man(_) | Tables(_) | New(_) | Export(_) | Import(_) | Replay(_))
    }
}

fn main() -> ExitCode {
    leitai_sandbox::launch_if_asked();
    let args = helped(std::env::args_os().collect());
    let lang = language::decide(&args);
    let result = run(args, lang);
    if let Some(code) = out::lost() {
        return code;
    }
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang),
    }
}

/// `leitai help play` is `leitai play --help`, and `leitai tournament help run` is `leitai tournament run --help`.
fn helped(mut args: Vec<OsString>) -> Vec<OsString> {
    let (mut command, mut at) = (Cli::command(), 1);
    while let Some(arg) = args.get(at) {
        if arg == "help" && command.has_subcommands() {
            args.remove(at);
            args.push("--help".into());
            break;
        }
        // `--lang` may precede the command.
        if arg == "--lang" {
            at += 2;
            continue;
        }
        if !arg.as_encoded_bytes().starts_with(b"-") {
            let Some(next) = command.find_subcommand(arg).cloned() else { break };
            command = next;
        }
        at += 1;
    }
    args
}

fn run(args: Vec<OsString>, lang: Lang) -> Result<(), Failure> {
    let command = help::in_language(negatives(Cli::command()), lang);
    let parsed = command.try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        #[cfg(feature = "web")]
        Err(error) if failure::names_no_command(&error, &Cli::command()) && screen::at_a_terminal() => {
            return serve::at_home(lang);
        }
        Err(error) => return Failure::usage_of(&error, &Cli::command(), lang),
    };
    leitai_arena::tell_of_waiting(|why| why.into_iter().for_each(language::note));
    leitai_store::tell_of_closing(language::note);
    if !cli.command.is_for_others() {
        leitai_store::keep_private();
    }
    match cli.command {
        Command::Games(args) => {
            games::run(&args, lang);
            Ok(())
        }
        Command::Play(args) => play::run(&args, lang),
        Command::Desk(args) => desk::run(&args, lang),
        Command::Operate(args) => operate::run(&args, lang),
        Command::Match(args) => matches::run(*args, typed_match, lang),
        Command::Openings(args) => openings::run(&args, lang),
        Command::Stats(args) => stats::run(&args, lang),
        Command::Tournament(args) => tournament::run(&args, lang),
        Command::Worker(args) => worker::run(&args, lang),
        Command::Workers(args) => workers::run(&args, lang),
        Command::Serve(args) => serve::run(&args, lang),
        Command::People(args) => people::run(&args, lang),
        Command::Contest(args) => contest::run(&args, lang),
        Command::Submit(args) => submit::run(&args, lang),
        Command::Join(args) => join::run(&args, lang),
        Command::Backup(args) => backup::run(&args, lang),
        Command::Restore(args) => restore::run(&args, lang),
        Command::Likeness(args) => likeness::run(&args, lang),
        Command::Hearing(args) => hearing::run(&args, lang),
        Command::Dossier(args) => dossier::run(&args, lang),
        Command::Perft(args) => perft::run(&args, lang),
        Command::Replay(args) => replay::run(&args, lang),
        Command::Analyze(args) => analyze::run(&args, lang),
        Command::Verify(args) => verify::run(&args, lang),
        Command::Export(args) => export::run(&args, lang),
        Command::Import(args) => import::run(&args, lang),
        Command::Engine(args) => engine::run(&args),
        Command::Tables(args) => tables::run(&args, lang),
        Command::New(args) => new::run(&args, lang),
        Command::Check(args) => check::run(&args, lang),
        Command::Watch(args) => watch::run(&args, lang),
        Command::Doctor(args) => doctor::run(&args, lang),
        Command::Bench(args) => bench::run(&args, lang),
        Command::Completions(args) => {
            manual::completions(&args, Cli::command(), lang);
            Ok(())
        }
        Command::Man(args) => manual::man(&args, Cli::command(), lang),
        Command::Instant(args) => instant::run(&args),
    }
}

/// Parses the command line of a match; `None` if it is another command, or one this version does not understand.
fn typed_match(line: &[String]) -> Option<matches::Args> {
    let typed = negatives(Cli::command()).try_get_matches_from(line).ok()?;
    match Cli::from_arg_matches(&typed).ok()?.command {
        Command::Match(args) => Some(*args),
        _ => None,
    }
}

/// Lets every option that takes a value accept a negative number: `--games -3` is a wrong number, not an unknown
/// argument.
fn negatives(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let takes_value = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_value)
    });
    command.mut_subcommands(negatives)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_stands_before_what_is_asked_about() {
        let asked = |line: &str| {
            let args = helped(line.split(' ').map(OsString::from).collect());
            args.iter().map(|arg| arg.to_string_lossy()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(asked("leitai help play"), "leitai play --help");
        assert_eq!(asked("leitai --lang zh help play"), "leitai --lang zh play --help");
        assert_eq!(asked("leitai help"), "leitai --help");
        assert_eq!(asked("leitai tournament help run"), "leitai tournament run --help");
        // `help` may be the name of a player.
        assert_eq!(asked("leitai play help"), "leitai play help");
    }
}
