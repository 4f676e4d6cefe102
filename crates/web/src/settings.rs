//! How a site is served: by its folder's file, by the environment, by the command line, each before the last.

use leitai_core::{Lang, Sentence, sentence, utf8, wide_sign_in_toml};
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
/// What its fields are called in the environment, followed by the name in capitals.
const VARIABLE: &str = "LEITAI_SERVE_";
/// Every field.
const FIELDS: [&str; 10] = [
    "listen",
    "address",
    "store",
    "exhibition",
    "jobs",
    "spare-cores",
    "threads",
    "streams",
    "patience",
    "voided-days",
];

/// Seconds of patience with those who read nothing.
const PATIENCE: u64 = 20;

/// Days for which the records of voided games are kept.
const VOIDED_DAYS: u16 = 30;

/// How a site is served.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Scheme and host by which people reach the site through another server (`https://leitai.example`); none: directly.
    pub address: Option<String>,
    /// Where everything is kept.
    pub data: PathBuf,
    /// The store of its events; none: a file in `data`.
    pub store: Option<String>,
    /// Should a demonstration event be played?
    pub demo: bool,
    /// Games of events that run at once on this machine; 0 where only workers play.
    pub jobs: usize,
    /// Boards on which built-in players play without end.
    pub exhibition: usize,
    /// The language of visitors of whom nothing is known.
    pub lang: Lang,
    /// Threads that answer.
    pub threads: usize,
    /// Streams that may be open at one time; none: as many as files may be open, less a reserve.
    pub streams: Option<usize>,
    /// How long somebody may take nothing of what waits to be sent; then the connection is cut off.
    pub patience: Duration,
    /// How long the record of a ladder's game is kept once a newer program has voided it.
    pub voided: Duration,
    /// The stage's own binary.
    pub launcher: PathBuf,
}

/// What a file or the environment says of a site; what it leaves out is usual.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wishes {
    /// Where it listens.
    pub listen: Option<SocketAddr>,
    /// Scheme and host by which people reach it through another server.
    pub address: Option<String>,
    /// The store of its events, as `sqlite:PATH` or `postgres://USER@HOST/NAME`.
    pub store: Option<String>,
    /// Boards of the exhibition.
    pub exhibition: Option<u16>,
    /// Games of events at once.
    pub jobs: Option<u16>,
    /// Cores that are left for those who watch, where `jobs` is not given.
    pub spare_cores: Option<f64>,
    /// Threads that answer.
    pub threads: Option<u16>,
    /// Streams that may be open at one time.
    pub streams: Option<u32>,
    /// Seconds after which whoever reads nothing is cut off.
    pub patience: Option<NonZero<u16>>,
    /// Days for which the records of voided games are kept.
    pub voided_days: Option<u16>,
}

/// The store of a site in this folder: the one that is named, or a file there.
pub fn store_address(data: &Path, named: Option<&str>) -> String {
    named.map_or_else(|| format!("sqlite:{}", data.join("store.sqlite").display()), str::to_owned)
}

impl Wishes {
    /// Those of the file in a site's folder, which need not be there, and of the environment, which goes before it. The
    /// error says the file and the line, or the variable.
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

    /// From the file's text, and what the environment says of a name in capitals.
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

    /// How long somebody may take nothing of what waits to be sent.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience.map_or(PATIENCE, |seconds| seconds.get().into()))
    }

    /// How long the record of a ladder's game is kept once a newer program has voided it.
    pub fn voided(&self) -> Duration {
        Duration::from_hours(24 * u64::from(self.voided_days.unwrap_or(VOIDED_DAYS)))
    }

    /// How many games run at once on this many cores: some are left for those who watch.
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
