//! `leitai check`: does a program speak its protocol? A patient examiner: step by step, in plain words.

mod advice;
mod examined;
mod finding;
mod findings;
mod heard;
mod source;

use crate::args::{GameName, SetupArgs, Speech, speech};
use crate::conditions::ConditionArgs;
use crate::failure::Failure;
use crate::players::{Terms, Workshop};
use crate::{out, play, stop};
use examined::Examined;
use finding::{Finding, Mark};
use findings::Examination;
use heard::Heard;
use leitai_arena::{Launch, Player, Seating, Sitter, dice, recognise, staging};
use leitai_core::{DialectName, Fault, Lang, Noun, Phrase, Seat, Spoken, Table, Viewer, Why, Words, say};
use leitai_draw::width;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A spoken name wider than this gets no score in the course championship.
const WIDEST_NAME: usize = 12;
/// Legal turns that are shown where one was refused.
const EXAMPLES: usize = 3;
/// What the opponent's choices and the dice follow from: an examination can be repeated.
const SEED: u64 = 1;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// 'cmd:program arguments', a source file, a folder or an executable
    program: String,
    /// The game
    #[arg(long)]
    game: GameName,
    /// What it speaks, or auto to find out; default: the game's usual dialect
    #[arg(long, value_parser = speech)]
    dialect: Option<Speech>,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    conditions: ConditionArgs,
    /// One JSON object a finding
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (game, clock) = args.setup.resolve(args.game)?;
    SetupArgs::needs_no_referee(&*game)?;
    let mut workshop = Workshop::open()?;
    let conditions = args.conditions.resolve(args.game, &args.setup)?;
    // Before it is compiled, which may fail because of it.
    for finding in source::findings(&args.program, lang) {
        finding.tell(args.json, lang);
    }
    let terms = Terms { game: &*game, clock, conditions: &conditions };
    let player = workshop.player(&args.program, &terms, args.dialect)?;
    let weakest = args.game.facts().levels[0].name();
    // Every game of every set-up can be said in it.
    let opponent = workshop.player(weakest, &terms, Some(Speech::Named(DialectName::Native)))?;
    let stop = stop::flag();
    if !args.json {
        out::line(&say!(lang, "{} speaks {}?", "{} 是否遵守 {} 协议？", player.name, player.dialect));
    }
    let mut sound = true;
    for seat in Seat::BOTH {
        if !args.json {
            let side = args.game.facts().seat(seat).to(lang);
            out::line(&match seat {
                Seat::First => say!(lang, " as First ({side}):", " 执先手（{side}）："),
                Seat::Second => say!(lang, " as Second ({side}):", " 执后手（{side}）："),
            });
        }
        let examination = examine(&terms, [&player, &opponent], seat, &stop, lang)?;
        sound &= examination.is_sound();
        for finding in examination.findings() {
            finding.tell(args.json, lang);
        }
        if examination.ended.outcome.why == Why::Fault(Fault::NotReady) && !examination.is_sound() {
            // The other seat would show the same; another dialect perhaps more.
            if let Some(finding) = other_dialect(&player, &terms, lang) {
                finding.tell(args.json, lang);
            }
            break;
        }
        if seat == Seat::Second
            && let Some(name) = examination.heard.name
        {
            its_name(&name, lang).tell(args.json, lang);
        }
    }
    if sound { Ok(()) } else { Err(Failure::No) }
}

/// One game of the program in that seat.
fn examine<'a>(
    terms: &Terms<'a>,
    [player, opponent]: [&Player; 2],
    seat: Seat,
    stop: &AtomicBool,
    lang: Lang,
) -> Result<Examination<'a>, Failure> {
    let lots = dice(Some(SEED), seat.index() as u32)
        .map_err(|e| Failure::system(&Words::new("random numbers", "随机数"), &e))?;
    let seated = if seat == Seat::First { [player, opponent] } else { [opponent, player] };
    let names = seated.map(|player| (player.name.clone(), Spoken::In(player.dialect)));
    let mut table = terms.game.table(staging(terms.clock, terms.conditions, names), Some(lots));
    let mut table = Examined::new(&mut *table, seat);
    let mut record = Vec::new();
    let seating = Seating {
        game: terms.game,
        sitters: seated.map(Sitter::Program),
        limits: [terms.clock; 2],
        seed: SEED,
        conditions: terms.conditions,
    };
    let ended = seating.play(&mut table, &mut record, stop, &mut ()).map_err(|e| Failure::stage(&e))?;
    let ended = ended.ok_or(Failure::Interrupted)?;
    let heard = Heard::of(&record, seat);
    let phrases = table.phrases(seat, EXAMPLES);
    let meant = heard.garbled.as_deref().and_then(|line| meant(&table, seat, line));
    let (scene, grace) = (table.scene(Viewer::Seat(seat)), Duration::from_millis(table.grace_ms(seat)));
    let seen = table.seen();
    Ok(Examination { terms: *terms, seat, lang, ended, heard, scene, grace, seen, phrases, meant })
}

/// The legal turn that a line, which the dialect cannot read, says in the game's own notation: all of it, or what
/// follows some of its words.
fn meant(table: &dyn Table, seat: Seat, line: &str) -> Option<Phrase> {
    let blanks = line.match_indices(char::is_whitespace).map(|(at, _)| at);
    std::iter::once(0).chain(blanks).find_map(|at| {
        let acts = play::read(table, line[at..].trim()).ok()?;
        let acts: Vec<&str> = acts.iter().map(String::as_str).collect();
        table.phrase(seat, &acts)
    })
}

/// A program that did not get ready may speak another dialect.
fn other_dialect(player: &Player, terms: &Terms<'_>, lang: Lang) -> Option<Finding> {
    if !matches!(player.launch, Launch::Command { .. }) {
        return None;
    }
    // What cannot be started again is found already.
    let found = recognise(terms.game, player, terms.clock, terms.conditions).ok()?;
    let dialect = found.spoken.filter(|dialect| *dialect != player.dialect)?;
    Some(Finding {
        mark: Mark::Remark,
        seat: None,
        step: "dialect",
        what: say!(lang, "another dialect", "其他协议"),
        found: say!(lang, "it answers {dialect}", "它能应答 {dialect} 协议"),
        shown: Vec::new(),
        advice: Some(say!(lang, "check it with --dialect {dialect}", "请用 --dialect {dialect} 检查")),
    })
}

fn its_name(name: &str, lang: Lang) -> Finding {
    let columns = width(name);
    let is_wide = columns > WIDEST_NAME;
    let advice = say!(
        lang,
        "the course championship gives no score to a name wider than {WIDEST_NAME} columns",
        "课程锦标赛中，名字宽于 {WIDEST_NAME} 列者无成绩"
    );
    Finding {
        mark: if is_wide { Mark::Remark } else { Mark::Good },
        seat: None,
        step: "name",
        what: say!(lang, "its name", "队名"),
        found: say!(
            lang, "`{name}`, {columns} wide", "“{name}”，宽 {columns} 列"; columns = Noun::COLUMNS.of(columns)
        ),
        shown: Vec::new(),
        advice: is_wide.then_some(advice),
    }
}
