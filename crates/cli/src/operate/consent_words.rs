//! What a referee types of consent: proposals with their answers, who gives up, who confirms a result.

use super::side_word::{Sides, split};
use leitai_core::{Seat, Sentence, sentence};
use leitai_hall::{AgreedEnd, DeskDeed, DeskLook};

/// What such a line asks for.
#[derive(Debug, PartialEq)]
pub(super) enum Consent {
    /// Something that is done in the game.
    Deed(DeskDeed),
    /// A side, or the referee, confirms the result of the game that is over.
    Confirm(Option<Seat>),
    /// Another board is shown.
    Look(DeskLook),
}

/// Reads such a line; `None` if it is none, or if no referee sits at this desk.
pub(super) fn consent(line: &str, sides: &Sides<'_>) -> Option<Result<Consent, Sentence>> {
    if sides.own.is_some() {
        return None;
    }
    let (word, rest) = split(line);
    let deed = |seat: Result<Seat, Sentence>, deed: fn(Seat) -> DeskDeed| seat.map(deed).map(Consent::Deed);
    let side = |text: &str| if text.is_empty() { Ok(None) } else { sides.of(text).map(Some) };
    Some(match word.to_lowercase().as_str() {
        "propose" | "proposes" | "提议" => {
            let (what, whose) = split(rest);
            match what.to_lowercase().as_str() {
                "draw" | "和棋" => Ok(AgreedEnd::Draw),
                "count" | "stop" | "数子" => Ok(AgreedEnd::Stop),
                _ => Err(sentence!(
                    "say what is proposed: propose draw, or propose count",
                    "请写明提议：提议 和棋，或 提议 数子"
                )),
            }
            .and_then(|end| Ok(Consent::Deed(DeskDeed::Proposes(side(whose)?, end))))
        }
        "accept" | "accepts" | "接受" => deed(sides.of(rest), DeskDeed::Accepts),
        "decline" | "declines" | "拒绝" => deed(sides.of(rest), DeskDeed::Declines),
        "resign" | "resigns" | "认输" => deed(sides.of(rest), DeskDeed::Resigns),
        "look" | "looks" | "看" => match rest.to_lowercase().as_str() {
            "all" | "全部" | "referee" | "裁判" | "" => Ok(DeskLook::Referee),
            "cover" | "nobody" | "遮盖" => Ok(DeskLook::Covered),
            _ => sides.of(rest).map(DeskLook::Side),
        }
        .map(Consent::Look),
        "confirm" | "confirms" | "确认" => side(rest).map(Consent::Confirm),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn what_is_agreed_is_read_in_both_languages() {
        let game: leitai_catalog::ListedGame = "nogo".parse().expect("listed");
        let teams = ["北斗".to_owned(), "Kiln".to_owned()];
        let sides = Sides { facts: game.facts(), own: None, teams: &teams };
        let read = |line: &str| consent(line, &sides).expect("a line of consent");
        let [black, white] = Seat::BOTH;
        for (lines, deed) in [
            (["propose draw", "提议 和棋"], DeskDeed::Proposes(None, AgreedEnd::Draw)),
            (["propose count white", "提议 数子 白"], DeskDeed::Proposes(Some(white), AgreedEnd::Stop)),
            (["accept black", "接受 北斗"], DeskDeed::Accepts(black)),
            (["decline Kiln", "拒绝 白方"], DeskDeed::Declines(white)),
            (["resigns second", "认输 后手"], DeskDeed::Resigns(white)),
        ] {
            for line in lines {
                assert_eq!(read(line), Ok(Consent::Deed(deed.clone())), "{line}");
            }
        }
        assert_eq!(read("confirm"), Ok(Consent::Confirm(None)));
        assert_eq!(read("确认 黑"), Ok(Consent::Confirm(Some(black))));
        let why = |line: &str| read(line).expect_err(line).to(Lang::En).to_owned();
        assert!(why("propose peace").starts_with("say what is proposed"));
        assert_eq!(why("resigns nobody"), "`nobody` is no side: write black or white");
        let own = Sides { own: Some(black), ..sides };
        assert!(consent("confirm", &own).is_none(), "an operator confirms nothing");
    }
}
