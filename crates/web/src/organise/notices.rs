//! The pages of notices.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::form::Posted;
use crate::people::signed_in::Me;
use crate::refusal::Refused;
use crate::site::Site;
use axum::http::StatusCode;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/notices").read(By::Everybody, page),
        at("/notices.atom").read(By::Everybody, feed),
        at("/notices/read").change(By::People, read),
    ]
}

async fn page(asked: Asked) -> Answer {
    let notices = asked.site.notices.all(&asked.site.events);
    Ok(asked.answer(&Content::html(leitai_pages::notices(&asked.asking.reader(), &notices))))
}

async fn feed(asked: Asked) -> Answer {
    let lang = asked.asking.lang;
    let notices = asked.site.notices.all(&asked.site.events);
    let feed = leitai_pages::notice_feed(lang, &asked.site.address.of(&asked.headers).text, &notices);
    let content = Content::new("application/atom+xml; charset=utf-8", feed.into_string());
    Ok(content.answer(StatusCode::OK, &asked.headers))
}

/// Marks notices as read, up to one.
async fn read(Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let last: i64 = posted.text("last").parse().map_err(|_| Refused::no_page())?;
    let read = move |site: &Site, _: &_| {
        let read = site.events.shared().notices_read(&me.person.line.number, last);
        read.map_err(|error| Refused::halted(&error))
    };
    asked.aside(read).await?;
    Ok(leads_to("/account"))
}
