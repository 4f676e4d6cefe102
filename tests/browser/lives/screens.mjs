// The same pages on a phone, magnified, and on the wall of a hall.

import assert from "node:assert/strict";
import { isInView, smallWords, standsStill, sticksOut } from "../demands.mjs";
import { BOARD, CLOCKS, TIP, stand } from "../markup.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/** On 320 pixels nothing is scrolled sideways, and the clocks stay in view beside the board. @param {World} world */
export async function holdsAPhone({ browser, site, live, running, everyPage }) {
  const visitor = await Visitor.comes(browser, site.address, {
    lang: "zh", theme: "dark", viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2,
  });
  // A projector's page is for a wall.
  for (const path of (await everyPage()).filter((path) => !path.startsWith("/projector"))) {
    await visitor.opens(path);
    assert.deepEqual(await sticksOut(visitor.page), [], path);
  }
  await visitor.opens(`/games/${await running(live)}?lang=zh`);
  const page = visitor.page;
  const board = await page.locator(BOARD).boundingBox();
  assert.ok(board && board.width >= 0.85 * 320, `the board is ${board?.width} px wide`);
  for (const clock of await page.locator(CLOCKS).all()) assert.ok(await isInView(clock), "clocks in view");
  // A finger steps back from a game that has begun.
  while ((await stand(page)).last < 2) await page.waitForTimeout(100);
  await page.locator(".steps [data-by='-1']").tap();
  await site.until("the step before", async () => {
    const { at, last } = await stand(page);
    return at < last ? true : undefined;
  });
  await standsStill(visitor);
  await visitor.leaves();
}

/** A place says its name under a mouse, and under a finger that stays; the names are asked for once. @param {World} world */
export async function pointsAtPlaces({ browser, site, over, finished }) {
  const game = (await finished(over))[0];
  for (const isTouched of [false, true]) {
    const phone = isTouched ? { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true } : {};
    const visitor = await Visitor.comes(browser, site.address, phone);
    const page = visitor.page, tip = page.locator(TIP);
    let asked = 0;
    page.on("request", (request) => void (asked += Number(request.url().includes("/places?"))));
    await visitor.opens(`/games/${game}`);
    const board = await page.locator(`${BOARD} svg`).first().boundingBox();
    assert.ok(board);
    const finger = await page.context().newCDPSession(page);
    const at = (/** @type {number} */ part) => ({ x: board.x + board.width * part, y: board.y + board.height * part });
    const goes = async (/** @type {number} */ part) => {
      const { x, y } = at(part);
      if (isTouched) await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
      else await page.mouse.move(x, y);
      await tip.filter({ hasText: /^[a-j]\d+, \w/ }).waitFor();
      const box = await tip.boundingBox(), words = await tip.innerText();
      assert.ok(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0), "the name is on the screen");
      if (isTouched) await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      return words;
    };
    const [one, other] = [await goes(0.3), await goes(0.6)];
    assert.notEqual(one, other, "another place, another name");
    assert.equal(asked, 1, "names are asked for once a step");
    if (!isTouched) await page.mouse.move(0, 0);
    await tip.waitFor({ state: "hidden" });
    // A finger that only passes asks nothing.
    if (isTouched) {
      await page.locator(BOARD).tap({ position: { x: 100, y: 100 } });
      assert.ok(await tip.isHidden(), "a tap is no question");
    }
    await visitor.leaves();
  }
}

/** At twice the size a window of 1,200 pixels is one of 600. @param {World} world */
export async function magnifies({ browser, site, everyPage }) {
  const visitor = await Visitor.comes(browser, site.address, { viewport: { width: 600, height: 400 }, deviceScaleFactor: 2 });
  // A projector's page is for a wall.
  for (const path of (await everyPage()).filter((path) => !path.startsWith("/projector"))) {
    await visitor.opens(path);
    assert.deepEqual(await sticksOut(visitor.page), [], path);
  }
  await visitor.leaves();
}

/** A projector turns by itself through what there is, all of it readable from the last row. @param {World} world */
export async function projects({ browser, site, short }) {
  const visitor = await Visitor.comes(browser, site.address, { viewport: { width: 1920, height: 1080 } });
  const page = visitor.page;
  await page.clock.install();
  // A board and a table: between two games there is no board.
  await site.until("two views", async () => ((await site.text(`/projector/${short}`)).split("<section data-view>").length > 2 ? true : undefined));
  await visitor.opens(`/projector/${short}`);
  const views = page.locator("[data-view]");
  const showing = () => views.evaluateAll((all) => all.findIndex((view) => view.checkVisibility()));
  const count = await views.count();
  assert.ok(count >= 2, `${count} views`);
  const turned = new Set();
  for (let turn = 0; turn < count; turn++) {
    const now = await showing();
    turned.add(now);
    assert.deepEqual(await smallWords(page, 28), [], `view ${now}`);
    assert.deepEqual(await sticksOut(page), [], `view ${now}`);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    assert.ok(tall <= 0, `view ${now} is ${tall} px too tall`);
    await page.clock.runFor(12_000);
    await site.until("the next view", async () => ((await showing()) === now ? undefined : true));
  }
  assert.equal(turned.size, count, "each view has its turn");
  // However much is played next, the address stays on the wall.
  await page.locator(".next > span").first().evaluate((next) => (next.textContent = "Spring – Autumn · ".repeat(40)));
  assert.ok(await isInView(page.locator("svg.qr")), "the address as a picture");
  assert.ok(!(await page.locator("button, input, dialog").count()), "nothing to click");
  await visitor.leaves();
}
