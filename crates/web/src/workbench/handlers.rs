//! What the workbench answers.

use super::bench::Bench;
use crate::answer::Content;
use crate::asked::{Answer, keep, keeps_choice, leads_to};
use crate::off_thread::off_thread;
use crate::people::form::Posted;
use crate::reader::{Asking, LANG, query};
use crate::refusal::Refused;
use axum::extract::{FromRequestParts, Path as Parts, Request, State};
use axum::http::request::Parts as Head;
use axum::http::{HeaderMap, StatusCode, Uri};
use leitai_catalog::ListedGame;
use leitai_core::{Sentence, sentence};
use leitai_hall::{OwnProgram, WorkbenchRefused};
use leitai_pages::{Html, WorkbenchView, own_program_path};
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

/// The largest source that is taken, in bytes.
const MOST: usize = 1 << 20;

/// A request with the right key.
pub(super) struct Asked {
    bench: Arc<Bench>,
    asking: Asking,
    uri: Uri,
    headers: HeaderMap,
}

impl FromRequestParts<Arc<Bench>> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(head: &mut Head, bench: &Arc<Bench>) -> Result<Asked, Infallible> {
        let asking = Asking::of(&head.uri, &head.headers, (bench.lang, &bench.zone));
        let (uri, headers) = (head.uri.clone(), head.headers.clone());
        Ok(Asked { bench: Arc::clone(bench), asking, uri, headers })
    }
}

/// `/own/KEY`.
pub(super) async fn page(asked: Asked) -> Answer {
    asked.shows(|asked, view| Ok(leitai_pages::workbench(&asked.reader(), view))).await
}

/// `/own/KEY/program?path=PATH`.
pub(super) async fn program(asked: Asked) -> Answer {
    let path = PathBuf::from(query(&asked.uri, "path").unwrap_or_default());
    asked
        .shows(move |asking, view| {
            let known = view.shown.programs.iter().find(|program: &&OwnProgram| program.path == path);
            let known = known.ok_or_else(Refused::no_window)?;
            Ok(leitai_pages::own_program(&asking.reader(), view, known))
        })
        .await
}

impl Asked {
    /// A page of what is on the workbench now. Folders are read for it.
    async fn shows(
        self,
        page: impl FnOnce(&Asking, &WorkbenchView<'_>) -> Result<Html, Refused> + Send + 'static,
    ) -> Answer {
        let (bench, asking) = (Arc::clone(&self.bench), self.asking.clone());
        let made = off_thread(move || {
            let shown = bench.workbench.shown();
            let trouble = bench.trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
            let view = WorkbenchView {
                address: &bench.door.address(),
                site: &bench.site,
                shown: &shown,
                trouble: trouble.as_ref(),
            };
            page(&asking, &view)
        });
        let page = made.await.unwrap_or_else(|| Err(Refused::no_window()))?;
        let mut answer = Content::html(page).answer(StatusCode::OK, &self.headers);
        if self.asking.named {
            keep(answer.headers_mut(), LANG, self.asking.lang.to_string().as_str());
        }
        Ok(answer)
    }
}

/// Something is to be done.
pub(super) async fn done(asked: Asked, request: Request) -> Answer {
    let (posted, file) = Posted::with_file(request.into_body(), &asked.headers, MOST).await?;
    let (bench, lang) = (Arc::clone(&asked.bench), asked.asking.lang);
    let done = off_thread(move || {
        let (workbench, path) = (&bench.workbench, PathBuf::from(posted.text("path")));
        let refused = |why: &WorkbenchRefused| Sentence::of(why);
        let done: Result<Option<PathBuf>, Sentence> = match posted.text("do").as_str() {
            "add" => workbench.add(&posted.text("path")).map(Some).map_err(|why| refused(&why)),
            "take" => {
                let name = file.unwrap_or_default();
                workbench.take(&name, posted.bytes("file")).map(Some).map_err(|why| refused(&why))
            }
            "watch" => game(&posted).and_then(|game| {
                let against = against(&posted, game)?;
                let watched = workbench.watch(&path, game, against, lang);
                watched.map(|()| Some(path)).map_err(|why| refused(&why))
            }),
            "leave" => {
                workbench.leave(&path);
                Ok(Some(path))
            }
            "operate" => game(&posted).and_then(|game| {
                let opened = workbench.operate(&path, game, posted.text("side") == "second", lang);
                opened.map(|()| None).map_err(|why| refused(&why))
            }),
            _ => Err(sentence!("This page has no such button.", "本页没有这个按钮。")),
        };
        match done {
            Ok(Some(path)) => own_program_path(&bench.door.address(), &path),
            Ok(None) => format!("{}#desk", bench.door.address()),
            Err(why) => {
                *bench.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                bench.door.address()
            }
        }
    });
    done.await.map(|place| leads_to(&place)).ok_or_else(Refused::no_window)
}

fn game(posted: &Posted) -> Result<ListedGame, Sentence> {
    posted.text("game").parse().map_err(|why: leitai_catalog::UnknownGame| Sentence::of(&why))
}

/// The level that was chosen, or the weakest of the game.
fn against(posted: &Posted, game: ListedGame) -> Result<leitai_core::Level, Sentence> {
    let (typed, levels) = (posted.text("against"), game.facts().levels);
    let chosen = if typed.is_empty() { Some(levels[0]) } else { typed.parse().ok() };
    chosen.filter(|level| levels.contains(level)).ok_or_else(|| {
        let has: Vec<_> = levels.iter().map(|level| level.name()).collect();
        let (name, has) = (game.facts().name, has.join(", "));
        sentence!("{name} has no level `{typed}`; it has: {has}", "{name}没有级别“{typed}”；可用：{has}"; name, typed, has)
    })
}

/// Keeps the language or the colours.
pub(super) async fn set(asked: Asked) -> Answer {
    keeps_choice(&asked.uri)
}

pub(super) async fn asset(
    State(bench): State<Arc<Bench>>,
    Parts((hash, file)): Parts<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    bench.assets.file(&hash, &file, &headers)
}

pub(super) async fn icon(State(bench): State<Arc<Bench>>, headers: HeaderMap) -> Answer {
    bench.assets.icon(&headers)
}

pub(super) async fn nowhere() -> Answer {
    Err(Refused::no_window())
}
