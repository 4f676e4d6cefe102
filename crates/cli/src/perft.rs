//! `leitai perft`: counting the tree of acts.

use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::out;
use leitai_catalog::Setup;
use leitai_core::{Lang, Noun, say};
use serde::Serialize;
use std::time::Instant;

/// Deeper than any of our games could be counted in a lifetime.
const DEEPEST: u32 = 40;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: NamedGame,
    /// How many acts deep
    #[arg(value_parser = crate::args::whole(0, DEEPEST))]
    depth: u32,
    /// Start from this position instead of the game's own
    #[arg(long)]
    position: Option<String>,
    /// A rule option of the game, as name=value
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = crate::args::pair)]
    options: Vec<(String, String)>,
    /// Also print the count below each first act
    #[arg(long)]
    divide: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Count<'a> {
    r#type: &'static str,
    game: &'a str,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let setup = Setup { options: args.options.clone(), position: args.position.clone() };
    let game = args.game.0.open(&setup).map_err(|e| Failure::usage(&e))?;
    let start = Instant::now();
    let counts = game.perft(args.depth);
    let seconds = start.elapsed().as_secs_f64();
    let nodes = if args.depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() };
    if args.json {
        let game = args.game.facts().id;
        out::json(&Count { r#type: "perft", game, depth: args.depth, nodes, seconds });
        return Ok(());
    }
    if args.divide {
        for (m, nodes) in &counts {
            out::line(&format!("{m:<12} {nodes}"));
        }
    }
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    out::line(&say!(
        lang,
        "depth {depth}: {nodes} in {seconds:.3} s ({speed:.1} M/s)",
        "深度 {depth}：{nodes} 个节点，用时 {seconds:.3} 秒（每秒 {speed:.1} 百万）";
        depth = args.depth, nodes = Noun::NODES.of(nodes)
    ));
    Ok(())
}
