// Names that somebody chose in order to break pages.

import assert from "node:assert/strict";
import { sticksOut } from "../demands.mjs";
import { ODD } from "../data.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/** What entrants call themselves is shown and changes nothing around it. @param {World} world */
export async function meetsOddNames({ browser, site, odd, finished }) {
  const visitor = await Visitor.comes(browser, site.address, { viewport: { width: 320, height: 640 } });
  const page = visitor.page;
  page.on("dialog", (dialog) => {
    visitor.complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const program = (await site.text(`/events/${odd}`)).match(/\/programs\/[\w-]+/)?.[0];
  const paths = [`/events/${odd}`, `/events/${odd}/results`, `/ladders/tictactoe`, ...(await finished(odd)).slice(0, 3).map((id) => `/games/${id}`)];
  for (const path of program ? [...paths, program] : paths) {
    await visitor.opens(path);
    assert.deepEqual(await sticksOut(page), [], path);
    assert.equal(await page.locator("main img, main script, main b b b").count(), 0, `${path}: nothing of theirs is markup`);
  }
  await visitor.opens(`/events/${odd}`);
  const text = await page.locator("main").innerText();
  for (const name of ODD) {
    const kept = name.slice(0, 24);
    assert.ok(text.includes(kept), `${kept} is shown`);
  }
  await visitor.leaves();
}
