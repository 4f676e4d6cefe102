//! The first page: live boards, today's events, standings.

use crate::answer::Content;
use crate::found_game::FoundGame;
use crate::game_page::live_view;
use crate::live::LiveGame;
use crate::metrics::Now;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use leitai_core::Lang;
use leitai_pages::GameView;
use std::sync::Arc;

/// How many boards the first page shows.
const BOARDS: usize = 5;

/// A game that is shown as a small board.
pub(crate) enum Board {
    Live(Arc<LiveGame>),
    Over(Box<FoundGame>),
}

impl Site {
    /// `/`; `boards_only`: only the part that is fetched again when the set of running games changes.
    pub(crate) fn hall_page(&self, asking: &Asking, boards_only: bool) -> Result<Content, Refused> {
        let version = *self.live.changes().borrow();
        let boards = self.boards(BOARDS);
        let reader = asking.reader();
        let contests = self.contests.cards(&self.events);
        let page = on_boards(&boards, asking.lang, |views| {
            if boards_only {
                return leitai_pages::hall_boards(&reader, views);
            }
            let cards = self.events.cards();
            let standings = self.events.standings();
            let notices = self.notices.of_late(&self.events);
            leitai_pages::hall(&reader, views, version, &notices, &contests, &cards, standings.as_ref())
        })?;
        Ok(Content::html(page))
    }

    /// The boards to show: running games, those with a hidden board last, then those that ended last.
    fn boards(&self, most: usize) -> Vec<Board> {
        let mut live = self.watched();
        // A game that waits to begin gets its board with its first line; an empty board would soon be replaced
        // anyway.
        live.retain(|game| game.has_begun());
        live.sort_by_cached_key(|game| (game.is_over(), game.is_secret(), game.order()));
        live.truncate(most);
        live.sort_by_cached_key(|game| game.order());
        let shown: Vec<_> = live.iter().map(|game| game.id.clone()).collect();
        let mut boards: Vec<_> = live.into_iter().map(Board::Live).collect();
        let ended = self.exhibition.iter().flat_map(|exhibition| exhibition.newest(most));
        for id in ended.filter(|id| !shown.contains(id)) {
            if boards.len() == most {
                break;
            }
            boards.extend(self.find(&id).ok().map(|found| Board::Over(Box::new(found))));
        }
        boards
    }

    /// The live boards of one event.
    pub(crate) fn boards_of(&self, event: &SiteEvent) -> Vec<Board> {
        let is_its =
            |game: &Arc<LiveGame>| game.belongs.event.as_ref().is_some_and(|(id, _)| *id == event.id);
        self.watched()
            .into_iter()
            .filter(is_its)
            .filter(|game| game.has_begun())
            .take(BOARDS)
            .map(Board::Live)
            .collect()
    }

    /// The address that was probably meant.
    pub(crate) fn nearest(&self, path: &str) -> Option<(String, String)> {
        let fixed =
            ["/events", "/ladders", "/docs", "/docs/api", "/health", "/ready", "/metrics"].map(str::to_owned);
        let events = self.events.all();
        let events = events.iter().map(|event| format!("/events/{}", event.id));
        leitai_core::nearest(path, fixed.into_iter().chain(events)).map(|near| (near.clone(), near))
    }

    /// The current measurements.
    pub(crate) fn now(&self, store_is_there: bool) -> Now {
        Now {
            streams: self.streams.count(),
            most_streams: self.streams.most(),
            games: self.live.running(),
            events: self.events.count(),
            due: self.events.due(),
            stuck: self.events.stuck(),
            awaits_cores: leitai_arena::is_waiting(),
            store_is_there,
        }
    }
}

/// Shows several games at once. A view borrows from its game, which is locked during the call: always in the order
/// of [`LiveGames::all`](crate::live::LiveGames::all), so that two pages never deadlock.
pub(crate) fn on_boards<T>(
    boards: &[Board],
    lang: Lang,
    show: impl FnOnce(&[GameView<'_>]) -> T,
) -> Result<T, Refused> {
    with_views(boards, lang, Vec::new(), Box::new(show))
}

type Show<'s, T> = Box<dyn FnOnce(&[GameView<'_>]) -> T + 's>;

fn with_views<T>(
    boards: &[Board],
    lang: Lang,
    views: Vec<GameView<'_>>,
    show: Show<'_, T>,
) -> Result<T, Refused> {
    match boards.split_first() {
        None => Ok(show(&views)),
        Some((Board::Live(game), rest)) => live_view(game, lang, None, |view| {
            let mut views: Vec<GameView<'_>> = views;
            views.push(view);
            with_views(rest, lang, views, show)
        }),
        Some((Board::Over(found), rest)) => found.view(lang, None, |view| {
            let mut views: Vec<GameView<'_>> = views;
            views.push(view);
            with_views(rest, lang, views, show)
        })?,
    }
}
