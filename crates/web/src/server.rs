//! The server: listens, answers, and shuts down cleanly.

use crate::assets::Assets;
use crate::connections::{Ceilings, Connections};
use crate::demo;
use crate::descriptors;
use crate::dossier::Platform;
use crate::exhibition::Exhibition;
use crate::far_games::{self, FarGames};
use crate::followers::Followers;
use crate::kept::KeptPages;
use crate::live::{LiveGames, TICK};
use crate::lock::Lock;
use crate::log;
use crate::notice_board::NoticeBoard;
use crate::patient;
use crate::people::accounts::Accounts;
use crate::people::readings::Readings;
use crate::priority::{Priority, give_way};
use crate::renaming;
use crate::routes::routes;
use crate::serve_error::ServeError;
use crate::serving::{self, Manner};
use crate::settings::{Settings, store_address};
use crate::site::Site;
use crate::site_address::{SiteAddress, addresses};
use crate::site_contests::SiteContests;
use crate::site_events::{Onlookers, SiteEvents};
use crate::site_names::SiteNames;
use crate::store_health::StoreHealth;
use leitai_arena::{Affinity, Conditions};
use leitai_core::Words;
use leitai_hall::{Admissions, Crew, HallError, Looked, PlayRoom, SharedStore, Stop, Worked};
use leitai_sandbox::Sandbox;
use leitai_store::GameKey;
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, Scope};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// How long running games and open responses have when the server stops.
const FAREWELL: Duration = Duration::from_secs(8);

/// How many pages are made, or wait for the store, at one time.
const ASIDES: usize = 64;
/// Threads for these and for whatever else blocks.
const BLOCKING: usize = 2 * ASIDES;

/// How often to look for files of new events.
const LOOK: Duration = Duration::from_secs(3);
/// How often the tables of people are looked at.
const TIDY: Duration = Duration::from_secs(1);
/// How often to look for new submissions while there are none.
const ADMIT: Duration = Duration::from_millis(300);
/// The crew's heartbeat interval, if the store is the site's own.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// The heartbeat interval in a store shared with workers: their default.
const WORKERS_HEARTBEAT: Duration = Duration::from_secs(10);

/// Serves a site until `stop` is set; `ready` is called with the address. On stopping, streams are closed first;
/// games are broken off, and played again when the site is served again.
pub fn serve(
    settings: &Settings,
    stop: &Arc<Stop>,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    leitai_arena::tell_of_waiting(log::no_core);
    leitai_store::tell_of_closing(log::closed);
    let threads = |name: &str| {
        let mut threads = tokio::runtime::Builder::new_multi_thread();
        threads.worker_threads(settings.threads.max(1)).thread_name(name).enable_all();
        threads
    };
    let no_threads = |error| ServeError::System(Words::new("threads", "线程"), error);
    let runtime = threads("leitai-web").build().map_err(no_threads)?;
    // What carries connections and streams waits for no page, whatever is in a request.
    let mut pages = threads("leitai-pages");
    pages.max_blocking_threads(BLOCKING).on_thread_start(|| give_way(Priority::Pages));
    let pages = pages.build().map_err(no_threads)?;
    let listener = runtime.block_on(async { patient::listen(settings.listen) });
    let listener = listener.map_err(|error| ServeError::Listen(settings.listen, error))?;
    let address = listener.local_addr().map_err(|error| ServeError::Listen(settings.listen, error))?;
    let (ceilings, is_enough) = descriptors::ceilings(
        descriptors::raise(),
        settings.jobs + settings.exhibition + settings.play_jobs,
        [settings.connections, settings.connections_per_address],
    );
    if !is_enough {
        log::warn(
            "the limit on open files (`ulimit -n`) is too low for so many games beside visitors",
            &[("connections", &ceilings.all.to_string())],
        );
    }
    let lock = Lock::take(&settings.data)?;
    close(&settings.data);
    let site = site(settings, address, ceilings)?;
    // The lock shows that the previous server in this folder is dead, so the games that its crew held are released.
    let held = site.events.shared().bury(&lock.name)?;
    if held > 0 {
        log::warn("games of a server that was killed are played again", &[("games", &held.to_string())]);
    }
    thread::scope(|scope| {
        let events = &site.events;
        let crew = Crew::new(Arc::clone(events.shared()), settings.jobs, Affinity::Auto, &settings.launcher);
        let onlookers = Onlookers { events: Arc::clone(events), live: Arc::clone(&site.live) };
        let crew = crew.watched(Arc::new(onlookers)).telling(Arc::clone(&site.setbacks));
        if settings.jobs > 0 {
            let name = &lock.name;
            scope.spawn(move || work(&crew, name, stop));
        }
        scope.spawn(|| run_events(scope, settings, &site, stop));
        let ticker = || {
            while !stop.is_set() {
                let began = Instant::now();
                site.live.tick();
                site.metrics.ticked(began.elapsed());
                thread::sleep(TICK.saturating_sub(began.elapsed()));
            }
        };
        scope.spawn(ticker);
        scope.spawn(|| {
            while !stop.is_set() {
                tidy(&site.play, false);
                thread::sleep(TIDY);
            }
            tidy(&site.play, true);
        });
        scope.spawn(|| admit(&site, &settings.launcher, stop));
        scope.spawn(|| renaming::keep(&site, stop));
        scope.spawn(|| {
            let mut far = FarGames::default();
            while !stop.is_set() {
                far.look(&site);
                thread::sleep(far_games::EVERY);
            }
        });
        for board in 0..settings.exhibition {
            if let Some(exhibition) = site.exhibition.clone() {
                scope.spawn(move || exhibition.play(board, stop));
            }
        }
        if let Some(Err(error)) = addresses(address).first().map(|address| lock.tell(address)) {
            log::warn(
                "another server of this folder is not told where it is served",
                &[("why", &error.to_string())],
            );
        }
        ready(address);
        let (connections, pages) = (Connections::new(ceilings), pages.handle().clone());
        let manner = Manner {
            connections,
            pages,
            patience: settings.patience,
            is_proxy: |address| site.proxies.is_one(address),
        };
        runtime.block_on(answer(listener, manner, Arc::clone(&site), stop));
        // Threads that wait for a game to end check this flag.
        stop.abandon.store(true, Ordering::Relaxed);
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    pages.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

/// Clears the tables at which nobody plays any more, or all.
fn tidy(play: &PlayRoom, stops: bool) {
    if let Err(error) = play.tidy(stops) {
        log::warn("old records of games of people stay", &[("why", &error.to_string())]);
    }
}

/// Closes the site's folder to other users of the machine. A stage of root's plays programs as other users: those
/// that an organiser put next to the files of events, and that are started where they are, stay as they were made.
/// Nobody else gets to them, since the folder is closed; the stage passes a program what it may read.
fn close(data: &Path) {
    let events = data.join("events");
    let is_root = leitai_sandbox::system::files::is_root();
    let is_of_programs = |path: &Path| {
        let mut file = path.as_os_str().to_owned();
        file.push(".toml");
        path.parent() == Some(&events) && path.is_dir() && !Path::new(&file).is_file()
    };
    leitai_store::close_folder(data, &|path| !(is_root && is_of_programs(path)));
}

/// Runs the crew; if the store is away for long, retries.
fn work(crew: &Crew, name: &str, stop: &Stop) {
    while !stop.is_set() {
        let told = |event: &str, game: &GameKey, worked: &Worked| {
            if let Worked::Back(Some(why)) = worked {
                let (game, why) = (game.to_string(), why.to_string());
                log::warn("a game goes back", &[("event", event), ("game", &game), ("why", &why)]);
            }
        };
        if let Err(error) = crew.work(name, stop, &told) {
            log::warn("the crew has stopped", &[("why", &error.to_string())]);
            thread::sleep(Duration::from_secs(1));
        }
    }
}

/// Runs every event of the site, and those whose files are added later.
fn run_events<'s>(scope: &'s Scope<'s, '_>, settings: &'s Settings, site: &'s Arc<Site>, stop: &'s Stop) {
    let (mut is_first, mut looked) = (true, None::<Instant>);
    while !stop.is_set() {
        if looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
            site.events.look();
            looked = Some(Instant::now());
        }
        // This includes events that an organiser has just created.
        for event in site.events.take_fresh() {
            let begins = settings.demo && is_first;
            scope.spawn(move || {
                if begins {
                    demo::begin(&event, site.events.shared(), stop);
                }
                site.events.run(&event, stop);
            });
        }
        is_first = false;
        site.events.all().iter().for_each(|event| event.publish());
        thread::sleep(Duration::from_millis(100));
    }
}

/// A site with the contents of its folder and its store; nothing is running in it yet.
pub(crate) fn site(
    settings: &Settings,
    address: SocketAddr,
    ceilings: Ceilings,
) -> Result<Arc<Site>, ServeError> {
    let live = LiveGames::new();
    let folder = settings.data.join("events");
    let made = if settings.demo { demo::prepare(&folder) } else { fs::create_dir_all(&folder) };
    made.map_err(|error| ServeError::Io(folder.clone(), error))?;
    // Few, so that all events progress side by side; if only workers play, their number is unknown.
    let ahead = if settings.jobs == 0 { 64 } else { 2 * settings.jobs };
    let shared = open_store(&settings.data, settings.store.as_deref())?;
    shared.compare_nicknames_anew()?;
    let accounts = Accounts::new(shared.database(), settings.address.clone());
    let notices = NoticeBoard::default();
    notices.load(&shared)?;
    let events =
        Arc::new(SiteEvents::new(Arc::new(shared), settings.zone.clone(), folder, ahead, settings.voided));
    events.call_anew()?;
    let exhibition = (settings.exhibition > 0)
        .then(|| {
            let folder = settings.data.join("exhibition");
            let conditions = Conditions::of(Sandbox::strongest(&settings.launcher));
            Exhibition::open(folder.clone(), conditions, Arc::clone(&live))
                .map_err(|error| ServeError::Io(folder, error))
        })
        .transpose()?;
    let play = {
        let folder = settings.data.join("play");
        let conditions = Conditions::of(Sandbox::strongest(&settings.launcher));
        let room = PlayRoom::open(folder.clone(), conditions, settings.launcher.clone(), settings.play_jobs)
            .map(|room| room.with_programs(events.shared()));
        let room = Arc::new(room.map_err(|error| ServeError::Io(folder.clone(), error))?);
        let (_, refused) = room.stand_again().map_err(|error| ServeError::Io(folder, error))?;
        for why in &refused {
            log::warn("a game of people does not go on", &[("why", why.to(leitai_core::Lang::En))]);
        }
        room
    };
    Ok(Arc::new(Site {
        lang: settings.lang,
        zone: settings.zone.clone(),
        address: SiteAddress::new(settings.address.clone(), address),
        accounts,
        compared: Arc::default(),
        readings: Readings::default(),
        notices,
        live,
        events,
        contests: SiteContests::default(),
        exhibition,
        analyses: Arc::default(),
        play,
        store_health: StoreHealth::default(),
        setbacks: Arc::default(),
        metrics: crate::metrics::Metrics::default(),
        // Pages are read also when all streams are taken.
        streams: Followers::new(
            settings.streams.unwrap_or(usize::MAX).min(ceilings.all - ceilings.all / 8),
            ceilings.of_one_address,
        ),
        names: SiteNames::new(&settings.names, settings.address.as_deref()),
        proxies: settings.proxies.clone(),
        pages: KeptPages::new(256),
        assets: Assets::default(),
        uploads: Arc::default(),
        asides: Semaphore::new(ASIDES),
        platform: Platform { version: settings.version.clone(), binary: settings.launcher.clone() },
        closing: watch::Sender::new(false),
    }))
}

/// The store of the site in this folder, also for other processes: the one named, or the folder's own.
pub fn open_store(data: &Path, store: Option<&str>) -> Result<SharedStore, HallError> {
    let heartbeat = if store.is_some() { WORKERS_HEARTBEAT } else { HEARTBEAT };
    SharedStore::open(&store_address(data, store), "default", heartbeat)
}

/// Processes submissions to the ladders of the site, until it stops.
fn admit(site: &Site, launcher: &Path, stop: &Stop) {
    let mut admissions = None;
    while !stop.is_set() {
        let mut has_begun = false;
        for event in site.events.all() {
            if !event.takes_programs() || event.known().is_none() || stop.is_set() {
                continue;
            }
            let looked = if let Some(admissions) = &mut admissions {
                Admissions::look(admissions, &event.file(), &event.rules(), stop)
                    .map(|looked| has_begun |= looked == Looked::TookOneUp)
            } else {
                let opened = Admissions::open(Arc::clone(site.events.shared()), launcher);
                let events = Arc::clone(&site.events);
                let told = move |event: &str| events.named(event).iter().for_each(|event| event.touch());
                opened
                    .map(|opened| admissions = Some(opened.telling(told)))
                    .map_err(|error| HallError::System(Words::new("temporary folder", "临时文件夹"), error))
            };
            if let Err(error) = looked {
                let (event, why) = (&event.name, error.to_string());
                log::warn("submissions do not go on", &[("event", event), ("why", &why)]);
                thread::sleep(Duration::from_secs(1));
            }
        }
        if !has_begun {
            thread::sleep(ADMIT);
        }
    }
}

/// Answers requests until it stops: then streams end at once, and other responses have a while.
async fn answer(
    listener: TcpListener,
    manner: Manner<impl Fn(IpAddr) -> bool>,
    site: Arc<Site>,
    stop: &Stop,
) {
    let closing = site.closing.subscribe();
    let served = serving::serve(listener, routes(Arc::clone(&site)), manner, closing);
    let stopped = async {
        while !stop.is_set() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        site.closing.send_replace(true);
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        () = served => {}
        () = stopped => {}
    }
}
