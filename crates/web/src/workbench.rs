//! The workbench of this machine's user, served to the browser of this machine and to nobody else. No site has its addresses: it
//! has a listener, routes and a key of its own.

mod bench;
mod handlers;
#[cfg(test)]
mod tests;

use crate::assets::Assets;
use crate::connections::{Ceilings, Connections};
use crate::local_door::{LocalDoor, answered};
use crate::patient::listen_again;
use crate::serve_error::ServeError;
use crate::serving::{self, Manner};
use crate::window_key::WindowKey;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::middleware::{self, Next};
use axum::routing::get;
use bench::Bench;
use leitai_core::{Lang, Words};
use leitai_hall::{Stop, Workbench, Zone};
use leitai_store::{FileLock, StoreError};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::time::sleep;

/// Connections of a few windows.
const CEILINGS: Ceilings = Ceilings { all: 64, of_one_address: 64 };
/// As a site has it.
const PATIENCE: Duration = Duration::from_secs(20);
/// Held while the workbench of a folder is open.
const LOCK: &str = "window.lock";
const POLL: Duration = Duration::from_millis(50);

/// Serves the workbench on a loopback address until `stop` is set, beside the site at `site`; `ready` is called with its address,
/// which holds an unguessable key. The key and the port are kept in `data`, so that a page that was open goes on. Pages are in
/// the reader's language, and in `lang` where the browser names none. When it stops, all that was started there ends.
pub fn workbench(
    workbench: &Arc<Workbench>,
    (data, site): (&Path, &str),
    lang: Lang,
    stop: &Arc<Stop>,
    ready: impl FnOnce(&str),
) -> Result<(), ServeError> {
    let runtime =
        Builder::new_multi_thread().worker_threads(1).thread_name("leitai-workbench").enable_all().build();
    let runtime = runtime.map_err(|error| ServeError::System(Words::new("threads", "线程"), error))?;
    let lock = data.join(LOCK);
    let _open =
        FileLock::take(&lock).map_err(|error| ServeError::Io(lock.clone(), io::Error::other(error)))?;
    let known = WindowKey::read(data);
    let any = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0);
    let listener = runtime.block_on(async { listen_again(any, known.as_ref().map(|known| known.port)) });
    let listened = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = listened.map_err(|error| ServeError::Listen(any, error))?;
    let key = WindowKey { port: address.port(), ..known.unwrap_or_else(WindowKey::random) };
    key.write(data).map_err(|error| ServeError::Io(data.to_owned(), error))?;
    let bench = Arc::new(Bench {
        door: LocalDoor::new("own", key.key, address),
        workbench: Arc::clone(workbench),
        site: site.to_owned(),
        lang,
        zone: Zone::of_machine(),
        assets: Assets::default(),
        trouble: Mutex::default(),
        closing: watch::Sender::new(false),
    });
    ready(&bench.door.whole_address());
    let manner = Manner {
        connections: Connections::new(CEILINGS),
        pages: runtime.handle().clone(),
        patience: PATIENCE,
        is_proxy: |_: IpAddr| false,
    };
    runtime.block_on(async {
        let stopped = async {
            while !stop.is_set() {
                sleep(POLL).await;
            }
            bench.closing.send_replace(true);
        };
        tokio::select! {
            () = serving::serve(listener, routes(&bench), manner, bench.closing.subscribe()) => {}
            () = stopped => {}
        }
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    workbench.close();
    Ok(())
}

/// Where the workbench of whoever serves this folder is; `None` if it has none.
pub fn workbench_address(data: &Path) -> Option<String> {
    let is_open = matches!(FileLock::take(&data.join(LOCK)), Err(StoreError::InUse { .. }));
    let WindowKey { key, port, .. } = WindowKey::read(data).filter(|_| is_open)?;
    let at = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port);
    Some(LocalDoor::new("own", key, at).whole_address())
}

/// All that answers: what is below the key, and what every page loads.
fn routes(bench: &Arc<Bench>) -> Router {
    Router::new()
        .route("/own/{key}", get(handlers::page).post(handlers::done))
        .route("/own/{key}/program", get(handlers::program))
        .route("/own/{key}/set", get(handlers::set))
        .route("/a/{hash}/{file}", get(handlers::asset))
        .route("/favicon.ico", get(handlers::icon))
        .fallback(handlers::nowhere)
        .method_not_allowed_fallback(handlers::nowhere)
        .layer(middleware::from_fn_with_state(Arc::clone(bench), around))
        .with_state(Arc::clone(bench))
}

/// Lets through what is asked of this machine, by its port, with the key, and where something is to be done from a page of
/// the workbench itself.
async fn around(State(bench): State<Arc<Bench>>, request: Request, next: Next) -> Response<Body> {
    let meant = bench.door.is_meant(&request);
    answered((bench.lang, &bench.zone), meant, request, next).await
}
