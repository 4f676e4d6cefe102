//! `leitai check`: does a program speak its protocol? In plain words.

use crate::args::{GameName, SetupArgs, dialect_name, speakable};
use crate::failure::Failure;
use crate::language::{say, time};
use crate::matches::reason;
use crate::players::Workshop;
use crate::{out, stop};
use leitai_arena::{Affinity, Game, Series};
use leitai_core::{DialectName, Fault, Lang, Why, Words};
use leitai_draw::width;
use serde::Serialize;
use std::fs;

/// A spoken name wider than this gets no score in the course championship.
const WIDEST_NAME: usize = 12;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// 'cmd:program arguments', a source file, a folder or an executable
    program: String,
    /// The game
    #[arg(long)]
    game: GameName,
    /// What it speaks; the game's usual dialect if not said
    #[arg(long, value_parser = dialect_name)]
    dialect: Option<DialectName>,
    #[command(flatten)]
    setup: SetupArgs,
    /// One JSON object a finding
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Finding<'a> {
    r#type: &'static str,
    ok: bool,
    what: &'a str,
    found: &'a str,
    advice: Option<&'a str>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (setup, clock) = args.setup.resolve(args.game)?;
    let mut workshop = Workshop::open()?;
    let player = workshop.player(&args.program, args.game, args.dialect)?;
    speakable(args.game, &setup, player.dialect)?;
    let weakest = args.game.facts().levels[0].name();
    let opponent = workshop.player(weakest, args.game, None)?;
    let folder = tempfile::tempdir().map_err(|e| Failure::Stage(format!("temporary folder: {e}")))?;
    let stop = stop::flag();
    let heading = say!(lang, "{} speaks {}?", "{} 是否遵守 {} 协议？", player.name, player.dialect);
    if !args.json {
        out::line(&heading);
    }
    let series = Series {
        game: args.game.0,
        setup,
        players: [player, opponent],
        games: 2,
        jobs: 1,
        clock,
        affinity: Affinity::Auto,
        out: Some(folder.path().to_owned()),
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut sound = true;
    let mut name = None;
    let played = series.play(&mut |game| {
        sound &= seat(args, &game, lang);
        let record = game.record.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        name = name.take().or_else(|| spoken_name(&record, game.a_first));
        if !args.json {
            show_log(&record, game.a_first, lang);
        }
    });
    played.map_err(|e| Failure::Stage(e.to_string()))?;
    if stop::raised(&stop) {
        return Err(Failure::Interrupted);
    }
    if let Some(name) = name {
        let columns = width(&name);
        let what = say!(lang, "its name", "队名");
        let found = say!(lang, "`{name}`, {columns} columns wide", "“{name}”，宽 {columns} 列");
        let advice = say!(
            lang,
            "the course championship gives no score to a name wider than {WIDEST_NAME} columns",
            "课程锦标赛中，名字宽于 {WIDEST_NAME} 列者无成绩"
        );
        let advice = (columns > WIDEST_NAME).then_some(advice);
        tell(args, true, &what, &found, advice.as_deref());
    }
    if sound { Ok(()) } else { Err(Failure::No) }
}

/// What one game showed of the program's seat.
fn seat(args: &Args, game: &Game, lang: Lang) -> bool {
    let facts = args.game.facts();
    let side = facts.seats[usize::from(!game.a_first)].to(lang);
    let what = if game.a_first {
        say!(lang, "a whole game as First ({side})", "执先手（{side}）完成一局")
    } else {
        say!(lang, "a whole game as Second ({side})", "执后手（{side}）完成一局")
    };
    let mine = game.ended.outcome.faulty().is_some_and(|seat| game.player(seat) == 0);
    let (plies, reason) = (game.ended.plies, reason(game, lang));
    if !mine {
        let longest = time(game.ended.used[usize::from(!game.a_first)].1, lang);
        let found = say!(
            lang,
            "{plies} plies, {reason}; its longest move took {longest}",
            "{plies} 手，{reason}；最长一手 {longest}"
        );
        tell(args, true, &what, &found, None);
        return true;
    }
    let advice =
        if let Why::Fault(fault) = game.ended.outcome.why { Some(advice(fault).to(lang)) } else { None };
    tell(
        args,
        false,
        &what,
        &say!(lang, "after {plies} plies: {reason}", "{plies} 手之后：{reason}"),
        advice,
    );
    false
}

fn tell(args: &Args, ok: bool, what: &str, found: &str, advice: Option<&str>) {
    if args.json {
        return out::json(&Finding { r#type: "finding", ok, what, found, advice });
    }
    out::line(&format!("  {} {what}: {found}", if ok { "ok  " } else { "FAIL" }));
    if let Some(advice) = advice {
        out::line(&format!("       → {advice}"));
    }
}

/// How a fault is usually mended.
fn advice(fault: Fault) -> Words {
    match fault {
        Fault::Illegal => Words::new(
            "its own board differs from the referee's: check that it takes in every move of the opponent",
            "程序内部的棋盘与裁判不一致：请检查是否记录了对手的每一步",
        ),
        Fault::Protocol => Words::new(
            "print only what the protocol asks for, one message a line; log to stderr instead",
            "只输出协议要求的内容，每条消息一行；调试信息请写到 stderr",
        ),
        Fault::TimeLimit => Words::new(
            "usually the output is not flushed (fflush(stdout) after every answer), or a line is read that is never sent",
            "通常是输出没有刷新（每次输出后 fflush(stdout)），或多读了一行不会到来的输入",
        ),
        Fault::MemoryLimit => Words::new("keep within the memory limit of the game", "请控制在内存限制之内"),
        Fault::OutputLimit => Words::new(
            "print less: a line holds at most 64 KB, a turn 1 MB; is there an endless loop of output?",
            "减少输出：一行至多 64 KB，一回合至多 1 MB；是否有无休止的输出循环？",
        ),
        Fault::Crash => Words::new(
            "it must keep running until the game is over; run it by hand with the lines above to see where it stops",
            "对局结束前程序必须一直运行；可手工输入上面的消息，查看它在哪里退出",
        ),
        Fault::NotReady | Fault::Absent => Words::new(
            "it must start and say its opening words at once: check the command, the dialect and the flush",
            "程序须能启动并立即给出开场应答：请检查命令、协议名与输出刷新",
        ),
    }
}

fn spoken_name(record: &str, a_first: bool) -> Option<String> {
    let seat = if a_first { "first" } else { "second" };
    record.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()).find_map(|line| {
        let ready = line["type"] == "ready" && line["seat"] == seat;
        ready.then(|| line["name"].as_str().map(str::to_owned)).flatten()
    })
}

/// The program's own log, so that its author sees what it said there.
fn show_log(record: &str, a_first: bool, lang: Lang) {
    let seat = if a_first { "first" } else { "second" };
    for line in record.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()) {
        if line["type"] == "note" && line["seat"] == seat && line["what"] != "exit" {
            let what = line["what"].as_str().unwrap_or_default();
            let text = line["text"].as_str().unwrap_or_default();
            for text in text.lines().take(5) {
                let text = leitai_protocol::printable(text.as_bytes());
                out::line(&say!(
                    lang,
                    "       it logged ({what}): {text}",
                    "       它的日志（{what}）：{text}"
                ));
            }
        }
    }
}
