//! The result of a game at a table: its record, or its signed sheet.

use crate::address::{Address, By, at};
use crate::asked::{Answer, Asked, leads_to};
use crate::contest::found::{serves, serves_at};
use crate::contest::tables::{TableRefusal, show_table};
use crate::people::form::Posted;
use crate::people::signed_in::Me;
use crate::refusal::Refused;
use axum::extract::Path;
use leitai_core::{Sentence, VerdictName, sentence};
use leitai_hall::{Brought, BroughtResult, DeedError, ShownBy, TableResult, Witness};
use leitai_pages::{FieldTrouble, HowEnded};
use leitai_tournament::contest::{Contest, TeamId};
use leitai_tournament::{Finding, GameId};

pub(super) fn routes() -> Vec<Address> {
    vec![at("/contests/{id}/tables/{place}/result").change(By::People, bring)]
}

/// What shows how a game ended, as it was posted.
enum Posting {
    Record(String, Option<Beside>),
    Sheet(Finding, VerdictName, String),
}

/// What was posted to be compared with a record.
enum Beside {
    Record(String),
    Code(String, u32),
}

/// What is to be compared with the record; errors with what is wrong with which field.
fn beside(posted: &Posted) -> Result<Option<Beside>, (&'static str, Sentence)> {
    let (code, plies) = (posted.text("code"), posted.text("plies"));
    match std::str::from_utf8(posted.bytes("other")) {
        Err(_) => Err(("other", sentence!("This file is no record.", "这个文件不是对局记录。"))),
        Ok("") if code.is_empty() => Ok(None),
        Ok("") => match plies.parse() {
            Ok(plies) => Ok(Some(Beside::Code(code, plies))),
            Err(_) => Err((
                "plies",
                sentence!("Type the number of plies beside the code.", "请填写局面码旁的手数。"),
            )),
        },
        Ok(text) => Ok(Some(Beside::Record(text.to_owned()))),
    }
}

/// What was posted, or all that is wrong with it.
fn posting(posted: &Posted, contest: &Contest, table: u32) -> Result<(GameId, Posting), Vec<FieldTrouble>> {
    let mut troubles = Vec::new();
    let mut wrong = |field: &str, what: Sentence| {
        troubles.push(FieldTrouble { field: field.to_owned(), what });
    };
    let of: Option<GameId> = posted.text("of").parse().ok();
    if of.is_none() {
        wrong("of", sentence!("Choose the game.", "请选择对局。"));
    }
    let record = posted.bytes("record");
    let shown = match std::str::from_utf8(record) {
        Ok("") => {
            let finding = finding(&posted.text("winner"), contest, table);
            if finding.is_none() {
                wrong(
                    "record",
                    sentence!(
                        "Choose the record, or say below how the game ended.",
                        "请选择记录文件，或在下方填写成绩单。"
                    ),
                );
            }
            let how = posted.text("how");
            let how = HowEnded::ALL.into_iter().find(|known| known.name == how);
            if how.is_none() {
                wrong("how", sentence!("Choose how the game ended.", "请选择终局方式。"));
            }
            finding.zip(how).map(|(finding, how)| Posting::Sheet(finding, how.verdict, posted.text("said")))
        }
        Ok(text) => match beside(posted) {
            Ok(beside) => Some(Posting::Record(text.to_owned(), beside)),
            Err((field, what)) => {
                wrong(field, what);
                None
            }
        },
        Err(_) => {
            wrong("record", sentence!("This file is no record.", "这个文件不是对局记录。"));
            None
        }
    };
    match of.zip(shown).filter(|_| troubles.is_empty()) {
        Some(all) => Ok(all),
        None => Err(troubles),
    }
}

/// Who won, by the team of a table; `None` if nothing that can be was chosen.
fn finding(winner: &str, contest: &Contest, table: u32) -> Option<Finding> {
    match winner {
        "draw" => Some(Finding::Drawn),
        "nobody" => Some(Finding::Nobody),
        team => {
            let team: TeamId = team.parse().ok()?;
            let stands = contest.table(table)?;
            contest.drawn(&stands.game)?.entry(team).map(Finding::Won)
        }
    }
}

async fn bring(
    Path((id, place)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let found = asked.contest(&id).await?;
    let contest = &found.kept.contest;
    serves(contest, &me)?;
    let table: u32 = place.parse().map_err(|_| Refused::no_page())?;
    if !serves_at(contest, &me, table) {
        return Err(Refused::no_page());
    }
    let mut refusal = TableRefusal::default();
    let fields = ["of", "winner", "how", "said", "code", "plies"];
    refusal.typed = fields.map(|field| (field.to_owned(), posted.text(field))).to_vec();
    let (game, shown) = match posting(&posted, contest, table) {
        Ok(posting) => posting,
        Err(troubles) => {
            refusal.troubles = troubles;
            return show_table(&asked, &me, (&id, &place), Some(refusal)).await;
        }
    };
    let (name, referee) = (found.name.clone(), me.person.line.name.clone());
    let event = contest.table(table).and_then(|stands| contest.drawn(&stands.game));
    let event = event.map(|drawn| drawn.event.clone()).unwrap_or_default();
    let brought = asked.asks_site(&me, move |site, by| {
        let event = site.events.named(&event).ok_or(DeedError::Nothing)?;
        let (shown_by, witness) = match &shown {
            Posting::Record(text, beside) => {
                let witness = beside.as_ref().map(|beside| match beside {
                    Beside::Record(other) => Witness::Record(other),
                    Beside::Code(code, plies) => Witness::Code { code, plies: *plies },
                });
                (ShownBy::Record(text), witness)
            }
            Posting::Sheet(finding, verdict, said) => {
                (ShownBy::Sheet { finding: *finding, verdict: *verdict, said }, None)
            }
        };
        let (table, number) = (table, table.to_string());
        let (table_name, referee) = (Some(number.as_str()), Some(referee.as_str()));
        let result = TableResult { game: Some(game), shown_by, witness, table: table_name, referee };
        site.events.shared().bring_from_table(by, (&name, table), &event.folder(), &result)
    });
    match brought.await? {
        Ok(BroughtResult { brought, agreement, .. }) => {
            let done = match (brought, agreement) {
                (Brought::Counted, None) => "result",
                (Brought::Counted | Brought::BearsOut, _) => "agreed",
                (Brought::Before, _) => "before",
            };
            Ok(leads_to(&format!("/contests/{id}/tables/{table}?done={done}")))
        }
        Err(why) => {
            refusal.trouble = Some(why);
            show_table(&asked, &me, (&id, &place), Some(refusal)).await
        }
    }
}
