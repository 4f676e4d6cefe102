//! A person's own tokens: made, shown once, revoked.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::api::call::Call;
use crate::api::typed_response::{TypedAnswer, one_of};
use crate::asked::{Answer, Asked};
use crate::people::accounts::away;
use crate::people::bearer;
use crate::people::form::Posted;
use crate::people::secret::Token;
use crate::people::signed_in::{Me, SignedIn};
use crate::refusal::Refused;
use axum::http::StatusCode;
use leitai_core::{ContentHash, Sentence, is_hidden, sentence};
use leitai_hall::Trouble;
use leitai_pages::{Reader, TokenView, TokensView};
use leitai_store::{MOST_TOKENS, NewToken, Person, Role, Scope, TokenMade};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::time::Duration;

/// The lifetimes of a token in days; the first is the default.
const DAYS: [u64; 4] = [30, 7, 180, 366];
/// The maximum length of a token's name in bytes.
const LONGEST: usize = 60;

pub(crate) fn routes() -> Vec<Address> {
    let said = sentence!("Whose token this is, and what it is for.", "令牌属于谁、有哪些权限。");
    vec![
        at("/account/tokens").read(By::People, page).change(By::People, change),
        at("/api/v1/account").answers(By::People, account, Call::new("account", said)),
    ]
}

/// What a form said about a token, and the result.
#[derive(Default)]
struct Shown {
    name: String,
    troubles: Vec<Trouble>,
    done: Option<Sentence>,
    text: Option<String>,
}

/// The scopes available to a role: only organisers may have a token that organises.
fn scopes_of(role: Role) -> Vec<Scope> {
    Scope::ALL.into_iter().filter(|scope| *scope != Scope::Organise || role >= Role::Organiser).collect()
}

async fn show(asked: &Asked, me: &SignedIn, shown: Shown) -> Answer {
    let number = &me.person.line.number;
    let tokens = asked.site.accounts.people.tokens(number).await.map_err(|error| away(&error))?;
    let tokens: Vec<_> = tokens
        .into_iter()
        .map(|token| TokenView {
            id: token.token.to_string(),
            name: token.name,
            scopes: token.scopes.iter().map(|scope| scope.words()).collect(),
            ends: asked.asking.zone.at(token.ends_ms),
            seen: token.seen_ms.map(|seen| asked.asking.zone.at(seen)),
        })
        .collect();
    let status = if shown.troubles.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let scopes: Vec<_> =
        scopes_of(me.person.role).into_iter().map(|scope| (scope.name(), scope.words())).collect();
    let view = TokensView {
        form: &me.token.form(),
        tokens: &tokens,
        scopes: &scopes,
        days: &DAYS,
        name: &shown.name,
        text: shown.text.as_deref(),
        troubles: &shown.troubles,
        done: shown.done.as_ref(),
    };
    let reader = Reader { here: "/account/tokens", ..asked.asking.reader() };
    Ok(Content::html(leitai_pages::tokens(&reader, &view)).answer(status, &asked.headers))
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    show(&asked, &me, Shown::default()).await
}

async fn change(Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let number = &me.person.line.number;
    let people = &asked.site.accounts.people;
    if posted.text("end").is_empty() {
        return make(&asked, &me, &posted).await;
    }
    let token: ContentHash = posted.text("end").parse().map_err(|_| Refused::no_page())?;
    // The token of another person counts as missing.
    if !people.end_token(me.actor(), number, token).await.map_err(|error| away(&error))? {
        return Err(Refused::no_page());
    }
    let done = Some(sentence!("The token is no longer valid.", "令牌已撤销。"));
    show(&asked, &me, Shown { done, ..Shown::default() }).await
}

async fn make(asked: &Asked, me: &SignedIn, posted: &Posted) -> Answer {
    let name = posted.text("name");
    let again = |troubles| Shown { name: name.clone(), troubles, ..Shown::default() };
    let mut wrong = Vec::new();
    let allowed = scopes_of(me.person.role);
    let scopes: Vec<_> = allowed
        .into_iter()
        .filter(|scope| !posted.text(&format!("scope-{}", scope.name())).is_empty())
        .collect();
    let days = posted.text("days").parse().ok().filter(|days| DAYS.contains(days)).unwrap_or(DAYS[0]);
    if name.is_empty() || name.len() > LONGEST || name.contains(is_hidden) {
        let what = sentence!(
            "Say in a few words where the token is used (60 bytes at most).",
            "请简单写明令牌用在哪里（最多 60 字节）。"
        );
        wrong.push(Trouble { path: Some("name"), what });
    }
    if scopes.is_empty() {
        let what = sentence!("Choose what the token is for.", "请选择令牌的用途。");
        wrong.push(Trouble { path: Some("scopes"), what });
    }
    if !wrong.is_empty() {
        return show(asked, me, again(wrong)).await;
    }
    let token = Token::random();
    let lasts = Duration::from_hours(24 * days);
    let new = NewToken { token: token.digest(), name: &name, scopes: &scopes, lasts };
    let made = asked.site.accounts.people.make_token(me.actor(), &me.person.line.number, &new).await;
    match made.map_err(|error| away(&error))? {
        TokenMade::Done => {
            let done = sentence!(
                "This is the token. It is shown only once: copy it to where it is used, and never into a command line.",
                "这就是令牌，仅在此显示一次：请复制到使用之处，切勿写在命令行中。"
            );
            let shown = Shown { done: Some(done), text: Some(bearer::text(&token)), ..Shown::default() };
            show(asked, me, shown).await
        }
        TokenMade::Many => {
            let what = sentence!(
                "You have {MOST_TOKENS} tokens: revoke one first.",
                "您已有 {MOST_TOKENS} 个令牌：请先撤销一个。"
            );
            show(asked, me, again(vec![Trouble { path: None, what }])).await
        }
        TokenMade::Nobody => Err(Refused::no_page()),
    }
}

#[derive(Serialize, JsonSchema)]
struct Account {
    number: String,
    name: String,
    class: String,
    team: String,
    nickname: Option<String>,
    #[schemars(schema_with = "roles")]
    role: &'static str,
    #[schemars(schema_with = "scopes")]
    scopes: Option<Vec<&'static str>>,
}

fn roles(_: &mut SchemaGenerator) -> Schema {
    one_of(Role::ALL.map(Role::name))
}

fn scopes(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["array", "null"], "items": one_of(Scope::ALL.map(Scope::name)) })
}

/// The caller, in the format of the API.
async fn account(Me(me): Me, asked: Asked) -> TypedAnswer<Account> {
    let Person { line, nickname, role, .. } = me.person.clone();
    Ok(asked.json(Account {
        number: line.number,
        name: line.name,
        class: line.class,
        team: line.team,
        nickname,
        role: role.name(),
        scopes: me.scopes.as_ref().map(|scopes| scopes.iter().map(|scope| scope.name()).collect()),
    }))
}
