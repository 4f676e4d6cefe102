//! `leitai serve` from outside: its addresses, streams and secrets, and how it behaves when things go wrong.

mod addresses;
mod against_entries;
mod backups;
mod bad_luck;
mod closed;
mod crowds;
mod from_afar;
mod health;
mod in_browser;
mod joined;
mod joined_killed;
mod killed;
mod nonsense;
mod people_killed;
mod proxies;
mod secrets;
mod sign_ins;
mod site;
mod strangers;
mod streams;
mod submissions;
mod waits;
