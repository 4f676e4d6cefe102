//! What the referee says aloud to a side: whether its try is legal, and what was taken (the school's text, 6.5 and 6.6).

use crate::known::Report;
use leitai_board::Points;
use leitai_core::{Say, Seat};

/// What is said to a seat that was told this by one act.
pub(crate) fn announced(seat: Seat, told: &[Report]) -> Vec<Say> {
    told.iter().filter_map(|report| said(seat, report)).collect()
}

fn said(seat: Seat, report: &Report) -> Option<Say> {
    Some(match *report {
        Report::Refused(point) => Say { en: format!("{point} is illegal"), zh: format!("{point} 非法") },
        Report::Accepted(point) => Say { en: format!("{point} is legal"), zh: format!("{point} 合法") },
        Report::Moved(_) => {
            Say { en: "the other side has played".to_owned(), zh: "对方已落子".to_owned() }
        }
        Report::Captured(loser, taken) => {
            let (many, named) = (taken.len(), named(taken));
            if loser == seat {
                Say {
                    en: format!("{many} taken from you: {named}"), zh: format!("被提 {many} 子：{named}")
                }
            } else {
                Say { en: format!("you take {many}: {named}"), zh: format!("提 {many} 子：{named}") }
            }
        }
        Report::Passed(whose) if whose == seat => {
            Say { en: "you have passed".to_owned(), zh: "本轮记为停一手".to_owned() }
        }
        Report::Passed(_) => {
            Say { en: "the other side has passed".to_owned(), zh: "对方停一手".to_owned() }
        }
        Report::Shown(..) | Report::Dead(_) | Report::Counted => return None,
    })
}

fn named(points: Points) -> String {
    points.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_board::Point;

    #[test]
    fn each_side_hears_its_own_answers() {
        let point = |name| Point::named(name).expect("a point");
        let taken: Points = ["C3", "D3"].into_iter().map(point).collect();
        let [black, white] = Seat::BOTH;
        let en = |seat, told: &[Report]| -> Vec<_> {
            announced(seat, told).into_iter().map(|say| say.en).collect()
        };
        assert_eq!(en(black, &[Report::Refused(point("E5"))]), ["E5 is illegal"]);
        let captured = Report::Captured(white, taken);
        assert_eq!(
            en(black, &[Report::Accepted(point("C4")), captured]),
            ["C4 is legal", "you take 2: C3 D3"]
        );
        assert_eq!(
            en(white, &[Report::Moved(black), captured]),
            ["the other side has played", "2 taken from you: C3 D3"]
        );
        assert!(en(white, &[Report::Counted]).is_empty());
    }
}
