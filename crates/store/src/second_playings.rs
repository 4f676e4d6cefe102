//! Games played twice, on two machines, to find machines that play wrongly.

use crate::database::Database;
use crate::error::id;
use crate::statement::{Arg, Sql};
use crate::{GameKey, StoreError};
use Arg::{Int, Text};
use leitai_core::{Sentence, sentence};

const KEEP: Sql = Sql {
    sqlite: "INSERT INTO second_playings (event, game, first, second, outcome, ply, at_ms)
         VALUES ($1, $2, $3, $4, $5, NULLIF($6, 0), $7) ON CONFLICT (event, game) DO NOTHING",
    postgres: "INSERT INTO second_playings (event, game, first, second, outcome, ply, at_ms)
         VALUES ($1, $2, $3, $4, $5, NULLIF(CAST($6 AS BIGINT), 0), $7) ON CONFLICT (event, game) DO NOTHING",
};
const OF: Sql = Sql::same("SELECT game FROM second_playings WHERE event = $1");
const DIFFERING: Sql = Sql::same(
    "SELECT event, game, first, second, outcome, COALESCE(ply, 0) FROM second_playings
     WHERE outcome IN ('differs', 'differs-in-kind') ORDER BY at_ms DESC, event, game LIMIT $1",
);

/// The outcome of a game's second playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondOutcome {
    /// The same positions to the same verdict.
    Same,
    /// A fault both times, or neither time: no more can be expected of programs that need not play alike.
    SameKind,
    /// Other positions or another verdict, with programs that play the same each time.
    Differs,
    /// A fault in only one of the two, with programs that need not play alike.
    DiffersInKind,
    /// None: no other machine took it while the event ran.
    NotPlayed,
}

impl SecondOutcome {
    const ALL: [SecondOutcome; 5] = [
        SecondOutcome::Same,
        SecondOutcome::SameKind,
        SecondOutcome::Differs,
        SecondOutcome::DiffersInKind,
        SecondOutcome::NotPlayed,
    ];

    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            SecondOutcome::Same => "same",
            SecondOutcome::SameKind => "same-kind",
            SecondOutcome::Differs => "differs",
            SecondOutcome::DiffersInKind => "differs-in-kind",
            SecondOutcome::NotPlayed => "none",
        }
    }

    /// Whether the two machines played differently.
    pub const fn is_difference(self) -> bool {
        matches!(self, SecondOutcome::Differs | SecondOutcome::DiffersInKind)
    }
}

/// A game that was played, or was to be played, on two machines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondPlaying {
    /// The event.
    pub event: String,
    /// The game.
    pub game: GameKey,
    /// The machine whose result counts.
    pub first: String,
    /// The other; empty if there was none.
    pub second: String,
    /// The outcome.
    pub outcome: SecondOutcome,
    /// The first ply that differs, from 1, if one does.
    pub ply: Option<u32>,
}

impl SecondPlaying {
    /// Whether this machine is one of the two.
    pub fn is_of(&self, machine: &str) -> bool {
        [&self.first, &self.second].into_iter().any(|name| name == machine)
    }

    /// Describes the outcome.
    pub fn words(&self) -> Sentence {
        let SecondPlaying { event, game, first, second, outcome, ply } = self;
        match (outcome, ply) {
            (SecondOutcome::Same | SecondOutcome::SameKind, _) => sentence!(
                "{first} and {second} played {game} of {event} identically",
                "{first} 与 {second} 下“{event}”的 {game} 结果一致"
            ),
            (SecondOutcome::NotPlayed, _) => sentence!(
                "no machine other than {first} took {game} of {event}: it was played once",
                "除 {first} 外没有机器领取“{event}”的 {game}：只下了一次"
            ),
            (SecondOutcome::DiffersInKind, _) => sentence!(
                "{first} and {second} played {game} of {event}, and at one of them it ended by a fault: that may be chance",
                "{first} 与 {second} 各下“{event}”的 {game} 一次，其中一次以违规告终：可能是偶然"
            ),
            (SecondOutcome::Differs, Some(ply)) => sentence!(
                "{first} and {second} played {game} of {event} differently from ply {ply} on, with programs that play the same \
                 each time: one of these machines plays wrongly",
                "{first} 与 {second} 下“{event}”的 {game}，从第 {ply} 手起不同，而双方程序每次下法相同：其中一台机器有误"
            ),
            (SecondOutcome::Differs, None) => sentence!(
                "one of the records of {game} of {event}, by {first} and by {second}, does not verify: one of these \
                 machines plays wrongly",
                "“{event}”的 {game} 由 {first} 与 {second} 各下一次，其中一份记录不成立：其中一台机器有误"
            ),
        }
    }
}

/// The outcomes of second playings in a [`Database`].
pub struct SecondPlayings {
    database: Database,
}

impl SecondPlayings {
    /// The second playings of a database.
    pub fn new(database: Database) -> SecondPlayings {
        SecondPlayings { database }
    }

    /// Stores the outcome of a second playing, unless the game has one already.
    pub async fn keep(&self, second: &SecondPlaying) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        let args = [
            Text(id(&second.event)?),
            Text(&second.game),
            Text(&second.first),
            Text(&second.second),
            Text(second.outcome.name()),
            Int(second.ply.unwrap_or(0).into()),
            Int(tx.now().await?),
        ];
        tx.run(KEEP, &args).await?;
        tx.commit().await
    }

    /// The games of an event that have an outcome.
    pub async fn of(&self, event: &str) -> Result<Vec<GameKey>, StoreError> {
        let rows: Vec<(String,)> = self.database.rows(OF, &[Text(event)]).await?;
        rows.into_iter().map(|(game,)| game.parse()).collect()
    }

    /// At most `most` second playings in which the machines differed, the newest first.
    pub async fn differing(&self, most: u32) -> Result<Vec<SecondPlaying>, StoreError> {
        let rows: Vec<(String, String, String, String, String, i64)> =
            self.database.rows(DIFFERING, &[Int(most.into())]).await?;
        let second = |(event, game, first, second, outcome, ply): (_, String, _, _, String, i64)| {
            let known = SecondOutcome::ALL.into_iter().find(|known| known.name() == outcome);
            let outcome = known.unwrap_or(SecondOutcome::DiffersInKind);
            let ply = u32::try_from(ply).ok().filter(|ply| *ply > 0);
            Ok(SecondPlaying { event, game: game.parse()?, first, second, outcome, ply })
        };
        rows.into_iter().map(second).collect()
    }
}
