//! People who are called otherwise from now on, or were removed: every page shows it.

use crate::asked::Asked;
use crate::log;
use crate::site::Site;
use leitai_hall::Stop;
use std::thread;
use std::time::Duration;

/// How often it is looked whether somebody was renamed or removed by another process.
const EVERY: Duration = Duration::from_secs(1);

/// Reads what everybody is called, and shows it so from now on. Where the store does not answer, that is done a little later.
fn look(site: &Site) {
    match site.events.call_anew() {
        Ok(true) => site.pages.forget(),
        Ok(false) => {}
        Err(error) => log::warn("nicknames cannot be read", &[("why", &error.to_string())]),
    }
}

/// Follows what other processes change of people's names, until the site is to stop.
pub(crate) fn keep(site: &Site, stop: &Stop) {
    while !stop.is_set() {
        look(site);
        thread::sleep(EVERY);
    }
}

/// Somebody was renamed or removed here: the answer to that comes when all pages show it.
pub(crate) async fn changed(asked: &Asked) {
    // What panics there is done a little later too.
    let _ = asked
        .aside(|site, _| {
            look(site);
            Ok(())
        })
        .await;
}

#[cfg(test)]
mod tried;
