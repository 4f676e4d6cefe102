//! A recorded game for display: its positions, and the words about them.

use crate::export::save;
use crate::failure::Failure;
use crate::screen::fitted;
use crate::{out, play};
use leitai_catalog::{Cut, Ending, Loss, Playback, Step};
use leitai_check::lost;
use leitai_core::{Actor, Eye, Facts, Lang, Noun, Record, RecordError, Scene, Seat, say};
use leitai_draw::{Caption, Film, Numbers, Svg, film, svg};
use std::path::Path;

/// A position of the game, with the acts that led to it.
pub(super) struct Frame {
    pub(super) scene: Scene,
    pub(super) played: String,
    /// Microseconds that each seat has used so far.
    pub(super) spent: [u64; 2],
    /// Lines of the record up to this position.
    pub(super) passed: usize,
}

/// A game for display, step by step.
pub(super) struct Show {
    pub(super) title: String,
    /// A film's heading for each frame: its step, who played what, and the time each seat has used.
    pub(super) heads: Vec<String>,
    /// Never empty.
    pub(super) frames: Vec<Frame>,
    pub(super) end: String,
    /// Why the loser lost, if a fault of its program ended the game and everything may be shown.
    pub(super) why: Vec<String>,
    pub(super) lang: Lang,
}

impl Show {
    /// The game as it was played, or as one eye saw it.
    pub(super) fn of(record: Record, eye: Option<Eye>, lang: Lang) -> Result<Show, RecordError> {
        // What an eye was shown does not include the loser's output.
        let loss = if eye.is_none() { Loss::of(&record) } else { Ok(None) };
        let names = record.names();
        let mut show = Show::new(cut(record, eye).playback()?, lang)?;
        if let Some(loss) = loss? {
            // The end already states that it lost, and by what.
            let board = show.frames.last().map(|frame| &frame.scene);
            show.why = lost(&loss, &names[loss.seat.index()], board, lang).split_off(1);
        }
        Ok(show)
    }

    fn new(mut playback: Playback, lang: Lang) -> Result<Show, RecordError> {
        let facts = playback.facts();
        let names = playback.names();
        let names = play::sided(names, facts, lang);
        let mut frames =
            vec![Frame { scene: playback.scene(), played: String::new(), spent: [0; 2], passed: 0 }];
        let (mut spent, mut timed) = ([0; 2], false);
        while let Some(step) = playback.step()? {
            if let (Some(Actor::Seat(seat)), Some(us)) = (step.by, step.us) {
                spent[seat.index()] += us;
                timed = true;
            }
            let (mut scene, passed) = (playback.scene(), playback.passed());
            if let Some(before) = frames.last() {
                scene.follow(&before.scene);
            }
            frames.push(Frame { scene, played: said(&step, facts, lang), spent, passed });
        }
        let last = frames.len() - 1;
        let head = |(at, frame): (usize, &Frame)| {
            let step = say!(lang, "step {at}/{last}", "第 {at}/{last} 步");
            let used = if timed { clocks(frame.spent, facts, lang) } else { String::new() };
            let parts = [step, leitai_protocol::printable(frame.played.as_bytes()), used];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
        };
        let heads = frames.iter().enumerate().map(head).collect();
        let end = playback.ending()?;
        let end = end.map_or_else(
            || say!(lang, "the record breaks off here", "记录在此中断"),
            |end| ended(&end, &names, lang),
        );
        let (game, [first, second]) = (facts.name.to(lang), &names);
        let title = say!(lang, "{game}: {first} – {second}", "{game}：{first} – {second}");
        let printable = |text: &str| leitai_protocol::printable(text.as_bytes());
        Ok(Show { title: printable(&title), heads, frames, end: printable(&end), why: Vec::new(), lang })
    }

    pub(super) fn screen(&self, at: usize) -> String {
        let Frame { scene, played, .. } = &self.frames[at];
        let last = self.frames.len() - 1;
        // The controls go below the board.
        let board = fitted(scene, false, self.lang, 4);
        let why = || self.why.iter().map(|line| format!("{}\n", format!("  {line}").trim_end()));
        let end =
            if at == last { format!("{}\n{}", self.end, why().collect::<String>()) } else { String::new() };
        let step = say!(self.lang, "step {at}/{last}", "第 {at}/{last} 步");
        format!("{}  {step}  {played}\n{board}{end}", self.title)
    }

    pub(super) fn pictures(&self, folder: &Path, numbered: bool) -> Result<(), Failure> {
        let fail = |path: &Path, e: std::io::Error| Failure::system(path, &e);
        std::fs::create_dir_all(folder).map_err(|e| fail(folder, e))?;
        let mut numbers = Numbers::default();
        for (i, frame) in self.frames.iter().enumerate() {
            let on_stones = if numbered { numbers.follow(&frame.scene) } else { Vec::new() };
            let path = folder.join(format!("{i:04}.svg"));
            let caption = if i + 1 == self.frames.len() { &self.end } else { &frame.played };
            let style = Svg {
                lang: self.lang,
                title: Some(&self.title),
                caption: if caption.is_empty() { Caption::Says } else { Caption::Over(caption) },
                numbers: &on_stones,
            };
            std::fs::write(&path, svg(&frame.scene, style)).map_err(|e| fail(&path, e))?;
        }
        let (count, place) = (Noun::PICTURES.of(self.frames.len()), folder.display());
        out::line(&say!(self.lang, "{count} in {place}", "{count} 幅图写入 {place}"; count));
        Ok(())
    }

    pub(super) fn film(&self, path: &Path, seconds: f64) -> Result<(), Failure> {
        let scenes: Vec<Scene> = self.frames.iter().map(|frame| frame.scene.clone()).collect();
        let style = Film {
            lang: self.lang,
            title: Some(&self.title),
            heads: &self.heads,
            can_pause: true,
            seconds_a_frame: seconds,
            ..Film::default()
        };
        save(path, film(&scenes, style).as_bytes())?;
        out::line(&say!(self.lang, "film in {}", "动画写入 {}", path.display()));
        Ok(())
    }
}

/// The record as an eye was shown it, or all of it.
pub(super) fn cut(record: Record, eye: Option<Eye>) -> Cut {
    match eye {
        Some(eye) => Cut::seen_by(record, eye),
        None => Cut::whole(record),
    }
}

fn said(step: &Step, facts: &Facts, lang: Lang) -> String {
    let hand = match step.by {
        None => return step.said.join("; "),
        Some(Actor::Seat(seat)) => facts.seat(seat).to(lang).to_owned(),
        Some(Actor::Chance) => say!(lang, "dice", "掷骰"),
        Some(Actor::Arbiter) => say!(lang, "referee", "裁判"),
    };
    format!("{hand} {}", step.said.join(" "))
}

/// The time each seat has used.
fn clocks(spent: [u64; 2], facts: &Facts, lang: Lang) -> String {
    Seat::BOTH
        .map(|seat| {
            let (side, used) = (facts.seat(seat).to(lang), spent[seat.index()] as f64 / 1e6);
            say!(lang, "{side} {used:.1} s", "{side} {used:.1} 秒")
        })
        .join(" · ")
}

fn ended(ending: &Ending, names: &[String; 2], lang: Lang) -> String {
    let winner = ending.winner.map_or(say!(lang, "draw", "和棋"), |seat| {
        let name = &names[seat.index()];
        say!(lang, "{name} wins", "{name} 胜")
    });
    let reason = ending.reason.to(lang);
    let question = ending.question.as_deref().map_or(String::new(), |delay| questioned(delay, lang));
    say!(lang, "{winner}: {reason}", "{winner}：{reason}") + &question
}

/// The note that the machine disturbed even the last attempt at the game.
fn questioned(delay: &str, lang: Lang) -> String {
    match delay {
        "0 ms" => say!(
            lang,
            " (in question: the loser's program was ended from outside)",
            "（存疑：负方程序被外部终止）"
        ),
        delay => say!(
            lang,
            " (in question: the machine did not run the loser's program for {delay})",
            "（存疑：机器有 {delay} 未运行负方程序）"
        ),
    }
}
