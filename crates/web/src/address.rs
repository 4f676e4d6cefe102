//! Addresses: each is declared once, beside its handlers, with who may read it and who may change something there.
//! The site answers at what is declared and nowhere else.

use crate::api::call::Call;
use crate::api::typed_response::{CallHandler, ResponseBody};
use crate::site::Site;
use axum::Router;
use axum::extract::MatchedPath;
use axum::handler::Handler;
use axum::http::{Method, StatusCode};
use axum::routing::MethodRouter;
use leitai_store::{Role, Scope};
use schemars::{Schema, SchemaGenerator};
use std::collections::HashMap;
use std::sync::Arc;

/// Who may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// Whoever asks.
    Everybody,
    /// Whoever has signed in.
    People,
    /// Organisers and administrators.
    Organisers,
}

impl By {
    /// Whether somebody with this role may; `None` is a visitor.
    pub(crate) fn has(self, role: Option<Role>) -> bool {
        match self {
            By::Everybody => true,
            By::People => role.is_some(),
            By::Organisers => role >= Some(Role::Organiser),
        }
    }
}

/// What an address shows organisers of other people.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shows {
    /// A submission: its source, its logs, or its page, which has the compiler's output.
    Submission,
    /// The sources of many submissions of an event.
    Sources,
    /// A team's report.
    Report,
    /// One person.
    Person,
    /// Many people, or their marks.
    People,
    /// Many people, if the query says so.
    PeopleIf(&'static str),
}

/// A call of the API, with the scope that it needs and what it gives.
#[derive(Clone)]
pub(crate) struct DeclaredCall {
    pub(crate) method: Method,
    /// The scope that the caller's token needs.
    pub(crate) scope: Scope,
    pub(crate) call: Call,
    /// The status of an answer that is no refusal, and what its body is.
    pub(crate) answer: (StatusCode, &'static str),
    pub(crate) contents: fn(&mut SchemaGenerator) -> Vec<(&'static str, Schema)>,
}

impl DeclaredCall {
    fn of<B: ResponseBody>(method: Method, scope: Scope, call: Call) -> DeclaredCall {
        DeclaredCall { method, scope, call, answer: (B::STATUS, B::SAID), contents: B::contents }
    }

    /// Whether it changes something.
    pub(crate) fn is_change(&self) -> bool {
        self.method != Method::GET
    }
}

/// An address, and what is said of it where it is declared.
#[derive(Clone)]
pub(crate) struct Address {
    pub(crate) path: &'static str,
    /// Who may read it; `None` where there is nothing to read.
    pub(crate) reads: Option<By>,
    /// Who may change something there; `None` where nothing can be changed.
    pub(crate) changes: Option<By>,
    /// Whether it answers without identifying the caller: parts of pages, and addresses for machines.
    pub(crate) is_bare: bool,
    /// Whether it belongs to the first sign-in: until that is done, every other address redirects there.
    pub(crate) is_of_first: bool,
    /// What reading it leaves a line about in the audit log.
    pub(crate) shows: Option<Shows>,
    /// The calls of the API that it answers; none where it is for people.
    pub(crate) calls: Vec<DeclaredCall>,
    handlers: MethodRouter<Arc<Site>>,
}

/// An address at which nothing answers yet.
pub(crate) fn at(path: &'static str) -> Address {
    Address {
        path,
        reads: None,
        changes: None,
        is_bare: false,
        is_of_first: false,
        shows: None,
        calls: Vec::new(),
        handlers: MethodRouter::new(),
    }
}

impl Address {
    /// Answers `GET` and `HEAD`.
    pub(crate) fn read<T: 'static>(mut self, by: By, handler: impl Handler<T, Arc<Site>>) -> Address {
        self.reads = Some(by);
        self.handlers = self.handlers.get(handler);
        self
    }

    /// Answers `POST`.
    pub(crate) fn change<T: 'static>(mut self, by: By, handler: impl Handler<T, Arc<Site>>) -> Address {
        self.changes = Some(by);
        self.handlers = self.handlers.post(handler);
        self
    }

    /// Answers everybody's `GET` and `HEAD`, without identifying who asks.
    pub(crate) fn bare<T: 'static>(self, handler: impl Handler<T, Arc<Site>>) -> Address {
        Address { is_bare: true, ..self.read(By::Everybody, handler) }
    }

    /// Answers a call by `GET`, as the API's description says.
    pub(crate) fn answers<T: 'static, B: ResponseBody>(
        self,
        by: By,
        handler: impl CallHandler<T, B>,
        call: Call,
    ) -> Address {
        self.answers_in(by, Scope::Read, handler, call)
    }

    /// The same, for tokens of this scope.
    pub(crate) fn answers_in<T: 'static, B: ResponseBody>(
        mut self,
        by: By,
        scope: Scope,
        handler: impl CallHandler<T, B>,
        call: Call,
    ) -> Address {
        self.calls.push(DeclaredCall::of::<B>(Method::GET, scope, call));
        self.read(by, handler)
    }

    /// Takes the bytes of a call by `POST`, as the API's description says.
    pub(crate) fn takes<T: 'static, B: ResponseBody>(
        mut self,
        by: By,
        scope: Scope,
        handler: impl CallHandler<T, B>,
        call: Call,
    ) -> Address {
        self.calls.push(DeclaredCall::of::<B>(Method::POST, scope, call));
        self.change(by, handler)
    }

    /// It belongs to the first sign-in.
    pub(crate) fn of_first(self) -> Address {
        Address { is_of_first: true, ..self }
    }

    /// It shows organisers something of other people.
    pub(crate) fn shows(self, shows: Shows) -> Address {
        Address { shows: Some(shows), ..self }
    }

    /// Who may make a request that changes something, or one that does not.
    pub(crate) fn may(&self, is_change: bool) -> Option<By> {
        if is_change { self.changes } else { self.reads }
    }

    /// The methods that it answers, as people read them.
    pub(crate) fn methods(&self) -> Vec<String> {
        let all = [("GET", self.reads), ("POST", self.changes)].into_iter();
        all.filter(|(_, by)| by.is_some()).map(|(method, _)| method.to_owned()).collect()
    }

    /// Whether programs call it, with tokens.
    pub(crate) fn is_api(&self) -> bool {
        !self.calls.is_empty()
    }

    /// The scope that a token needs. Where nothing can be changed, only those who organise are told so.
    pub(crate) fn scope(&self, is_change: bool) -> Scope {
        let call = self.calls.iter().find(|call| call.is_change() == is_change);
        call.map_or(Scope::Organise, |call| call.scope)
    }
}

/// All addresses of the site, by path.
pub(crate) struct Addresses(HashMap<&'static str, Address>);

impl Addresses {
    /// Panics if an address is declared twice.
    pub(crate) fn new(all: &[Address]) -> Addresses {
        let mut known = HashMap::new();
        for address in all {
            let other = known.insert(address.path, address.clone());
            assert!(other.is_none(), "{} is declared twice", address.path);
        }
        Addresses(known)
    }

    /// What answers at each of them.
    pub(crate) fn router(&self) -> Router<Arc<Site>> {
        let all = self.0.values();
        all.fold(Router::new(), |router, address| router.route(address.path, address.handlers.clone()))
    }

    /// The address of a request.
    pub(crate) fn of(&self, path: &MatchedPath) -> Option<&Address> {
        self.0.get(path.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_is_nobody_and_a_captain_no_organiser() {
        let may = |by: By| {
            [None].into_iter().chain(Role::ALL.map(Some)).map(|role| by.has(role)).collect::<Vec<_>>()
        };
        assert_eq!(may(By::Everybody), [true; 5]);
        assert_eq!(may(By::People), [false, true, true, true, true]);
        assert_eq!(may(By::Organisers), [false, false, false, true, true]);
    }

    #[test]
    #[should_panic(expected = "/x is declared twice")]
    fn an_address_is_declared_once() {
        Addresses::new(&[at("/x"), at("/y"), at("/x")]);
    }
}
