//! What a committee needs to admit the platform to a contest, as one archive for its organisers.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, save_as};
use crate::dossier::DossierSubject;
use crate::refusal::Refused;
use axum::extract::Path;
use leitai_core::{Sentence, sentence};
use leitai_pages::archive;

pub(super) fn routes() -> Vec<Address> {
    vec![at("/organise/contests/{id}/dossier.zip").read(By::Organisers, file)]
}

/// The same files as `leitai dossier` writes on this machine.
async fn file(Path(id): Path<String>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, _| {
        let found = site.contest(&id)?;
        let failed = |why: Sentence| {
            Refused::failed(sentence!("The dossier cannot be made: {why}", "申报材料无法生成：{why}"))
        };
        let subject = DossierSubject::of_contest(found.kept.contest.terms()).map_err(failed)?;
        let files = subject.files(&site.platform, &site.zone).and_then(|files| archive(&files));
        let bytes = files.map_err(|error| failed(Sentence::of(&error)))?;
        Ok((Content::new("application/zip", bytes), found.name))
    });
    let (content, name) = content.await?;
    let mut answer = asked.answer(&content);
    save_as(answer.headers_mut(), &format!("{name}-dossier.zip"));
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::tests::opened;
    use crate::people::tests::Tried;
    use axum::http::StatusCode;
    use leitai_store::Role;

    #[test]
    fn organisers_load_the_dossier_that_the_command_line_writes() {
        let tried = Tried::open();
        let id = opened(&tried, "Cup");
        let (page, file) =
            (format!("/organise/contests/{id}"), format!("/organise/contests/{id}/dossier.zip"));
        let mut teacher = tried.settled("t1", Role::Organiser);
        assert!(teacher.get(&page).text.contains(&format!("href=\"{file}\"")));
        let loaded = teacher.get(&file);
        assert_eq!(loaded.status, StatusCode::OK, "{}", loaded.text);
        assert_eq!(loaded.headers["content-type"], "application/zip");
        let named = loaded.headers["content-disposition"].to_str().expect("text");
        assert!(named.ends_with("Cup-dossier.zip"), "{named}");
        let kept = tried.site.events.shared().contest("Cup").expect("there");
        let subject = DossierSubject::of_contest(kept.contest.terms()).expect("its games");
        let files = subject.files(&tried.site.platform, &tried.site.zone).expect("its own file");
        assert!(files.iter().any(|file| file.path == "dossier.zh-CN.html"), "a page to print");
        assert_eq!(loaded.bytes, archive(&files).expect("an archive"), "the same bytes");
        let mut student = tried.settled("2501", Role::Student);
        assert_eq!(student.get(&file).status, StatusCode::NOT_FOUND);
        assert!(tried.visitor().get(&file).leads_to().starts_with("/sign-in"));
    }
}
