//! Leitai 擂台, the one binary: the stage on which programs play each other at board games.

mod args;
mod bench;
mod check;
mod conditions;
mod doctor;
mod engine;
mod export;
mod failure;
mod games;
mod help;
mod import;
mod instant;
mod language;
mod manual;
mod matches;
mod new;
mod out;
mod perft;
mod play;
mod players;
mod replay;
mod screen;
mod sprt;
mod starters;
mod stop;
mod store_args;
mod tournament;
mod verify;
mod worker;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use leitai_core::Lang;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::LazyLock;

/// Leitai 擂台: the stage on which programs play each other at board games
#[derive(Parser)]
#[command(name = "leitai", version = version(), disable_help_subcommand = true)]
struct Cli {
    /// Language of what is said: en or zh (otherwise that of the environment)
    // As text: where a command has a `--lang` of its own (`new`), that one's word stands here.
    #[arg(long, global = true, value_parser = language::checked)]
    lang: Option<String>,
    #[command(subcommand)]
    command: Command,
}

/// The version, with the commit where whoever built the binary named it in `LEITAI_COMMIT`, as `./run` does.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("LEITAI_COMMIT").filter(|commit| !commit.is_empty());
        let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
        format!("{}{commit}", env!("CARGO_PKG_VERSION"))
    });
    &VERSION
}

#[derive(Subcommand)]
enum Command {
    /// What games there are, with options, clocks, dialects and players
    Games(games::Args),
    /// One game, with the board in the terminal
    Play(play::Args),
    /// Many games between two players, with statistics
    Match(matches::Args),
    /// An event from its file to its awards
    Tournament(tournament::Args),
    /// Play games of events that run on other machines
    Worker(worker::Args),
    /// Count the sequences of moves to a depth
    Perft(perft::Args),
    /// Step through a recorded game, or draw it
    Replay(replay::Args),
    /// Play records again and compare positions and verdicts
    Verify(verify::Args),
    /// A record as a sheet (棋谱) that other programs read
    Export(export::Args),
    /// A sheet (棋谱) of another program as a record
    Import(import::Args),
    /// A built-in player as a program, for any platform
    Engine(engine::Args),
    /// A starter program in a folder of its own
    New(new::Args),
    /// Does a program speak its protocol? In plain words
    Check(check::Args),
    /// What this machine has and can do, measured
    Doctor(doctor::Args),
    /// Fixed work with its checksum; `bench stage` times the stage
    Bench(bench::Args),
    /// What a shell completes: bash, zsh or fish
    Completions(manual::CompletionsArgs),
    /// Pages for `man`
    Man(manual::ManArgs),
    /// The programs that the benchmarks play with
    #[command(hide = true)]
    Instant(instant::Args),
}

fn main() -> ExitCode {
    leitai_sandbox::launch_if_asked();
    let (lang, result) = run();
    if let Some(code) = out::lost() {
        return code;
    }
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang),
    }
}

fn run() -> (Lang, Result<(), Failure>) {
    let spoken = language::spoken();
    let command = help::in_language(Cli::command(), spoken);
    let parsed = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return (spoken, Failure::usage_of(&error, &Cli::command(), spoken)),
    };
    let lang = cli.lang.and_then(|text| text.parse().ok()).unwrap_or(spoken);
    // A disk or a pipe that takes no words is no reason not to play.
    leitai_arena::tell_of_waiting(|why| drop(writeln!(io::stderr(), "{}", why.to(language::spoken()))));
    let result = match cli.command {
        Command::Games(args) => {
            games::run(&args, lang);
            Ok(())
        }
        Command::Play(args) => play::run(&args, lang),
        Command::Match(args) => matches::run(&args, lang),
        Command::Tournament(args) => tournament::run(&args, lang),
        Command::Worker(args) => worker::run(&args, lang),
        Command::Perft(args) => perft::run(&args, lang),
        Command::Replay(args) => replay::run(&args, lang),
        Command::Verify(args) => verify::run(&args, lang),
        Command::Export(args) => export::run(&args, lang),
        Command::Import(args) => import::run(&args, lang),
        Command::Engine(args) => engine::run(&args),
        Command::New(args) => new::run(&args, lang),
        Command::Check(args) => check::run(&args, lang),
        Command::Doctor(args) => doctor::run(&args, lang),
        Command::Bench(args) => bench::run(&args, lang),
        Command::Completions(args) => {
            manual::completions(&args, lang);
            Ok(())
        }
        Command::Man(args) => manual::man(&args, lang),
        Command::Instant(args) => instant::run(&args),
    };
    (lang, result)
}
