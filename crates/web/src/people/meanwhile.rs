//! What happens while a request is under way: between what it is checked against and what it writes.

use crate::people::hashing::{Lane, threads_on};
use crate::people::password::{Cost, Hasher};
use crate::people::secret::Token;
use crate::people::tests::{PASSWORD, T, Tried};
use axum::http::StatusCode;
use leitai_core::ContentHash;
use leitai_store::{NewSession, People, Role};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::available_parallelism;
use std::time::Duration;

/// The fields of a form.
type Fields<'a> = &'a [(&'a str, &'a str)];

/// What somebody else does meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    /// The control.
    Nothing,
    Password,
    Code,
    Close,
    Role,
    /// The session is ended from another browser.
    End,
}

async fn happens(people: &People, number: &str, session: Option<ContentHash>, change: Change) {
    let known = people.credentials(number).await.expect("the store answers").expect("an open account");
    let done = match change {
        Change::Nothing => true,
        Change::Password => {
            let hash = Hasher::new(Cost::CHEAPEST).hash("another horse");
            let new = NewSession { token: Token::random().digest(), place: String::new() };
            people.choose_password(T, number, known.version, &hash, &new).await.expect("the store answers")
        }
        Change::Code => {
            let code = ContentHash::of(b"code");
            people.give_code(T, number, code, i64::MAX).await.expect("the store answers")
        }
        Change::Close => people.close(T, number).await.expect("the store answers"),
        Change::Role => people.give_role(T, number, Role::Student).await.expect("the store answers"),
        Change::End => match session {
            Some(session) => people.end_session(T, number, session).await.expect("the store answers"),
            None => false,
        },
    };
    assert!(done, "{change:?}");
}

/// All threads that make hashes are busy while a sign-in with the right password waits, and something else happens.
#[test]
fn a_sign_in_under_way_outlives_no_change() {
    for change in [Change::Nothing, Change::Password, Change::Code, Change::Close] {
        let tried = Tried::open();
        tried.settled("2501", Role::Student);
        let accounts = &tried.site.accounts;
        let (release, held) = mpsc::channel::<()>();
        let (held, busy) = (Arc::new(Mutex::new(held)), Arc::new(AtomicUsize::new(0)));
        let threads = threads_on(available_parallelism().map_or(1, usize::from));
        for _ in 0..threads {
            let (site, held, busy) = (Arc::clone(&tried.site), Arc::clone(&held), Arc::clone(&busy));
            let waits = move |_: &mut Hasher| {
                busy.fetch_add(1, Ordering::SeqCst);
                // It ends when the other end is dropped.
                drop(held.lock().map(|held| held.recv()));
            };
            tried.runtime.spawn(async move { site.accounts.hashing.work(Lane::Usual, waits).await });
        }
        tried.runtime.block_on(async {
            while busy.load(Ordering::SeqCst) < threads {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        let mut browser = tried.visitor();
        let fields = [("number", "2501"), ("password", PASSWORD)];
        let answer = browser.sends_beside("/sign-in", "/sign-in", &fields, async {
            // The sign-in has looked up what it is checked against, and waits for a thread.
            while accounts.hashing.waiting() == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            happens(&accounts.people, "2501", None, change).await;
            drop(release);
        });
        let is_in = answer.status == StatusCode::SEE_OTHER;
        assert_eq!(
            is_in,
            change == Change::Nothing,
            "{change:?}: {} {} {}",
            answer.status,
            answer.leads_to(),
            answer.text
        );
        let sessions = tried.runtime.block_on(accounts.people.sessions("2501")).expect("the store answers");
        let left = match change {
            // The one from the set-up, and the new one.
            Change::Nothing => 2,
            Change::Password => 1,
            _ => 0,
        };
        assert_eq!(sessions.len(), left, "{change:?}");
    }
}

/// Forms whose second half arrives late do nothing if their sender may no longer do it.
#[test]
fn a_form_under_way_outlives_no_change() {
    let forms: [(&str, &str, Fields<'_>); 5] = [
        ("/account/tokens", "/account/tokens", &[("name", "lab"), ("scope-read", "1"), ("days", "7")]),
        ("/account", "/account/nickname", &[("nickname", "Tiger")]),
        ("/person/2501", "/person/2501/close", &[]),
        ("/people", "/people/slips", &[("until", "2999-12-31")]),
        (
            "/people/import",
            "/people/import",
            &[("text", "2509,Ann\n"), ("until", "2999-12-31"), ("do", "import")],
        ),
    ];
    let changes = [Change::Nothing, Change::Password, Change::Code, Change::Close, Change::Role, Change::End];
    for change in changes {
        for (page, action, fields) in forms {
            let tried = Tried::open();
            tried.enters("2501");
            let mut teacher = tried.settled("t1", Role::Organiser);
            let (people, session) = (Arc::clone(&tried.site.accounts.people), teacher.session());
            let meanwhile = async move { happens(&people, "t1", Some(session), change).await };
            let before = tried.runtime.block_on(tried.site.accounts.people.all()).expect("the store answers");
            let answer = teacher.sends_while(page, action, fields, meanwhile);
            let told = format!("{action} and {change:?}: {} {}", answer.status, answer.text);
            let tokens = tried.runtime.block_on(tried.site.accounts.people.tokens("t1"));
            let after = tried.runtime.block_on(tried.site.accounts.people.all()).expect("the store answers");
            let rest = |people: &[leitai_store::Person]| {
                let all = people.iter().filter(|person| person.line.number != "t1").cloned();
                all.collect::<Vec<_>>()
            };
            let nickname = |people: &[leitai_store::Person]| {
                people.iter().find(|person| person.line.number == "t1").map(|person| person.nickname.clone())
            };
            let is_changed = rest(&before) != rest(&after)
                || nickname(&before) != nickname(&after)
                || tokens.is_ok_and(|tokens| !tokens.is_empty());
            assert_eq!(is_changed, change == Change::Nothing, "{told}");
            assert_eq!(answer.status == StatusCode::FORBIDDEN, change != Change::Nothing, "{told}");
        }
    }
}
