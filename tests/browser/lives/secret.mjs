// Somebody who would like to know what may not be known yet.

import assert from "node:assert/strict";
import { BOARD, CLOCKS, MOVES, SECRET, VERDICT, isStillThere, marks } from "../markup.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/** A game with secrets shows nothing before its end, on no way, and everything after it. @param {World} world */
export async function asksAHiddenGame({ browser, site, hidden, live, running, starting }) {
  const visitor = await Visitor.comes(browser, site.address);
  const page = visitor.page;
  const game = await starting(hidden);
  await visitor.opens(`/games/${game}`);
  await marks(page);
  assert.match(await page.locator(SECRET).innerText(), /\w+ \w+/, "a sentence says why there is no board");
  for (const what of [`${BOARD} svg`, CLOCKS, MOVES, VERDICT]) {
    assert.equal(await page.locator(what).count(), 0, what);
  }
  for (const what of ["record.jsonl", "film.svg", "0.svg", "5.svg"]) {
    const answer = await fetch(`${site.address}/games/${game}/${what}`);
    const said = await answer.text();
    assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status}`);
    assert.doesNotMatch(said, /"acts"|<use |data-s=/, what);
  }

  // The stream tells of an open game; meanwhile it has said nothing of the hidden one.
  const told = await overheard(site.address, `${game}@,${await running(live)}@`, /event: (steps|whole)[^]*event: steps/);
  for (const event of told.split("\n\n").filter((event) => event.includes(game))) {
    assert.doesNotMatch(event, /event: steps|"s":|"c":/, "nothing of a hidden game in the stream");
  }

  await page.locator(VERDICT).waitFor();
  await page.locator(MOVES).first().waitFor();
  assert.ok(await isStillThere(page), "it was never loaded again");
  const record = await site.text(`/games/${game}/record.jsonl`);
  assert.ok(record.split("\n").length > 5, "the whole record");
  await visitor.leaves();
}

/**
 * What a stream says until it has said enough.
 * @param {string} address @param {string} games @param {RegExp} enough
 */
async function overheard(address, games, enough) {
  const stop = new AbortController();
  const answer = await fetch(`${address}/live?lang=en&games=${encodeURIComponent(games)}`, { signal: stop.signal });
  let told = "";
  for await (const bytes of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (answer.body))) {
    told += Buffer.from(bytes).toString();
    if (enough.test(told)) break;
  }
  stop.abort();
  return told;
}
