//! Games that cannot be shown: what is known of them nevertheless, and advice.

use crate::log;
use crate::refusal::Refused;
use crate::site_event::SiteEvent;
use leitai_core::{Lang, RecordError, Seat, Sentence, sentence};
use leitai_pages::Waits;
use leitai_pages::event::KnownGame;
use leitai_tournament::{CountedOutcome, GameId};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::io;
use std::path::Path;

/// Why a game of an event has no record, with what is known of the game.
pub(crate) fn lost(event: &SiteEvent, game: GameId) -> Refused {
    if let Some(awaited) = event.awaited(game) {
        return not_begun(awaited.waits);
    }
    let known = event.result(game);
    let refused = match &known {
        Some(KnownGame { is_played: true, .. }) => removed(),
        Some(_) => Refused::nothing(
            sentence!(
                "This game was not played, so there is no record of it.",
                "这一局没有进行，因此没有记录。"
            ),
            sentence!(
                "It was given to one side or to neither. The event's page lists the rulings with their reasons.",
                "这一局已判定结果。裁决及理由见赛事页面。"
            ),
        ),
        None => Refused::no_game(),
    };
    refused.of(known)
}

fn removed() -> Refused {
    Refused::gone(
        sentence!(
            "The record of this game was removed: there is no board, and nothing to download.",
            "这一局的记录已被删除：无法显示棋盘，也不提供下载。"
        ),
        sentence!(
            "Its result stands. Whoever kept the record can give it to the organiser, who puts the file back into the \
             event's folder; this page then shows the game again.",
            "对局结果不受影响。如有人保存了记录，可交给组织者放回赛事目录，本页即可恢复显示。"
        ),
    )
}

/// The game's programs are being started, or it waits for its turn: its record has no line.
pub(crate) fn not_begun(waits: Option<Waits>) -> Refused {
    let what = sentence!("This game has not begun.", "这一局尚未开始。");
    let advice =
        sentence!("Its page shows the first move when it is played.", "走出第一手后，对局页面即会显示。");
    Refused::nothing(waits.map_or(what, Waits::said), advice)
}

/// A record that exists but cannot be read. The reason is logged for the operator; one that has just been removed
/// counts as gone.
pub(crate) fn unread(id: &str, path: &Path, error: &io::Error) -> Refused {
    if error.kind() == io::ErrorKind::NotFound {
        return Refused::no_game();
    }
    let (path, why) = (path.display().to_string(), error.to_string());
    log::warn("a record cannot be read", &[("game", id), ("path", &path), ("why", &why)]);
    Refused::damaged(
        sentence!(
            "The record of this game cannot be read, so there is no board and nothing to download.",
            "这一局的记录无法读取，因此不显示棋盘，也不提供下载。"
        ),
        stands(),
    )
}

/// A record that does not match what was played: nothing is made of it, and nobody is given it. The fault is logged
/// for the operator.
pub(crate) fn broken(id: &str, error: &RecordError) -> Refused {
    log::warn("a record cannot be shown", &[("game", id), ("why", &error.to_string())]);
    Refused::damaged(
        sentence!(
            "The record of this game is damaged: it does not verify. So there is no board and nothing to download.",
            "这一局的记录已损坏，未能通过验证，因此不显示棋盘，也不提供下载。"
        ),
        stands().then(&sentence!(" `leitai verify` reports it too.", "也可用 `leitai verify` 查看。")),
    )
}

fn stands() -> Sentence {
    sentence!(
        "Its result stands. The organiser finds in the server's log what is wrong.",
        "对局结果不受影响。组织者可在服务器日志中查到原因。"
    )
}

/// What is known of a game whose record cannot be had.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LostGame<'a> {
    event: &'a str,
    event_name: &'a str,
    first: &'a str,
    second: &'a str,
    #[schemars(schema_with = "figures")]
    result: &'static str,
    reason: &'a str,
    reason_zh: &'a str,
    notes: Vec<&'a str>,
    notes_zh: Vec<&'a str>,
    played: bool,
}

fn figures(_: &mut SchemaGenerator) -> Schema {
    use CountedOutcome::{Draw, Nobody, Win};
    let all = [Win(Seat::First), Win(Seat::Second), Draw, Nobody];
    json_schema!({ "enum": all.map(CountedOutcome::figures) })
}

impl LostGame<'_> {
    pub(crate) fn of(known: &KnownGame) -> LostGame<'_> {
        let [event, event_name] = &known.event;
        let [first, second] = &known.seats;
        let notes = |lang| known.notes.iter().map(|note| note.to(lang)).collect();
        LostGame {
            event,
            event_name,
            first,
            second,
            result: known.result,
            reason: known.why.to(Lang::En),
            reason_zh: known.why.to(Lang::Zh),
            notes: notes(Lang::En),
            notes_zh: notes(Lang::Zh),
            played: known.is_played,
        }
    }
}
