//! What people read of events and games, as HTML: data in, pages out, no I/O.
