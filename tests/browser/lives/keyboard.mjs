// Every game by the keyboard alone and by spoken names alone: what is read here is the tree of roles and names that a screen
// reader has, and what is done are keys.

import assert from "node:assert/strict";
import { PATIENCE, Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {import("playwright-core").Page} Page */
/** What is heard at a table. @typedef {{ status: string, places: string[], beside: string[], alert: string }} Heard */

/** The games, and the sides from which each is played: what one side is never asked is asked of the other. @type {[string, ("first" | "second")[]][]} */
const GAMES = [
  ["amazons", ["first"]], ["gomoku", ["first", "second"]], ["luzhanqi", ["second"]], ["einstein", ["first"]],
  ["dots", ["first"]], ["surakarta", ["second"]], ["phantomgo", ["second"]], ["connect6", ["second"]],
  ["nogo", ["first"]], ["hex", ["second"]], ["draughts", ["first"]], ["tictactoe", ["first"]],
];
/** One game is played to its end, or for so many acts of one's own. */
const ACTS = 15, LAID = 25;
/** No way by Tab is longer. */
const TABS = 60;
/** What takes back the last click. */
const UNDO = "undo the last click";
const OVER = /wins|You win|A draw/;

/** What has the focus, as it is read aloud: its role and its name. @param {Page} page */
async function focused(page) {
  // A change may take it away while it is read.
  for (let tries = 0; tries < 5; tries += 1) {
    const on = page.locator(":focus");
    const line = (await on.count()) ? (await on.ariaSnapshot({ timeout: 1000 }).catch(() => "")).split("\n")[0] ?? "" : "";
    const read = /^- '?(\w+)(?: "(.*?)")?(?: \[|:|'|$)/.exec(line)?.slice(1);
    if (read) return read;
  }
  return ["document", ""];
}

/** Goes on by Tab until something so called has the focus. @param {Page} page @param {RegExp} role @param {RegExp} name */
async function tabs(page, role, name) {
  const met = [];
  for (let pressed = 0; pressed < TABS; pressed += 1) {
    const [is, called = ""] = await focused(page);
    if (role.test(is ?? "") && name.test(called)) return;
    met.push(`${is} ${called}`);
    await page.keyboard.press("Tab");
  }
  assert.fail(`no ${role} called ${name} by Tab, but ${met.join(" | ")}`);
}

/** The names of the buttons of a group. @param {string[]} lines @param {string} group */
function buttons(lines, group) {
  const at = lines.findIndex((line) => line.trim().startsWith(`- group "${group}"`));
  if (at < 0) return [];
  const depth = (/** @type {string} */ line) => line.length - line.trimStart().length;
  const end = lines.findIndex((line, i) => i > at && depth(line) <= depth(lines[at] ?? ""));
  return lines.slice(at, end < 0 ? undefined : end).flatMap((line) => /- '?button "(.+?)"(?:[: '[]|$)/.exec(line)?.[1] ?? []);
}

/** @param {Page} page @returns {Promise<Heard>} */
async function hears(page) {
  const lines = (await page.locator("main").ariaSnapshot()).split("\n");
  const after = (/** @type {string} */ role) => {
    const at = lines.findIndex((line) => line.trim().startsWith(`- ${role}`));
    return at < 0 ? "" : `${lines[at]} ${lines[at + 1] ?? ""}`;
  };
  return { status: after("status"), places: buttons(lines, "board"), beside: buttons(lines, "What else can be chosen"), alert: after("alert") };
}

/** Waits until something can be chosen, or the end. @param {Page} page */
async function asked(page) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    const heard = await hears(page);
    if (OVER.test(heard.status) || heard.places.length + heard.beside.length) return heard;
    await page.waitForTimeout(15);
  }
  throw new Error(`nothing can be chosen: ${await page.locator("main").ariaSnapshot()}`);
}

/** Begins a game by keys. @param {Visitor} visitor @param {string} game @param {string} side */
async function begins(visitor, game, side) {
  const { page } = visitor;
  await visitor.opens(`/play?game=${game}`);
  await tabs(page, /combobox/, /^Opponent$/);
  await page.keyboard.type("random");
  await tabs(page, /combobox/, /^You play$/);
  await page.keyboard.type(side);
  await tabs(page, /button/, /^Begin$/);
  await page.keyboard.press("Enter");
  await page.getByRole("status").waitFor();
}

/** Chooses one of what can be chosen, by its name. @param {Page} page @param {Heard} heard @param {number} number */
async function chooses(page, { places, beside }, number) {
  const name = [...places, ...beside.filter((name) => name !== UNDO)][number % (places.length + beside.length)];
  if (!name) return;
  if (places.includes(name)) {
    if (!/^(img|button)$/.test((await focused(page))[0] ?? "") || !/, /.test((await focused(page))[1] ?? "")) await tabs(page, /^(img|button)$/, /, /);
    await page.keyboard.type((name.split(", ")[0] ?? "").toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
    assert.deepEqual(await focused(page), ["button", name], "the letters lead to the place");
  } else await tabs(page, /button/, new RegExp(`^${name.replaceAll(/[^\w ]/g, ".")}$`));
  await page.keyboard.press("Enter");
  const [role] = await focused(page);
  assert.notEqual(role, "document", `the keyboard stays where it can go on after ${name}`);
}

/** Plays one game. @param {Visitor} visitor @param {string} game @param {"first" | "second"} side */
async function plays(visitor, game, side) {
  const { page } = visitor;
  await begins(visitor, game, side);
  const most = game === "luzhanqi" ? LAID + ACTS : ACTS;
  // Always the same numbers, so that a failure comes again.
  let drawn = 7, explained = false, acts = 0;
  for (let steps = 0; acts < most; steps += 1) {
    assert.ok(steps < 400, "it goes on");
    const heard = await asked(page);
    if (OVER.test(heard.status)) break;
    drawn = (drawn * 1103515245 + 12345) % 2 ** 31;
    // An act begins once, whatever it takes.
    if (!heard.beside.includes(UNDO)) acts += 1;
    await chooses(page, heard, drawn >> 8);
    if (explained || !heard.places.length) continue;
    explained = await isExplained(page);
  }
  if (!OVER.test((await hears(page)).status)) {
    await tabs(page, /button/, /^Resign$/);
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: OVER }).waitFor();
  }
  assert.ok(acts > 2, `${game} was played`);
}

/** Enter where nothing begins says which rule is against it, if there is such a place under the arrows. @param {Page} page */
async function isExplained(page) {
  const { status, places, beside } = await asked(page);
  // Within an act another may begin.
  if (OVER.test(status) || !places.length || beside.includes(UNDO)) return false;
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]) {
    await page.keyboard.press(key);
    const [role, name] = await focused(page);
    if (role !== "img" || !name?.includes(", ")) continue;
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: /^Illegal: / }).waitFor();
    assert.deepEqual(await focused(page), ["img", name], "the keyboard stays there");
    return true;
  }
  return false;
}

/** Plays games by keys and names: where little time is, one of them. @param {World} world */
export async function playsByNames({ browser, site }) {
  const all = GAMES.flatMap(([game, sides]) => sides.map((side) => /** @type {const} */ ([game, side])));
  const games = process.env.LEITAI_QUICK ? all.filter(([game]) => game === "draughts") : all;
  let next = 0;
  const playsOn = async () => {
    const visitor = await Visitor.comes(browser, site.address);
    for (let one = games[next++]; one; one = games[next++]) {
      await plays(visitor, ...one).catch((error) => {
        throw new Error(`${one.join()}: ${error.message}`, { cause: error });
      });
    }
    await visitor.leaves();
  };
  await Promise.all([playsOn(), playsOn()]);
}
