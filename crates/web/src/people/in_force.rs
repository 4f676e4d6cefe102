//! Whether what was checked of a caller still holds after something was waited for.

use crate::people::accounts::away;
use crate::people::bearer;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::site::Site;

/// Refuses a caller whose session or token has ended since the request arrived, or whose role or credentials have
/// changed: a body may take minutes to arrive, and what it asks for is done by the right that there is then. What
/// concerns people is asked once more in the transaction that changes them ([`leitai_store::Actor`]).
pub(crate) async fn in_force(site: &Site, caller: &SignedIn) -> Result<(), Refused> {
    let (people, token) = (&site.accounts.people, caller.token.digest());
    let now = if caller.scopes.is_some() {
        people.of_token(token, bearer::NOTED).await.map(|known| known.map(|(person, _)| person))
    } else {
        people.whose(token).await
    };
    let was = &caller.person;
    let is_same = |person: &leitai_store::Person| (person.role, person.version) == (was.role, was.version);
    match now.map_err(|error| away(&error))? {
        Some(person) if is_same(&person) => Ok(()),
        _ => Err(Refused::ended()),
    }
}
