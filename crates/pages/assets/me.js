// @ts-check
/** Who has signed in, in the head of every page, where they stand in the event of a page, and an organiser's way from a game to a
 * ruling: the pages themselves are the same bytes for everybody. */
import { lang } from "./words.js";

const link = document.querySelector('.tools a[href="/sign-in"]'), mine = /** @type {HTMLElement | null} */ (document.querySelector("[data-mine]"));
if (link instanceof HTMLAnchorElement && /(^|; )lt-in=1/.test(document.cookie)) {
  const answer = await fetch(mine ? `/me?event=${mine.dataset.mine}` : "/me", { redirect: "manual" }).catch(() => undefined);
  if (answer?.ok) {
    /** @type {{ name: string, place?: string, ruling?: Record<string, string>, waits?: Record<string, string> }} */
    const { name, place, ruling, waits } = await answer.json();
    const bdi = document.createElement("bdi");
    bdi.textContent = name;
    link.replaceChildren(bdi);
    link.href = "/account";
    if (mine && place) mine.textContent = place;
    if (waits) {
      const waiting = document.createElement("a");
      waiting.href = waits.href ?? "";
      waiting.textContent = waits[lang] ?? "";
      link.before(waiting);
    }
    const game = /^\/games\/([^/]+)$/.exec(location.pathname)?.[1];
    const event = document.querySelector('main a[href^="/events/"]')?.getAttribute("href")?.split(/[/?#]/)[2];
    if (ruling && game && event) {
      const rule = document.createElement("a");
      rule.href = `/organise/${event}/rule?of=${game}`;
      rule.textContent = ruling[lang] ?? "";
      document.querySelector(".get")?.append(rule);
    }
  }
}
