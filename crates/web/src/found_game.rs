//! A recorded game, wherever its record is stored.

use crate::lost_game::broken;
use crate::recorded::Recorded;
use crate::refusal::Refused;
use leitai_catalog::{Audience, Secrets};
use leitai_core::{Lang, Record, Seat, Tone};
use leitai_pages::{GameView, LiveShown, NextGame, OwnNote, SeatView};
use std::time::Duration;

/// A game, wherever it is stored.
pub(crate) struct FoundGame {
    pub(crate) id: String,
    /// Address and name of its event.
    pub(crate) event: Option<(String, String)>,
    pub(crate) record: Record,
    pub(crate) secrets: Secrets,
    pub(crate) age: Duration,
    pub(crate) shown_every: Option<Duration>,
    /// A running game to continue with.
    pub(crate) next: Option<NextGame>,
    /// Whether it is being played now, so that the record is incomplete.
    pub(crate) runs: bool,
}

impl FoundGame {
    /// The replayed game; `None` while the public may see nothing of it.
    pub(crate) fn recorded(&self, lang: Lang) -> Result<Option<Recorded>, Refused> {
        Recorded::open(self.record.clone(), Audience::Public, self.secrets, self.age, lang)
            .map_err(|error| broken(&self.id, &error))
    }

    /// Shows it as recorded.
    pub(crate) fn view<T>(
        &self,
        lang: Lang,
        ply: Option<usize>,
        show: impl FnOnce(GameView<'_>) -> T,
    ) -> Result<T, Refused> {
        self.shown(self.recorded(lang)?.as_ref(), None, ply, show)
    }

    /// Shows a replayed game, with what programs wrote beside its moves.
    pub(crate) fn shown<T>(
        &self,
        recorded: Option<&Recorded>,
        notes: Option<&[Vec<OwnNote>]>,
        ply: Option<usize>,
        show: impl FnOnce(GameView<'_>) -> T,
    ) -> Result<T, Refused> {
        let game: leitai_catalog::ListedGame =
            self.record.about.game.parse().map_err(|_| Refused::no_game())?;
        let about = &self.record.about;
        let last = recorded.map_or(0, |it| it.moves.len());
        let at = ply.unwrap_or(last).min(last);
        let sheets = game.sheets();
        let sandbox = about.stage.get("sandbox").and_then(|level| level.parse().ok());
        let now = || LiveShown {
            id: String::new(),
            begun: true,
            faces: Default::default(),
            delayed_s: None,
            waits: None,
        };
        let view = GameView {
            id: &self.id,
            event: self.event.as_ref().map(|(id, name)| (id.as_str(), name.as_str())),
            facts: game.facts(),
            seats: Seat::BOTH.map(|seat| SeatView {
                name: about.seats[seat.index()].name.to_string(),
                about: self.record.announced_beside(seat).unwrap_or_default().to_owned(),
            }),
            tones: recorded.map_or([Tone::Plain; 2], Recorded::tones),
            steps: recorded.map(|it| &it.steps),
            says: recorded.map_or(&[], |it| it.says()),
            notes,
            ruling: None,
            moves: recorded.map_or(&[], |it| &it.moves),
            at,
            live: self.runs.then(now),
            ending: recorded.and_then(|it| it.ending.as_ref()),
            clock: about.clock,
            sandbox,
            shown_every: self.shown_every,
            secrets: self.secrets,
            sheets: if recorded.is_some() { &sheets } else { &[] },
            next: self.next.clone(),
        };
        Ok(show(view))
    }
}
