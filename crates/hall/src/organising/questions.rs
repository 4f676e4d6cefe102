//! Questions of participants, and the answers.

use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_core::sentence;
use leitai_store::{Actor, Question, Questions, patiently};
use std::collections::BTreeMap;

/// The maximum length of a question, and of an answer, in characters.
const LONGEST: usize = 800;
/// How many questions of one person about an event may wait for an answer.
const MOST: usize = 5;

/// Whom an answer is given to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// Who asked.
    Asker,
    /// Everybody, as a notice with the question; who asked is not named.
    All,
}

impl SharedStore {
    /// Asks the organisers something about an event. Sent twice, it is asked once.
    pub fn ask(&self, by: Actor<'_>, event: &str, question: &str) -> Result<(), DeedError> {
        fits(question)?;
        match self.runtime.wait(self.all_questions().ask(by, event, question, MOST))? {
            Some(_) => Ok(()),
            None => Err(DeedError::Refused(sentence!(
                "{MOST} of your questions wait for an answer already.",
                "您已有 {MOST} 个提问等待回答。"
            ))),
        }
    }

    /// Answers a question about an event.
    pub fn answer(
        &self,
        by: Actor<'_>,
        event: &str,
        number: i64,
        answer: &str,
        to: Answers,
    ) -> Result<(), DeedError> {
        fits(answer)?;
        let all = self.questions(event)?;
        let asked = all.iter().find(|one| one.id == number).ok_or(DeedError::Nothing)?;
        let question = &asked.question;
        let notice =
            [format!("Question: {question}\nAnswer: {answer}"), format!("问：{question}\n答：{answer}")];
        let notice = (to == Answers::All).then(|| notice.each_ref().map(String::as_str));
        let kept = self.all_questions();
        if self.runtime.wait(kept.answer(by, event, number, answer, notice))? {
            return Ok(());
        }
        Err(DeedError::Meanwhile(sentence!(
            "Somebody else has answered this question in the meantime.",
            "期间已有人回答了这个提问。"
        )))
    }

    /// The questions about an event, in the order in which they were asked.
    pub fn questions(&self, event: &str) -> Result<Vec<Question>, HallError> {
        let all = self.all_questions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.of(event).await))?)
    }

    /// Everything that a person asked, in order.
    pub fn questions_by(&self, number: &str) -> Result<Vec<Question>, HallError> {
        let all = self.all_questions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.by(number).await))?)
    }

    /// How many questions wait for an answer, by event.
    pub fn questions_waiting(&self) -> Result<BTreeMap<String, u64>, HallError> {
        let all = self.all_questions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.waiting().await))?)
    }

    /// How many answers a person has not read, by event.
    pub fn answers_unread(&self, number: &str) -> Result<BTreeMap<String, u64>, HallError> {
        let all = self.all_questions();
        Ok(self.runtime.wait(patiently(self.terms, async || all.unread(number).await))?)
    }

    /// Records that a person has read the answers about an event.
    pub fn answers_read(&self, event: &str, number: &str) -> Result<(), HallError> {
        Ok(self.runtime.wait(self.all_questions().read(event, number))?)
    }

    fn all_questions(&self) -> Questions {
        Questions::new(self.database.clone())
    }
}

fn fits(text: &str) -> Result<(), DeedError> {
    if text.is_empty() {
        return Err(DeedError::Refused(sentence!("Nothing is written yet.", "尚未填写内容。")));
    }
    if text.chars().count() > LONGEST {
        return Err(DeedError::Refused(sentence!(
            "At most {LONGEST} characters, please.",
            "至多 {LONGEST} 个字符。"
        )));
    }
    Ok(())
}
