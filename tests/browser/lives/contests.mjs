// A contest, small: set-up, two teams, lots, check-in, a table, a result; every page on the way in both languages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findings, glyphs, sticksOut, tooSmallAtTwoMetres } from "../demands.mjs";
import { BINARY, Site } from "../site.mjs";
import { Visitor } from "../visitor.mjs";
import { comesFirst } from "./people.mjs";

/** @typedef {import("../world.mjs").World} World */

/** Who comes: number, name, role. */
const PEOPLE = [["t1", "老师", "organiser"], ["2501", "张三", "student"], ["2502", "李四", "student"], ["r1", "裁判", "student"]];

/** Looks at a page in both languages: nothing sticks out, and nobody is kept out. @param {Visitor} visitor @param {string} path */
async function inBoth(visitor, path) {
  for (const lang of ["zh", "en"]) {
    await visitor.opens(`${path}?lang=${lang}`);
    assert.deepEqual(await sticksOut(visitor.page), [], `${path} in ${lang}`);
    assert.deepEqual(await findings(visitor.page), [], `${path} in ${lang}`);
  }
}

/** Presses a button and waits for what it leads to. @param {Visitor} visitor @param {string} button @param {string} to */
export async function presses({ page }, button, to) {
  await page.locator(`main button[value='${button}']`).first().click();
  await page.waitForURL(to);
}

/** A day, from its set-up to a result. @param {World} world */
export async function holdsAContest({ browser }) {
  const site = await Site.opens((folder) => mkdirSync(join(folder, "events")), ["--jobs", "0"]);
  try {
    /** @type {Visitor[]} */
    const visitors = [];
    for (const [number = "", name = "", role = ""] of PEOPLE) {
      const flags = ["people", "add", number, "--name", name, "--role", role, "--data", site.folder];
      const code = execFileSync(BINARY, flags, { encoding: "utf8" }).trim();
      const visitor = await Visitor.comes(browser, site.address);
      await visitor.opens("/sign-in");
      await comesFirst(visitor, number, code, `nick ${number}`);
      visitors.push(visitor);
    }
    const [teacher, one, other, referee] = visitors;
    assert.ok(teacher && one && other && referee);

    await inBoth(teacher, "/organise/contests/new");
    for (const [field, text] of [["name", "校内赛"], ["games", "tictactoe, hex"], ["place", "三号楼"], ["closes", "2999-10-22 24:00"], ["hours", "2999-11-12 14:00 – 17:30"], ["tables", "2"]]) {
      await teacher.page.fill(`#${field}`, String(text));
    }
    await presses(teacher, "open", "**/organise/contests/*?done=open");
    const id = /contests\/(\w+)/.exec(teacher.page.url())?.[1], own = `/organise/contests/${id}`, shown = `/contests/${id}`;
    await inBoth(teacher, own);

    for (const [visitor, team, member] of /** @type {[Visitor, string, string][]} */ ([[one, "飞鹰", "张三"], [other, "飞龙", "李四"]])) {
      await inBoth(visitor, `${shown}/sign-up`);
      await visitor.page.fill("#name", team);
      await visitor.page.check("[name=game-tictactoe]");
      await visitor.page.fill("#member-0-name", member);
      await presses(visitor, "sign-up", "**/sign-up?done=sign-up");
    }
    await inBoth(one, `${shown}/teams/t0`);
    await inBoth(one, `${shown}/teams/t0/form`);
    const visitor = await Visitor.comes(browser, site.address);
    await inBoth(visitor, shown);
    assert.equal((await visitor.page.content()).includes("张三"), false, "members are nobody else's");

    await inBoth(teacher, `${own}/teams`);
    await teacher.opens(own);
    await teacher.page.fill("#account", "r1");
    await teacher.page.fill("#of-tables", "2");
    await presses(teacher, "appoint", "**?done=appoint");
    await presses(teacher, "close", "**?done=close");
    await inBoth(teacher, `${own}/draw`);
    await presses(teacher, "draw", "**/draw?done=draw");
    const draw = `${shown}/draw/tictactoe`;
    await site.until("the event has begun", async () => (await fetch(`${site.address}${draw}`)).ok || undefined);
    await inBoth(visitor, draw);
    // One lot a press, by keys too.
    const lots = visitor.page.locator("lt-ceremony li[data-step]");
    assert.deepEqual([await lots.count(), await lots.nth(0).isVisible()], [2, false]);
    await visitor.page.click("[data-next]");
    await visitor.page.keyboard.press("ArrowRight");
    assert.deepEqual([await lots.nth(0).isVisible(), await lots.nth(1).isVisible()], [true, false]);
    await visitor.page.keyboard.press("End");
    await lots.nth(1).waitFor();

    // Where and when: seen by its organiser first, then by everybody.
    await inBoth(teacher, `${own}/plan`);
    await presses(teacher, "announce", "**/plan?done=announce");
    await inBoth(visitor, `${shown}/plan?team=t0`);
    await one.opens(`${shown}/teams/t0`);
    assert.match(await one.page.locator("main").innerText(), /2999/, "its time and table");

    await inBoth(referee, `${shown}/check-in`);
    await referee.page.locator("details").first().locator("summary").click();
    await referee.page.fill("#t0-machine", "PC 7");
    await presses(referee, "check-in", "**/check-in?done=check-in");
    await inBoth(referee, `${shown}/slips`);
    await inBoth(referee, `${shown}/papers`);
    // On paper the number of a table is read at two metres.
    await referee.page.emulateMedia({ media: "print" });
    assert.deepEqual(await tooSmallAtTwoMetres(referee.page.locator(".papers p b")), []);
    await referee.page.emulateMedia({ media: null });
    await site.until("a match waits for a table", async () => {
      await referee.opens(`${shown}/tables`);
      return (await referee.page.locator("button[value=call]").count()) > 0 || undefined;
    });
    await inBoth(referee, `${shown}/tables`);
    await presses(referee, "call", "**/tables/2?done=call");
    const table = `${shown}/tables/2`;
    await inBoth(referee, table);
    // The timers run.
    const timer = referee.page.locator("time[data-left]").first(), before = await timer.textContent();
    await referee.page.waitForFunction((before) => document.querySelector("time[data-left]")?.textContent !== before, before);
    for (let teams = 0; teams < 2; teams++) {
      await referee.opens(table);
      await presses(referee, "arrive", "**?done=arrive");
    }
    await presses(referee, "start", "**?done=start");
    // A ruling of the referee's, its effect first; an objection of the team's.
    await referee.page.locator("main a[href*='/rule/']").first().click();
    await referee.page.locator("a[href*='kind=slip']").click();
    await referee.page.fill("#rule-reason", "H9 误输为 H8");
    await referee.page.locator("main button[value='look']").click();
    await presses(referee, "rule", "**/mine?done=rule");
    await inBoth(referee, `${shown}/mine`);
    await one.opens(`${shown}/teams/t0`);
    await one.page.locator("details:has(#objection) summary").click();
    await one.page.fill("#objection", "开始过早");
    await presses(one, "object", "**?done=object");
    await inBoth(one, `${shown}/teams/t0`);
    await inBoth(teacher, `${shown}/objections`);
    await inBoth(teacher, `${own}/awards`);
    await inBoth(visitor, `${shown}/hall`);
    // On a wall, where the picture is two metres wide or wider: a pixel is a millimetre there, and everything is read at four.
    await visitor.page.setViewportSize({ width: 1920, height: 1080 });
    const onTheWall = (await glyphs(visitor.page.locator("tbody :is(th, td)"))).map(({ text, mm }) => ({ text, mm: (mm / 25.4) * 96 * (2000 / 1920) }));
    assert.deepEqual(onTheWall.filter(({ mm }) => mm < 20), []);
    await inBoth(referee, table);
    await referee.page.selectOption("#winner", "t0");
    await presses(referee, "bring", "**?done=result");
    await inBoth(referee, table);
    await presses(referee, "clear", "**?done=clear");

    // The result is in the tables of the event.
    await visitor.opens(shown);
    const event = await visitor.page.locator("main a[href^='/events/']").first().getAttribute("href");
    await site.until("the result in the standings", async () => {
      const csv = await (await fetch(`${site.address}${event}/standings.csv`)).text();
      return /飞鹰.*\b2\b/.test(csv) || undefined;
    });
    for (const person of [...visitors, visitor]) await person.leaves();
  } finally {
    await site.closes();
  }
}
