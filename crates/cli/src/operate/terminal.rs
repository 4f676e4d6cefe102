//! The desk at this terminal: the board as text, what is to be done now, and what is typed.

use super::board_text::{board, clocks, goes_on, moves, ply};
use super::commands::Command;
use super::explained::{OPERATORS, REFEREES};
use super::side_word::Sides;
use super::state_line::{refused_line, state_line};
use super::typed_lines::TypedLines;
use crate::failure::Failure;
use crate::play::choices::listed;
use crate::{out, stop};
use leitai_core::{Actor, Lang, Seat, Sentence, Spot, Words, say, sentence};
use leitai_hall::{Desk, DeskDeed, DeskError, DeskShown, DeskState, not_put_back};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long the loop waits for a typed line before it looks at the desk.
const LOOK: Duration = Duration::from_millis(20);
/// How long a deed may take until it is shown; then the next line is taken all the same.
const DONE: Duration = Duration::from_secs(2);
/// The same for what may have no effect.
const HEARD: Duration = Duration::from_millis(300);
/// How long a game may take to rest.
const RESTED: Duration = Duration::from_secs(10);

/// The desk as this terminal has shown it.
struct Terminal<'a> {
    desk: &'a Arc<Desk>,
    lang: Lang,
    /// The version, the game and the state that were shown last.
    told: Option<(u64, u32, DeskState)>,
    refused: Option<Sentence>,
    waits_for_hand: bool,
    /// How much the other side was shown to say.
    heard: usize,
    /// The code that the other side's screen was said to show.
    their_code: String,
    /// Whether programs read along: a line of JSON for every change, and no text.
    json: bool,
    /// Whether the time of a correction was over.
    is_late: bool,
}

/// Whether the operator is waited for, or nothing goes on by itself.
fn is_due(shown: &DeskShown) -> bool {
    match shown.state {
        DeskState::Starts => false,
        DeskState::Runs => shown.hand.is_some(),
        _ => true,
    }
}

/// Runs a desk at this terminal until its match is over, or its game rests. Errors with [`Failure::Interrupted`] on Ctrl-C.
pub(crate) fn run(desk: &Arc<Desk>, stop: &AtomicBool, json: bool, lang: Lang) -> Result<(), Failure> {
    let input = Words::new("standard input", "标准输入");
    let mut lines = TypedLines::begin().map_err(|error| Failure::system(&input, &error))?;
    let mut terminal = Terminal {
        desk,
        lang,
        told: None,
        refused: None,
        waits_for_hand: false,
        heard: 0,
        their_code: String::new(),
        json,
        is_late: false,
    };
    let mut waited = None;
    loop {
        terminal.show();
        let shown = desk.shown();
        // A referee has still to hear who confirms the results.
        let is_confirmed = || shown.results.iter().all(|result| result.confirmed.is_whole());
        if shown.state == DeskState::Over && (!desk.setup().is_referees() || is_confirmed()) {
            return Ok(());
        }
        if stop::raised(stop) {
            terminal.rest();
            return Err(Failure::Interrupted);
        }
        if lines.is_over() && is_due(&shown) {
            terminal.rest();
            return Ok(());
        }
        lines.wait(LOOK);
        let Some(line) = lines.next() else { continue };
        let own = desk.setup().program.as_ref().map(|_| shown.seat);
        let sides = Sides { facts: desk.setup().game.facts(), own, teams: &desk.seated() };
        let command = Command::read(line, &sides);
        // What comes through a pipe was written before it was known when it is asked for.
        if !lines.by_hand && !is_due(&shown) && command.as_ref().map_or(true, Command::waits) {
            continue;
        }
        // The game may be about to end.
        let is_early = matches!(command, Ok(Command::Confirm(_))) && runs(&shown.state);
        let patience = waited.get_or_insert_with(Instant::now);
        if !lines.by_hand && (is_early || !desk.has_heard()) && patience.elapsed() < DONE {
            continue;
        }
        waited = None;
        lines.take();
        match command {
            Err(why) => terminal.say(&why),
            Ok(Command::Quit) => {
                terminal.rest();
                return Ok(());
            }
            Ok(command) => terminal.obey(command, &shown),
        }
    }
}

/// Begins the game that is due, or goes on with the one that rests, and says so.
pub(crate) fn begin(desk: &Arc<Desk>, json: bool, lang: Lang) -> Result<(), Failure> {
    let rests = desk.stands_again();
    desk.begin().map_err(|error| Failure::stage(&error))?;
    if rests && !json {
        out::line(goes_on(&desk.shown()).to(lang));
    }
    Ok(())
}

impl Terminal<'_> {
    /// Shows what is new.
    fn show(&mut self) {
        let (desk, lang, shown) = (self.desk, self.lang, self.desk.shown());
        if self.json {
            return self.show_to_programs(&shown);
        }
        if let Some(other) = &shown.other {
            // The oldest words are shown no longer; those of another game are counted anew.
            let new = other.said.checked_sub(self.heard).unwrap_or(other.said).min(other.says.len());
            for said in &other.says[other.says.len() - new..] {
                out::said(&say!(lang, "heard: {}\n", "听到：{}\n", said.to(lang)));
            }
            self.heard = other.said;
            if self.their_code != other.code {
                self.their_code.clone_from(&other.code);
                let code = &other.code;
                out::line(&say!(lang, "the other side's screen: code {code}", "对方屏幕：局面码 {code}"));
            }
        } else {
            self.heard = 0;
        }
        let now = (shown.version, shown.game, shown.state.clone());
        let is_refused = shown.refused.is_some() && shown.refused != self.refused;
        self.refused.clone_from(&shown.refused);
        if let (Some(why), true) = (&shown.refused, is_refused) {
            out::said(&format!("{}\n", why.to(lang)));
        }
        let by_hand = std::mem::replace(&mut self.waits_for_hand, shown.waits_for_hand);
        let is_late = shown.correcting.is_some_and(|it| it.is_over);
        let was_late = std::mem::replace(&mut self.is_late, is_late);
        if self.told.as_ref() == Some(&now) && by_hand == shown.waits_for_hand && was_late == is_late {
            if is_refused {
                self.ask();
            }
            return;
        }
        if let DeskState::Failed(_, log) = &shown.state
            && !log.is_empty()
        {
            out::said(&say!(lang, "its log ends:\n{log}\n", "其日志末尾：\n{log}\n"));
        }
        self.told = Some(now);
        out::text(&if is_due(&shown) { board(desk, &shown, lang) } else { ply(&shown, lang) });
        self.ask();
        if shown.state == DeskState::Over {
            for result in &shown.results {
                out::said(&say!(lang, "record: {}\n", "记录：{}\n", result.record.display()));
            }
        }
    }

    /// The same for programs.
    fn show_to_programs(&mut self, shown: &DeskShown) {
        let now = (shown.version, shown.game, shown.state.clone());
        let is_late = shown.correcting.is_some_and(|it| it.is_over);
        let is_known =
            self.told.as_ref() == Some(&now) && self.refused == shown.refused && self.is_late == is_late;
        (self.told, self.is_late) = (Some(now), is_late);
        self.refused.clone_from(&shown.refused);
        if !is_known {
            state_line(shown);
        }
    }

    /// Says what is to be done now.
    fn ask(&self) {
        if self.json {
            return;
        }
        let shown = self.desk.shown();
        let what = self.desk.what_to_do(&shown);
        out::said(&format!("» {}\n", what.to(self.lang)));
        if let (true, Some((least, most))) =
            (shown.hand.is_some(), shown.scene.as_ref().and_then(|scene| scene.numbers))
        {
            out::line(&say!(self.lang, "  a number from {least} to {most}", "  {least} 到 {most} 的数"));
        }
    }

    /// Says something about what was typed.
    fn say(&self, what: &Sentence) {
        if self.json {
            return refused_line(what, self.lang);
        }
        out::said(&format!("{}\n", what.to(self.lang)));
    }

    /// Does what was typed.
    fn obey(&mut self, command: Command, shown: &DeskShown) {
        let lang = self.lang;
        match command {
            Command::Next => match &shown.state {
                DeskState::Waits | DeskState::Broken(_) => self.begin(),
                DeskState::Failed(..) => self.deed(DeskDeed::Restart),
                DeskState::Runs if shown.waits_for_hand => self.deed(DeskDeed::Start),
                _ if self.json => state_line(shown),
                _ => {
                    out::line(&clocks(self.desk, shown, lang));
                    self.ask();
                }
            },
            Command::Begin => self.begin(),
            Command::Acts(acts) => {
                self.deed(DeskDeed::Play { version: shown.version, acts: numbered(shown, acts) });
            }
            Command::Deed(deed) => self.deed(deed),
            Command::Die(deed) => self.throw_anew(deed, shown),
            Command::Lost(whose) => self.lost(whose, shown),
            Command::Confirm(by) => self.confirm(by, shown),
            Command::Look(look) => {
                if let Err(why) = self.desk.look(look) {
                    self.say(&Sentence::of(&why));
                } else if !self.json {
                    out::text(&board(self.desk, &self.desk.shown(), lang));
                    self.ask();
                }
            }
            Command::Code if self.json => state_line(shown),
            Command::Code => {
                let code = &shown.code;
                out::line(&say!(lang, "position code {code}", "局面码 {code}"));
            }
            Command::Moves if !self.json => out::text(&moves(self.desk, shown, lang)),
            Command::Help(beginning) if !self.json => self.help(shown, &beginning),
            Command::Moves | Command::Help(_) => state_line(shown),
            // It ends the loop.
            Command::Quit => {}
        }
    }

    /// Takes the last throw back, with what followed it.
    fn throw_anew(&mut self, deed: DeskDeed, shown: &DeskShown) {
        let thrown = shown.moves.iter().rposition(|one| one.by == Actor::Chance);
        let (Some(at), DeskDeed::Back { consent, penalty, reason, .. }) = (thrown, deed) else {
            return self.say(&sentence!("no die has been entered", "尚未输入骰子点数"));
        };
        let (plies, dice) = shown.back_to(at);
        self.deed(DeskDeed::Back { plies, dice, consent, penalty, reason });
    }

    /// The referee has decided that a side has lost whose board was not put back in time.
    fn lost(&mut self, whose: Option<Seat>, shown: &DeskShown) {
        let Some(correcting) = shown.correcting.filter(|it| it.is_over) else {
            return self.say(&sentence!(
                "no correction is over its time: rule SIDE REASON decides anything else",
                "没有超时的复盘：其他裁决请用“裁定 某方 理由”"
            ));
        };
        match whose.or(correcting.whose) {
            Some(seat) => {
                let why = not_put_back().to(self.lang).to_owned();
                self.deed(DeskDeed::Rule(Some(seat.other()), why));
            }
            None => self.say(&sentence!("say which side has lost: lost SIDE", "请写明哪一方：判负 某方")),
        }
    }

    /// A side, or the referee for both, confirms the result of the last game that is over.
    fn confirm(&self, by: Option<Seat>, shown: &DeskShown) {
        let last = shown.results.len().checked_sub(1).and_then(|last| u32::try_from(last).ok());
        // The seats are those of that game, not of the next.
        let swapped = shown.results.last().is_some_and(|last| last.seat != shown.seat);
        let by = by.map(|seat| if swapped { seat.other() } else { seat });
        let confirmed = last.ok_or(DeskError::NotOver).and_then(|game| self.desk.confirm(game, by));
        if let Err(why) = confirmed {
            self.say(&Sentence::of(&why));
        } else if self.json {
            state_line(&self.desk.shown());
        } else {
            self.ask();
        }
    }

    fn help(&self, shown: &DeskShown, beginning: &str) {
        let lang = self.lang;
        if beginning.is_empty() {
            let is_referees = self.desk.setup().is_referees();
            for line in if is_referees { REFEREES } else { OPERATORS } {
                out::line(line.to(lang));
            }
            let notation = self.desk.setup().game.facts().notation.to(lang);
            out::line(&say!(lang, "acts: {notation}", "着法：{notation}"));
        }
        let texts: Vec<_> = shown.choices.iter().map(|choice| choice.text.clone()).collect();
        if texts.is_empty() {
            return;
        }
        let none =
            || say!(lang, "no legal move begins with `{beginning}`", "没有以“{beginning}”开头的合法着法");
        out::line(&listed(&texts, beginning, lang).unwrap_or_else(none));
    }

    fn begin(&self) {
        if let Err(failure) = begin(self.desk, self.json, self.lang) {
            match failure {
                Failure::Stage(why) | Failure::Usage(why) => self.say(&why),
                Failure::No | Failure::Interrupted => {}
            }
        }
    }

    /// Does something in the game, and waits until that is shown.
    fn deed(&mut self, deed: DeskDeed) {
        let (desk, goes_back) = (self.desk, matches!(deed, DeskDeed::Back { .. }));
        let plays = goes_back || matches!(deed, DeskDeed::Play { .. });
        let (before, news) = (desk.shown(), desk.news());
        self.refused = None;
        if let Err(error) = desk.deed(deed) {
            return self.say(&Sentence::of(&error));
        }
        let patience = if plays { DONE } else { HEARD };
        let begun = Instant::now();
        while begun.elapsed() < patience {
            let shown = desk.shown();
            let is_shown = if plays { shown.version > before.version } else { desk.news() > news };
            // To go back stops the clocks first: that alone is no answer.
            let is_answered =
                is_shown || shown.refused.is_some() || (!goes_back && shown.state != before.state);
            if desk.has_heard() && is_answered {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Lets the game rest, and says how it goes on.
    fn rest(&self) {
        let (desk, lang) = (self.desk, self.lang);
        if runs(&desk.shown().state) {
            desk.close();
            let begun = Instant::now();
            while runs(&desk.shown().state) && begun.elapsed() < RESTED {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        let shown = desk.shown();
        if shown.state == DeskState::Over || self.json {
            return;
        }
        let (game, folder) = (shown.game + 1, desk.folder().display());
        out::said(&if desk.stands_again() {
            let plies = shown.plies;
            say!(
                lang,
                "game {game} rests at ply {plies}, in {folder}; the same command goes on\n",
                "第 {game} 局在第 {plies} 手暂停，存于 {folder}；再次运行同一命令即接着下\n"
            )
        } else {
            say!(
                lang,
                "the match is in {folder}; the same command goes on with game {game}\n",
                "本场存于 {folder}；再次运行同一命令即继续第 {game} 局\n"
            )
        });
    }
}

/// Whether a game is being played, though it may stand.
fn runs(state: &DeskState) -> bool {
    !matches!(state, DeskState::Waits | DeskState::Over | DeskState::Broken(_))
}

/// The act with that number, if choices are numbered; else what was typed.
fn numbered(shown: &DeskShown, text: String) -> String {
    let Ok(number) = text.parse() else { return text };
    let chosen = shown.choices.iter().find(|choice| choice.path == [Spot::Number(number)]);
    chosen.map_or(text, |choice| choice.text.clone())
}

/// A desk that could not be opened, or did not begin.
pub(crate) fn failure(error: &DeskError) -> Failure {
    match error {
        DeskError::Machine(_) => Failure::stage(error),
        _ => Failure::usage(error),
    }
}
