// @ts-check
/** What moves a page. Without it every page can be read and stepped through by links. */
import "./game.js";
import "./event.js";
import "./submit.js";
import "./draft.js";
import "./copy.js";
import "./typed.js";
import "./me.js";
if (document.querySelector("lt-play")) await import("./play.js");
if (document.querySelector("[data-step], [data-left], [data-refreshed]")) await import("./contest.js");

// No room: asks again, without a timer that a reader could not stop by stopping scripts.
const again = /** @type {HTMLElement | null} */ (document.querySelector("[data-again]"));
if (again) setTimeout(() => location.reload(), 1000 * Number(again.dataset.again) * (1 + Math.random() / 2));

// The address of the colours' button was made with the page; the step that is shown goes with it.
for (const a of document.querySelectorAll(".tools a")) {
  a.addEventListener("click", () => {
    if (!/^#\d+$/.test(location.hash) || !(a instanceof HTMLAnchorElement)) return;
    const url = new URL(a.href), back = url.searchParams.get("back");
    if (back === null) url.hash = location.hash;
    else url.searchParams.set("back", back.replace(/#.*/, "") + location.hash);
    a.href = url.href;
  });
}
