//! Keeps all pages up to date when people are renamed or removed.

use crate::asked::Asked;
use crate::log;
use crate::site::Site;
use leitai_hall::Stop;
use std::thread;
use std::time::Duration;

/// How often to check whether another process renamed or removed somebody.
const EVERY: Duration = Duration::from_secs(1);

/// Reads everybody's nickname, and shows it from now on. If the store does not answer, this is retried a little
/// later.
fn look(site: &Site) {
    match site.events.call_anew() {
        Ok(true) => site.pages.forget(),
        Ok(false) => {}
        Err(error) => log::warn("nicknames cannot be read", &[("why", &error.to_string())]),
    }
}

/// Follows the changes that other processes make to people's names, until the site stops.
pub(crate) fn keep(site: &Site, stop: &Stop) {
    while !stop.is_set() {
        look(site);
        thread::sleep(EVERY);
    }
}

/// Updates all pages after somebody was renamed or removed here, before the request is answered.
pub(crate) async fn changed(asked: &Asked) {
    // A failure or panic here is made up for by the regular check.
    let _ = asked
        .aside(|site, _| {
            look(site);
            Ok(())
        })
        .await;
}

#[cfg(test)]
mod tests;
