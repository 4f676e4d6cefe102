//! A game's page and its downloads.

use crate::answer::{Content, PICTURE_POLICY};
use crate::far_games::before_it_runs;
use crate::found_game::FoundGame;
use crate::live::{Followed, LiveGame, Mark};
use crate::lost_game::{broken, not_begun, unread};
use crate::published::HeldBack;
use crate::reader::{Asking, query};
use crate::recorded::{Breaks, sheet, verified};
use crate::refusal::Refused;
use crate::site::Site;
use leitai_catalog::{Audience, Cut, Ending, Secrets};
use leitai_core::{Lang, Record, SheetName, Tone, sentence};
use leitai_hall::ShortId;
use leitai_pages::{Face, GameView, LiveShown, NextGame};
use std::sync::Arc;
use std::time::Duration;

impl Site {
    /// Whether the public does not know of a game, because its event was frozen before it was drawn.
    pub(crate) fn is_unknown(&self, id: &str) -> bool {
        self.events.held_back(id) == Some(HeldBack::Game)
    }

    /// The running games that everybody may watch, and those that have just ended.
    pub(crate) fn watched(&self) -> Vec<Arc<LiveGame>> {
        let mut all = self.live.all();
        all.retain(|game| match self.events.held_back(&game.id) {
            None => true,
            Some(HeldBack::Result) => !game.is_over(),
            Some(HeldBack::Game) => false,
        });
        all
    }

    /// Refuses what is held back of a game while its event is frozen.
    fn may_be_shown(&self, id: &str) -> Result<(), Refused> {
        match self.events.held_back(id) {
            None => Ok(()),
            Some(HeldBack::Game) => Err(Refused::no_game()),
            Some(HeldBack::Result) if self.live.get(id).is_some_and(|game| !game.is_over()) => Ok(()),
            Some(HeldBack::Result) => Err(frozen(id)),
        }
    }

    /// A game by its address, as far as it is recorded and everybody may see it.
    pub(crate) fn find(&self, id: &str) -> Result<FoundGame, Refused> {
        self.may_be_shown(id)?;
        self.found(id)
    }

    /// A game by its address, as far as it is recorded: for its authors.
    pub(crate) fn found(&self, id: &str) -> Result<FoundGame, Refused> {
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
            return Ok(FoundGame {
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
        let of_people = || self.play.record(id);
        if let Some(path) =
            self.exhibition.as_ref().and_then(|exhibition| exhibition.record(id)).or_else(of_people)
        {
            let text = std::fs::read(&path).map_err(|error| unread(id, &path, &error))?;
            return Ok(FoundGame {
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

    /// Checks that a game's address has something to follow, now or later; refuses like the game's page.
    pub(crate) fn is_there(&self, id: &str) -> Result<(), Refused> {
        self.may_be_shown(id)?;
        if self.live.get(id).is_some() || self.events.awaited(id).is_some() {
            return Ok(());
        }
        self.find(id).map(drop)
    }

    /// The page of a game, or with `is_card` only its small board, which a page fetches again where it shows one.
    pub(crate) fn game_page(
        &self,
        id: &str,
        asking: &Asking,
        ply: Option<usize>,
        is_card: bool,
    ) -> Result<Content, Refused> {
        self.may_be_shown(id)?;
        let reader = asking.reader();
        let show = |view: GameView<'_>| {
            let page = if is_card { leitai_pages::board_card } else { leitai_pages::game };
            page(&reader, &view)
        };
        if let Some(game) = self.live.get(id).filter(|game| !game.is_over()) {
            return Ok(Content::html(live_view(&game, asking.lang, ply, show)));
        }
        let found = self.find(id);
        // The record exists before the result does, and until then the game is due.
        if found.is_err()
            && let Some((event, awaited)) = self.events.awaited(id)
            && let Some(game) = before_it_runs(id, &event, &awaited.due)
        {
            return Ok(Content::html(live_view(&game, asking.lang, ply, |mut view| {
                view.live.iter_mut().for_each(|live| live.waits = awaited.waits);
                show(view)
            })));
        }
        let next = self.watched().into_iter().find(|game| !game.is_over());
        let next = next.map(|game| {
            let [first, second] = game.seats().map(|seat| seat.name);
            NextGame { id: game.id.clone(), title: format!("{first} – {second}") }
        });
        let found = FoundGame { next, ..found? };
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

    /// The whole game as an animated picture, or one board of it.
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

/// The policy under which a picture is animated when opened on its own.
pub(crate) const PICTURES: &str = PICTURE_POLICY;

/// Shows a running game in its current state.
pub(crate) fn live_view<T>(
    game: &LiveGame,
    lang: Lang,
    ply: Option<usize>,
    show: impl FnOnce(GameView<'_>) -> T,
) -> T {
    let seats = game.seats();
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
            seats,
            tones: followed.map_or([Tone::Plain; 2], Followed::tones),
            steps: followed.map(Followed::steps),
            says: followed.map_or(&[], Followed::start),
            notes: None,
            ruling: None,
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

/// The step requested in an address.
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

/// The answer about a game that was not over when its event was frozen: the same before and after it is played.
fn frozen(id: &str) -> Refused {
    Refused::nothing(
        sentence!(
            "The board of this event is frozen: how this game ends is told when it is revealed.",
            "本赛事已封榜：这一局的结果在揭榜时公布。"
        ),
        sentence!(
            "While it is played it can be watched here. The authors of its programs and the organisers find it at /games/{id}/own.",
            "对局进行时可在此观看。程序作者与组织者可在 /games/{id}/own 查看。"
        ),
    )
}

pub(crate) fn secret() -> Refused {
    Refused::nothing(
        sentence!("This game may not be shown yet.", "这一局现在还不能公开。"),
        sentence!("Its page says when it will be.", "公开时间见对局页面。"),
    )
}

fn no_ply(last: usize) -> Refused {
    Refused::nothing(
        sentence!("The game has no such move; the last is {last}.", "没有这一手；最后一手是第 {last} 手。"),
        sentence!("Open the game's page to step through it.", "可在对局页面逐步查看。"),
    )
}
