//! Why acts were refused.

use leitai_core::{Garbled, Refusal, Sentence, Words};

pub(super) static NOT_ASKED: Words =
    Words::new("it is not that seat's turn, or the game is over", "未轮到该方，或对局已经结束");

/// The reason for a refusal, in words for people.
pub(crate) fn refused(refusal: Refusal) -> Sentence {
    match refusal {
        Refusal::Garbled(Garbled(expected)) => {
            Sentence::new("the move cannot be read: ", "看不懂着法，应为：")
                .then(&expected)
                .then(&Sentence::new(" was expected", ""))
        }
        Refusal::Illegal(illegal) => illegal.reason(),
        Refusal::NotAsked => NOT_ASKED.into(),
        Refusal::NotBack(why) | Refusal::NoClock(why) => why,
        Refusal::Stopped => refusal.said(),
    }
}
