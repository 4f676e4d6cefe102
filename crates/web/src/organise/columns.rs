//! Columns that an organiser adds to a score board, fills in and publishes.

use crate::asked::{Answer, Asked, leads_to};
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::score_board::{Typed, own};
use crate::site_event::SiteEvent;
use leitai_core::{Sentence, sentence};
use leitai_store::Filled;
use std::collections::BTreeMap;

/// The maximum number of columns of an event.
const MOST: usize = 12;
/// The maximum length of a title in characters.
const WIDEST: usize = 40;

/// Performs the action of one of the forms below the score board; `None` for any other action.
pub(super) async fn change(
    deed: &str,
    me: &SignedIn,
    asked: &Asked,
    event: &SiteEvent,
    posted: &Posted,
) -> Option<Answer> {
    let done = match deed {
        "add-column" => add(me, asked, event, posted).await,
        "fill-column" => fill(me, asked, event, posted).await,
        "publish-column" | "hide-column" => publish(me, asked, event, posted, deed == "publish-column").await,
        _ => return None,
    };
    Some(match done {
        Ok(None) => {
            event.touch();
            Ok(leads_to(&format!("/organise/{}/board#columns", event.id)))
        }
        Ok(Some(typed)) => own(asked, me, &event.id, None, Some(typed)).await,
        Err(refused) => Err(refused),
    })
}

/// Nothing, or the text typed and what is wrong with it.
type Done = Result<Option<Typed>, Refused>;

const fn trouble(why: Sentence) -> Typed {
    Typed { column: None, cells: BTreeMap::new(), why }
}

async fn add(me: &SignedIn, asked: &Asked, event: &SiteEvent, posted: &Posted) -> Done {
    let [en, zh] = ["en", "zh"].map(|name| posted.text(name));
    let titles = match (en.is_empty(), zh.is_empty()) {
        (true, true) => return Ok(Some(trouble(sentence!("The column has no name yet.", "请填写列名。")))),
        (false, true) => [en.clone(), en],
        (true, false) => [zh.clone(), zh],
        (false, false) => [en, zh],
    };
    if titles.iter().any(|title| title.chars().count() > WIDEST) {
        return Ok(Some(trouble(sentence!(
            "A name has at most {WIDEST} characters.",
            "列名至多 {WIDEST} 个字符。"
        ))));
    }
    let columns = &asked.site.score_columns;
    let there = columns.of(&event.name).await.map_err(|error| away(&error))?;
    if there.len() >= MOST {
        return Ok(Some(trouble(sentence!("There are {MOST} columns already.", "已有 {MOST} 列。"))));
    }
    let [en, zh] = &titles;
    let added = columns.add(me.actor(), &event.name, [en, zh]).await;
    added.map(|_| None).map_err(|error| away(&error))
}

async fn fill(me: &SignedIn, asked: &Asked, event: &SiteEvent, posted: &Posted) -> Done {
    let column: i64 = posted.text("column").parse().map_err(|_| Refused::no_page())?;
    let entries = event.known().as_ref().map(|known| known.history.event.entries().to_vec());
    let entries = entries.unwrap_or_default();
    // Who entered after the page was made is not in its form.
    let sent = entries.iter().filter(|entry| posted.has(&entry.id.to_string()));
    let sent = sent.map(|entry| {
        let (now, was) = (posted.text(&entry.id.to_string()), posted.text(&format!("was:{}", entry.id)));
        ((entry.name.clone(), now), (entry.name.clone(), was))
    });
    let (cells, was): (BTreeMap<_, _>, BTreeMap<_, _>) = sent.unzip();
    if let Some((entry, value)) = cells.iter().find(|(_, value)| !is_figure(value)) {
        let entry = event.shown_name(entry);
        let why = sentence!(
            "{entry}: `{value}` is not a number; write e.g. 4.5 or -10%",
            "{entry}：“{value}”不是数值；请写作例如 4.5 或 -10%"
        );
        return Ok(Some(Typed { column: Some(column), cells, why }));
    }
    let filled = asked.site.score_columns.fill(me.actor(), &event.name, column, &was, &cells).await;
    match filled.map_err(|error| away(&error))? {
        Filled::Done => Ok(None),
        Filled::NoColumn => Err(Refused::no_page()),
        Filled::Meanwhile => {
            let why = sentence!(
                "Somebody else has filled in one of these cells in the meantime, so nothing was saved. The board shows what is there: check, and send this again.",
                "期间已有人填写了其中某一格，您的填写尚未保存。上方的榜单是现有内容：请核对后重新提交。"
            );
            // What this organiser did not touch is shown as it is now.
            let mut cells = cells;
            cells.retain(|entry, value| was.get(entry) != Some(value));
            Ok(Some(Typed { column: Some(column), cells, why }))
        }
    }
}

async fn publish(me: &SignedIn, asked: &Asked, event: &SiteEvent, posted: &Posted, on: bool) -> Done {
    let column: i64 = posted.text("column").parse().map_err(|_| Refused::no_page())?;
    let done = asked.site.score_columns.publish(me.actor(), &event.name, column, on).await;
    // Sent twice, it has the same result.
    done.map(|_| None).map_err(|error| away(&error))
}

/// Whether a text is empty or a number with at most three decimals, possibly a percentage.
fn is_figure(text: &str) -> bool {
    let number = text.strip_suffix('%').unwrap_or(text);
    let number = number.strip_prefix(['-', '+']).unwrap_or(number);
    let (whole, rest) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.is_empty() || is_digits(whole, 6) && is_digits(rest, 3)
}

#[cfg(test)]
mod tests {
    use super::is_figure;

    #[test]
    fn a_cell_holds_a_figure_and_nothing_that_a_spreadsheet_obeys() {
        for text in ["", "4", "4.5", "-30%", "+1.125", "100%", "0"] {
            assert!(is_figure(text), "{text}");
        }
        for text in ["=1+1", "4,5", "A", "%", "-", "4.", ".5", "1.1234", "1234567", "--1", "4 %", "１"] {
            assert!(!is_figure(text), "{text}");
        }
    }
}
