// What the tests know of the pages' markup. Where a page is made otherwise, only this file learns of it.

import assert from "node:assert/strict";
import { PATIENCE } from "./visitor.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** The game of a game's page. */
export const GAME = "lt-game.whole";
/** Live boards of a page that shows several. */
export const CARDS = ".card lt-game";
/** The board of the page's game. */
export const BOARD = `${GAME} .board`;
/** The name of a place that is pointed at. */
export const TIP = `${BOARD} .tip`;
export const MOVES = `${GAME} .moves a[data-n]`;
/** What is true now, in words. */
export const TRUTH = `${GAME} .truth`;
export const CLOCKS = `${GAME} .clock`;
/** Stands where a game may not be seen. */
export const SECRET = `${GAME} .secret`;
export const VERDICT = `${GAME} .verdict`;

/**
 * Where the page's game is: the step shown and the newest.
 * @param {Page} page @returns {Promise<{ at: number, last: number }>}
 */
export function stand(page) {
  return page.locator(GAME).evaluate((e) => {
    const game = /** @type {HTMLElement} */ (e);
    return { at: Number(game.dataset.at), last: Number(game.dataset.last) };
  });
}

/**
 * Waits until the page's game has come to a step.
 * @param {Page} page @param {number} step @param {"at" | "last"} what
 */
export function comesTo(page, step, what = "last") {
  const has = (/** @type {[string, string, number]} */ [game, what, step]) =>
    Number(/** @type {HTMLElement | null} */ (document.querySelector(game))?.dataset[what] ?? -1) >= step;
  return page.waitForFunction(has, /** @type {[string, string, number]} */ ([GAME, what, step]));
}

/**
 * All that a reader sees of a game, but for running clocks, at one moment: the step shown and the newest, the board, the moves,
 * the verdict, the title.
 * @param {Page} page
 */
export function seen(page) {
  return page.locator(GAME).evaluate((game) => {
    const plain = (/** @type {Element} */ e) => {
      const copy = /** @type {Element} */ (e.cloneNode(true));
      for (const part of [copy, ...copy.querySelectorAll("*")]) {
        for (const name of ["data-i", "data-s", "visibility"]) part.removeAttribute(name);
      }
      return copy.outerHTML;
    };
    const words = (/** @type {string} */ selector) =>
      [...game.querySelectorAll(selector)].map((e) => e.textContent?.replace(/\s+/g, " ").trim());
    const pieces = [...game.querySelectorAll(".board svg [data-i], .tray svg [data-i]")];
    const isShown = (/** @type {Element} */ e) => e.checkVisibility({ visibilityProperty: true });
    const { at, last } = /** @type {HTMLElement} */ (game).dataset;
    return {
      at,
      last,
      pieces: pieces.filter(isShown).map(plain).sort(),
      unseen: pieces.filter((e) => !isShown(e)).length,
      moves: words(".moves li"),
      current: words(".moves [aria-current]"),
      links: [...game.querySelectorAll(".moves a")].map((a) => `${a.getAttribute("href")} ${a.getAttribute("data-n")}`),
      truth: words(".truth"),
      chips: [...game.querySelectorAll(".chip circle")].map((e) => `${e.getAttribute("class")} ${e.getAttribute("r")}`),
      verdict: words(".verdict"),
      times: [...game.querySelectorAll(".times path")].map((e) => e.getAttribute("d")),
      title: document.title,
    };
  });
}

/**
 * Leaves a mark that a loaded page does not have, and tells whether it is still there.
 * @param {Page} page
 */
export const marks = (page) => page.evaluate(() => void Object.assign(window, { wasHere: true }));
/** @param {Page} page @returns {Promise<boolean>} */
export const isStillThere = (page) => page.evaluate(() => "wasHere" in window);

/**
 * Holds a page that grew against the same page loaded fresh: at the newest step, at the first and at those between.
 * @param {Page} page
 */
export async function sameAsFresh(page) {
  const fresh = await page.context().newPage();
  await fresh.goto(page.url().split("#")[0] ?? "", { waitUntil: "load" });
  // Steps arrive in both: they are held against each other as both once stood.
  /** @type {Map<string, unknown>} */
  const grown = new Map(), loaded = new Map();
  for (const end = Date.now() + PATIENCE; ; ) {
    for (const [one, stood] of /** @type {[Page, typeof grown][]} */ ([[page, grown], [fresh, loaded]])) {
      const now = await seen(one);
      stood.set(`${now.at} of ${now.last}`, now);
    }
    const both = [...grown.keys()].find((step) => loaded.has(step));
    if (both !== undefined) {
      assert.deepEqual(grown.get(both), loaded.get(both), `a page that grew equals the same page loaded fresh, at ${both}`);
      break;
    }
    assert.ok(Date.now() < end, `the two pages never meet: ${[...grown.keys()]} and ${[...loaded.keys()]}`);
  }
  const { last } = await stand(page);
  if (last === 0) return void (await fresh.close());
  const steps = [0, 1, Math.floor(last / 2), last - 1].filter((step, i, all) => step >= 0 && all.indexOf(step) === i);
  for (const step of steps) {
    for (const one of [page, fresh]) {
      await one.evaluate((step) => void (location.hash = `#${step}`), step);
      await one.waitForFunction(
        ([game, step]) => /** @type {HTMLElement} */ (document.querySelector(String(game))).dataset.at === String(step),
        [GAME, step],
      );
    }
    const [grown, loaded] = [await seen(page), await seen(fresh)];
    assert.deepEqual(grown.pieces, loaded.pieces, `the board at step ${step}`);
    assert.deepEqual(grown.current, loaded.current, `the current move at step ${step}`);
  }
  await fresh.close();
}
