//! What a person at a seat does besides playing, by the API: what the buttons of the seat's page do.

use crate::address::{Address, By, at};
use crate::api::call::Call;
use crate::api::typed_response::{Created, TypedAnswer};
use crate::asked::Asked;
use crate::people::signed_in::Me;
use crate::play::{ENOUGH, owner};
use crate::play_api::{NO_SEAT, PlayedSeat, done, taken};
use crate::reader::query;
use crate::refusal::Refused;
use axum::extract::Path;
use leitai_core::{Sentence, sentence};
use leitai_hall::{PlayRefused, TakenSeat};
use leitai_store::Scope;

/// What is done at a seat.
type Deed = fn(&TakenSeat) -> Result<(), PlayRefused>;

/// Each deed: its address, the name of its call, what it does, and how.
fn deeds() -> [(&'static str, &'static str, Sentence, Deed); 7] {
    [
        ("/api/v1/play/{id}/{key}/resign", "resign", sentence!("Gives up.", "认输。"), TakenSeat::resign),
        (
            "/api/v1/play/{id}/{key}/leave",
            "leave",
            sentence!(
                "Leaves: the game is broken off without a result; between two people only before the second ply.",
                "离开：对局中断，不计结果；两人对局仅限双方走满一手之前。"
            ),
            TakenSeat::leave,
        ),
        (
            "/api/v1/play/{id}/{key}/claim",
            "claim",
            sentence!("Wins the game of somebody who went away.", "对方已离开时判其负。"),
            TakenSeat::claim,
        ),
        (
            "/api/v1/play/{id}/{key}/draw",
            "draw",
            sentence!(
                "Offers that nobody has won, or agrees to it, as `offers` says.",
                "议和，或同意对方的议和（见 `offers`）。"
            ),
            TakenSeat::offer_draw,
        ),
        (
            "/api/v1/play/{id}/{key}/back",
            "take_back",
            sentence!(
                "Asks to take back the last turn of this side, or agrees that the other takes back its own.",
                "请求收回己方上一步，或同意对方收回。"
            ),
            TakenSeat::take_back,
        ),
        (
            "/api/v1/play/{id}/{key}/decline",
            "decline",
            sentence!(
                "Declines what the other side offers, and takes back what this one has offered.",
                "谢绝对方的提议，并撤回己方的提议。"
            ),
            |seat| {
                seat.decline();
                Ok(())
            },
        ),
        (
            "/api/v1/play/{id}/{key}/layout",
            "lay_out",
            sentence!("Lays the pieces as `layout` says.", "按 `layout` 布阵。"),
            TakenSeat::lay_out,
        ),
    ]
}

pub(crate) fn routes() -> Vec<Address> {
    let again = Call::new(
        "again",
        sentence!(
            "Begins the same again once the game is over, or sits down where the other side has.",
            "终局后再来一局，或入座对方已开的一局。"
        ),
    )
    .option("swap", "`true` for the other side's seat, unless the other side has begun already.")
    .bodiless()
    .refuses(NO_SEAT);
    let (people, play) = (By::People, Scope::Play);
    let deeds = deeds().into_iter().map(|(address, name, what, deed)| {
        let handler = move |Path((id, key)): Path<(String, String)>, Me(me): Me, asked: Asked| async move {
            done(&asked, &me, [&id, &key], deed).await
        };
        let call = Call::new(name, what).bodiless().refuses(NO_SEAT);
        at(address).takes(people, play, handler, call)
    });
    deeds.chain([at("/api/v1/play/{id}/{key}/again").takes(people, play, self::again, again)]).collect()
}

async fn again(
    Path((id, key)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
) -> TypedAnswer<Created<PlayedSeat>> {
    let swaps = query(&asked.uri, "swap").as_deref() == Some("true");
    let made = asked.created_aside(move |site, asking| {
        let seat = taken(site, &me, [&id, &key])?;
        let begun = site.play.again(&seat, &owner(&me), ENOUGH[1], swaps);
        let begun = begun.map_err(|why| Refused::at_table(&why))?;
        let place = [begun.id.as_str(), &begun.key];
        let seat = taken(site, &me, place)?;
        Ok(PlayedSeat::of(site, asking, place, &seat, &seat.board().now()))
    });
    made.await
}
