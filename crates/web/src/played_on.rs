//! What follows from a game that is over: it is judged, or played on from one of its positions.

use crate::answer::Content;
use crate::asked::leads_to;
use crate::game_page::secret;
use crate::lost_game::broken;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use axum::body::Body;
use axum::http::Response;
use leitai_catalog::{Audience, Cut, Replay};
use leitai_core::{Record, RecordError};
use leitai_pages::{AnalysisView, percent_encoded};
use std::sync::atomic::Ordering;

impl Site {
    /// The record of a game that is over, if the public may know all of it.
    fn open_record(&self, id: &str) -> Result<Record, Refused> {
        let found = self.find(id)?;
        let cut = Cut::of(found.record.clone(), Audience::Public, found.secrets, found.age);
        let is_truth = cut.map_err(|error| broken(id, &error))?.is_some_and(|cut| cut.is_truth());
        if is_truth && !found.runs { Ok(found.record) } else { Err(secret()) }
    }

    /// Leads to where a game is played on from its position after so many steps.
    pub(crate) fn play_from(&self, id: &str, ply: Option<usize>) -> Result<Response<Body>, Refused> {
        let record = self.open_record(id)?;
        let lines = |record: &Record| -> Result<String, RecordError> {
            let mut replay = Replay::open(record.clone())?;
            for _ in 0..ply.unwrap_or(usize::MAX) {
                if replay.step()?.is_none() {
                    break;
                }
            }
            Ok(replay.table().position())
        };
        let position = lines(&record).map_err(|error| broken(id, &error))?;
        let options: Vec<_> =
            record.about.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let [position, options] = [position, options.join(" ")].map(|text| percent_encoded(&text));
        let game = &record.about.game;
        Ok(leads_to(&format!("/play?game={game}&position={position}&options={options}")))
    }

    /// The page of a game of people that is judged.
    pub(crate) fn analysis_page(&self, id: &str, asking: &Asking) -> Result<Content, Refused> {
        if self.play.record(id).is_none() {
            return Err(Refused::no_page());
        }
        let record = self.open_record(id)?;
        let (names, closing) = (record.names(), self.closing.subscribe());
        let judging =
            self.analyses.of(id, || record, move || !*closing.borrow()).ok_or_else(Refused::busy)?;
        let view = match judging.done.get() {
            None => AnalysisView::Runs(judging.passed.load(Ordering::Relaxed), judging.lines),
            Some(Ok(analysis)) => AnalysisView::Done(analysis),
            Some(Err(why)) => AnalysisView::Failed(why.clone()),
        };
        Ok(Content::html(leitai_pages::analysis(&asking.reader(), id, &names, &view)))
    }
}
