//! A game that a program joined, as it is shown here while it goes on.

use crate::failure::Failure;
use crate::far::{Far, SeatEndReport, SeatReport};
use crate::language::note;
use crate::out;
use leitai_core::{Lang, Seat, say, sentence};
use serde::Serialize;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a site may take after the last line until it says how the game ended, and how often it is asked.
const CLEARS: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(50);
/// How long after the first Ctrl-C a second one resigns.
const RESIGNS: Duration = Duration::from_secs(5);

/// What happens, as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Step<'a> {
    Seat {
        page: &'a str,
        game: &'a str,
        seat: Seat,
        invites: Option<&'a str>,
    },
    Told {
        report: &'a str,
    },
    Cut,
    Back {
        seconds: f64,
    },
    End {
        winner: Option<Seat>,
        reason: &'a str,
        broken_off: bool,
        replay: Option<&'a str>,
        way_ms: Option<u64>,
    },
}

/// What follows from Ctrl-C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopping {
    /// The game goes on.
    GoesOn,
    /// The program resigns.
    Resigns,
    /// It leaves the seat.
    Leaves,
}

/// What is shown of the game while it goes on.
pub(super) struct ShownGame<'a> {
    site: &'a Far,
    seat: &'a SeatReport,
    json: bool,
    lang: Lang,
    /// How many acts were told, and how many of them are not told again where the conversation is held again.
    told: u32,
    known: u32,
    /// The line by which the site said that it is over.
    end: Option<Value>,
    /// Since when the line is known to be cut.
    cut: Option<Instant>,
    /// When Ctrl-C was last pressed.
    pressed: Option<Instant>,
}

impl<'a> ShownGame<'a> {
    /// Shows where the program of this name sits.
    pub(super) fn begin(
        site: &'a Far,
        seat: &'a SeatReport,
        name: &str,
        json: bool,
        lang: Lang,
    ) -> ShownGame<'a> {
        let (page, invites) = (site.page(&seat.page), seat.invites.as_deref());
        if json {
            out::json(&Step::Seat { page: &page, game: &seat.game, seat: seat.seat, invites });
        } else {
            out::line(&match seat.seat {
                Seat::First => say!(lang, "{name} sits at First's seat: {page}", "{name} 执先手：{page}"),
                Seat::Second => say!(lang, "{name} sits at Second's seat: {page}", "{name} 执后手：{page}"),
            });
            if let Some(invites) = invites {
                out::line(&say!(
                    lang,
                    "send the other player this address: {invites}",
                    "请把此地址发给对方：{invites}"
                ));
            }
        }
        ShownGame { site, seat, json, lang, told: 0, known: 0, end: None, cut: None, pressed: None }
    }

    /// Shows a line of the site; true if it is the last.
    pub(super) fn hears(&mut self, said: &str) -> bool {
        let Ok(said) = serde_json::from_str::<Value>(said) else { return false };
        match said["type"].as_str() {
            Some("told") if self.known > 0 => {
                self.known -= 1;
                false
            }
            Some("told") => {
                self.told += 1;
                let report = said["report"].as_str().unwrap_or_default();
                if self.json {
                    out::json(&Step::Told { report });
                } else {
                    out::line(report);
                }
                false
            }
            Some("end") => {
                self.end = Some(said);
                true
            }
            _ => false,
        }
    }

    /// The site was started anew: it tells all acts again.
    pub(super) fn begins_again(&mut self) {
        self.known = self.told;
    }

    /// Says that the line is cut, or is back.
    pub(super) fn sees(&mut self, cut: Option<Instant>) {
        let (lang, json) = (self.lang, self.json);
        match (self.cut, cut) {
            (None, Some(_)) if json => out::json(&Step::Cut),
            (None, Some(_)) => {
                out::line(&say!(lang, "the line is cut; trying again …", "线路中断，正在重连……"));
            }
            (Some(since), None) => {
                let seconds = since.elapsed().as_secs_f64();
                if json {
                    out::json(&Step::Back { seconds });
                } else {
                    out::line(&say!(lang, "the line is back after {seconds:.1} s", "{seconds:.1} 秒后恢复"));
                }
            }
            _ => {}
        }
        self.cut = cut;
    }

    /// Called on Ctrl-C: before two acts the game is broken off; later a second one resigns, or leaves the seat where the
    /// line is cut.
    pub(super) fn stops(&mut self, stop: &AtomicBool) -> Result<Stopping, Failure> {
        stop.store(false, Ordering::Relaxed);
        if self.told < 2 {
            self.site.leave(&self.seat.place())?;
            note(&sentence!("the game is broken off, without a result", "对局已中断，不计结果"));
            return Ok(Stopping::Leaves);
        }
        let is_second = self.pressed.is_some_and(|pressed| pressed.elapsed() < RESIGNS);
        if is_second && self.cut.is_some() {
            note(&sentence!("left the seat, which the site will count as lost", "已离席，网站将判负"));
            return Ok(Stopping::Leaves);
        }
        if is_second {
            note(&sentence!("resigned", "已认输"));
            return Ok(Stopping::Resigns);
        }
        self.pressed = Some(Instant::now());
        let seconds = RESIGNS.as_secs();
        note(&sentence!(
            "Ctrl-C once more within {seconds} s resigns; otherwise the game goes on",
            "{seconds} 秒内再按一次 Ctrl-C 即认输，否则对局继续"
        ));
        Ok(Stopping::GoesOn)
    }

    /// The seat as the site shows it once the game is over. A site that is away is waited for; `None` where the table is
    /// gone, after a site was started anew.
    fn cleared(&self) -> Result<Option<SeatReport>, Failure> {
        let (place, since) = (self.seat.place(), Instant::now());
        loop {
            let is_late = since.elapsed() >= CLEARS;
            match self.site.seat(&place) {
                Ok(shown) if shown.end.is_some() || is_late => return Ok(Some(shown)),
                Err(Failure::Usage(_)) if self.end.is_some() => return Ok(None),
                Err(failure) if is_late => return Err(failure),
                // Its program hears of the end before the table is cleared.
                Ok(_) | Err(_) => std::thread::sleep(LOOK),
            }
        }
    }

    /// Says how it ended.
    pub(super) fn ends(&self) -> Result<(), Failure> {
        let (site, seat, lang) = (self.site, self.seat, self.lang);
        let shown = self.cleared()?;
        let end = match &shown {
            Some(shown) => shown.end.clone(),
            // The line has said so, and the record stays.
            None => self.end.as_ref().map(|end| SeatEndReport {
                winner: serde_json::from_value(end["winner"].clone()).unwrap_or_default(),
                reason: end["reason"].as_str().unwrap_or_default().to_owned(),
                broken_off: false,
                replay: seat.place().split_once('/').map(|(id, _)| format!("/games/{id}")),
            }),
        };
        let Some(end) = end else {
            return Err(Failure::Stage(sentence!("the site has closed the line", "网站已关闭线路")));
        };
        let reason = end.reason.as_str();
        let replay = end.replay.as_ref().map(|replay| site.page(replay));
        let way = shown.and_then(|shown| shown.ways_ms[seat.seat.index()]);
        if self.json {
            out::json(&Step::End {
                winner: end.winner,
                reason,
                broken_off: end.broken_off,
                replay: replay.as_deref(),
                way_ms: way,
            });
            return if end.broken_off { Err(Failure::No) } else { Ok(()) };
        }
        out::line(&match end.winner {
            _ if end.broken_off => reason.to_owned(),
            Some(winner) if winner == seat.seat => say!(lang, "won: {reason}", "胜：{reason}"),
            Some(_) => say!(lang, "lost: {reason}", "负：{reason}"),
            None => say!(lang, "a draw: {reason}", "和棋：{reason}"),
        });
        if let Some(way) = way {
            out::line(&say!(lang, "on the way: {way} ms there and back", "线路往返：{way} 毫秒"));
        }
        if let Some(replay) = replay {
            out::line(&replay);
        }
        if end.broken_off { Err(Failure::No) } else { Ok(()) }
    }
}
