// Readers who have no script, or no mouse.

import assert from "node:assert/strict";
import { findings } from "../demands.mjs";
import { BOARD, GAME, MOVES, VERDICT, stand } from "../markup.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/** Without script everything can be read, and a game stepped through by its links. @param {World} world */
export async function hasNoScript({ browser, site, over, finished }) {
  const visitor = await Visitor.comes(browser, site.address, { javaScriptEnabled: false });
  const page = visitor.page;
  const stands = async () => Number(await page.locator(GAME).getAttribute("data-at"));
  await visitor.opens("/");
  await page.locator(`a[href='/events/${over}']`).first().click();
  assert.ok((await page.locator("table").first().innerText()).length > 20, "tables");
  await visitor.opens(`/games/${(await finished(over))[0]}`);
  assert.ok((await page.locator(VERDICT).innerText()).length > 10, "the verdict");
  const last = await stands();
  assert.ok(last > 0, "the end is shown first");
  await page.locator(".steps [rel=prev]").click();
  assert.equal(await stands(), last - 1);
  assert.match(page.url(), new RegExp(`ply=${last - 1}`));
  const current = page.locator(`${MOVES}[aria-current=step]`);
  assert.equal(await current.getAttribute("data-n"), String(last - 1));
  await page.locator(".steps [data-n='0']").click();
  assert.equal(await stands(), 0);
  await page.locator(".steps [rel=next]").click();
  await page.locator(".steps [rel=next]").click();
  assert.equal(await stands(), 2);
  await page.locator(`${MOVES}[data-n='1']`).first().click();
  assert.equal(await stands(), 1);

  // Language and colours are links as well, and are kept.
  await page.locator(".tools a[hreflang]").click();
  assert.match((await page.locator("html").getAttribute("lang")) ?? "", /^zh/);
  await page.locator(".tools a[href^='/set']").click();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  assert.equal(await stands(), 1, "still at the same step");
  await visitor.opens("/events");
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await visitor.leaves();
}

/** The keyboard alone suffices. @param {World} world */
export async function hasNoMouse({ browser, site, over, finished }) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  await visitor.opens(`/games/${(await finished(over))[0]}`);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), "#main", "first of all, past the head");

  // Every stop can be seen, and the board is one of them.
  const stops = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate((board) => {
      const e = document.activeElement;
      if (!e || e === document.body) return undefined;
      const style = getComputedStyle(e);
      const seen = e.checkVisibility() && (style.outlineStyle !== "none" || style.boxShadow !== "none" || style.stroke !== "none");
      return { what: e.outerHTML.slice(0, 100), seen, board: !!e.closest(board), moves: !!e.closest(".moves") };
    }, BOARD);
    if (!stop || stops.length > 400) break;
    stops.push(stop);
  }
  assert.deepEqual(stops.filter(({ seen }) => !seen).map(({ what }) => what), [], "stops that cannot be seen");
  assert.equal(stops.filter(({ board }) => board).length, 1, "the board is one stop");

  // Keys step from wherever one is; on the board they go from place to place, and each says what it is.
  const { last } = await stand(page);
  await page.locator(".skip").focus();
  for (const [key, at] of /** @type {[string, number][]} */ ([["Home", 0], ["ArrowRight", 1], ["End", last], ["ArrowLeft", last - 1]])) {
    await page.keyboard.press(key);
    assert.equal((await stand(page)).at, at, key);
  }
  await page.locator(BOARD).focus();
  const place = page.locator(`${BOARD} [aria-label]:focus`);
  await place.waitFor();
  const names = [];
  for (const key of ["Home", "ArrowRight", "ArrowUp", "End"]) {
    await page.keyboard.press(key);
    names.push(await place.getAttribute("aria-label"));
  }
  assert.ok(new Set(names).size >= 3 && names.every((name) => name && name.length > 3), `places: ${names.join("; ")}`);
  assert.equal((await stand(page)).at, last - 1, "the game stays where it is");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  assert.deepEqual(await findings(page), [], "the list of keys");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await visitor.leaves();
}
