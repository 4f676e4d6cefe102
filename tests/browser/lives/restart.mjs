// A server that goes away and comes back, under the eyes of somebody.

import assert from "node:assert/strict";
import { TRUTH, comesTo, isStillThere, marks, sameAsFresh, stand } from "../markup.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/**
 * The page says since when it is cut off, comes back by itself and shows nothing but what is.
 * @param {World} world @param {"SIGTERM" | "SIGKILL"} signal
 */
export async function seesARestart({ browser, site, live, running }, signal) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  const finishedBefore = (await site.text(`/api/v1/events/${live}`));
  await visitor.opens(`/games/${await running(live)}`);
  await marks(page);
  await comesTo(page, (await stand(page)).last + 1);
  visitor.alone = true;
  const took = await site.stops(signal);
  assert.ok(took < 10_000, `gone after ${took} ms`);
  const truth = page.locator(TRUTH);
  await page.waitForFunction((truth) => /cut off/i.test(document.querySelector(truth)?.textContent ?? ""), TRUTH);
  assert.match(await truth.innerText(), /\d\d:\d\d/, "since when");
  await site.starts();
  await page.waitForFunction((truth) => /live|over/i.test(document.querySelector(truth)?.textContent ?? ""), TRUTH);
  visitor.alone = false;
  assert.ok(await isStillThere(page), "it was never loaded again");
  await sameAsFresh(page);
  assert.ok(finishedBefore.length > 0);
  await visitor.leaves();
}
