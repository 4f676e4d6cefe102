//! The settings of a site: from its folder's file, the environment and the command line, each overridden by the
//! next.

use crate::proxies::{HeaderField, Network, Proxies};
use leitai_core::{Lang, Sentence, sentence, utf8, wide_sign_in_toml};
use leitai_hall::Zone;
use serde::Deserialize;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml_edit::{Document, DocumentMut, Value};

/// The file in a site's folder.
const FILE: &str = "leitai.toml";
/// The prefix of environment variables, followed by the field's name in capitals.
const VARIABLE: &str = "LEITAI_SERVE_";
/// Every field of the file.
const FIELDS: [&str; 18] = [
    "listen",
    "address",
    "names",
    "proxies",
    "proxy-header",
    "proxy-hops",
    "store",
    "exhibition",
    "play-jobs",
    "jobs",
    "spare-cores",
    "threads",
    "streams",
    "connections",
    "connections-per-address",
    "patience",
    "voided-days",
    "zone",
];

/// The default patience with clients that read nothing, in seconds.
const PATIENCE: u64 = 20;

/// The default number of days for which the records of voided games are kept.
const VOIDED_DAYS: u16 = 30;

/// The settings of a site.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The scheme and host of the site's public address behind another server (`https://leitai.example`); `None` if
    /// there is none.
    pub address: Option<String>,
    /// Names of the site besides that in `address`. Where there is none at all, every name is that of its own network.
    pub names: Vec<String>,
    /// The proxies that are believed.
    pub proxies: Proxies,
    /// The folder for all data.
    pub data: PathBuf,
    /// The store of its events; `None` for a file in `data`.
    pub store: Option<String>,
    /// Whether to play a demonstration event.
    pub demo: bool,
    /// How many games of events run at once on this machine; 0 if only workers play.
    pub jobs: usize,
    /// The number of exhibition boards, on which built-in players play endlessly.
    pub exhibition: usize,
    /// How many games of people run at once; 0 if nobody may play.
    pub play_jobs: usize,
    /// The default language.
    pub lang: Lang,
    /// The zone of all times: people read local times in it, and write them.
    pub zone: Zone,
    /// The number of threads that answer.
    pub threads: usize,
    /// How many streams may be open at one time, of the connections at most seven eighths; `None` for these.
    pub streams: Option<usize>,
    /// How many connections there may be at one time, at most the limit on open files, less what games may need; `None`
    /// for these, up to 10,000.
    pub connections: Option<usize>,
    /// How many of them may come from one address, or one /64 of IPv6; `None` for three quarters.
    pub connections_per_address: Option<usize>,
    /// How long a client may accept less than 16 KB of the waiting data, or take for the head of a request, before the
    /// connection is cut off. Before it begins a request it has three times as long.
    pub patience: Duration,
    /// How long the record of a ladder's game is kept after a newer program has voided it.
    pub voided: Duration,
    /// The binary of the stage.
    pub launcher: PathBuf,
    /// Its version, as it says itself.
    pub version: String,
}

/// Settings from a file and the environment; missing ones have defaults.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wishes {
    /// The address to listen on.
    pub listen: Option<SocketAddr>,
    /// The scheme and host of the site's public address behind another server.
    pub address: Option<String>,
    /// Names of the site besides that in `address`.
    pub names: Option<Vec<String>>,
    /// The addresses and networks of proxies that are believed.
    pub proxies: Option<Vec<Network>>,
    /// The header in which they pass on addresses.
    pub proxy_header: Option<HeaderField>,
    /// How many of them a request passes at most.
    pub proxy_hops: Option<NonZero<u8>>,
    /// The store of its events, as `sqlite:PATH` or `postgres://USER@HOST/NAME`.
    pub store: Option<String>,
    /// The number of exhibition boards.
    pub exhibition: Option<u16>,
    /// How many games of people run at once.
    pub play_jobs: Option<u16>,
    /// How many games of events run at once.
    pub jobs: Option<u16>,
    /// Cores left free for those who watch, if `jobs` is not given.
    pub spare_cores: Option<f64>,
    /// The number of threads that answer.
    pub threads: Option<u16>,
    /// How many streams may be open at one time.
    pub streams: Option<u32>,
    /// How many connections there may be at one time.
    pub connections: Option<NonZero<u32>>,
    /// How many of them may come from one address.
    pub connections_per_address: Option<NonZero<u32>>,
    /// Seconds after which a client that reads nothing is cut off.
    pub patience: Option<NonZero<u16>>,
    /// Days for which the records of voided games are kept.
    pub voided_days: Option<u16>,
    /// The zone of all times, by its name or its distance from UTC.
    pub zone: Option<Zone>,
}

/// The address of a site's store: the one named, or a file in the folder.
pub fn store_address(data: &Path, named: Option<&str>) -> String {
    named.map_or_else(|| format!("sqlite:{}", data.join("store.sqlite").display()), str::to_owned)
}

impl Wishes {
    /// Reads the file in a site's folder, if there is one, and the environment, which takes precedence. An error
    /// names the file and the line, or the variable.
    pub fn read(data: &Path) -> Result<Wishes, Sentence> {
        let environment = |name: &str| std::env::var(format!("{VARIABLE}{name}")).ok();
        let path = data.join(FILE);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(sentence!("{}: {error}", "{}：{error}", path.display())),
            Ok(bytes) => bytes,
        };
        let name = path.display().to_string();
        let text = utf8(&bytes).map_err(|flaw| {
            let (line, why) = (bytes[..flaw.at].split(|byte| *byte == b'\n').count(), flaw.why);
            sentence!("{name}:{line}: {why}", "{name}:{line}：{why}"; name, line, why)
        })?;
        Wishes::of(text, &name, environment)
    }

    /// Parses the file's text, and what `environment` returns for a name in capitals.
    pub(crate) fn of(
        text: &str,
        path: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Wishes, Sentence> {
        let at = |span: Option<std::ops::Range<usize>>, why: &str| {
            let before = &text[..span.map_or(0, |span| span.start.min(text.len()))];
            let line = before.matches('\n').count() + 1;
            sentence!("{path}:{line}: {why}", "{path}:{line}：设置有误（{why}）")
        };
        let document = Document::parse(text.to_owned());
        let document = document.map_err(|error| {
            let place = error.span().map_or(0, |span| span.start);
            match wide_sign_in_toml(text, place) {
                Some(flaw) => {
                    let line = text[..flaw.at].matches('\n').count() + 1;
                    sentence!("{path}:{line}: {why}", "{path}:{line}：{why}"; path, line, why = flaw.why)
                }
                None => at(error.span(), error.message()),
            }
        })?;
        toml_edit::de::from_document::<Wishes>(document.clone())
            .map_err(|error| at(error.span(), error.message()))?;
        let mut merged: DocumentMut = document.into_mut();
        for field in FIELDS {
            let name = field.to_uppercase().replace('-', "_");
            let Some(said) = variable(&name) else { continue };
            let value = said.parse::<Value>().unwrap_or_else(|_| Value::from(said.as_str()));
            let mut alone = DocumentMut::new();
            alone.insert(field, toml_edit::value(value.clone()));
            if let Err(error) = toml_edit::de::from_document::<Wishes>(alone) {
                let why = error.message();
                return Err(sentence!(
                    "{VARIABLE}{name}={said}: {why}",
                    "{VARIABLE}{name}={said}：设置有误（{why}）"
                ));
            }
            merged.insert(field, toml_edit::value(value));
        }
        toml_edit::de::from_document(merged).map_err(|error| at(error.span(), error.message()))
    }

    /// The zone of the site's times; by default this machine's.
    pub fn zone(&self) -> Zone {
        self.zone.clone().unwrap_or_else(Zone::of_machine)
    }

    /// The proxies that are believed; by default none.
    pub fn proxies(&self) -> Proxies {
        let usual = Proxies::default();
        Proxies {
            trusted: self.proxies.clone().unwrap_or_default(),
            header: self.proxy_header.clone().map_or(usual.header, |HeaderField(name)| name),
            hops: self.proxy_hops.map_or(usual.hops, NonZero::get),
        }
    }

    /// How long a client may accept none of the waiting data.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience.map_or(PATIENCE, |seconds| seconds.get().into()))
    }

    /// How long the record of a ladder's game is kept after a newer program has voided it.
    pub fn voided(&self) -> Duration {
        Duration::from_hours(24 * u64::from(self.voided_days.unwrap_or(VOIDED_DAYS)))
    }

    /// How many games run at once on this many cores: some are left free for those who watch.
    pub fn jobs(&self, cores: usize) -> usize {
        let spare = self.spare_cores.unwrap_or(0.1).max(0.0);
        self.jobs.map_or(((cores as f64 - spare).floor() as usize).max(1), usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<Wishes, String> {
        let variable =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Wishes::of(text, "site/leitai.toml", variable).map_err(|why| why.to_string())
    }

    #[test]
    fn the_environment_goes_before_the_file() {
        let text = "listen = \"127.0.0.1:80\"\njobs = 3\nspare-cores = 0.5\n";
        let wishes = read(text, &[("JOBS", "4"), ("STORE", "sqlite:x.db")]).expect("all is well");
        assert_eq!((wishes.jobs, wishes.store.as_deref()), (Some(4), Some("sqlite:x.db")));
        assert_eq!(wishes.listen.map(|listen| listen.port()), Some(80));
        assert_eq!(read("", &[]), Ok(Wishes::default()));
    }

    #[test]
    fn an_error_says_where_it_is() {
        for (text, variables, said) in [
            ("jobs = 3\nlissten = 1\n", &[][..], "site/leitai.toml:2: "),
            ("\n\njobs = \"many\"\n", &[], "site/leitai.toml:3: "),
            ("jobs = \n", &[], "site/leitai.toml:1: "),
            ("patience = 0", &[], "site/leitai.toml:1: "),
            ("jobs = 1\nproxies = [\"10.0.0.0/33\"]", &[], "site/leitai.toml:2: "),
            ("proxy-header = \"a b\"", &[], "site/leitai.toml:1: "),
            ("zone = \"Beijing\"", &[], "site/leitai.toml:1: "),
            ("", &[("PROXIES", "[\"nginx\"]")], "LEITAI_SERVE_PROXIES=[\"nginx\"]: "),
            ("", &[("THREADS", "two")], "LEITAI_SERVE_THREADS=two: "),
            ("", &[("LISTEN", "everywhere")], "LEITAI_SERVE_LISTEN=everywhere: "),
        ] {
            let error = read(text, variables).expect_err(text);
            assert!(error.starts_with(said), "{error}");
        }
    }

    #[test]
    fn watching_is_left_a_part_of_the_machine() {
        let wishes = Wishes::default();
        assert_eq!([1, 2, 8].map(|cores| wishes.jobs(cores)), [1, 1, 7]);
        let all = Wishes { spare_cores: Some(0.0), ..Wishes::default() };
        assert_eq!([1, 2, 8].map(|cores| all.jobs(cores)), [1, 2, 8]);
        assert_eq!(Wishes { jobs: Some(0), ..all }.jobs(8), 0);
    }
}
