// The site's pictures in docs/pictures: two languages, two themes, three widths.
//
//   node screenshots.mjs [BINARY]
//
// Starts the site with its demonstration, waits until there is something to see and takes six pictures. Their contents
// differ each time, so that this is no test.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CARDS, GAME } from "./markup.mjs";
import { Site } from "./site.mjs";
import { browser, Visitor } from "./visitor.mjs";

const PICTURES = join(dirname(fileURLToPath(import.meta.url)), "../../docs/pictures");
/** Steps that a board should show. */
const STEPS = 8;

const site = await Site.opens(() => {}, ["--demo"]);
const chromium = await browser();
try {
  await site.until("four boards", async () => ((await site.text("/")).split("<lt-game").length > 4 ? true : undefined));
  const { events } = JSON.parse(await site.text("/api/v1/events"));
  const event = events[0].id;
  /** @type {[name: string, path: () => Promise<string>, lang: "zh" | "en", theme: "light" | "dark", width: number, height: number][]} */
  const views = [
    ["hall", async () => "/", "en", "light", 1200, 800],
    ["hall.zh", async () => "/", "zh", "dark", 1200, 800],
    ["game", played, "en", "light", 1200, 800],
    ["phone.zh", played, "zh", "dark", 320, 640],
    ["event.zh", async () => `/events/${event}`, "zh", "light", 1200, 800],
    ["projector", async () => `/projector/${event}`, "en", "dark", 1920, 1080],
  ];
  for (const [name, path, lang, theme, width, height] of views) {
    const phone = width === 320 ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {};
    const visitor = await Visitor.comes(chromium, site.address, { lang, theme, viewport: { width, height }, reducedMotion: "reduce", ...phone });
    await visitor.opens(await path());
    await visitor.page.waitForFunction(
      ([games, steps]) => {
        const all = [...document.querySelectorAll(String(games))];
        return all.length === 0 || all.some((game) => Number(/** @type {HTMLElement} */ (game).dataset.last) >= Number(steps));
      },
      [`${CARDS}, ${GAME}`, STEPS],
    );
    await visitor.page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await visitor.leaves();
  }
} finally {
  await chromium.close();
  await site.closes();
}

/** A game of the demonstration that runs. */
async function played() {
  const game = /<lt-game[^>]* data-game="(\w+)"[^>]* data-live="/.exec(await site.text("/"))?.[1];
  if (!game) throw new Error("no game runs");
  return `/games/${game}`;
}
