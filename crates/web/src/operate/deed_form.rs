//! What an operator did, as the forms of the window say it.

use crate::people::form::Posted;
use leitai_core::{Actor, Lang, Seat, Sentence, is_hidden, sentence};
use leitai_hall::{AgreedEnd, DeskDeed, DeskLook, DeskShown, DeskState, is_consent, not_put_back};
use leitai_pages::DICE;
use std::time::Duration;

/// The longest reason, and the longest act, in characters.
const LONGEST: usize = 400;
/// No act takes more clicks.
const MOST_CLICKS: usize = 40;
/// No clock of a contest has more.
const MOST: Duration = Duration::from_hours(24);

/// What a form asks for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TriedDeed {
    /// Nothing was filled in.
    Nothing,
    /// The next game, or the one that was broken off.
    Begin,
    /// Something in the game that runs.
    Deed(DeskDeed),
    /// A side, or the referee, confirms the result of a game, counted from 0.
    Confirm(u32, Option<Seat>),
    /// Another board is shown.
    Look(DeskLook),
}

/// What the fields ask for in what is shown now, at an operator's or a referee's desk. Errors say what is wrong with them;
/// nothing is done then.
pub(super) fn deed(
    posted: &Posted,
    shown: &DeskShown,
    is_referees: bool,
    lang: Lang,
) -> Result<TriedDeed, Sentence> {
    let own = shown.seat;
    if let Some(tried) = is_referees.then(|| referees(posted, shown, lang)).transpose()?.flatten() {
        return Ok(tried);
    }
    let lost = |seat: Seat| DeskDeed::Rule(Some(seat.other()), not_put_back().to(lang).to_owned());
    let seat = |name: &str| match posted.text(name).as_str() {
        "own" => Ok(own),
        "other" => Ok(own.other()),
        _ => Err(sentence!("Say which side.", "请选择哪一方。")),
    };
    let deed = match posted.text("do").as_str() {
        "begin" => return Ok(TriedDeed::Begin),
        "start" => DeskDeed::Start,
        "stop" => {
            let why = written(&posted.text("reason"))?;
            let usual = if is_referees {
                sentence!("by the referee", "裁判停表")
            } else {
                sentence!("by the operator", "操作员暂停")
            };
            let usual = usual.to(lang).to_owned();
            DeskDeed::Stop(if why.is_empty() { usual } else { whose(posted, &why, lang) })
        }
        "go" => DeskDeed::Go,
        "charge" => DeskDeed::Charge(seat("side")?, time(&posted.text("time"))?, reason(posted, lang)?),
        "set" => DeskDeed::Set(seat("side")?, time(&posted.text("time"))?, reason(posted, lang)?),
        "back" => back(posted, own, is_referees, lang)?,
        "restart" if !is_referees => DeskDeed::Restart,
        "resign" if !is_referees => DeskDeed::Resigns(own.other()),
        "rule" => {
            let winner = if posted.text("winner") == "draw" { None } else { Some(seat("winner")?) };
            DeskDeed::Rule(winner, reason(posted, lang)?)
        }
        "lost-own" => lost(own),
        "lost-other" => lost(own.other()),
        "play" => return play(posted, shown),
        _ => return Err(sentence!("This form is none of this window.", "此表单不属于本窗口。")),
    };
    Ok(TriedDeed::Deed(deed))
}

/// What only a referee does.
fn referees(posted: &Posted, shown: &DeskShown, lang: Lang) -> Result<Option<TriedDeed>, Sentence> {
    let whose = |name: &str, own: Seat| match name {
        "own" => Ok(Some(own)),
        "other" => Ok(Some(own.other())),
        "referee" => Ok(None),
        _ => Err(sentence!("Say which side.", "请选择哪一方。")),
    };
    let deed = posted.text("do");
    let side = || match deed.rsplit_once('-') {
        Some((_, "own")) => shown.seat,
        _ => shown.seat.other(),
    };
    let deed = match deed.as_str() {
        "confirm" => {
            let game = posted.text("game").parse().ok();
            let result = game.and_then(|game: u32| Some((game, shown.results.get(game as usize)?)));
            let (game, result) =
                result.ok_or_else(|| sentence!("That game is not over.", "该局尚未结束。"))?;
            return Ok(Some(TriedDeed::Confirm(game, whose(&posted.text("by"), result.seat)?)));
        }
        "look-first" => return Ok(Some(TriedDeed::Look(DeskLook::Side(Seat::First)))),
        "look-second" => return Ok(Some(TriedDeed::Look(DeskLook::Side(Seat::Second)))),
        "cover" => return Ok(Some(TriedDeed::Look(DeskLook::Covered))),
        "uncover" => return Ok(Some(TriedDeed::Look(DeskLook::Referee))),
        "propose" => {
            let end = if posted.text("end") == "stop" { AgreedEnd::Stop } else { AgreedEnd::Draw };
            DeskDeed::Proposes(whose(&posted.text("by"), shown.seat)?, end)
        }
        "accept-own" | "accept-other" => DeskDeed::Accepts(side()),
        "decline-own" | "decline-other" => DeskDeed::Declines(side()),
        "resign-own" | "resign-other" => DeskDeed::Resigns(side()),
        "lay-own" | "lay-other" => return laid_wrong(shown, side(), lang).map(TriedDeed::Deed).map(Some),
        _ => return Ok(None),
    };
    Ok(Some(TriedDeed::Deed(deed)))
}

/// A side's layout was entered wrong: it is taken back, and nobody pays for it.
fn laid_wrong(shown: &DeskShown, seat: Seat, lang: Lang) -> Result<DeskDeed, Sentence> {
    let found = shown.layouts().into_iter().find(|(laid, _)| *laid == seat);
    let (_, plies) = found.ok_or_else(|| {
        sentence!("A layout can be taken back only before the first move.", "布阵只能在第一步行棋之前收回。")
    })?;
    let reason = sentence!("a layout was entered wrong", "布阵录入有误").to(lang).to_owned();
    Ok(DeskDeed::Back { plies, dice: false, consent: false, penalty: None, reason })
}

/// An act that was clicked, chosen or typed: it is played once, and only where it was chosen.
fn play(posted: &Posted, shown: &DeskShown) -> Result<TriedDeed, Sentence> {
    if posted.has("why") {
        // Of the referee's words, and of dice, all that can be said is offered.
        if !matches!(shown.hand, Some(Actor::Seat(_))) {
            return Ok(TriedDeed::Nothing);
        }
        let places =
            posted.text("why").split(',').take(MOST_CLICKS).filter_map(|at| at.parse().ok()).collect();
        let version = posted.text("version").parse().unwrap_or(0);
        return Ok(TriedDeed::Deed(DeskDeed::Why { version, places }));
    }
    let [act, typed] = ["act", "typed"].map(|field| posted.text(field));
    let acts = written(if typed.is_empty() { &act } else { &typed })?;
    if acts.is_empty() {
        return Ok(TriedDeed::Nothing);
    }
    match &shown.state {
        DeskState::Runs | DeskState::Stopped(_) => {}
        DeskState::Failed(..) => {
            return Err(sentence!("Start the program again first.", "请先重新启动程序。"));
        }
        _ => return Err(sentence!("No game is being played.", "当前没有对局。")),
    }
    if shown.hand.is_none() {
        return Err(sentence!(
            "It is this machine's program that is to move: nothing was played.",
            "现在轮到本机程序：没有录入着法。"
        ));
    }
    if posted.text("version").parse() != Ok(shown.version) {
        return Err(sentence!(
            "The position has changed since this was chosen: it was not played. Look at the board.",
            "选择之后局面已变：此着未录入。请看棋盘。"
        ));
    }
    Ok(TriedDeed::Deed(DeskDeed::Play { version: shown.version, acts }))
}

/// A slip is corrected.
fn back(posted: &Posted, own: Seat, is_referees: bool, lang: Lang) -> Result<DeskDeed, Sentence> {
    if !is_referees && !posted.has("consent") {
        return Err(sentence!(
            "A slip is corrected only with the referee's consent: tick the box once it is given.",
            "修正操作失误须征得裁判同意：同意后请勾选。"
        ));
    }
    let chosen = posted.text("plies");
    let (plies, dice) = chosen.strip_suffix(DICE).map_or((chosen.as_str(), false), |plies| (plies, true));
    let plies = plies
        .parse()
        .map_err(|_| sentence!("Choose the last move that is right.", "请选择最后一步正确的着法。"))?;
    let (whose, words) = match posted.text("slip").as_str() {
        "own" | "other" if is_referees => {
            let whose = if posted.text("slip") == "own" { own } else { own.other() };
            (Some(whose), sentence!("a side's slip", "操作失误"))
        }
        "own" => (Some(own), sentence!("slip of this desk", "本方操作失误")),
        "other" => (Some(own.other()), sentence!("slip of the other side", "对方操作失误")),
        "nobody" => (None, sentence!("nobody's slip", "非双方失误")),
        _ => return Err(sentence!("Say whose slip it was.", "请选择是谁的失误。")),
    };
    let penalty = match whose {
        Some(seat) => Some((seat, time(&posted.text("penalty"))?)),
        None => None,
    };
    let (words, why) = (words.to(lang), written(&posted.text("reason"))?);
    let between = if lang == Lang::Zh { "：" } else { ": " };
    let reason = if why.is_empty() { words.to_owned() } else { format!("{words}{between}{why}") };
    let consent = is_consent(&posted.text("express"));
    Ok(DeskDeed::Back { plies, dice, consent, penalty, reason })
}

/// The reason, and who gave it. It has to be given.
fn reason(posted: &Posted, lang: Lang) -> Result<String, Sentence> {
    let why = written(&posted.text("reason"))?;
    if why.is_empty() {
        return Err(sentence!("Write down the reason.", "请写明理由。"));
    }
    Ok(whose(posted, &why, lang))
}

fn whose(posted: &Posted, why: &str, lang: Lang) -> String {
    let by = match posted.text("by").as_str() {
        "referee" => sentence!("referee: {why}", "裁判：{why}"),
        "both" => sentence!("both sides: {why}", "双方：{why}"),
        _ => sentence!("operator: {why}", "操作员：{why}"),
    };
    by.to(lang).to_owned()
}

/// One line that is not too long.
fn written(text: &str) -> Result<String, Sentence> {
    if text.chars().count() > LONGEST {
        return Err(sentence!("At most {LONGEST} characters fit here.", "最多 {LONGEST} 个字符。"));
    }
    if text.chars().any(char::is_control) {
        return Err(sentence!("Write one line.", "请写成一行。"));
    }
    Ok(text.chars().filter(|c| !is_hidden(*c)).collect())
}

/// A time as people write it: `4:00`, `1:02:30`.
fn time(text: &str) -> Result<Duration, Sentence> {
    let unread =
        || sentence!("Write a time as minutes:seconds, for example 4:00.", "请按“分:秒”写时间，例如 4:00。");
    let text = text.replace('：', ":");
    let parts: Option<Vec<u64>> = text
        .split(':')
        .map(|part| {
            let is_number =
                !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| is_number)
        })
        .collect();
    let seconds = match parts.as_deref() {
        Some([minutes, seconds @ 0..60]) => minutes * 60 + seconds,
        Some([hours, minutes @ 0..60, seconds @ 0..60]) => hours * 3600 + minutes * 60 + seconds,
        _ => return Err(unread()),
    };
    Some(Duration::from_secs(seconds)).filter(|time| *time <= MOST).ok_or_else(unread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_people_write_it() {
        for (text, seconds) in [
            ("4:00", Some(240)),
            ("0:05", Some(5)),
            ("14：59", Some(899)),
            ("1:02:03", Some(3723)),
            ("90:00", Some(5400)),
            ("24:00:00", Some(86_400)),
            ("24:00:01", None),
            ("4", None),
            ("4:60", None),
            ("-1:00", None),
            ("+4:00", None),
            ("4:", None),
            ("", None),
            ("1:2:3:4", None),
            ("99999999999999999999:00", None),
        ] {
            assert_eq!(time(text).ok(), seconds.map(Duration::from_secs), "{text}");
        }
    }
}
