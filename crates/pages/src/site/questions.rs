//! Questions to the organisers of an event: for who asks, and for who answers.

use crate::event::Speech;
use crate::html::Html;
use crate::site::events::ways;
use crate::site::frame::{frame, messages, token};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Tell as _, say};
use leitai_hall::LocalTime;

/// A question as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionView {
    /// Its number.
    pub id: i64,
    /// When it was asked.
    pub at: LocalTime,
    /// Who asked, for organisers: name and number.
    pub who: Option<String>,
    /// Its text.
    pub text: String,
    /// The answer, and when it was given.
    pub answer: Option<(LocalTime, String)>,
    /// Whether the answer was given to all.
    pub to_all: bool,
}

/// The questions about an event.
pub struct QuestionsView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The token of its forms.
    pub token: &'a str,
    /// The questions that the reader may see.
    pub questions: &'a [QuestionView],
    /// The question that is being answered, if its answer was refused, and the text typed.
    pub typed: (Option<i64>, &'a str),
    /// Why nothing was sent.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

fn one(reader: &Reader<'_>, it: &QuestionView, below: &Html) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        li class="notice" {
            p class="soft" {
                (it.at.told(reader.lang))
                @if let Some(who) = &it.who { " · " (s.name(who)) }
            }
            p { bdi { (it.text) } }
            @match &it.answer {
                Some((at, answer)) => {
                    p class="done" {
                        bdi { (answer) } " "
                        small {
                            (at.told(reader.lang))
                            @if it.to_all { " · " (s.both("told to all", "已告知所有人")) }
                        }
                    }
                }
                None if it.who.is_none() => p class="soft" { (s.both("No answer yet.", "尚未回答。")) },
                None => (below),
            }
        }
    }
}

fn list(reader: &Reader<'_>, view: &QuestionsView<'_>, below: impl Fn(&QuestionView) -> Html) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        @if view.questions.is_empty() {
            p class="soft" { (s.both("Nothing was asked.", "还没有提问。")) }
        } @else {
            ul class="notice-list" { @for it in view.questions { (one(reader, it, &below(it))) } }
        }
    }
}

/// `/events/ID/questions`: the reader's own, the newest first, and the form.
pub fn questions(reader: &Reader<'_>, view: &QuestionsView<'_>) -> Html {
    let (s, t) = (Speech::Only(reader.lang), Texts(reader.lang));
    let what = s.both(
        "Only the organisers read your question. They answer you, or everybody in a notice, which does not name you.",
        "只有组织者能看到您的提问。回答只给您本人，或以通知告知所有人（不写提问者）。",
    );
    let body = html! {
        h1 { (Texts(reader.lang).questions()) }
        (ways(view.id, view.event, &[("mine", t.my_programs())]))
        (messages(reader, view.trouble, view.done))
        form class="fields" method="post" action={ "/events/" (view.id) "/questions" } {
            (token(view.token))
            label for="question" { (s.both("Your question", "您的提问")) }
            textarea id="question" name="question" rows="4" maxlength="800" aria-describedby="question-what" required="" {
                "\n" (view.typed.1)
            }
            p class="soft" id="question-what" { (what) }
            button class="do" { (s.both("Ask", "提问")) }
        }
        (list(reader, view, |_| Html::default()))
    };
    frame(reader, &format!("{} · {}", Texts(reader.lang).questions(), view.event), Nav::Account, &body)
}

/// `/organise/ID/questions`: everybody's, those that wait first.
pub fn own_questions(reader: &Reader<'_>, view: &QuestionsView<'_>) -> Html {
    let s = Speech::Only(reader.lang);
    let answer = |it: &QuestionView| {
        let (field, (of, typed)) = (format!("answer-{}", it.id), view.typed);
        html! {
            form class="fields" method="post" action={ "/organise/" (view.id) "/questions" } {
                (token(view.token))
                input type="hidden" name="question" value=(it.id);
                label for=(field) { (s.both("Your answer", "您的回答")) }
                textarea id=(field) name="answer" rows="2" maxlength="800" required="" {
                    "\n" @if of == Some(it.id) { (typed) }
                }
                button class="quiet" name="to" value="asker" { (s.both("Answer who asked", "只回答提问者")) }
                button class="quiet" name="to" value="all" { (s.both("Answer to all, as a notice", "告知所有人（发布通知）")) }
            }
        }
    };
    let body = html! {
        h1 { (Texts(reader.lang).questions()) }
        p { a href={ "/organise/" (view.id) } { (s.name(view.event)) } }
        (messages(reader, view.trouble, view.done))
        (list(reader, view, answer))
    };
    let title = format!("{} · {}", say!(reader.lang, "Answer questions", "回答提问"), view.event);
    frame(reader, &title, Nav::Account, &body)
}
