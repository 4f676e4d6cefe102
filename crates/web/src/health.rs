//! Whether the server is well, and what is wrong if it is not.

use crate::site::Site;
use leitai_core::{Noun, Sentence, sentence};

/// Something that is wrong with the server.
pub(crate) struct Trouble {
    /// A word for machines.
    pub(crate) what: &'static str,
    /// A sentence for people. It tells visitors no names of files and machines: these are in the log.
    pub(crate) said: Sentence,
    /// Whether nothing that needs it works.
    pub(crate) is_fatal: bool,
}

impl Trouble {
    fn new(what: &'static str, is_fatal: bool, said: Sentence) -> Trouble {
        Trouble { what, said, is_fatal }
    }
}

impl Site {
    async fn store_trouble(&self) -> Option<Trouble> {
        let away = self.store_health.away(self.events.shared().database()).await?;
        let seconds = away.as_secs();
        let said = sentence!(
            "The store has not answered for {seconds} s; the log says why.",
            "存储已有 {seconds} 秒没有回应，原因见日志。"
        );
        Some(Trouble::new("store", true, said))
    }

    /// What is wrong with the server.
    pub(crate) async fn troubles(&self) -> Vec<Trouble> {
        let mut troubles: Vec<Trouble> = self.store_trouble().await.into_iter().collect();
        if self.setbacks.now().is_some() {
            let said = sentence!(
                "This machine lacks something and cannot start games now; it goes on by itself, and the log says why.",
                "本机缺少所需资源，暂时无法开始对局；恢复后会自动继续，原因见日志。"
            );
            troubles.push(Trouble::new("machine", false, said));
        }
        let stuck = self.events.stuck();
        if stuck > 0 {
            let stuck = Noun::GAMES.of(stuck);
            let said = sentence!(
                "{stuck} failed too often: needs attention.",
                "{stuck} 局多次失败，需要人工处理。"; stuck
            );
            troubles.push(Trouble::new("stuck", false, said));
        }
        troubles
    }

    /// Why the server cannot answer visitors yet, or no longer.
    pub(crate) async fn not_ready(&self) -> Option<Trouble> {
        if *self.closing.borrow() {
            let said = sentence!("The server is stopping.", "服务器正在停止。");
            return Some(Trouble::new("stopping", true, said));
        }
        if let Some(trouble) = self.store_trouble().await {
            return Some(trouble);
        }
        self.events.are_being_read().then(|| {
            let said = sentence!("The events of this site are still being read.", "正在读取本站的赛事。");
            Trouble::new("events", true, said)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::people::tests::Tried;
    use crate::store_health::{HOLDS, PATIENCE};
    use axum::http::StatusCode;
    use serde_json::Value;
    use std::time::Instant;

    /// The status of both addresses, and what each says.
    fn asked(tried: &Tried) -> [(StatusCode, Value); 2] {
        ["/health?lang=en", "/ready?lang=en"].map(|path| {
            let answer = tried.visitor().get(path);
            (answer.status, serde_json::from_str(&answer.text).expect("JSON"))
        })
    }

    #[test]
    fn a_store_that_is_gone_is_told_within_two_seconds_and_is_not_asked_for_each_request() {
        let tried = Tried::open();
        let first = Instant::now();
        let [health, ready] = asked(&tried);
        assert_eq!((health.0, &health.1["status"]), (StatusCode::OK, &"ok".into()), "{}", health.1);
        assert_eq!((ready.0, &ready.1["ready"]), (StatusCode::OK, &true.into()), "{}", ready.1);
        tried.runtime.block_on(tried.site.events.shared().database().close());
        // What was known holds for a second, which a busy machine may have needed until here.
        let still = asked(&tried).map(|(status, _)| status);
        assert!(still == [StatusCode::OK; 2] || first.elapsed() > HOLDS, "{still:?}");
        std::thread::sleep(HOLDS);
        // The control asks nobody.
        let began = Instant::now();
        for _ in 0..40 {
            assert_eq!(tried.visitor().get("/nowhere").status, StatusCode::NOT_FOUND);
        }
        let control = began.elapsed();
        let began = Instant::now();
        for _ in 0..20 {
            let [health, ready] = asked(&tried);
            assert_eq!(
                (health.0, ready.0),
                (StatusCode::SERVICE_UNAVAILABLE, StatusCode::SERVICE_UNAVAILABLE)
            );
            assert_eq!(health.1["status"], "failing");
            assert_eq!(
                (&health.1["troubles"][0]["what"], &ready.1["why"]["what"]),
                (&"store".into(), &"store".into())
            );
            let said = health.1["troubles"][0]["said"].as_str().expect("a sentence");
            assert!(said.starts_with("The store has not answered for"), "{said}");
        }
        let took = began.elapsed();
        assert!(took < 10 * PATIENCE + 3 * control, "{took:?} beside {control:?}");
        tried.site.closing.send_replace(true);
        assert_eq!(asked(&tried)[1].1["why"]["what"], "stopping");
    }
}
