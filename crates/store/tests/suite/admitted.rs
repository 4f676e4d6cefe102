//! A worker admitted by name can play, and the holder of its token can do nothing else: the server itself refuses.

use crate::bed::{Bed, Server, TERMS, key, wait};
use crate::people::T;
use leitai_core::{Lang, Tell};
use leitai_store::{
    AdmittedWorkers, Blobs, Crews, Database, Dropped, Finished, Grown, Job, JobState, Lease, LeaseTerms,
    Queue, Release, Standing, StoreError, Worker,
};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::sync::Arc;
use std::time::Duration;

pub(crate) const TOKEN: &str = "5f2c5b2d5f0e4d6ba3a3d1f0b0c1e8f7";
pub(crate) const OTHER: &str = "0aa1c0ffee5f2c5b2d5f0e4d6ba3a3d1";

/// A store on its own server, which asks everybody but its owner for a password.
pub(crate) struct Place {
    pub(crate) bed: Bed,
    pub(crate) database: Database,
    pub(crate) queue: Arc<Queue>,
    pub(crate) workers: AdmittedWorkers,
}

impl Place {
    /// Returns `None` if PostgreSQL is not installed.
    async fn open() -> Option<Place> {
        let server = Arc::new(Server::start(None)?);
        let rules = server.folder().join("data/pg_hba.conf");
        std::fs::write(&rules, "local all leitai trust\nlocal all all scram-sha-256\n").expect("our folder");
        server.sql("postgres", "SELECT pg_reload_conf()");
        let bed = Bed::on(server);
        let database = bed.database().await;
        let queue = Arc::new(Queue::new(database.clone(), TERMS));
        let workers = AdmittedWorkers::new(database.clone(), TERMS);
        Some(Place { bed, database, queue, workers })
    }

    pub(crate) async fn admit(&self, name: &str, token: &str) -> String {
        self.workers.admit(T, name, "lab", token).await.expect("it is admitted")
    }

    pub(crate) fn address(&self, name: &str, token: &str) -> String {
        let role = format!("{}.{name}", self.bed.name());
        self.bed.address.replace("leitai@", &format!("{role}:{token}@"))
    }

    async fn sign_in(&self, name: &str, token: &str) -> Result<Database, StoreError> {
        Database::open_with(&self.address(name, token), 2).await
    }

    pub(crate) async fn worker_queue(&self, name: &str, token: &str) -> Queue {
        Queue::new(self.sign_in(name, token).await.expect("signs in"), TERMS)
    }

    pub(crate) async fn games(&self, games: &[&str]) {
        let job = |game: &&str| Job {
            event: "cup".to_owned(),
            game: key(game),
            class: "lab".to_owned(),
            priority: 0,
            payload: json!(null),
        };
        self.queue.enqueue(&games.iter().map(job).collect::<Vec<_>>()).await.expect("ordered");
    }

    async fn state(&self, game: &str) -> JobState {
        let all = self.queue.list("cup").await.expect("a list");
        all.into_iter().find(|job| *job.job.game == *game).expect("it is there").state
    }
}

/// Runs a check in a place of its own, if there is a server.
pub(crate) fn with_place<F: AsyncFnOnce(Place)>(check: F) {
    wait(async {
        if let Some(place) = Place::open().await {
            check(place).await;
        }
    });
}

pub(crate) async fn lease(queue: &Queue, id: &str) -> Option<Lease> {
    queue.lease("lab", id).await.expect("a store")
}

pub(crate) fn says(error: &StoreError) -> String {
    error.told(Lang::En)
}

#[test]
fn an_admitted_worker_takes_games_and_hands_their_results_in() {
    with_place(async |place| {
        place.admit("w1", TOKEN).await;
        place.games(&["1", "2", "3", "4", "5"]).await;
        let database = place.sign_in("w1", TOKEN).await.expect("signs in");
        assert_eq!((database.admitted(), place.database.admitted()), (Some(("w1", "lab")), None));
        let queue = Arc::new(Queue::new(database, TERMS));
        // Through the clerk, as in a worker's process.
        let seats = Worker::seats(&queue, "lab", "w1", 2);
        seats[0].introduce(json!({ "cores": 2 }));
        for _ in 0..2 {
            let held = seats[0].next().await.expect("a store").expect("a game");
            assert_eq!(held.finish(&json!({ "winner": 1 })).await.expect("a store"), Finished::Stands);
        }
        let held = seats[1].next().await.expect("a store").expect("a game");
        assert!(
            queue
                .hand_over(held.lease(), &Grown { lines: "x\n".to_owned(), ..Grown::default() })
                .await
                .unwrap()
        );
        let game = held.job().game.clone();
        assert!(held.release(&Release::Failed("no compiler".to_owned())).await.expect("a store"));
        assert_eq!(place.state(&game).await, JobState::Waiting);
        let crews = Crews::new(place.database.clone(), TERMS).list().await.expect("a list");
        assert_eq!((crews.len(), crews[0].name.as_str(), &crews[0].about), (1, "w1", &json!({ "cores": 2 })));
        seats.iter().for_each(Worker::stop);
        assert_eq!(place.queue.results("cup").await.expect("results").len(), 2);
        // One at a time: heartbeat, give back, finish; and again as if the answer was lost.
        let held = lease(&queue, "w1#a").await.expect("a game");
        assert!(queue.release(&held, &Release::GivenBack).await.expect("a store"));
        let held = lease(&queue, "w1#a").await.expect("a game");
        for _ in 0..2 {
            assert_eq!(queue.finish(&held, &json!({})).await.expect("a store"), Finished::Stands);
        }
        // Games of dead workers are taken back, even if no owner looks.
        let hasty = LeaseTerms { heartbeat: Duration::from_millis(1), missed: 1, ..TERMS };
        let dies = Queue::new(place.sign_in("w1", TOKEN).await.expect("signs in"), hasty);
        let held = lease(&dies, "w1#dead").await.expect("a game");
        tokio::time::sleep(Duration::from_millis(20)).await;
        let mut taken = Vec::new();
        // By the others: for a while a game is not for those that lost it.
        assert!(lease(&queue, "w1#alive").await.is_none_or(|next| next.job.game != held.job.game));
        place.admit("w2", OTHER).await;
        let other = place.worker_queue("w2", OTHER).await;
        while let Some(next) = lease(&other, "w2#alive").await {
            taken.push(next.job.game);
        }
        assert!(taken.contains(&held.job.game), "{taken:?}");
        assert_eq!(queue.finish(&held, &json!({})).await.unwrap(), Finished::Dropped(Dropped::Late));
    });
}

#[test]
fn a_wrong_token_opens_nothing_and_a_new_one_replaces_the_old() {
    with_place(async |place| {
        place.admit("w1", TOKEN).await;
        for wrong in [OTHER, "", &TOKEN[1..]] {
            let refused = place.sign_in("w1", wrong).await.err().expect("it is refused");
            assert!(says(&refused).contains("password"), "{}", says(&refused));
        }
        place.sign_in("w1", TOKEN).await.expect("the control");
        place.admit("w1", OTHER).await;
        assert!(place.sign_in("w1", TOKEN).await.is_err());
        place.sign_in("w1", OTHER).await.expect("the new one");
        let kept = place.bed.sql("SELECT string_agg(rolpassword, ' ') FROM pg_authid").await;
        assert!(kept.contains("SCRAM-SHA-256$4096:") && !kept.contains(OTHER), "{kept}");
        for bad in ["", "a b", "a#b", "a'b", "名"] {
            assert!(place.workers.admit(T, bad, "lab", TOKEN).await.is_err(), "{bad}");
        }
        // A role that is not a worker's cannot be given a token.
        let server = place.bed.server.as_ref().expect("a server");
        server.sql("postgres", &format!("CREATE ROLE \"{}.boss\" LOGIN SUPERUSER", place.bed.name()));
        let refused = place.workers.admit(T, "boss", "lab", TOKEN).await.expect_err("no worker");
        assert!(says(&refused).contains("is no worker of this store"), "{}", says(&refused));
    });
}

/// The owner of a store need not be the server's administrator.
#[test]
fn an_owner_who_may_make_roles_admits_and_revokes_and_one_who_may_not_is_told() {
    with_place(async |place| {
        let server = place.bed.server.as_ref().expect("a server");
        let rules = server.folder().join("data/pg_hba.conf");
        std::fs::write(&rules, "local all leitai,maker,plain trust\nlocal all all scram-sha-256\n")
            .expect("ours");
        for text in [
            "SELECT pg_reload_conf()",
            "CREATE ROLE maker LOGIN CREATEROLE",
            "CREATE ROLE plain LOGIN",
            "CREATE DATABASE made OWNER maker",
            "CREATE DATABASE other OWNER plain",
        ] {
            server.sql("postgres", text);
        }
        let owned = |owner: &str, name: &str| server.address(name).replace("leitai@", &format!("{owner}@"));
        let refused =
            AdmittedWorkers::new(Database::open(&owned("plain", "other")).await.expect("opens"), TERMS);
        let refused = refused.admit(T, "w1", "lab", TOKEN).await.expect_err("it makes no roles");
        assert!(says(&refused).contains("CREATEROLE"), "{}", says(&refused));
        let workers =
            AdmittedWorkers::new(Database::open(&owned("maker", "made")).await.expect("opens"), TERMS);
        assert_eq!(workers.admit(T, "w1", "lab", TOKEN).await.expect("admitted"), "made.w1");
        let address = owned(&format!("made.w1:{TOKEN}"), "made");
        let mut open = PgConnection::connect(&address).await.expect("signs in");
        assert_eq!(Database::open_with(&address, 2).await.expect("signs in").admitted(), Some(("w1", "lab")));
        assert!(workers.revoke(T, "w1").await.expect("revoked"));
        assert!(sqlx::raw_sql("SELECT 1").execute(&mut open).await.is_err(), "it was sent away");
        assert!(Database::open_with(&address, 2).await.is_err());
    });
}

/// A version with other statements rebuilds the doors, and workers admitted before still are.
#[test]
fn the_doors_of_another_version_are_made_anew_by_whoever_owns_the_store() {
    with_place(async |place| {
        place.admit("w1", TOKEN).await;
        place.bed.sql("COMMENT ON SCHEMA leitai_worker IS 'another'").await;
        place.bed.sql("DROP FUNCTION leitai_worker.sweep(text)").await;
        let refused = place.sign_in("w1", TOKEN).await.err().expect("the doors are another version's");
        assert!(says(&refused).contains("another version"), "{}", says(&refused));
        place.bed.database().await.close().await;
        let queue = place.worker_queue("w1", TOKEN).await;
        assert_eq!(lease(&queue, "w1#1").await, None);
        place.games(&["1"]).await;
        assert!(lease(&queue, "w1#1").await.is_some());
    });
}

#[test]
fn a_file_admits_nobody() {
    wait(async {
        let bed = Bed::sqlite();
        let workers = AdmittedWorkers::new(bed.database().await, TERMS);
        let refused = workers.admit(T, "w1", "lab", TOKEN).await.expect_err("a file");
        assert!(says(&refused).contains("PostgreSQL"), "{}", says(&refused));
        assert!(workers.revoke(T, "w1").await.is_err());
        assert!(workers.list().await.expect("a list").is_empty());
    });
}

/// What the thief of a token tries, and the server refuses. The owner's own statement is the control of each case.
#[test]
fn a_stolen_token_reads_and_writes_nothing_else() {
    with_place(async |place| {
        place.admit("thief", TOKEN).await;
        place.admit("w2", OTHER).await;
        place.games(&["mine", "theirs"]).await;
        let (mine, theirs) =
            (place.worker_queue("thief", TOKEN).await, place.worker_queue("w2", OTHER).await);
        lease(&mine, "thief#1").await.expect("a game");
        let held = lease(&theirs, "w2#1").await.expect("a game");
        let stolen = json!([{ "n": 0, "event": "cup", "game": &*held.job.game, "fence": held.fence,
            "worker": "w2#1", "packed": "00" }]);
        let mut thief = PgConnection::connect(&place.address("thief", TOKEN)).await.expect("signs in");
        let mut owner = PgConnection::connect(&place.bed.address).await.expect("signs in");
        // Shadows a table in any function without a fixed search path.
        let shadow = "CREATE TEMP TABLE admitted AS SELECT 'w2'::text AS name, session_user::text AS role, 'lab'::text AS class,
            NULL::bigint AS revoked_ms";
        let tried = [
            shadow.to_owned(),
            "SELECT 1 FROM people".to_owned(),
            "SELECT 1 FROM sessions".to_owned(),
            "SELECT 1 FROM tokens".to_owned(),
            "SELECT 1 FROM public.admitted".to_owned(),
            "SELECT 1 FROM notices".to_owned(),
            "SELECT 1 FROM blobs".to_owned(),
            "SELECT 1 FROM results".to_owned(),
            "SELECT payload FROM jobs".to_owned(),
            "INSERT INTO journal (event, seq, at_ms, body) VALUES ('cup', 1, 0, '{}')".to_owned(),
            "UPDATE jobs SET priority = 9".to_owned(),
            "UPDATE crews SET leaves = 0".to_owned(),
            "DELETE FROM held_back".to_owned(),
            "DELETE FROM second_playings".to_owned(),
            "SELECT leitai_worker.send_away('nobody')".to_owned(),
            format!("SELECT leitai_worker.revoke('{}.w2')", place.bed.name()),
        ];
        for text in tried {
            let refused =
                sqlx::raw_sql(AssertSqlSafe(text.clone())).execute(&mut thief).await.expect_err(&text);
            let code = refused
                .as_database_error()
                .and_then(sqlx::error::DatabaseError::code)
                .unwrap_or_default()
                .into_owned();
            assert_eq!(code, "42501", "{text}: {refused}");
            let mut tx = owner.begin().await.expect("begins");
            sqlx::raw_sql(AssertSqlSafe(text.clone()))
                .execute(&mut *tx)
                .await
                .unwrap_or_else(|e| panic!("{text}: {e}"));
            tx.rollback().await.expect("undone");
        }
        let speaks_for_another = [
            format!("SELECT * FROM leitai_worker.finish('{stolen}')"),
            format!("SELECT * FROM leitai_worker.give_back('{stolen}')"),
            format!(
                "SELECT * FROM leitai_worker.fail('cup', '{}', {}, 'w2#1', 'x')",
                held.job.game, held.fence
            ),
            "SELECT * FROM leitai_worker.sign_off('w2#1')".to_owned(),
            format!(
                "SELECT * FROM leitai_worker.is_in_the_way('cup', '{}', {}, 'w2#1', 'thief')",
                held.job.game, held.fence
            ),
            "SELECT * FROM leitai_worker.is_in_the_way('cup', '1', 1, 'thief#1', 'w2')".to_owned(),
            "SELECT * FROM leitai_worker.lease('lab', 'w2#1', 1, 1000, 0, 'w2')".to_owned(),
            "SELECT * FROM leitai_worker.lease('lab', 'thief#1', 1, 1000, 0, 'w2')".to_owned(),
            // Without a name no order to bar it would apply.
            "SELECT * FROM leitai_worker.lease('lab', 'thief#1', 1, 1000, 0, NULL)".to_owned(),
            "SELECT * FROM leitai_worker.lease('gpu', 'thief#1', 1, 1000, 0, 'thief')".to_owned(),
            "SELECT * FROM leitai_worker.lease('lab', 'thief#1', 1, 999999999999, 0, 'thief')".to_owned(),
            "SELECT * FROM leitai_worker.lease('lab', 'thief#1', NULL, 1000, 0, 'thief')".to_owned(),
            format!(
                "SELECT * FROM leitai_worker.beat('{stolen}', 1000, 'thief#1', 'thief', 'lab', 1, '{{}}', 86400000, 0)"
            ),
            "SELECT * FROM leitai_worker.beat('[]', 1000, 'thief#1', 'thief', 'lab', 1, '{}', 0, 0)"
                .to_owned(),
            "SELECT * FROM leitai_worker.beat('[]', 1000, 'thief#1', NULL, 'lab', 1, '{}', 86400000, 0)"
                .to_owned(),
            "SELECT * FROM leitai_worker.beat('[]', 1000, 'thief#1', 'thief', 'lab', 1, '{}', 86400000, -1)"
                .to_owned(),
            "SELECT * FROM leitai_worker.sweep('gpu')".to_owned(),
            "SELECT * FROM leitai_worker.finish(repeat(' ', 134217729) || '[]')".to_owned(),
        ];
        for text in speaks_for_another {
            let refused =
                sqlx::raw_sql(AssertSqlSafe(text.clone())).execute(&mut thief).await.expect_err(&text);
            assert!(
                refused.as_database_error().is_some_and(|e| e.code().is_some_and(|c| c == "42501")),
                "{text}: {refused}"
            );
        }
        // None of it had an effect: as a control, its worker still holds the game.
        assert!(!theirs.heartbeat(&held).await.expect_err("no door for it").is_passing());
        assert_eq!(place.queue.heartbeat(&held).await.expect("the owner may"), Standing::Mine);
        assert_eq!(theirs.finish(&held, &json!({})).await.expect("its own"), Finished::Stands);
        assert_eq!(place.queue.results("cup").await.expect("results").len(), 1);
    });
}

/// It learns that a game of an event waits that it would get instead of the test game that it holds, and nothing more.
#[test]
fn a_worker_learns_whether_its_test_game_is_in_the_way() {
    with_place(async |place| {
        place.admit("w1", TOKEN).await;
        let job = |game: &str, class: &str, priority| Job {
            event: "cup".to_owned(),
            game: key(game),
            class: class.to_owned(),
            priority,
            payload: json!(null),
        };
        place.queue.enqueue(&[job("trial 1.0", "lab", -1), job("trial 1.1", "lab", -1)]).await.unwrap();
        let queue = place.worker_queue("w1", TOKEN).await;
        let held = lease(&queue, "w1#a").await.expect("a test game");
        let in_the_way = async |lease: &Lease| queue.is_in_the_way(lease).await.expect("a store");
        place.queue.enqueue(&[job("0", "gpu", 5)]).await.unwrap();
        assert!(!in_the_way(&held).await, "of another class, and of another test game");
        place.games(&["1"]).await;
        assert!(in_the_way(&held).await);
        // Of games that it does not hold it cannot ask.
        for other in [
            Lease { fence: held.fence + 1, ..held.clone() },
            Lease { job: job("0", "gpu", -9), ..held.clone() },
        ] {
            assert!(!in_the_way(&other).await, "{other:?}");
        }
        let next = lease(&queue, "w1#b").await.expect("a game");
        assert_eq!((&*next.job.game, in_the_way(&held).await), ("1", false));
        // What it has failed it does not get for a while.
        assert!(queue.release(&next, &Release::Failed("no compiler".to_owned())).await.expect("a store"));
        assert!(
            !in_the_way(&held).await && lease(&queue, "w1#b").await.is_some_and(|next| next.job.priority < 0)
        );
    });
}

#[test]
fn a_worker_reads_the_programs_of_the_games_that_it_holds_and_no_others() {
    with_place(async |place| {
        place.admit("w1", TOKEN).await;
        let blobs = Blobs::new(place.database.clone());
        let (own, other) =
            (blobs.put("cup", b"own").await.unwrap(), blobs.put("cup", b"other").await.unwrap());
        let job = Job {
            event: "cup".to_owned(),
            game: key("1"),
            class: "lab".to_owned(),
            priority: 0,
            payload: json!({ "program": own.to_string() }),
        };
        place.queue.enqueue(&[job]).await.expect("ordered");
        let database = place.sign_in("w1", TOKEN).await.expect("signs in");
        let (queue, seen) = (Queue::new(database.clone(), TERMS), Blobs::new(database));
        assert!(seen.get(own).await.is_err(), "it holds no game");
        let held = lease(&queue, "w1#1").await.expect("a game");
        assert_eq!(seen.get(own).await.expect("its game's"), b"own");
        assert!(seen.get(other).await.is_err());
        assert_eq!(blobs.get(other).await.expect("the control"), b"other");
        queue.finish(&held, &json!({})).await.expect("a store");
        assert!(seen.get(own).await.is_err(), "the game is over");
    });
}

#[test]
fn a_revoked_worker_is_out_at_once_and_its_games_are_for_others() {
    with_place(async |place| {
        place.admit("w1", TOKEN).await;
        place.admit("w2", OTHER).await;
        place.games(&["1"]).await;
        let (first, second) = (place.worker_queue("w1", TOKEN).await, place.worker_queue("w2", OTHER).await);
        let held = lease(&first, "w1#1").await.expect("a game");
        let mut open = PgConnection::connect(&place.address("w1", TOKEN)).await.expect("signs in");
        assert!(place.workers.revoke(T, "w1").await.expect("a store"));
        assert!(!place.workers.revoke(T, "w1").await.expect("a store"), "it was so already");
        assert_eq!(place.state("1").await, JobState::Waiting);
        assert!(sqlx::raw_sql("SELECT 1").execute(&mut open).await.is_err(), "it was sent away");
        assert!(first.finish(&held, &json!({})).await.is_err());
        assert!(PgConnection::connect(&place.address("w1", TOKEN)).await.is_err());
        assert!(PgConnection::connect(&place.address("w2", OTHER)).await.is_ok(), "the control");
        // The other worker goes on, with the game that this one left.
        let taken = lease(&second, "w2#1").await.expect("the game");
        assert_eq!(taken.attempt, 1, "nothing is said against the game");
        assert_eq!(second.finish(&taken, &json!({})).await.expect("a store"), Finished::Stands);
        let listed = place.workers.list().await.expect("a list");
        assert_eq!(listed.iter().map(|worker| worker.name.as_str()).collect::<Vec<_>>(), ["w2"]);
    });
}
