//! An address as a QR code.

use crate::html::Html;
use qrcode::{Color, QrCode};
use std::fmt::Write as _;

/// The drawing of an address's QR code, with the quiet zone around it; nothing if the address is too long for one.
pub(crate) fn qr_code(address: &str) -> Html {
    let Ok(code) = QrCode::new(address.as_bytes()) else { return Html::default() };
    let (width, size) = (code.width(), code.width() + 8);
    let mut dark = String::new();
    for (i, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let _ = write!(dark, "M{} {}h1v1h-1z", i % width + 4, i / width + 4);
        }
    }
    html! {
        svg class="qr" viewBox={ "0 0 " (size) " " (size) } role="img" aria-label="QR" {
            path fill="#fff" d={ "M0 0h" (size) "v" (size) "H0z" } {}
            path fill="#000" d=(dark) {}
        }
    }
}
