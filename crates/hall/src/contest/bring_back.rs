//! Results that a desk without a network brings back.

use super::kept_contest::KeptContest;
use super::take_along::match_of;
use super::taken_result::{SheetWinner, TakenResult, TakenShown};
use super::taken_tables::{MOST_OF_RETURN, ReturnedTables, broken_seal};
use crate::deed_error::DeedError;
use crate::shared_store::SharedStore;
use crate::table_result::{Brought, BroughtResult, ShownBy, TableResult, Witness};
use leitai_core::{GameName, Sentence, sentence};
use leitai_store::{Actor, Deed};
use leitai_tournament::contest::{ContestDeed, Taking, TakingId};
use leitai_tournament::{Finding, GameId, MatchId};
use std::path::PathBuf;

/// What became of one result of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct BackResult {
    /// Its table.
    pub table: u32,
    /// The game's id.
    pub of_game: GameName<'static>,
    /// Which game.
    pub of: GameId,
    /// What became of it, or why it does not count.
    pub brought: Result<BroughtResult, Sentence>,
}

/// What became of a file that a desk brought back.
#[derive(Clone, PartialEq, Debug)]
pub struct BroughtBack {
    /// The contest.
    pub contest: String,
    /// What the desk took, is called.
    pub taking: TakingId,
    /// Each result, in the file's order.
    pub results: Vec<BackResult>,
    /// How many matches of it are still out.
    pub out: usize,
}

impl BroughtBack {
    /// How many results count from now on, had been brought before, and were refused.
    pub fn sum(&self) -> [usize; 3] {
        let of = |is: fn(&BackResult) -> bool| self.results.iter().filter(|result| is(result)).count();
        [
            of(|it| it.brought.as_ref().is_ok_and(|it| it.brought == Brought::Counted)),
            of(|it| it.brought.as_ref().is_ok_and(|it| it.brought != Brought::Counted)),
            of(|it| it.brought.is_err()),
        ]
    }

    /// The sum in words.
    pub fn said(&self) -> Sentence {
        let ([now, before, refused], out) = (self.sum(), self.out);
        sentence!(
            "{} results: {now} count from now on, {before} had been brought before, {refused} were refused; {out} \
             matches of this desk are still out",
            "共 {} 份成绩：新计入 {now} 份，此前已提交 {before} 份，未予计入 {refused} 份；该处尚有 {out} 场未带回",
            self.results.len()
        )
    }
}

impl SharedStore {
    /// Takes what a desk brings back. The file is refused whole if its seal does not fit, if it is of another contest or of
    /// nothing that was taken along here, or if that was called off. Each game in it
    /// counts wholly or not at all, and once, whichever way it came before. `folder` says where the event of a game has its
    /// folder. Whoever brings it serves at all its tables, or organises.
    pub fn bring_back(
        &self,
        by: Actor<'_>,
        contest: Option<&str>,
        bytes: &[u8],
        folder: &dyn Fn(&str, &GameName<'_>) -> PathBuf,
    ) -> Result<BroughtBack, DeedError> {
        let refuse = |why: Sentence| Err(DeedError::Refused(why));
        if bytes.len() > MOST_OF_RETURN {
            let most = MOST_OF_RETURN >> 20;
            return refuse(sentence!("the file has more than {most} MB", "文件超过 {most} MB"));
        }
        let file = ReturnedTables::read(bytes).map_err(DeedError::Refused)?;
        let ReturnedTables { contest: name, taking, results, .. } = &file.said;
        if let Some(wanted) = contest.filter(|wanted| wanted != name) {
            return refuse(sentence!(
                "the file is of the contest {name}, not of {wanted}",
                "文件属于比赛“{name}”，不是“{wanted}”"
            ));
        }
        let kept = self.contest(name).map_err(|error| match error {
            DeedError::Nothing => {
                DeedError::Refused(sentence!("there is no contest {name} here", "这里没有比赛“{name}”"))
            }
            error => error,
        })?;
        let Some((known, key)) = kept.contest.taking(taking).zip(kept.key_of(taking)) else {
            return refuse(sentence!(
                "nobody has taken {taking} of {name} along here: the file is from elsewhere",
                "这里没有“{name}”编号为 {taking} 的取走记录：文件来自别处"
            ));
        };
        if !file.is_whole(key) {
            return refuse(broken_seal());
        }
        let count = u32::try_from(results.len()).unwrap_or(u32::MAX);
        check_counts(self.now()?, taking, known)?;
        let known = known.clone();
        let mut back = Vec::new();
        // A later game of a match may be due only once the earlier ones count.
        let mut results: Vec<&TakenResult> = results.iter().collect();
        results.sort_by_key(|result| result.of);
        for result in results {
            let brought = self.bring_one(by, (name, &known), result, folder);
            let brought = match brought {
                Ok(brought) => Ok(brought),
                Err(DeedError::Refused(why) | DeedError::Meanwhile(why)) => Err(why),
                Err(error) => return Err(error),
            };
            let TakenResult { table, of_game, of, .. } = result.clone();
            back.push(BackResult { table, of_game, of, brought });
        }
        let kept = self.contest(name)?;
        let matches = self.back_now(&kept, taking)?;
        let is_new = kept.contest.taking(taking).is_some_and(|known| {
            known.back.as_ref().is_none_or(|(_, _, seal)| *seal != file.seal) || !matches.is_empty()
        });
        // What was refused whole changes nothing, and can be brought again.
        if is_new && back.iter().any(|result| result.brought.is_ok()) {
            let (taking, seal) = (taking.clone(), file.seal.clone());
            let deed = ContestDeed::Back { taking, matches, results: count, seal };
            self.do_in_contest(by, name, &deed, None)?;
        }
        let out = self.contest(name)?.contest.taking(taking).map_or(0, |taking| taking.out.len());
        Ok(BroughtBack { contest: name.clone(), taking: taking.clone(), results: back, out })
    }

    /// Takes one result, on top of all that was done in the contest.
    fn bring_one(
        &self,
        by: Actor<'_>,
        (contest, taking): (&str, &Taking),
        result: &TakenResult,
        folder: &dyn Fn(&str, &GameName<'_>) -> PathBuf,
    ) -> Result<BroughtResult, DeedError> {
        let TakenResult { table, of_game, of, referee, shown } = result;
        let Some(taken) = match_of(&taking.all, of_game, *of) else {
            return Err(DeedError::Refused(sentence!(
                "{of} of {of_game} was not taken along",
                "{of_game} 的 {of} 没有被取走"
            )));
        };
        if taken.table != *table {
            return Err(DeedError::Refused(sentence!(
                "{of} was taken along for table {}, not {table}",
                "{of} 应在 {} 号桌，而不是 {table} 号桌",
                taken.table
            )));
        }
        loop {
            let kept = self.contest(contest)?;
            let Some(drawn) = kept.contest.drawn(of_game) else {
                return Err(DeedError::Refused(sentence!(
                    "{of_game} has not been drawn",
                    "{of_game} 尚未抽签"
                )));
            };
            // Whoever does not serve at all of its tables is asked for the role of an organiser.
            let serves_all =
                |account| taking.tables().into_iter().all(|own| kept.contest.serves(account, own));
            let serves = by.account().is_some_and(serves_all);
            let deed = if serves { Deed::BringFromTable } else { Deed::BringResult };
            let (shown_by, witness) = match shown {
                TakenShown::Record { text, other } => {
                    (ShownBy::Record(text), other.as_deref().map(Witness::Record))
                }
                TakenShown::Sheet { winner, how, said } => {
                    let finding = self.finding(&drawn.event, *of, *winner)?;
                    (ShownBy::Sheet { finding, verdict: *how, said }, None)
                }
            };
            let number = table.to_string();
            let (table, referee) = (Some(number.as_str()), referee.as_deref());
            let result = TableResult { game: Some(*of), shown_by, witness, table, referee };
            let journal = self.contest_journal(contest)?;
            let place = folder(&drawn.event, of_game);
            let event = (drawn.event.as_str(), place.as_path());
            if let Some(brought) = self.bring_beside((by, deed), event, (&journal, kept.seq()), &result)? {
                return Ok(brought);
            }
        }
    }

    /// What a sheet finds, by who sits where in the game.
    fn finding(&self, event: &str, of: GameId, winner: SheetWinner) -> Result<Finding, DeedError> {
        let seats = self.of_event(event, |history| {
            let played = history.event.game(of).map(|game| [game.first, game.second]);
            let due = || {
                let due = history.event.state().due().find(|due| due.id == of);
                due.map(|due| [due.first, due.second])
            };
            played.or_else(due)
        })?;
        let [first, second] =
            seats.ok_or_else(|| DeedError::Refused(sentence!("{of} is not due", "{of} 尚未排到")))?;
        Ok(match winner {
            SheetWinner::First => Finding::Won(first),
            SheetWinner::Second => Finding::Won(second),
            SheetWinner::Draw => Finding::Drawn,
            SheetWinner::Nobody => Finding::Nobody,
        })
    }

    /// The matches of a taking that are out and of which no game is due any more.
    fn back_now(
        &self,
        kept: &KeptContest,
        taking: &TakingId,
    ) -> Result<Vec<(GameName<'static>, MatchId)>, DeedError> {
        let Some(taking) = kept.contest.taking(taking) else { return Ok(Vec::new()) };
        let mut back = Vec::new();
        for taken in &taking.out {
            let Some(drawn) = kept.contest.drawn(&taken.game) else { continue };
            let is_due = self.of_event(&drawn.event, |history| {
                history.event.state().due().any(|due| due.id.of == taken.of)
            })?;
            if !is_due {
                back.push((taken.game.clone(), taken.of));
            }
        }
        Ok(back)
    }
}

/// Refuses a file of a taking that was called off, or whose results were expected earlier.
fn check_counts(now_ms: i64, taking: &TakingId, known: &Taking) -> Result<(), DeedError> {
    if known.recalled_ms.is_none() && known.has_expired(now_ms) {
        return Err(DeedError::Refused(sentence!(
            "the results of {taking} were expected earlier, and nothing of this file counts: an organiser extends it for a day \
             (on the tables' page, or `leitai contest extend`), or calls it off and lets its tables be taken along again",
            "{taking} 已过带回期限，此文件不予计入：请组委会延期一天（在棋桌页面，或用 `leitai contest extend`），\
             或收回后重新取走"
        )));
    }
    if known.recalled_ms.is_none() {
        return Ok(());
    }
    Err(DeedError::Refused(sentence!(
        "{taking} was called off: its matches are called elsewhere, and this older file counts no longer",
        "{taking} 已收回：其场次另行安排，这份旧文件不再计入"
    )))
}
