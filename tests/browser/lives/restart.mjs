// A server that goes away and comes back, under the eyes of somebody.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { TRUTH, comesTo, isStillThere, marks, sameAsFresh, stand } from "../markup.mjs";
import { begins, clicks, stones } from "./players.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/**
 * The page says since when it is cut off, comes back by itself and shows nothing but what is.
 * @param {World} world @param {"SIGTERM" | "SIGKILL"} signal
 */
export async function seesARestart({ browser, site, live, short, running }, signal) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  const results = async () => /** @type {unknown[]} */ (JSON.parse(await site.text(`/events/${short}/games.json`)).rows);
  const before = await results();
  await visitor.opens(`/games/${await running(live)}`);
  await marks(page);
  await comesTo(page, (await stand(page)).last + 1);
  // Somebody plays against a built-in player meanwhile.
  const guest = await Visitor.comes(browser, site.address);
  await begins(guest, "hex", "random");
  await guest.page.locator("lt-play .place.can").first().waitFor({ state: "attached" });
  for (const place of [3, 40]) assert.ok(await clicks(guest.page, () => place), "answered");
  const played = await stones(guest.page);
  assert.ok(played >= 2, "played");
  const stood = await guest.page.getAttribute("lt-play", "data-version");
  // Broken off, the game waits to begin anew; before the server knows its events it has no page.
  visitor.alone = true;
  guest.alone = true;
  visitor.refused.add(404);
  const took = await site.stops(signal);
  assert.ok(took < 10_000, `gone after ${took} ms`);
  const truth = page.locator(TRUTH);
  await page.waitForFunction((truth) => /disconnected/i.test(document.querySelector(truth)?.textContent ?? ""), TRUTH);
  assert.match(await truth.innerText(), /\d\d:\d\d/, "since when");
  await site.starts();
  await page.waitForFunction((truth) => /live|over/i.test(document.querySelector(truth)?.textContent ?? ""), TRUTH);
  visitor.alone = false;
  guest.alone = false;
  assert.ok(await isStillThere(page), "it was never loaded again");
  await sameAsFresh(page);
  const kept = await results();
  assert.deepEqual(kept.filter((row) => before.some((was) => isDeepStrictEqual(was, row))), before, "what was played counts");
  // The table stands as it stood, under the same page, and the other side plays on.
  await guest.page.waitForFunction((before) => {
    const seat = /** @type {HTMLElement} */ (document.querySelector("lt-play"));
    return seat.dataset.version !== before && seat.querySelector(".place.can") !== null;
  }, stood);
  assert.equal(await stones(guest.page), played);
  assert.ok(await clicks(guest.page, () => 60), "answered after the restart");
  assert.ok((await stones(guest.page)) > played, "played on");
  await visitor.leaves();
  await guest.leaves();
}
