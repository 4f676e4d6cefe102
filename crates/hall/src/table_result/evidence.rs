//! What bears a record out that is brought: the record of the other desk, or the position code on its screen.

use super::record_facts::record_in;
use super::result::{ShownBy, TableResult, Witness};
use super::two_records::{Agreement, agree, agrees_with_code};
use crate::deed_error::DeedError;
use crate::history::WitnessNote;
use leitai_core::Sentence;
use leitai_tournament::GameId;

/// What bears a record out, compared with it.
#[derive(Default)]
pub(super) struct Evidence<'a> {
    /// The record of the other desk.
    pub(super) other: Option<&'a str>,
    /// Its seal.
    pub(super) other_seal: Option<String>,
    /// The code on the other desk's screen.
    code: Option<(String, u32)>,
    /// That it agrees.
    pub(super) agreement: Option<Agreement>,
}

/// Where the record of the other desk is kept, below the event's folder.
pub(super) const WITNESSES: &str = "witnesses";

impl<'a> Evidence<'a> {
    /// Compares what was brought beside a record with it. Refused where they differ.
    pub(super) fn of(result: &TableResult<'a>) -> Result<Evidence<'a>, DeedError> {
        let (text, witness) = match (result.shown_by, result.witness) {
            (_, None) => return Ok(Evidence::default()),
            (ShownBy::Record(text), Some(witness)) => (text, witness),
            (ShownBy::Sheet { .. }, Some(_)) => {
                return Err(DeedError::Refused(Sentence::new(
                    "a sheet is signed by both sides: only a record is compared with another",
                    "成绩单由双方签字，只有对局记录才需要核对",
                )));
            }
        };
        let record = record_in(text)?;
        match witness {
            Witness::Record(other) => {
                let second = record_in(other)?;
                let agreement = agree(&record, &second).map_err(DeedError::Refused)?;
                let other_seal = second.end.and_then(|end| end.seal).map(std::borrow::Cow::into_owned);
                let (other, agreement) = (Some(other), Some(agreement));
                Ok(Evidence { other, other_seal, code: None, agreement })
            }
            Witness::Code { code, plies } => {
                let agreement = agrees_with_code(&record, code, plies).map_err(DeedError::Refused)?;
                let code = Some((code.trim().to_uppercase(), plies));
                Ok(Evidence { code, agreement: Some(agreement), ..Evidence::default() })
            }
        }
    }

    /// What the journal says of it.
    pub(super) fn note(&self, id: GameId) -> Option<WitnessNote> {
        match (self.other, self.agreement, &self.code) {
            (Some(_), Some(agreement), _) => Some(record_note(id, self.other_seal.clone(), agreement)),
            (_, _, Some((code, plies))) => Some(WitnessNote::Code { code: code.clone(), plies: *plies }),
            _ => None,
        }
    }
}

/// What the journal says of the record of the other desk, which agrees.
pub(super) fn record_note(id: GameId, seal: Option<String>, agreement: Agreement) -> WitnessNote {
    let Agreement { plies, apart_ms, .. } = agreement;
    let record = format!("{WITNESSES}/{id}.jsonl");
    WitnessNote::Record { record, seal, plies, apart_ms: apart_ms.unwrap_or_default() }
}
