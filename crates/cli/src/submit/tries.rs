//! `leitai submit --try`: test games of a program that is not handed in.

use super::far::{Far, TrialGameReport, TrialReport};
use super::{ASK, Args};
use crate::failure::Failure;
use crate::out;
use leitai_core::{Lang, Seat, say};
use serde::Serialize;
use std::thread::sleep;

/// The side that a program plays in test games.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum TriedSide {
    Both,
    First,
    Second,
}

#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    trial: &'a TrialReport,
}

/// Orders the games, reports each once it is over, and the score at the end.
pub(super) fn run(
    args: &Args,
    site: &Far,
    event: &str,
    language: &str,
    opponent: &str,
    contents: &[u8],
    lang: Lang,
) -> Result<(), Failure> {
    let (games, side) = (
        args.games.to_string(),
        match args.side {
            TriedSide::Both => "both",
            TriedSide::First => "first",
            TriedSide::Second => "second",
        },
    );
    let fields = [
        ("language", language),
        ("opponent", opponent),
        ("side", side),
        ("games", games.as_str()),
        ("opening", args.opening.as_deref().unwrap_or_default()),
    ];
    let mut trial = site.tries(event, &fields, contents)?;
    if !args.json {
        let page = site.page(&format!("/trials/{}", trial.id));
        out::line(&say!(lang, "test games {}: {page}", "测试对局 {}：{page}", trial.id));
    }
    let mut told = vec![false; trial.games.len()];
    loop {
        if !args.json {
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
    if args.json {
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
