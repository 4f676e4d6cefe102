//! The web site: pages, live games, people who sign in, a read-only API.

mod address;
mod address_key;
mod analyses;
mod answer;
mod api;
mod around;
mod asked;
mod assets;
mod backup;
mod board_routes;
mod client;
mod compared;
mod connections;
mod contest;
mod course;
mod current_file;
mod demo;
mod descriptors;
#[cfg(test)]
mod doors_tests;
mod dossier;
#[cfg(test)]
mod drawn_tests;
mod event_card;
mod event_head;
mod event_routes;
mod exhibition;
mod face;
mod far_games;
mod filled_ruling;
mod followers;
#[cfg(test)]
mod forms_tests;
mod found_game;
#[cfg(test)]
mod frozen_tests;
mod game_page;
mod game_routes;
mod hall_page;
mod health;
mod house_routes;
mod kept;
mod known;
mod live;
mod local_door;
mod lock;
mod log;
mod longest_known;
mod lost_game;
mod metrics;
mod names;
mod nicknames;
mod notice_board;
mod off_thread;
mod operate;
mod organise;
mod own_games;
mod own_notes;
mod patient;
mod people;
mod play;
mod play_api;
#[cfg(test)]
mod play_api_tests;
mod play_choice;
mod play_deeds_api;
mod play_line;
#[cfg(test)]
mod play_line_tests;
mod play_partners;
#[cfg(test)]
mod play_secrets_tests;
#[cfg(test)]
mod play_slips_tests;
#[cfg(test)]
mod play_tests;
mod played_on;
mod preview;
mod priority;
mod proxies;
mod published;
mod questions;
mod reader;
mod recorded;
mod refusal;
mod renaming;
mod reporter;
mod rests;
mod robots;
mod routes;
mod score_board;
mod serve_error;
mod server;
mod serving;
mod settings;
mod shown_names;
mod site;
mod site_address;
mod site_contests;
mod site_event;
mod site_events;
mod site_names;
mod store_health;
mod stream;
mod submit;
#[cfg(test)]
mod tests;
mod under_way;
mod waiting_games;
mod window_key;
mod workbench;

pub use backup::{
    Backed, BackupError, BackupRequest, Head, Progress, RestoreError, Restored, back_up, look_through,
    restore,
};
pub use dossier::{DossierSubject, Platform};
pub use operate::operate;
pub use people::{Code, Register};
pub use proxies::{HeaderField, Network, NoNetwork, Proxies};
pub use serve_error::ServeError;
pub use server::{open_store, serve};
pub use settings::{Settings, Wishes, store_address};
pub use site_address::addresses;
pub use submit::submit_rules;
pub use workbench::{workbench, workbench_address};
