//! A game's page and what can be had of a game.

use crate::answer::{Content, PICTURE_POLICY};
use crate::far_games::before_it_runs;
use crate::live::{Followed, LiveGame, Mark};
use crate::lost_game::{broken, not_begun, unread};
use crate::own_notes::{author, own_notes};
use crate::reader::{Asking, query};
use crate::recorded::{Recorded, sheet};
use crate::refusal::Refused;
use crate::site::Site;
use leitai_catalog::{Audience, Cut, Ending, Replay, Secrets};
use leitai_core::{Lang, Record, RecordError, Seat, SheetName, Tone, sentence};
use leitai_hall::ShortId;
use leitai_pages::{Face, GameView, LiveShown, NextGame, OwnNote, SeatView};
use std::time::Duration;

/// A game wherever it is.
pub(crate) struct Found {
    pub(crate) id: String,
    /// Address and name of its event.
    pub(crate) event: Option<(String, String)>,
    pub(crate) record: Record,
    pub(crate) secrets: Secrets,
    pub(crate) age: Duration,
    pub(crate) shown_every: Option<Duration>,
    /// A game that runs, to go on with.
    pub(crate) next: Option<NextGame>,
    /// Is it played now? Then this is what there is of it so far.
    pub(crate) runs: bool,
}

impl Site {
    /// A game by its address, as far as it is recorded.
    pub(crate) fn find(&self, id: &str) -> Result<Found, Refused> {
        if let Some(game) = self.live.get(id) {
            let is_over = game.is_over();
            let text = game.record();
            if text.is_empty() {
                return Err(not_begun(None));
            }
            let mut record = Record::read(&text).map_err(|error| broken(id, &error))?;
            if let Some(event) = game.belongs.event.as_ref().and_then(|(event, _)| self.events.get(event)) {
                event.rename(&mut record);
            }
            return Ok(Found {
                id: id.to_owned(),
                event: game.belongs.event.clone(),
                record,
                secrets: game.belongs.secrets,
                age: if is_over { Duration::MAX } else { Duration::ZERO },
                shown_every: game.belongs.shown_every,
                next: None,
                runs: !is_over,
            });
        }
        if let Some(path) = self.exhibition.as_ref().and_then(|exhibition| exhibition.record(id)) {
            let text = std::fs::read(&path).map_err(|error| unread(id, &path, &error))?;
            return Ok(Found {
                id: id.to_owned(),
                event: None,
                record: verified(&text, Breaks::Off).map_err(|error| broken(id, &error))?,
                secrets: Secrets::default(),
                age: Duration::MAX,
                shown_every: None,
                next: None,
                runs: false,
            });
        }
        self.events.game(id).unwrap_or_else(|| {
            let may_come = id.parse::<ShortId>().is_ok() && self.events.are_being_read();
            Err(if may_come { Refused::not_read_yet() } else { Refused::no_game() })
        })
    }

    /// The page of a game; `is_card`: its small board alone, which a page fetches again where it has it.
    pub(crate) fn game_page(
        &self,
        id: &str,
        asking: &Asking,
        ply: Option<usize>,
        is_card: bool,
    ) -> Result<Content, Refused> {
        let reader = asking.reader();
        let show = |view: GameView<'_>| {
            let page = if is_card { leitai_pages::board_card } else { leitai_pages::game };
            page(&reader, &view)
        };
        if let Some(game) = self.live.get(id).filter(|game| !game.is_over()) {
            return Ok(Content::html(live_view(&game, asking.lang, ply, show)));
        }
        let found = self.find(id);
        // The record is there before its result, and the game is due until then.
        if found.is_err()
            && let Some((event, awaited)) = self.events.awaited(id)
            && let Some(game) = before_it_runs(id, &event, &awaited.due)
        {
            return Ok(Content::html(live_view(&game, asking.lang, ply, |mut view| {
                view.live.iter_mut().for_each(|live| live.waits = awaited.waits);
                show(view)
            })));
        }
        let next = self.live.all().into_iter().find(|game| !game.is_over());
        let next = next.map(|game| {
            let [first, second] = game.seats().map(|seat| seat.name);
            NextGame { id: game.id.clone(), title: format!("{first} – {second}") }
        });
        let found = Found { next, ..found? };
        Ok(Content::html(found.view(asking.lang, ply, show)?))
    }

    /// The record as the public may have it.
    pub(crate) fn game_record(&self, id: &str) -> Result<Content, Refused> {
        let found = self.find(id)?;
        let cut = Cut::of(found.record, Audience::Public, found.secrets, found.age);
        let cut = cut.map_err(|error| broken(id, &error))?.ok_or_else(secret)?;
        let text = cut.text().map_err(|error| broken(id, &error))?;
        Ok(Content::new("application/x-ndjson; charset=utf-8", text))
    }

    /// The whole game as a picture that moves, or one board of it.
    pub(crate) fn game_picture(&self, id: &str, at: Option<usize>, lang: Lang) -> Result<Content, Refused> {
        let game = self.find(id)?.recorded(lang)?.ok_or_else(secret)?;
        let picture = match at {
            None => game.film(lang),
            Some(at) => game.picture(at, lang).ok_or_else(|| no_ply(game.moves.len()))?,
        };
        Ok(Content::new("image/svg+xml", picture))
    }

    /// The places of the board at a step with their spoken names, as JSON.
    pub(crate) fn game_places(
        &self,
        id: &str,
        asking: &Asking,
        ply: Option<usize>,
    ) -> Result<Content, Refused> {
        let game = self.find(id)?.recorded(asking.lang)?.ok_or_else(secret)?;
        let scene = game.scene(ply.unwrap_or(game.moves.len())).ok_or_else(|| no_ply(game.moves.len()))?;
        Ok(Content::json(leitai_pages::places(&asking.reader(), scene)))
    }

    /// The game as a sheet, with the name of its file.
    pub(crate) fn game_sheet(&self, id: &str, form: SheetName) -> Result<(String, Content), Refused> {
        let found = self.find(id)?;
        let cut = Cut::of(found.record.clone(), Audience::Public, found.secrets, found.age);
        if !cut.map_err(|error| broken(id, &error))?.is_some_and(|cut| cut.is_truth()) {
            return Err(secret());
        }
        let event = found.event.as_ref().map(|(_, name)| name.as_str());
        let written = sheet(&found.record, form, event).ok_or_else(|| {
            Refused::nothing(
                sentence!("This game has no {form} sheet.", "这种棋没有 {form} 格式的棋谱。"),
                sentence!("The game's page lists what there is.", "可用的格式见对局页面。"),
            )
        })?;
        let (name, text) = written.map_err(|error| broken(id, &error))?;
        Ok((name, Content::new("text/plain; charset=utf-8", text)))
    }
}

/// The policy under which a picture moves when it is opened alone.
pub(crate) const PICTURES: &str = PICTURE_POLICY;

impl Found {
    /// The game played again; none while the public has nothing of it.
    fn recorded(&self, lang: Lang) -> Result<Option<Recorded>, Refused> {
        Recorded::open(self.record.clone(), Audience::Public, self.secrets, self.age, lang)
            .map_err(|error| broken(&self.id, &error))
    }

    /// Shows it as it was recorded.
    pub(crate) fn view<T>(
        &self,
        lang: Lang,
        ply: Option<usize>,
        show: impl FnOnce(GameView<'_>) -> T,
    ) -> Result<T, Refused> {
        self.shown(self.recorded(lang)?.as_ref(), None, ply, show)
    }

    /// Shows it to whoever wrote the programs of these seats, with what these programs said.
    pub(crate) fn own_view<T>(
        &self,
        seats: &[Seat],
        lang: Lang,
        ply: Option<usize>,
        show: impl FnOnce(GameView<'_>) -> T,
    ) -> Result<T, Refused> {
        let broken = |error| broken(&self.id, &error);
        let (record, author) = (|| self.record.clone(), author(seats));
        let recorded = Recorded::open(record(), author, self.secrets, self.age, lang).map_err(broken)?;
        let notes = own_notes(record(), seats, self.secrets, self.age, lang).map_err(broken)?;
        self.shown(recorded.as_ref(), notes.as_deref(), ply, show)
    }

    fn shown<T>(
        &self,
        recorded: Option<&Recorded>,
        notes: Option<&[Vec<OwnNote>]>,
        ply: Option<usize>,
        show: impl FnOnce(GameView<'_>) -> T,
    ) -> Result<T, Refused> {
        let game: leitai_catalog::ListedGame =
            self.record.about.game.parse().map_err(|_| Refused::no_game())?;
        let about = &self.record.about;
        let seats = about.seats.each_ref();
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
            seats: seats.map(|seat| SeatView { name: seat.name.to_string(), about: String::new() }),
            tones: recorded.map_or([Tone::Plain; 2], Recorded::tones),
            steps: recorded.map(|it| &it.steps),
            says: recorded.map_or(&[], |it| it.says()),
            notes,
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

/// Shows a game that runs where it stands.
pub(crate) fn live_view<T>(
    game: &LiveGame,
    lang: Lang,
    ply: Option<usize>,
    show: impl FnOnce(GameView<'_>) -> T,
) -> T {
    game.look(lang, |followed: Option<&Followed>, mark: Mark, faces: Option<[Face; 2]>| {
        let last = followed.map_or(0, |it| it.moves().len());
        let delay = game.delay();
        let live = LiveShown {
            id: mark.to_string(),
            begun: mark != Mark::default(),
            faces: faces.unwrap_or_default(),
            delayed_s: (!delay.is_zero()).then_some(delay.as_secs()),
            waits: None,
        };
        let ending: Option<&Ending> = None;
        let view = GameView {
            id: &game.id,
            event: game.belongs.event.as_ref().map(|(id, name)| (id.as_str(), name.as_str())),
            facts: game.facts(),
            seats: game.seats(),
            tones: followed.map_or([Tone::Plain; 2], Followed::tones),
            steps: followed.map(Followed::steps),
            says: followed.map_or(&[], Followed::start),
            notes: None,
            moves: followed.map_or(&[], Followed::moves),
            at: ply.unwrap_or(last).min(last),
            live: Some(live),
            ending,
            clock: game.assignment.clock,
            sandbox: None,
            shown_every: game.belongs.shown_every,
            secrets: game.belongs.secrets,
            sheets: &[],
            next: None,
        };
        show(view)
    })
}

/// The step that an address asks for.
pub(crate) fn ply_of(uri: &axum::http::Uri) -> Result<Option<usize>, Refused> {
    let Some(text) = query(uri, "ply") else { return Ok(None) };
    text.parse().map(Some).map_err(|_| {
        Refused::unclear(
            sentence!("`ply` in the address is not a number.", "地址中的 `ply` 不是数字。"),
            sentence!(
                "Write `?ply=37` for the board after the 37th move.",
                "第 37 手之后的棋盘请写 `?ply=37`。"
            ),
        )
    })
}

/// May a record end before its game?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breaks {
    /// The server may have been stopped while it was played.
    Off,
    /// It was whole before its result counted.
    Never,
}

/// A record from the disk that is what was played: its acts lead to its end, its digest and its verdict.
pub(crate) fn verified(bytes: &[u8], breaks: Breaks) -> Result<Record, RecordError> {
    let record = Record::read(&String::from_utf8_lossy(bytes))?;
    if record.end.is_some() || breaks == Breaks::Never {
        Replay::open(record.clone())?.verify()?;
    }
    Ok(record)
}

fn secret() -> Refused {
    Refused::nothing(
        sentence!("Nothing of this game may be seen yet.", "这一局现在还不能公开。"),
        sentence!("Its page says when it will be.", "公开时间见对局页面。"),
    )
}

fn no_ply(last: usize) -> Refused {
    Refused::nothing(
        sentence!("The game has no such move; the last is {last}.", "没有这一手；最后一手是第 {last} 手。"),
        sentence!("Open the game's page to step through it.", "可在对局页面逐步查看。"),
    )
}
