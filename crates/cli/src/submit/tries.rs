//! `leitai submit --try`: test games of a program that is not handed in.

use crate::failure::Failure;
use crate::far::{Far, TrialGameReport, TrialReport};
use crate::out;
use leitai_core::{Lang, Seat, say};
use serde::Serialize;
use std::thread::sleep;
use std::time::Duration;

/// Interval between two looks at the games.
const ASK: Duration = Duration::from_secs(1);

/// Test games instead of a submission.
#[derive(clap::Args)]
pub(super) struct TriesArgs {
    /// Do not submit it, but play test games against this opponent, which count nowhere: a built-in level, or
    /// `entry:NAME` for a program whose owner allows it
    #[arg(long = "try", value_name = "OPPONENT", requires = "server", conflicts_with = "wait")]
    tried: Option<String>,
    /// How many test games, 1 to 10
    #[arg(long, requires = "tried", default_value_t = 2)]
    games: u16,
    /// The side it plays in test games: both, first or second
    #[arg(long, requires = "tried", default_value = "both", value_parser = ["both", "first", "second"])]
    side: String,
    /// How each test game begins: acts separated by blanks, or a position
    #[arg(long, requires = "tried")]
    opening: Option<String>,
}

#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    trial: &'a TrialReport,
}

impl TriesArgs {
    /// Whether test games are to be played.
    pub(super) fn are_wanted(&self) -> bool {
        self.tried.is_some()
    }

    /// Orders the games, reports each once it is over, and the score at the end.
    pub(super) fn run(
        &self,
        site: &Far,
        event: &str,
        language: &str,
        contents: &[u8],
        json: bool,
        lang: Lang,
    ) -> Result<(), Failure> {
        let games = self.games.to_string();
        let fields = [
            ("language", language),
            ("opponent", self.tried.as_deref().unwrap_or_default()),
            ("side", &self.side),
            ("games", &games),
            ("opening", self.opening.as_deref().unwrap_or_default()),
        ];
        let trial = site.tries(event, &fields, contents)?;
        follow(trial, site, json, lang)
    }
}

fn follow(mut trial: TrialReport, site: &Far, json: bool, lang: Lang) -> Result<(), Failure> {
    if !json {
        let page = site.page(&format!("/trials/{}", trial.id));
        out::line(&say!(lang, "test games {}: {page}", "测试对局 {}：{page}", trial.id));
    }
    let mut told = vec![false; trial.games.len()];
    loop {
        if !json {
            for (number, (game, told)) in trial.games.iter().zip(&mut told).enumerate() {
                if !*told && let Some(said) = &game.said {
                    *told = true;
                    out::line(&line(number + 1, game, said, site, lang));
                }
            }
        }
        if trial.is_over {
            break;
        }
        sleep(ASK);
        trial = site.trial(trial.id)?;
    }
    if json {
        out::json(&Line { r#type: "trial", trial: &trial });
    } else {
        let TrialReport { won, drawn, lost, .. } = trial;
        out::line(&say!(lang, "{won} won, {drawn} drawn, {lost} lost", "{won} 胜 {drawn} 和 {lost} 负"));
    }
    Ok(())
}

fn line(number: usize, game: &TrialGameReport, said: &str, site: &Far, lang: Lang) -> String {
    let page = game.page.as_deref().map(|page| format!("  {}", site.page(page))).unwrap_or_default();
    match game.seat {
        Seat::First => {
            say!(lang, "game {number}, as First: {said}{page}", "第 {number} 局，执先手：{said}{page}")
        }
        Seat::Second => {
            say!(lang, "game {number}, as Second: {said}{page}", "第 {number} 局，执后手：{said}{page}")
        }
    }
}
