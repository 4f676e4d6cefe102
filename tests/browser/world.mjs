// What every visitor finds: one server with its events, one browser.

import { EVENTS, prepareFormer, preparePresent } from "./data.mjs";
import { Site } from "./site.mjs";
import { PATIENCE, browser, executable } from "./visitor.mjs";

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
 * @property {(event: string) => Promise<string>} running a game of the event that runs
 * @property {(event: string) => Promise<string>} early one that has most of its steps before it
 * @property {(event: string) => Promise<string>} starting a game of the event that has just begun
 * @property {(event: string) => Promise<string[]>} finished games of the event that are over
 * @property {() => Promise<string[]>} everyPage an address of each kind of page
 * @property {() => Promise<void>} ends
 */

/** So many steps a running game may have behind it. */
const EARLY = 60;

/** @returns {Promise<World>} */
export async function world() {
  // Before anything is started: without a browser nobody would stop the server, and this process would wait for it forever.
  executable();
  const [site, chromium] = await Promise.all([Site.opens(prepareFormer, ["--jobs", "4"]), browser()]);
  const address = async (/** @type {keyof typeof EVENTS} */ key) =>
    site.until(`the event ${key}`, async () => new RegExp(`/events/(\\w+)"><bdi>${EVENTS[key]?.name}<`).exec(await site.text("/events?lang=en"))?.[1]);
  /** @returns {Promise<{ id: string, plies: number }[]>} games that are over and open */
  const games = async (/** @type {string} */ event) => {
    /** @type {{ rows: { record: string | null, plies: number }[] }} */
    const { rows } = JSON.parse(await site.text(`/events/${event}/games.json`));
    return rows.flatMap(({ record, plies }) => {
      const id = /\/games\/(\w+)/.exec(record ?? "")?.[1];
      return id ? [{ id, plies }] : [];
    });
  };
  const finished = (/** @type {string} */ event) =>
    site.until("a finished game", async () => {
      const over = await games(event);
      return over.length > 0 ? over.map(({ id }) => id) : undefined;
    });
  const now = async (/** @type {string} */ event) => {
    const part = await site.text(`/events/${event}?part=games&lang=en`);
    const table = part.includes("being played now") ? part.split("</table>")[0] ?? "" : "";
    return [...table.matchAll(/href="\/games\/(\w+)"/g)].map(([, id]) => String(id));
  };
  /** The page of a game that has begun: one that waits for a core follows nothing yet. */
  const begun = async (/** @type {string} */ id) => {
    const answer = await fetch(`${site.address}/games/${id}`), page = await answer.text();
    return answer.ok && !page.includes('data-live="00000000.0"') ? page : undefined;
  };
  /** A running game whose page shows at most so many steps. */
  const at = async (/** @type {string} */ event, /** @type {number} */ most) => {
    for (const id of await now(event)) {
      const last = /<lt-game class="whole"[^>]* data-last="(\d+)"/.exec((await begun(id)) ?? "")?.[1];
      if (last !== undefined && Number(last) <= most) return id;
    }
  };
  const running = (/** @type {string} */ event) => site.until("a running game", () => at(event, Infinity));
  const early = (/** @type {string} */ event) => site.until("a game that has hardly begun", () => at(event, EARLY), 5 * PATIENCE);
  const starting = async (/** @type {string} */ event) => {
    const before = await now(event);
    const id = await site.until("a game to start", async () => (await now(event)).find((id) => !before.includes(id)));
    await site.until("its page", () => begun(id));
    return id;
  };
  const former = { over: await address("over"), long: await address("long"), odd: await address("odd") };
  // Played by this very server, so that nothing of the folder is invented; then it is started again with what goes on.
  for (const [key, event] of Object.entries(former)) {
    await site.until(`the end of ${key}`, async () => {
      const { rows } = JSON.parse(await site.text(`/events/${event}/games.json`));
      const programs = EVENTS[key]?.programs.length ?? 0;
      return rows.length >= programs * (programs - 1) ? true : undefined;
    });
  }
  const long = (await games(former.long)).reduce((a, b) => (b.plies > a.plies ? b : a)).id;
  await site.stops();
  preparePresent(site.folder);
  await site.starts();
  const ids = { ...former, live: await address("live"), short: await address("short"), hidden: await address("hidden") };
  return /** @type {World} */ ({
    browser: chromium,
    site,
    ...ids,
    long,
    finished,
    running,
    early,
    starting,
    everyPage: async () => [
      "/", "/events", `/events/${ids.over}`, `/events/${ids.live}`, `/events/${ids.over}/results`, `/games/${long}`,
      `/games/${await running(ids.live)}`, `/games/${await running(ids.hidden)}`,
      "/ladders/amazons", /\/programs\/[\w-]+/.exec(await site.text(`/events/${ids.over}`))?.[0] ?? "/programs",
      `/projector/${ids.live}`, "/docs", "/docs/connect6", "/docs/api", "/play", "/play?game=gomoku",
    ],
    ends: async () => {
      await chromium.close();
      await site.closes();
    },
  });
}
