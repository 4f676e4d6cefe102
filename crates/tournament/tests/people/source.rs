//! The contest of the source, small: three games, four teams, one afternoon.

use leitai_core::GameName;
use leitai_tournament::HallHours;
use leitai_tournament::contest::{
    CheckIn, Contest, ContestDeed, ContestGame, ContestPreset, ContestTerms, Member, OnBehalf, TeamForm,
    TeamId,
};
use leitai_tournament::{EntryId, Lang, MatchId, Side, Spot};

/// 10月22日24点.
pub(crate) const CLOSES: i64 = 1_761_148_800_000;
/// 2025年11月12日14：00.
pub(crate) const OPENS: i64 = CLOSES + 20 * 86_400_000 + 14 * 3_600_000;
pub(crate) const MINUTE: i64 = 60_000;
pub(crate) const STAFF: OnBehalf<'static> = OnBehalf::Staff;
pub(crate) const GAMES: [&str; 3] = ["gomoku", "nogo", "hex"];

pub(crate) fn named(game: &str) -> GameName<'static> {
    GameName::try_from(game.to_owned()).expect("a name")
}

pub(crate) fn terms() -> ContestTerms {
    let games = GAMES.map(|game| ContestGame { game: named(game), side_ms: 900_000 });
    let mut terms = ContestTerms::new("校内赛", ContestPreset::School, games.to_vec());
    terms.sign_up.opens_ms = Some(CLOSES - 6 * 86_400_000);
    terms.sign_up.closes_ms = Some(CLOSES);
    terms.hours = vec![HallHours { from: OPENS, until: OPENS + 210 * MINUTE }];
    terms.tables = 4;
    terms
}

pub(crate) fn form(name: &str, games: &[&str], members: &[&str]) -> TeamForm {
    let member = |name: &&str| Member { name: (*name).to_owned(), ..Member::default() };
    TeamForm {
        name: name.to_owned(),
        games: games.iter().map(|game| named(game)).collect(),
        members: members.iter().map(member).collect(),
        ..TeamForm::default()
    }
}

pub(crate) fn sign_up(account: &str, form: TeamForm) -> ContestDeed {
    ContestDeed::SignUp { form, account: Some(account.to_owned()) }
}

/// Four teams, each of its own account `s0`…, which have signed up: all in gomoku, the first two in two games.
pub(crate) fn signed_up() -> Contest {
    let mut contest = Contest::new(terms()).expect("terms");
    let teams = [
        ("甲队", &["gomoku", "nogo"][..], &["赵", "钱"][..]),
        ("乙队", &["gomoku", "nogo"], &["孙"]),
        ("丙队", &["gomoku"], &["李"]),
        ("丁队", &["gomoku"], &["周"]),
    ];
    for (at, (name, games, members)) in teams.into_iter().enumerate() {
        let account = format!("s{at}");
        let deed = sign_up(&account, form(name, games, members));
        contest.take(CLOSES - 1, OnBehalf::Account(&account), &deed).expect("signs up");
    }
    contest
}

/// As [`signed_up`], with both games drawn.
pub(crate) fn drawn() -> Contest {
    let mut contest = signed_up();
    for game in ["gomoku", "nogo"] {
        let teams = contest.playing(&named(game)).map(|team| team.id).collect();
        let deed = ContestDeed::Draw { game: named(game), event: format!("校内赛 {game}"), teams };
        contest.take(CLOSES, STAFF, &deed).expect("drawn");
    }
    contest
}

/// The match of two entries of the first stage.
pub(crate) fn pair(a: u32, b: u32) -> MatchId {
    let side = |entry| Side { entry: EntryId(entry), submission: 0 };
    MatchId { stage: 0, section: 0, spot: Spot::Pair(side(a), side(b)) }
}

/// The call of a match of teams that are entries of the same numbers.
pub(crate) fn call(table: u32, game: &str, [a, b]: [u32; 2]) -> ContestDeed {
    ContestDeed::Call { table, game: named(game), of: pair(a, b), teams: [TeamId(a), TeamId(b)] }
}

pub(crate) fn check_in(team: u32, machine: &str, program: &str, operator: &str) -> ContestDeed {
    let [machine, program, operator] = [machine, program, operator].map(str::to_owned);
    ContestDeed::CheckIn { team: TeamId(team), with: CheckIn { machine, program, operator } }
}

pub(crate) fn done(contest: &mut Contest, at_ms: i64, deed: &ContestDeed) {
    contest.take(at_ms, STAFF, deed).unwrap_or_else(|why| panic!("{deed:?}: {}", why.to(Lang::En)));
}

/// Why a deed is refused; nothing has changed by it.
pub(crate) fn refused(contest: &mut Contest, at_ms: i64, by: OnBehalf<'_>, deed: &ContestDeed) -> String {
    let before = contest.clone();
    let why = contest.take(at_ms, by, deed).expect_err("refused");
    assert_eq!(before, *contest, "nothing has changed");
    why.to(Lang::En).to_owned()
}
