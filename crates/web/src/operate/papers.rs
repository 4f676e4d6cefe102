//! What is left of a game that is over: a page to sign, its sheet, its record.

use super::window::Window;
use crate::answer::Content;
use crate::reader::Asking;
use crate::recorded::{Breaks, sheet, verified};
use crate::refusal::Refused;
use leitai_catalog::relive;
use leitai_core::{Line, Record, Seat, Sentence, sentence};
use leitai_hall::DeskResult;
use leitai_pages::SignedGame;
use std::fs;
use std::time::Duration;

/// A file, and the name under which a browser saves it; `None` for a page.
pub(super) type Paper = (Content, Option<String>);

impl Window {
    /// Something of a game that is over, counted from 1: `signed`, `record.jsonl` or `sheet.FORM`. Reads the disk.
    pub(super) fn paper(&self, game: &str, what: &str, asking: &Asking) -> Result<Paper, Refused> {
        let number = game.parse::<u32>().ok().and_then(|game| game.checked_sub(1));
        let shown = self.desk.shown();
        let result = number.and_then(|number| Some((number, shown.results.get(number as usize)?)));
        let Some((number, result)) = result else { return Err(Refused::no_window()) };
        let bytes = fs::read(&result.record).map_err(|error| unreadable(&Sentence::of(&error)))?;
        if what == "record.jsonl" {
            let game = self.desk.setup().game.facts().id;
            let name = format!("{game}-{}.jsonl", number + 1);
            return Ok((Content::new("application/jsonl", bytes), Some(name)));
        }
        let record = verified(&bytes, Breaks::Never).map_err(|why| unreadable(&Sentence::of(&why)))?;
        if let Some(form) = what.strip_prefix("sheet.") {
            let form = form.parse().map_err(|()| Refused::no_window())?;
            let written = sheet(&record.counted(), form, None).ok_or_else(Refused::no_window)?;
            let (name, text) = written.map_err(|why| no_sheet(&Sentence::of(&why)))?;
            return Ok((Content::new("text/plain; charset=utf-8", text), Some(name)));
        }
        if what != "signed" {
            return Err(Refused::no_window());
        }
        Ok((self.signed(number, result, &record, asking), None))
    }

    /// The page to sign.
    fn signed(&self, game: u32, result: &DeskResult, record: &Record, asking: &Asking) -> Content {
        let spent = used(record.clone());
        let signed = SignedGame {
            address: &self.address(),
            setup: self.desk.setup(),
            game,
            seat: result.seat,
            record,
            used: spent.map(|spent| spent.map(|(used, _)| used)),
            left: spent.map_or([None; 2], |spent| spent.map(|(_, left)| left)),
        };
        Content::html(leitai_pages::signed_game(&asking.reader(), &signed))
    }
}

/// What both seats have used and had left at the end; `None` if the record does not tell.
fn used(mut record: Record) -> Option<[(Duration, Option<Duration>); 2]> {
    let clocks = record.about.clocks();
    // Up to the last act or correction, as if it had broken off there.
    let counts = |line: &Line<'_>| matches!(line, Line::Play { .. } | Line::Clock { .. } | Line::Back { .. });
    let last = record.lines.iter().rposition(|(_, line)| counts(line)).map_or(0, |last| last + 1);
    record.lines.truncate(last);
    record.end = None;
    let spent = relive(&record, None).ok()?.spent;
    Some(Seat::BOTH.map(|seat| {
        let (used, allowed) = (spent.game[seat], spent.allowed(seat, &clocks[seat]));
        (used, allowed.map(|allowed| allowed.saturating_sub(used)))
    }))
}

fn unreadable(why: &Sentence) -> Refused {
    Refused::damaged(
        sentence!("The record of this game cannot be read: {why}", "本局记录无法读取：{why}"; why),
        sentence!("Its file is in the folder of the match.", "记录文件在本场比赛的文件夹中。"),
    )
}

fn no_sheet(why: &Sentence) -> Refused {
    Refused::not_written(
        sentence!("This game cannot be written as this sheet: {why}", "本局无法写成此种棋谱：{why}"; why),
        sentence!("Its record has everything; the page to sign too.", "对局记录与签字单内容完整，可以使用。"),
    )
}
