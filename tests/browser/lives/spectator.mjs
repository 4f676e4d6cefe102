// Somebody who watches an event while it is played.

import assert from "node:assert/strict";
import { standsStill } from "../demands.mjs";
import { CARDS, TRUTH, VERDICT, comesTo, isStillThere, marks, sameAsFresh, stand } from "../markup.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {import("playwright-core").Page} Page */

/** The first page shows games of several events; they move, and stay where they are when others come. @param {World} world */
export async function seesBoardsMove({ browser, site }) {
  // So many games run at once: where the server has just started, boards are still coming.
  await site.until("boards", async () => ((await site.text("/")).match(/<lt-game /g) ?? []).length >= 4 ? true : undefined);
  const visitor = await Visitor.comes(browser, site.address);
  await visitor.opens("/");
  const boards = () => visitor.page.locator(CARDS).evaluateAll((cards) => cards.map((card, i) => {
    const { game, last, was } = /** @type {HTMLElement} */ (card).dataset;
    return { game, last: Number(last), was: was === undefined ? undefined : Number(was), is: i };
  }));
  const before = await boards();
  // A board that goes because better ones are to be seen, and comes back later, is another one.
  await visitor.page.locator(CARDS).evaluateAll((cards) =>
    cards.forEach((card, i) => (/** @type {HTMLElement} */ (card).dataset.was = String(i))));
  assert.ok(before.length >= 2, `boards: ${JSON.stringify(before)}`);
  // Until two have gone on and another game has come in the place of one that ended.
  const moved = await site.until("boards to move and to change", async () => {
    const now = await boards();
    const moved = now.filter(({ game, last }) => before.some((was) => was.game === game && was.last < last));
    return moved.length >= 2 && now.some(({ game }) => before.every((was) => was.game !== game)) ? now : undefined;
  });
  const stayed = moved.filter(({ was }) => was !== undefined);
  assert.ok(stayed.length > 0, `a board stays: ${JSON.stringify([before, moved])}`);
  for (const { game, was, is } of stayed) {
    assert.equal(is, was, `the board of ${game} went from ${was} to ${is}: ${JSON.stringify([before, moved])}`);
  }
  await standsStill(visitor);
  await visitor.leaves();
}

/** A game's page follows its game, and lets one look back meanwhile. @param {World} world */
export async function followsAGame({ browser, site, live, early }) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  const streams = streamsOf(page);
  await visitor.opens(`/games/${await early(live)}`);
  await marks(page);
  const { last } = await stand(page);
  await comesTo(page, last + 2);
  assert.equal(streams.size, 1, "one stream a page");
  assert.match(await page.title(), /^●/, "the title says that it is live");
  assert.match(await page.locator(TRUTH).innerText(), /live/i);

  // Who looks back is not dragged along.
  await page.keyboard.press("Home");
  const now = (await stand(page)).last;
  await comesTo(page, now + 1);
  assert.equal((await stand(page)).at, 0, "stays where it was put");
  await page.keyboard.press("End");
  await comesTo(page, now + 1, "at");

  await sameAsFresh(page);
  assert.ok(await isStillThere(page), "it was never loaded again");
  await standsStill(visitor);

  // Out of sight it lets go of its stream, and takes one again when it is looked at.
  await turns(page, true);
  await site.until("the stream to be closed", async () => (streams.size === 0 ? true : undefined));
  const away = (await stand(page)).last;
  await turns(page, false);
  await comesTo(page, away + 2);
  assert.equal(streams.size, 1, "one stream again");
  await visitor.leaves();
}

/** The end of a game arrives in the page as it stands. @param {World} world */
export async function seesAnEnd({ browser, site, short, starting }) {
  const visitor = await Visitor.comes(browser, site.address, { lang: "zh" });
  const page = visitor.page;
  await visitor.opens(`/games/${await starting(short)}?lang=zh`);
  await marks(page);
  await page.locator(VERDICT).waitFor();
  assert.ok(await isStillThere(page), "it was never loaded again");
  await sameAsFresh(page);
  await standsStill(visitor);
  await visitor.leaves();
}

/** An event's tables change in place, but not under whoever is reading them. @param {World} world */
export async function readsTables({ browser, site, short }) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  await visitor.opens(`/events/${short}`);
  await marks(page);
  const games = page.locator("[data-part=games]");
  const before = await games.innerText();
  await page.waitForFunction(
    (before) => /** @type {HTMLElement} */ (document.querySelector("[data-part=games]")).innerText !== before,
    before,
  );
  // A link that is replaced at this very moment takes no focus.
  await site.until("the focus among them", async () => {
    await games.locator("a").first().focus();
    return (await games.evaluate((part) => part.contains(document.activeElement))) || undefined;
  });
  const held = await games.innerHTML();
  await page.locator("button.changed").first().waitFor();
  assert.equal(await games.innerHTML(), held, "nothing moves under the focus");
  assert.ok(await isStillThere(page), "it was never loaded again");
  await visitor.leaves();
}

/** The streams that a page has open. @param {Page} page */
function streamsOf(page) {
  const streams = new Set();
  page.on("request", (request) => request.resourceType() === "eventsource" && streams.add(request));
  page.on("requestfinished", (request) => streams.delete(request));
  page.on("requestfailed", (request) => streams.delete(request));
  return streams;
}

/** Turns to another tab, or back. @param {Page} page @param {boolean} hidden */
function turns(page, hidden) {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: hidden ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}
