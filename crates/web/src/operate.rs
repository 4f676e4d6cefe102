//! The window of a desk, served to the browser of its own machine and to nobody else; of a referee's desk, other screens may be
//! reached from other machines.

mod around;
mod deed_form;
mod handlers;
mod papers;
#[cfg(test)]
mod referee_tests;
mod refused;
mod sights;
#[cfg(test)]
mod tests;
mod window;

use crate::connections::{Ceilings, Connections};
use crate::patient::listen_again;
use crate::serve_error::ServeError;
use crate::serving::{self, Manner};
use crate::window_key::WindowKey;
use axum::routing::get;
use axum::{Router, middleware};
use leitai_core::{Lang, Words};
use leitai_hall::{Desk, DeskEye, DeskState, Stop};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::time::{Instant, sleep};
use window::Window;

/// Connections of a few windows.
const CEILINGS: Ceilings = Ceilings { all: 64, of_one_address: 64 };
/// As a site has it.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a game that is being played, and open answers, have when it stops.
const FAREWELL: Duration = Duration::from_secs(4);
const POLL: Duration = Duration::from_millis(50);

/// Serves the window of a desk on a loopback address until `stop` is set; `ready` is called with its address, which holds an
/// unguessable key, and with those of a referee's other screens. Port 0 is the port of last time, if that is free. Another window
/// of the same folder, later, has the same keys, so that a page that was open goes on. Pages are in the reader's language, and in
/// `lang` where the browser names none. When it stops, the game that is being played rests, as after [`Desk::close`].
///
/// A referee's desk may be given any address: his own window stays on the loopback address, and only the other screens are
/// reached at that one.
///
/// Errors if `at` is no loopback address at an operator's desk, if it cannot be listened on, or if the keys cannot be kept in the
/// desk's folder.
pub fn operate(
    desk: &Arc<Desk>,
    at: SocketAddr,
    lang: Lang,
    stop: &Arc<Stop>,
    ready: impl FnOnce(&str, &[(DeskEye, String)]),
) -> Result<(), ServeError> {
    let is_referees = desk.setup().is_referees();
    if !at.ip().is_loopback() && !is_referees {
        return Err(ServeError::NotLoopback(at));
    }
    let runtime =
        Builder::new_multi_thread().worker_threads(2).thread_name("leitai-window").enable_all().build();
    let runtime = runtime.map_err(|error| ServeError::System(Words::new("threads", "线程"), error))?;
    let folder = desk.folder();
    let known = WindowKey::read(folder);
    let last = known.as_ref().map(|known| known.port);
    let own = if at.ip().is_loopback() { at } else { SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0) };
    let listens = |at, last| {
        let listener = runtime.block_on(async { listen_again(at, last) });
        let listened = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
        listened.map_err(|error| ServeError::Listen(at, error))
    };
    let (address, listener) = listens(own, last)?;
    let open = if own == at { None } else { Some(listens(at, None)?) };
    let open_at = open.as_ref().map_or(address, |(at, _)| *at);
    let key = WindowKey { port: address.port(), ..known.unwrap_or_else(WindowKey::random) };
    let key = if is_referees { key.with_sights() } else { key };
    key.write(folder).map_err(|error| ServeError::Io(folder.to_owned(), error))?;
    let window = Window::new(Arc::clone(desk), key.key, (address, open_at), key.sights, lang);
    ready(&window.whole_address(), &window.screens());
    let manner = || Manner {
        connections: Connections::new(CEILINGS),
        pages: runtime.handle().clone(),
        patience: PATIENCE,
        is_proxy: |_: IpAddr| false,
    };
    runtime.block_on(async {
        let served = serving::serve(listener, routes(&window), manner(), window.closing.subscribe());
        let open = async {
            match open {
                Some((_, listener)) => {
                    let routes = open_routes(&window);
                    serving::serve(listener, routes, manner(), window.closing.subscribe()).await;
                }
                None => std::future::pending().await,
            }
        };
        let stopped = async {
            while !stop.is_set() {
                sleep(POLL).await;
            }
            desk.close();
            let until = Instant::now() + FAREWELL;
            while is_playing(desk) && Instant::now() < until {
                sleep(POLL).await;
            }
            window.closing.send_replace(true);
            sleep(FAREWELL).await;
        };
        tokio::select! {
            () = served => {}
            () = open => {}
            () = stopped => {}
        }
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

fn is_playing(desk: &Desk) -> bool {
    !matches!(desk.shown().state, DeskState::Waits | DeskState::Over | DeskState::Broken(_))
}

/// All that answers: what is below the key, and what every page loads.
pub(super) fn routes(window: &Arc<Window>) -> Router {
    Router::new()
        .route("/desk/{key}", get(handlers::page).post(handlers::done))
        .route("/desk/{key}/now", get(handlers::now))
        .route("/desk/{key}/set", get(handlers::set))
        .route("/desk/{key}/{game}/{what}", get(handlers::of_game))
        .merge(screens())
        .layer(middleware::from_fn_with_state(Arc::clone(window), around::around))
        .with_state(Arc::clone(window))
}

/// What answers to other machines: the other screens of a referee's desk alone.
pub(super) fn open_routes(window: &Arc<Window>) -> Router {
    screens()
        .layer(middleware::from_fn_with_state(Arc::clone(window), around::around_open))
        .with_state(Arc::clone(window))
}

/// The other screens, and what every page loads.
fn screens() -> Router<Arc<Window>> {
    Router::new()
        .route("/view/{key}", get(sights::page))
        .route("/view/{key}/now", get(sights::now))
        .route("/view/{key}/set", get(sights::set))
        .route("/a/{hash}/{file}", get(handlers::asset))
        .route("/favicon.ico", get(handlers::icon))
        .fallback(handlers::nowhere)
        .method_not_allowed_fallback(handlers::nowhere)
}
