// Every board under a finger on a phone: what is touched is large enough or enlarged first, and nothing is a barrier at any phase.

import assert from "node:assert/strict";
import { findings, sticksOut } from "../demands.mjs";
import { Visitor } from "../visitor.mjs";
import { begins } from "./players.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {import("playwright-core").Page} Page */

/** A finger is so wide, in pixels. */
const FINGER = 44;
const GAMES = ["gomoku", "draughts", "phantomgo", "amazons", "connect6", "dots", "einstein", "hex", "luzhanqi", "nogo", "surakarta", "tictactoe"];
const CAN = "lt-play .place.can", BOARD = "lt-play .board";

/** How far the nearest two places are from each other on the screen, in pixels. @param {Page} page */
function apart(page) {
  return page.locator(BOARD).evaluate((board) => {
    const at = [...board.querySelectorAll(".place")].map((place) => place.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
    return Math.min(...at.flatMap(([x = 0, y = 0], i) => at.slice(i + 1).map(([ox = 0, oy = 0]) => Math.hypot(x - ox, y - oy))));
  });
}

/** What is to be touched and is too small for it. @param {Page} page */
function small(page) {
  return page.evaluate((finger) => [...document.querySelectorAll("lt-play :is(button, input:not([type=hidden]), select)")]
    .filter((e) => e.checkVisibility())
    .map((e) => ({ box: e.getBoundingClientRect(), name: e.textContent || e.id }))
    .filter(({ box }) => box.height < finger - 0.5 || box.width < finger - 0.5)
    .map(({ box, name }) => `${name}: ${box.width}×${box.height}`), FINGER);
}

/** Touches a place; the board is enlarged first where that is needed. Returns whether it was. @param {Page} page @param {number} number */
async function touches(page, number) {
  const name = await page.locator(CAN).nth(number).getAttribute("aria-label"), board = page.locator(BOARD);
  const meant = page.locator(`lt-play .place[aria-label="${name}"]`);
  /** Where it is on the board. */
  const middle = async () => {
    const [box, home] = [await meant.boundingBox(), await board.boundingBox()];
    assert.ok(box && home, `${name} is there`);
    return { x: box.x - home.x + box.width / 2, y: box.y - home.y + box.height / 2 };
  };
  const before = (await page.getAttribute("lt-play", "data-version")) ?? "", width = await apart(page), at = await middle();
  await board.tap({ position: at });
  if (width >= FINGER) return false;
  // What was touched is still under the finger, marked and named, and has not counted.
  const larger = await apart(page), now = await middle();
  assert.ok(larger >= FINGER, `${name} is enlarged from ${width} to ${larger} px`);
  assert.match((await meant.getAttribute("class")) ?? "", /\bover\b/);
  assert.equal(await page.innerText(".tip"), name);
  assert.ok(Math.hypot(now.x - at.x, now.y - at.y) < FINGER / 2, `${name} stays under the finger`);
  assert.equal(await page.getAttribute("lt-play", "data-version"), before);
  assert.equal(await page.innerText("p.chosen"), "", "nothing is chosen yet");
  assert.deepEqual(await sticksOut(page), [], "nothing sticks out");
  // The whole board can be had back.
  await page.locator(".shrink").tap();
  assert.ok(Math.abs((await apart(page)) - width) < 0.5);
  await board.tap({ position: await middle() });
  await board.tap({ position: await middle() });
  return true;
}

/** Plays a little of each game by touch, and looks for barriers on the way. @param {World} world */
export async function playsByTouch({ browser, site }) {
  /** @type {string[]} */
  const enlarged = [];
  const games = process.env.LEITAI_QUICK ? GAMES.slice(0, 3) : GAMES;
  let next = 0;
  const playsOn = async () => {
    const visitor = await Visitor.comes(browser, site.address, { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
    const { page } = visitor;
    for (let game = games[next++]; game; game = games[next++]) {
      await begins(visitor, game, "random");
      await page.locator(CAN).first().waitFor();
      const looks = async (/** @type {string} */ phase) => {
        assert.deepEqual(await findings(page), [], `${game}, ${phase}`);
        assert.deepEqual(await small(page), [], `${game}, ${phase}: too small for a finger`);
        assert.deepEqual(await sticksOut(page), [], `${game}, ${phase}`);
      };
      await looks("at the start");
      const before = (await page.getAttribute("lt-play", "data-version")) ?? "";
      if (await touches(page, Math.floor((await page.locator(CAN).count()) / 2))) enlarged.push(game);
      await page.waitForFunction((before) => {
        const seat = document.querySelector("lt-play"), chosen = document.querySelector("p.chosen");
        return chosen?.textContent || seat?.getAttribute("data-version") !== before;
      }, before);
      assert.equal(await page.locator(`${BOARD}.large`).count(), 0, "the whole board follows");
      await looks("within an act or after it");
      await page.click('button:text("Resign")');
      await page.locator("lt-play[data-over]").waitFor();
      await looks("at its end");
    }
    await visitor.leaves();
  };
  await Promise.all([playsOn(), playsOn()]);
  if (games === GAMES) assert.deepEqual(enlarged.sort(), ["amazons", "connect6", "dots", "draughts", "gomoku", "hex", "luzhanqi", "nogo", "phantomgo", "surakarta"]);
}
