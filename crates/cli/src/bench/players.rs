//! `leitai bench players`: fixed searches of every built-in player that reports its nodes. A change that should alter
//! no move leaves nodes and checksum as they are.

use crate::failure::Failure;
use crate::out;
use leitai_bout::{FixedSearches, random_game};
use leitai_catalog::{GAMES, Setup};
use leitai_core::{Lang, say};
use serde::Serialize;

/// Seed of the game that supplies the positions, and of the players' choices.
pub(super) const SEED: u64 = 14;

#[derive(Serialize)]
struct Row<'a> {
    r#type: &'static str,
    game: &'a str,
    level: &'static str,
    searches: u32,
    nodes: u64,
    checksum: String,
    seconds: f64,
}

pub(super) fn players(json: bool, lang: Lang) -> Result<(), Failure> {
    let mut all = FixedSearches::default();
    for game in GAMES {
        let ruled = game.open(&Setup::default()).map_err(|e| Failure::stage(&e))?;
        let played = random_game(&*ruled, SEED);
        for level in game.facts().levels {
            let sum = FixedSearches::of(&*ruled, *level, SEED, &played).map_err(Failure::Stage)?;
            // Random and greedy players search nothing.
            if sum.nodes == 0 {
                continue;
            }
            show(game.facts().id, level.name(), &sum, json);
            all.add(sum);
        }
    }
    if !json {
        let (nodes, checksum) = (all.nodes, all.checksum);
        out::line(&say!(
            lang,
            "total {nodes:>30} nodes, checksum {checksum:016x}",
            "合计  {nodes:>30} 个节点，校验和 {checksum:016x}"
        ));
    }
    Ok(())
}

fn show(game: &str, level: &'static str, sum: &FixedSearches, json: bool) {
    let FixedSearches { searches, nodes, checksum, taken } = *sum;
    let seconds = taken.as_secs_f64();
    if json {
        let checksum = format!("{checksum:016x}");
        out::json(&Row { r#type: "players", game, level, searches, nodes, checksum, seconds });
    } else {
        let speed = nodes as f64 / seconds / 1e6;
        out::line(&format!("{game:<12}{level:<8}{nodes:>16}  {speed:8.3} M/s  {checksum:016x}"));
    }
}
