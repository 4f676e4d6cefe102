//! The memory of a site at which somebody who has no account signs in again and again.

use super::site::Site;
use leitai_testkit::is_long;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// The memory of one thread that makes hashes, in KiB, and the most such threads.
const OF_ONE: u64 = 19_456;
const MOST_THREADS: usize = 4;
/// How many clients sign in at once.
const CLIENTS: usize = 24;

/// So many wrong sign-ins, each with another number, and so many pages between them. Returns how many were examined.
fn many(site: &Site, count: usize, start: usize) -> usize {
    let (next, examined) = (AtomicUsize::new(start), AtomicUsize::new(0));
    scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= start + count {
                        break;
                    }
                    let (status, _) = site.signs_in(&format!("s{number}"), "wrong");
                    assert!(status == 401 || status == 429, "{status}");
                    examined.fetch_add(usize::from(status == 401), Ordering::Relaxed);
                    assert_eq!(site.get("/docs").status, 200);
                }
            });
        }
    });
    examined.into_inner()
}

/// Each hash takes 19 MiB, and the server has that once for each of its threads: the ceiling holds for any number of
/// sign-ins, and after the first few there is no more. 240 of them always; 10,000 with `LEITAI_LONG`.
#[test]
fn sign_ins_take_a_fixed_amount_of_memory() {
    let mut site = Site::open(&[]);
    // The control: as many clients that only look.
    scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| (0..4).for_each(|_| assert_eq!(site.get("/docs").status, 200)));
        }
    });
    let before = site.most_memory();
    let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS) as u64;
    let half = if is_long() { 5_000 } else { 120 };
    let examined = many(&site, half, 0);
    let first = site.most_memory();
    let examined = examined + many(&site, half, half);
    let second = site.most_memory();
    assert!(examined >= half, "{examined} of {}", 2 * half);
    assert!(first > before + OF_ONE, "they were examined: {before} KiB before, {first} after half of them");
    assert!(second <= before + threads * OF_ONE + (16 << 10), "{before} KiB before, {second} after");
    assert!(second <= first + (8 << 10), "{first} KiB after half of them, {second} at last");
}
