// People who play in the browser: a guest against built-in players by mouse and by keyboard, two by a link, one without
// script.

import assert from "node:assert/strict";
import { findings, sticksOut } from "../demands.mjs";
import { PATIENCE, Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {import("playwright-core").Page} Page */

const SEAT = "lt-play", CAN = "lt-play .place.can", BESIDE = ".beside button", VERDICT = ".verdict";

/** Begins a game; the board can be played on then. @param {Visitor} visitor @param {string} game @param {string} [rival] @param {string} [side] @param {string} [clock] */
export async function begins(visitor, game, rival = "easy", side = "first", clock = "") {
  const { page } = visitor;
  await visitor.opens(`/play?game=${game}`);
  await page.selectOption("#rival", rival);
  await page.selectOption("#side", side);
  await page.selectOption("#clock", clock);
  await page.click("form button.do");
  await page.waitForURL(/\/play\/\w+\/\w+$/);
  await page.locator(SEAT).waitFor();
}

/** Waits for one's turn, or the end; says whether it goes on. @param {Page} page @param {string} before */
async function turn(page, before) {
  await page.waitForFunction(([seat, before]) => {
    const it = /** @type {HTMLElement} */ (document.querySelector(seat ?? ""));
    return it.dataset.over || (it.dataset.version !== before && it.dataset.tree !== "{}");
  }, [SEAT, before], { timeout: PATIENCE });
  return (await page.getAttribute(SEAT, "data-over")) === null;
}

/** Plays an act by clicks, whatever the game: what can be clicked is marked. @param {Page} page @param {(many: number) => number} which */
export async function clicks(page, which) {
  const before = (await page.getAttribute(SEAT, "data-version")) ?? "";
  await acts(page, which);
  return turn(page, before);
}

/** How many places have a stone, by their spoken names. @param {Page} page */
export async function stones(page) {
  /** @type {[string, number, number, string][]} */
  const places = JSON.parse((await page.getAttribute(SEAT, "data-places")) ?? "[]");
  return places.filter(([, , , spoken]) => /stone|piece/.test(spoken)).length;
}

/** The clicks alone. @param {Page} page @param {(many: number) => number} which */
async function acts(page, which) {
  for (let step = 0; step < 40; step += 1) {
    const [places, beside] = [page.locator(CAN), page.locator(BESIDE)];
    const many = await places.count();
    // Once the act is complete, nothing is left to click.
    if (many) await places.nth(which(many)).click({ force: true, timeout: 3000 }).catch(() => undefined);
    else if (await beside.count()) await beside.first().click();
    else break;
  }
}

/** Plays an act by the keyboard alone: to a place that can be played, by its spoken role, and Enter. @param {Page} page */
async function types(page) {
  const before = (await page.getAttribute(SEAT, "data-version")) ?? "";
  await page.locator(".board").focus();
  const names = await page.locator(".targets [role=button]").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label") ?? ""));
  assert.ok(names.length, "something can be played");
  assert.ok(names.every((name) => /^\S+, \S/.test(name)), `each place has a name: ${names[0]}`);
  const name = (names[0] ?? "").split(",")[0] ?? "";
  await page.keyboard.type(name.toLowerCase());
  await page.keyboard.press("Enter");
  return turn(page, before);
}

/** A guest plays three games to their ends: with offers, with dice, and with secrets. @param {World} world */
export async function playsInTheBrowser({ browser, site }) {
  const visitor = await Visitor.comes(browser, site.address);
  const { page } = visitor;
  await begins(visitor, "tictactoe", "random", "second", "game=3m,inc=2s");
  assert.ok(await turn(page, ""), "the other begins");
  // The own clock runs; its sound is off until it is chosen, and the choice stays; the board turns and stays turned.
  const left = () => page.innerText(".seat[data-seat=second] .left"), before = await left();
  assert.match(before, /^[23]:/);
  await page.waitForFunction((was) => document.querySelector(".seat[data-seat=second] .left")?.textContent !== was, before);
  assert.equal(await page.locator(".seat[data-seat=first] .clock").count(), 0, "a built-in player has none");
  assert.equal(await page.getAttribute(".sound", "aria-pressed"), "false");
  await page.click(".sound");
  await page.keyboard.press("f");
  const turned = await page.locator(".table[data-flip]").count();
  assert.equal(turned, 0, "turned from the side of Second");
  while (await types(page));
  assert.equal(await page.locator(".table[data-flip]").count(), turned, "it stays so");
  assert.match(await page.innerText(VERDICT), /You win|wins|draw/i);
  await page.click('a:text("Replay it")');
  await page.locator("lt-game .board svg").waitFor();

  // The last choice with one click.
  await visitor.opens("/play");
  await page.click('button:text("Again: Tic-tac-toe, random moves")');
  await page.locator(".sound[aria-pressed=true]").waitFor();
  await page.click('button:text("Leave")');
  await page.locator('a:text("Choose another game")').click();

  // A turn is taken back: the built-in player is started anew, and plays on.
  await begins(visitor, "hex", "random");
  assert.ok(await turn(page, ""), "first begins");
  assert.equal(await page.locator('button:text("Take my turn back")').count(), 0, "nothing to take back");
  assert.ok(await clicks(page, () => 7), "answered");
  // A quick answer may have let a second stone be clicked.
  const two = await page.getAttribute(SEAT, "data-places"), many = await stones(page);
  await page.click('button:text("Take my turn back")');
  await page.waitForFunction(([seat, two]) => (document.querySelector(seat ?? "")?.getAttribute("data-places") ?? "") !== two, [SEAT, two]);
  assert.ok((await stones(page)) < many, "the own stone and the answer are gone");
  assert.ok(await clicks(page, () => 30), "answered again");
  assert.ok((await stones(page)) >= many, "played on");
  await page.click('button:text("Leave")');
  await page.locator('a:text("Choose another game")').click();

  await begins(visitor, "einstein", "random");
  for (let acts = 0; await clicks(page, (many) => many - 1); acts += 1) assert.ok(acts < 200, "it ends");
  assert.match(await page.innerText(VERDICT), /You win|wins/);

  // Twenty-five pieces by one click, and then a move by dragging.
  await begins(visitor, "luzhanqi", "random");
  assert.ok(await turn(page, ""), "to be laid out");
  let version = (await page.getAttribute(SEAT, "data-version")) ?? "";
  await page.click('button:text("Lay my pieces out for me")');
  assert.ok(await turn(page, version), "it goes on");
  version = (await page.getAttribute(SEAT, "data-version")) ?? "";
  const tree = JSON.parse((await page.getAttribute(SEAT, "data-tree")) ?? "{}");
  const from = Object.keys(tree)[0] ?? "", to = Object.keys(tree[from])[0] ?? "";
  const centre = async (/** @type {string} */ spot) => {
    const box = await page.locator(".targets .place").nth(Number(spot.slice(1))).boundingBox();
    assert.ok(box);
    return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  };
  await page.mouse.move(...(await centre(from)));
  await page.mouse.down();
  await page.mouse.move(...(await centre(to)), { steps: 8 });
  assert.equal(await page.locator(".place.over").count(), 1, "where it would go");
  await page.mouse.up();
  assert.ok(await turn(page, version), "played, and answered");
  await page.click('button:text("Leave")');
  await page.locator('a:text("Choose another game")').waitFor();

  await begins(visitor, "phantomgo", "random");
  assert.ok(await turn(page, ""), "black begins");
  for (let acts = 0; acts < 5; acts += 1) assert.ok(await clicks(page, (many) => Math.floor(many / 2)), "it goes on");
  assert.deepEqual(await findings(page), [], "no barrier at a table");
  assert.equal(await page.locator("lt-play [href*='record']").count(), 0, "no way to what is hidden");
  await page.click('button:text("Resign")');
  await page.waitForFunction((seat) => /** @type {HTMLElement} */ (document.querySelector(seat)).dataset.over, SEAT);
  assert.match(await page.innerText(VERDICT), /wins/);
  await visitor.leaves();
}

/** Two people play by a link, one of them on a phone and in Chinese, and nobody else may sit there. @param {World} world */
export async function playsWithAFriend({ browser, site }) {
  const ann = await Visitor.comes(browser, site.address);
  await begins(ann, "hex", "person");
  const link = await ann.page.innerText("p.file");
  const bob = await Visitor.comes(browser, site.address, { lang: "zh", viewport: { width: 390, height: 844 }, hasTouch: true });
  await bob.page.goto(link);
  await bob.page.locator(SEAT).waitFor();
  assert.deepEqual(await sticksOut(bob.page), [], "nothing sticks out on a phone");
  assert.match(await bob.page.innerText(VERDICT), /等待/);
  await acts(ann.page, () => 0);
  await turn(bob.page, "0");
  // What one offers the other sees, and may decline.
  await ann.page.click('button:text("Offer a draw")');
  await bob.page.click('button:text("不同意")');
  await ann.page.locator('button:text("Offer a draw")').waitFor();
  await bob.page.waitForFunction((verdict) => /轮到您/.test(document.querySelector(verdict)?.textContent ?? ""), VERDICT);
  // Illegal and unreadable acts are told, and nothing else happens.
  await bob.page.fill("#typed", "Z99");
  await bob.page.press("#typed", "Enter");
  await bob.page.locator("[role=alert]").waitFor();
  assert.match(await bob.page.innerText("[role=alert]"), /看不懂/);
  const cid = await Visitor.comes(browser, site.address);
  cid.refused.add(400);
  await cid.page.goto(link);
  assert.match(await cid.page.innerText("main"), /somebody else has taken this seat/);
  await ann.page.click('button:text("Leave")');
  await bob.page.waitForFunction((seat) => /** @type {HTMLElement} */ (document.querySelector(seat)).dataset.over, SEAT);
  assert.match(await bob.page.innerText(VERDICT), /中断/);
  // One plays again, with sides swapped; the other is led there.
  await ann.page.click('button:text("sides swapped")');
  await bob.page.click('a:text("入座")');
  await bob.page.waitForFunction((verdict) => /轮到您/.test(document.querySelector(verdict)?.textContent ?? ""), VERDICT);
  await acts(bob.page, () => 0);
  await turn(ann.page, "");
  for (const visitor of [ann, bob, cid]) await visitor.leaves();
}

/** Without script the acts are a list, and the page asks again by itself. @param {World} world */
export async function playsWithoutScript({ browser, site }) {
  const visitor = await Visitor.comes(browser, site.address, { javaScriptEnabled: false });
  const { page } = visitor;
  await begins(visitor, "tictactoe", "random");
  for (let acts = 0; acts < 9; acts += 1) {
    for (let asked = 0; asked < 50 && !(await page.locator("#act").count()) && !(await page.locator('button:text("Play again")').count()); asked += 1) {
      await page.waitForTimeout(100);
      await page.reload();
    }
    if (!(await page.locator("#act").count())) break;
    await page.selectOption("#act", { index: 1 });
    await page.click("form button.do");
  }
  assert.match(await page.innerText(VERDICT), /You win|wins|draw/i);
  await visitor.leaves();
}

/** A phone that is locked, and a lid that is closed: the page wakes to what is so now. @param {World} world */
export async function wakesUp({ browser, site }) {
  const ann = await Visitor.comes(browser, site.address);
  await begins(ann, "hex", "person", "first", "game=3m,inc=2s");
  const bob = await Visitor.comes(browser, site.address, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await bob.page.goto(await ann.page.innerText("p.file"));
  await bob.page.locator(SEAT).waitFor();
  await ann.page.locator(CAN).first().waitFor();
  const phone = await bob.page.context().newCDPSession(bob.page);
  const left = async (/** @type {Page} */ page) => {
    const [minutes = 0, seconds = 0] = (await page.innerText(".seat[data-seat=second] .left")).split(":").map(Number);
    return minutes * 60 + seconds;
  };
  // Locked: nothing of the page runs while the other side plays.
  await phone.send("Page.setWebLifecycleState", { state: "frozen" });
  await acts(ann.page, () => 3);
  await ann.page.waitForFunction((verdict) => /Waiting/.test(document.querySelector(verdict)?.textContent ?? ""), VERDICT);
  await ann.page.waitForTimeout(1500);
  await phone.send("Page.setWebLifecycleState", { state: "active" });
  await turn(bob.page, "");
  assert.equal(await stones(bob.page), 1, "what was played meanwhile");
  assert.ok(Math.abs((await left(bob.page)) - (await left(ann.page))) <= 1, "the clocks are those of the table");
  // The lid: the connection is gone, and the clock on the wall has jumped.
  bob.alone = true;
  await bob.page.context().setOffline(true);
  await bob.page.evaluate(() => {
    const before = Date.now;
    Date.now = () => before() + 3_600_000;
  });
  await bob.page.locator(`${SEAT}.cut`).waitFor();
  await bob.page.context().setOffline(false);
  await bob.page.locator(`${SEAT}:not(.cut)`).waitFor();
  assert.ok(Math.abs((await left(bob.page)) - (await left(ann.page))) <= 1, "an hour on the wall is none at the table");
  bob.alone = false;
  // What is clicked then counts once.
  await acts(bob.page, () => 5);
  await turn(ann.page, "");
  assert.equal(await stones(ann.page), 2);
  await ann.page.click('button:text("Resign")');
  await bob.page.waitForFunction((seat) => /** @type {HTMLElement} */ (document.querySelector(seat)).dataset.over, SEAT);
  for (const visitor of [ann, bob]) await visitor.leaves();
}
