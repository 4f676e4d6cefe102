//! The line by which a program plays from another machine: a WebSocket with the lines of `native`, one a text message.
//!
//! `?heard=N` says how many lines the program has heard; it is sent the rest. The header `leitai-heard` of the answer says
//! how many of its lines the site has heard; it goes on with the next. A site that was started anew holds another
//! conversation, from its first line: `leitai-talk` names it, `?talk=` repeats it, and `leitai-answered` says how many answers
//! of the program the record holds from before. The site asks for a sign of life every few seconds,
//! which measures the way; who gives none is cut off. Closing it as finished (1000) is leaving the game.

use crate::address::{Address, By, at};
use crate::api::call::Call;
use crate::api::typed_response::{Socket, TypedAnswer, TypedResponse};
use crate::asked::Asked;
use crate::people::signed_in::Me;
use crate::play_api::taken_by_program;
use crate::reader::query;
use crate::refusal::Refused;
use crate::under_way::Kept;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{FromRequestParts as _, Path, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use leitai_core::sentence;
use leitai_hall::{LineHeld, LineRefused, PlayRefused, TakenSeat};
use leitai_store::Scope;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tungstenite::error::ProtocolError;

/// The header that says how many lines of the program the site has heard.
const HEARD: HeaderName = HeaderName::from_static("leitai-heard");
/// The headers that name the conversation, and say how many of the program's answers were in the record before it.
const TALK: HeaderName = HeaderName::from_static("leitai-talk");
const ANSWERED: HeaderName = HeaderName::from_static("leitai-answered");
/// The longest message; longer lines than the stage takes are the program's fault there.
const LONGEST: usize = 128 << 10;
/// The most lines in a second: more than any game has turns.
const PACE: u32 = 2000;
/// How often a sign of life is asked for, and how long it may take.
const ASKS: Duration = Duration::from_secs(3);
const LIVES: Duration = Duration::from_secs(10);

pub(crate) fn routes() -> Vec<Address> {
    let said = sentence!(
        "The line of a program that plays at a seat: a WebSocket with the lines of `native`, one a text message.",
        "程序在座位上对局的线路：`WebSocket`，每条文本消息为一行 `native`。"
    );
    let call = Call::new("line", said)
        .option("heard", "How many of the lines said to it the program has heard; it is sent the rest.")
        .option("talk", "In which conversation: the header `leitai-talk` of the answer before.")
        .refuses(&[
            (StatusCode::BAD_REQUEST, "it is no WebSocket"),
            (StatusCode::NOT_FOUND, "there is no such table, or the key is of none of its seats"),
            (StatusCode::CONFLICT, "the line cannot be taken up again"),
            (StatusCode::UNPROCESSABLE_ENTITY, "a person plays at that seat"),
        ]);
    vec![at("/api/v1/play/{id}/{key}/line").answers_in(By::People, Scope::Play, line, call)]
}

async fn line(
    Path((id, key)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    request: Request,
) -> TypedAnswer<Socket> {
    // What a page of another site opens comes with the cookies of this one.
    if asked.headers.contains_key(header::ORIGIN) && !asked.site.accounts.is_from_here(&asked.headers) {
        return Err(Refused::elsewhere());
    }
    let seat = taken_by_program(&asked.site, &me, [&id, &key])?;
    let Some(line) = seat.line() else { return Err(Refused::at_table(&PlayRefused::OfPerson)) };
    let (mut parts, _) = request.into_parts();
    let upgrade: Result<_, WebSocketUpgradeRejection> =
        WebSocketUpgrade::from_request_parts(&mut parts, &()).await;
    let upgrade = upgrade.map_err(|_| Refused::no_socket())?;
    let number = |name| query(&asked.uri, name).map(|number| number.parse().unwrap_or(u64::MAX));
    let held = line.connect(number("talk"), number("heard").unwrap_or(0));
    let held = held.map_err(|why| Refused::no_line(&why))?;
    let kept = parts.extensions.get::<Kept>().cloned();
    let closing = asked.site.closing.subscribe();
    let known = [(HEARD, held.heard()), (TALK, held.talk()), (ANSWERED, held.answered())];
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let mut answer = upgrade.on_upgrade(move |socket| async move {
        // The connection is taken until the line ends.
        let _kept = kept.as_ref().and_then(Kept::hold);
        carry(socket, held, &seat, closing).await;
    });
    answer.headers_mut().extend(known.map(|(name, number)| (name, HeaderValue::from(number))));
    Ok(TypedResponse::trusted(answer))
}

/// Whether only the line failed, and not what came by it.
fn is_cut(error: axum::Error) -> bool {
    let inner = error.into_inner();
    let Some(error) = inner.downcast_ref::<tungstenite::Error>() else { return true };
    matches!(
        error,
        tungstenite::Error::Io(_)
            | tungstenite::Error::ConnectionClosed
            | tungstenite::Error::AlreadyClosed
            | tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)
    )
}

/// Signs of life, and what they say about the way.
struct Pulse {
    count: u64,
    /// The one that was asked for last and has not come.
    due: Option<(u64, Instant)>,
}

/// The pace of what comes.
struct Pace {
    since: Instant,
    count: u32,
}

impl Pace {
    /// Counts one more; false if that is too many.
    fn takes(&mut self) -> bool {
        if self.since.elapsed() >= Duration::from_secs(1) {
            *self = Pace { since: Instant::now(), count: 0 };
        }
        self.count += 1;
        self.count <= PACE
    }
}

/// Returns once the site stops.
async fn stops(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Carries lines both ways until one side ends it.
async fn carry(
    mut socket: WebSocket,
    mut held: LineHeld,
    seat: &TakenSeat,
    mut closing: watch::Receiver<bool>,
) {
    let (mut pulse, mut pace) = (Pulse { count: 0, due: None }, Pace { since: Instant::now(), count: 0 });
    let mut asks = interval(ASKS);
    asks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (code, why) = loop {
        tokio::select! {
            next = held.next() => match next {
                Some(line) => if socket.send(Message::text(&*line)).await.is_err() { return },
                None => break (close_code::NORMAL, ""),
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(_))) if !pace.takes() => {
                    held.quit();
                    break (close_code::POLICY, "too many lines in a second");
                }
                Some(Ok(Message::Text(line))) => match held.say(&line) {
                    Ok(()) => {}
                    Err(LineRefused::TooFast) => break (close_code::POLICY, "too many lines at once"),
                    // The game rests: it goes on when the site is started anew.
                    Err(LineRefused::Over) if *closing.borrow() => break (close_code::AWAY, "the site stops"),
                    Err(_) => break (close_code::NORMAL, ""),
                },
                Some(Ok(Message::Pong(pulses))) => {
                    if let Some((count, since)) = pulse.due
                        && pulses[..] == count.to_be_bytes()
                    {
                        held.measured(since.elapsed());
                        pulse.due = None;
                    }
                }
                Some(Ok(Message::Ping(_))) => {}
                Some(Ok(Message::Binary(_))) => {
                    held.quit();
                    break (close_code::UNSUPPORTED, "lines are text");
                }
                Some(Ok(Message::Close(frame))) => {
                    // Who takes leave does not come back; a line that is merely cut says nothing.
                    if frame.is_some_and(|frame| frame.code == close_code::NORMAL) {
                        held.quit();
                    }
                    return;
                }
                None => return,
                Some(Err(why)) => {
                    // What is too long, or no text, would be sent again after the cut.
                    if !is_cut(why) {
                        held.quit();
                        break (close_code::SIZE, "a line is too long");
                    }
                    return;
                }
            },
            _ = asks.tick() => {
                seat.look();
                match pulse.due {
                    Some((_, since)) if since.elapsed() > LIVES => return,
                    Some(_) => {}
                    None => {
                        pulse.count += 1;
                        pulse.due = Some((pulse.count, Instant::now()));
                        let sign = pulse.count.to_be_bytes().to_vec();
                        if socket.send(Message::Ping(sign.into())).await.is_err() {
                            return;
                        }
                    }
                }
            }
            () = stops(&mut closing) => break (close_code::AWAY, "the site stops"),
        }
    };
    let frame = CloseFrame { code, reason: why.into() };
    let _ = socket.send(Message::Close(Some(frame))).await;
}
