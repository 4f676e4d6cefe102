//! Which site is meant.

use crate::failure::Failure;
use leitai_core::{Sentence, sentence};
use leitai_hall::{DeedError, SharedStore, Zone};
use leitai_web::{Wishes, open_store};
use std::path::PathBuf;

/// Which site is meant.
#[derive(clap::Args)]
pub(crate) struct SiteArgs {
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = "leitai-site")]
    data: PathBuf,
    /// The site's store, if it is not in its folder: `sqlite:PATH` or `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "ADDRESS")]
    store: Option<String>,
}

impl SiteArgs {
    /// Its store, and its time zone.
    pub(crate) fn open(&self) -> Result<(SharedStore, Zone), Failure> {
        if !self.data.is_dir() && self.store.is_none() {
            let data = self.data.display();
            return Err(Failure::Usage(sentence!(
                "there is no site in {data}: `leitai serve --data {data}` makes one; name yours with --data",
                "{data} 中没有网站：可用 `leitai serve --data {data}` 新建，或用 --data 指明"
            )));
        }
        let wishes = Wishes::read(&self.data).map_err(Failure::Usage)?;
        let named = self.store.as_deref().or(wishes.store.as_deref());
        let store = open_store(&self.data, named).map_err(|error| Failure::hall(&error))?;
        Ok((store, wishes.zone()))
    }

    /// The folder of its events.
    pub(crate) fn events(&self) -> PathBuf {
        self.data.join("events")
    }
}

/// Why something that was asked of a contest was not done.
pub(crate) fn refused(error: DeedError, contest: &str) -> Failure {
    match error {
        DeedError::Hall(error) => Failure::hall(&error),
        DeedError::Nothing => Failure::Usage(sentence!(
            "there is no contest `{contest}` here: `leitai contest list` lists them",
            "没有比赛“{contest}”：`leitai contest list` 列出全部比赛"
        )),
        error => Failure::Usage(Sentence::of(&error)),
    }
}
