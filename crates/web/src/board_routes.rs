//! Addresses of score boards over all events, of entries, and of pairs of entries.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, framed, titled};
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use axum::extract::Path;
use leitai_arena::now_ms;
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{Lang, Words, sentence};
use leitai_pages::Nav;
use leitai_pages::event::{Chronicle, Form, Past, Shown, SiteLinks, Speech};
use leitai_tournament::EntryId;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/ladders").read(By::Everybody, ladders),
        at("/ladders/{game}").read(By::Everybody, ladder),
        at("/ladders/{game}/{what}").read(By::Everybody, of_ladder),
        at("/programs/{id}").read(By::Everybody, program),
        at("/programs/{id}/{what}").read(By::Everybody, of_program),
        at("/programs/{id}/against/{other}").read(By::Everybody, against),
        at("/programs/{id}/against/{other}/{what}").read(By::Everybody, of_against),
    ]
}

/// A page about all events together.
#[derive(Debug)]
enum ChroniclePage {
    Ladder(String),
    Program(String),
    Against(String, String),
}

impl Site {
    /// Calls `tell` with a chronicle of all events.
    fn chronicle<T>(&self, tell: impl FnOnce(&Chronicle<'_>) -> T) -> T {
        let events = self.events.all();
        let known: Vec<_> = events.iter().map(|event| event.known()).collect();
        let longest: Vec<_> =
            events.iter().zip(&known).map(|(event, known)| event.longest(known.as_ref())).collect();
        let shown: Vec<_> = events.iter().map(|event| event.published.shown()).collect();
        let past: Vec<_> = events
            .iter()
            .zip(&known)
            .zip(&shown)
            .zip(&longest)
            .filter_map(|(((event, known), shown), longest)| {
                let history = shown.as_deref().unwrap_or(&known.as_ref()?.history);
                Some(Past { id: &event.id, history, secrets: event.file().secrets, longest })
            })
            .collect();
        let games = |event: &str, game| self.events.game_address(event, game);
        let links = SiteLinks { games: &games };
        tell(&Chronicle::new(&past, now_ms(), &self.zone, &links))
    }

    fn shown(&self, lang: Lang, wanted: &ChroniclePage) -> Result<(String, Shown), Refused> {
        let speech = Speech::Only(lang);
        // While the chronicle holds all events, nothing may ask one of them again: an event being changed waits
        // until they are released.
        match wanted {
            ChroniclePage::Ladder(game) => {
                let game = ladder_of(game)?;
                let shown = self.chronicle(|chronicle| chronicle.ladder(game, speech));
                Ok((titled(Words::new("Ladder", "天梯"), game.facts().name.to(lang), lang), shown))
            }
            ChroniclePage::Program(id) => {
                let (event, entry) = entry_of(id).ok_or_else(no_entry)?;
                let title = self.entry_name(&event, entry).ok_or_else(no_entry)?;
                let of =
                    self.events.get(&event).map_or_else(String::new, |event| format!(" · {}", event.name));
                let title = format!("{title}{of}");
                let shown = self.chronicle(|chronicle| chronicle.program(&event, entry, speech));
                Ok((title, shown.ok_or_else(no_entry)?))
            }
            ChroniclePage::Against(one, other) => {
                let two = entry_of(one).zip(entry_of(other)).ok_or_else(no_entry)?;
                let ((a, i), (b, j)) = (&two.0, &two.1);
                let names = self.entry_name(a, *i).zip(self.entry_name(b, *j));
                let (first, second) = names.ok_or_else(no_entry)?;
                let shown = self.chronicle(|chronicle| chronicle.against([(a, *i), (b, *j)], speech));
                let pair = format!("{first} – {second}");
                Ok((titled(Words::new("Head to head", "交锋"), &pair, lang), shown.ok_or_else(no_entry)?))
            }
        }
    }

    /// The name of an entry of an event.
    fn entry_name(&self, event: &str, entry: EntryId) -> Option<String> {
        let event = self.events.get(event)?;
        let known = event.known();
        let event = &known.as_ref()?.history.event;
        event.entries().get(entry.index()).map(|one| event.name(one.id).to_owned())
    }
}

fn no_entry() -> Refused {
    Refused::nothing(
        sentence!("There is no such entry.", "没有这个参赛者。"),
        sentence!("An event's page leads to its entries.", "参赛者可从赛事页面进入。"),
    )
}

fn ladder_of(game: &str) -> Result<ListedGame, Refused> {
    game.parse().map_err(|_| {
        let ids = GAMES.iter().map(|game| game.facts().id);
        let near = leitai_core::nearest(game, ids).map(|id| (format!("/ladders/{id}"), id.to_owned()));
        Refused::nothing(
            sentence!("There is no such game.", "没有这种棋。"),
            sentence!("/ladders lists all of them.", "全部棋种见 /ladders。"),
        )
        .near(near)
    })
}

/// `EVENT-eN`.
fn entry_of(id: &str) -> Option<(String, EntryId)> {
    let (event, entry) = id.split_once('-')?;
    Some((event.to_owned(), EntryId(entry.strip_prefix('e')?.parse().ok()?)))
}

async fn page(asked: Asked, wanted: ChroniclePage) -> Answer {
    if let Some(content) = asked.site.ready(&asked.asking, None, &format!("{wanted:?}")) {
        return Ok(asked.answer(&content));
    }
    let content = asked.aside(move |site, asking| {
        site.cached(asking, &format!("{wanted:?}"), || {
            let (title, shown) = site.shown(asking.lang, &wanted)?;
            Ok(framed(asking, &title, Nav::Ladders, &shown.body))
        })
    });
    Ok(asked.answer(&*content.await?))
}

async fn table(asked: Asked, wanted: ChroniclePage, what: String) -> Answer {
    let content = asked.aside(move |site, asking| {
        let (name, form) = Form::of(&what).ok_or_else(Refused::no_page)?;
        site.cached(asking, &format!("{wanted:?} {what}"), || {
            let (_, shown) = site.shown(asking.lang, &wanted)?;
            let table = shown.tables.iter().find(|table| table.name == name).ok_or_else(Refused::no_page)?;
            Ok(Content::table(table, form))
        })
    });
    Ok(asked.answer(&*content.await?))
}

async fn ladders(asked: Asked) -> Answer {
    let content = asked.aside(|site, asking: &Asking| {
        site.cached(asking, "ladders", || {
            let page = site.chronicle(|chronicle| {
                leitai_pages::ladders(&asking.reader(), &|game| chronicle.ladder_size(game))
            });
            Ok(Content::html(page))
        })
    });
    Ok(asked.answer(&*content.await?))
}

async fn ladder(Path(game): Path<String>, asked: Asked) -> Answer {
    page(asked, ChroniclePage::Ladder(game)).await
}

async fn of_ladder(Path((game, what)): Path<(String, String)>, asked: Asked) -> Answer {
    table(asked, ChroniclePage::Ladder(game), what).await
}

async fn program(Path(id): Path<String>, asked: Asked) -> Answer {
    page(asked, ChroniclePage::Program(id)).await
}

async fn of_program(Path((id, what)): Path<(String, String)>, asked: Asked) -> Answer {
    table(asked, ChroniclePage::Program(id), what).await
}

async fn against(Path((id, other)): Path<(String, String)>, asked: Asked) -> Answer {
    page(asked, ChroniclePage::Against(id, other)).await
}

async fn of_against(Path((id, other, what)): Path<(String, String, String)>, asked: Asked) -> Answer {
    table(asked, ChroniclePage::Against(id, other), what).await
}
