//! A game that has been drawn and waits for its turn.

use leitai_core::{Sentence, sentence};
use std::time::Duration;

/// The position of a game among the waiting games of its event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits {
    /// Its place among them, from 1.
    pub place: usize,
    /// How many wait.
    pub of: usize,
    /// About how long until its turn, at the recent pace of the event; `None` if that is unknown.
    pub about: Option<Duration>,
    /// Whether it failed as often as it may be tried and now waits for an operator.
    pub is_stuck: bool,
}

impl Waits {
    /// The position in a sentence.
    pub fn said(self) -> Sentence {
        if self.is_stuck {
            return sentence!(
                "No machine could play this game: it failed too often and needs attention. The other games go on.",
                "这一局多次失败，没有机器能完成，正等待人工处理。其余对局照常进行。"
            );
        }
        let Waits { place, of, .. } = self;
        let said = sentence!(
            "This game has not begun: it is number {place} of {of} games that wait.",
            "这一局尚未开始：在 {of} 局待赛对局中排第 {place}。"
        );
        match self.about.map(roughly) {
            Some(about) => said.then(&sentence!(
                " At the present pace its turn comes in about {about}.",
                "按目前进度，约 {about}后轮到。"; about
            )),
            None => said,
        }
    }
}

/// A duration, rounded since it is only an estimate.
fn roughly(time: Duration) -> Sentence {
    let minutes = time.as_secs().div_ceil(60);
    match minutes {
        0..=1 => Sentence::new("a minute", "一分钟"),
        2..=90 => sentence!("{minutes} minutes", "{minutes} 分钟"),
        91..=2_880 => {
            let hours = (minutes + 30) / 60;
            sentence!("{hours} hours", "{hours} 小时")
        }
        _ => {
            let days = (minutes + 720) / 1_440;
            sentence!("{days} days", "{days} 天")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn nobody_is_promised_seconds() {
        for (seconds, said) in [
            (1, "a minute"),
            (61, "2 minutes"),
            (5_400, "90 minutes"),
            (5_401, "2 hours"),
            (259_200, "3 days"),
        ] {
            assert_eq!(roughly(Duration::from_secs(seconds)).to(Lang::En), said);
        }
    }

    #[test]
    fn what_waits_says_its_place() {
        let waits = Waits { place: 17, of: 39_800, about: Some(Duration::from_mins(3)), is_stuck: false };
        let said = waits.said();
        assert_eq!(
            said.to(Lang::En),
            "This game has not begun: it is number 17 of 39800 games that wait. At the present pace its turn comes in \
             about 3 minutes."
        );
        assert_eq!(
            said.to(Lang::Zh),
            "这一局尚未开始：在 39800 局待赛对局中排第 17。按目前进度，约 3 分钟后轮到。"
        );
        let stuck = Waits { is_stuck: true, ..waits }.said();
        assert!(stuck.to(Lang::En).contains("needs attention") && stuck.to(Lang::Zh).contains("人工"));
    }
}
