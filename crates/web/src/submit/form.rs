//! The form for submitting a program.

use super::entrant::{entrant_of, hall_away, troubles_of};
use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::course::team::too_wide;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_arena::Language;
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::{
    Allowance, Entrant, SubmitError, SubmitRules, Submitted, Trouble, Zone, lasting, wrong_with_source,
};
use leitai_pages::{LanguageView, SubmitView};
use leitai_store::Submission;

pub(super) fn routes() -> Vec<Address> {
    vec![at("/events/{id}/submit").read(By::People, page).change(By::People, hand_in)]
}

/// What was typed, which is kept in case of an error.
#[derive(Default)]
struct Typed {
    /// The name under which a source is compiled, and the standard.
    chosen: String,
    text: String,
}

/// A choice of the form: `main.cpp c++20`, `main.py`.
fn choice(language: Language, standard: Option<&str>) -> String {
    let name = language.source_name();
    standard.map_or_else(|| name.to_owned(), |standard| format!("{name} {standard}"))
}

/// The language and the standard of a choice, if this machine compiles or runs it.
pub(super) fn compiled(choice: &str) -> Option<(Language, Option<&str>)> {
    chosen(choice).filter(|(language, _)| language.tool().is_some())
}

/// The source of a form: the file, or else what was pasted.
pub(super) fn source_of(posted: &Posted) -> Vec<u8> {
    let file = posted.bytes("file");
    // Browsers end the lines of a field in their own way.
    if file.is_empty() { posted.typed("text").replace("\r\n", "\n").into_bytes() } else { file.to_vec() }
}

/// A refused source as its form shows it again; empty if it is no text, or longer than so many bytes.
pub(super) fn shown_again(contents: Vec<u8>, most: u64) -> String {
    let fits = contents.len() as u64 <= most;
    String::from_utf8(contents).ok().filter(|text| fits && !text.contains('\0')).unwrap_or_default()
}

/// The language and the standard of a choice; a standard that the language does not have is refused later.
fn chosen(choice: &str) -> Option<(Language, Option<&str>)> {
    let (name, standard) =
        choice.split_once(' ').map_or((choice, None), |(name, standard)| (name, Some(standard)));
    let language = Language::ALL.into_iter().find(|language| language.source_name() == name)?;
    Some((language, standard))
}

/// The languages that this machine compiles or runs.
pub(super) fn languages() -> Vec<LanguageView> {
    let view = |(language, tool): (Language, std::path::PathBuf)| {
        let all = language.standards();
        let standards = if all.is_empty() {
            vec![(choice(language, None), language.name().to_owned())]
        } else {
            all.iter()
                .map(|one| (choice(language, Some(one)), format!("{} · {one}", language.name())))
                .collect()
        };
        let name = format!("{} ({})", language.name(), tool.display());
        LanguageView { name, endings: language.own_endings(), standards }
    };
    Language::installed().map(view).collect()
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let mut typed = Typed::default();
        if let Some(last) = last_of(site, &event, &me)? {
            typed.chosen = last;
        }
        show(site, asking, &event, &me, &typed, &[])
    });
    Ok(asked.answer(&content.await?))
}

/// The choice of the last submission.
fn last_of(site: &Site, event: &SiteEvent, me: &SignedIn) -> Result<Option<String>, Refused> {
    let Some(entry) = entrant_of(event, me).entry else { return Ok(None) };
    let all =
        site.events.shared().submitted(&event.name, Some(&entry.name)).map_err(|error| hall_away(&error))?;
    Ok(all.last().map(|last| {
        let standard = last.standard.as_deref().map(|standard| format!(" {standard}")).unwrap_or_default();
        format!("{}{standard}", last.name)
    }))
}

fn show(
    site: &Site,
    asking: &Asking,
    event: &SiteEvent,
    me: &SignedIn,
    typed: &Typed,
    troubles: &[Trouble],
) -> Result<Content, Refused> {
    let rules = event.rules();
    let nickname = me.person.nickname.as_deref().unwrap_or_default();
    let entrant = entrant_of(event, me);
    let entry = &entrant.entry;
    let shared = site.events.shared();
    let now = shared.now().map_err(|error| hall_away(&error))?;
    let all = match entry {
        Some(entry) => shared.submitted(&event.name, Some(&entry.name)).map_err(|error| hall_away(&error))?,
        None => Vec::new(),
    };
    let last = all.last().map(|last| last.at_ms);
    let allowance = event
        .known()
        .as_ref()
        .map(|known| Allowance::new(&known.history, entry.as_ref().map(|entry| entry.id), &rules, now, last));
    let who = match entry {
        Some(entry) => {
            let name = Sentence::quoted(event.shown_name(&entry.name));
            sentence!("You take part as {name}.", "您的参赛名称：{name}。"; name)
        }
        None if event.file().begins_closed() => Sentence::of(&SubmitError::NoTeam),
        None => sentence!(
            "With your first submission you take part as {nickname}, your nickname.",
            "第一次提交即以昵称 {nickname} 报名参赛。"
        ),
    };
    let (shut, is_closed) = match &allowance {
        _ if !event.takes_programs() => {
            (Some(sentence!("This event takes no submissions.", "本赛事不接受个人提交程序。")), true)
        }
        None => (Some(Sentence::of(&SubmitError::NotBegun)), true),
        Some(allowance) => match entrant.refusal(event.file().begins_closed()) {
            Some(refusal) => (Some(Sentence::of(&refusal)), true),
            None => (shut(allowance, &rules).or_else(|| too_many(&all, &rules)), allowance.is_closed),
        },
    };
    let warning =
        entry.as_ref().filter(|_| event.file().begins_closed()).and_then(|entry| too_wide(&entry.name));
    let limits = allowance.map(|allowance| limits(&allowance, &rules, &asking.zone)).unwrap_or_default();
    let view = SubmitView {
        id: &event.id,
        event: &event.name,
        token: &me.token.form(),
        who: &who,
        limits: &limits,
        most: rules.size,
        languages: &languages(),
        chosen: &typed.chosen,
        text: &typed.text,
        shut: shut.as_ref(),
        warning: warning.as_ref(),
        takes_reports: event.file().begins_closed(),
        is_closed,
        troubles,
    };
    Ok(Content::html(leitai_pages::submit(&asking.reader(), &view)))
}

/// Why an entry cannot submit another program, if too many of its submissions are in progress.
fn too_many(all: &[Submission], rules: &SubmitRules) -> Option<Sentence> {
    let unsettled = all.iter().filter(|one| !one.state.is_final()).count() as i64;
    let most = rules.limits().most_unsettled.filter(|most| unsettled >= *most);
    most.map(|_| Sentence::of(&SubmitError::TooMany(unsettled)))
}

/// Why nothing is accepted at the moment.
fn shut(allowance: &Allowance, rules: &SubmitRules) -> Option<Sentence> {
    allowance.refusal(rules).map(|error| Sentence::of(&error))
}

/// The limits, and what is left of them.
fn limits(allowance: &Allowance, rules: &SubmitRules, zone: &Zone) -> Vec<(Words, Sentence)> {
    let mut all = Vec::new();
    if !rules.interval.is_zero() {
        let least = lasting(rules.interval);
        let left = allowance.wait.map(lasting);
        let said = match left {
            Some(left) => {
                sentence!(
                    "wait {least} between submissions; you may submit again in {left}",
                    "两次提交至少间隔 {least}；{left}后可再次提交"; least, left
                )
            }
            None => {
                sentence!("wait {least} between submissions; you may submit now", "两次提交至少间隔 {least}；现在可以提交"; least)
            }
        };
        all.push((Words::new("Interval", "提交间隔"), said));
    }
    if let Some(most) = rules.day_time {
        let (used, left, most) =
            (lasting(allowance.used), lasting(most.saturating_sub(allowance.used)), lasting(most));
        let said = sentence!(
            "{used} of {most} in the last 24 hours; {left} left",
            "最近 24 小时已用 {used}，上限 {most}，剩余 {left}"; used, most, left
        );
        all.push((Words::new("Time used", "已用时间"), said));
    }
    if let (Some(opens), Some(left)) = (&rules.opens, allowance.opens_in) {
        let (opens, left) = (opens.said_in(zone), lasting(left));
        all.push((
            Words::new("Opens", "开放时间"),
            sentence!("{opens} (in {left})", "{opens}，还有 {left}"; opens, left),
        ));
    }
    if let Some(closes) = &rules.closes {
        let closes = closes.said_in(zone);
        let said = match allowance.closes_in.map(lasting) {
            Some(left) => sentence!("{closes} (in {left})", "{closes}，还有 {left}"; closes, left),
            None => closes,
        };
        all.push((Words::new("Closes", "截止时间"), said));
    }
    all
}

async fn hand_in(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let taken = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let contents = source_of(&posted);
        let typed_choice = posted.text("language");
        match take(site, &event, &me, &typed_choice, &contents)? {
            Ok(number) => Ok(Ok(number)),
            Err(troubles) => {
                let typed = Typed { chosen: typed_choice, text: shown_again(contents, event.rules().size) };
                Ok(Err(show(site, asking, &event, &me, &typed, &troubles)?))
            }
        }
    });
    Ok(match taken.await? {
        Ok(number) => leads_to(&format!("/submissions/{number}")),
        Err(page) => page.answer(StatusCode::UNPROCESSABLE_ENTITY, &asked.headers),
    })
}

/// Takes a program; an inner error is all that is wrong with it.
pub(super) fn take(
    site: &Site,
    event: &SiteEvent,
    me: &SignedIn,
    choice: &str,
    contents: &[u8],
) -> Result<Result<i64, Vec<Trouble>>, Refused> {
    let name = &event.name;
    let refused = |wrong: Vec<SubmitError>| troubles_of(wrong).map(Err);
    if !event.takes_programs() {
        return refused(vec![SubmitError::NoLadder(name.clone())]);
    }
    if event.known().is_none() {
        return refused(vec![SubmitError::NotBegun]);
    }
    let (rules, shared) = (event.rules(), site.events.shared());
    let entrant = entrant_of(event, me);
    if let Some(refusal) = entrant.refusal(event.file().begins_closed()) {
        return refused(vec![refusal]);
    }
    let of = compiled(choice);
    let wrong = wrong_with_source(of, contents, rules.size);
    let (Some((language, standard)), true) = (of, wrong.is_empty()) else { return refused(wrong) };
    let Entrant { entry, .. } = entrant;
    // Who takes part for the first time does so under the present nickname.
    let nickname = me.person.nickname.as_deref().unwrap_or_default();
    let what = Submitted {
        event: name,
        entry: entry.as_ref().map_or(nickname, |entry| &entry.name),
        by: me.actor(),
        language,
        standard,
        contents,
        enters: entry.is_none().then_some(me.person.line.class.as_str()),
    };
    match shared.submit(&what, &rules) {
        Ok(number) => {
            event.touch();
            Ok(Ok(number))
        }
        Err(error) => refused(vec![error]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_is_read_back() {
        for language in Language::ALL {
            assert_eq!(chosen(&choice(language, None)), Some((language, None)));
            for standard in language.standards() {
                assert_eq!(chosen(&choice(language, Some(standard))), Some((language, Some(*standard))));
            }
        }
        for none in ["", "../main.c", "main.c/x", "c", "main"] {
            assert_eq!(chosen(none), None, "{none}");
        }
    }
}
