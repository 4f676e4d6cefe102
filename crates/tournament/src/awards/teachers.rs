//! Excellent teachers (优秀指导教师).

use super::{Award, Awards, Prize};
use crate::EntryId;

/// A teacher who is honoured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Teacher {
    /// The name.
    pub name: String,
    /// The teams the teacher guided that received a counting prize, with that prize, best first.
    pub teams: Vec<(EntryId, Prize)>,
}

/// Excellent teachers: those of the teams that received the prize `least` or a better one; the teacher of the best
/// team comes first, and each teacher is listed once. `of` names a team's teachers.
pub fn teachers<'n>(awards: &Awards, least: Prize, of: impl Fn(EntryId) -> Vec<&'n str>) -> Vec<Teacher> {
    let mut honoured: Vec<Teacher> = Vec::new();
    for Award { entry, prize, .. } in awards.list.iter().filter(|award| award.prize <= least) {
        for name in of(*entry) {
            match honoured.iter_mut().find(|teacher| teacher.name == name) {
                Some(teacher) if teacher.teams.contains(&(*entry, *prize)) => {}
                Some(teacher) => teacher.teams.push((*entry, *prize)),
                None => honoured.push(Teacher { name: name.to_owned(), teams: vec![(*entry, *prize)] }),
            }
        }
    }
    honoured
}
