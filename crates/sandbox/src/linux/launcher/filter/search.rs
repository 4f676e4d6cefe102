//! The answer to each system call, and the filter that finds it by the call's number.

use libc::{c_long, sock_filter};
use std::collections::BTreeMap;

/// The first call number that is treated as nonexistent: no system call had it when this list was made.
pub(super) const NEWER: u32 = 457;

/// Offsets in the kernel's `struct seccomp_data`; arguments are 64 bits wide, their low half first.
pub(super) const NUMBER: u32 = 0;
pub(super) const ARCH: u32 = 4;
pub(super) const ARGS: u32 = 16;

/// Flags of `clone` that create namespaces, a child of the caller's parent, or a process descriptor.
pub(super) const SPACES: u32 = 0x7E02_9080;
/// The bits of `clone`'s flags that select the signal sent when the child ends.
const EXIT: u32 = 0xFF;
pub(super) const THREAD: u32 = 0x0001_0000;

/// The answer to each call, by call number; unlisted calls are allowed. Each answer is a piece of filter that returns
/// on every path through it.
#[derive(Default)]
pub(super) struct Filter(BTreeMap<u32, Vec<Piece>>);

impl Filter {
    /// Builds the filter. A call from another architecture kills the program. The rest is a binary search: the kernel
    /// runs a new filter once for every call number, which took a quarter of a millisecond with a linear list.
    pub(super) fn build(self, machine: u32) -> Vec<sock_filter> {
        let mut filter = vec![
            load(ARCH),
            when(libc::BPF_JEQ, machine, 1, 0),
            answer(libc::SECCOMP_RET_KILL_PROCESS),
            load(NUMBER),
        ];
        filter.extend(search(&self.spans()));
        filter.into_iter().map(sock_filter::from).collect()
    }

    /// Where each answer begins to apply. At the top are newer calls and x32 calls, which are treated as nonexistent.
    fn spans(self) -> Vec<Span> {
        let mut spans = vec![Span { from: 0, answer: vec![ALLOW] }];
        for (call, answer) in self.0 {
            for (from, answer) in [(call, answer), (call + 1, vec![ALLOW])] {
                if spans.last().is_some_and(|last| last.from == from) {
                    spans.pop();
                }
                if spans.last().is_none_or(|last| last.answer != answer) {
                    spans.push(Span { from, answer });
                }
            }
        }
        spans.retain(|span| span.from < NEWER);
        spans.push(Span { from: NEWER, answer: vec![error(libc::ENOSYS)] });
        spans
    }

    /// The first answer set for a call takes precedence.
    fn set(&mut self, call: c_long, answer: Vec<Piece>) {
        self.0.entry(call as u32).or_insert(answer);
    }

    pub(super) fn refuse(&mut self, call: c_long, errno: i32) {
        self.set(call, vec![error(errno)]);
    }

    /// The call does nothing and reports success.
    pub(super) fn pretend(&mut self, call: c_long) {
        self.set(call, vec![error(0)]);
    }

    /// The call does nothing and reports success if the argument is one of these values, and is refused otherwise.
    pub(super) fn pretend_for(&mut self, call: c_long, arg: u32, values: &[u32]) {
        let mut answer = Need::One(arg, values).asked();
        answer.push(error(0));
        self.set(call, answer);
    }

    /// Refuses the call unless all of these needs are met, checked in this order.
    pub(super) fn need(&mut self, call: c_long, needs: &[Need<'_>]) {
        let asked = needs.iter().flat_map(Need::asked);
        self.set(call, asked.chain([ALLOW]).collect());
    }

    /// Forbids new namespaces and process descriptors; if `alone`, allows threads only. A child's end is signalled by SIGCHLD or not at all,
    /// since another signal could resume a program that is held.
    pub(super) fn clone(&mut self, alone: bool) {
        let mut answer = vec![load(ARGS), when(libc::BPF_JSET, SPACES, 0, 1), error(libc::EPERM)];
        if alone {
            answer.extend([when(libc::BPF_JSET, THREAD, 1, 0), error(libc::EPERM), ALLOW]);
        } else {
            answer.extend(Need::Masked(0, EXIT, &[0, libc::SIGCHLD as u32]).asked());
            answer.push(ALLOW);
        }
        self.set(libc::SYS_clone, answer);
    }
}

/// The answer for all numbers from this one up to the next span.
struct Span {
    from: u32,
    answer: Vec<Piece>,
}

/// Finds the span of the call number, which is already loaded.
fn search(spans: &[Span]) -> Vec<Piece> {
    if let [only] = spans {
        return only.answer.clone();
    }
    let (below, above) = spans.split_at(spans.len() / 2);
    let (pivot, below, above) = (above[0].from, search(below), search(above));
    let mut found = match u8::try_from(below.len()) {
        Ok(skip) => vec![when(libc::BPF_JGE, pivot, skip, 0)],
        // A conditional jump reaches at most 255 pieces ahead; a plain jump, anywhere.
        Err(_) => {
            vec![when(libc::BPF_JGE, pivot, 0, 1), piece(libc::BPF_JMP | libc::BPF_JA, below.len() as u32)]
        }
    };
    found.extend(below);
    found.extend(above);
    found
}

/// A condition on a call's arguments. Only the lower half of an argument is checked where the kernel takes only a
/// 32-bit number.
#[derive(Clone, Copy)]
pub(super) enum Need<'a> {
    /// The argument is one of these.
    One(u32, &'a [u32]),
    /// The argument is none of these.
    None(u32, &'a [u32]),
    /// The masked bits of the argument equal one of these.
    Masked(u32, u32, &'a [u32]),
    /// The masked bits of the argument equal none of these.
    NoneMasked(u32, u32, &'a [u32]),
    /// The whole 64-bit argument is a null pointer.
    Null(u32),
    /// If the argument is none of these, the remaining conditions need not hold.
    OnlyFor(u32, &'a [u32]),
}

impl Need<'_> {
    /// The filter that refuses the call if the condition fails, and falls through to the next piece if it holds.
    fn asked(&self) -> Vec<Piece> {
        let refuse = error(libc::EPERM);
        match *self {
            Need::One(arg, values) => unless_one(arg, u32::MAX, values, refuse),
            Need::OnlyFor(arg, values) => unless_one(arg, u32::MAX, values, ALLOW),
            Need::Masked(arg, mask, values) => unless_one(arg, mask, values, refuse),
            Need::None(arg, values) => if_one(arg, u32::MAX, values, refuse),
            Need::NoneMasked(arg, mask, values) => if_one(arg, mask, values, refuse),
            Need::Null(arg) => vec![
                load(ARGS + 8 * arg),
                when(libc::BPF_JEQ, 0, 0, 2),
                load(ARGS + 8 * arg + 4),
                when(libc::BPF_JEQ, 0, 1, 0),
                refuse,
            ],
        }
    }
}

fn masked(arg: u32, mask: u32) -> Vec<Piece> {
    let and = (mask != u32::MAX).then(|| piece(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, mask));
    std::iter::once(load(ARGS + 8 * arg)).chain(and).collect()
}

/// Returns `answer` unless the argument is one of these.
fn unless_one(arg: u32, mask: u32, values: &[u32], answer: Piece) -> Vec<Piece> {
    let mut pieces = masked(arg, mask);
    for (i, value) in values.iter().enumerate() {
        pieces.push(when(libc::BPF_JEQ, *value, (values.len() - i) as u8, 0));
    }
    pieces.push(answer);
    pieces
}

/// Returns `answer` if the argument is one of these.
fn if_one(arg: u32, mask: u32, values: &[u32], answer: Piece) -> Vec<Piece> {
    let Some(last) = values.len().checked_sub(1) else { return Vec::new() };
    let mut pieces = masked(arg, mask);
    for (i, value) in values.iter().enumerate() {
        pieces.push(when(libc::BPF_JEQ, *value, (last - i) as u8, u8::from(i == last)));
    }
    pieces.push(answer);
    pieces
}

/// One step of a filter. A conditional jump skips `yes` or `no` further steps; other instructions ignore both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    code: u16,
    yes: u8,
    no: u8,
    pub(super) value: u32,
}

impl From<Piece> for sock_filter {
    fn from(Piece { code, yes, no, value }: Piece) -> sock_filter {
        sock_filter { code, jt: yes, jf: no, k: value }
    }
}

const fn piece(code: u32, value: u32) -> Piece {
    Piece { code: code as u16, yes: 0, no: 0, value }
}

pub(super) const ALLOW: Piece = answer(libc::SECCOMP_RET_ALLOW);

fn load(offset: u32) -> Piece {
    piece(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset)
}

fn when(test: u32, value: u32, yes: u8, no: u8) -> Piece {
    Piece { code: (libc::BPF_JMP | test | libc::BPF_K) as u16, yes, no, value }
}

const fn answer(action: u32) -> Piece {
    piece(libc::BPF_RET | libc::BPF_K, action)
}

pub(super) fn error(errno: i32) -> Piece {
    answer(libc::SECCOMP_RET_ERRNO | errno as u32)
}
