//! `leitai match GAME A B C …`: everybody plays everybody, or the first plays all others.

use super::args::Args;
use super::folder::{MatchFolder, Plan};
use super::pairing::{Pairing, paired};
use super::prepared::Prepared;
use crate::cross::Cross;
use crate::failure::Failure;
use crate::out;
use leitai_core::{Lang, Sentence, say, sentence};

/// Refuses options for two players alone if there are more, and options for more if there are two.
pub(super) fn suits(args: &Args) -> Result<(), Failure> {
    let own = args.own.names_one()
        || args.restart.names_one()
        || args.names.names_one()
        || args.dialect_a.is_some()
        || args.dialect_b.is_some();
    let said = if args.more.is_empty() {
        if !args.robin.gauntlet {
            return Ok(());
        }
        sentence!("--gauntlet takes three players or more", "--gauntlet 需要三个以上棋手")
    } else if args.sprt.is_some() {
        sentence!("--sprt is a test of two players", "--sprt 是两个棋手之间的检验")
    } else if own {
        sentence!(
            "options for A or B only are for matches of two players",
            "只对 A 或 B 生效的选项用于两个棋手的比赛"
        )
    } else {
        return Ok(());
    };
    Err(Failure::Usage(said))
}

/// Plays a match between every two players, or between the first and each other one, each in its own folder, and
/// prints the cross table.
pub(super) fn play(args: &Args, prepared: &Prepared, begun: bool, lang: Lang) -> Result<(), Failure> {
    let names: Vec<String> = prepared.players.iter().map(|player| player.name.clone()).collect();
    let mut cross = Cross::new(names);
    let pairs = (0..prepared.players.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let pairs = pairs.filter(|[a, _]| *a == 0 || !args.robin.gauntlet).collect::<Vec<_>>();
    let mut result = Ok(());
    for (number, players) in (0_u64..).zip(pairs) {
        let plan = Plan {
            players: players.map(|player| prepared.plan.players[player].clone()).to_vec(),
            seed: prepared.plan.seed.wrapping_add(number.wrapping_mul(prepared.plan.games.into())),
            ..prepared.plan.clone()
        };
        let out = args.out.as_ref().map(|out| out.join(format!("{}-{}", players[0] + 1, players[1] + 1)));
        let known =
            out.as_deref().filter(|_| begun).and_then(Plan::of).transpose().map_err(Failure::Usage)?;
        let folder = out.as_ref().map(|out| MatchFolder::open(out, known.as_ref(), &plan)).transpose()?;
        let pairing =
            Pairing { prepared, players, plan, out, folder, goes_on: known.is_some(), is_one_of_many: true };
        let (tally, played) = paired(args, &pairing, lang)?;
        cross.add(players, tally.score);
        if played.is_err() {
            result = played;
            break;
        }
    }
    if args.json {
        cross.rows().iter().for_each(out::json);
    } else {
        let id = prepared.name.facts().name.to(lang);
        let games: Sentence = cross.games();
        let seed = prepared.plan.seed;
        out::line(&say!(lang, "{id}: {}, seed {seed}", "{id}：{} 局，种子 {seed}", games.to(lang)));
        out::text(&cross.text(lang));
        if let Some(out) = &args.out {
            out::text(&say!(lang, "  records: {}\n", "  记录：{}\n", out.display()));
        }
    }
    result
}
