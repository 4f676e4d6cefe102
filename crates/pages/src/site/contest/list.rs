//! Contests in a list.

use super::time_left::time_left;
use crate::Reader;
use crate::event::Speech;
use crate::html::Html;
use leitai_core::{Sentence, sentence};
use leitai_tournament::contest::SignUpStands;

/// A contest in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestCard {
    /// Its address.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its place; may be empty.
    pub place: String,
    /// When its hall opens first, in milliseconds since 1970-01-01 UTC.
    pub opens_ms: Option<i64>,
    /// Whether teams can sign up.
    pub sign_up: SignUpStands,
    /// How many teams have signed up and not left.
    pub teams: usize,
    /// How many games it has.
    pub games: usize,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// How sign-up stands, in words, with what is left of it.
pub(super) fn sign_up_stands(reader: &Reader<'_>, stands: SignUpStands, now_ms: i64) -> Sentence {
    let at = |ms| reader.zone.at(ms).said();
    match stands {
        SignUpStands::From(opens) => {
            let (at, left) = (at(opens), time_left(opens - now_ms));
            sentence!("Sign-up opens {at}, in {left}", "报名于 {at} 开始，还有 {left}"; at, left)
        }
        SignUpStands::Open(Some(closes)) => {
            let (at, left) = (at(closes), time_left(closes - now_ms));
            sentence!("Sign-up is open until {at}: {left} left", "报名截止 {at}，还剩 {left}"; at, left)
        }
        SignUpStands::Open(None) => sentence!("Sign-up is open", "报名进行中"),
        SignUpStands::Closed => sentence!("Sign-up is closed", "报名已截止"),
    }
}

/// Contests under a heading; nothing if there are none. `below` is where each is found: `/contests` or
/// `/organise/contests`.
pub fn contest_list(reader: &Reader<'_>, below: &str, contests: &[ContestCard]) -> Html {
    let s = Speech::Only(reader.lang);
    let about = |card: &ContestCard| {
        let when = card.opens_ms.map(|ms| reader.zone.at(ms).said().to(reader.lang).to_owned());
        let counts = sentence!("{} games, {} teams", "{} 个棋种，{} 支队伍", card.games, card.teams);
        let stands = sign_up_stands(reader, card.sign_up, card.now_ms);
        let parts = [
            when.unwrap_or_default(),
            card.place.clone(),
            counts.to(reader.lang).to_owned(),
            stands.to(reader.lang).to_owned(),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    };
    html! {
        @if !contests.is_empty() {
            section {
                h2 { (s.both("Contests", "比赛")) }
                ul class="rows" {
                    @for card in contests {
                        li class="row" {
                            div {
                                a href={ (below) "/" (card.id) } { (s.name(&card.name)) }
                                p { bdi { (about(card)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
