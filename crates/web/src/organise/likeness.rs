//! Comparing the programs of an event with each other. What was found is kept in memory for some minutes, for the session
//! that asked; that its sources are read is noted before.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::compared::{Compared, newest};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::refusal::Refused;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::{Sentence, sentence};
use leitai_hall::DeedError;
use leitai_pages::{LikenessFound, LikenessView};

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/organise/{id}/likeness").read(By::Organisers, page).change(By::Organisers, ask),
        at("/organise/{id}/likeness/{pair}").read(By::Organisers, pair).shows(Shows::Sources),
    ]
}

fn show(asked: &Asked, me: &SignedIn, event: &SiteEvent, trouble: Option<&Sentence>) -> Response<Body> {
    let kept = asked.site.compared.get(&me.token, &event.id);
    let found = kept.as_ref().map(|(found, left)| LikenessFound {
        pairs: &found.pairs,
        sources: &found.sources,
        compared: found.count,
        until: asked.ends(*left),
    });
    let token = me.token.form();
    let view = LikenessView { id: &event.id, event: &event.name, token: &token, found, trouble };
    let status = if trouble.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = leitai_pages::likeness(&asked.asking.reader(), &view);
    Content::html(page).answer(status, &asked.headers)
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    Ok(show(&asked, &me, &event, None))
}

async fn ask(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let event = asked.site.event(&id)?;
    let least = posted.text("least").parse::<u8>().ok().filter(|least| (1..=100).contains(least));
    let Some(least) = least else {
        let why = sentence!(
            "The least share is a whole number from 1 to 100.",
            "最低相同比例应为 1 到 100 的整数。"
        );
        return Ok(show(&asked, &me, &event, Some(&why)));
    };
    let [mother, handed_out] = ["mother", "handed_out"].map(|name| posted.files(name));
    let is_all = posted.text("all") == "on";
    let found = asked.asks(&me, &event, move |site, by, event| {
        let submitted = site.events.shared().sources(by, &event.name)?;
        let submitted = if is_all { submitted } else { newest(submitted) };
        if submitted.len() < 2 {
            return Err(DeedError::Refused(sentence!(
                "There are not two programs to compare yet.",
                "还没有两份程序可比较。"
            )));
        }
        let starters = event.file().game.game().starters();
        let given = starters.iter().map(|it| (it.file.to_owned(), it.text.as_bytes().to_vec()));
        let (given, name) = (given.collect(), |entry: &str| event.shown_name(entry));
        Ok(Compared::of(&submitted, (&mother, &handed_out), given, f64::from(least) / 100.0, name))
    });
    match found.await? {
        Ok(found) => {
            asked.site.compared.keep(&me.token, &event.id, found);
            Ok(leads_to(&format!("/organise/{id}/likeness")))
        }
        Err(why) => Ok(show(&asked, &me, &event, Some(&why))),
    }
}

async fn pair(Path((id, number)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    let Some((found, _)) = asked.site.compared.get(&me.token, &event.id) else {
        // Nothing was compared lately.
        return Ok(show(&asked, &me, &event, None));
    };
    let number = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let pair = number.and_then(|at| found.pairs.get(at)).ok_or_else(Refused::no_page)?;
    let of = pair.of.map(|of| &found.sources[of]);
    let page = leitai_pages::likeness_pair(&asked.asking.reader(), &event.id, pair, of);
    Ok(asked.answer(&Content::html(page)))
}

#[cfg(test)]
mod tests {
    use crate::people::tests::{Browser, Tried};
    use crate::submit::tests::ladder;
    use axum::http::StatusCode;
    use leitai_store::{Deed, Role};

    /// A program with enough of its own to be compared; `name` is what its functions are called.
    fn program(name: &str, salt: u32) -> String {
        let line = |at: u32| {
            let (a, b) = (at * 7 + salt, at % 5);
            format!(
                "def {name}_{at}(board, x):\n    while board[{b}] < {a}:\n        if x % {b} == 1:\n            board[x] = \
                 {name}_{b}(x + {a}) * {b}\n        else:\n            return [x, board, {a}]\n"
            )
        };
        let ways = ["for i in range(9):\n    print(i)\n", "x = [i for i in y if i]\n", "assert not z, w\n"];
        let own: String = (0..salt).map(|at| ways[at as usize % ways.len()]).collect();
        own + &(0..6).map(line).collect::<String>()
    }

    fn of<'t>(tried: &'t Tried, page: &str, number: &str, text: &str) -> Browser<'t> {
        let mut browser = tried.settled(number, Role::Student);
        let sent = browser.sends(page, page, &[("language", "main.py"), ("text", text)]);
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text);
        browser
    }

    #[test]
    fn an_organiser_compares_programs_and_nobody_else_sees_what_was_found() {
        let tried = Tried::open();
        let event = ladder(&tried, "closes = \"2999-10-22 24:00 +08:00\"");
        let (submit, here) =
            (format!("/events/{}/submit", event.id), format!("/organise/{}/likeness", event.id));
        let [mut teacher, mut colleague] = ["t1", "t2"].map(|number| tried.settled(number, Role::Organiser));
        let asks = |teacher: &mut Browser<'_>, file: &str, text: &str| {
            teacher.uploads_as(&here, &here, &[("least", "30")], (file, "x.py", text.as_bytes()))
        };
        assert!(asks(&mut teacher, "mother", "").text.contains("not two programs"));
        let [one, copy] = [program("think", 1), program("denke", 1)];
        let mut student = of(&tried, &submit, "2501", &one);
        of(&tried, &submit, "2502", &format!("# mine\n{copy}"));
        assert_eq!(asks(&mut teacher, "mother", "").leads_to(), here);
        let found = teacher.get(&here).text;
        assert!(found.contains("2 files compared, 1 pair alike") && found.contains("nick 2501"), "{found}");
        let pair = teacher.get(&format!("{here}/1")).text;
        for said in [
            "id=\"a0\" href=\"#b0\"",
            "class=\"c0\"",
            "denke_1",
            "/submissions/1\"",
            "rule?entry=nick%202501",
        ] {
            assert!(pair.contains(said), "{said}: {pair}");
        }
        // Both are from what was handed out: nothing is left of it. A known program is told as such.
        asks(&mut teacher, "handed_out", &one);
        assert!(teacher.get(&here).text.contains("2 files compared, 0 pairs alike"));
        asks(&mut teacher, "mother", &one);
        let with = teacher.get(&here).text;
        assert!(with.contains("3 pairs alike") && with.contains("known program 1"), "{with}");
        // The result is its finder's; another organiser has none, and everybody else finds no page.
        assert!(!colleague.get(&here).text.contains("alike."), "not hers");
        assert!(!colleague.get(&format!("{here}/1")).text.contains("denke_1"));
        for path in [here.clone(), format!("{here}/1")] {
            assert_eq!(student.get(&path).status, StatusCode::NOT_FOUND);
        }
        let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 20)).expect("a store");
        let read = lines.iter().filter(|line| line.deed == Deed::ReadSource && line.about == "Ladder");
        assert!(read.filter(|line| line.actor == "t1").count() >= 4, "each look is noted");
        assert!(teacher.get("/people/audit").text.contains("all submissions"));
    }
}
