//! Metrics for monitoring the server, in Prometheus' text format.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the response time classes, in milliseconds.
const CLASSES: [u64; 8] = [1, 5, 10, 25, 50, 100, 500, 2_000];

/// The counters.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Responses by the first digit of their status.
    answers: [AtomicU64; 5],
    /// Responses by the time they took; the last class is everything above.
    times: [AtomicU64; CLASSES.len() + 1],
    micros: AtomicU64,
    /// Pages that were made, and those that were served from the cache.
    pub(crate) drawn: AtomicU64,
    pub(crate) kept: AtomicU64,
    /// The longest round over all games, in microseconds, since metrics were last read.
    pub(crate) longest_tick: AtomicU64,
}

/// Values measured when metrics are read.
pub(crate) struct Now {
    pub(crate) streams: usize,
    pub(crate) most_streams: usize,
    pub(crate) games: usize,
    pub(crate) events: usize,
    pub(crate) due: usize,
    pub(crate) stuck: usize,
    pub(crate) awaits_cores: bool,
    pub(crate) store_is_there: bool,
}

impl Metrics {
    pub(crate) fn answered(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100).clamp(1, 5) - 1;
        self.answers[class].fetch_add(1, Ordering::Relaxed);
        let took_ms = took.as_millis() as u64;
        let at = CLASSES.iter().position(|end| took_ms <= *end).unwrap_or(CLASSES.len());
        self.times[at].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }

    /// Records how long a round over all games took.
    pub(crate) fn ticked(&self, took: Duration) {
        self.longest_tick.fetch_max(took.as_micros() as u64, Ordering::Relaxed);
    }

    pub(crate) fn text(&self, now: &Now) -> String {
        let mut text = String::new();
        let mut gauge = |name: &str, help: &str, value: f64| {
            let _ = writeln!(
                text,
                "# HELP leitai_{name} {help}\n# TYPE leitai_{name} gauge\nleitai_{name} {value}"
            );
        };
        gauge("streams", "Pages that follow something now.", now.streams as f64);
        gauge("streams_most", "Streams that are allowed at one time.", now.most_streams as f64);
        gauge("games_running", "Games that run here now.", now.games as f64);
        gauge("events", "Events of this site.", now.events as f64);
        gauge("games_due", "Games that are due and not played.", now.due as f64);
        gauge(
            "games_stuck",
            "Games that failed too often and need attention (leitai tournament renew).",
            now.stuck as f64,
        );
        gauge(
            "cores_awaited",
            "Do games here wait for cores that other processes hold? The log says which.",
            f64::from(u8::from(now.awaits_cores)),
        );
        gauge("store_up", "Does the store answer?", f64::from(u8::from(now.store_is_there)));
        let longest = self.longest_tick.swap(0, Ordering::Relaxed);
        gauge(
            "tick_longest_seconds",
            "Longest round of all games since it was asked last.",
            longest as f64 / 1e6,
        );
        for (name, help, value) in [
            ("pages_drawn_total", "Pages that were made.", &self.drawn),
            ("pages_kept_total", "Pages that were answered from what was made before.", &self.kept),
        ] {
            let value = value.load(Ordering::Relaxed);
            let _ = writeln!(
                text,
                "# HELP leitai_{name} {help}\n# TYPE leitai_{name} counter\nleitai_{name} {value}"
            );
        }
        text.push_str(
            "# HELP leitai_answers_total Answers by class of status.\n# TYPE leitai_answers_total counter\n",
        );
        for (class, count) in (1..).zip(&self.answers) {
            let _ = writeln!(
                text,
                "leitai_answers_total{{class=\"{class}xx\"}} {}",
                count.load(Ordering::Relaxed)
            );
        }
        text.push_str(
            "# HELP leitai_answer_seconds Time to the answer.\n# TYPE leitai_answer_seconds histogram\n",
        );
        let mut sum = 0;
        for (at, count) in self.times.iter().enumerate() {
            sum += count.load(Ordering::Relaxed);
            let end = CLASSES.get(at).map_or("+Inf".to_owned(), |end| (*end as f64 / 1e3).to_string());
            let _ = writeln!(text, "leitai_answer_seconds_bucket{{le=\"{end}\"}} {sum}");
        }
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "leitai_answer_seconds_sum {seconds}\nleitai_answer_seconds_count {sum}");
        text
    }
}
