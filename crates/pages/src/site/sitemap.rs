//! The list of the site's pages for search engines.

use crate::html::Html;

/// The list of these pages, as paths, of the site with this address.
pub fn sitemap(address: &str, pages: &[String]) -> Html {
    Html::xml(html! {
        urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {
            @for page in pages { url { loc { (address) (page) } } }
        }
    })
}
