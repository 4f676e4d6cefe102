//! `leitai serve`: the web site, on which anyone can watch.

mod home;

use crate::args::whole;
use crate::conditions::read;
use crate::failure::Failure;
use crate::version::version;
use crate::{browser, out, stop};
use leitai_core::{Lang, say, sentence};
use leitai_hall::{Stop, Zone};
use leitai_sandbox::system::{own_file, terminal};
use leitai_web::{ServeError, Settings, Wishes, addresses, serve};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;

#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The address to listen on; only this machine can reach it unless --lan is given; default: 127.0.0.1:8080
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// The folder of the site: events (events/*.toml), their store and records
    #[arg(long, value_name = "DIR", default_value = DATA)]
    data: PathBuf,
    /// A demonstration: an event that is half played, and endless exhibition games
    #[arg(long)]
    demo: bool,
    /// As `leitai` alone at a terminal: the demonstration and your own programs, for this machine alone, opened in the browser
    #[arg(long, conflicts_with_all = ["lan", "listen", "store"])]
    home: bool,
    /// Boards on which built-in players play each other endlessly; default: none, 4 with --demo, 1 with --home
    #[arg(long, value_name = "BOARDS", value_parser = whole(0, 256))]
    exhibition: Option<u32>,
    /// How many games people may play at once on this site, 0 for none; default: 16
    #[arg(long, value_name = "GAMES", value_parser = whole(0, 1024))]
    play_jobs: Option<u32>,
    /// Listen on all networks of this machine; the addresses are printed
    #[arg(long)]
    lan: bool,
    /// How many games of events run at once on this machine, 0 to leave all to workers; default: one per core, minus
    /// what is reserved for those who watch
    #[arg(long, value_parser = whole(0, 4096))]
    jobs: Option<u32>,
    /// The time zone of the site, as a name (Asia/Shanghai) or a distance from UTC (+08:00); default: this machine's
    #[arg(long, value_name = "ZONE", value_parser = read::<Zone>)]
    zone: Option<Zone>,
    /// The store of the events: `sqlite:PATH` or `postgres://USER@HOST/NAME`; default: a file in the site's folder
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
}

/// The default address to listen on.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);
/// Boards of the exhibition in a demonstration.
const BOARDS: usize = 4;
/// Beside one's own programs, which want the cores.
const BOARDS_AT_HOME: usize = 1;
/// Games that people may play at once.
const PLAY_JOBS: usize = 16;
/// Threads that answer requests.
const THREADS: usize = 2;

/// The folder of a site that is not named.
const DATA: &str = "leitai-site";

/// What is opened in the browser of whoever sits at this machine.
enum Opens<'a> {
    /// Nothing.
    Nothing,
    /// A page of the site.
    Page(&'a str),
    /// The site of somebody who only started the program.
    Home,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if args.home {
        let own = Args { demo: true, ..args.clone() };
        return site(&own, &Opens::Home, lang);
    }
    site(args, &Opens::Nothing, lang)
}

/// Serves the site in this folder to this machine alone, at any free port, and opens one of its pages in the browser. If it is
/// served already, the page of that one is opened.
pub(crate) fn open(page: &str, lang: Lang) -> Result<(), Failure> {
    let any = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
    site(&Args::usual(Some(any), false), &Opens::Page(page), lang)
}

/// `leitai` alone, at a terminal: serves the demonstration in this folder to this machine alone, at the usual port or, where that
/// is taken, at any, and opens it in the browser. If it is served already, that one is opened.
pub(crate) fn at_home(lang: Lang) -> Result<(), Failure> {
    leitai_store::keep_private();
    let failure = match site(&Args::usual(None, true), &Opens::Home, lang) {
        Err(failure) if terminal::closes_with_us() => failure,
        served => return served,
    };
    // Otherwise nobody could read why.
    let _ = failure.report(lang);
    out::line(&say!(lang, "Enter closes this window", "按回车键关闭本窗口"));
    // Whatever is typed, it was read.
    let _ = std::io::stdin().read_line(&mut String::new());
    Err(Failure::No)
}

impl Opens<'_> {
    /// The page, below the site's address.
    fn page(&self) -> &str {
        if let Opens::Page(page) = self { page.trim_start_matches('/') } else { "" }
    }
}

impl Args {
    /// The site of the usual folder.
    fn usual(listen: Option<SocketAddr>, demo: bool) -> Args {
        Args {
            listen,
            data: DATA.into(),
            demo,
            home: false,
            exhibition: None,
            play_jobs: None,
            lan: false,
            jobs: None,
            zone: None,
            store: None,
        }
    }
}

fn site(args: &Args, opens: &Opens<'_>, lang: Lang) -> Result<(), Failure> {
    let wishes = Wishes::read(&args.data).map_err(Failure::Usage)?;
    let mut listen = args.listen.or(wishes.listen).unwrap_or(LISTEN);
    if !listen.ip().is_loopback() && !args.lan {
        return Err(Failure::Usage(sentence!(
            "{listen} can be reached from outside this machine: add --lan if that is meant",
            "{listen} 可从本机以外访问：若确要如此，请加 --lan"; listen = listen.to_string()
        )));
    }
    if args.lan && listen.ip().is_loopback() {
        listen.set_ip(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    }
    let usual = match opens {
        Opens::Home => BOARDS_AT_HOME,
        _ if args.demo => BOARDS,
        _ => 0,
    };
    let boards = || wishes.exhibition.map_or(usual, usize::from);
    let zone = args.zone.clone().unwrap_or_else(|| wishes.zone());
    let cores = available_parallelism().map_or(1, usize::from);
    let mut settings = Settings {
        listen,
        address: wishes.address.clone(),
        names: wishes.names.clone().unwrap_or_default(),
        proxies: wishes.proxies(),
        data: args.data.clone(),
        demo: args.demo,
        store: args.store.clone().or_else(|| wishes.store.clone()),
        exhibition: args.exhibition.map_or_else(boards, |boards| boards as usize),
        play_jobs: args
            .play_jobs
            .map_or(wishes.play_jobs.map_or(PLAY_JOBS, usize::from), |games| games as usize),
        jobs: args.jobs.map_or(wishes.jobs(cores), |jobs| jobs as usize),
        lang,
        zone: zone.clone(),
        threads: wishes.threads.map_or(THREADS, usize::from),
        streams: wishes.streams.map(|streams| streams as usize),
        connections: wishes.connections.map(|most| most.get() as usize),
        connections_per_address: wishes.connections_per_address.map(|most| most.get() as usize),
        patience: wishes.patience(),
        voided: wishes.voided(),
        launcher: own_file().into(),
        version: version().to_owned(),
    };
    let stop = Arc::new(Stop::default());
    stop::in_two_steps(&stop, None);
    let ready = |address: SocketAddr| told(address, &args.data, opens, lang, &stop);
    let is_home = matches!(opens, Opens::Home);
    let mut served = serve(&settings, &stop, ready);
    if is_home && matches!(served, Err(ServeError::Listen(..))) {
        settings.listen.set_port(0);
        served = serve(&settings, &stop, ready);
    }
    match served {
        Err(ServeError::ServedAt(_, address)) if !matches!(opens, Opens::Nothing) => {
            let address = match opens {
                Opens::Home => home::opened(&address, &args.data),
                _ => format!("{address}{}", opens.page()),
            };
            out::line(&say!(lang, "the site is open already: {address}", "网站已在运行：{address}"; address));
            browser::opens(&address, lang);
            Ok(())
        }
        served => served.map_err(|error| Failure::stage(&error)),
    }
}

/// Says where the site is, and opens in the browser what is to be opened.
fn told(address: SocketAddr, data: &Path, opens: &Opens<'_>, lang: Lang, stop: &Arc<Stop>) {
    if let (Opens::Home, [site, ..]) = (opens, addresses(address).as_slice()) {
        return home::begin(site, data, lang, stop);
    }
    for address in addresses(address) {
        let address = format!("{address}{}", opens.page());
        out::line(&say!(lang, "open {address} in a browser", "请在浏览器中打开 {address}"));
        if !matches!(opens, Opens::Nothing) {
            browser::opens(&address, lang);
        }
    }
    out::line(&say!(
        lang,
        "Ctrl-C stops it; the same command continues where it stopped",
        "按 Ctrl-C 停止；再次运行同一命令即从停下处继续"
    ));
}
