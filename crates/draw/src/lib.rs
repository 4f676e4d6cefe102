//! Drawings of a [`Scene`](leitai_core::Scene): terminal text and SVG.
