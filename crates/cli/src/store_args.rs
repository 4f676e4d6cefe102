//! A store, as named on the command line.

use crate::failure::Failure;
use crate::language::note;
use leitai_core::{Sentence, sentence};
use leitai_hall::{HallError, SharedStore, lasting};
use leitai_store::{Outage, tell_of_outages};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The default class of machines.
const CLASS: &str = "default";

/// What events and workers of one store agree on.
#[derive(clap::Args)]
pub(crate) struct SharedArgs {
    /// The class of machines that play: an event's games go only to workers of its class
    #[arg(long, default_value = CLASS)]
    pub(crate) class: String,
    #[command(flatten)]
    pulse: PulseArgs,
}

/// How workers of a store say that they are there.
#[derive(clap::Args)]
pub(crate) struct PulseArgs {
    /// How often a worker reports that it is alive, in seconds; after three missed reports its games go to others. All
    /// who use one store must give the same
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = heartbeat)]
    heartbeat: Duration,
}

impl SharedArgs {
    /// Opens the store.
    pub(crate) fn open(&self, address: &str) -> Result<SharedStore, Failure> {
        telling_of_outages(SharedStore::open(address, &self.class, self.pulse.heartbeat))
    }

    /// Opens the store as a worker, waiting until it is up: machines start in any order.
    pub(crate) fn open_for_workers(&self, address: &str) -> Result<SharedStore, Failure> {
        self.open_once_up(address, SharedStore::for_workers)
    }

    /// Opens the store to run an event, waiting until it is up.
    pub(crate) fn open_for_events(&self, address: &str) -> Result<SharedStore, Failure> {
        self.open_once_up(address, SharedStore::for_events)
    }

    fn open_once_up(
        &self,
        address: &str,
        open: impl Fn(&str, &str, Duration) -> Result<SharedStore, HallError>,
    ) -> Result<SharedStore, Failure> {
        let heartbeat = self.pulse.heartbeat;
        let place = SharedStore::place_of(address).map_err(|error| Failure::stage(&error))?;
        let is_open = Arc::new(AtomicBool::new(false));
        let was_open = Arc::clone(&is_open);
        tell_of_outages(move |outage| {
            let is_open = was_open.load(Ordering::Relaxed);
            note(&if is_open { words(&outage, &place) } else { words_before(&outage, &place, heartbeat) });
        });
        let shared = open(address, &self.class, heartbeat);
        let shared = shared.map_err(|error| Failure::stage(&error))?;
        is_open.store(true, Ordering::Relaxed);
        Ok(shared)
    }
}

impl PulseArgs {
    /// Opens the store to list its workers, of any class, or to admit one to `class`; not to hand in games.
    pub(crate) fn open(&self, address: &str, class: Option<&str>) -> Result<SharedStore, Failure> {
        telling_of_outages(SharedStore::open(address, class.unwrap_or(CLASS), self.heartbeat))
    }
}

/// Reports outages of the store to the user from now on.
fn telling_of_outages(shared: Result<SharedStore, HallError>) -> Result<SharedStore, Failure> {
    let shared = shared.map_err(|error| Failure::stage(&error))?;
    let place = shared.place().to_owned();
    tell_of_outages(move |outage| note(&words(&outage, &place)));
    Ok(shared)
}

/// The message about an outage.
fn words(outage: &Outage, place: &str) -> Sentence {
    match outage {
        Outage::Away(why) => {
            let away = sentence!(
                "the store {place} does not answer: running games continue, and their results wait for it",
                "存储 {place} 没有应答：进行中的对局继续，成绩待其恢复后存入"
            );
            why.as_ref().map_or(away.clone(), |why| away.then(&sentence!(" ({why})", "（{why}）"; why)))
        }
        Outage::Back(after) => sentence!(
            "the store {place} answers again, after {after}", "存储 {place} 已恢复应答，中断 {after}"; place, after
        ),
    }
}

/// The message about an outage before the store was first reached.
fn words_before(outage: &Outage, place: &str, heartbeat: Duration) -> Sentence {
    match outage {
        Outage::Away(why) => {
            let patience = lasting(SharedStore::patience(heartbeat));
            let away = sentence!(
                "the store {place} does not answer yet: waiting for it, {patience} at most",
                "存储 {place} 尚无应答：等待中，至多 {patience}"; place, patience
            );
            why.as_ref().map_or(away.clone(), |why| away.then(&sentence!(" ({why})", "（{why}）"; why)))
        }
        Outage::Back(after) => {
            let after = lasting(*after);
            sentence!("the store {place} answers, after {after}", "存储 {place} 已有应答，等待 {after}"; place, after)
        }
    }
}

fn heartbeat(text: &str) -> Result<Duration, Sentence> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.1..=600.0).contains(seconds));
    let sentence = || sentence!("it takes a number of seconds from 0.1 to 600", "应为 0.1 到 600 的秒数");
    seconds.map(Duration::from_secs_f64).ok_or_else(sentence)
}
