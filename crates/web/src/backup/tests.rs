//! Intact archives and damaged ones.

use super::head::{HEAD, STORE};
use super::*;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use leitai_store::{Actor, Database, People, Role, RosterLine};
use std::cell::Cell;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use tar::{Archive, Builder, Header};
use tempfile::TempDir;

fn run<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(what)
}

fn people(store: &Path) -> Vec<String> {
    run(async {
        let database = Database::open(&format!("sqlite:{}", store.display())).await.expect("opens");
        let all = People::new(database.clone()).all().await.expect("a store");
        database.close().await;
        all.into_iter().map(|person| person.line.number).collect()
    })
}

/// A site's folder, and the folder that contains it.
fn site() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().expect("a folder");
    let data = home.path().join("site");
    fs::create_dir_all(data.join("events/cup/games")).expect("our folder");
    fs::write(data.join("events/cup.toml"), "name = \"Cup\"\n").expect("our folder");
    fs::write(
        data.join("events/cup/games/一 1.jsonl"),
        (0..3000).map(|n| format!("{{\"n\":{}}}", n * n)).collect::<Vec<_>>().join("\n"),
    )
    .expect("our folder");
    fs::write(data.join("events/cup/games/2.jsonl.part"), "half").expect("our folder");
    fs::write(data.join("leitai.toml"), "# ours\njobs = 2\n").expect("our folder");
    run(async {
        let address = format!("sqlite:{}", data.join(STORE).display());
        let database = Database::open(&address).await.expect("opens");
        let line = RosterLine { number: "2501".to_owned(), name: "王".to_owned(), ..RosterLine::default() };
        let code = leitai_core::ContentHash::of(b"x");
        People::new(database.clone())
            .add(Actor::Console("t"), &line, Role::Student, code, 0)
            .await
            .expect("a store");
        // Left open on purpose: the backup is made while it is open.
    });
    (home, data)
}

fn made(home: &Path, data: &Path) -> PathBuf {
    let file = home.join("kept.tar.gz");
    let wanted = BackupRequest { data, store: None, files_alone: false, file: &file };
    let backed = back_up(&wanted, &|| false, &|_, _| ()).expect("a site");
    assert_eq!(backed.files, 4, "two of the event, the settings, the store");
    file
}

fn checked(file: &Path) -> Result<Restored, RestoreError> {
    look_through(file, &|| false, &|_, _| ())
}

fn into(file: &Path, data: &Path, replace: bool) -> Result<Restored, RestoreError> {
    restore(file, data, replace, &|| false, &|_, _| ())
}

/// Name and contents of each entry.
type Entries = Vec<(String, Vec<u8>)>;

/// The archive repacked with changed entries, as another tool might.
fn repacked(file: &Path, change: impl Fn(&mut Entries)) {
    let bytes = fs::read(file).expect("our file");
    let mut entries = Vec::new();
    for entry in Archive::new(GzDecoder::new(bytes.as_slice())).entries().expect("an archive") {
        let mut entry = entry.expect("an archive");
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents).expect("an archive");
        entries.push((entry.path().expect("a path").display().to_string(), contents));
    }
    change(&mut entries);
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, contents) in entries {
        let mut header = Header::new_gnu();
        header.set_size(contents.len() as u64);
        header.set_mode(0o644);
        // Written as it is, even where the library would refuse.
        let field = &mut header.as_old_mut().name;
        field[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        archive.append(&header, contents.as_slice()).expect("memory");
    }
    fs::write(file, archive.into_inner().expect("memory").finish().expect("memory")).expect("our file");
}

fn at<'a>(entries: &'a mut [(String, Vec<u8>)], name: &str) -> &'a mut Vec<u8> {
    &mut entries.iter_mut().find(|(known, _)| known == name).expect("it is there").1
}

/// The decompressed contents, if all of it is sound.
fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain).is_ok().then_some(plain)
}

#[test]
fn what_was_kept_comes_back_and_nothing_else() {
    let (home, data) = site();
    fs::create_dir(data.join("exhibition")).expect("our folder");
    fs::write(data.join("exhibition/1.jsonl"), "x").expect("our folder");
    std::os::unix::fs::symlink("/nowhere", data.join("events/gone")).expect("our folder");
    let file = home.path().join("kept.tar.gz");
    let (wanted, last) =
        (BackupRequest { data: &data, store: None, files_alone: false, file: &file }, Cell::new((0, 0)));
    let backed = back_up(&wanted, &|| false, &|done, all| last.set((done, all))).expect("a site");
    assert_eq!(backed.left_out, [PathBuf::from("events/gone")]);
    assert!(last.get().0 == last.get().1 && last.get().1 > 15_000, "{last:?}");
    let restored = into(&file, &home.path().join("new"), false).expect("sound");
    assert_eq!((restored.files, restored.bytes, restored.aside), (4, backed.bytes, None));
    let new = home.path().join("new");
    assert_eq!(people(&new.join(STORE)), ["2501"]);
    let same =
        |name: &str| fs::read(new.join(name)).expect("there") == fs::read(data.join(name)).expect("ours");
    assert!(same("events/cup.toml") && same("events/cup/games/一 1.jsonl") && same("leitai.toml"));
    let there = |name: &str| new.join(name).exists();
    assert!(!there("exhibition") && !there("events/cup/games/2.jsonl.part") && !there(".restoring"));
    let left = fs::read_dir(home.path()).expect("our folder").count();
    assert_eq!(left, 3, "no fragment is left beside the archive");
}

#[test]
fn a_folder_with_something_in_it_stays_unless_it_is_put_aside() {
    let (home, data) = site();
    let file = made(home.path(), &data);
    let error = into(&file, &data, false).expect_err("it is not empty");
    assert!(matches!(error, RestoreError::NotEmpty(_)), "{error}");
    fs::write(data.join("events/cup.toml"), "another").expect("our folder");
    let lock = crate::lock::Lock::take(&data).expect("nobody has it");
    assert!(matches!(into(&file, &data, true), Err(RestoreError::InUse(_))));
    drop(lock);
    let aside = into(&file, &data, true).expect("sound").aside.expect("it was put aside");
    assert_eq!(fs::read_to_string(aside.join("events/cup.toml")).expect("there"), "another");
    assert_eq!(fs::read_to_string(data.join("events/cup.toml")).expect("there"), "name = \"Cup\"\n");
    assert_eq!(people(&data.join(STORE)), people(&aside.join(STORE)));
    // What was moved aside is in no archive.
    fs::remove_file(&file).expect("our file");
    made(home.path(), &data);
}

#[test]
fn damage_is_said_and_leaves_the_folder_as_it_was() {
    let (home, data) = site();
    let file = made(home.path(), &data);
    let (whole, target) = (fs::read(&file).expect("our file"), home.path().join("new"));
    let length = whole.len();
    for cut in [0, 1, 9, 200, length / 2, length - 9, length - 1] {
        fs::write(&file, &whole[..cut]).expect("our file");
        let error = into(&file, &target, false).expect_err("it is cut");
        assert!(matches!(error, RestoreError::Cut(..)), "{cut} of {length}: {error}");
    }
    let (plain, mut damaged) = (unpacked(&whole), 0);
    for place in (0..length).step_by(length / 37) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        fs::write(&file, &bytes).expect("our file");
        // Where the same data occurs twice, another match distance is no damage; nor is the header field for the
        // system.
        let is_same = unpacked(&bytes).is_some_and(|bytes| Some(bytes) == plain);
        damaged += usize::from(!is_same);
        assert_eq!(checked(&file).is_ok(), is_same, "byte {place} of {length}");
    }
    assert!(damaged > 25, "{damaged}");
    let refused = |change: &dyn Fn(&mut Entries)| {
        fs::write(&file, &whole).expect("our file");
        repacked(&file, change);
        into(&file, &target, false).expect_err("it was changed").to_string()
    };
    let record = "site/events/cup/games/一 1.jsonl";
    let said = refused(&|entries| at(entries, record)[7] ^= 1);
    assert!(said.contains(record) && said.contains("SHA-256"), "{said}");
    let said = refused(&|entries| entries.retain(|(name, _)| name != record));
    assert!(said.contains(record) && said.contains("missing"), "{said}");
    let said = refused(&|entries| entries.insert(1, ("site/events/more.toml".to_owned(), Vec::new())));
    assert!(said.contains("more.toml") && said.contains("no checksum"), "{said}");
    for name in ["site/../../out", "/etc/leitai", "elsewhere/x", "site/events/../../../out"] {
        let said = refused(&|entries| entries.insert(1, (name.to_owned(), b"x".to_vec())));
        assert!(said.contains("not written by"), "{name}: {said}");
    }
    assert!(!home.path().join("out").exists() && !Path::new("/etc/leitai").exists());
    let said = refused(&|entries| entries.truncate(entries.len() - 1));
    assert!(said.contains("cut short"), "{said}");
    let said = refused(&|entries| {
        let head = at(entries, HEAD);
        let text = String::from_utf8(head.clone()).expect("text");
        *head =
            text.replace("\"format\": 1", "\"format\": 7").replace(env!("CARGO_PKG_VERSION"), "9.9.9").into();
    });
    assert!(said.contains("9.9.9") && said.contains("format 7"), "{said}");
    let said = refused(&|entries| entries.remove(0).1.clear());
    assert!(said.contains("was not made by"), "{said}");
    fs::write(&file, "a text").expect("our file");
    assert!(matches!(checked(&file), Err(RestoreError::NotOurs(_))));
    // The folder was made and contains only the lock.
    let left: Vec<_> =
        fs::read_dir(&target).expect("our folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["lock"]);
    fs::write(&file, &whole).expect("our file");
    into(&file, &target, false).expect("sound");
}

#[test]
fn whoever_stops_it_leaves_nothing_half_done() {
    let (home, data) = site();
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(home.path()).expect("our folder").flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let file = home.path().join("kept.tar.gz");
    let wanted = BackupRequest { data: &data, store: None, files_alone: false, file: &file };
    let asked = Cell::new(0);
    for after in [0, 1, 4] {
        asked.set(0);
        let is_stopped = || asked.replace(asked.get() + 1) >= after;
        let error = back_up(&wanted, &is_stopped, &|_, _| ()).expect_err("stopped");
        assert!(matches!(error, BackupError::Stopped), "{error}");
        assert_eq!(names(), before);
    }
    let file = made(home.path(), &data);
    asked.set(0);
    let is_stopped = || asked.replace(asked.get() + 1) >= 3;
    let target = home.path().join("new");
    let error = restore(&file, &target, false, &is_stopped, &|_, _| ()).expect_err("stopped");
    assert!(matches!(error, RestoreError::Stopped), "{error}");
    assert!(!target.join("events").exists() && !target.join(".restoring").exists());
}

#[test]
fn what_cannot_be_kept_is_said() {
    let (home, data) = site();
    let file = home.path().join("kept.tar.gz");
    let wanted = BackupRequest { data: &data, store: None, files_alone: false, file: &file };
    let refused =
        |wanted: BackupRequest<'_>| back_up(&wanted, &|| false, &|_, _| ()).expect_err("refused").to_string();
    let nowhere = home.path().join("nowhere");
    assert!(refused(BackupRequest { data: &nowhere, ..wanted }).contains("--data"));
    assert!(
        refused(BackupRequest { file: &data.join("events/kept.tar.gz"), ..wanted })
            .contains("somewhere else")
    );
    let postgres = Some("postgres://li:secret@host/db");
    let said = refused(BackupRequest { store: postgres, ..wanted });
    assert!(said.contains("pg_dump") && !said.contains("secret"), "{said}");
    back_up(&BackupRequest { store: postgres, files_alone: true, ..wanted }, &|| false, &|_, _| ())
        .expect("the files");
    let restored = into(&file, &home.path().join("new"), false).expect("sound");
    assert!(!restored.head.store && restored.files == 3);
}

#[test]
fn a_store_with_another_name_comes_into_the_folder() {
    let (home, data) = site();
    let elsewhere = home.path().join("own.db");
    fs::rename(data.join(STORE), &elsewhere).expect("our folder");
    for end in ["-wal", "-shm"] {
        let _ = fs::rename(data.join(format!("{STORE}{end}")), home.path().join(format!("own.db{end}")));
    }
    let address = format!("sqlite:{}", elsewhere.display());
    fs::write(data.join("leitai.toml"), format!("jobs = 2 # two\nstore = \"{address}\"\n"))
        .expect("our folder");
    let file = home.path().join("kept.tar.gz");
    let wanted = BackupRequest { data: &data, store: Some(&address), files_alone: false, file: &file };
    back_up(&wanted, &|| false, &|_, _| ()).expect("a site");
    let new = home.path().join("new");
    let restored = into(&file, &new, false).expect("sound");
    assert_eq!(restored.named, Some(address));
    assert_eq!(fs::read_to_string(new.join("leitai.toml")).expect("there"), "jobs = 2 # two\n");
    assert_eq!(people(&new.join(STORE)), ["2501"]);
}
