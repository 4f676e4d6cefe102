//! The orders of a large event, and their cost:
//! `LEITAI_ENTRIES=500 cargo test --release -p leitai-hall orders -- --nocapture`; in `LEITAI_STORE` if given.

use super::bed::Told;
use super::*;
use crate::one_run::OneRun;
use crate::program::Program;
use crate::run::Hall;
use leitai_arena::Affinity;
use leitai_core::ContentHash;
use leitai_tournament::Seed;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Bytes of a program's source.
const SOURCE: usize = 100_000;
/// Most bytes that an order may take in the queue, whatever programs it needs.
const ORDER: usize = 2000;

/// The number of entries.
fn entries() -> u32 {
    std::env::var("LEITAI_ENTRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

fn source(number: u32) -> String {
    format!("# {number}\n{}", "x = 'a line of a program'\n".repeat(SOURCE / 26))
}

/// A double round robin of that many programs, each with a different source.
fn large(folder: &Path) -> PathBuf {
    let mut text = "name = \"large\"\ngame = \"tictactoe\"\nseed = \"1\"\n".to_owned();
    text += "[plan.stages.1]\nsections = \"one\"\n";
    for number in 0..entries() {
        fs::write(folder.join(format!("p{number}.py")), source(number)).expect("our folder");
        text += &format!("[[entries]]\nname = \"p{number}\"\nprogram = \"p{number}.py\"\n");
    }
    let path = folder.join("large.toml");
    fs::write(&path, text).expect("our folder");
    path
}

#[test]
fn orders_hold_the_hash_of_a_source_that_the_store_holds_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = EventFile::read(&large(folder.path())).expect("an event");
    let address = std::env::var("LEITAI_STORE");
    let address = address.unwrap_or_else(|_| format!("sqlite:{}", folder.path().join("store.db").display()));
    let open = || SharedStore::open(&address, "default", Duration::from_secs(10)).expect("opens");
    let begun = Instant::now();
    let seed = || Seed::new("1");
    let mut hall = Hall::open_shared(file, &open(), folder.path(), true, seed).expect("an event");
    let opened = begun.elapsed();
    let (stop, store, see) = (Stop::default(), open(), &mut Told::default());
    let took = std::thread::scope(|scope| {
        let run = OneRun::open(&mut hall, (1, Affinity::None), &stop, scope, see);
        let (mut run, begun) = (run.expect("a store"), Instant::now());
        run.hand_out().expect("room");
        begun.elapsed()
    });
    let jobs = store.runtime.wait(store.queue().list("large")).expect("a list");
    let sizes: Vec<_> = jobs.iter().map(|job| job.job.payload.to_string().len()).collect();
    let line = format!(
        "{} programs: begun in {opened:?}, {} games ordered in {took:?}, {} bytes each",
        entries(),
        jobs.len(),
        sizes.iter().sum::<usize>() / sizes.len()
    );
    writeln!(std::io::stderr(), "{line}").expect("stderr");
    assert!(sizes.iter().all(|size| *size < ORDER), "{sizes:?}");
    let orders =
        jobs.into_iter().map(|job| serde_json::from_value::<GameOrder>(job.job.payload).expect("an order"));
    let needed: BTreeSet<ContentHash> = orders
        .flat_map(|order| order.assignment.seated)
        .map(|seated| match seated.program {
            Program::Stored { sha256, .. } => sha256,
            other => panic!("{other:?} lies on this machine"),
        })
        .collect();
    let kept: BTreeSet<ContentHash> =
        (0..entries()).map(|number| ContentHash::of(source(number).as_bytes())).collect();
    assert!(needed.is_subset(&kept) && needed.len() > 1, "{needed:?}");
    for digest in needed {
        assert_eq!(ContentHash::of(&store.get(digest).expect("kept")), digest);
    }
}
