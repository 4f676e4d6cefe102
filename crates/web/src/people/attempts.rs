//! Limits for those who guess passwords and tokens, such that nobody is kept out by what others do, as far as the two
//! can be told apart.

use crate::address_key::AddressKey;
use crate::people::hashing::Lane;
use crate::people::secret::Token;
use crate::people::tries::Tries;
use leitai_core::ContentHash;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A number of tries at once, then one after each pause.
type Limit = (u32, Duration);

/// Wrong passwords for one account from one place.
const WRONG: Limit = (6, Duration::from_mins(1));
/// Tries at one account from all places where its owner has not been, and as many in each browser where the owner has:
/// right ones count too, since each costs as much as a wrong one.
const PACE: Limit = (30, Duration::from_mins(1));
/// Wrong passwords from one address, which may be a whole campus. More are examined when nothing else is to do.
const OF_ADDRESS: Limit = (600, Duration::from_millis(500));
/// Tries at one account from addresses over that limit.
const SPARED: Limit = (2, Duration::from_mins(5));
/// Wrong tokens from one address.
const OF_TOKENS: Limit = (60, Duration::from_secs(1));
/// How many browsers of one account have tries of their own.
const BROWSERS: usize = 8;

/// An account, whether or not there is one: its number, of any length, as few bytes that nobody can foresee.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct AccountKey(u64);

/// Where somebody tries to sign in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    /// A browser in which the account's owner has signed in.
    Own(ContentHash),
    Address(Option<AddressKey>),
}

/// The tries of all who guess, and the browsers of those who need not.
pub(crate) struct Attempts {
    wrong: Tries<(AccountKey, Place)>,
    pace: Tries<(AccountKey, Option<ContentHash>)>,
    of_address: Tries<AddressKey>,
    spared: Tries<AccountKey>,
    of_tokens: Tries<Option<AddressKey>>,
    /// The browsers in which somebody has signed in since this server started, by account, the latest last.
    browsers: Mutex<HashMap<AccountKey, VecDeque<ContentHash>>>,
    accounts: RandomState,
}

/// A try at an account that was allowed. It counts as a wrong one unless something else is said of it.
pub(crate) struct Attempt<'a> {
    attempts: &'a Attempts,
    account: AccountKey,
    place: Place,
    /// The line in which it waits.
    pub(crate) lane: Lane,
}

impl Attempts {
    pub(crate) fn new() -> Attempts {
        fn tries<K: Clone + Eq + Hash + Ord>((at_once, every): Limit) -> Tries<K> {
            Tries::new(at_once, every)
        }
        Attempts {
            wrong: tries(WRONG),
            pace: tries(PACE),
            of_address: tries(OF_ADDRESS),
            spared: tries(SPARED),
            of_tokens: tries(OF_TOKENS),
            browsers: Mutex::default(),
            accounts: RandomState::new(),
        }
    }

    /// Takes a try at an account, or returns how long to wait; a try that is refused counts nowhere. A browser in
    /// which the account's owner has signed in before has tries of its own: nobody who guesses, at the account or from
    /// the same campus, can lock the owner out there.
    pub(crate) fn may_try(
        &self,
        number: &str,
        from: Option<IpAddr>,
        browser: Option<&Token>,
    ) -> Result<Attempt<'_>, Duration> {
        let account = self.account(number);
        let now = Instant::now();
        let own = browser.map(Token::digest).filter(|browser| self.is_of(account, browser));
        let address = from.map(AddressKey::from);
        let place = own.map_or(Place::Address(address), Place::Own);
        let mut attempt = Attempt { attempts: self, account, place, lane: Lane::Usual };
        self.wrong.take(&attempt.wrong(), now)?;
        let taken = self.pace.take(&attempt.pace(), now);
        taken.inspect_err(|_| self.wrong.give_back(&attempt.wrong()))?;
        if let Place::Address(Some(address)) = place
            && self.of_address.take(&address, now).is_err()
        {
            attempt.lane = Lane::Spare;
            if let Err(wait) = self.spared.take(&attempt.account, now) {
                self.wrong.give_back(&attempt.wrong());
                self.pace.give_back(&attempt.pace());
                return Err(wait);
            }
        }
        Ok(attempt)
    }

    /// Forgets in which browsers the owner of an account has signed in, except this one: whoever knew the password
    /// before has been there as well.
    pub(crate) fn only(&self, number: &str, browser: Option<&Token>) {
        let kept = browser.map(Token::digest);
        if let Some(known) = self.browsers().get_mut(&self.account(number)) {
            known.retain(|known| Some(*known) == kept);
        }
    }

    /// Counts a wrong token, or returns how long such an address has to wait.
    pub(crate) fn wrong_token(&self, from: Option<IpAddr>) -> Result<(), Duration> {
        self.of_tokens.take(&from.map(AddressKey::from), Instant::now())
    }

    fn account(&self, number: &str) -> AccountKey {
        AccountKey(self.accounts.hash_one(number.to_lowercase()))
    }

    fn is_of(&self, account: AccountKey, browser: &ContentHash) -> bool {
        self.browsers().get(&account).is_some_and(|known| known.contains(browser))
    }

    fn browsers(&self) -> MutexGuard<'_, HashMap<AccountKey, VecDeque<ContentHash>>> {
        self.browsers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempt<'_> {
    fn wrong(&self) -> (AccountKey, Place) {
        (self.account, self.place)
    }

    fn pace(&self) -> (AccountKey, Option<ContentHash>) {
        let own = if let Place::Own(browser) = self.place { Some(browser) } else { None };
        (self.account, own)
    }

    /// The address whose try this took.
    fn of_address(&self) -> Option<AddressKey> {
        match self.place {
            Place::Address(address) if self.lane == Lane::Usual => address,
            _ => None,
        }
    }

    /// It was not examined.
    pub(crate) fn was_none(&self) {
        let attempts = self.attempts;
        attempts.wrong.give_back(&self.wrong());
        attempts.pace.give_back(&self.pace());
        if let Some(address) = self.of_address() {
            attempts.of_address.give_back(&address);
        }
        if self.lane == Lane::Spare {
            attempts.spared.give_back(&self.account);
        }
    }

    /// It was right: earlier wrong ones in this place no longer count, and the browser is remembered.
    pub(crate) fn succeeded(&self, browser: Option<&Token>) {
        let attempts = self.attempts;
        attempts.wrong.forget(&self.wrong());
        if let Some(address) = self.of_address() {
            attempts.of_address.give_back(&address);
        }
        let Some(browser) = browser.map(Token::digest) else { return };
        let mut browsers = attempts.browsers();
        let known = browsers.entry(self.account).or_default();
        if !known.contains(&browser) {
            if known.len() >= BROWSERS {
                known.pop_front();
            }
            known.push_back(browser);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAMPUS: [u8; 4] = [10, 0, 0, 1];

    /// Whether this many tries are allowed, and no more.
    fn allows(attempts: &Attempts, number: &str, from: [u8; 4], browser: Option<&Token>) -> usize {
        (0..1_000).take_while(|_| attempts.may_try(number, Some(from.into()), browser).is_ok()).count()
    }

    #[test]
    fn one_who_guesses_waits_and_his_neighbours_do_not() {
        let attempts = Attempts::new();
        let wrong = WRONG.0 as usize;
        assert_eq!(allows(&attempts, "2501", CAMPUS, None), wrong);
        for student in 0..300 {
            let number = format!("26{student}");
            let tried = attempts.may_try(&number, Some(CAMPUS.into()), None);
            assert!(tried.is_ok_and(|tried| tried.lane == Lane::Usual), "the campus shares an address");
        }
        // The owner comes from elsewhere, where nobody guessed.
        let (own, home) = (Token::random(), [192, 168, 0, 1]);
        let tried = attempts.may_try("2501", Some(home.into()), None).expect("it is the first from there");
        tried.succeeded(Some(&own));
        assert_eq!(allows(&attempts, "2501", home, None), wrong, "earlier ones are forgotten");
        assert_eq!(allows(&attempts, "2501", CAMPUS, None), 0, "but not those of others");
        // In a browser where the owner has been, nobody's guesses count, from whatever place.
        assert_eq!(allows(&attempts, "2501", CAMPUS, Some(&own)), wrong, "nor does he guess for ever");
        assert_eq!(allows(&attempts, "2501", CAMPUS, Some(&Token::random())), 0);
        assert_eq!(allows(&attempts, "2799", CAMPUS, Some(&own)), wrong, "it is no key to another account");
        for _ in 0..BROWSERS {
            attempts.may_try("2600", None, None).expect("a try").succeeded(Some(&Token::random()));
        }
        attempts.may_try("2600", None, None).expect("a try").succeeded(Some(&own));
        assert_eq!(attempts.browsers().values().map(VecDeque::len).max(), Some(BROWSERS));
        // With a new password only the browser in which it was chosen is known.
        attempts.only("2600", Some(&own));
        let is_own = |browser: &Token| attempts.is_of(attempts.account("2600"), &browser.digest());
        assert!(is_own(&own) && attempts.browsers()[&attempts.account("2600")].len() == 1);
    }

    /// Of an account there are so many tries in all, however many places they come from, and whatever comes of them.
    #[test]
    fn an_account_has_a_pace() {
        let attempts = Attempts::new();
        let from_everywhere = (0..=255).map(|last| allows(&attempts, "2501", [10, 0, 1, last], None));
        assert_eq!(from_everywhere.sum::<usize>(), PACE.0 as usize);
        assert_eq!(allows(&attempts, "2502", [10, 0, 1, 1], None), WRONG.0 as usize, "the control");
        let own = Token::random();
        let right = |number: &str, browser| {
            let tries = (0..1_000).map_while(|_| attempts.may_try(number, None, browser).ok());
            tries.map(|tried| tried.succeeded(browser)).count()
        };
        assert_eq!(right("2503", None), PACE.0 as usize);
        assert_eq!(right("2504", Some(&own)), PACE.0 as usize + 1, "the first made the browser known");
    }

    /// Somebody guesses until the campus has used up its tries; the others there are examined when there is time.
    #[test]
    fn a_campus_is_not_kept_out_by_one_of_its_own() {
        let attempts = Attempts::new();
        for number in 0..OF_ADDRESS.0 {
            let tried = attempts.may_try(&format!("27{number}"), Some(CAMPUS.into()), None);
            assert!(tried.is_ok_and(|tried| tried.lane == Lane::Usual));
        }
        let tried = attempts.may_try("2501", Some(CAMPUS.into()), None).expect("his first");
        assert!(tried.lane == Lane::Spare);
        tried.was_none();
        assert_eq!(allows(&attempts, "2501", CAMPUS, None), SPARED.0 as usize);
        assert!(
            attempts.may_try("2501", Some([10, 9, 9, 9].into()), None).is_ok_and(|it| it.lane == Lane::Usual)
        );
        // Those of one /64 are one, those of another are not.
        let [near, far] = ["2001:db8::", "2001:db8:0:1::"].map(|net| {
            let at = |host: u32| format!("{net}{host:x}").parse::<IpAddr>().expect("an address");
            (0..700)
                .filter(|host| {
                    let tried = attempts.may_try(&format!("28{host}"), Some(at(*host)), None);
                    tried.is_ok_and(|tried| tried.lane == Lane::Usual)
                })
                .count()
        });
        assert_eq!((near, far), (OF_ADDRESS.0 as usize, OF_ADDRESS.0 as usize));
    }
}
