//! What an operator types: acts in any notation of the game, and commands in English or Chinese.

use super::consent_words::{Consent, consent};
use super::side_word::{Sides, split};
use leitai_core::{Seat, Sentence, read_time, sentence};
use leitai_hall::{DeskDeed, DeskLook, is_consent};
use std::time::Duration;

/// What a slip costs whose side made it (the school's text, 8.6).
const PENALTY: Duration = Duration::from_mins(4);

/// A typed line.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    /// An empty line: what is to be done now, where that is one thing.
    Next,
    /// The next game is begun, or the one that rests goes on.
    Begin,
    /// Acts, in any notation of the game.
    Acts(String),
    /// Something that is done in the game.
    Deed(DeskDeed),
    /// The last throw was entered wrongly, whoever slipped: it is entered anew.
    Die(DeskDeed),
    /// The referee decides that a side has lost which could not put its board back in time: that one, or whoever's slip it was.
    Lost(Option<Seat>),
    /// A side, or the referee, confirms the result of the game that is over.
    Confirm(Option<Seat>),
    /// Another board is shown at a referee's desk: a side's, everybody's, or all.
    Look(DeskLook),
    /// The position code.
    Code,
    /// What has been played.
    Moves,
    /// The commands, and the acts that begin so.
    Help(String),
    /// The game rests, and the command ends.
    Quit,
}

impl Command {
    /// Reads a typed line at a desk with these sides. Errors if a command lacks something, in words that say what.
    pub(super) fn read(line: &str, sides: &Sides<'_>) -> Result<Command, Sentence> {
        let line = line.trim();
        let (word, rest) = split(line);
        let deed = |deed| Ok(Command::Deed(deed));
        let side = |word: &str| sides.of(word);
        if let Some(said) = consent(line, sides) {
            return said.map(|said| match said {
                Consent::Deed(deed) => Command::Deed(deed),
                Consent::Confirm(by) => Command::Confirm(by),
                Consent::Look(look) => Command::Look(look),
            });
        }
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Ok(Command::Next),
            ("begin" | "开始" | "next" | "下一局", "") => Ok(Command::Begin),
            ("start" | "开钟", "") => deed(DeskDeed::Start),
            ("stop" | "停表", _) => deed(DeskDeed::Stop(rest.to_owned())),
            ("go" | "继续", "") => deed(DeskDeed::Go),
            ("charge" | "罚时", _) => {
                let (seat, time, reason) = timed(rest, side)?;
                deed(DeskDeed::Charge(seat, time, reason))
            }
            ("set" | "设时", _) => {
                let (seat, time, reason) = timed(rest, side)?;
                deed(DeskDeed::Set(seat, time, reason))
            }
            ("back" | "退回", _) => back(rest, side),
            ("lost" | "判负", "") => Ok(Command::Lost(None)),
            ("lost" | "判负", whose) => Ok(Command::Lost(Some(side(whose)?))),
            ("restart" | "重启", "") if sides.own.is_some() => deed(DeskDeed::Restart),
            ("resigned" | "对方认输", "") if let Some(own) = sides.own => {
                deed(DeskDeed::Resigns(own.other()))
            }
            ("rule" | "裁定", _) => {
                let (whose, why) = split(rest);
                let winner = match whose.to_lowercase().as_str() {
                    "draw" | "和棋" => None,
                    _ => Some(side(whose)?),
                };
                deed(DeskDeed::Rule(winner, reason(why)?))
            }
            ("code" | "局面码", "") => Ok(Command::Code),
            ("moves" | "着法", "") => Ok(Command::Moves),
            ("help" | "?" | "h" | "帮助", beginning) => Ok(Command::Help(beginning.to_owned())),
            ("quit" | "q" | "exit" | "退出", "") => Ok(Command::Quit),
            _ => Ok(Command::Acts(line.to_owned())),
        }
    }

    /// Whether it is for the moment at which the operator is asked, and not for any.
    pub(super) fn waits(&self) -> bool {
        match self {
            Command::Deed(deed) => matches!(deed, DeskDeed::Start | DeskDeed::Back { .. }),
            Command::Quit | Command::Lost(_) => false,
            _ => true,
        }
    }
}

/// What a reason must be: said.
fn reason(text: &str) -> Result<String, Sentence> {
    if text.is_empty() {
        return Err(sentence!("say why: the reason is recorded", "请写明理由：理由会记入记录"));
    }
    Ok(text.to_owned())
}

/// Reads `SIDE TIME REASON`.
fn timed(
    text: &str,
    side: impl Fn(&str) -> Result<Seat, Sentence>,
) -> Result<(Seat, Duration, String), Sentence> {
    let (whose, rest) = split(text);
    let (long, why) = split(rest);
    Ok((side(whose)?, time(long)?, reason(why)?))
}

/// Reads a length of time: `4m`, `90s`, `4分`.
fn time(text: &str) -> Result<Duration, Sentence> {
    let units = [("min", "分钟"), ("m", "分"), ("s", "秒")];
    let plain = units.iter().fold(text.to_owned(), |text, (unit, said)| text.replace(said, unit));
    read_time(&plain).ok_or_else(|| {
        sentence!("`{text}` is no time: write 4m or 90s", "看不懂时间“{text}”：请写作 4m、90s 或 4分")
    })
}

/// Reads `PLY [SIDE [TIME]] [consent] REASON`, or `die` instead of the ply.
fn back(text: &str, side: impl Fn(&str) -> Result<Seat, Sentence>) -> Result<Command, Sentence> {
    let (to, mut rest) = split(text);
    let dice = ["die", "dice", "骰子"].contains(&to.to_lowercase().as_str());
    let plies = if dice { Ok(0) } else { to.parse() };
    let plies = plies.map_err(|_| {
        sentence!(
            "back needs a number of plies, not `{to}`: back 12 ours mistyped",
            "“退回”后面应为手数，不是“{to}”：例如 退回 12 我方 输错"
        )
    })?;
    let mut penalty = None;
    let (whose, after) = split(rest);
    if let Ok(seat) = side(whose) {
        let (long, why) = split(after);
        penalty = Some((seat, PENALTY));
        rest = after;
        if let Ok(time) = time(long) {
            penalty = Some((seat, time));
            rest = why;
        }
    }
    let (word, why) = split(rest);
    let consent = is_consent(word);
    if consent {
        rest = why;
    }
    let deed = DeskDeed::Back { plies, dice, consent, penalty, reason: reason(rest)? };
    Ok(if dice { Command::Die(deed) } else { Command::Deed(deed) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    fn read(line: &str) -> Result<Command, Sentence> {
        let game: leitai_catalog::ListedGame = "surakarta".parse().expect("listed");
        let teams = ["We".to_owned(), "They".to_owned()];
        Command::read(line, &Sides { facts: game.facts(), own: Some(Seat::Second), teams: &teams })
    }

    fn deed(line: &str) -> DeskDeed {
        match read(line) {
            Ok(Command::Deed(deed)) => deed,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn commands_are_read_in_both_languages() {
        assert_eq!(read(" "), Ok(Command::Next));
        assert_eq!(read("H8"), Ok(Command::Acts("H8".to_owned())));
        for line in ["stop the referee is called", "停表 the referee is called"] {
            assert_eq!(deed(line), DeskDeed::Stop("the referee is called".to_owned()));
        }
        let four = Duration::from_mins(4);
        for line in ["charge theirs 4m slip", "罚时 对方 4分钟 slip", "charge first 240s slip"] {
            assert_eq!(deed(line), DeskDeed::Charge(Seat::First, four, "slip".to_owned()), "{line}");
        }
        assert_eq!(deed("set ours 90s by the referee").clone(), {
            DeskDeed::Set(Seat::Second, Duration::from_secs(90), "by the referee".to_owned())
        });
        let back = |penalty, why: &str| DeskDeed::Back {
            plies: 12,
            dice: false,
            consent: false,
            penalty,
            reason: why.to_owned(),
        };
        assert_eq!(deed("back 12 mistyped it"), back(None, "mistyped it"));
        assert_eq!(deed("back 12 ours mistyped it"), back(Some((Seat::Second, four)), "mistyped it"));
        assert_eq!(deed("退回 12 对方 2分 输错"), back(Some((Seat::First, Duration::from_mins(2))), "输错"));
        assert_eq!(deed("rule draw both agreed"), DeskDeed::Rule(None, "both agreed".to_owned()));
        assert_eq!(deed("裁定 我方 对方离席"), DeskDeed::Rule(Some(Seat::Second), "对方离席".to_owned()));
    }

    #[test]
    fn what_is_missing_is_said() {
        let why = |line: &str| match read(line) {
            Err(why) => why.to(Lang::En).to_owned(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(why("charge theirs 4m"), "say why: the reason is recorded");
        assert_eq!(why("charge theirs four slip"), "`four` is no time: write 4m or 90s");
        assert_eq!(why("back twelve"), "back needs a number of plies, not `twelve`: back 12 ours mistyped");
        assert!(why("rule nobody because").starts_with("`nobody` is no side"), "{}", why("rule nobody x"));
    }
}
