//! Shows the table at a desk, as it changes.

use super::corrections::{Correction, Corrections};
use super::desk::Desk;
use super::desk_shown::{Correcting, DeskState};
use super::desk_views::{DeskLook, DeskViews};
use super::move_list::{MoveList, is_step};
use leitai_arena::{Seen, Watch};
use leitai_core::{Actor, Choice, ClockChange, Line, MarkKind, Say, Seat, Table, Turn, Viewer};
use std::time::Instant;

/// Whose board a referee's screen shows now: nobody looks on while layouts are entered, except the side whose layout it is.
fn look(look: DeskLook, turn: Turn, was_laying: bool) -> DeskLook {
    match (turn, look) {
        (Turn::Secret(owes), DeskLook::Side(seat)) if owes[seat.index()] => look,
        (Turn::Secret(_), DeskLook::Referee) if was_laying => look,
        (Turn::Secret(_), _) => DeskLook::Covered,
        (_, _) if was_laying => DeskLook::Referee,
        _ => look,
    }
}

/// The correction that is being made since then, for who sees the desk.
pub(super) fn correcting(corrections: Corrections, since: Option<Instant>) -> Option<Correcting> {
    let (Correction { whose, to }, since) = corrections.open.zip(since)?;
    let shown = Correcting { whose, to, since, is_over: false };
    Some(Correcting { is_over: shown.left().is_zero(), ..shown })
}

/// What both sides are told once that team's layout was taken back.
fn laid_anew(team: &str) -> Say {
    Say {
        en: format!("the layout of {team} was entered wrong and is entered again"),
        zh: format!("{team} 的布阵录入有误，重新录入"),
    }
}

/// Shows the table at the desk.
pub(super) struct DeskBoard<'a> {
    desk: &'a Desk,
    moves: MoveList,
    corrections: Corrections,
    /// Lines of the record that are not in the moves yet.
    pending: Vec<Line<'static>>,
    /// Who was asked last, and after how many plies.
    asked: Option<(Option<Actor>, u32)>,
}

impl<'a> DeskBoard<'a> {
    pub(super) fn new(desk: &'a Desk, moves: MoveList, corrections: Corrections) -> DeskBoard<'a> {
        DeskBoard { desk, moves, corrections, pending: Vec::new(), asked: None }
    }

    /// In which hand somebody at the desk is to act.
    fn hand(&self, turn: Turn) -> Option<Actor> {
        let shown = self.desk.shown();
        let seats = Seat::BOTH.into_iter().filter(|seat| self.desk.is_entered(*seat, &shown));
        let hands = seats.map(Actor::Seat).chain([Actor::Arbiter, Actor::Chance]);
        hands.into_iter().find(|hand| turn.owes(*hand))
    }

    /// The acts by which a side that is entered here may speak up while the other is to act.
    fn asides(&self, table: &dyn Table, hand: Option<Actor>) -> Vec<Choice> {
        match hand {
            Some(Actor::Seat(seat)) if self.desk.setup().is_referees() => {
                let other = seat.other();
                if table.turn().owes(Actor::Seat(other)) { Vec::new() } else { table.choices(other) }
            }
            _ => Vec::new(),
        }
    }
}

impl Watch for DeskBoard<'_> {
    fn changed(&mut self, table: &dyn Table) {
        let plies = table.plies();
        let mut goes_back = false;
        for line in self.pending.drain(..) {
            goes_back |= matches!(line, Line::Back { .. });
            self.moves.line(&line, plies);
        }
        let turn = table.turn();
        let hand = self.hand(turn);
        let mut choices = match hand {
            Some(Actor::Seat(seat)) => table.choices(seat),
            Some(_) => table.rulings(),
            None => Vec::new(),
        };
        let own_choices = choices.len();
        choices.extend(self.asides(table, hand));
        let (scene, code) = (table.scene(Viewer::Arbiter), table.code());
        let moves = self.moves.moves();
        let setup = self.desk.setup();
        let by_hand = setup.by_hand;
        // While stones are taken off, the clock of the side that loses them runs: the school's text, 6.8.
        let is_hidden = setup.game.facts().hidden;
        let is_laying = matches!(turn, Turn::Secret(_));
        let goes_on = self.asked.replace((hand, plies)) == Some((hand, plies));
        let has_taken = scene.marks.iter().any(|mark| mark.kind == MarkKind::Taken);
        let mut is_new = false;
        self.desk.change(|shown| {
            let mut scene = scene;
            if let Some(known) = &shown.scene {
                scene.follow(known);
            }
            // What is looked at once more is no other position: an act that is being typed stays good.
            let is_other = shown.scene.is_none() || shown.hand != hand || shown.moves != moves;
            shown.version += u64::from(is_other);
            is_new = is_other;
            shown.codes.resize(moves.len(), String::new());
            if let Some(last) = shown.codes.last_mut() {
                last.clone_from(&code);
            }
            (shown.scene, shown.choices, shown.hand) = (Some(scene), choices, hand);
            shown.own_choices = own_choices;
            (shown.moves, shown.plies, shown.code) = (moves, plies, code);
            if setup.is_referees() {
                let known = shown.views.as_deref();
                let mut views = DeskViews::look(known, table, shown.clocks, goes_on, shown.earlier_news);
                if let (true, true, Some(Actor::Seat(seat))) = (goes_back, is_laying, hand) {
                    views.tell_all(&laid_anew(setup.team(seat, shown.seat)));
                }
                shown.views = Some(Box::new(views));
                shown.look = look(shown.look, turn, shown.is_laying);
            }
            if is_laying || shown.is_laying {
                shown.laid = plies;
            }
            shown.is_laying = is_laying;
            shown.takes = is_hidden && has_taken;
            // Within a turn the clock goes on as it was.
            let waits = by_hand && !is_laying && !shown.takes && matches!(hand, Some(Actor::Seat(_)));
            shown.waits_for_hand = waits && (shown.waits_for_hand || !goes_on);
            let acts = shown.acts();
            shown.proposal = shown.proposal.filter(|proposal| proposal.acts == acts);
            if shown.state == DeskState::Starts && !matches!(turn, Turn::Over(_)) {
                shown.state = DeskState::Runs;
            }
        });
        if is_new {
            let shown = self.desk.shown();
            self.desk.passes_by_consent(&shown);
            self.desk.lays_again(&shown);
        }
    }

    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        let (mut state, mut lines, before) = (None, 0, self.corrections);
        // Of what was played the others learn when the board is looked at.
        let (mut plays, mut goes_on) = (false, false);
        for line in seen.lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            // The stage has just written it.
            let Ok(line) = serde_json::from_slice(line) else { continue };
            match &line {
                Line::Clock { change: ClockChange::Stop { .. }, reason } => {
                    state = Some(DeskState::Stopped(reason.to_string()));
                }
                Line::Clock { change: ClockChange::Go, .. } => {
                    (state, goes_on) = (Some(DeskState::Runs), true);
                }
                Line::Again { .. } => state = Some(DeskState::Starts),
                _ => {}
            }
            self.corrections.line(&line);
            plays |= matches!(line, Line::Play { .. });
            lines += usize::from(is_step(&line));
            self.pending.push(line);
        }
        let (corrections, only_again) = (self.corrections, lines == 1);
        self.desk.change(|shown| {
            if let Some(views) = shown.views.as_mut().filter(|_| !plays) {
                views.set(seen.clocks);
                if state.is_some() {
                    views.touch();
                }
            }
            (shown.clocks, shown.corrections) = (seen.clocks, corrections.made);
            shown.slept = shown.slept.filter(|_| !goes_on);
            shown.lines += lines;
            if corrections.open != before.open {
                // What goes back once more belongs to the correction that is being made.
                let since = shown.correcting.map_or_else(Instant::now, |it| it.since);
                shown.correcting = correcting(corrections, Some(since));
            }
            shown.waits_for_hand &= seen.clocks.iter().all(|clock| clock.asked.is_none());
            // What failed stays failed until it is started again.
            let is_failed = matches!(shown.state, DeskState::Failed(..));
            // Where the clocks stand, nothing starts before they are let go on.
            let is_again = only_again && state == Some(DeskState::Starts);
            let stands = is_again && matches!(shown.state, DeskState::Stopped(_));
            if let Some(state) = state.filter(|state| !stands && (!is_failed || *state == DeskState::Starts))
            {
                shown.state = state;
            }
        });
        true
    }
}
