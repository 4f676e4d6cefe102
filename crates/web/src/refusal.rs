//! Refusals: the responses to requests that cannot be fulfilled.

use crate::log;
use axum::http::StatusCode;
use leitai_core::{Sentence, sentence};
use leitai_hall::{HallError, LineRefused, PlayRefused};
use leitai_pages::event::KnownGame;
use leitai_store::{Scope, StoreError};
use std::ops::Deref;
use std::time::Duration;

/// Why a request was refused.
#[derive(Clone, Debug)]
pub(crate) struct Refused(Box<Refusal>);

/// A refusal in full: what went wrong, and what to do.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) what: Sentence,
    pub(crate) advice: Sentence,
    /// The address that was probably meant, and what is there.
    pub(crate) nearest: Option<(String, String)>,
    /// What is known of the game requested.
    pub(crate) known: Option<KnownGame>,
}

impl Deref for Refused {
    type Target = Refusal;
    fn deref(&self) -> &Refusal {
        &self.0
    }
}

impl Refused {
    /// A refusal with this status.
    pub(crate) fn new(status: StatusCode, what: Sentence, advice: Sentence) -> Refused {
        Refused(Box::new(Refusal { status, what, advice, nearest: None, known: None }))
    }

    /// Adds what is known of the game requested.
    pub(crate) fn of(mut self, known: Option<KnownGame>) -> Refused {
        self.0.known = known;
        self
    }

    /// Adds an address that was probably meant, and what is there.
    pub(crate) fn near(mut self, nearest: Option<(String, String)>) -> Refused {
        self.0.nearest = nearest;
        self
    }

    /// The address is well formed, but nothing is there.
    pub(crate) fn nothing(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::NOT_FOUND, what, advice)
    }

    /// There is no page at this address.
    pub(crate) fn no_page() -> Refused {
        Refused::nothing(
            sentence!("There is no page at this address.", "这个地址没有页面。"),
            sentence!("Start from the hall.", "请从大厅开始。"),
        )
    }

    /// There is no such game.
    pub(crate) fn no_game() -> Refused {
        Refused::nothing(
            sentence!("There is no such game.", "没有这一局。"),
            sentence!(
                "Exhibition games are kept for a while only; those of events are on the event's page.",
                "表演局只保留一段时间；赛事对局见赛事页面。"
            ),
        )
    }

    /// There is no such table, or the key is of none of its seats.
    pub(crate) fn no_table() -> Refused {
        Refused::nothing(
            sentence!("There is no such table.", "没有这张对局台。"),
            sentence!(
                "A table is cleared an hour after its game, and where nobody plays any more. Begin another at /play.",
                "对局结束一小时后，或无人继续时，对局台即撤去。可在 /play 另开一局。"
            ),
        )
    }

    /// No game of people begins, or an act of one is not taken.
    pub(crate) fn at_table(why: &PlayRefused) -> Refused {
        let (status, advice) = match why {
            PlayRefused::Full | PlayRefused::Enough(_) => {
                (StatusCode::TOO_MANY_REQUESTS, sentence!("No game began.", "未开局。"))
            }
            PlayRefused::Machine(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, sentence!("No game began.", "未开局。"))
            }
            PlayRefused::Taken => (
                StatusCode::FORBIDDEN,
                sentence!("Begin a game of your own at /play.", "可在 /play 自行开局。"),
            ),
            _ => (StatusCode::UNPROCESSABLE_ENTITY, sentence!("Nothing was played.", "没有走棋。")),
        };
        Refused::new(status, Sentence::of(why), advice)
    }

    /// The line to a program at a table cannot be taken up.
    pub(crate) fn no_line(why: &LineRefused) -> Refused {
        let advice = sentence!("The seat cannot be taken up again.", "无法重新接入此座位。");
        Refused::new(StatusCode::CONFLICT, Sentence::of(why), advice)
    }

    /// The address is for a program's line, not for pages.
    pub(crate) fn no_socket() -> Refused {
        Refused::unclear(
            sentence!("This address is a WebSocket.", "此地址是 `WebSocket`。"),
            sentence!(
                "Connect with `leitai join`, or as /docs/api says.",
                "请用 `leitai join` 连接，或参阅 /docs/api。"
            ),
        )
    }

    /// The site has just been started and does not know yet whether there is such a game.
    pub(crate) fn not_read_yet() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            sentence!("The games of this site are still being read.", "正在读取本站的对局。"),
            sentence!("This page tries again by itself.", "本页会自动重试。"),
        )
    }

    /// Something existed, and will not come back on its own.
    pub(crate) fn gone(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::GONE, what, advice)
    }

    /// The address contains something that cannot be understood.
    pub(crate) fn unclear(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, what, advice)
    }

    /// The address encodes bytes that are not text.
    pub(crate) fn no_text() -> Refused {
        Refused::unclear(
            sentence!("This address is not text in UTF-8.", "这个地址不是 UTF-8 文本。"),
            sentence!("Start from the hall.", "请从大厅开始。"),
        )
    }

    /// A form that is outdated, or belongs to another page.
    pub(crate) fn stale() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            sentence!("This form is too old: nothing was changed.", "这个表单已过期：没有做任何改动。"),
            sentence!(
                "Go back, reload the page and send it again; the browser must take cookies.",
                "请返回并刷新页面后重新提交；浏览器须允许 `Cookie`。"
            ),
        )
    }

    /// What was checked of the caller when the request arrived no longer holds.
    pub(crate) fn ended() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            sentence!(
                "Your sign-in has ended, or your account was changed, in the meantime: nothing was changed.",
                "您的登录在此期间已失效，或账号已变更：没有做任何改动。"
            ),
            sentence!("Sign in again.", "请重新登录。"),
        )
    }

    /// A change that no page of this site asks for.
    pub(crate) fn elsewhere() -> Refused {
        Refused::new(
            StatusCode::FORBIDDEN,
            sentence!(
                "This form was sent from another site: nothing was changed.",
                "这个表单来自其他网站：没有做任何改动。"
            ),
            sentence!(
                "Open the page here and send it again. Behind a proxy server, the site's address must be given in `leitai.toml` (`address`).",
                "请在本站打开页面后重新提交。若网站在代理服务器之后，请在 `leitai.toml` 中写明其地址（`address`）。"
            ),
        )
    }

    /// A program is refused.
    pub(crate) fn not_taken(why: Sentence) -> Refused {
        let advice = sentence!("Nothing was changed.", "没有做任何改动。");
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, why, advice)
    }

    /// A program sends no valid token.
    pub(crate) fn no_token() -> Refused {
        Refused::new(
            StatusCode::UNAUTHORIZED,
            sentence!("This address needs a valid token.", "此地址需要有效的令牌。"),
            sentence!(
                "Make one on the page of your account, and send it as `Authorization: Bearer TOKEN`.",
                "请在账号页面创建令牌，并以 `Authorization: Bearer` 加令牌的形式发送。"
            ),
        )
    }

    /// A token lacks the scope.
    pub(crate) fn no_scope(scope: Scope) -> Refused {
        let (name, words) = (scope.name(), scope.words());
        Refused::new(
            StatusCode::FORBIDDEN,
            sentence!(
                "This token does not allow this: {words} (`{name}`).",
                "此令牌没有这项权限：{words}（`{name}`）。"; words, name
            ),
            sentence!("Make another on the page of your account.", "请在账号页面另建一个令牌。"),
        )
    }

    /// The address is longer than any that leads anywhere.
    pub(crate) fn too_long(most: usize) -> Refused {
        Refused::new(
            StatusCode::URI_TOO_LONG,
            sentence!(
                "This address is too long: at most {most} characters.",
                "网址过长：最多 {most} 个字符。"
            ),
            sentence!("Start from the hall.", "请从大厅开始。"),
        )
    }

    /// The request is for a name that is not of this site.
    pub(crate) fn misdirected() -> Refused {
        Refused::new(
            StatusCode::MISDIRECTED_REQUEST,
            sentence!("This site has another name.", "本站不叫这个名字。"),
            sentence!(
                "Use one of its own addresses. If it is to have this name, its organiser adds it to `names` in `leitai.toml`.",
                "请使用本站自己的网址；若要使用这个名字，请组织者将其加入 `leitai.toml` 的 `names`。"
            ),
        )
    }

    /// A form has more fields than any form of the site.
    pub(crate) fn too_many_fields(most: usize) -> Refused {
        Refused::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            sentence!(
                "This form has more than {most} fields: nothing was changed.",
                "表单超过 {most} 个字段：没有做任何改动。"
            ),
            sentence!("Send less at a time.", "请减少内容后重新提交。"),
        )
    }

    /// More pages are being made than the machine can make at once.
    pub(crate) fn busy() -> Refused {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            sentence!("The site is very busy right now.", "本站此刻十分繁忙。"),
            sentence!("This page tries again by itself.", "本页会自动重试。"),
        )
    }

    /// Somebody is guessing.
    pub(crate) fn too_many(wait: Duration) -> Refused {
        let seconds = wait.as_secs().max(1);
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            sentence!("Too many wrong tokens came from this address.", "来自此地址的错误令牌过多。"),
            sentence!("Try again in {seconds} s.", "请在 {seconds} 秒后再试。"),
        )
    }

    /// Too many large uploads at once.
    pub(crate) fn no_room(wait: Duration) -> Refused {
        let seconds = wait.as_secs().max(1);
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            sentence!("Many uploads are under way right now.", "此刻上传的人较多。"),
            sentence!(
                "Try again in {seconds} s; nothing was received.",
                "请在 {seconds} 秒后再试；尚未收到。"
            ),
        )
    }

    /// One person sends too many large uploads at once.
    pub(crate) fn one_at_a_time() -> Refused {
        Refused::new(
            StatusCode::TOO_MANY_REQUESTS,
            sentence!("Another upload of yours is under way right now.", "您的另一项上传正在进行。"),
            sentence!(
                "Wait until it is complete, or try again in 20 s if its connection broke; this one was not accepted.",
                "请等待其完成；若连接已中断，请在 20 秒后再试。本次未收到。"
            ),
        )
    }

    /// An upload is too slow.
    pub(crate) fn too_slow() -> Refused {
        Refused::new(
            StatusCode::REQUEST_TIMEOUT,
            sentence!("The upload was too slow: nothing was changed.", "上传过慢：没有做任何改动。"),
            sentence!(
                "Try again, over a better connection if there is one.",
                "请重试，必要时换用更好的网络。"
            ),
        )
    }

    /// An upload breaks off.
    pub(crate) fn broken_off() -> Refused {
        Refused::unclear(
            sentence!("The connection broke before everything had arrived.", "连接在传完之前中断。"),
            sentence!("Send it again.", "请重新提交。"),
        )
    }

    /// The upload is too large.
    pub(crate) fn too_large(most: usize) -> Refused {
        let most = most >> 10;
        Refused::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            sentence!(
                "This is more than {most} KB: nothing was changed.",
                "内容超过 {most} KB：没有做任何改动。"
            ),
            sentence!("Send less at a time.", "请减少内容后重新提交。"),
        )
    }

    /// An error on our side.
    pub(crate) fn failed(what: Sentence) -> Refused {
        let advice = sentence!(
            "Try again in a moment; if it happens again, tell the organiser the number below.",
            "请稍后再试；若仍如此，请把下面的编号告诉组织者。"
        );
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, what, advice)
    }

    /// The store of events or the journal of one failed.
    pub(crate) fn halted(error: &HallError) -> Refused {
        if let HallError::Store(error) = error
            && let Some(refused) = Refused::not_allowed(error)
        {
            return refused;
        }
        log::warn("the store of events failed", &[("why", &error.to_string())]);
        Refused::failed(Sentence::of(error))
    }

    /// The store asked, as it wrote, whether the caller may do this, and the answer was no.
    pub(crate) fn not_allowed(error: &StoreError) -> Option<Refused> {
        match error {
            StoreError::Ended(_) => Some(Refused::ended()),
            // As if it were not there: what may be changed is on no page either.
            StoreError::Above(_) => Some(Refused::no_page()),
            _ => None,
        }
    }

    /// A file of ours is not as it was written.
    pub(crate) fn damaged(what: Sentence, advice: Sentence) -> Refused {
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, what, advice)
    }

    /// The address does not answer this method, but these.
    pub(crate) fn other_method(methods: &[String]) -> Refused {
        let methods = methods.to_vec();
        Refused::new(
            StatusCode::METHOD_NOT_ALLOWED,
            sentence!("This address does not answer this method.", "此地址不接受这种请求方法。"),
            sentence!("Use {methods}.", "请使用 {methods}。"; methods),
        )
    }
}
