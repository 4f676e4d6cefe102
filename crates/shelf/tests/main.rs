//! Tables in a folder are whole or absent, even if they are cut, swapped, damaged or built concurrently.

use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{Shelf, ShelvedTable, TableSpec, Words};
use leitai_shelf::{TableFolder, TableState};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// Several blocks, the last of them cut short.
const BYTES: u64 = 100_000;
const TOOK: Duration = Duration::from_millis(1234);

const fn spec(version: u32) -> TableSpec {
    TableSpec {
        name: "sums",
        version,
        what: Words::new("sums", "和"),
        bytes: BYTES,
        build: |_, part| {
            part(1.0);
            (0..BYTES).map(|at| (at * at / 7) as u8).collect()
        },
    }
}

static TABLE: TableSpec = spec(1);
static NEXT: TableSpec = spec(2);

struct Place {
    _home: TempDir,
    folder: TableFolder,
    game: ListedGame,
}

impl Place {
    fn new() -> Place {
        let home = tempfile::tempdir().expect("a folder");
        let folder = TableFolder::at(home.path().join("leitai/tables"));
        Place { _home: home, folder, game: GAMES[0] }
    }

    fn built() -> Place {
        let place = Place::new();
        place.put(&TABLE);
        place
    }

    fn put(&self, table: &'static TableSpec) -> Vec<u8> {
        let lock = self.folder.lock(self.game, table).expect("a folder").expect("nobody builds");
        let bytes = (table.build)(&self.folder.shelf(self.game), &mut |_| ());
        self.folder.put(&lock, self.game, table, &bytes, TOOK).expect("room");
        bytes
    }

    fn open(&self) -> Option<Arc<dyn ShelvedTable>> {
        self.folder.shelf(self.game).open(&TABLE)
    }

    fn states(&self) -> [TableState; 2] {
        let (folder, game) = (&self.folder, self.game);
        [folder.state(game, &TABLE).expect("readable"), folder.check(game, &TABLE).expect("readable")]
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join(format!("{}-sums-v1.table", self.game))
    }
}

#[test]
fn what_was_put_there_is_read_in_place_and_whole() {
    let place = Place::new();
    assert_eq!(place.states(), [TableState::Missing; 2]);
    assert!(place.open().is_none());
    let bytes = place.put(&TABLE);
    assert_eq!(place.states(), [TableState::There(TOOK); 2]);
    assert_eq!(place.folder.shelf(place.game).load(&TABLE).as_deref(), Some(&bytes[..]));
    let table = place.open().expect("it is there");
    assert_eq!(table.bytes(), BYTES);
    // Parts of blocks, whole blocks, the last block, nothing; each twice: first checked, then known to be sound.
    for (at, length) in
        [(0, 1), (16_383, 2), (16_384, 16_384), (5, 99_995), (98_304, 1_696), (99_999, 1), (BYTES, 0)]
    {
        for _ in 0..2 {
            let mut part = vec![0; length];
            assert!(table.read(at, &mut part), "{at} {length}");
            assert_eq!(part, bytes[at as usize..at as usize + length], "{at} {length}");
        }
    }
    for (at, length) in [(0, 100_001), (BYTES, 1), (u64::MAX, 1), (u64::MAX - 3, 9)] {
        assert!(!table.read(at, &mut vec![0; length]), "{at} {length}");
    }
}

#[test]
fn a_table_that_was_cut_or_swapped_is_none() {
    let place = Place::built();
    let whole = fs::read(place.file()).expect("ours");
    let changes: [(&str, Vec<u8>); 6] = [
        ("cut at its end", whole[..whole.len() - 1].to_vec()),
        ("cut in its head", whole[..50].to_vec()),
        ("empty", Vec::new()),
        ("longer", [&whole[..], &[0]].concat()),
        ("another file", vec![b'x'; whole.len()]),
        ("another head", {
            let mut bytes = whole.clone();
            bytes[60] ^= 1;
            bytes
        }),
    ];
    for (what, bytes) in changes {
        fs::write(place.file(), bytes).expect("ours");
        assert_eq!(place.states(), [TableState::Damaged; 2], "{what}");
        assert!(place.open().is_none(), "{what}");
    }
    // Another version under this name.
    place.put(&NEXT);
    let next = place.folder.path().join(format!("{}-sums-v2.table", place.game));
    fs::rename(next, place.file()).expect("ours");
    assert_eq!(place.states(), [TableState::Damaged; 2]);
    // Rebuilt, it is sound.
    place.put(&TABLE);
    assert_eq!(place.states(), [TableState::There(TOOK); 2]);
    fs::remove_file(place.file()).expect("ours");
    fs::create_dir(place.file()).expect("ours");
    assert_eq!(place.states(), [TableState::Damaged; 2]);
}

#[test]
fn no_damaged_byte_is_ever_read() {
    let place = Place::built();
    let whole = fs::read(place.file()).expect("ours");
    let start = whole.len() - BYTES as usize;
    let mut damaged = whole.clone();
    damaged[start + 40_000] ^= 4;
    fs::write(place.file(), damaged).expect("ours");
    assert_eq!(place.states(), [TableState::There(TOOK), TableState::Damaged]);
    let table = place.open().expect("its head is sound");
    let mut part = [0; 8];
    // The block of the damaged byte is refused, its neighbours are not.
    for (at, sound) in [(32_760, true), (32_768, false), (40_000, false), (49_144, false), (49_152, true)] {
        assert_eq!(table.read(at, &mut part), sound, "{at}");
    }
    assert!(!table.read(0, &mut vec![0; 50_000]));
    assert!(place.folder.shelf(place.game).load(&TABLE).is_none());
}

#[test]
fn who_reads_is_not_disturbed_by_who_builds_or_removes() {
    let place = Place::built();
    let table = place.open().expect("it is there");
    let mut before = [0; 100];
    assert!(table.read(0, &mut before));
    place.put(&TABLE);
    assert_eq!(place.folder.remove(place.game, &TABLE).ok(), Some(true));
    assert_eq!(place.folder.remove(place.game, &TABLE).ok(), Some(false));
    let mut whole = vec![0; BYTES as usize];
    assert!(table.read(0, &mut whole) && whole[..100] == before);
}

#[test]
fn one_builds_a_table_at_a_time() {
    let place = Place::new();
    let lock = |table| place.folder.lock(place.game, table).expect("a folder");
    let first = lock(&TABLE).expect("nobody builds");
    assert!(lock(&TABLE).is_none());
    assert!(lock(&NEXT).is_some(), "another table is no business of theirs");
    drop(first);
    assert!(lock(&TABLE).is_some());
}

#[test]
fn what_cannot_be_written_leaves_what_was_there() {
    let place = Place::built();
    let lock = place.folder.lock(place.game, &TABLE).expect("a folder").expect("nobody builds");
    let wrong = place.folder.put(&lock, place.game, &TABLE, &[1, 2, 3], TOOK).expect_err("a wrong size");
    assert_eq!(wrong.kind(), ErrorKind::InvalidData);
    // A folder takes the place of the file that is written first, which fails as a full disk would.
    let part = place.folder.path().join(format!(".{}-sums-v1.part", place.game));
    fs::create_dir(&part).expect("ours");
    let bytes = vec![9; BYTES as usize];
    place.folder.put(&lock, place.game, &TABLE, &bytes, TOOK).expect_err("no place to write");
    assert_eq!(place.states(), [TableState::There(TOOK); 2]);
}

#[test]
fn what_nobody_needs_is_found_and_cleared() {
    let place = Place::built();
    place.put(&NEXT);
    let at = |name: &str| place.folder.path().join(name);
    let part = format!(".{}-sums-v1.part", place.game);
    fs::write(at(&part), "half").expect("ours");
    fs::write(at("notes.txt"), "not ours").expect("a file");
    let known = [(place.game, &NEXT)];
    let names = || -> Vec<_> {
        place.folder.leftovers(&known).expect("readable").into_iter().map(|left| left.name).collect()
    };
    let old = format!("{}-sums-v1.table", place.game);
    assert_eq!(names(), [part.clone(), old.clone()]);
    let building = place.folder.lock(place.game, &TABLE).expect("a folder").expect("nobody builds");
    assert_eq!(names(), [old], "somebody builds");
    drop(building);
    for left in place.folder.leftovers(&known).expect("readable") {
        place.folder.clear(&left).expect("ours");
    }
    assert_eq!(names(), Vec::<String>::new());
    assert!(at("notes.txt").exists() && at(&format!("{}-sums-v2.table", place.game)).exists());
    assert_eq!(Place::new().folder.leftovers(&known).expect("no folder"), []);
}

#[test]
fn other_users_may_read_the_tables_and_nothing_beside_them() {
    let place = Place::built();
    let mode = |path: &std::path::Path| fs::metadata(path).expect("ours").permissions().mode() & 0o777;
    assert_eq!(mode(&place.file()), 0o644);
    assert_eq!(mode(place.folder.path()) & 0o055, 0o055);
    assert_eq!(mode(place.folder.path().parent().expect("a parent")), 0o700);
}
