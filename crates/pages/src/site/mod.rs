//! The pages of the site, and the files that they load.

mod account;
mod analysis;
mod api;
mod asset;
mod board;
mod card;
mod contest;
mod desk;
mod difference;
mod docs;
mod dossier;
mod error;
mod event_head;
mod events;
mod frame;
mod game;
mod hall;
mod import;
mod local_page;
mod organise;
mod others_game;
mod own;
mod passages;
mod people;
mod play;
mod play_seat;
mod play_tree;
mod png;
mod preview;
mod projector;
mod qr_code;
mod questions;
mod raster;
mod reader;
mod report;
mod sitemap;
mod start;
mod strokes;
mod submissions;
mod submit;
mod texts;
mod time;
mod trial;
mod view;
mod waits;
mod workbench;

pub use account::{AccountView, FirstView, SessionView, SignInView, account, first, sign_in};
pub use analysis::{AnalysisView, analysis};
pub use api::api;
pub use asset::{ASSETS, Asset, asset_path, assets_hash};
pub use board::{board_card, places, tone_names};
pub use card::{EventCard, Recent, Stand, Standing, StandingsCard};
pub use contest::{
    AwardList, AwardsToPublish, AwardsView, CeremonyView, CheckInView, ContestCard, ContestFace, ContestMine,
    ContestTeamsView, DrawsView, FieldTrouble, GameToDraw, HallTable, HallView, HowEnded, ManageContest,
    MeetingView, NewContest, ObjectionChoice, ObjectionForm, ObjectionRow, ObjectionsView, PlanChoice,
    PlanRows, PlanToAnnounce, PlanView, RoleTasks, SignUpView, TablePapers, TableView, TablesView, TeamView,
    WaitingMatch, WaitingTask, award_registry, awards_to_publish, ceremony, certificates, check_in,
    confirmation, contest_awards, contest_hall, contest_list, contest_meeting, contest_mine, contest_page,
    contest_plan, contest_table, contest_tables, contest_teams, contest_teams_page, draws, manage_contest,
    new_contest, objections, plan_table, plan_to_announce, registry, sign_up, table_papers, team_page,
    team_slips,
};
pub use desk::{
    DICE, DeskRefusal, DeskView, SightState, SightView, SignedGame, desk, desk_now, desk_refused, desk_sight,
    desk_sight_now, signed_game,
};
pub use difference::{DifferenceLine, DifferenceView};
pub use docs::{doc, docs_index, documents};
pub use dossier::{
    Dossier, DossierBinary, DossierContest, DossierFile, DossierGame, DossierMachine, Publication,
    RuleSentence, archive, publications, rule_sentences,
};
pub use error::{error, full};
pub use event_head::{EventHead, event_head};
pub use events::{event_page, events, ladders};
pub use frame::frame;
pub use game::game;
pub use hall::{hall, hall_boards};
pub use import::{BadRow, ImportView, Preview, RosterChange, RosterColumns, import};
pub use organise::{
    ColumnsView, ComparedSource, DraftView, EditView, Foreseen, LikenessFound, LikenessView, MachineRow,
    ManageView, MarksView, MemberRow, NoticeView, RuleForm, RuleView, RulingSubject, TeamRow, TeamsView,
    WorkerRow, WorkersView, edit_event, likeness, likeness_pair, lot_field, manage, marks, members_table,
    new_event, no_board, notice_feed, notices, notices_of, organise, own_board, part_field, rule, teams,
    teams_table, workers,
};
pub use others_game::{OthersGame, RULE_ABOUT_GAME, others_game};
pub use own::{DataView, TokenView, TokensView, data, tokens};
pub use passages::passages;
pub use people::{
    AuditRow, PeopleView, PersonRow, PersonView, SlipRow, SlipsView, audit, people, people_table, person,
    slips,
};
pub use play::{ChosenPlay, PlayView, play, play_wait};
pub use play_seat::{PlaySeatView, play_now, play_seat};
pub use png::png;
pub use preview::PREVIEW;
pub use projector::{ProjectorView, projector};
pub use questions::{QuestionView, QuestionsView, own_questions, questions};
pub use reader::{Nav, Reader, Theme, percent_encoded};
pub use report::{ReportView, report};
pub use sitemap::sitemap;
pub use start::start_page;
pub use submissions::{
    LadderRow, MineView, OpponentRow, OwnGameRow, SubmissionRow, mine, mine_all, submissions,
    submissions_table,
};
pub use submit::{
    FindingView, LanguageView, StepStands, SubmissionView, SubmitView, ValidationView, submission,
    submission_part, submit,
};
pub use trial::{TrialRow, TrialView, TrialsView, TypedTrial, trial, trials};
pub use view::{Face, GameView, LiveShown, Move, NextGame, OwnNote, SeatView};
pub use waits::Waits;
pub use workbench::{WorkbenchView, own_program, own_program_path, workbench};
