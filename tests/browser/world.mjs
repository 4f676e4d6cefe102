// What every visitor finds: one server with its events, one browser.

import { EVENTS, prepare } from "./data.mjs";
import { Site } from "./site.mjs";
import { browser } from "./visitor.mjs";

/**
 * @typedef {object} World
 * @property {import("playwright-core").Browser} browser
 * @property {Site} site
 * @property {string} over an event that is over, with its games
 * @property {string} odd an event whose entrants have odd names
 * @property {string} live an event of long games
 * @property {string} short an event of short games
 * @property {string} hidden an event of games with secrets
 * @property {string} long the longest finished game
 * @property {(event: string) => Promise<string>} running a game of the event that runs and has most of its steps before it
 * @property {(event: string) => Promise<string[]>} finished games of the event that are over
 * @property {() => Promise<string[]>} everyPage an address of each kind of page
 * @property {() => Promise<void>} ends
 */

/** So many steps a running game may have behind it. */
const EARLY = 60;

/** @returns {Promise<World>} */
export async function world() {
  const [site, chromium] = await Promise.all([Site.opens(prepare), browser()]);
  const json = async (/** @type {string} */ path) => JSON.parse(await site.text(path));
  const ids = await site.until("the events", async () => {
    /** @type {{ events: { id: string, name: string }[] }} */
    const { events } = await json("/api/v1/events");
    const found = Object.entries(EVENTS).map(([key, { name }]) => [key, events.find((event) => event.name === name)?.id]);
    return found.every(([, id]) => id) ? /** @type {Record<string, string>} */ (Object.fromEntries(found)) : undefined;
  });
  /** @returns {Promise<{ id: string, state: string, plies: number }[]>} */
  const games = async (/** @type {string} */ event) => (await json(`/api/v1/events/${event}/games`)).games;
  const finished = (/** @type {string} */ event) =>
    site.until("a finished game", async () => {
      const over = (await games(event)).filter(({ state }) => state === "over");
      return over.length > 0 ? over.map(({ id }) => id) : undefined;
    });
  const running = (/** @type {string} */ event) =>
    site.until("a running game", async () => {
      for (const { id, state } of await games(event)) {
        if (state !== "running") continue;
        const last = /<lt-game class="whole"[^>]* data-last="(\d+)"/.exec(await site.text(`/games/${id}`))?.[1];
        if (Number(last) <= EARLY) return id;
      }
    });
  const all = await games(/** @type {string} */ (ids.long));
  const long = all.reduce((a, b) => (b.plies > a.plies ? b : a)).id;
  return /** @type {World} */ ({
    browser: chromium,
    site,
    ...ids,
    long,
    finished,
    running,
    everyPage: async () => [
      "/", "/events", `/events/${ids.over}`, `/events/${ids.live}`, `/events/${ids.over}/results`, `/games/${long}`,
      `/games/${await running(/** @type {string} */ (ids.live))}`, `/games/${await running(/** @type {string} */ (ids.hidden))}`,
      "/ladders/amazons", /\/programs\/[\w-]+/.exec(await site.text(`/events/${ids.over}`))?.[0] ?? "/programs",
      `/projector/${ids.live}`, "/docs", "/docs/connect6", "/docs/api",
    ],
    ends: async () => {
      await chromium.close();
      await site.closes();
    },
  });
}
