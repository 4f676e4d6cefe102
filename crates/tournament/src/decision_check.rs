//! Whether a decision can be made: by its parts, by who decides, and by how far the event has come.

use crate::decision::{Decision, Finding, Role};
use crate::decision_kind::DecisionKind;
use crate::event::{Event, EventRefusal, refuse};
use crate::hand_lots::hand_drawn;
use crate::in_force::standing;
use crate::plan::{Format, Sections};
use crate::{EntryId, GameId, HandLot, RecordedGame, Sentence, Spot};
use leitai_core::sentence;

type Checked = Result<(), EventRefusal>;

impl Event {
    /// What holds of a decision whenever it is read: its reason, its parts, and who decides.
    pub(crate) fn check(&self, decision: &Decision, by: Role, reason: &str) -> Checked {
        if reason.trim().is_empty() {
            return refuse(Sentence::new("a decision needs a reason; give one", "裁决须附理由"));
        }
        if let Some(unknown) = decision.entries().iter().find(|entry| !self.is_known(**entry)) {
            return refuse(sentence!(
                "{unknown} is not an entry of this event",
                "{unknown}不是本赛事的参赛者"
            ));
        }
        check_role(decision, by)?;
        match decision {
            Decision::Withdraw { leave: true, .. } if by != Role::ChiefReferee => refuse(Sentence::new(
                "only the chief referee gives permission to withdraw",
                "弃赛须经裁判长允许",
            )),
            Decision::Enter { .. } => self.check_enter(),
            Decision::Submit { .. } if self.is_closed() => {
                refuse(Sentence::new("submissions are closed", "提交已截止"))
            }
            Decision::Disqualify { entries } if entries.is_empty() => {
                refuse(Sentence::new("name at least one entry to disqualify", "须指明被取消资格者"))
            }
            Decision::Forfeit { by, .. } if by.is_empty() || by.len() > 2 => {
                refuse(Sentence::new("a game is forfeited by one side or by both", "弃权者须为一方或双方"))
            }
            Decision::Replay { game, consent } => {
                self.recorded(game)?;
                if consent.trim().is_empty() {
                    return refuse(sentence!(
                        "{game} is played again only with consent; record whose",
                        "{game}重赛须经同意，请记录同意者"
                    ));
                }
                Ok(())
            }
            Decision::Override { game, finding: Finding::Won(entry) } => {
                match self.recorded(game)?.seat_of(*entry) {
                    Some(_) => Ok(()),
                    None => refuse(sentence!("{entry} did not play {game}", "{entry}未参加{game}")),
                }
            }
            Decision::Override { game, .. } | Decision::Question { game } | Decision::Uphold { game } => {
                self.recorded(game).map(|_| ())
            }
            Decision::Confirm { game, by } => match self.recorded(game)?.seat_of(*by) {
                Some(_) => Ok(()),
                None => refuse(sentence!("{by} did not play {game}", "{by}未参加{game}")),
            },
            Decision::Revoke { ruling } if *ruling as usize >= self.rulings.len() => {
                refuse(sentence!("there is no ruling {ruling} to take back", "没有第{ruling}号裁决可撤销"))
            }
            Decision::Revoke { ruling }
                if matches!(self.rulings[*ruling as usize].decision, Decision::Enter { .. }) =>
            {
                refuse(Sentence::new(
                    "an entry leaves by withdrawing, not by taking back the ruling that entered it",
                    "已加入者须以退赛离开，不能撤销该裁决",
                ))
            }
            _ => self.check_of_the_day(decision),
        }
    }

    /// What holds of a decision that is made on the day, in the hall.
    fn check_of_the_day(&self, decision: &Decision) -> Checked {
        match decision {
            Decision::Consent { to, .. } if to.trim().is_empty() => {
                refuse(Sentence::new("say what the side consents to", "须写明同意何事"))
            }
            Decision::Consent { game, by, .. }
            | Decision::Slip { game, by, .. }
            | Decision::Equipment { game, by }
            | Decision::Scattered { game, by }
            | Decision::Object { game: Some(game), by, .. } => check_plays(*by, *game),
            Decision::Agreed { game, finding } | Decision::Result { game, finding } => match finding {
                Finding::Won(entry) => check_plays(*entry, *game),
                Finding::Drawn | Finding::Nobody => Ok(()),
            },
            Decision::RefereeSlip { game, restored_by } => {
                if restored_by.len() > 2 || matches!(restored_by[..], [one, other] if one == other) {
                    return refuse(Sentence::new(
                        "name each side that can restore the position once",
                        "能恢复局面的一方各写一次",
                    ));
                }
                restored_by.iter().try_for_each(|side| check_plays(*side, *game))
            }
            Decision::Hearing { entries, .. } if entries.is_empty() => {
                refuse(Sentence::new("name whose programs were heard", "须指明所审查的参赛者"))
            }
            Decision::Answer { objection, .. } => self.check_answer(*objection),
            Decision::Endorse { ruling } => self.check_endorsement(*ruling).or_else(refuse),
            Decision::Lots { lots, witness } => self.check_lots(lots, witness),
            _ => Ok(()),
        }
    }

    /// An objection is answered once.
    fn check_answer(&self, objection: u32) -> Checked {
        let mut stand = standing(&self.rulings);
        let is_it = |decision: &Decision| matches!(decision, Decision::Object { .. });
        if !stand.any(|(place, ruling)| place == objection && is_it(&ruling.decision)) {
            return refuse(sentence!(
                "ruling {objection} is no objection that stands",
                "第{objection}号不是有效的异议"
            ));
        }
        let answers = |decision: &Decision| matches!(decision, Decision::Answer { objection: of, .. } if *of == objection);
        match standing(&self.rulings).find(|(_, ruling)| answers(&ruling.decision)) {
            Some((place, _)) => refuse(sentence!(
                "objection {objection} was answered by ruling {place}; take that back to answer it anew",
                "第{objection}号异议已由第{place}号答复；须先撤销该答复"; objection, place
            )),
            None => Ok(()),
        }
    }

    /// Lots drawn by hand are whole, witnessed, and the only ones.
    fn check_lots(&self, lots: &[HandLot], witness: &str) -> Checked {
        if witness.trim().is_empty() {
            return refuse(Sentence::new(
                "lots drawn by hand need the name of a witness",
                "手工抽签须写明见证人",
            ));
        }
        if let Some((place, _)) = self.hand_lots() {
            return refuse(sentence!(
                "lots drawn by hand stand already, by ruling {place}; take that back first",
                "已有手工抽签结果（第{place}号）；须先撤销"
            ));
        }
        hand_drawn(&self.plan, &self.entries, lots).or_else(refuse).map(|_| ())
    }

    /// The lots drawn by hand that stand, with the number of their ruling.
    pub(crate) fn hand_lots(&self) -> Option<(u32, (&[HandLot], &str))> {
        // Most events have none, and this is asked for each state.
        if !self.rulings.iter().any(|ruling| matches!(ruling.decision, Decision::Lots { .. })) {
            return None;
        }
        standing(&self.rulings).find_map(|(place, ruling)| match &ruling.decision {
            Decision::Lots { lots, witness } => Some((place, (&lots[..], witness.as_str()))),
            _ => None,
        })
    }

    /// What a decision that is made now demands of the event as it is now: when the journal is read again, more has
    /// happened.
    pub(crate) fn check_now(&self, decision: &Decision) -> Checked {
        let sets_lots = matches!(decision, Decision::Lots { .. }) || self.revokes_lots(decision);
        if sets_lots && !self.games.is_empty() {
            return refuse(Sentence::new(
                "the first result is in: the draw stands, by whatever lots",
                "已有对局成绩：抽签结果不再改变",
            ));
        }
        let (game, must_be_open) = match decision {
            Decision::Agreed { game, .. }
            | Decision::Result { game, .. }
            | Decision::RefereeSlip { game, .. } => (*game, true),
            Decision::Consent { game, .. }
            | Decision::Slip { game, .. }
            | Decision::Equipment { game, .. }
            | Decision::Scattered { game, .. }
            | Decision::ProposeStop { game, .. }
            | Decision::Object { game: Some(game), .. } => (*game, false),
            _ => return Ok(()),
        };
        let only = |sides: [EntryId; 2]| {
            let other = decision.entries().iter().find(|entry| !sides.contains(entry));
            other.map_or(Ok(()), |entry| no_side_of(*entry, game))
        };
        if let Some(known) = self.game(game) {
            return match (must_be_open, decision) {
                (false, _) => only([known.first, known.second]),
                (true, Decision::RefereeSlip { .. }) => refuse(sentence!(
                    "{game} has a result; a game that has ended is played again by `replay`, with consent",
                    "{game}已有成绩；已结束的对局须经同意以 replay 重赛"
                )),
                (true, _) => refuse(sentence!(
                    "{game} has a recorded result: `override` replaces it",
                    "{game}已有成绩：请用 override 改判"
                )),
            };
        }
        let state = self.state();
        let Some(due) = state.due().find(|due| due.id == game) else {
            return refuse(sentence!(
                "{game} is neither played nor due; if a ruling gave it a result, take that back first",
                "{game}既未进行，也不待进行；若已有裁决判定，须先撤销"
            ));
        };
        only([due.first, due.second])
    }

    /// Whether a decision takes back lots drawn by hand, or brings them back.
    fn revokes_lots(&self, decision: &Decision) -> bool {
        let mut of = decision;
        while let Decision::Revoke { ruling } = of {
            match self.rulings.get(*ruling as usize) {
                Some(target) => of = &target.decision,
                None => return false,
            }
        }
        !std::ptr::eq(of, decision) && matches!(of, Decision::Lots { .. })
    }

    /// The result of a game as it was recorded, or what to do where none is.
    fn recorded(&self, game: &GameId) -> Result<&RecordedGame, EventRefusal> {
        self.game(*game).map_or_else(
            || {
                refuse(sentence!(
                    "{game} has no recorded result; rule its result, or forfeit it, if it is not to be played",
                    "{game}尚无成绩；若不再进行，请判定结果（result）或判弃权（forfeit）"
                ))
            },
            Ok,
        )
    }

    /// Only a ladder accepts latecomers: no place in it depends on how many entries there were.
    fn check_enter(&self) -> Result<(), EventRefusal> {
        let first = &self.plan.stages[0];
        if first.format != Format::Ladder || matches!(first.sections, Sections::Groups { .. }) {
            return refuse(Sentence::new(
                "this event was drawn from its list of entries; only a ladder that is not divided by lot takes new ones",
                "本赛事已按参赛名单编排；只有不按抽签分组的天梯赛可中途加入",
            ));
        }
        if self.is_closed() {
            return refuse(Sentence::new("submissions are closed", "提交已截止"));
        }
        Ok(())
    }
}

/// Whether an entry can be a side of a game, as far as the name of the game says so.
fn check_plays(entry: EntryId, game: GameId) -> Checked {
    let sides = match game.of.spot {
        Spot::Pair(a, b) => [a.entry, b.entry],
        Spot::PlayOff(a, b) => [a, b],
        // Who meets there may be others by now.
        Spot::Table { .. } => return Ok(()),
    };
    if sides.contains(&entry) { Ok(()) } else { no_side_of(entry, game) }
}

fn no_side_of(entry: EntryId, game: GameId) -> Checked {
    refuse(sentence!("{entry} does not play {game}", "{entry}不参加{game}"))
}

/// Each kind of decision is made in the name of those who may make it.
fn check_role(decision: &Decision, by: Role) -> Checked {
    let Some(kind) = DecisionKind::of(decision).filter(|kind| !kind.by.contains(&by)) else { return Ok(()) };
    let may = Role::listed(kind.by);
    let (name, who) = (kind.name, by.words());
    refuse(sentence!(
        "`{name}` is decided by: {may}; not by: {who}",
        "“{name}”由{may}作出，{who}无权"; name, may, who
    ))
}
