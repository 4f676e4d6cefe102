//! The dossier: the same bytes twice, true hashes, and everything that it names is in it.

use leitai_catalog::{GAMES, Setup, find};
use leitai_core::ContentHash;
use leitai_hall::Zone;
use leitai_pages::{
    Dossier, DossierBinary, DossierContest, DossierFile, DossierGame, DossierMachine, archive, rule_sentences,
};
use leitai_sandbox::SandboxLevel;

fn dossier<'a>(zone: &'a Zone, games: &[&str], begins: Option<i64>) -> Dossier<'a> {
    let game = |id: &&str| {
        let game = find(id).expect("a game");
        let usual = game.facts().usual();
        let ruled = game.open(&Setup::with(usual.options.iter().copied())).expect("its own options");
        DossierGame { ruled, clock: usual.clock }
    };
    Dossier {
        contest: Some(DossierContest {
            name: "校赛 <2026>".to_owned(), place: "体育馆".to_owned(), begins
        }),
        games: games.iter().map(game).collect(),
        zone,
        version: "1.0",
        binary: DossierBinary { sha256: ContentHash::of(b"binary"), bytes: 6 },
        machine: DossierMachine { system: "Linux x86_64".to_owned(), strongest: SandboxLevel::Rootless },
    }
}

fn file<'a>(files: &'a [DossierFile], path: &str) -> &'a DossierFile {
    files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("{path}"))
}

fn text<'a>(files: &'a [DossierFile], path: &str) -> &'a str {
    std::str::from_utf8(&file(files, path).contents).expect("a text")
}

/// 2027-03-01 in Beijing.
const MARCH: i64 = 1_803_830_400_000;

#[test]
fn the_archive_is_the_same_bytes_twice_and_sorted() {
    let zone = "Asia/Shanghai".parse::<Zone>().expect("a zone");
    let make = || archive(&dossier(&zone, &["gomoku", "hex"], Some(MARCH)).files()).expect("an archive");
    let (one, other) = (make(), make());
    assert!(one == other && one.starts_with(b"PK"));
    let files = dossier(&zone, &["gomoku", "hex"], Some(MARCH)).files();
    assert!(files.windows(2).all(|two| two[0].path < two[1].path), "sorted, and each once");
    // A control: another game is another archive.
    assert!(one != archive(&dossier(&zone, &["gomoku"], Some(MARCH)).files()).expect("an archive"));
}

#[test]
fn the_sums_are_true_and_name_every_file() {
    let zone = "Asia/Shanghai".parse::<Zone>().expect("a zone");
    let files = dossier(&zone, &["gomoku"], None).files();
    let mut named = 0;
    for line in text(&files, "SHA256SUMS").lines() {
        let (sum, path) = line.split_once("  ").expect("a line of sha256sum");
        assert_eq!(sum, file(&files, path).sha256().to_string(), "{path}");
        named += 1;
    }
    assert_eq!(named, files.len() - 1, "all but itself");
    // The page lists the others with the same hashes.
    let page = text(&files, "dossier.en.html");
    for file in files.iter().filter(|file| !file.path.starts_with("dossier.") && file.path != "SHA256SUMS") {
        assert!(page.contains(&file.path) && page.contains(&file.sha256().to_string()), "{}", file.path);
    }
}

#[test]
fn every_game_has_its_rules_tests_protocols_and_starters() {
    let zone = "Asia/Shanghai".parse::<Zone>().expect("a zone");
    let ids: Vec<_> = GAMES.iter().map(|game| game.facts().id).collect();
    let files = dossier(&zone, &ids, Some(MARCH)).files();
    for path in ["dossier.en.html", "dossier.zh-CN.html"] {
        let page = text(&files, path);
        for id in &ids {
            assert!(page.contains(&format!("id=\"game-{id}\"")), "{path} {id}");
            for test in rule_sentences(find(id).expect("a game")).iter().flat_map(|sentence| &sentence.tests)
            {
                assert!(page.contains(test.as_str()), "{path} {id} {test}");
            }
        }
        assert!(page.contains("校赛 &lt;2026&gt;") && !page.contains("<2026>"));
        assert!(!page.contains(" src=") && !page.contains("<script"), "nothing is loaded");
        // Every link within the page leads somewhere.
        for target in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(page.contains(&format!("id=\"{target}\"")), "{path} #{target}");
        }
        let ids: Vec<_> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let mut unlike = ids.clone();
        unlike.sort_unstable();
        unlike.dedup();
        assert_eq!(unlike.len(), ids.len(), "{path}: two things have one id");
    }
    for id in &ids {
        assert!(
            files.iter().filter(|file| file.path.starts_with(&format!("starters/{id}/"))).count() >= 7,
            "{id}"
        );
    }
}

#[test]
fn two_months_ahead_are_counted_to_the_first_day() {
    let zone = "Asia/Shanghai".parse::<Zone>().expect("a zone");
    let page = |begins| text(&dossier(&zone, &["gomoku"], begins).files(), "dossier.en.html").to_owned();
    let far = 4_000_000_000_000;
    assert!(page(Some(far)).contains("two months ahead") && !page(Some(far)).contains("less than two"));
    assert!(page(Some(1_000_000_000_000)).contains("less than two months ahead"));
    assert!(!page(None).contains("two months ahead</span>"));
}
