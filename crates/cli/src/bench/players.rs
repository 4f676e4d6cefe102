//! `leitai bench players`: fixed searches of every built-in player that reports its nodes. A change that should alter
//! no move leaves nodes and checksum as they are.

use crate::failure::Failure;
use crate::out;
use leitai_catalog::{GAMES, RuledGame, Setup};
use leitai_core::{
    Act, Actor, Dice, Lang, Level, Line, Means, Outbox, Record, Rng, Seat, Span, Staging, say,
};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Nodes per search, unless the level's own limit is lower.
const NODES: u64 = 10_000;
/// Seed of the game that supplies the positions, and of the players' choices.
pub(super) const SEED: u64 = 14;
/// Points in that game at which the players search, as fractions of its length.
const PLACES: [(usize, usize); 4] = [(0, 1), (1, 4), (1, 2), (3, 4)];

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

/// Totals over several searches.
#[derive(Clone, Copy, Default)]
struct Sum {
    searches: u32,
    nodes: u64,
    checksum: u64,
    taken: Duration,
}

pub(super) fn players(json: bool, lang: Lang) -> Result<(), Failure> {
    let mut all = Sum::default();
    for game in GAMES {
        let ruled = game.open(&Setup::default()).map_err(|e| Failure::stage(&e))?;
        let played = random_game(&*ruled)?;
        for level in game.facts().levels {
            let sum = searched(&*ruled, *level, &played)?;
            // Random and greedy players search nothing.
            if sum.nodes == 0 {
                continue;
            }
            show(game.facts().id, level.name(), &sum, json);
            all.searches += sum.searches;
            all.nodes += sum.nodes;
            all.checksum = mixed(all.checksum, &sum.checksum.to_le_bytes());
            all.taken += sum.taken;
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

fn show(game: &str, level: &'static str, sum: &Sum, json: bool) {
    let Sum { searches, nodes, checksum, taken } = *sum;
    let seconds = taken.as_secs_f64();
    if json {
        let checksum = format!("{checksum:016x}");
        out::json(&Row { r#type: "players", game, level, searches, nodes, checksum, seconds });
    } else {
        let speed = nodes as f64 / seconds / 1e6;
        out::line(&format!("{game:<12}{level:<8}{nodes:>16}  {speed:8.3} M/s  {checksum:016x}"));
    }
}

/// The acts of a game between random players: actor and text.
fn random_game(game: &dyn RuledGame) -> Result<Vec<(Actor, String)>, Failure> {
    let mut table = game.table(Staging::default(), Some(Dice::new([SEED as u8; 32])));
    let mut rng = Rng::new(SEED);
    let mut outbox = Outbox::default();
    table.begin([None; 2], &mut outbox);
    while table.turn().outcome().is_none() {
        let owes = |seat: &Seat| table.turn().owes(Actor::Seat(*seat));
        let Some(seat) = Seat::BOTH.into_iter().find(owes) else { break };
        let choices = table.choices(seat);
        let act = [&*choices[rng.below(choices.len())].text];
        let act = Act::Play { by: Actor::Seat(seat), acts: &act, span: Span::Part };
        if table.act(act, Duration::ZERO, [None; 2], &mut outbox).is_err() {
            break;
        }
    }
    table.seal();
    let mut lines = Vec::new();
    table.record(&mut lines);
    let record = Record::read(&String::from_utf8_lossy(&lines)).map_err(|e| Failure::stage(&e))?;
    let mut acts = Vec::new();
    for (_, line) in record.lines {
        if let Line::Play { by, acts: played, .. } = line {
            acts.extend(played.into_iter().map(|act| (by, act.into_owned())));
        }
    }
    Ok(acts)
}

/// Runs the searches of one level at the fixed places.
fn searched(game: &dyn RuledGame, level: Level, played: &[(Actor, String)]) -> Result<Sum, Failure> {
    let mut sum = Sum::default();
    for (part, of) in PLACES {
        let Some(mut analyst) = game.analyst(level, &Means::seeded(SEED)) else { continue };
        let (before, mut after) = played.split_at(played.len() * part / of);
        for (by, act) in before {
            analyst.play(*by, act).map_err(Failure::Stage)?;
        }
        // Pending dice are played first: they are not searched.
        while let (Some(Actor::Chance), [(by, act), rest @ ..]) = (analyst.turn().next(), after) {
            analyst.play(*by, act).map_err(Failure::Stage)?;
            after = rest;
        }
        let start = Instant::now();
        let Some(judged) = analyst.judge(NODES) else { continue };
        sum.taken += start.elapsed();
        sum.searches += 1;
        sum.nodes += judged.nodes;
        // The expectation is left out: it is a fraction whose last digits may differ between machines.
        let text = format!("{} {} {}", judged.nodes, judged.depth, judged.line.join(" "));
        sum.checksum = mixed(sum.checksum, text.as_bytes());
    }
    Ok(sum)
}

/// FNV-1a, from `sum` on.
fn mixed(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum ^ 0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
