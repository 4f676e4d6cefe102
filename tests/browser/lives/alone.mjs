// Pictures and films that somebody opens by themselves, and figures that hold for every page.

import assert from "node:assert/strict";
import { comesTo, GAME, stand } from "../markup.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/** A film moves, and a picture is drawn, where each is all there is. @param {World} world */
export async function opensPictures({ browser, site, long }) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  await visitor.opens(`/games/${long}/film.svg`);
  // The policy of a picture lets nothing be evaluated in it, so the question is put again from here.
  const shown = () =>
    page.evaluate(() => [...document.querySelectorAll("svg *")].filter((e) => getComputedStyle(e).opacity !== "0" && e.checkVisibility({ visibilityProperty: true })).length);
  const before = await shown();
  await site.until("the film to move", async () => ((await shown()) === before ? undefined : true));
  await visitor.opens(`/games/${long}/3.svg`);
  const size = await page.evaluate(() => document.documentElement.getBoundingClientRect().toJSON());
  assert.ok(size.width > 100 && size.height > 100, "a picture");
  assert.ok((await page.locator("use, circle, path, rect").count()) > 5, "with pieces");
  await visitor.leaves();
}

/** Nobody waits for bytes. @param {World} world */
export async function weighsLittle({ browser, site, long, finished, over, live }) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  /** What came over the wire, by kind. */
  const weight = async () => {
    await page.waitForLoadState("networkidle");
    return page.evaluate(() => {
      const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      const all = /** @type {PerformanceResourceTiming[]} */ (entries).map(({ name, encodedBodySize, decodedBodySize }) => ({ name: new URL(name).pathname, sent: encodedBodySize, whole: decodedBodySize }));
      return { page: all[0], scripts: all.filter(({ name }) => name.endsWith(".js")), styles: all.filter(({ name }) => name.endsWith(".css")) };
    });
  };
  const sum = (/** @type {{ sent: number }[]} */ all) => all.reduce((bytes, { sent }) => bytes + sent, 0);
  for (const path of [`/games/${long}`, `/games/${(await finished(over))[0]}`, "/", `/events/${over}`, `/projector/${live}`]) {
    await page.context().clearCookies();
    await visitor.opens(path);
    const { page: document, scripts, styles } = await weight();
    assert.ok(scripts.length > 0 && styles.length > 0, path);
    assert.ok(sum(scripts) <= 30_000, `${path}: ${sum(scripts)} B of script`);
    assert.ok(sum(styles) <= 15_000, `${path}: ${sum(styles)} B of style`);
    if (path.startsWith("/games/")) assert.ok(document && document.sent <= 40_000, `${path}: ${document?.sent} B`);
    for (const one of [document, ...scripts, ...styles]) assert.ok(one && one.sent < one.whole, `${one?.name} is compressed`);
  }
  await visitor.leaves();
}

/** A processor four times slower still paints within a second, or ten times as long as one word takes it, and steps through a long game within a frame. @param {World} world */
export async function isQuick({ browser, site, long }) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  const debug = await visitor.context.newCDPSession(page);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const painted = async () => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity);
  };
  // The best of some, since other processes only ever add; each beside a page of one word, which shows how slow the machine is then.
  const [paints, controls] = [[Infinity], [0]];
  const isSoon = () => paints.some((paint, at) => paint < Math.max(1000, 10 * (controls[at] ?? 0)));
  for (let i = 0; i < 8 && !isSoon(); i++) {
    await page.goto("data:text/html,<title>control</title><p>control</p>");
    controls.push(await painted());
    await visitor.opens(`/games/${long}`);
    paints.push(await painted());
  }
  assert.ok(isSoon(), `first paint after ${paints.map(Math.round)} ms, of one word after ${controls.map(Math.round)} ms`);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  await comesTo(page, 1);
  const { last } = await stand(page);
  const steps = await page.evaluate((game) => {
    const took = [];
    const e = /** @type {Element} */ (document.querySelector(game));
    const key = (/** @type {string} */ name) => e.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
    key("Home");
    for (let i = 0; i < 60; i++) {
      const began = performance.now();
      key("ArrowRight");
      e.getBoundingClientRect();
      took.push(performance.now() - began);
    }
    return took.sort((a, b) => a - b);
  }, GAME);
  assert.ok((await stand(page)).at >= Math.min(60, last), "it did step");
  const median = steps[30] ?? Infinity;
  assert.ok(median < 16, `a step takes ${median} ms in a game of ${last}`);
  await visitor.leaves();
}
