//! Every text of a protocol page is in the list of what was published, with its day and its hash.

use leitai_core::ContentHash;
use leitai_pages::publications;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols")
}

/// The present hash of each protocol page, by its file.
fn pages() -> BTreeMap<String, String> {
    let files = fs::read_dir(folder()).expect("the protocols").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let pages = names.filter(|name| name.strip_suffix(".md").is_some());
    pages
        .map(|name| {
            (name.clone(), ContentHash::of(&fs::read(folder().join(&name)).expect("a page")).to_string())
        })
        .collect()
}

/// Today, in UTC.
fn today() -> String {
    leitai_hall::Zone::of_machine().at(leitai_arena::now_ms()).stamp()[..10].to_owned()
}

#[test]
fn every_protocol_page_is_published_as_it_is() {
    let list = folder().join("published.txt");
    let mut text = fs::read_to_string(&list).expect("the list");
    let mut newest = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [day, hash, page] = line.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{line}") };
        newest.insert(page.to_owned(), (day.to_owned(), hash.to_owned()));
    }
    let is_changed = |page: &str, hash: &str| newest.get(page).is_none_or(|(_, known)| known != hash);
    let changed: Vec<_> = pages().into_iter().filter(|(page, hash)| is_changed(page, hash)).collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        for (page, hash) in &changed {
            text.push_str(&format!("{} {hash} {page}\n", today()));
        }
        fs::write(&list, text).expect("the list");
        return;
    }
    let changed: Vec<_> = changed.into_iter().map(|(page, _)| page).collect();
    assert!(
        changed.is_empty(),
        "{changed:?} changed: UPDATE_GOLDEN=1 cargo test -p leitai-pages adds a line for each"
    );
}

#[test]
fn the_list_goes_forward_in_time() {
    let days: Vec<_> = publications().into_iter().map(|text| text.day).collect();
    assert!(days.len() >= 18 && days.is_sorted(), "{days:?}");
}
