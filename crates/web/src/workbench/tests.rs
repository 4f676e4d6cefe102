//! The workbench in process: who may open it, who may do something there, what it shows of a folder.

use super::bench::Bench;
use super::routes;
use crate::assets::Assets;
use crate::local_door::LocalDoor;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use leitai_core::Lang;
use leitai_hall::{Workbench, Zone};
use std::fs;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;
use tower_service::Service as _;

const KEY: &str = "0123456789abcdefghjkmnpqrs";
const HOST: &str = "127.0.0.1:4712";

struct Tried {
    bench: Arc<Bench>,
    threads: tokio::runtime::Runtime,
    folder: tempfile::TempDir,
}

impl Tried {
    fn open() -> Tried {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = folder.path().join("leitai-site");
        fs::create_dir(&kept).expect("our folder");
        let bench = Arc::new(Bench {
            door: LocalDoor::new("own", KEY.to_owned(), HOST.parse().expect("an address")),
            workbench: Workbench::open(folder.path().to_owned(), &kept),
            site: "http://127.0.0.1:8080/".to_owned(),
            lang: Lang::En,
            zone: Zone::of_machine(),
            assets: Assets::default(),
            trouble: Mutex::default(),
            closing: watch::Sender::new(false),
        });
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        Tried { bench, threads: threads.expect("threads"), folder }
    }

    fn answer(&self, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
        self.threads.block_on(async {
            let answer = routes(&self.bench).call(request).await.expect("never fails");
            let (parts, body) = answer.into_parts();
            let text = to_bytes(body, usize::MAX).await.expect("in memory");
            (parts.status, parts.headers, String::from_utf8_lossy(&text).into_owned())
        })
    }

    fn get(&self, path: &str) -> (StatusCode, String) {
        let request = Request::get(path).header(header::HOST, HOST).body(Body::empty()).expect("a request");
        let (status, _, text) = self.answer(request);
        (status, text)
    }

    fn page(&self) -> String {
        self.get(&format!("/own/{KEY}")).1
    }

    /// Sends a form; returns where it leads.
    fn posts(&self, body: &str) -> String {
        let request = Request::post(format!("/own/{KEY}"))
            .header(header::HOST, HOST)
            .header(header::ORIGIN, format!("http://{HOST}"))
            .body(Body::from(body.to_owned()))
            .expect("a request");
        let (status, headers, text) = self.answer(request);
        assert_eq!(status, StatusCode::SEE_OTHER, "{text}");
        headers[header::LOCATION].to_str().expect("an address").to_owned()
    }
}

#[test]
fn only_this_machine_with_the_key_opens_the_workbench_and_only_its_page_acts() {
    let tried = Tried::open();
    fs::write(tried.folder.path().join("far.py"), "").expect("our folder");
    let whole = format!("/own/{KEY}");
    let asks = |method: Method, path: &str, host: &str, origin: Option<&str>| {
        let request = Request::builder().method(method).uri(path).header(header::HOST, host);
        let request = origin.iter().fold(request, |request, origin| request.header(header::ORIGIN, *origin));
        let body = Body::from("do=take");
        tried.answer(request.body(body).expect("a request")).0
    };
    let own = format!("http://{HOST}");
    assert_eq!(asks(Method::GET, &whole, HOST, None), StatusCode::OK);
    assert_eq!(asks(Method::POST, &whole, HOST, Some(&own)), StatusCode::SEE_OTHER);
    for (path, host) in [
        (whole.as_str(), "leitai.example:4712"),
        (whole.as_str(), "127.0.0.1:8080"),
        (whole.as_str(), "127.0.0.1.evil.example:4712"),
    ] {
        assert_eq!(asks(Method::GET, path, host, None), StatusCode::MISDIRECTED_REQUEST, "{host}");
    }
    for path in
        ["/own", "/own/", "/own/0123456789abcdefghjkmnpqrt", "/own/0123456789abcdefghjkmnpqrt/program", "/"]
    {
        assert_eq!(asks(Method::GET, path, HOST, None), StatusCode::NOT_FOUND, "{path}");
    }
    // The site's own pages are another origin too.
    for origin in [
        None,
        Some("null"),
        Some("http://127.0.0.1:8080"),
        Some("http://evil.example"),
        Some("https://127.0.0.1:4712"),
    ] {
        assert_eq!(asks(Method::POST, &whole, HOST, origin), StatusCode::FORBIDDEN, "{origin:?}");
    }
}

#[test]
fn no_site_has_an_address_of_the_workbench() {
    let all = crate::routes::all();
    let own: Vec<_> =
        all.iter().filter(|address| address.path.starts_with("/own")).map(|address| address.path).collect();
    assert!(own.is_empty(), "{own:?}");
    assert!(all.iter().any(|address| address.path == "/play"), "the site has others");
}

#[test]
fn programs_of_the_folder_are_shown_and_one_is_added_by_its_path_or_chosen() {
    let tried = Tried::open();
    let (at, elsewhere) =
        (|name: &str| tried.folder.path().join(name), tempfile::tempdir().expect("a folder"));
    assert!(tried.page().contains("No program is here yet"));
    fs::write(at("a <b>.py"), "print()").expect("our folder");
    assert!(tried.page().contains("a &lt;b&gt;.py"));
    let other = elsewhere.path().join("other.c");
    fs::write(&other, "int main(){}").expect("our folder");
    let typed = leitai_pages::percent_encoded(&format!("\"{}\"", other.display()));
    let place = tried.posts(&format!("do=add&path={typed}"));
    assert!(place.ends_with("other.c"), "{place}");
    let (status, page) = tried.get(&place);
    assert!(status == StatusCode::OK && page.contains("Check and try at each save"), "{page}");
    // Also when it is opened again.
    let again = Workbench::open(tried.folder.path().to_owned(), &at("leitai-site"));
    assert!(again.shown().programs.iter().any(|program| program.path == other));
    assert_eq!(tried.posts("do=add&path=nowhere.py"), format!("/own/{KEY}"));
    assert!(tried.page().contains("there is no file or folder nowhere.py"));
    assert!(!tried.page().contains("nowhere.py"), "said once");
    assert_eq!(tried.get(&format!("/own/{KEY}/program?path=nowhere.py")).0, StatusCode::NOT_FOUND);
}

#[test]
fn a_file_that_is_chosen_is_copied_and_overwrites_nothing() {
    let tried = Tried::open();
    let sends = |name: &str, contents: &str| {
        let body = format!(
            "--x\r\nContent-Disposition: form-data; name=\"do\"\r\n\r\ntake\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{contents}\r\n--x--\r\n"
        );
        let request = Request::post(format!("/own/{KEY}"))
            .header(header::HOST, HOST)
            .header(header::ORIGIN, format!("http://{HOST}"))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
            .body(Body::from(body));
        tried.answer(request.expect("a request")).0
    };
    let kept = |name: &str| fs::read_to_string(tried.folder.path().join(name)).ok();
    assert_eq!(sends("棋手.py", "print(1)"), StatusCode::SEE_OTHER);
    assert_eq!(kept("棋手.py").as_deref(), Some("print(1)"));
    assert_eq!(sends("棋手.py", "print(2)"), StatusCode::SEE_OTHER);
    assert_eq!(kept("棋手.py").as_deref(), Some("print(1)"));
    assert!(tried.page().contains("in this folder already"));
    assert_eq!(sends("../out.py", "print(3)"), StatusCode::SEE_OTHER);
    assert_eq!(kept("out.py").as_deref(), Some("print(3)"), "it leads nowhere else");
    assert_eq!(sends("run.bat", "echo"), StatusCode::SEE_OTHER);
    assert!(kept("run.bat").is_none() && tried.page().contains("is no name for a source file"));
}
