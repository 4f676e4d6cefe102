//! The state of the site, shared by all requests.

use crate::analyses::Analyses;
use crate::assets::Assets;
use crate::compared::Compared;
use crate::dossier::Platform;
use crate::exhibition::Exhibition;
use crate::followers::Followers;
use crate::kept::KeptPages;
use crate::live::LiveGames;
use crate::metrics::Metrics;
use crate::notice_board::NoticeBoard;
use crate::people::accounts::Accounts;
use crate::people::fresh::Fresh;
use crate::people::readings::Readings;
use crate::people::upload::Uploads;
use crate::proxies::Proxies;
use crate::site_address::SiteAddress;
use crate::site_contests::SiteContests;
use crate::site_event::SiteEvent;
use crate::site_events::SiteEvents;
use crate::site_names::SiteNames;
use crate::store_health::StoreHealth;
use leitai_core::Lang;
use leitai_hall::{HallError, PlayRoom, Setbacks, Zone};
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// The state of a site.
pub(crate) struct Site {
    /// The default language.
    pub(crate) lang: Lang,
    /// The zone of all times.
    pub(crate) zone: Zone,
    pub(crate) address: SiteAddress,
    pub(crate) accounts: Accounts,
    /// The programs that organisers compared a moment ago.
    pub(crate) compared: Arc<Fresh<Compared>>,
    /// What organisers read a moment ago.
    pub(crate) readings: Readings,
    pub(crate) notices: NoticeBoard,
    pub(crate) live: Arc<LiveGames>,
    pub(crate) events: Arc<SiteEvents>,
    /// The contests that this process has seen.
    pub(crate) contests: SiteContests,
    pub(crate) exhibition: Option<Arc<Exhibition>>,
    /// The games of people that are judged.
    pub(crate) analyses: Arc<Analyses>,
    /// The tables at which people play.
    pub(crate) play: Arc<PlayRoom>,
    pub(crate) store_health: StoreHealth,
    /// What this machine lacked for games.
    pub(crate) setbacks: Arc<Setbacks>,
    pub(crate) metrics: Metrics,
    pub(crate) streams: Arc<Followers>,
    /// The names under which it is asked for.
    pub(crate) names: SiteNames,
    /// The proxies that are believed.
    pub(crate) proxies: Proxies,
    /// Pages of the hall and of games that are over.
    pub(crate) pages: KeptPages,
    /// Assets of the pages that were requested.
    pub(crate) assets: Assets,
    pub(crate) uploads: Arc<Uploads>,
    /// Turns at work off the threads that answer.
    pub(crate) asides: Semaphore,
    /// What dossiers say of this program.
    pub(crate) platform: Platform,
    /// Set when all streams are to end.
    pub(crate) closing: watch::Sender<bool>,
}

impl Site {
    /// Shows the notices as they are now, those about an event on its pages too. Waits for the store.
    pub(crate) fn show_notices(&self, event: &SiteEvent) -> Result<(), HallError> {
        self.notices.load(self.events.shared())?;
        event.change();
        Ok(())
    }
}
