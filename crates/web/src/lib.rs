//! The web site: addresses, live games, a read-only API.
