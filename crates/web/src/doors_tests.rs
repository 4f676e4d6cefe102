//! No page without a door: whatever somebody may read is found from the first page by following links, and every link
//! leads somewhere.

use crate::address::{Address, By};
use crate::contest::tests::{objects, under_way};
use crate::course::tests::{course, of_team};
use crate::own_notes::tests::played;
use crate::people::tests::{Browser, Tried};
use crate::routes::all;
use axum::http::StatusCode;
use leitai_store::Role;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many pages of one address are looked at.
const OF_EACH: usize = 12;

/// Addresses that people do not walk to: parts of pages, what programs read, and what is led to only once there is
/// something (slips just made, programs just compared, tables that were taken along, a first sign-in, test games that one person ordered, a table that one began).
const NO_DOOR: [&str; 15] = [
    "/live",
    "/me",
    "/first",
    "/people/slips",
    "/games/{id}/{what}",
    "/events/{id}/{what}",
    "/notices.atom",
    "/events/{id}/mine/{what}",
    "/organise/{id}/likeness/{pair}",
    "/play/{ticket}",
    "/play/{id}/{key}",
    "/play/{id}/{key}/now",
    "/contests/{id}/away/{taking}",
    "/trials/{number}",
    "/trials/{number}/{what}",
];

/// The declared path that a path belongs to: the one with the most words of its own.
pub(crate) fn declared<'a>(addresses: &'a [Address], path: &str) -> Option<&'a Address> {
    let parts: Vec<_> = path.split('/').collect();
    let fits = |address: &&Address| {
        let own: Vec<_> = address.path.split('/').collect();
        own.len() == parts.len()
            && own.iter().zip(&parts).all(|(own, part)| own.starts_with('{') || own == part)
    };
    let words = |address: &&Address| address.path.split('/').filter(|part| !part.starts_with('{')).count();
    addresses.iter().filter(fits).max_by_key(words)
}

/// Where a page leads.
pub(crate) fn links(page: &str) -> BTreeSet<String> {
    let all = page.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let local = all.filter(|link| link.starts_with('/'));
    local.filter_map(|link| link.split(['?', '#']).next().map(str::to_owned)).collect()
}

/// The title of a page.
fn title(page: &str) -> &str {
    page.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap_or_default()
}

/// Walks through the site as a reader; returns the declared paths found, each with a page that led there. No two pages
/// may have the same title.
fn walked(browser: &mut Browser<'_>, addresses: &[Address]) -> BTreeMap<&'static str, String> {
    let mut titles: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut found: BTreeMap<&'static str, String> = BTreeMap::from([("/", String::new())]);
    let (mut seen, mut counts) = (BTreeSet::from(["/".to_owned()]), BTreeMap::new());
    let mut ahead = VecDeque::from(["/".to_owned()]);
    while let Some(path) = ahead.pop_front() {
        let page = browser.get(&path);
        let is_answered = page.status.is_success() || page.status.is_redirection();
        assert!(is_answered, "{path}: {}", page.status);
        let led_to = links(&format!(" href=\"{}\"", page.leads_to()));
        let is_page = page
            .headers
            .get("content-type")
            .is_some_and(|media| media.to_str().is_ok_and(|media| media.contains("html")));
        if is_page && page.status.is_success() {
            titles.entry(title(&page.text).to_owned()).or_default().push(path.clone());
        }
        for link in if is_page { links(&page.text) } else { led_to } {
            let address = declared(addresses, &link).unwrap_or_else(|| panic!("{path} leads to {link}"));
            found.entry(address.path).or_insert_with(|| path.clone());
            let count: &mut usize = counts.entry(address.path).or_default();
            if *count < OF_EACH && seen.insert(link.clone()) {
                *count += 1;
                ahead.push_back(link);
            }
        }
    }
    titles.retain(|_, pages| pages.len() > 1);
    assert!(titles.is_empty(), "pages with one title: {titles:#?}");
    found
}

#[test]
fn whatever_somebody_may_read_is_found_by_following_links() {
    let tried = Tried::open();
    let course = course(&tried, "2999-12-31 24:00 +08:00").id.clone();
    let mut captain = of_team(&tried, "2503", "飞鹰", Role::Captain);
    let [submit, report] = ["submit", "report"].map(|page| format!("/events/{course}/{page}"));
    let source = [("language", "main.py"), ("text", "print()")];
    assert_eq!(captain.sends(&submit, &submit, &source).status, StatusCode::SEE_OTHER);
    let tries = format!("/events/{course}/try");
    let test = [("opponent", "random"), ("games", "1"), ("language", "main.py"), ("text", "print()")];
    assert_eq!(captain.sends(&tries, &tries, &test).leads_to(), "/trials/1");
    let given = captain.uploads(&report, &[("share-2503", "100")], ("report.pdf", b"%PDF-1.7 ours"));
    assert_eq!(given.status, StatusCode::SEE_OTHER, "{}", given.text);
    let teacher = tried.settled("t1", Role::Organiser);
    played(&tried, ["2501", "2502"]);
    let (_, at_tables) = under_way(&tried, "Contest", "2503", 1);
    objects(&tried, "Contest", &at_tables);
    let addresses = all();
    for (role, mut browser) in
        [(None, tried.visitor()), (Some(Role::Captain), captain), (Some(Role::Organiser), teacher)]
    {
        let found = walked(&mut browser, &addresses);
        let may = addresses.iter().filter(|address| {
            let is_for_people = !address.is_bare && !address.is_api() && !NO_DOOR.contains(&address.path);
            is_for_people && address.reads.is_some_and(|by: By| by.has(role))
        });
        let shut: Vec<_> = may.map(|address| address.path).filter(|path| !found.contains_key(path)).collect();
        assert!(shut.is_empty(), "{role:?} finds no way to {shut:#?}");
        let alien = found.keys().find(|path| {
            let by = addresses.iter().find(|address| address.path == **path).and_then(|one| one.reads);
            by.is_some_and(|by| !by.has(role) && role.is_some())
        });
        assert_eq!(alien, None, "{role:?}");
        assert_eq!(browser.get("/nowhere").status, StatusCode::NOT_FOUND);
    }
}
