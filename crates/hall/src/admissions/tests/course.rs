//! A course: its games begin once submissions are closed, with the entries whose programs are in force.

use super::*;
use std::sync::atomic::AtomicUsize;

const ENTRIES: &str = "preset = \"course\"\n\
     entries = [{ name = 'a', class = '1', seed-score = 90 }, { name = 'b', class = '1' }, { name = 'c', class = '1' }]\n\
     [submit]\ncloses = \"2999-01-01 00:00Z\"\n";

/// Runs the event until nothing is due or a game is ordered; returns how many games were ordered.
fn ordered(bed: &mut Bed) -> usize {
    let (stop, count) = (Stop::default(), AtomicUsize::new(0));
    let shared = Arc::clone(&bed.admissions.shared);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| bed.hall.run(1, leitai_arena::Affinity::Auto, &stop, &mut Nobody));
        let end = std::time::Instant::now() + Duration::from_secs(10);
        while !running.is_finished() {
            if let Some(lease) = shared.runtime.wait(shared.queue().lease("default", "w")).expect("a store") {
                drop(lease);
                count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                stop.abandon.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            assert!(std::time::Instant::now() < end, "nothing is ordered");
            std::thread::sleep(Duration::from_millis(10));
        }
        running.join().expect("it ends").expect("it runs");
    });
    count.into_inner()
}

#[test]
fn a_course_begins_when_submissions_close_without_who_has_handed_in_nothing() {
    let mut bed = Bed::of(ENTRIES, LONG);
    assert!(bed.file.begins_closed() && bed.hall.first_submissions().is_empty());
    assert_eq!(ordered(&mut bed), 0, "nobody plays before");
    for entry in ["a", "b"] {
        bed.validated(entry);
        for _ in 0..GAMES {
            let lease = bed.take().expect("ordered");
            bed.hand_in(&lease, None, None);
        }
        bed.look();
    }
    let rules = SubmitRules {
        closes: Some("2001-01-01 00:00Z".parse().expect("a moment")),
        ..bed.file.submit.clone()
    };
    let (file, stop, shared) = (bed.file.clone(), Stop::default(), Arc::clone(&bed.admissions.shared));
    for _ in 0..2 {
        bed.admissions.look(&file, &rules, &stop).expect("a store");
    }
    let event = shared.history("judge").expect("it began").0.event;
    let absent: Vec<_> = event
        .rulings()
        .iter()
        .filter_map(|ruling| match &ruling.decision {
            Decision::Absent { entry } => Some(event.name(*entry)),
            _ => None,
        })
        .collect();
    assert_eq!((absent.as_slice(), event.is_closed()), (&["c"][..], true), "once");
    bed.hall.hear(&mut Nobody).expect("a store");
    assert_eq!(ordered(&mut bed), 1, "a and b meet");
}

#[test]
fn a_file_says_when_it_closes_and_only_where_programs_are_taken_one_may_be_left_out() {
    let game = leitai_catalog::GAMES[0].facts().id;
    let read = |preset: &str, submit: &str| {
        let text = format!(
            "name = \"c\"\ngame = \"{game}\"\npreset = \"{preset}\"\nentries = [{{ name = 'a', class = '1' }}]\n{submit}"
        );
        EventFile::parse(&text, "c.toml", Path::new("/"))
            .map(|file| file.takes_programs())
            .map_err(|error| error.what.to(Lang::En).to_owned())
    };
    assert_eq!(read("course", "[submit]\ncloses = \"2999-01-01 00:00Z\"\n"), Ok(true));
    assert_eq!(read("judge", ""), Ok(true));
    let open = read("course", "[submit]\nsize = \"64KB\"\n").expect_err("it never begins");
    assert!(open.contains("say when"), "{open}");
    let none = read("course", "").expect_err("nobody has a program");
    assert!(none.contains("program"), "{none}");
}
